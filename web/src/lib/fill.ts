/** As much of ICU's format as three languages need; src/ludozero/words/__init__.py does the same, and a test compares. */

export const LANGUAGES = ["fr", "en", "de"] as const;
export type Lang = (typeof LANGUAGES)[number];
export type Args = Record<string, unknown>;

const PLURAL = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;
const NAME = /\{(\w+)\}/g;

/** French counts 0 and 1 as one thing, English and German only 1. */
export function singular(number: number, lang: Lang): boolean {
  return lang === "fr" ? Math.abs(number) < 2 : Math.abs(number) === 1;
}

/** `{name}` and `{name, plural, one {# card} other {# cards}}`. */
export function fill(sentence: string, args: Args, lang: Lang): string {
  return sentence
    .replace(PLURAL, (_, name: string, one: string, other: string) => {
      const number = Number(args[name] ?? 0);
      return (singular(number, lang) ? one : other).replaceAll("#", String(number));
    })
    .replace(NAME, (whole, name: string) => (name in args ? String(args[name]) : whole));
}
