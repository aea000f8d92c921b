/** A score pad for real cards: kept in this browser, every step can be taken back. */

import { keep, kept } from "./keep";

export interface Sheet {
  players: string[];
  /** Points by round, then by player; null where nothing is entered yet. */
  rounds: (number | null)[][];
}

/** A line of a score as the house's score pad tells it: the code of its sentence, and the arguments. */
export type PadLine = { code: string } & Record<string, unknown>;

const MOST_STEPS = 100;

export class Pad {
  sheet = $state.raw<Sheet>({ players: [], rounds: [] });
  past = $state.raw<Sheet[]>([]);

  constructor(private game: string, players: string[]) {
    this.sheet = { players, rounds: [players.map(() => null)] };
    try {
      const { sheet, past } = JSON.parse(kept(`pad.${game}`) ?? "") as { sheet: Sheet; past: Sheet[] };
      [this.sheet, this.past] = [sheet, past];
    } catch {
      // nothing was kept
    }
  }

  get totals(): number[] {
    return this.sheet.players.map((_, i) => this.sheet.rounds.reduce((sum, round) => sum + (round[i] ?? 0), 0));
  }

  /** Enters points; a full last round opens the next one. */
  enter(round: number, player: number, points: number | null): void {
    const rounds = this.sheet.rounds.map((row, i) => (i === round ? row.map((old, j) => (j === player ? points : old)) : row));
    if (rounds.at(-1)!.every((entry) => entry !== null)) rounds.push(this.sheet.players.map(() => null));
    this.step({ ...this.sheet, rounds });
  }

  name(player: number, name: string): void {
    this.step({ ...this.sheet, players: this.sheet.players.map((old, i) => (i === player ? name : old)) });
  }

  seat(count: number, called: (seat: number) => string): void {
    const fit = <T>(row: T[], fresh: (i: number) => T) => Array.from({ length: count }, (_, i) => row[i] ?? fresh(i));
    const rounds = this.sheet.rounds.map((row) => fit<number | null>(row, () => null));
    this.step({ players: fit(this.sheet.players, called), rounds });
  }

  clear(): void {
    this.step({ ...this.sheet, rounds: [this.sheet.players.map(() => null)] });
  }

  undo(): void {
    const sheet = this.past.at(-1);
    if (!sheet) return;
    this.past = this.past.slice(0, -1);
    this.sheet = sheet;
    this.save();
  }

  private step(sheet: Sheet): void {
    this.past = [...this.past, this.sheet].slice(-MOST_STEPS);
    this.sheet = sheet;
    this.save();
  }

  private save(): void {
    keep(`pad.${this.game}`, JSON.stringify({ sheet: this.sheet, past: this.past }));
  }
}
