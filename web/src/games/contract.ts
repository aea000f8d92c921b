/** What a game's table is given. It knows no rules: everything it may offer is in `moves`, everything it shows in `view`. */

import type { Game, Line } from "../lib/protocol";
import type { View } from "../lib/views";

/** A legal move: its text, the parts of the text by name, what the mover could compute of it by name. */
export interface Move {
  text: string;
  parts: Record<string, string>;
  weigh: Record<string, number>;
}

/** Who sits at a seat, as the reader sees them. */
export interface Player {
  seat: number;
  name: string;
  you: boolean;
  kind: "person" | "bot" | "open";
  /** How strong a bot is. */
  level: string | null;
  /** May move now. */
  turn: boolean;
  /** A bot is at work. */
  thinking: boolean;
  /** Nobody's page is open, or a bot stands in. */
  absent: boolean;
  dealer: boolean;
  /** Seconds left, or null where no clock runs. */
  clock: number | null;
  total: number;
}

export interface TableProps<V extends View = View> {
  game: Game;
  view: V;
  /** Legal moves of the reader now; empty when it is not their turn. */
  moves: Move[];
  /** By seat. */
  players: Player[];
  /** The same, the reader (or seat 0) first, then clockwise. */
  around: Player[];
  /** What the last line of the log did, for marking it. */
  last: { seat: number; parts: Record<string, string>; text: string } | null;
  /** What is known here of the log; after a long absence not all of it. */
  log: Line[];
  /**
   * Plays a move by its text. A text that is no legal move is refused by the server with its reason and clause, which the
   * frame shows: so everything that looks as if it could be done can be tried, and nothing needs to be disabled.
   */
  pick: (text: string) => void;
  /** A move is on its way. What is picked meanwhile goes nowhere; a disabled button would only lose the focus. */
  busy: boolean;
}
