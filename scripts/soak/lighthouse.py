"""What Lighthouse says of the page, on its profile of a phone."""

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.server.served import Caller, Served, settings_for, sqlite

from ludozero.games import GAMES
from scripts.chromium import chromium
from scripts.node import home as node_home
from scripts.node import node
from scripts.page_build import build
from scripts.soak.plan import HOME, Found, Plan, Row

VERSION = "12.8.2"
FOLDER = HOME / "build" / "lighthouse"  # apart from the page's own tools: nobody needs it for anything else
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FIGURES = {
    "first paint, s": "first-contentful-paint",
    "largest, s": "largest-contentful-paint",
    "blocked, s": "total-blocking-time",
}
WANTED = 95
PATIENCE = 15_000  # milliseconds until a page with an open stream of events is taken for loaded
MISSING = 3  # how many of the failed audits are named


def lighthouse(_: Plan) -> Found:
    """Lighthouse on its profile of a phone (slow 4G and a processor four times slower, both simulated) over home, the
    rules and a table of each game at somebody's turn, opened with a guest's cookie. Tables are not meant to be found by
    search engines: they have no score for that. At least 95 is wanted everywhere. `machine` is Lighthouse's measure of
    how fast this machine was just then: time that a busy one is blocked is the machine's, not the page's.
    """
    program = installed()
    build()
    rows: list[Row] = []
    notes: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Served(settings_for(sqlite(Path(folder)))) as house:
        for path in ("/", "/rules/zero"):
            told(program, house.url + path, {}, path.strip("/") or "home", rows, notes)
        for game in GAMES:
            guest = house.caller()
            table = at_turn(guest, game)
            cookie = "; ".join(f"{each.name}={each.value}" for each in guest.http.cookies.jar)
            told(program, f"{house.url}/t/{table}", {"Cookie": cookie}, f"table of {game}", rows, notes)
    return rows, notes


def installed() -> Path:
    """Lighthouse itself, from npm."""
    package = FOLDER / "node_modules" / "lighthouse" / "package.json"
    if not package.exists() or json.loads(package.read_text("utf-8"))["version"] != VERSION:
        npm = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        ask = [
            "install",
            "--prefix",
            str(FOLDER),
            f"lighthouse@{VERSION}",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ]
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run([node(), str(npm), *ask], check=True, env=os.environ | path_of_node())
    return package.parent / "cli" / "index.js"


def path_of_node() -> dict[str, str]:
    return {"PATH": os.pathsep.join((str(Path(node()).parent), os.environ.get("PATH", "")))}


def at_turn(guest: Caller, game: str) -> str:
    """A table where the guest is to move, and nobody else."""
    ask = {"bots": ["beginner", "beginner"], "sit": 1, "start": True, "seating": "as-is"}
    table = str(guest.make(game, 3, **ask)["table"])
    with guest.events(watch=table) as events:
        for event in events:
            if event.kind == "table" and event.data["hands"][0]["view"]["waiting"] == [0]:
                return table
    raise RuntimeError(f"never at turn in {game}")


def told(program: Path, url: str, headers: dict[str, str], name: str, rows: list[Row], notes: list[str]) -> None:
    """One page's scores, and what keeps them from being full."""
    report = asked(program, url, headers)
    categories = report["categories"]
    indexed = not headers
    scores = {each: round(categories[each]["score"] * 100) for each in CATEGORIES if indexed or each != "seo"}
    figures = {title: round(report["audits"][audit]["numericValue"] / 1000, 2) for title, audit in FIGURES.items()}
    moved = round(report["audits"]["cumulative-layout-shift"]["numericValue"], 3)
    fast = round(report["environment"]["benchmarkIndex"])
    row = {"page": name, **{each: scores.get(each, "") for each in CATEGORIES}, **figures, "shifted": moved}
    rows.append(row | {"machine": fast})
    print(f"  {rows[-1]}", flush=True)
    for category, score in scores.items():
        if score < WANTED:
            notes.append(f"{name}, {category}: {'; '.join(failed(report, category))}.")


def asked(program: Path, url: str, headers: dict[str, str]) -> dict[str, Any]:
    """Lighthouse's report."""
    found = chromium()
    command = [
        node(),
        str(program),
        url,
        "--output=json",
        "--quiet",
        f"--max-wait-for-load={PATIENCE}",
        f"--only-categories={','.join(CATEGORIES)}",
    ]
    command += [f"--chrome-flags=--headless {' '.join(found.flags)}", f"--extra-headers={json.dumps(headers)}"]
    env = {name: str(value) for name, value in found.env.items()} | {"CHROME_PATH": found.path} | path_of_node()
    done = subprocess.run(command, env=env | {"LANG": "en_GB.UTF-8"}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"Lighthouse has failed at {url}: {done.stderr[-2000:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def failed(report: dict[str, Any], category: str) -> list[str]:
    """The audits that cost a category most."""
    lost = []
    for each in report["categories"][category]["auditRefs"]:
        audit = report["audits"][each["id"]]
        if audit["score"] is not None and audit["score"] < 1 and each["weight"]:
            lost.append(
                (each["weight"] * (1 - audit["score"]), f"{audit['title']} ({audit.get('displayValue', 'failed')})")
            )
    return [title for _, title in sorted(lost, reverse=True)[:MISSING]]
