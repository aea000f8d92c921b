"""A target for coverage-guided fuzzing of the parsers: install atheris, then `python scripts/fuzz.py -runs=100000`."""

import sys

import atheris

with atheris.instrument_imports(include=["ludozero"]):
    from ludozero import Table, load, verify
    from ludozero.games import GAMES, rules
    from ludozero.table.errors import Refused

    TABLES = [Table(game, 3, seed=5) for game in GAMES]


def one_input(data: bytes) -> None:
    """The first byte says what the rest is thrown at."""
    if not data:
        return
    target, rest = data[0] % (len(GAMES) + 1), data[1:]
    try:
        if target == len(GAMES):
            verify(load(rest))
            return
        text = rest.decode("utf-8", "replace")
        table = TABLES[target]
        for m in rules(GAMES[target]).read(text):
            assert list(rules(GAMES[target]).read(rules(GAMES[target]).spell(m))) == [m]
        table.play(table.waiting[0], text)
        TABLES[target] = Table(GAMES[target], 3, seed=5)
    except Refused as wrong:
        assert str(wrong)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
