"""The seven colours of a game can be told apart with common colour deficiencies, and their symbols without colour."""

import json
import subprocess
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from playwright.sync_api import Page
from scripts.node import node

PAINT = (Path(__file__).resolve().parents[2] / "web" / "src" / "cards" / "paint.ts").as_uri()
Colour = npt.NDArray[np.float64]

# Machado, Oliveira, Fernandes (2009), severity 1, on linear RGB.
SIGHT: dict[str, Colour] = {
    "all": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    "no blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]
    ),
}
GAMES = {"zero": "RYGBVSK", "hero": "ROYGTBV"}
APART = 0.1  # in OKLab; 0.02 is just seen side by side
LARGE_TEXT = 3.0  # WCAG AA for large text and pictures


@cache
def paint() -> dict[str, Any]:
    """What the page paints with."""
    program = f"const p = await import({json.dumps(PAINT)}); process.stdout.write(JSON.stringify(p))"
    ran = subprocess.run([node(), "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def linear(colour: str) -> Colour:
    part = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def oklab(light: Colour) -> Colour:
    """Björn Ottosson's OKLab, where equal distances look about equal."""
    cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    axes = [
        [0.2104542553, 0.793617785, -0.0040720468],
        [1.9779984951, -2.428592205, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.808675766],
    ]
    seen: Colour = np.array(axes) @ np.cbrt(np.array(cones) @ np.clip(light, 0, 1))
    return seen


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(np.dot([0.2126, 0.7152, 0.0722], linear(colour))) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("game", GAMES)
def test_every_pair_of_colours_is_apart(game: str, sight: str) -> None:
    colours = {letter: oklab(SIGHT[sight] @ linear(paint()["PAINT"][letter]["fill"])) for letter in GAMES[game]}
    for one, other in combinations(colours, 2):
        assert np.linalg.norm(colours[one] - colours[other]) > APART, (one, other)


def test_what_is_drawn_on_a_card_can_be_read() -> None:
    told = paint()
    for face, used in {**told["PAINT"], **told["VALUE_PAINT"]}.items():
        assert contrast(used["fill"], used["ink"]) >= LARGE_TEXT, face
        assert contrast(used["shade"], used["ink"]) >= LARGE_TEXT, face


INSIDE = """path => {
  const outline = new Path2D(path), pen = document.createElement("canvas").getContext("2d");
  return Array.from({length: 10000}, (_, i) => pen.isPointInPath(outline, i % 100 + .5, Math.floor(i / 100) + .5));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_symbols_alone_suffice(game: str, blank: Page) -> None:
    """Without colour: the outlines of every pair, laid over each other, differ by more than a fifth of their area."""
    outlines = paint()["SYMBOLS"]
    shapes = {letter: np.array(blank.evaluate(INSIDE, outlines[letter])) for letter in GAMES[game]}
    for one, other in combinations(shapes, 2):
        common, whole = shapes[one] & shapes[other], shapes[one] | shapes[other]
        assert 500 < common.sum() < 0.8 * whole.sum(), (one, other)
