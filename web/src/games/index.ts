/** The tables drawn for one game; a game without one is played at the plain table. */

import type { Component } from "svelte";
import type { TableProps } from "./contract";

const tables = import.meta.glob<{ default: Component<TableProps> }>("./*/Table.svelte");

/** Brings a game's own table, or null if it has none. */
export async function tableOf(game: string): Promise<Component<TableProps> | null> {
  const load = tables[`./${game}/Table.svelte`];
  return load ? (await load()).default : null;
}
