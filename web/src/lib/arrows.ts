/**
 * Arrow keys, Home and End walk through the buttons of a group: to the nearest one in the arrow's direction, or where none
 * lies there, to the next one in the row. Tab still goes through all of them.
 */

import type { Attachment } from "svelte/attachments";

/** Where an arrow leads: along which axis, which way. */
const WAYS: Record<string, ["x" | "y", 1 | -1]> = {
  ArrowLeft: ["x", -1],
  ArrowUp: ["y", -1],
  ArrowRight: ["x", 1],
  ArrowDown: ["y", 1],
};

interface Spot {
  x: number;
  y: number;
}

/** The buttons that are to be seen in an element. */
export const buttonsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>("button:not(:disabled)")].filter((button) => button.checkVisibility({ visibilityProperty: true }));

function middle(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The nearest spot that lies rather in that direction than across it; -1 for none. */
export function nearest(from: Spot, spots: Spot[], axis: "x" | "y", sign: 1 | -1): number {
  const across = axis === "x" ? "y" : "x";
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, i) => {
    const along = (spot[axis] - from[axis]) * sign;
    const aside = Math.abs(spot[across] - from[across]);
    if (along < 2 || (axis === "x" && aside > along)) return;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

export const arrows: Attachment<HTMLElement> = (group) => {
  function walk(event: KeyboardEvent): void {
    const buttons = buttonsIn(group);
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    let to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : at;
    if (way) {
      const spots = buttons.map(middle);
      to = nearest(spots[at]!, spots, ...way);
      if (to < 0) to = at + way[1];
    }
    if (to === at) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  }
  group.addEventListener("keydown", walk);
  return () => group.removeEventListener("keydown", walk);
};
