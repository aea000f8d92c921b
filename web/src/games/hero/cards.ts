/** What the table of Zero Hero sorts and counts. */

export interface Owned {
  /** Colour and value; the symbol of a card in a collection is spent. */
  face: string;
  /** Only its owner knows it. */
  hidden: boolean;
  /** Stays the same for as long as the card lies there. */
  id: string;
}

/** The ten final cards lie below all others (HE-5). */
export const FINAL = 10;

export const bare = (face: string): string => face.slice(0, 2);
export const colourOf = (face: string): string => face[0]!;
export const zeros = (faces: string[]): number => faces.filter((face) => face[1] === "0").length;
/** What the pack has, in its order. */
export const colours = (faces: string[]): string[] => [...new Set(faces.map(colourOf))];

/** A collection by colour, highest first; copies are told apart by their number. */
export function collection(seat: number, held: string[], hidden: string[]): Map<string, Owned[]> {
  const all = [...held.map((face) => ({ face, hidden: false })), ...hidden.map((face) => ({ face: bare(face), hidden: true }))];
  all.sort((a, b) => b.face.localeCompare(a.face) || Number(a.hidden) - Number(b.hidden));
  const copies = new Map<string, number>();
  const found = new Map<string, Owned[]>();
  for (const { face, hidden } of all) {
    const copy = `${seat}-${face}${hidden ? "-hidden" : ""}`;
    const number = (copies.get(copy) ?? 0) + 1;
    copies.set(copy, number);
    const colour = colourOf(face);
    found.set(colour, [...(found.get(colour) ?? []), { face, hidden, id: `${copy}-${number}` }]);
  }
  return found;
}

/** The cards a seat has after a move, as far as the mover knows; symbols are spent. */
export function afterMove(cards: string[], parts: Record<string, string>, pairs: string[][]): string[] {
  const { act, pair, card } = parts;
  if (act === "buy") return [...cards, ...pairs[Number(pair) - 1]!.map(bare)];
  if (act === "steal") return [...cards, card!];
  if (act === "give") return cards.toSpliced(cards.indexOf(card!), 1);
  return cards;
}
