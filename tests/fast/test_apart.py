"""Who compiles for another process ends with it."""

import subprocess
import sys

APART = """
from threading import Event
from ludozero.fast.apart import end_with_parent
end_with_parent()
print(flush=True)
Event().wait()
"""


def test_it_ends_when_nobody_waits_for_it_any_more() -> None:
    with subprocess.Popen((sys.executable, "-c", APART), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline()
        assert process.poll() is None
        assert process.stdin
        process.stdin.close()  # as it is when its parent is killed
        assert process.wait(60) == 1
