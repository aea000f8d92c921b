"""The page as it is being developed, served by Vite on a free port for as long as it is needed."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.node import node

WEB = Path(__file__).resolve().parents[1] / "web"


@contextmanager
def page_server() -> Iterator[str]:
    """Starts Vite and yields its address once it answers."""
    command = [node(), "node_modules/vite/bin/vite.js", "--port", "0", "--host", "127.0.0.1", "--clearScreen", "false"]
    env = os.environ | {"NO_COLOR": "1"}
    with subprocess.Popen(command, cwd=WEB, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if match := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield match[0]
                    return
            raise RuntimeError("Vite did not start")
        finally:
            server.terminate()
