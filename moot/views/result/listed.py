"""One line of the list of debates, as `moot list --json` prints it."""

from pydantic import Field, TypeAdapter

from moot.state.base import Value


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
