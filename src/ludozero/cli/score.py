"""The score pad's lines in sentences."""

from typing import Any

from ludozero.cli.speech import sentence


def breakdown(game: str, found: dict[str, Any], lang: str) -> list[str]:
    """How the points come about."""
    return [sentence(game, f"line.{line['code']}", line, lang) for line in found["lines"]]
