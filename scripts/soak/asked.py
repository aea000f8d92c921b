"""The interface asked at random, much longer than a test has time for."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.tried_out import trial

from scripts.soak.plan import Found, Plan, Row

EACH = 100  # requests of a kind
SEED = 1_000  # those before are the tests'


def asked(_: Plan) -> Found:
    """Requests made up by schemathesis from /openapi.json, as described and not as described, by strangers, guests,
    a player at tables in every phase, and the keeper. No answer was an error of the server's, none was of a status, a
    type or a shape that is not described, and nothing that does not fit the description was accepted.
    """
    rows: list[Row] = []
    with TemporaryDirectory() as folder, trial(Path(folder)) as house:
        for number, (method, path) in enumerate(house.operations()):
            tried = house.try_out(method, path, EACH, SEED + number)
            counts = [f"{count} × {status}" for status, count in sorted(tried.answers.items())]
            rows.append({"request": f"{method.upper()} {path}", "made": tried.requests, "answers": ", ".join(counts)})
            print(f"  {method} {path}", flush=True)
    return [*rows, {"request": "all", "made": sum(row["made"] for row in rows), "answers": ""}], []
