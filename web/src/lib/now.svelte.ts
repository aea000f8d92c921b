/** The time, for what runs out: moves on only while somebody looks. */

export class Ticker {
  now = $state(performance.now());

  /** Ticks from within a component, while `running()`. */
  constructor(running: () => boolean) {
    $effect(() => {
      if (!running()) return;
      this.now = performance.now();
      const timer = setInterval(() => (this.now = performance.now()), 500);
      return () => clearInterval(timer);
    });
  }

  /** What is left of some seconds that were told at a moment. */
  left(seconds: number, heard: number): number {
    return Math.max(0, seconds - Math.max(0, this.now - heard) / 1000);
  }
}
