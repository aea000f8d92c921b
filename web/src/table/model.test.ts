import { expect, test } from "vitest";
import type { Game, TableEvent } from "../lib/protocol";
import { joined } from "../lib/log";
import { aroundOf, clauseAt, lastOf, partsOf, playersOf } from "./model";

const game = { game: "zero", parts: String.raw`(?P<act>knock)|(?P<lay>[A-Z][0-9])>(?P<take>[A-Z][0-9])` } as Game;

test("a move's text has its parts, matched whole", () => {
  expect(partsOf(game, "R7>B3")).toEqual({ lay: "R7", take: "B3" });
  expect(partsOf(game, "knock")).toEqual({ act: "knock" });
  expect(partsOf(game, "R7>B3 and more")).toEqual({});
});

test("the last move is the one after the last deal", () => {
  const deal = { at: 1, deal: "deal 1" };
  const move = { at: 2, seat: 1, move: "R7>B3" };
  expect(lastOf(game, [deal, move, { at: 3, what: "away" }])?.parts).toEqual({ lay: "R7", take: "B3" });
  expect(lastOf(game, [move, { at: 3, deal: "deal 2" }])).toBeNull();
});

test("the reader sits first, then clockwise", () => {
  const seat = { name: "x", kind: "person", level: null, here: true, away: false, left: false } as const;
  const event = { seats: [seat, seat, { ...seat, here: false }], thinking: [], clocks: [] } as unknown as TableEvent;
  const view = { waiting: [2], dealer: 0, total: [1, 2, 3] };
  const players = playersOf(event, { seat: 1, view } as unknown as TableEvent["hands"][0]);
  expect(aroundOf(players, 1).map((player) => player.seat)).toEqual([1, 2, 0]);
  expect(players.map((player) => [player.turn, player.absent, player.you])).toEqual([
    [false, false, false],
    [false, false, true],
    [true, true, false],
  ]);
});

test("log lines are joined once each", () => {
  const lines = [1, 2, 3].map((at) => ({ at }));
  const event = { log: [{ at: 3 }, { at: 4 }] } as TableEvent;
  expect(joined(lines, event).map((line) => line.at)).toEqual([1, 2, 3, 4]);
});

test("clauses have addresses", () => {
  expect(clauseAt("zero", "ZR-5")).toBe("/rules/zero#zr-5");
});
