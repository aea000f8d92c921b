"""A bot for Ludozero that needs nothing but Python: the move that looks best at once (docs/bring-your-own-bot.md)."""

import json
import sys

WORTH = {  # by game: what a move is worth, from what `weigh` tells of it
    "zero": lambda gain: 100 * gain["zero"] - gain["points"],
    "hero": lambda gain: gain["change"] - gain["theirs"],
    "soler": lambda gain: gain["points"] + gain["chance"],
    "zatre": lambda gain: gain["points"],
}


def best(game, moves, weigh):
    """The move of the most worth; of equals a knock, so that games end."""
    worth = WORTH.get(game, lambda _: 0)
    return max(moves, key=lambda move: (worth(weigh[move]), move == "knock"))


def main():
    game = ""
    for line in sys.stdin:  # ends when Ludozero closes it
        question = json.loads(line)
        answer = {"id": question["id"]}
        if question["type"] == "hello":
            game = question["game"]
            answer |= {"name": "Line bot", "weigh": True}
        elif question["type"] == "decide":
            answer["move"] = best(game, question["moves"], question["weigh"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
