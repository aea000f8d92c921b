"""Pictures of the page, phone and desktop, light and dark: `python -m scripts.screenshots FOLDER [PART-OF-NAME …]`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.server.served import Served, settings_for, sqlite

from scripts.chromium import chromium
from scripts.page_build import build_gallery
from scripts.page_fixtures import TARGET as MOMENTS

SIZES = {"phone": (360, 740), "desk": (1280, 800)}
SCHEMES = ("light", "dark")
PAGES = [
    *("/", "/gallery/cards", "/nowhere"),
    *(f"/{room}/{game}" for room in ("new", "rules", "pad") for game in ("zero", "hero", "soler", "zatre")),
]


def addresses() -> dict[str, str]:
    """Every address by the name of its picture."""
    moments = sorted(path.stem for path in MOMENTS.glob("*.json") if path.stem != "games")
    every = [*PAGES, *(f"/gallery/{name}" for name in moments)]
    return {address.strip("/").removeprefix("gallery/").replace("/", "-") or "home": address for address in every}


def shoot(browser: Browser, home: str, target: Path, wanted: list[str]) -> None:
    """Photographs every address whose name has one of the wanted parts."""
    for name, address in addresses().items():
        if wanted and not any(part in name for part in wanted):
            continue
        for size, (width, height) in SIZES.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                    locale="en",
                )
                page = context.new_page()
                page.goto(home + address)
                settled(page)
                page.screenshot(path=target / f"{name}-{size}-{scheme}.png", full_page=size == "phone")
                context.close()
        print(name, flush=True)


def settled(page: Page) -> None:
    """Waits until the page shows what it is about."""
    page.wait_for_selector("main :is(h1, h2, section, button), .frame")
    page.wait_for_function("() => !document.querySelector('.wait')")


def main(target: Path, wanted: list[str]) -> None:
    target.mkdir(parents=True, exist_ok=True)
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        gallery = Path(folder) / "gallery"
        build_gallery(gallery)
        browser = playwright.chromium.launch(executable_path=found.path, args=found.flags, env=found.env)
        with Served(settings_for(sqlite(Path(folder)), page=gallery)) as house:
            shoot(browser, house.url, target, wanted)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
