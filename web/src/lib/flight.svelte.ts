/**
 * What moved is seen moving. Elements with the same `data-id` before and after a change fly from the old place to the new
 * one; one that is new and has `data-from` comes from the element whose `data-place` has that name. Only transform and
 * opacity are animated, nothing waits for it, and with reduced motion nothing flies.
 */

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

type Places = Map<string, DOMRect>;
const MOST = 24; // more at once is a new deal, not a move

function places(root: Element, attribute: "id" | "place"): Places {
  const found: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>(`[data-${attribute}]`))
    found.set(element.dataset[attribute]!, element.getBoundingClientRect());
  return found;
}

/** Watches `change()` from within a component; `root()` is what is watched. */
export function flights(root: () => HTMLElement | undefined, change: () => unknown): void {
  let before: Places | null = null;
  $effect.pre(() => {
    change();
    const element = untrack(root);
    before = element && !untrack(() => settings.still) ? places(element, "id") : null;
  });
  $effect(() => {
    change();
    const [element, from] = [untrack(root), before];
    if (!element || !from) return;
    const frame = requestAnimationFrame(() => fly(element, from)); // where the page is laid out anyway
    return () => cancelAnimationFrame(frame);
  });
}

function fly(root: HTMLElement, before: Places): void {
  const anchors = places(root, "place");
  const moves: [HTMLElement, number, number, number][] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    const from = before.get(element.dataset.id!) ?? anchors.get(element.dataset.from ?? "");
    if (!from) continue;
    const to = element.getBoundingClientRect();
    const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
    if (Math.abs(x) + Math.abs(y) > 4) moves.push([element, x, y, to.width ? Math.min(from.width / to.width, 3) : 1]);
  }
  if (moves.length > MOST) return;
  for (const [element, x, y, scale] of moves) {
    const path = [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }];
    const flight = element.animate(path, { duration: 320, easing: "cubic-bezier(.2,.8,.3,1)" });
    element.style.zIndex = "5"; // above all else, but not animated: then the compositor would not take the flight
    flight.onfinish = flight.oncancel = () => (element.style.zIndex = "");
  }
}
