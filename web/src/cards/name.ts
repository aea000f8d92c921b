/** A card by name, as it is said aloud. */

import { knows, say } from "../lib/words.svelte";

export function nameOf(game: string, face: string | null): string {
  if (face === null || face === "?") return say("web", "card.back");
  if (knows(game, `card.${face}`)) return say(game, `card.${face}`);
  if (!knows(game, `colour.${face[0]}`)) return face;
  const name = `${say(game, `colour.${face[0]}`)} ${face[1]}`;
  return face[2] ? `${name}, ${say(game, `symbol.${face[2]}`)}` : name;
}
