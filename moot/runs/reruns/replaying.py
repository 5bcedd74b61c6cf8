"""Starts recorded debates again: a recording is enough to run one, and to compare it with what came out then."""

import json
from typing import Any

from moot.errors import InputError
from moot.runs.debates import debate, review
from moot.runs.drive import CONNECTIONS
from moot.state.protocol import Profile
from moot.stores import Store, open_store
from moot.views.result import Result

_SHOWN = 60


async def replay(recording: str, store: Store | None = None) -> Result:
    """Run a recorded debate again from its recording alone, reviews included, in a store of its own."""
    from moot.models.testing.recording import read_course

    course = read_course(recording)
    if course.started is None:
        raise InputError(
            f"{recording}: does not say what its debate was started with; a recording begins with "
            "`moot run --record FILE`, and `moot review --record` goes on in the same file"
        )
    given: dict[str, Any] = dict(course.started.given)
    # A model that was replayed before in this process has given its answers away.
    CONNECTIONS.clear()
    options: dict[str, Any] = {
        "thread": course.started.thread,
        "profile": Profile.model_validate_json(json.dumps(course.started.profile)),
        "base_url": course.started.base_url,
        "seat_models": course.started.seat_models,
        "replay": recording,
    }
    question = str(given.pop("question"))
    async with open_store("memory:") if store is None else _borrow(store) as opened:
        result = await debate(question, store=opened, **options, **given)
        for each in course.reviews:
            response = {"decisions": [each.response]}
            result = await review(course.started.thread, response, store=opened, replay=recording)
    return result


class _borrow:  # noqa: N801  # used as a function
    """Use a store that somebody else closes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __aenter__(self) -> Store:
        return self._store

    async def __aexit__(self, *_: object) -> None:
        return None


def find_difference(expected: str, found: str) -> str:
    """Name the first line in which two documents differ; empty when they are the same."""
    if expected == found:
        return ""
    then, now = expected.splitlines(), found.splitlines()
    for number, (one, other) in enumerate(zip(then, now, strict=False), 1):
        if one != other:
            return f"line {number}: expected {one.strip()[:_SHOWN]!r}, found {other.strip()[:_SHOWN]!r}"
    return f"expected {len(then)} lines, found {len(now)}"
