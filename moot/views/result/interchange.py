"""Describes debates as other programs get and send them: the list of `moot list --json`, and a server's state."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError

from moot.errors import InputError
from moot.state.base import Value
from moot.state.debate import MultiAgentState


class ListedDebate(Value):
    """Enough to find a debate and to see whether it waits for somebody."""

    thread_id: str
    profile: str
    status: str = Field(
        json_schema_extra={
            "enum": [
                *("running", "interrupted"),
                *("decided", "needs_review", "rejected", "inconclusive", "aborted", "failed"),
            ]
        }
    )
    question: str
    created_at: str
    updated_at: str
    reason: str
    """Why it waits for a person."""
    value_at_risk: float | None
    parent: str | None
    """The debate it was forked from."""


LISTED = TypeAdapter(tuple[ListedDebate, ...])
"""The whole list."""


def restore_state(values: Mapping[str, Any]) -> MultiAgentState:
    """Read the state of a debate from its JSON form; what we do not know of is left out."""
    known = {name: value for name, value in values.items() if name in MultiAgentState.__annotations__}
    try:
        # As JSON, in which a list may stand for a tuple.
        return _adapter().validate_json(json.dumps(known))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(
            f"the server's state cannot be read: {place}: {first['msg']}; is it of this version?"
        ) from error


def read_details(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a request to a person says in figures; one of an earlier version has it among its arguments."""
    details: Mapping[str, Any] = request.get("details") or request["action_requests"][0]["args"]
    return details


@cache
def _adapter() -> TypeAdapter[MultiAgentState]:
    return TypeAdapter(MultiAgentState)
