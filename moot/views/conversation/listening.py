"""Listens to a debate: told every update of its graph, or its whole state now and then, it yields what is new."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from moot.catalogue import current_translator
from moot.policies.critique.evidence import SYSTEM
from moot.views.conversation.utterances import (
    Utterance,
    hear_critique,
    hear_ending,
    hear_hypotheses,
    hear_position,
    hear_remark,
    hear_settlement,
    hear_sheet,
    list_of,
    read_field,
)
from moot.views.result import make_renaming

_ORDER = {"position": 0, "revision": 0, "change": 0, "answer": 0, "hypothesis": 0, "silence": 1, "verdict": 2}
"""What comes first within a round; what is not named comes as it stands."""
_LAST = {"audit": 4, "synthesis": 5, "council": 6}


class Listener:
    """Follows who says what to whom; what was heard once is not told again."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._authors: dict[str, str] = {}
        self._targets: dict[str, str] = {}
        self._round = 0
        self._rename: Callable[[str], str] = str

    def author_of(self, critique: str) -> str:
        """Name who wrote a critique, by its id."""
        return self._authors.get(critique.strip().upper(), "")

    def hear(self, update: Mapping[str, Any]) -> list[Utterance]:
        """Return what is new in an update of the graph or in a whole state, in the order in which it was said."""
        self._round = max(self._round, int(update.get("round") or 0))
        self._learn_names(update.get("protocol"))
        for each in update.get("critiques") or ():
            self._authors[str(read_field(each, "id"))] = str(read_field(each, "agent"))
            self._targets[str(read_field(each, "id"))] = str(read_field(each, "target"))
        found = (
            replace(each, about=self._rename(each.about), text=self._rename(each.text)) for each in self._find(update)
        )
        fresh = {each.key: each for each in found if each.key not in self._told}
        self._told.update(fresh)
        return sorted(fresh.values(), key=_place)

    def meet(self, labels: Mapping[str, str]) -> None:
        """Learn who agent 1 is, before a debate that goes on says anything; who has no alias keeps its name."""
        if any(label != seat for seat, label in labels.items()):
            self._rename = make_renaming([_name({"id": seat}) for seat in labels])

    def _learn_names(self, protocol: Any) -> None:
        """Learn how the seats are called: nobody who listens knows who agent 1 is."""
        profile = read_field(protocol, "profile") if protocol is not None else None
        if profile is not None and read_field(profile, "anonymise_peers"):
            seats = list_of(profile, "seats")
            self._rename = make_renaming([_name(each) for each in seats])

    def _find(self, update: Mapping[str, Any]) -> Iterator[Utterance]:
        for position in update.get("positions") or ():
            yield from hear_position(position, self._authors)
        for sheet in update.get("hypotheses") or ():
            yield from hear_hypotheses(sheet)
        for sheet in update.get("settlements") or ():
            yield from hear_settlement(sheet, self._targets)
        for sheet in update.get("sheets") or ():
            yield from hear_sheet(sheet)
        for each in update.get("critiques") or ():
            if read_field(each, "agent") == SYSTEM:
                key = f"critique.{read_field(each, 'id')}"
                yield hear_critique(each, key, SYSTEM, int(read_field(each, "round") or 0))
        for remark in list_of(update, "remarks"):
            yield hear_remark(remark)
        yield from hear_ending(update, self._round)


def _place(utterance: Utterance) -> tuple[int, int]:
    return utterance.round, _ORDER.get(utterance.kind, _LAST.get(utterance.kind, 3))


def _name(seat: Any) -> str:
    """Name a seat in the language spoken; one that has no name there goes by the title in its profile."""
    own = str(read_field(seat, "id"))
    named = current_translator().seat(own)
    return named if named != own else str(read_field(seat, "title") or own)
