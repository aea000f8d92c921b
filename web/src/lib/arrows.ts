/** Arrow keys, Home and End walk through the buttons of a group; Tab still goes through all of them. */

import type { Attachment } from "svelte/attachments";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export const arrows: Attachment<HTMLElement> = (group) => {
  function walk(event: KeyboardEvent): void {
    const buttons = [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step ? at + step : at;
    if (to === at) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  }
  group.addEventListener("keydown", walk);
  return () => group.removeEventListener("keydown", walk);
};
