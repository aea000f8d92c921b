/** It is your turn: said by the title, the icon and, if allowed, a notification to whoever looks elsewhere. */

import { settings } from "../lib/settings.svelte";
import { tell } from "../lib/words.svelte";

export function called(yours: () => boolean, game: () => string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')!;
  $effect(() => {
    const turn = yours();
    document.title = `${turn ? `● ${tell("status.yours")} – ` : ""}${game()} · Ludozero`;
    icon.href = turn ? "/icon-turn.svg" : "/icon.svg";
    return () => {
      icon.href = "/icon.svg";
    };
  });
  $effect(() => {
    if (yours() && settings.notify && document.visibilityState === "hidden") void notify(game());
  });
}

async function notify(game: string): Promise<void> {
  const options = { body: game, icon: "/icon.svg", tag: "turn" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(tell("status.yours"), options);
  else new Notification(tell("status.yours"), options);
}
