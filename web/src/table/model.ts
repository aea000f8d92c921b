/** From an event to what a table is given. */

import { nameOf } from "../cards/name";
import type { Move, Player, TableProps } from "../games/contract";
import type { Game, HandInfo, Line, Refusal, TableEvent } from "../lib/protocol";
import { change, knows, number, say, share, tell } from "../lib/words.svelte";

const patterns = new Map<string, RegExp>();

/** The parts of a move's text by name; without parts, it is one text. */
export function partsOf(game: Game, text: string): Record<string, string> {
  let pattern = patterns.get(game.parts);
  if (!pattern) {
    pattern = new RegExp(`^(?:${game.parts.replaceAll("(?P<", "(?<")})$`);
    patterns.set(game.parts, pattern);
  }
  const groups = pattern.exec(text)?.groups ?? {};
  return Object.fromEntries(Object.entries(groups).filter(([, part]) => part !== undefined)) as Record<string, string>;
}

export function movesOf(game: Game, hand: HandInfo): Move[] {
  return hand.moves.map(([text, ...weights]) => ({
    text,
    parts: partsOf(game, text),
    weigh: Object.fromEntries(game.weighs.map((name, i) => [name, weights[i] ?? 0])),
  }));
}

const BOTS = ["Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Irma", "Jakob"];

/** A seat's name as the reader hears it; a bot has the name of its seat, or the next that nobody has here. */
export function whoIs(event: TableEvent, seat: number, me: number | null): string {
  if (seat === me) return tell("seat.you");
  const { name, level } = event.seats[seat]!;
  if (name) return name;
  return level ? botOf(event.seats, seat) : tell("seat.number", { seat: seat + 1 });
}

export function botOf(seats: { name: string | null }[], seat: number): string {
  const taken = seats.map(({ name }) => name);
  return BOTS.filter((name) => !taken.includes(name))[seat]!;
}

export function playersOf(event: TableEvent, hand: HandInfo): Player[] {
  const view = hand.view;
  return event.seats.map((info, seat) => ({
    seat,
    name: whoIs(event, seat, hand.seat),
    you: seat === hand.seat,
    kind: info.kind,
    level: info.level,
    turn: view.waiting.includes(seat),
    thinking: event.thinking.includes(seat),
    absent: info.kind === "person" && seat !== hand.seat && (info.away || info.left || !info.here),
    dealer: view.dealer === seat,
    clock: event.clocks[seat] ?? null,
    total: view.total[seat] ?? 0,
  }));
}

/** The reader first, then clockwise. */
export function aroundOf(players: Player[], me: number | null): Player[] {
  const first = me ?? 0;
  return players.map((_, i) => players[(first + i) % players.length]!);
}

/** A move in words, as one would say what to do; its text where a game has no words for it. */
export function inWords(game: Game, text: string, who: (seat: number) => string): string {
  const { act, ...parts } = partsOf(game, text);
  const key = ["do", ...(act ? [act] : []), ...Object.keys(parts)].join(".");
  if (!knows(game.game, key)) return text;
  const faces = (part: string) => part.split(" ").map((face) => (game.faces.includes(face) ? nameOf(game.game, face) : face));
  const named = (name: string, part: string) => {
    if (name === "seat") return who(Number(part));
    return knows(game.game, `part.${name}.${part}`) ? say(game.game, `part.${name}.${part}`) : faces(part).join(", ");
  };
  return say(game.game, key, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, named(name, part)])));
}

const UNSAID = ["made", "sat", "bot", "freed", "setup", "go"];

/** What a line of the log says, or nothing for what goes without saying. */
export function told(event: TableEvent, game: Game, line: Line, me: number | null): string {
  const who = line.seat === undefined ? "" : whoIs(event, line.seat, me);
  if (line.what !== undefined) {
    if (UNSAID.includes(line.what)) return "";
    return say("server", `log.${line.what}`, { ...line, name: line.name || who, seat: (line.seat ?? 0) + 1 });
  }
  if (line.move !== undefined) {
    const said = tell("log.move", { who, move: inWords(game, line.move, (seat) => whoIs(event, seat, me)) });
    return line.by ? tell("log.by", { said, by: line.by }) : said;
  }
  if (line.deal !== undefined) {
    const [kind, number] = line.deal.split(" ");
    return tell(kind === "deal" ? "log.deal" : "log.aside", { number });
  }
  if (line.undo !== undefined) return tell("log.undo");
  if (line.timeout !== undefined) return tell("log.timeout", { who: whoIs(event, line.timeout, me) });
  if (line.agree !== undefined) return tell(`log.agree.${line.agree}`);
  return line.close === undefined ? "" : tell("log.close");
}

/** The last move that was made, for marking it. */
export function lastOf(game: Game, log: Line[]): TableProps["last"] {
  const line = log.findLast((entry) => entry.what === undefined && (entry.move !== undefined || entry.deal !== undefined));
  if (line?.move === undefined) return null;
  return { seat: line.seat!, text: line.move, parts: partsOf(game, line.move) };
}

/** A refusal in a sentence. */
export function whyNot(refusal: Refusal): string {
  const args = { ...refusal.args };
  if (args.because) args.because = whyNot(args.because as Refusal);
  return say(refusal.room || "common", `why.${refusal.code}`, args);
}

/** Where a clause stands: `ZR-5` is at `/rules/zero#zr-5`. */
export const clauseAt = (game: string, clause: string): string => `/rules/${game}#${clause.toLowerCase()}`;

const SHARES = ["chance"];
const CHANGES = ["change", "theirs"];

/** All that is not 0 of what a move weighs. */
export function weighed(game: Game, move: Move): string {
  return Object.entries(move.weigh)
    .filter(([, weight]) => weight)
    .map(([name, weight]) => {
      const figure = SHARES.includes(name) ? share(weight) : CHANGES.includes(name) ? change(weight) : number(weight);
      return `${say(game.game, `weigh.${name}`)} ${figure}`;
    })
    .join(" · ");
}

/** A line of a score, its colour and its cards by name. */
export function scoreLine(game: string, code: string, args: Record<string, unknown>): string {
  const said = Object.entries(args).map(([name, value]) => {
    if (name === "colour") return [name, say(game, `colour.${value}`)];
    return [name, typeof value === "string" && name === "card" ? nameOf(game, value) : value];
  });
  return say(game, `line.${code}`, Object.fromEntries(said));
}
