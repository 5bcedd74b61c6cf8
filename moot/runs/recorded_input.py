"""Keeps in a recording what its debate was started with and what people answered, and finds its id again."""

import json
from collections.abc import Mapping
from typing import Any

from moot.nodes import hide_credentials
from moot.runs.drive import Drive
from moot.state.outcome import ReviewResponse
from moot.stores import Store


async def find_recorded_thread(store: Store, recording: str | None) -> str | None:
    """Find the id of a recorded debate, so that its replay has the same; None where the store knows it already."""
    if recording is None:
        return None
    from moot.models.testing.recording import read_course

    started = read_course(recording).started
    if started is None or await store.entry(started.thread) is not None:
        return None
    return started.thread


def find_recorded_forecast(recording: str | None) -> Mapping[str, Any] | None:
    """Find what a recorded debate was forecast to use, so that the report of its replay says the same."""
    if recording is None:
        return None
    from moot.models.testing.recording import read_course

    started = read_course(recording).started
    found = None if started is None else started.given.get("expected")
    return found if isinstance(found, dict) else None


def keep_input(drive: Drive, given: Mapping[str, Any]) -> None:
    """Keep in a recording what its debate is started with."""
    if drive.context.record is None:
        return
    from moot.models.testing.recording import RecordedInput, keep_recorded

    kept = {name: value for name, value in given.items() if value is not None}
    line = RecordedInput(
        thread=drive.thread,
        given=json.loads(json.dumps(kept, default=str)),
        profile=drive.profile.model_dump(mode="json"),
        base_url=hide_credentials(drive.context.base_url),
        seat_models=dict(drive.context.seat_models),
    )
    keep_recorded(drive.context.record, line)


def keep_review(drive: Drive, answer: ReviewResponse) -> None:
    """Keep in a recording what a person answered."""
    if drive.context.record is None:
        return
    from moot.models.testing.recording import RecordedReview, keep_recorded

    keep_recorded(drive.context.record, RecordedReview(response=answer.model_dump(mode="json")))
