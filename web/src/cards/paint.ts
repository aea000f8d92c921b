/** The colours of the cards: the same letter is the same colour, symbol and pattern in every game. */

export interface Paint {
  fill: string;
  /** What is drawn on it. */
  ink: string;
  /** A shade of it, for the pattern. */
  shade: string;
}

const WHITE = "#ffffff";
const INK = "#17151f";

/** Told apart with every common colour deficiency; tests/browser/test_colours.py compares every pair. */
export const PAINT: Record<string, Paint> = {
  R: { fill: "#c8201a", ink: WHITE, shade: "#b01611" },
  O: { fill: "#ee9530", ink: INK, shade: "#e08318" },
  Y: { fill: "#ffe347", ink: INK, shade: "#f3d321" },
  G: { fill: "#137b5f", ink: WHITE, shade: "#0c6b51" },
  T: { fill: "#7fe3cd", ink: INK, shade: "#66d3bb" },
  B: { fill: "#3590ec", ink: WHITE, shade: "#2381e0" },
  V: { fill: "#5a1c9c", ink: WHITE, shade: "#4c1388" },
  S: { fill: "#b8b6be", ink: INK, shade: "#a7a5ae" },
  K: { fill: "#1f2030", ink: WHITE, shade: "#33354a" },
};

/** Solèr's values: cold below zero, warm above, paper at zero; the further away, the stronger. */
export const VALUE_PAINT: Record<string, Paint> = {
  "-3": { fill: "#3b1d78", ink: WHITE, shade: "#2f1464" },
  "-2": { fill: "#2a5fc0", ink: WHITE, shade: "#2052ae" },
  "-1": { fill: "#9cc9f2", ink: INK, shade: "#85b9e8" },
  "0": { fill: "#fbf8f1", ink: INK, shade: "#ece6d8" },
  "1": { fill: "#ffdf7e", ink: INK, shade: "#f6cf5c" },
  "2": { fill: "#ef8a32", ink: INK, shade: "#e27a1d" },
  "3": { fill: "#b3261e", ink: WHITE, shade: "#9c1a13" },
};

/** Zatre's pips. */
export const PIP_PAINT = ["#fbf8f1", "#ffe9a8", "#ffd0a1", "#f7b0a6", "#d9b6ea", "#b3c9f5", "#a9dfcf"];

/** Outlines in a box of 100 × 100. */
export const SYMBOLS: Record<string, string> = {
  R: "M50 92C22 70 5 52 5 31A23 23 0 0 1 50 24A23 23 0 0 1 95 31C95 52 78 70 50 92Z",
  O: "M35 6H65V35H94V65H65V94H35V65H6V35H35Z",
  Y: "M50 3L61.8 35.8 96.6 36.9 69 58.2 78.8 91.7 50 72 21.2 91.7 31 58.2 3.4 36.9 38.2 35.8Z",
  G: "M50 5A21 21 0 0 1 65.5 40.5A21 21 0 1 1 57 72Q58 86 66 95H34Q42 86 43 72A21 21 0 1 1 34.5 40.5A21 21 0 0 1 50 5Z",
  T: "M50 3C58 22 82 44 82 65A32 32 0 0 1 18 65C18 44 42 22 50 3Z",
  B: "M50 2L88 50 50 98 12 50Z",
  V: "M50 8L97 90H3Z",
  S: "M13 13H87V87H13Z",
  K: "M66 7A46 46 0 1 0 95 66A37 37 0 0 1 66 7Z",
};

/** Digits drawn with a round pen in a box of 60 × 100, and the two signs. */
export const DIGITS: Record<string, string> = {
  "0": "M30 9A21 21 0 0 1 51 30V70A21 21 0 0 1 9 70V30A21 21 0 0 1 30 9Z",
  "1": "M13 27L34 10V91",
  "2": "M10 31A20.5 21.5 0 0 1 51 30C51 52 12 66 10 91H52",
  "3": "M11 23A19.5 19.5 0 1 1 31 48.5M31 48.5A21.5 21.5 0 1 1 9 76",
  "4": "M42 91V9L8 67H54",
  "5": "M48 9H16L12 46A22.5 23.5 0 1 1 9 78",
  "6": "M43 10C22 22 9 44 9 69A21 21.5 0 1 0 51 69A21 21.5 0 0 0 12 60",
  "7": "M9 9H51C38 32 27 58 24 91",
  "8": "M30 9A18.5 19.5 0 1 1 30 48A18.5 19.5 0 1 1 30 9ZM30 48A21 21.5 0 1 1 30 91A21 21.5 0 1 1 30 48Z",
  "9": "M48 40A21 21.5 0 1 1 51 31C51 56 38 78 17 90",
  "+": "M30 28V72M8 50H52",
  "-": "M8 50H52",
};
