/** What the server says (docs/protocol.md). */

import type { View } from "./views";

export interface Game {
  game: string;
  rules: number;
  seats: number[];
  lowest_wins: boolean;
  options: Option[];
  pack: { name: string; cards: string[]; open: boolean };
  faces: string[];
  weighs: string[];
  /** A move's text, matched whole; its named groups are the move's parts. */
  parts: string;
  /** How each field of the view is shown: axes (`seats`, `list`), then what a value is (`card`, `bag`, `number` …). */
  shown: Record<string, string>;
}

export interface Option {
  option: string;
  values: string[] | { from: number; to: number };
  default: string | number;
}

export interface Level {
  level: string;
  seconds: number;
  usual?: boolean;
}

export interface SeatInfo {
  name: string;
  kind: "person" | "bot" | "open";
  level: string | null;
  here: boolean;
  away: boolean;
  left: boolean;
  ready: boolean;
  agrees: "deal" | "game" | null;
}

export interface HandInfo {
  seat: number | null;
  turn: number | null;
  view: View;
  moves: [string, ...number[]][];
}

/** A line of the log: something of the game; or, if it has `what`, something of the house. */
export interface Line {
  at: number;
  seat?: number;
  move?: string;
  by?: string;
  deal?: string;
  undo?: number;
  timeout?: number;
  agree?: string;
  close?: string;
  what?: string;
  name?: string;
  level?: string;
}

export interface Setup {
  seats: number;
  options: Record<string, string | number>;
  clock: number | null;
  absence: "wait" | "bot";
  visibility: "link" | "open" | "private";
  seating: "random" | "as-is";
}

export interface Result {
  deals: number[][];
  scores: number[];
  winners: number[];
  reason: string;
}

export interface TableEvent {
  table: string;
  at: number;
  game: string;
  phase: "setup" | "playing" | "over";
  known: boolean;
  seats: SeatInfo[];
  yours: { seats: number[]; host: boolean; key: string | null };
  can: string[];
  hands: HandInfo[];
  log: Line[];
  since: number;
  clocks: (number | null)[];
  go_in: number | null;
  paused: number | null;
  ending: { whole: boolean; agreed: number[] } | null;
  thinking: number[];
  setup: Setup;
  commitment: string | null;
  next: string | null;
  result: Result | null;
}

/** A table in a list of tables. */
export interface CardOfTable {
  table: string;
  game: string;
  phase: TableEvent["phase"];
  seats: SeatInfo[];
  options: Record<string, string | number>;
  clock: number | null;
  at: number;
  your_turn: boolean;
}

export interface Refusal {
  code: string;
  clause: string;
  args: Record<string, unknown>;
  room: string;
}
