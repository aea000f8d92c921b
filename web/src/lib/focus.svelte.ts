/**
 * Focus is never lost when a change takes away what had it: it goes to where the same `data-id` lies now, else to the
 * button that came to the old one's place, else to the root.
 */

import { untrack } from "svelte";
import { buttonsIn } from "./arrows";

interface Held {
  element: HTMLElement;
  id: string | undefined;
  /** Among the buttons. */
  place: number;
}

/**
 * Watches `change()` from within a component; `root()` is what is watched and can itself be focused. When `stage()` is
 * another, most of what is there goes.
 */
export class Focus {
  private held: Held | null = null;

  constructor(
    private root: () => HTMLElement | undefined,
    change: () => unknown,
    stage: () => unknown,
  ) {
    let before = untrack(stage);
    $effect.pre(() => {
      change();
      untrack(() => {
        const now = stage();
        if (now === before) this.look();
        else this.release();
        before = now;
      });
    });
    $effect(() => {
      change();
      if (this.held) this.restore();
    });
  }

  /**
   * Before a change that may take away what has the focus: takes the focus from it, else the page would be laid out once
   * more in the middle of the change. Where the focus is to be seen it stays.
   */
  release(): void {
    this.look();
    if (!this.held?.element.matches(":focus-visible")) this.held?.element.blur();
  }

  /** Gives the focus back where the page is laid out anyway: what is seen, and so can have it, is known only then. */
  restore(): void {
    requestAnimationFrame(() => {
      const [root, held] = [this.root(), this.held];
      this.held = null;
      if (!root || !held || document.activeElement !== document.body) return; // it stayed, or somebody has taken it
      const { element, id, place } = held;
      const buttons = buttonsIn(root);
      const same = buttons.includes(element) ? element : id && root.querySelector<HTMLElement>(`button[data-id="${id}"]`);
      (same || buttons[Math.min(place, buttons.length - 1)] || root).focus();
    });
  }

  private look(): void {
    const root = this.root();
    const focused = document.activeElement;
    if (focused === document.body) return; // whatever is held is to have it again
    const inside = focused instanceof HTMLElement && focused !== root && root?.contains(focused);
    this.held = inside ? { element: focused, id: focused.dataset.id, place: buttonsIn(root!).indexOf(focused) } : null;
  }
}
