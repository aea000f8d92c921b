import { expect, test } from "vitest";
import { fill, singular } from "./fill";

test("numbers follow the language", () => {
  const sentence = "{n, plural, one {# card} other {# cards}} of {name}";
  expect([0, 1, 2].map((n) => fill(sentence, { n, name: "x" }, "en"))).toEqual(["0 cards of x", "1 card of x", "2 cards of x"]);
  expect([0, 1, 2].map((n) => fill(sentence, { n, name: "x" }, "fr"))).toEqual(["0 card of x", "1 card of x", "2 cards of x"]);
  expect(fill("{missing}", {}, "de")).toBe("{missing}");
  expect(singular(-1, "de")).toBe(true);
});
