/** How this reader likes the page: kept in this browser only. */

import { keep, kept } from "./keep";

export type Theme = "auto" | "light" | "dark";
export const THEMES: Theme[] = ["auto", "light", "dark"];

const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  theme = $state<Theme>((kept("theme") as Theme | null) ?? "auto");
  confirm = $state(kept("confirm") === "yes");
  plain = $state(kept("plain") === "yes");
  still = $state(calm.matches);
  notify = $state(kept("notify") === "yes");
  /** Browsers notify only over HTTPS or on the same machine. */
  readonly canNotify = isSecureContext && "Notification" in globalThis;

  constructor() {
    calm.addEventListener("change", () => (this.still = calm.matches));
    this.paint();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme === "auto" ? null : theme);
    this.paint();
  }

  /** `confirm`: a second tap before a move is made. `plain`: the plain table in every game. */
  turn(name: "confirm" | "plain", on: boolean): void {
    this[name] = on;
    keep(name, on ? "yes" : null);
  }

  /** Asks the browser whether it may notify. */
  async ring(on: boolean): Promise<void> {
    this.notify = on && (await Notification.requestPermission()) === "granted";
    keep("notify", this.notify ? "yes" : null);
  }

  private paint(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const settings = new Settings();
