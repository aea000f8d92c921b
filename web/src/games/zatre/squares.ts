/** Where dominoes lie, and what a move's text says of it: the geometry of the board, in squares. */

import type { Move } from "../contract";

export interface Lying {
  text: string;
  /** Of the west or north half, and of the other. */
  pips: [number, number];
  column: number;
  row: number;
  south: boolean;
}

/** A line of squares with their sum. */
export interface Run {
  column: number;
  row: number;
  south: boolean;
  squares: number;
  sum: number;
}

export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** The four ways a card can be turned, clockwise: its lower half to the west, north, east, south. */
export const TURNS = 4;

export function lyingOf(text: string, parts: Record<string, string>): Lying {
  return {
    text,
    pips: [Number(parts.first), Number(parts.second)],
    column: Number(parts.column),
    row: Number(parts.row),
    south: parts.way === "S",
  };
}

export const secondOf = ({ column, row, south }: Lying): [number, number] => [column + (south ? 0 : 1), row + (south ? 1 : 0)];

/** A card in the middle of its two squares. */
export const middleOf = ({ column, row, south }: Lying): { x: number; y: number } => ({
  x: column + (south ? 0.5 : 1),
  y: row + (south ? 1 : 0.5),
});

/** Its halves in the order of a move's text, and how it lies: what all moves of a card turned like this begin and end with. */
export function turned(face: string, turn: number): { pair: string; way: "E" | "S" } {
  const [low, high] = [face[0]!, face[1]!];
  return { pair: turn < 2 ? low + high : high + low, way: turn % 2 ? "S" : "E" };
}

/** The moves of every card and turn, by `turned`. */
export function byTurn(moves: Move[]): Map<string, Move[]> {
  const sorted = new Map<string, Move[]>();
  for (const move of moves) {
    const key = `${move.parts.first}${move.parts.second}${move.parts.way}`;
    const there = sorted.get(key);
    if (there) there.push(move);
    else sorted.set(key, [move]);
  }
  return sorted;
}

const key = (column: number, row: number) => `${column},${row}`;

export function pipsOf(cards: Lying[]): Map<string, number> {
  const pips = new Map<string, number>();
  for (const card of cards) {
    pips.set(key(card.column, card.row), card.pips[0]);
    pips.set(key(...secondOf(card)), card.pips[1]);
  }
  return pips;
}

/** All lines of two squares and more through these cards, among all that lie there. */
export function runsOf(cards: Lying[], all: Lying[]): Run[] {
  const pips = pipsOf(all);
  const found = new Map<string, Run>();
  for (const card of cards)
    for (const [column, row] of [[card.column, card.row] as const, secondOf(card)])
      for (const south of [false, true]) {
        const [dx, dy] = south ? [0, 1] : [1, 0];
        let [x, y] = [column, row];
        while (pips.has(key(x - dx, y - dy))) [x, y] = [x - dx, y - dy];
        const run: Run = { column: x, row: y, south, squares: 0, sum: 0 };
        for (; pips.has(key(x, y)); [x, y] = [x + dx, y + dy]) {
          run.squares += 1;
          run.sum += pips.get(key(x, y))!;
        }
        if (run.squares > 1) found.set(`${run.column},${run.row},${south}`, run);
      }
  return [...found.values()];
}

/** What the cards cover, with so many squares around it. */
export function boxOf(cards: Lying[], around: number): Box {
  const box = { west: 0, north: 0, east: 1, south: 1 };
  for (const card of cards) {
    const [column, row] = secondOf(card);
    box.west = Math.min(box.west, card.column);
    box.north = Math.min(box.north, card.row);
    box.east = Math.max(box.east, column + 1);
    box.south = Math.max(box.south, row + 1);
  }
  return { west: box.west - around, north: box.north - around, east: box.east + around, south: box.south + around };
}

/** Every square that one of these moves would cover, once. */
export function covered(places: Lying[]): [number, number][] {
  const squares = new Map<string, [number, number]>();
  for (const place of places) {
    squares.set(key(place.column, place.row), [place.column, place.row]);
    squares.set(key(...secondOf(place)), secondOf(place));
  }
  return [...squares.values()];
}

/** The place nearest to a point, if it is near enough; `reach` in squares. */
export function nearestPlace(places: Lying[], x: number, y: number, reach = 0.9): Lying | null {
  let best: Lying | null = null;
  let least = reach;
  for (const place of places) {
    const middle = middleOf(place);
    const distance = Math.hypot(middle.x - x, middle.y - y);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** What one tries to lay at a point, be it legal or not. */
export function triedAt(pair: string, way: "E" | "S", x: number, y: number): string {
  const [column, row] = way === "E" ? [Math.round(x - 1), Math.floor(y)] : [Math.floor(x), Math.round(y - 1)];
  return `${pair}@${column + 0},${row + 0}${way}`;
}

/** Whether a point is within so many squares of a card. */
export const isNear = (cards: Lying[], x: number, y: number, reach: number): boolean =>
  cards.some((card) => {
    const middle = middleOf(card);
    return Math.hypot(middle.x - x, middle.y - y) < reach;
  });
