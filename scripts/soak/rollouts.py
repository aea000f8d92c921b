"""Rollouts a second, and what they spend their time with."""

from ludozero.games import GAMES
from ludozero.lab.rollouts import rollouts as measured
from scripts.soak.plan import Found, Plan, Row

SEATS = {"zero": 4, "hero": 3, "soler": 3, "zatre": 2}


def rollouts(_: Plan) -> Found:
    """Rollouts a second of one core, in processor time; then what the steps of a rollout take, in microseconds, at
    positions from games of simple bots. A world is guessed; then for each move the mover looks, the policy chooses, the
    move is made. `a move of it` is all of that, on average over deals played to their end; a bot may stop before.
    `choosing, %` is the policy's part of looking, choosing and moving.
    """
    rows: list[Row] = []
    for game in GAMES:
        for spec in ("flat:100ms", "expert:100ms"):
            found = measured(game, SEATS[game], spec)
            row = {
                "game": game,
                "seats": SEATS[game],
                "bot": spec.partition(":")[0],
                "rollouts a second": round(found["rollouts_per_second"]),
                "moves of a deal played on": round(found["moves"], 1),
                "a move of it, µs": round(found["running"], 3),
            }
            row |= {
                f"{step}, µs": round(found[step], 3) for step in ("guessing", "copying", "seeing", "choosing", "moving")
            }
            three = found["seeing"] + found["choosing"] + found["moving"]
            rows.append(row | {"choosing, %": round(100 * found["choosing"] / three)})
            print(f"  {game} {spec}", flush=True)
    return rows, []
