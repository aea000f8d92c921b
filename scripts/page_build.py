"""Builds the page if its sources have changed: `python -m scripts.page_build`, as installing the package does."""

import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOME))

from hatch_build import Page  # noqa: E402


def build() -> None:
    """The same as the build hook does."""
    Page(HOME).build()


def build_gallery(target: Path) -> None:
    """The page with its gallery and real moments of real games."""
    from scripts import page_fixtures

    if not page_fixtures.TARGET.exists():
        page_fixtures.main()
    Page(HOME).build_gallery(target)


if __name__ == "__main__":
    build()
