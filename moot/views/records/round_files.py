"""Writes one file per seat and round, and one per critic and target (L-10..L-13, L-28, X-56, X-56j).

A seat's file holds what it said in that round: in round 1 its position, later the whole position that its revision
makes, and under `patch` what the revision itself stated. The literal fields of the legal protocol come first; what else
is known follows. Reasoners state hypotheses instead of positions: each is written
as a claim too, so that one reader understands all protocols. A critic has one file per peer that held a position in
the round, also where it found nothing to say: silence is on record. Agents are named in upper case.
"""

from pydantic import JsonValue

from moot.catalogue import frame_language, speak
from moot.policies.critique.claims import compare_claims
from moot.policies.critique.evidence import flag_risks
from moot.state.base import Confidence, Texts, Value
from moot.state.bookkeeping import ClaimChanges
from moot.state.critiques import AuthorVerdict, Critique, CritiqueSeverity, CritiqueSheet, IssueType
from moot.state.debate import MultiAgentState
from moot.state.hypotheses import Hypothesis, HypothesisSheet
from moot.state.positions import Change, Claim, CritiqueAnswer, Keeps, Position, Status
from moot.state.protocol import ClaimRules
from moot.views.records.write import RECORD_WRITERS, RecordFiles, render_json
from moot.views.result import Result, tell_state


class RoundFile(Value):
    """What one seat said in one round (L-10, L-11)."""

    round: int
    agent: str
    answer: str
    claims: tuple[Claim, ...]
    uncertainties: Texts
    open_questions: Texts
    risk_flags: Texts = ()
    """The claims without the evidence they need (X-56)."""
    status: Status
    stance: str | None = None
    premises: Texts | None = None
    risks: Texts | None = None
    timing: str | None = None
    confidence: Confidence | None = None
    keeps_position: Keeps | None = None
    changes: tuple[Change, ...] = ()
    answers: tuple[CritiqueAnswer, ...] = ()
    revision: ClaimChanges | None = None
    """What a revision did to the claims (L-50)."""
    patch: dict[str, JsonValue] | None = None
    """What a revision stated itself, by field, with the claims that it changed or added; the rest stood before."""
    unexplained: bool = False
    hypotheses: tuple[Hypothesis, ...] | None = None
    flags: Texts = ()
    error: str | None = None
    raw_output: str | None = None
    """The text as it came, when it was not clean JSON (L-51)."""


class CritiqueEntry(Value):
    """One critique and what became of it (L-13)."""

    id: str
    target_claim_id: str
    issue_type: IssueType
    description: str
    severity: CritiqueSeverity
    suggested_fix: str
    resolved: bool
    resolution: str
    verdict: AuthorVerdict | None
    """What its author said of the last answer to it."""
    downgraded: bool


class CritiqueFile(Value):
    """What one seat criticised in another seat's round (L-12)."""

    round: int
    agent: str
    target: str
    critiques: tuple[CritiqueEntry, ...]
    agreements: Texts = ()
    blind_spots: Texts = ()
    status: Status
    flags: Texts = ()
    error: str | None = None


def name_round_file(seat: str, number: int) -> str:
    """Name the file of a seat's round (L-28)."""
    return f"debate_round{number}_{seat.lower()}.json"


def name_critique_file(critic: str, target: str, number: int) -> str:
    """Name the file of a critic and its target (L-28)."""
    return f"critique_round{number}_{critic.lower()}_on_{target.lower()}.json"


def project_rounds(state: MultiAgentState) -> dict[str, RoundFile]:
    """Read every seat's file of every round off a state, by name, in the order they were said."""
    state = tell_state(state)
    rules, language = state["protocol"].profile.claims, frame_language(state["case"].language)
    positions = state.get("positions") or []
    said = {
        (each.round, each.seat): _from_position(each, positions, rules, language) for each in positions if each.round
    }
    said |= {(each.round, each.seat): _from_hypotheses(each) for each in state.get("hypotheses") or []}
    return {name_round_file(seat, number): said[number, seat] for number, seat in sorted(said)}


