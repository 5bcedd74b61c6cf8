"""Merges parallel updates into one state.

Every list is a set with a key and a fixed order, so the result never depends on which seat finished first; a repeated
key replaces the older value.

A server that only shows a state reads it without our types: what the seats of an unfinished wave wrote then arrives as
plain objects, and becomes values again here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from moot.state.base import Value
from moot.state.budget import Event, Turn
from moot.state.conflicts import Acceptance
from moot.state.critiques import Critique, CritiqueSheet, SettlementSheet
from moot.state.evidence import Evidence, Ledger, Query, VerifiedRound
from moot.state.findings import Checklist, RoundAgreement, RoundRecord
from moot.state.hypotheses import HypothesisSheet, JudgeRound
from moot.state.inspection import Inspected
from moot.state.outcome import Council, Review
from moot.state.positions import Position
from moot.state.protocol import Protocol
from moot.state.refinement import Version
from moot.state.remarks import Remark

V = TypeVar("V", bound=Value)


def _merge(kind: type[V], old: list[V] | None, new: list[V] | None, key: Callable[[V], Any]) -> list[V]:
    kept = {key(item): item for item in _values(kind, old or ())}
    kept.update((key(item), item) for item in _values(kind, new or ()))
    return [kept[each] for each in sorted(kept)]


def _values(kind: type[V], items: Iterable[Any]) -> Iterator[V]:
    return (item if isinstance(item, kind) else kind.model_validate(item) for item in items)


def merge_positions(old: list[Position], new: list[Position]) -> list[Position]:
    """Keep one position per seat and round."""
    return _merge(Position, old, new, lambda position: (position.round, position.seat))


def merge_sheets(old: list[CritiqueSheet], new: list[CritiqueSheet]) -> list[CritiqueSheet]:
    """Keep one sheet of critiques per seat and round."""
    return _merge(CritiqueSheet, old, new, lambda sheet: (sheet.round, sheet.agent))


def merge_critiques(old: list[Critique], new: list[Critique]) -> list[Critique]:
    """Keep one critique per id, in the order of their numbers."""
    return _merge(Critique, old, new, lambda critique: (critique.round, int(critique.id[1:])))


def merge_settlements(old: list[SettlementSheet], new: list[SettlementSheet]) -> list[SettlementSheet]:
    """Keep one sheet of verdicts per critic and round."""
    return _merge(SettlementSheet, old, new, lambda sheet: (sheet.round, sheet.agent))


def merge_hypotheses(old: list[HypothesisSheet], new: list[HypothesisSheet]) -> list[HypothesisSheet]:
    """Keep one sheet of hypotheses per reasoner and round."""
    return _merge(HypothesisSheet, old, new, lambda sheet: (sheet.round, sheet.seat))


def merge_judgements(old: list[JudgeRound], new: list[JudgeRound]) -> list[JudgeRound]:
    """Keep one judgement per round."""
    return _merge(JudgeRound, old, new, lambda judgement: judgement.round)


def merge_verifications(old: list[VerifiedRound], new: list[VerifiedRound]) -> list[VerifiedRound]:
    """Keep what a model last found of the claims of each round."""
    return _merge(VerifiedRound, old, new, lambda each: each.round)


def merge_acceptances(old: list[Acceptance], new: list[Acceptance]) -> list[Acceptance]:
    """Keep what each party last said about the ruling of a round."""
    return _merge(Acceptance, old, new, lambda each: (each.round, each.seat))


def merge_rounds(old: list[RoundRecord], new: list[RoundRecord]) -> list[RoundRecord]:
    """Keep one record per round."""
    return _merge(RoundRecord, old, new, lambda record: record.number)


def merge_agreements(old: list[RoundAgreement], new: list[RoundAgreement]) -> list[RoundAgreement]:
    """Keep one comparison per round."""
    return _merge(RoundAgreement, old, new, lambda agreement: agreement.round)


def merge_evidence(old: list[Evidence], new: list[Evidence]) -> list[Evidence]:
    """Keep one piece of evidence per id: first what was not given, then the rest in the order it was given in."""
    return sorted(_merge(Evidence, old, new, lambda evidence: evidence.id), key=lambda each: each.at)


def merge_ledgers(old: list[Ledger], new: list[Ledger]) -> list[Ledger]:
    """Keep one ledger per round."""
    return _merge(Ledger, old, new, lambda ledger: ledger.round)


def merge_queries(old: list[Query], new: list[Query]) -> list[Query]:
    """Keep one entry per seat, round and number."""
    return _merge(Query, old, new, lambda query: (query.round, query.seat, query.number))


def merge_inspections(old: list[Inspected], new: list[Inspected]) -> list[Inspected]:
    """Keep one request about the log per seat, round and number."""
    return _merge(Inspected, old, new, lambda each: (each.round, each.seat, each.number))


def merge_turns(old: list[Turn], new: list[Turn]) -> list[Turn]:
    """Keep one turn per actor, phase, round and number."""
    return _merge(Turn, old, new, lambda turn: (turn.round, turn.phase, turn.seat, turn.number))


def merge_events(old: list[Event], new: list[Event]) -> list[Event]:
    """Keep every event once, in the order of the debate's own time."""
    return _merge(
        Event, old, new, lambda event: (event.at_ms, event.round, event.phase, event.seat, event.kind, event.text)
    )


def merge_checklists(old: list[Checklist], new: list[Checklist]) -> list[Checklist]:
    """Keep one checklist per stage and round."""
    order = {"before": 0, "during": 1, "after": 2}
    return _merge(Checklist, old, new, lambda checklist: (order[checklist.stage], checklist.round))


def merge_versions(old: list[Version], new: list[Version]) -> list[Version]:
    """Keep one entry per version of the question; a forced decision updates the last one (X-72)."""
    return _merge(Version, old, new, lambda version: version.version)


def merge_reviews(old: list[Review], new: list[Review]) -> list[Review]:
    """Keep one review per round in which a person was asked."""
    return _merge(Review, old, new, lambda review: review.round)


def merge_remarks(old: list[Remark], new: list[Remark]) -> list[Remark]:
    """Keep every remark once, in the order in which they were said."""
    return _merge(Remark, old, new, lambda remark: (remark.said_at, remark.id))


def merge_texts(old: list[str], new: list[str]) -> list[str]:
    """Keep every text once, in the order of arrival; only single writers use it."""
    return list(dict.fromkeys([*(old or []), *(new or [])]))


def latest_protocol(old: Protocol | None, new: Protocol) -> Protocol:
    """Keep the protocol in force; seats that speak at once may all carry the same new one."""
    return new if old is None or new != old else old


def merge_council(old: Council | None, new: Council | None) -> Council | None:
    """Fill one council: critic and advocate work at once, on different fields."""
    if old is None or new is None:
        return new if old is None else old
    old, new = _values(Council, (old, new))
    if old.resolution is not None and new.resolution is None:
        # Another pass begins: what the council said of an earlier state of the debate is replaced.
        return new
    said = {name: getattr(new, name) for name in new.model_fields_set if getattr(new, name) is not None}
    # Who writes the resolution has seen every mark, and may take back those of an earlier one.
    flags = tuple(sorted({*(old.flags if new.resolution is None else ()), *new.flags}))
    return old.model_copy(update={**said, "flags": flags})
