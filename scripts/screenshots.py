"""Pictures of the page, phone and desktop, light and dark: `python -m scripts.screenshots FOLDER [PART-OF-NAME …]`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scripts import page_fixtures
from scripts.chromium import chromium
from scripts.page_dev import page_server

SIZES = {"phone": (360, 740), "desk": (1280, 800)}
SCHEMES = ("light", "dark")


def gallery() -> list[str]:
    """The addresses of the gallery."""
    moments = sorted(path.stem for path in page_fixtures.TARGET.glob("*.json") if path.stem != "games")
    return ["/gallery/cards", *(f"/gallery/{name}" for name in moments)]


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium of this machine."""
    found = chromium()
    with sync_playwright() as playwright:
        shown = playwright.chromium.launch(executable_path=found.path, args=found.flags, env=found.env)
        yield shown
        shown.close()


def shoot(target: Path, wanted: list[str]) -> None:
    """Photographs every address whose name has one of the wanted parts."""
    target.mkdir(parents=True, exist_ok=True)
    with page_server() as home, browser() as shown:
        for address in gallery():
            name = address.strip("/").replace("/", "-").removeprefix("gallery-") or "home"
            if wanted and not any(part in name for part in wanted):
                continue
            for size, (width, height) in SIZES.items():
                for scheme in SCHEMES:
                    page = shown.new_page(
                        viewport={"width": width, "height": height},
                        color_scheme=scheme,  # type: ignore[arg-type]
                        reduced_motion="reduce",
                        locale="en",
                    )
                    page.goto(home + address, wait_until="networkidle")
                    page.screenshot(path=target / f"{name}-{size}-{scheme}.png", full_page=size == "phone")
                    page.close()
            print(name, flush=True)


if __name__ == "__main__":
    if not page_fixtures.TARGET.exists():
        page_fixtures.main()
    shoot(Path(sys.argv[1]), sys.argv[2:])