def project_critiques(state: MultiAgentState) -> dict[str, CritiqueFile]:
    """Read every critic's file of every target off a state, by name, in the order they were written."""
    state = tell_state(state)
    positions, critiques = state.get("positions") or [], state.get("critiques") or []
    files = {}
    for sheet in state.get("sheets") or []:
        peers = sorted(each.seat for each in positions if each.round == sheet.round and each.seat != sheet.agent)
        for target in peers:
            files[name_critique_file(sheet.agent, target, sheet.round)] = _from_sheet(sheet, target, critiques)
    return files


@RECORD_WRITERS.register("round_files")
def render_round_files(state: MultiAgentState, result: Result) -> RecordFiles:
    """Write one file per seat and round, and one per critic and target."""
    del result  # the state alone knows what was said
    files: dict[str, Value] = {**project_rounds(state), **project_critiques(state)}
    return {name: render_json(file) for name, file in files.items()}


def _from_position(position: Position, positions: list[Position], rules: ClaimRules, language: str) -> RoundFile:
    risks = flag_risks(position, rules)
    before = [each for each in positions if each.seat == position.seat and each.round < position.round]
    return RoundFile(
        round=position.round,
        agent=position.seat.upper(),
        answer="\n\n".join(filter(None, (position.recommendation, position.reasoning))),
        claims=position.claims,
        uncertainties=(*position.limitations, *(speak(language)("claim.lacks_evidence", id=claim) for claim in risks)),
        open_questions=position.open_questions,
        risk_flags=risks,
        status=position.status,
        stance=position.stance,
        premises=position.premises,
        risks=position.risks,
        timing=position.timing,
        confidence=position.confidence,
        keeps_position=position.keeps_position,
        changes=position.changes,
        answers=position.answers,
        revision=compare_claims(max(before, key=lambda each: each.round), position) if before else None,
        patch=_show_patch(position, before) if position.stated else None,
        unexplained=position.unexplained,
        flags=position.flags,
        error=position.error,
        raw_output=position.raw or None,
    )


def _show_patch(revision: Position, before: list[Position]) -> dict[str, JsonValue]:
    """Show the fields that a revision stated; a claim that stood before in the same words is none of them."""
    patch: dict[str, JsonValue] = revision.model_dump(mode="json", include=set(revision.stated))
    spoken = max((each for each in before if each.spoke), key=lambda each: each.round, default=None)
    # An answer that was cut off took nothing over.
    if "claims" in patch and spoken is not None and revision.status == "ok":
        own = (claim for claim in revision.claims if claim not in spoken.claims)
        patch["claims"] = [claim.model_dump(mode="json") for claim in own]
    return patch


def _from_hypotheses(sheet: HypothesisSheet) -> RoundFile:
    made = sheet.hypotheses
    return RoundFile(
        round=sheet.round,
        agent=sheet.seat.upper(),
        answer=made[0].hypothesis if made else "",
        claims=tuple(
            Claim(
                id=each.id,
                statement=each.hypothesis,
                kind="hypothesis",
                evidence=each.evidence,
                confidence=each.confidence,
            )
            for each in made
        ),
        uncertainties=(),
        open_questions=(),
        status=sheet.status,
        confidence=made[0].confidence if made else None,
        hypotheses=made,
        flags=tuple(map(str, sheet.flags)),
        error=sheet.error,
    )


def _from_sheet(sheet: CritiqueSheet, target: str, critiques: list[Critique]) -> CritiqueFile:
    mine = [each for each in critiques if (each.agent, each.target, each.round) == (sheet.agent, target, sheet.round)]
    return CritiqueFile(
        round=sheet.round,
        agent=sheet.agent.upper(),
        target=target.upper(),
        critiques=tuple(
            CritiqueEntry.model_validate(each.model_dump(include=set(CritiqueEntry.model_fields))) for each in mine
        ),
        agreements=tuple(each.point for each in sheet.agreements if each.target == target),
        blind_spots=tuple(each.point for each in sheet.blind_spots if each.target == target),
        status=sheet.status,
        flags=sheet.flags,
        error=sheet.error,
    )
