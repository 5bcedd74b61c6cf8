"""Calls the seats by their names in what models wrote, for people: models know each other as agent 1, agent 2.

What the debate keeps stays as it was said, because its next prompts are made from it. Where the question or the
evidence speaks of numbered agents itself, nothing is replaced: nobody could tell who is meant.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from moot.catalogue import SOURCE_LANGUAGE, frame_language, speak
from moot.state.base import Value
from moot.state.debate import MultiAgentState

_AGENTS = re.compile(
    r"\b(?P<noun>agents?|agentes?|agen)\s+(?P<row>\d{1,2}(?:(?:\s*,\s*|\s+(?:and|or|e|ou|dan|atau)\s+)\d{1,2})*)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")
_WRITTEN_BY_MODELS = (
    "positions", "critiques", "sheets", "settlements", "synthesis", "ruling", "council", "acceptances", "audit",
    "conflict_debates", "consensus_results",
)  # fmt: skip
"""What of a state holds texts of models that have read each other."""


def name_seats(state: MultiAgentState) -> MultiAgentState:
    """Give a state in which models call each other by the names of their seats."""
    protocol = state.get("protocol")
    if protocol is None or not protocol.profile.anonymise_peers or _speaks_of_agents(state):
        return state
    spoken = speak(frame_language(state["case"].language) if state.get("case") else SOURCE_LANGUAGE)
    rename = make_renaming([spoken.seat(seat) for seat in protocol.profile.seat_ids])
    named = {name: _rename_all(state.get(name), rename) for name in _WRITTEN_BY_MODELS if state.get(name)}
    return cast("MultiAgentState", {**state, **named})


def _speaks_of_agents(state: MultiAgentState) -> bool:
    texts = (state.get("question") or "", *(each.text for each in state.get("evidence") or []))
    return any(_AGENTS.search(text) for text in texts)


def make_renaming(seats: Sequence[str]) -> Callable[[str], str]:
    """Make a function that calls agent 1, agent 2 by the names of their seats, in order."""

    def replace(found: re.Match[str]) -> str:
        numbers = [int(number) for number in _NUMBER.findall(found["row"])]
        if not all(1 <= number <= len(seats) for number in numbers):
            return found[0]
        named = _NUMBER.sub(lambda number: seats[int(number[0]) - 1], found["row"])
        # Articles and verbs around several are plural, so the noun has to stay: dos agentes cfo e cmo.
        return named if len(numbers) == 1 else f"{found['noun']} {named}"

    return lambda text: _AGENTS.sub(replace, text)


def _rename_all(value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, Value):
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        told = {name: said for name, held in fields.items() if (said := _rename_all(held, rename)) != held}
        return value.model_copy(update=told) if told else value
    if isinstance(value, tuple | list):
        return type(value)(_rename_all(each, rename) for each in value)
    if isinstance(value, Mapping):
        return {name: _rename_all(each, rename) for name, each in value.items()}
    return value
