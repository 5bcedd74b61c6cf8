"""Calls the seats by their names in what models wrote, for people: models know each other as agent 1, agent 2.

What the debate keeps stays as it was said, because its next prompts are made from it. Where the question or the
evidence speaks of numbered agents itself, nothing is replaced: nobody could tell who is meant.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from operator import is_
from typing import Any, cast

from moot.catalogue import SOURCE_LANGUAGE, frame_language, speak
from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.state.protocol import Profile

_AGENTS = re.compile(
    r"\b(?P<noun>agents?|agentes?|agen)\s+(?P<row>\d{1,2}(?:(?:\s*,\s*|\s+(?:and|or|e|ou|dan|atau)\s+)\d{1,2})*)\b",
    re.IGNORECASE,
)
_NOUN = "agen"
"""What every such word begins with."""
_NUMBER = re.compile(r"\d+")
_WRITTEN_BY_MODELS = (
    "positions", "critiques", "sheets", "settlements", "synthesis", "ruling", "council", "acceptances", "audit",
    "conflict_debates", "consensus_results",
)  # fmt: skip
"""What of a state holds texts of models that have read each other."""


def list_seat_titles(profile: Profile) -> dict[str, str]:
    """List what the author of a profile calls its seats, by their ids; those that moot has words for are left out."""
    ours = speak(SOURCE_LANGUAGE)
    return {seat.id: seat.title for seat in profile.seats if seat.title not in ("", ours(f"profile.seat.{seat.id}"))}


def read_seat_titles(state: Mapping[str, Any]) -> dict[str, str]:
    """Read from a state, or from what a node adds to it, what the author of the profile calls its seats."""
    protocol = state.get("protocol")
    return list_seat_titles(protocol.profile) if protocol is not None else {}


def name_seats(state: MultiAgentState, parts: Collection[str] = _WRITTEN_BY_MODELS) -> MultiAgentState:
    """Give a state in which models call each other by the names of their seats, in these parts of it."""
    protocol = state.get("protocol")
    if protocol is None or not protocol.profile.anonymise_peers or _speaks_of_agents(state):
        return state
    spoken = speak(frame_language(state["case"].language) if state.get("case") else SOURCE_LANGUAGE)
    rename = make_renaming([spoken.seat(seat) for seat in protocol.profile.seat_ids])
    named = {
        name: _rename_all(state.get(name), rename) for name in _WRITTEN_BY_MODELS if name in parts and state.get(name)
    }
    return cast("MultiAgentState", {**state, **named})


def _speaks_of_agents(state: MultiAgentState) -> bool:
    texts = (state.get("question") or "", *(each.text for each in state.get("evidence") or []))
    return any(_may_name(text) and _AGENTS.search(text) for text in texts)


def _may_name(text: str) -> bool:
    """Say whether a text may speak of agents: most do not, and looking for the word alone takes a tenth of the time."""
    return _NOUN in text.lower()


def make_renaming(seats: Sequence[str]) -> Callable[[str], str]:
    """Make a function that calls agent 1, agent 2 by the names of their seats, in order."""

    def replace(found: re.Match[str]) -> str:
        numbers = [int(number) for number in _NUMBER.findall(found["row"])]
        if not all(1 <= number <= len(seats) for number in numbers):
            return found[0]
        named = _NUMBER.sub(lambda number: seats[int(number[0]) - 1], found["row"])
        # Articles and verbs around several are plural, so the noun has to stay: dos agentes cfo e cmo.
        return named if len(numbers) == 1 else f"{found['noun']} {named}"

    def rename(text: str) -> str:
        return _AGENTS.sub(replace, text) if _may_name(text) else text

    return rename


def _rename_all(value: Any, rename: Callable[[str], str]) -> Any:
    form = _find_form(value.__class__)
    if not form:
        return value
    if form == "text":
        return rename(value)
    if form == "value":
        held = value.__dict__
        told = {name: said for name, each in held.items() if (said := _rename_all(each, rename)) is not each}
        return value.model_copy(update=told) if told else value
    if form == "row":
        row = [_rename_all(each, rename) for each in value]
        return value if all(map(is_, row, value)) else type(value)(row)
    return {name: _rename_all(each, rename) for name, each in value.items()}


@cache
def _find_form(kind: type) -> str:
    """Find what a value of a type is; asked once for each type, because a state has thousands of values."""
    if issubclass(kind, str):
        return "text"
    if issubclass(kind, Value):
        return "value"
    if issubclass(kind, tuple | list):
        return "row"
    return "mapping" if issubclass(kind, Mapping) else ""
