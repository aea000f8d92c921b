"""Pictures of every screen and docs/screens.md, which shows them: `python -m scripts.screenshots [PART-OF-NAME …]`."""

import base64
import random
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.player import made, plainly, play_to_the_end, tap_plainly
from tests.server.served import Served, settings_for, sqlite

from ludozero.server.luck import Luck
from scripts.chromium import chromium
from scripts.page_build import HOME, build_gallery
from scripts.screens import CHAPTERS, SCREENS, Screen

TARGET = HOME / "docs" / "screens"
PAGE = HOME / "docs" / "screens.md"
NAME = "ludozero.house"
TOUCH = {"has_touch": True, "is_mobile": True}
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 1.5, **TOUCH},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
SCHEMES = ("light", "dark")
QUALITY = 70
WINDOW = ("zatre-turn", "zero-turn", "soler-bid", "hero-turn")  # in the shop window of the README


def picture(screen: str, size: str, scheme: str) -> str:
    return f"{screen}-{size}-{scheme}.webp"


def shoot(browser: Browser, home: str, screen: Screen) -> None:
    """Photographs one screen in both sizes, by day and by night."""
    for size, scheme in product(SIZES, SCHEMES):
        context = visitor(browser, scheme, **SIZES[size])
        for name, value in screen.kept.items():
            context.add_init_script(f"localStorage.setItem('ludozero.{name}', '{value}')")
        page = context.new_page()
        page.goto(home + screen.address)
        settled(page)
        screen.act(page)
        settled(page)
        save(context, page, TARGET / picture(screen.name, size, scheme))
        context.close()


def visitor(browser: Browser, scheme: str, **more: Any) -> BrowserContext:
    return browser.new_context(color_scheme=scheme, reduced_motion="reduce", locale="en", **more)  # type: ignore[arg-type]


def settled(page: Page) -> None:
    """Waits until the page shows what it is about, and nothing moves."""
    page.wait_for_selector("main :is(h1, h2, section, button), .frame")
    page.wait_for_function("() => !document.querySelector('.wait')")
    page.evaluate("Promise.all(document.getAnimations().map(each => each.finished.catch(() => null)))")


def save(context: BrowserContext, page: Page, path: Path) -> None:
    """What the window shows, compressed by the browser itself."""
    tool = context.new_cdp_session(page)
    shot = tool.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(shot["data"]))


def finished(browser: Browser, home: str) -> str:
    """A whole game, for watching it again: its table."""
    context = visitor(browser, "light")
    page = context.new_page()
    page.goto(home)
    table = made(page, "hero", 2)
    plainly(page)
    play_to_the_end(page, tap_plainly)
    context.close()
    return table


def window(browser: Browser, scheme: str) -> None:
    """All four games side by side, for the README."""

    def image(name: str, size: str) -> str:
        data = base64.b64encode((TARGET / picture(name, size, scheme)).read_bytes()).decode()
        return f'<img class="{size}" src="data:image/webp;base64,{data}">'

    desk, *phones = WINDOW
    context = visitor(browser, scheme, viewport={"width": 1600, "height": 860})
    page = context.new_page()
    page.set_content(SHELF.format(image(desk, "desk") + "".join(image(name, "phone") for name in phones)))
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    save(context, page, TARGET / f"window-{scheme}.webp")
    context.close()


SHELF = """<!doctype html><style>
  :root {{ color-scheme: light dark; }}
  body {{ margin: 0; height: 100vh; position: relative; background: light-dark(#e9e2d4, #0d0f14); overflow: hidden; }}
  img {{ position: absolute; border-radius: 22px; border: 7px solid light-dark(#1d1b26, #383d4b); }}
  img {{ box-shadow: 0 10px 40px rgb(0 0 0 / .35); }}
  .desk {{ width: 1120px; left: 240px; top: 44px; border-radius: 12px; }}
  .phone {{ width: 282px; bottom: 30px; }}
  .phone:nth-of-type(2) {{ left: 44px; }}
  .phone:nth-of-type(3) {{ right: 350px; bottom: -60px; }}
  .phone:nth-of-type(4) {{ right: 44px; }}
</style>{0}"""


def page_of_screens() -> str:
    """docs/screens.md."""
    lines = [
        "# The screens",
        "",
        "Each on a phone and on a desktop, by day and by night. `make pictures` takes them all anew.",
        "",
    ]
    for chapter in CHAPTERS:
        lines += [f"## {chapter.title}", ""]
        for screen in chapter.screens:
            lines += [f"### {screen.title}", "", "<p>"]
            for size, scheme in product(SIZES, SCHEMES):
                width = 130 if size == "phone" else 416
                path = f"screens/{picture(screen.name, size, scheme)}"
                lines.append(
                    f'<a href="{path}"><img src="{path}" width="{width}" alt="{screen.title}, {size}, {scheme}"></a>'
                )
            lines += ["</p>", ""]
    return "\n".join(lines)


def main(wanted: list[str]) -> None:
    TARGET.mkdir(exist_ok=True)
    found = chromium()
    names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        gallery = Path(folder) / "gallery"
        build_gallery(gallery)
        browser = playwright.chromium.launch(executable_path=found.path, args=[*found.flags, names], env=found.env)
        settings = settings_for(sqlite(Path(folder)), page=gallery, hosts=["127.0.0.1", NAME])
        with Served(settings, Luck(random.Random(7))) as house:
            home = house.url.replace("127.0.0.1", NAME)
            for screen in SCREENS:
                if wanted and not any(part in screen.name for part in wanted):
                    continue
                if "{finished}" in screen.address:
                    screen = Screen(screen.name, screen.title, f"/replay/{finished(browser, home)}", screen.act)
                shoot(browser, home, screen)
                print(screen.name, flush=True)
        for scheme in SCHEMES:
            window(browser, scheme)
        browser.close()
    PAGE.write_text(page_of_screens(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
