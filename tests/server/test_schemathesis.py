"""The interface keeps to its description: nothing of ours breaks, and no answer is another than it says."""

from collections import Counter
from pathlib import Path

import pytest

from tests.server.tried_out import trial

EACH = 20  # requests of a kind; `make soak PARTS=asked` makes many more


@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_described(tmp_path: Path) -> None:
    answers: Counter[int] = Counter()
    with trial(tmp_path) as house:
        for method, path in house.operations():
            answers.update(house.try_out(method, path, EACH).answers)
    assert {200, 201, 400, 401, 403, 404, 409, 422} <= set(answers)
    assert answers.total() > 500
