"""Holds a synthesis against everything that was said in a debate: which of its figures nobody stated."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from moot.policies.critique.ledger.summing import name_unstated
from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.state.facts import Sayings
from moot.state.outcome import Synthesis

_SAID = (
    "evidence", "positions", "critiques", "sheets", "conflict_debates", "acceptances", "reviews", "remarks", "guidance",
    "hypotheses", "queries", "hypothesis_versions",
)  # fmt: skip
"""What the seats, the sources and people said."""


def warn_of_figures(state: MultiAgentState, synthesis: Synthesis | None) -> Sayings:
    """Say which figures of a synthesis that a model wrote no seat, source, question or given option has."""
    if synthesis is None or synthesis.author not in ("synthesizer", "supervisor"):
        return ()
    case = state["case"]
    asked = (state["question"], state.get("user_input") or "", *case.options)
    known = chain(asked, _read_texts([state.get(key) for key in _SAID]))
    seats = len(state["protocol"].profile.seat_ids)
    texts = (synthesis.decision, *synthesis.consensus_points)
    return name_unstated(texts, known, seats, case.written_in)


def _read_texts(said: Any) -> Iterator[str]:
    """List every text in what was said, wherever it stands."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, Value):
        yield from _read_texts(said.model_dump())
    elif isinstance(said, dict):
        yield from _read_texts(list(said.values()))
    elif isinstance(said, list | tuple):
        for each in said:
            yield from _read_texts(each)
