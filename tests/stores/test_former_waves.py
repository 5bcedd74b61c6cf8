"""Seats that an earlier release left in a wave go on where this one counts their votes."""

from typing import Any

import pytest
from langgraph.checkpoint.base import CheckpointTuple, empty_checkpoint

from moot.stores.former_waves import lead_to_ballot

CONFIG: Any = {"configurable": {"thread_id": "one"}}


@pytest.mark.parametrize(
    ("written", "way"),
    [
        pytest.param(["positions", "turns", "branch:to:compare"], "branch:to:ballot", id="0.1, compared by a model"),
        pytest.param(["positions", "turns", "branch:to:checkpoint"], "branch:to:ballot", id="0.1, compared by words"),
        pytest.param(["positions", "turns", "branch:to:ballot"], "branch:to:ballot", id="this release"),
        pytest.param(["positions", "turns", "branch:to:revise_cto"], "branch:to:revise_cto", id="speaks in turn"),
        pytest.param(["hypotheses", "turns", "branch:to:judge"], "branch:to:judge", id="root causes are judged"),
        pytest.param(["sheets", "turns", "branch:to:open_round"], "branch:to:open_round", id="a critique"),
        pytest.param(["turns", "branch:to:checkpoint"], "branch:to:checkpoint", id="a critic who settles"),
        pytest.param(["wave", "branch:to:checkpoint"], "branch:to:checkpoint", id="nobody is left to speak"),
    ],
)
def test_where_a_seat_goes_on(written: list[str], way: str) -> None:
    pending = [("other", "positions", 0), *(("seat", channel, 1) for channel in written)]
    found = lead_to_ballot(CheckpointTuple(CONFIG, empty_checkpoint(), {}, pending_writes=pending))
    assert found.pending_writes == [*pending[:-1], ("seat", way, 1)]


def test_nothing_is_pending() -> None:
    found = CheckpointTuple(CONFIG, empty_checkpoint(), {})
    assert lead_to_ballot(found) is found
