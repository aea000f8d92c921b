"""Lines in an SVG: as much as a report needs."""

from collections.abc import Mapping, Sequence
from html import escape
from math import log10
from pathlib import Path
from typing import TypeAlias

Points: TypeAlias = Sequence[tuple[float, float]]
WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 60, 170, 24, 44
INKS = ("#0b6e99", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#be123c", "#334155", "#0f766e")
STYLE = "text{font:12px system-ui,sans-serif;fill:#555}path{fill:none;stroke-width:2}.grid{stroke:#8884;stroke-width:1}"


def plot(file: Path, title: str, across: str, up: str, lines: Mapping[str, Points], *, log_up: bool = False) -> None:
    """Writes the lines, named at the side."""
    xs = [x for points in lines.values() for x, _ in points]
    ys = [y for points in lines.values() for _, y in points if y > 0 or not log_up]
    low, high = (10 ** int(log10(min(ys))), max(ys)) if log_up else (0.0, max(ys) * 1.05)
    left, right = min(xs), max(xs)

    def at(x: float, y: float) -> str:
        share = log10(max(y, low) / low) / log10(high / low) if log_up else (y - low) / (high - low)
        across = LEFT + (x - left) / (right - left) * (WIDTH - LEFT - RIGHT)
        return f"{across:.1f},{HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{STYLE}</style>',
        f'<text x="{LEFT}" y="14">{escape(title)}</text>',
        f'<text x="{LEFT}" y="{HEIGHT - 8}">{escape(across)} →   ↑ {escape(up)}</text>',
    ]
    for y in marks(low, high, log_up):
        begin, end = at(left, y), at(right, y)
        parts.append(f'<path class="grid" d="M{begin}L{end}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{float(begin.split(",")[1]) + 4}" text-anchor="end">{y:g}</text>')
    foot = HEIGHT - BOTTOM + 16
    for x in marks(left, right, False):
        place = at(x, low).split(",")[0]
        parts.append(f'<text x="{place}" y="{foot}" text-anchor="middle">{x:g}</text>')
    for i, (name, points) in enumerate(lines.items()):
        ink = INKS[i % len(INKS)]
        parts.append(f'<path stroke="{ink}" d="M{"L".join(at(x, y) for x, y in points)}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 12 + 18 * i}" style="fill:{ink}">{escape(name)}</text>')
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*parts, "</svg>", ""]), "utf-8")


def marks(low: float, high: float, log: bool) -> list[float]:
    """Round numbers from low to high."""
    if log:
        return [10.0**power for power in range(-3, 9) if low <= 10.0**power <= high]
    step = 10.0 ** int(log10(max(high - low, 1e-9)))
    while (high - low) / step < 4:
        step /= 2
    first = int(low / step) + (low > 0)
    return [round(k * step, 6) for k in range(first, int(high / step) + 1)]
