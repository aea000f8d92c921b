/** Real moments of real games (scripts/page_fixtures.py); in development only. */

import type { Game, TableEvent } from "../lib/protocol";

const files = import.meta.glob<unknown>("../../.fixtures/*.json", { import: "default" });
const path = (name: string) => `../../.fixtures/${name}.json`;

export const names = Object.keys(files)
  .map((file) => /([^/]+)\.json$/.exec(file)![1]!)
  .filter((name) => name !== "games");

export const moment = async (name: string) => (await files[path(name)]!()) as TableEvent;
export const games = async () => ((await files[path("games")]!()) as { games: Game[] }).games;
