"""A real Chromium for the tests of the page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from scripts.chromium import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    try:
        found = chromium()
    except LookupError as problem:
        pytest.fail(str(problem), pytrace=False)
    with sync_playwright() as playwright:
        shown = playwright.chromium.launch(executable_path=found.path, args=found.flags, env=found.env)
        yield shown
        shown.close()


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    page = browser.new_page()
    yield page
    page.close()
