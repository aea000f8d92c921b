"""How the searching bots imagine that everybody plays: quick, sensible, and fitted to what such play leads to.

A module of the dialect for each game, a policy (bots/policy.py) and more: what a position is worth, where to stop, and
which guesses to believe. The tables are printed by `python -m scripts.fit GAME`.
"""
