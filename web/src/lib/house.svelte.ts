/** What the house offers: its games and levels, asked once. */

import { ask } from "./api";
import type { Game, Level } from "./protocol";

interface House {
  games: Game[];
  levels: Level[];
}

let asked: Promise<House> | null = null;

/** Games and levels; asked again after a failure. */
export function house(): Promise<House> {
  asked ??= ask<House>("/api/games").catch((problem: unknown) => {
    asked = null;
    throw problem;
  });
  return asked;
}

export async function gameOf(name: string): Promise<Game> {
  const { games } = await house();
  return games.find((game) => game.game === name)!;
}
