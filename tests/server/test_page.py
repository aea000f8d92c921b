"""The built page as the house hands it out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import Served, settings_for, sqlite

SCRIPT = "say('zero');" * 200


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    """A house with a page of two files."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html><title>Ludozero</title>", "utf-8")
    (tmp_path / "page" / "assets" / "main.js").write_text(SCRIPT, "utf-8")
    with Served(settings_for(sqlite(tmp_path), page=tmp_path / "page")) as served:
        yield served


def test_scripts_come_shrunk_to_who_can_read_that_and_stay_for_ever(house: Served) -> None:
    lea = house.caller(None)
    shrunk = lea.http.get("/assets/main.js")
    assert shrunk.text == SCRIPT
    assert shrunk.headers["content-encoding"] == "gzip"
    assert int(shrunk.headers["content-length"]) < len(SCRIPT) / 10
    assert "immutable" in shrunk.headers["cache-control"]
    assert shrunk.headers["content-type"].startswith("text/javascript")
    whole = lea.http.get("/assets/main.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in whole.headers
    assert whole.text == SCRIPT


def test_a_page_that_was_built_anew_is_handed_out_anew(house: Served) -> None:
    lea = house.caller(None)
    assert "<title>Ludozero" in lea.http.get("/").text
    (house.house.settings.page / "index.html").write_text("<!doctype html><title>Renewed</title>", "utf-8")
    answer = lea.http.get("/")
    assert "<title>Renewed" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_the_page_brings_the_sentences_of_the_readers_first_language_that_we_speak(house: Served) -> None:
    lea = house.caller(None)
    for wishes, lang in (("pt-BR, de-CH;q=0.8, en;q=0.7", "de"), ("fr", "fr"), ("nl", "en"), ("", "en")):
        link = lea.http.get("/", headers={"accept-language": wishes}).headers["link"]
        assert f"</words/{lang}.json>; rel=preload; as=fetch" in link
        assert "</api/games>" in link


def test_tables_are_not_for_search_engines(house: Served) -> None:
    lea = house.caller(None)
    assert lea.http.get("/t/abc").headers["x-robots-tag"] == "noindex"
    assert lea.http.get("/replay/abc").headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in lea.http.get("/rules/zero").headers
