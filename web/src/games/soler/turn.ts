/** What a turn of Solèr's Zero shows, read from the view and the moves. */

import { counted } from "../../lib/bag";
import type { SolerView } from "../../lib/views";
import type { Move } from "../contract";

/** A sum that may be announced with its chance, or has been (`by`). */
export interface Sum {
  sum: number;
  chance: number;
  by: number | null;
}

const SEEN = 0.005; // what rounds to one percent

export const bidOf = (text: string | null): number | null => (text ? Number(text.split(" ")[1]) : null);

/** Every sum that is offered or taken, rising; without `all` only from the first to the last that is likely or taken. */
export function sumsOf(view: SolerView, moves: Move[], all: boolean): Sum[] {
  const taken = view.bid.flatMap((bid, by) => (bid ? [{ sum: bidOf(bid)!, chance: 0, by }] : []));
  const offered = moves
    .filter((move) => move.parts.number !== undefined)
    .map((move) => ({ sum: Number(move.parts.number), chance: move.weigh.chance ?? 0, by: null }));
  const sums: Sum[] = [...taken, ...offered].sort((a, b) => a.sum - b.sum);
  if (all) return sums;
  const counts = (each: Sum) => each.by !== null || each.chance >= SEEN;
  return sums.slice(sums.findIndex(counts), sums.findLastIndex(counts) + 1);
}

/** How the cards turned up came out (SO-6 to SO-9): who took them, if anybody. */
export interface Outcome {
  sum: number;
  kind: "right" | "zero" | "zeros" | "nobody";
  seat: number | null;
}

export function outcomeOf(view: SolerView): Outcome | null {
  const turned = view.reveal.filter((face) => face !== null);
  if (!turned.length) return null;
  const sum = turned.reduce((total, face) => total + Number(face), 0);
  const right = view.bid.findIndex((bid) => bidOf(bid) === sum);
  if (right >= 0) return { sum, kind: "right", seat: right };
  const zeros = turned.filter((face) => face === "0").length;
  if (zeros === 1) return { sum, kind: "zero", seat: view.reveal.indexOf("0") };
  return { sum, kind: zeros ? "zeros" : "nobody", seat: null };
}

export type Phase = "lay" | "bid" | "safe" | "shown";

/** What the table is at: cards are laid, sums announced, sets made safe; or the deal is over. */
export function phaseOf(view: SolerView): Phase {
  if (view.standing !== "playing") return "shown";
  if (view.lays.length === view.seats) return "bid";
  return view.reveal[0] !== null && view.waiting.length === 1 && !view.lays.length && view.seats > 1 ? "safe" : "lay";
}

/** Cards of the hand with a key each: the same copy keeps its key. */
export function keyed(faces: string[]): { key: string; face: string; copy: number }[] {
  return counted(faces).flatMap(([face, count]) => Array.from({ length: count }, (_, copy) => ({ key: `${face}.${copy}`, face, copy })));
}

/** Whether all of `part` are among `faces`, copies counted. */
export function within(part: string[], faces: string[]): boolean {
  const left = [...faces];
  return part.every((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Cards of the pack that the reader can place nowhere: they lie hidden in the pile, or in hands. */
export function hiddenOf(view: SolerView, pack: string[]): [face: string, count: number][] {
  const placed = [view.hand, view.laid === null ? [] : [view.laid], view.under, ...view.safe, ...view.known.filter((_, seat) => seat !== view.seat)];
  const left = new Map(counted(pack));
  for (const face of placed.flat()) left.set(face, (left.get(face) ?? 0) - 1);
  return [...left];
}
