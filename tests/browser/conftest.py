"""A real Chromium, a house that really serves the built page, and people who visit it."""

import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from scripts.chromium import chromium
from scripts.page_build import build

from ludozero.server.luck import Luck
from tests.server.served import Served, settings_for, sqlite

PATIENCE = 30_000  # milliseconds before a test that waits for something gives up
SEED = 5
NAME = "cousin.house"  # a name of the house that is no secure context
Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    try:
        found = chromium()
    except LookupError as problem:
        pytest.fail(str(problem), pytrace=False)
    names = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    with sync_playwright() as playwright:
        shown = playwright.chromium.launch(executable_path=found.path, args=[*found.flags, names], env=found.env)
        yield shown
        shown.close()


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The page as its sources are now; one worker builds it."""
    with (tmp_path_factory.getbasetemp().parent / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build()


@pytest.fixture
def house(built: None, tmp_path: Path) -> Iterator[Served]:
    """A house with nobody in it, whose cards fall alike each time."""
    with Served(settings_for(sqlite(tmp_path), hosts=["127.0.0.1", NAME]), Luck(Random(SEED))) as served:
        yield served


@pytest.fixture
def visit(browser: Browser, house: Served) -> Iterator[Visit]:
    """Somebody new opens the page: `visit("/rules/zero", width=360)`. What goes wrong in a page fails its test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        base: str = "",
        before: Callable[[BrowserContext], object] = bool,
        **more: Any,
    ) -> Page:
        settings = {"locale": "en", "reduced_motion": "reduce", **more}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on(
            "weberror", lambda problem: wrong.append(f"{problem.page and problem.page.url}: {problem.error.stack}")
        )
        context.on("request", lambda request: outside(request.url, wrong))
        before(context)
        page = context.new_page()
        page.goto((base or house.url) + path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


def outside(url: str, wrong: list[str]) -> None:
    """The page asks nobody but the house."""
    if not url.startswith(("http://127.0.0.1:", f"http://{NAME}:", "data:", "blob:")):
        wrong.append(f"asked {url}")
