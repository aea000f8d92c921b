/**
 * What cards in hand are worth when no move tells, because it is somebody else's turn: what earlier moves told is
 * remembered, and if nothing did, the house's score pad is asked.
 */

import { ask } from "./api";

const spelt = (cards: string[]): string => cards.toSorted().join(" ");

export class Worth {
  private known = new Map<string, number>();
  private asked = new Set<string>();
  private answers = $state(0);

  /** `more`: what the score pad of the game wants to know besides the cards. */
  constructor(
    private readonly game: string,
    private readonly more: object = {},
  ) {}

  learn(cards: string[], points: number): void {
    this.known.set(spelt(cards), points);
  }

  of(cards: string[]): number | null {
    void this.answers;
    return this.known.get(spelt(cards)) ?? null;
  }

  /** Asks about these cards, once, unless it is known. */
  async wonder(cards: string[]): Promise<void> {
    const key = spelt(cards);
    if (!key || this.known.has(key) || this.asked.has(key)) return;
    this.asked.add(key);
    try {
      const { points } = await ask<{ points: number }>(`/api/score/${this.game}`, { cards: key, ...this.more });
      this.known.set(key, points);
      this.answers += 1;
    } catch {
      // not told now: the reader's next move tells
    }
  }
}
