/** The cards that stand for a game wherever it introduces itself. */
export const FANS: Record<string, string[]> = {
  zero: ["R7", "Y7", "B3", "V7", "K7"],
  hero: ["R2~", "O4", "G0+", "T3", "V0!"],
  soler: ["-2", "0", "3", "-1", "2"],
  zatre: ["64", "35", "50", "26"],
};
