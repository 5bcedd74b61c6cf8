"""Names the seats to whoever sums up, and reads and quotes what was written."""

from collections.abc import Mapping, Sequence

from moot.models import Answer
from moot.prompts import (
    peer_labels,
    unlabel,
)
from moot.state.debate import MultiAgentState
from moot.state.outcome import Divergence, Synthesis


def seat_names(state: MultiAgentState) -> dict[str, str]:
    """Call the seats by their own names: whoever sums up has to say who holds what."""
    return peer_labels(state["protocol"].profile.seat_ids, anonymise=False)


def quote_written(synthesis: Synthesis) -> str:
    """Quote what has to be written once more."""
    return synthesis.model_dump_json(include={"decision", "choice", "departs_because"})


def read_synthesis(
    answer: Answer, labels: Mapping[str, str], *, author: str, positions_confidence: float | None
) -> Synthesis:
    """Make the synthesis of a whole answer, its sides named by seat again."""
    divergences: Sequence[Divergence] = answer.fields["divergences"]
    named = tuple(
        each.model_copy(
            update={
                "sides": tuple(
                    side.model_copy(update={"seat": unlabel(side.seat, labels) or side.seat}) for side in each.sides
                )
            }
        )
        for each in divergences
    )
    treated = tuple(
        each.model_copy(update={"seat": unlabel(each.seat, labels) or each.seat})
        for each in answer.fields.get("reservations") or ()
    )
    return Synthesis(
        **{**answer.fields, "divergences": named, "reservations": treated},
        author=author,
        positions_confidence=positions_confidence,
        flags=answer.flags,
    )
