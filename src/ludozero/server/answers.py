"""Answers: JSON, and every refusal as `{code, clause, args, room}` with its status."""

from typing import Any

import orjson
from starlette.responses import Response

from ludozero.table.errors import Refused

STATUS = {
    400: ("not-json", "bad-request", "bad-nonce"),
    401: ("no-guest", "unknown-guest"),
    403: ("bad-origin", "not-host", "not-seated", "not-yours", "bad-key", "not-here"),
    404: ("no-such-table", "no-such-page"),
    405: ("no-such-verb",),
    409: (
        *("stale-turn", "turn-taken", "seat-taken", "no-open-seat", "wrong-phase", "paused", "table-moved", "no-undo"),
        *("seats-open", "others-seated", "still-running", "rules-changed", "no-copy"),
    ),
    413: ("too-large",),
    415: ("wrong-type",),
    421: ("bad-host",),
    429: ("too-fast", "too-many"),
    503: ("store-away", "store-full", "closing"),
}
STATUS_OF = {code: status for status, codes in STATUS.items() for code in codes}


def answer(data: Any, status: int = 200) -> Response:
    """An answer as JSON, never kept by anybody on the way."""
    return Response(orjson.dumps(data), status, media_type="application/json", headers={"cache-control": "no-store"})


def refusal(why: Refused) -> Response:
    """What the rules refuse is a 422."""
    status = STATUS_OF.get(why.code, 422) if why.room in ("server", "common") else 422
    response = answer(why.told(), status)
    if why.code == "too-fast":
        response.headers["retry-after"] = str(why.args["seconds"])
    return response
