"""`python -m ludozero.server.warm` puts the machine code of all games on the disk and ends."""

import os

from ludozero.fast.apart import end_with_parent
from ludozero.games import GAMES
from ludozero.server.kernels import pieces

if __name__ == "__main__":
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(10)
    for game in GAMES:
        for piece in pieces(game):
            piece()
