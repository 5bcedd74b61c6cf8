"""Writes the summary of a debate: what is in conflict, what is agreed, what is disputed, and which file holds what.

The keys a legal supervisor reads come first (L-29); then those of L-52, with one `final_{seat}` per seat.
Conflicts are collected from everywhere they can show up: rules of different domains that contradict each other,
contradictions found between the outputs, divergences the synthesis names, and critiques that nobody answered.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from pydantic import ConfigDict

from moot.catalogue import frame_language, say, speak
from moot.policies.agreement.ballot import list_shared_points
from moot.policies.critique import count_unresolved, list_unresolved
from moot.policies.critique.claims import summarise_claims
from moot.policies.critique.evidence import latest_by_seat
from moot.policies.critique.ledger import latest_verdicts
from moot.policies.limits import derive_spent
from moot.policies.rounds import limit_rounds
from moot.policies.verdict.warrant import find_norm_conflicts
from moot.state.ballot import Ballot
from moot.state.base import Texts, Value
from moot.state.bookkeeping import ClaimNote, NormConflict, SeverityCounts
from moot.state.budget import Event
from moot.state.conflicts import Acceptance
from moot.state.critiques import BlindSpot
from moot.state.debate import MultiAgentState
from moot.state.outcome import OutcomeStatus
from moot.state.warrant import Warrant
from moot.views.records.round_files import CritiqueFile, RoundFile, project_critiques, project_rounds
from moot.views.records.write import RECORD_WRITERS, SUMMARY_FILE, RecordFiles, render_json
from moot.views.result import Result
from moot.views.wording.disputes import say_dispute, say_sides
from moot.views.wording.names import name_seat

_Files = dict[str, RoundFile | CritiqueFile]


class ConflictNote(Value):
    """Something two sides do not agree on."""

    kind: Literal["domain", "contradiction", "divergence", "critique"]
    between: Texts
    text: str


class TokenUsage(Value):
    """What the models read and wrote."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Timing(Value):
    """Active time; the council's is its own (X-13)."""

    debate_ms: int
    council_ms: int


class IndexLine(Value):
    """Where one part of the debate is kept (L-52)."""

    type: Literal["answer", "critique"]
    round: int
    agent: str
    target: str | None
    file: str


class DebateSummary(Value):
    """The last word on a debate, for the supervisor and for auditors (L-29, L-52).

    The last answer of every seat follows under `final_{seat}`.
    """

    model_config = ConfigDict(extra="allow")

    query: str
    idea: str = ""
    """What the user wrote, where it was refined; else empty."""
    refined_question: str = ""
    """The question that came of it."""
    thread_id: str
    profile: str
    status: OutcomeStatus
    conflicts: tuple[ConflictNote, ...]
    norm_conflicts: tuple[NormConflict, ...]
    """Conflicts between bodies of law, how each side resolves them, and who confirmed that."""
    agreed_claims: tuple[ClaimNote, ...]
    shared_points: Texts
    """What seats declared to share with each other, in their own words."""
    disputed_claims: tuple[ClaimNote, ...]
    """Claims that are contested; under `reservation` the conditions of votes that the other side has not accepted."""
    uncontested_claims: tuple[ClaimNote, ...]
    needs_human_review: bool
    review_reasons: Texts
    caveats: Texts
    """What travels with the outcome, such as rules that no expert has verified."""
    max_rounds: int
    rounds_run: int
    critique_counts: SeverityCounts
    """All critiques that were accepted, by severity."""
    unresolved_counts: SeverityCounts
    blind_spots: tuple[BlindSpot, ...] = ()
    """What seats found others to overlook, and whether they took it up."""
    acceptances: tuple[Acceptance, ...]
    """What the parties of conflicts said of each ruling, and why."""
    ballot: Ballot | None
    """Who votes for what after the last round."""
    warrant: Warrant | None
    """What a decision needed, and what of it was met."""
    token_usage: TokenUsage
    llm_call_count: int
    timing: Timing
    events: tuple[Event, ...]
    """What happened, in the debate's own time (X-88)."""
    logs_index: tuple[IndexLine, ...]


