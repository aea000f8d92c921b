/** Sentences from the one catalogue, in the reader's language. A room is a game, `common`, `server` or `web`. */

import { fill, LANGUAGES, type Args, type Lang } from "./fill";
import { keep, kept } from "./keep";

type Catalogue = Record<string, Record<string, string>>;

export const reader = $state<{ lang: Lang }>({ lang: "en" });
let catalogues = $state.raw<Partial<Record<Lang, Catalogue>>>({});

/** Chosen before, else the browser's first language that we speak. */
export function preferred(): Lang {
  const wishes = [kept("lang"), ...navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase())];
  return (wishes.find((wish) => LANGUAGES.includes(wish as Lang)) as Lang | undefined) ?? "en";
}

/** Everything is said in another language from now on. */
export async function speak(lang: Lang, remember = true): Promise<void> {
  if (!catalogues[lang]) {
    const answer = await fetch(`/words/${lang}.json`);
    catalogues = { ...catalogues, [lang]: (await answer.json()) as Catalogue };
  }
  reader.lang = lang;
  document.documentElement.lang = lang;
  if (remember) keep("lang", lang);
}

function found(room: string, key: string): string | undefined {
  const catalogue = catalogues[reader.lang];
  return catalogue?.[room]?.[key] ?? catalogue?.common?.[key];
}

/** Whether there is such a sentence. */
export const knows = (room: string, key: string): boolean => found(room, key) !== undefined;

/** The sentence of a key, from the room's catalogue or else from the common one; the key itself if none has it. */
export function say(room: string, key: string, args: Args = {}): string {
  const sentence = found(room, key);
  return sentence === undefined ? key : fill(sentence, args, reader.lang);
}

/** What the page itself says. */
export const tell = (key: string, args: Args = {}): string => say("web", key, args);

/** A number as the reader writes it. */
export const number = (value: number, digits = 2): string =>
  new Intl.NumberFormat(reader.lang, { maximumFractionDigits: digits }).format(value);

/** A change: with its sign. */
export const change = (value: number, digits = 2): string =>
  new Intl.NumberFormat(reader.lang, { maximumFractionDigits: digits, signDisplay: "exceptZero" }).format(value);

/** A share, 0 to 1, in percent. */
export const share = (value: number): string =>
  new Intl.NumberFormat(reader.lang, { style: "percent", maximumFractionDigits: 0 }).format(value);

/** Names in a row: “a, b and c”. */
export const together = (names: string[]): string => new Intl.ListFormat(reader.lang).format(names);
