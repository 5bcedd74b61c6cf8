"""Defines what a node gets when it asks: a typed answer, whole or partial, or a typed failure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from moot.state.budget import Turn
from moot.state.positions import Status

AnswerStatus = Literal["ok", "partial", "timeout", "failed", "refused"]
"""How asking ended.

- ok: a whole valid answer;
- partial: the answer stayed invalid or was interrupted; its valid fields are there;
- timeout: the lease's time ran out, with or without fields (D-74, D-79);
- failed: no usable field, and the error says why (a model that declines to answer included);
- refused: we did not ask, because the request did not fit its lease.
"""


@dataclass(frozen=True)
class Answer:
    """How asking ended, and what came of it."""

    status: AnswerStatus
    whole: bool
    """It is complete and valid."""
    fields: Mapping[str, Any]
    """The valid fields that arrived, as the debate keeps them; all of them when the answer is whole."""
    flags: tuple[str, ...]
    """What happened on the way.

    repaired: the answer, or its JSON, had to be mended; partial: only some fields are valid; raw: it was not
    clean JSON, so the text is kept as it came; refusal: the model declined; fallback_model:NAME: another model
    took over.
    """
    turn: Turn
    """Every request that was made, what it used, and how long the turn took."""
    error: str | None
    """One line for people, without secrets."""
    raw: str
    """The text that was received."""

    @property
    def counts_as(self) -> Status:
        """Say how a contribution counts that came of it: a seat that was not asked did not contribute."""
        return "failed" if self.status == "refused" else self.status