def project_summary(state: MultiAgentState, result: Result) -> DebateSummary:
    """Sum up a debate for the record."""
    positions, critiques = state.get("positions") or [], state.get("critiques") or []
    held = tuple(each.text for each in list_shared_points(result.ballot)) if result.ballot else ()
    judged = latest_verdicts(state.get("ledgers") or [])
    refused = {(each.seat, each.claim_id) for each in judged if each.verdict == "unsupported"}
    claims = summarise_claims(positions, critiques, state.get("sheets") or [], state["case"].language, held, refused)
    claims = speak(frame_language(state["case"].language)).tell_all(claims)
    rounds = project_rounds(state)
    usage = result.usage
    summary = DebateSummary(
        query=result.question,
        idea=result.refinement.idea if result.refinement else "",
        refined_question=result.refinement.question if result.refinement else "",
        thread_id=result.thread_id,
        profile=result.profile,
        status=result.status,
        conflicts=_conflicts(state, result),
        norm_conflicts=result.norm_conflicts,
        agreed_claims=claims.agreed,
        shared_points=tuple(dict.fromkeys((*map(str, claims.shared), *_list_shared(result.ballot, held)))),
        disputed_claims=(*claims.disputed, *_list_unaccepted(result.ballot)),
        uncontested_claims=claims.uncontested,
        needs_human_review=result.needs_human_review,
        # Why a person was asked stays on record after they have answered.
        review_reasons=tuple(map(str, result.escalation.reasons)) if result.escalation.target == "human" else (),
        caveats=tuple(map(str, result.caveats)),
        max_rounds=limit_rounds(state).max,
        rounds_run=len(result.rounds),
        critique_counts=_count([each.severity for each in critiques]),
        unresolved_counts=count_unresolved(critiques),
        blind_spots=result.blind_spots,
        acceptances=result.acceptances,
        ballot=result.ballot,
        warrant=result.warrant,
        token_usage=TokenUsage(
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            total_tokens=usage.prompt_tokens + usage.completion_tokens,
        ),
        llm_call_count=usage.calls,
        timing=_timing(state),
        events=tuple(state.get("events") or ()),
        logs_index=_index({**rounds, **project_critiques(state)}),
    )
    return DebateSummary.model_validate({**dict(summary), **_finals(rounds)})


@RECORD_WRITERS.register("summary")
def render_summary(state: MultiAgentState, result: Result) -> RecordFiles:
    """Write the summary with the index of all files about rounds."""
    return {SUMMARY_FILE: render_json(project_summary(state, result))}


def _finals(rounds: dict[str, RoundFile]) -> dict[str, str]:
    """Find the last answer of every seat that gave one."""
    spoken = sorted((each for each in rounds.values() if each.answer), key=lambda each: (each.agent, each.round))
    return {f"final_{each.agent.lower()}": each.answer for each in spoken}


def _conflicts(state: MultiAgentState, result: Result) -> tuple[ConflictNote, ...]:
    positions = state.get("positions") or []
    seats = tuple(sorted(latest_by_seat(positions)))
    norms = [f"{each.id}: {each.text}" for each in find_norm_conflicts(state) if not each.resolved]
    named = result.synthesis.divergences if result.synthesis else ()
    return (
        *(ConflictNote(kind="domain", between=seats, text=text) for text in norms),
        *(
            ConflictNote(
                kind="contradiction",
                between=tuple(seat for side in each.sides for seat in side.at_first),
                text="; ".join((say_sides(each), *say_dispute(each))),
            )
            for each in result.disputes
        ),
        *(
            ConflictNote(
                kind="divergence",
                between=tuple(side.seat for side in each.sides),
                text=f"{each.theme}: {'; '.join(f'{name_seat(side.seat)}: {side.view}' for side in each.sides)}",
            )
            for each in named
        ),
        *_list_denied(result.ballot),
        *(
            ConflictNote(
                kind="critique",
                between=(each.agent, each.target),
                text=say(
                    "critique.left_open",
                    id=each.id,
                    claim=each.target_claim_id,
                    severity=each.severity,
                    text=each.description,
                ),
            )
            for each in list_unresolved(result.critiques)
        ),
    )


def _list_unaccepted(ballot: Ballot | None) -> Iterator[ClaimNote]:
    """List the conditions on which seats vote and that the other side has not accepted."""
    for seat in ballot.unaccepted if ballot else ():
        option = ballot.last_vote(seat) if ballot else ""
        reason = say("ballot.voter_unaccepted_for", seat=seat, option=option)
        yield ClaimNote(
            seat=seat, claim_id="reservation", statement=ballot.reserved[seat] if ballot else "", reason=reason
        )


def _list_shared(ballot: Ballot | None, by_all: Texts) -> Iterator[str]:
    """List the points that some seats state in substance and nobody denies, without those that all of them share."""
    for each in ballot.points if ballot else ():
        if len(each.seats) > 1 and not each.against and each.text not in by_all:
            yield say("dispute.shared_point", criterion=each.criterion, text=each.text, seats=each.seats)


def _list_denied(ballot: Ballot | None) -> Iterator[ConflictNote]:
    """List the points that some seats state and others deny."""
    for each in ballot.contradicted if ballot else ():
        text = say("dispute.denied_point", criterion=each.criterion, text=each.text, seats=each.against)
        yield ConflictNote(kind="divergence", between=(*each.seats, *each.against), text=text)


def _count(severities: list[str]) -> SeverityCounts:
    counted = Counter(severities)
    return SeverityCounts(critical=counted["CRITICAL"], major=counted["MAJOR"], minor=counted["MINOR"])


def _timing(state: MultiAgentState) -> Timing:
    rounds = state["protocol"].profile.rounds
    spent = derive_spent(state.get("turns") or [], state.get("queries") or [], rounds)
    return Timing(debate_ms=round(spent.seconds * 1000), council_ms=round(spent.council_seconds * 1000))


def _index(files: _Files) -> tuple[IndexLine, ...]:
    lines = [
        IndexLine(
            type="critique" if isinstance(each, CritiqueFile) else "answer",
            round=each.round,
            agent=each.agent,
            target=each.target if isinstance(each, CritiqueFile) else None,
            file=name,
        )
        for name, each in files.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.round, line.type, line.file)))
