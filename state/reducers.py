"""How parallel updates become one state.

Every list is a set with a key and a fixed order, so the result never depends on which seat finished first; a repeated
key replaces the older value.

A server that only shows a state reads it without our types: what the seats of an unfinished wave wrote then arrives as
plain objects, and becomes values again here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from moot.state.base import Value
from moot.state.budget import Event, Turn
from moot.state.critiques import Critique, CritiqueSheet
from moot.state.evidence import Evidence, Ledger, Query
from moot.state.findings import Checklist, RoundAgreement, RoundRecord
from moot.state.hypotheses import HypothesisSheet, JudgeRound
from moot.state.outcome import Council, Review
from moot.state.positions import Position
from moot.state.protocol import Protocol
from moot.state.refinement import Version

V = TypeVar("V", bound=Value)


def _merge(kind: type[V], old: list[V] | None, new: list[V] | None, key: Callable[[V], Any]) -> list[V]:
    kept = {key(item): item for item in _values(kind, old or ())}
    kept.update((key(item), item) for item in _values(kind, new or ()))
    return [kept[each] for each in sorted(kept)]


def _values(kind: type[V], items: Iterable[Any]) -> Iterator[V]:
    return (item if isinstance(item, kind) else kind.model_validate(item) for item in items)


def merge_positions(old: list[Position], new: list[Position]) -> list[Position]:
    """One position per seat and round."""
    return _merge(Position, old, new, lambda position: (position.round, position.seat))


def merge_sheets(old: list[CritiqueSheet], new: list[CritiqueSheet]) -> list[CritiqueSheet]:
    """One sheet of critiques per seat and round."""
    return _merge(CritiqueSheet, old, new, lambda sheet: (sheet.round, sheet.agent))


def merge_critiques(old: list[Critique], new: list[Critique]) -> list[Critique]:
    """One critique per id, in the order of their numbers."""
    return _merge(Critique, old, new, lambda critique: (critique.round, int(critique.id[1:])))


def merge_hypotheses(old: list[HypothesisSheet], new: list[HypothesisSheet]) -> list[HypothesisSheet]:
    """One sheet of hypotheses per reasoner and round."""
    return _merge(HypothesisSheet, old, new, lambda sheet: (sheet.round, sheet.seat))


def merge_judgements(old: list[JudgeRound], new: list[JudgeRound]) -> list[JudgeRound]:
    """One judgement per round."""
    return _merge(JudgeRound, old, new, lambda judgement: judgement.round)


def merge_rounds(old: list[RoundRecord], new: list[RoundRecord]) -> list[RoundRecord]:
    """One record per round."""
    return _merge(RoundRecord, old, new, lambda record: record.number)


def merge_agreements(old: list[RoundAgreement], new: list[RoundAgreement]) -> list[RoundAgreement]:
    """One comparison per round."""
    return _merge(RoundAgreement, old, new, lambda agreement: agreement.round)


def merge_evidence(old: list[Evidence], new: list[Evidence]) -> list[Evidence]:
    """One piece of evidence per id."""
    return _merge(Evidence, old, new, lambda evidence: evidence.id)


def merge_ledgers(old: list[Ledger], new: list[Ledger]) -> list[Ledger]:
    """One ledger per round."""
    return _merge(Ledger, old, new, lambda ledger: ledger.round)


def merge_queries(old: list[Query], new: list[Query]) -> list[Query]:
    """One entry per seat, round and number."""
    return _merge(Query, old, new, lambda query: (query.round, query.seat, query.number))


def merge_turns(old: list[Turn], new: list[Turn]) -> list[Turn]:
    """One turn per actor, phase, round and number."""
    return _merge(Turn, old, new, lambda turn: (turn.round, turn.phase, turn.seat, turn.number))


def merge_events(old: list[Event], new: list[Event]) -> list[Event]:
    """Every event once, in the order of the debate's own time."""
    return _merge(
        Event, old, new, lambda event: (event.at_ms, event.round, event.phase, event.seat, event.kind, event.text)
    )


def merge_checklists(old: list[Checklist], new: list[Checklist]) -> list[Checklist]:
    """One checklist per stage and round."""
    order = {"before": 0, "during": 1, "after": 2}
    return _merge(Checklist, old, new, lambda checklist: (order[checklist.stage], checklist.round))


def merge_versions(old: list[Version], new: list[Version]) -> list[Version]:
    """One entry per version of the question; a forced decision updates the last one (X-72)."""
    return _merge(Version, old, new, lambda version: version.version)


def merge_reviews(old: list[Review], new: list[Review]) -> list[Review]:
    """One review per round in which a person was asked."""
    return _merge(Review, old, new, lambda review: review.round)


def merge_texts(old: list[str], new: list[str]) -> list[str]:
    """Every text once, in the order of arrival; only single writers use it."""
    return list(dict.fromkeys([*(old or []), *(new or [])]))


def latest_protocol(old: Protocol | None, new: Protocol) -> Protocol:
    """The protocol in force; seats that speak at once may all carry the same new one."""
    return new if old is None or new != old else old


def merge_council(old: Council | None, new: Council | None) -> Council | None:
    """Critic and advocate work at once and fill different fields of one council."""
    if old is None or new is None:
        return new if old is None else old
    old, new = _values(Council, (old, new))
    said = {name: getattr(new, name) for name in new.model_fields_set if getattr(new, name) is not None}
    flags = tuple(sorted({*old.flags, *new.flags}))
    return old.model_copy(update={**said, "flags": flags})
