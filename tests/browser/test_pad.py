"""The score pad for real cards, as somebody at a kitchen table uses it."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit

COLOURS = ("red", "yellow", "green", "blue", "violet", "black")


def test_points_are_written_by_hand_added_and_taken_back(visit: Visit) -> None:
    page = visit("/pad/zero", width=360)
    for number, points in enumerate(("14", "9", "0")):
        page.locator("td button").nth(number).click()
        page.locator("dialog input[type=number]").fill(points)
        page.locator("dialog form button").click()
        expect(page.locator("td button").nth(number)).to_have_text(points)
    expect(page.locator("tfoot td")).to_have_text(["14", "9", "0"])
    page.locator(".tools button").first.click()
    expect(page.locator("td button").nth(2)).to_have_text("+")
    page.reload()
    expect(page.locator("tfoot td")).to_have_text(["14", "9", "0"])


def test_a_hand_of_cards_is_counted_by_the_house(visit: Visit) -> None:
    page = visit("/pad/zero")
    page.locator("td button").first.click()
    for name in ("red 2", "yellow 5", "green 5", *(f"{colour} 3" for colour in COLOURS)):
        page.get_by_role("button", name=f"{name}: 0").click()
    page.locator("dialog .told button").click()
    expect(page.locator("td button").first).to_have_text("7")


def test_a_sheet_of_zatre_is_counted_with_its_bonuses(visit: Visit) -> None:
    page = visit("/pad/zatre")
    page.locator("td button").first.click()
    for line in ("10", "11", "12"):
        page.get_by_role("button", name=f"1 line of {line}").click()
    expect(page.locator("dialog .told li")).to_have_count(1)
    page.locator("dialog .told button").click()
    expect(page.locator("td button").first).to_have_text(str(1 + 3 + 5 + 3))
