/**
 * Focus is never lost when a change takes away what had it: it goes to where the same `data-id` lies now, else to the
 * button that came to the old one's place, else to the root.
 */

import { untrack } from "svelte";
import { buttonsIn } from "./arrows";

/** Watches `change()` from within a component; `root()` is what is watched and can itself be focused. */
export function holdFocus(root: () => HTMLElement | undefined, change: () => unknown): void {
  let id: string | undefined;
  let place = -1;
  $effect.pre(() => {
    change();
    const element = untrack(root);
    const focused = document.activeElement as HTMLElement | null;
    const inside = element && focused && focused !== element && element.contains(focused);
    id = inside ? focused.dataset.id : undefined;
    place = inside ? buttonsIn(element).indexOf(focused) : -1;
  });
  $effect(() => {
    change();
    const element = untrack(root);
    if (!element || place < 0) return;
    const [wanted, nth] = [id, place];
    requestAnimationFrame(() => {
      // where the page is laid out anyway: what is seen, and so can have the focus, is known only then
      if (document.activeElement !== document.body) return; // it stayed, or somebody has taken it
      const same = wanted && element.querySelector<HTMLElement>(`button[data-id="${wanted}"]`);
      const left = buttonsIn(element);
      (same || left[Math.min(nth, left.length - 1)] || element).focus();
    });
  });
}
