"""The page as it stands, through axe: desk and phone, light and dark; and no wider than a small phone."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL: dict[str, Any] = {"runOnly": RULES, "resultTypes": ["violations"]}
COLOURS: dict[str, Any] = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
DESK, PHONE = (1280, 800), (360, 740)
LOOKS = [("light", DESK, ALL), ("dark", DESK, COLOURS), ("light", PHONE, COLOURS), ("dark", PHONE, ALL)]
SMALL = 320

RUN = """async (rules) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const { violations } = await axe.run(rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}"""
WIDE = """() => {
  const wide = document.scrollingElement.scrollWidth;
  if (wide <= innerWidth) return "";
  const ends = [...document.body.querySelectorAll("*")].map((one) => [one.getBoundingClientRect().right, one]);
  const beyond = ends.filter(([end]) => end > innerWidth).slice(0, 3);
  return `${wide}: ` + beyond.map(([, one]) => one.outerHTML.slice(0, 150));
}"""


def flawless(page: Page) -> None:
    """axe has nothing to say, and nothing has to be scrolled sideways."""
    before = page.viewport_size
    assert before is not None
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    page.mouse.move(0, 0)
    wrong = []
    for scheme, (width, height), rules in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        wrong += [f"{scheme} {width} {each}" for each in page.evaluate(RUN, rules)]
    page.set_viewport_size({"width": SMALL, "height": 640})
    wrong += [f"too wide {told}" for told in [page.evaluate(WIDE)] if told]
    page.set_viewport_size(before)
    assert not wrong, "\n".join(wrong)
