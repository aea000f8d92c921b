/** What the table of Zero counts and remembers. */

import type { Line } from "../../lib/protocol";

export const colourOf = (face: string): string => face[0]!;
export const valueOf = (face: string): string => face[1]!;

/** Every colour, or every value, of the pack, in its order. */
export const kinds = (faces: string[], kind: (face: string) => string): string[] => [...new Set(faces.map(kind))];

/** The faces by colour, or by value. */
export function sorted(faces: string[], kind: (face: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const face of faces) found.set(kind(face), [...(found.get(kind(face)) ?? []), face]);
  return found;
}

/** A hand after an exchange; without both cards, as it is. */
export function after(hand: string[], lay: string | null, take: string | null): string[] {
  if (!lay || !take) return hand;
  return [...hand.filter((face) => face !== lay), take];
}

/** Who knocked in this deal, as far as the log is known here, those aside that were taken back. */
export function knockers(log: Line[]): number[] {
  let lines: Line[] = [];
  for (const line of log) {
    const { undo } = line;
    if (line.deal !== undefined) lines = [];
    else if (undo !== undefined) lines = lines.filter((each) => each.at <= undo);
    else if (line.move === "knock") lines.push(line);
  }
  return lines.map((line) => line.seat!);
}
