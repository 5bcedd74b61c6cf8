"""Debates as no test run would produce them: very long, very wide, empty, hostile, in other scripts."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from moot import load_profile
from moot.state.critiques import Critique
from moot.state.debate import MultiAgentState
from moot.state.evidence import ClaimVerdict, Evidence
from moot.state.findings import Escalation, PairAgreement, RoundAgreement, RoundRecord
from moot.state.outcome import Case, Outcome, Synthesis
from moot.state.positions import Claim, Position
from moot.state.protocol import Profile, Protocol
from moot.views.result import Result
from moot.views.result.summaries import EvidenceSummary, SeatUsage, UsageSummary

Told = tuple[Result, MultiAgentState]

ARABIC = "هل نوسع أعمالنا في أوروبا العام المقبل؟"
HEBREW = "האם להתרחב לאירופה בשנה הבאה?"
EMOJI = "Ship it 🚀👩‍👩‍👧‍👦🏳️‍🌈 now"
LONG_SEATS = tuple(f"{letter * 4}_very_long_name_of_a_seat_numbered_{at}" for at, letter in enumerate("abcdef", 1))
"""Six names of forty characters."""
UNBROKEN = "x" * 4000
"""A word that no line can hold."""

NO_USAGE = UsageSummary(calls=0, prompt_tokens=0, completion_tokens=0, cost=None, wall_ms=0)
BASE: dict[str, Any] = {
    "thread_id": "t",
    "profile": "conclave",
    "question": "Should we expand?",
    "language": "en",
    "status": "decided",
    "route": "debate",
    "decision": None,
    "confidence": None,
    "convergence": None,
    "stop_reason": None,
    "escalation": Escalation(target="none", reasons=()),
    "usage": NO_USAGE,
    "fingerprint": "",
}


def bare(**fields: Any) -> Told:
    """A result that holds nothing it does not have to, and a state that holds nothing at all."""
    return Result(**{**BASE, **fields}), {}


def blank() -> Told:
    """Everything is there, and everything is empty."""
    position = Position(seat="", round=0, status="failed", recommendation="", stance="", premises=("",), error="")
    fields = {
        "positions": (position, Position(seat="cfo", round=1, claims=(Claim(id="", statement=""),))),
        "critiques": (critique(1, "", "cfo", ""),),
        "rounds": (RoundRecord(number=0, kind="positions", duration_ms=0),),
        "synthesis": Synthesis(decision="", confidence=0, consensus_points=("",), next_steps=("", "")),
        "question": "",
        "decision": " ",
    }
    return bare(**fields)


def endless(rounds: int = 500, seats: tuple[str, ...] = ("cro", "cfo", "coo", "cmo")) -> Told:
    """A debate of very many rounds, with gaps."""
    records = tuple(
        RoundRecord(
            number=number,
            kind="positions" if number == 1 else "rebuttals",
            duration_ms=1000 * number,
            convergence=None if number % 50 == 0 else (number % 97) / 100,
            details={"recommendation": 0.5, "premises": 0.25},
            responded=seats[1:],
            timed_out=seats[:1],
            position_changes=number % 3,
        )
        for number in range(1, rounds + 1)
    )
    positions = tuple(
        Position(
            seat=seat,
            round=number,
            recommendation=f"Plan {number} of {seat}",
            stance=f"plan {number % 7}",
            confidence=None if number % 40 == 0 else ((number * (at + 2)) % 100) / 100,
        )
        for number in range(1, rounds + 1)
        for at, seat in enumerate(seats)
    )
    result, state = bare(rounds=records, positions=positions, convergence=0.42, confidence=0.61, decision="Go on.")
    return result, {**state, **known(seats)}


def crowded(seats: tuple[str, ...] = LONG_SEATS, claims: int = 200) -> Told:
    """Seats with names of forty characters, two hundred claims, a critique of each, and sources of every length."""
    evidence = [Evidence(id=f"E{at}", text=f"Source {at}. " * (at * 12), locator=f"file-{at}.md") for at in range(1, 9)]
    made = [
        (seats[at % len(seats)], Claim(id=f"C{at}", statement=f"Claim {at}", evidence=(f"E{at % 10}",)))
        for at in range(claims)
    ]
    positions = tuple(
        Position(
            seat=seat,
            round=1,
            recommendation=UNBROKEN if not at else f"Do as {seat} says",
            stance=seat,
            claims=tuple(claim for owner, claim in made if owner == seat),
            confidence=at / 10,
        )
        for at, seat in enumerate(seats)
    )
    verdicts = ("supported", "unsupported", "unknown")
    lines = tuple(
        ClaimVerdict(seat=seat, round=1, claim_id=claim.id, verdict=verdicts[at % 3], reason=f"Reason {at}")  # type: ignore[arg-type]  # of the three
        for at, (seat, claim) in enumerate(made)
    )
    critiques = tuple(
        critique(at + 1, seats[(at + 1) % len(seats)], seat, claim.id) for at, (seat, claim) in enumerate(made)
    )
    used = SeatUsage(calls=12_345, prompt_tokens=9_876_543, completion_tokens=1_234_567, cost=1234.5, wall_ms=10**7)
    result, state = bare(
        positions=positions,
        critiques=critiques,
        evidence=EvidenceSummary(claims=lines, unsupported_share=dict.fromkeys(seats, 0.33)),
        rounds=(RoundRecord(number=1, kind="positions", duration_ms=1, convergence=0.1, responded=seats),),
        usage=NO_USAGE.model_copy(update={"by_seat": dict.fromkeys(seats, used), "cost": 7407.0, "calls": 74_070}),
        question="Wide " + UNBROKEN[:600],
    )
    pairs = tuple(PairAgreement(a=a, b=b, recommendation=0.5, timing=1.0) for a in seats for b in seats if a < b)
    return result, {**state, "evidence": evidence, "agreements": [RoundAgreement(round=1, pairs=pairs)], **known(seats)}


def foreign() -> Told:
    """Right-to-left texts, emoji, and signs that a document may not hold."""
    texts = (ARABIC, HEBREW, EMOJI, "\x00\x1b[31mred\ud800 \u202eevil\ufffe", "a\nb\n\nc", "Ωμέγα 汉字 हिन्दी")
    positions = tuple(
        Position(seat=seat, round=1, recommendation=text, stance=text[:20], premises=texts, confidence=0.5)
        for seat, text in zip(("cro", "cfo", "coo", "cmo", "nla", "ala"), texts, strict=True)
    )
    synthesis = Synthesis(decision=ARABIC, consensus_points=texts, gaps=texts, confidence=0.8, next_steps=texts)
    return bare(
        question=ARABIC, decision=HEBREW, positions=positions, synthesis=synthesis, caveats=texts, confidence=0.8
    )


def critique(number: int, agent: str, target: str, claim: str) -> Critique:
    return Critique(
        id=f"K{number}",
        agent=agent,
        target=target,
        round=1,
        target_claim_id=claim,
        issue_type="logic_gap",
        description=f"Critique {number}",
        severity=("CRITICAL", "MAJOR", "MINOR")[number % 3],
        suggested_fix="",
        resolved=bool(number % 2),
        resolution="accepted and changed",
    )


def known(seats: tuple[str, ...]) -> MultiAgentState:
    """What a state knows of its protocol."""
    profile = load_profile("conclave").model_dump()
    chairs = [{"id": seat, "title": f"Title of {seat}"} for seat in seats]
    made = Profile.model_validate({**profile, "seats": chairs})
    return {
        "protocol": Protocol(profile=made, parts={}, fingerprint="f" * 64),
        "case": Case(started_at="2026-11-16T06:20:00.000+00:00"),
        "outcome": Outcome(status="decided", ended_at="not a date"),
    }


def poison(value: Any, text: str) -> Any:
    """Append a text to every free text in a value, however deep: names, ids, sentences, keys of mappings."""
    if isinstance(value, BaseModel):
        changed = {
            name: poison(getattr(value, name), text)
            for name, info in type(value).model_fields.items()
            if not _is_closed(info.annotation) and name not in KEPT
        }
        return value.model_copy(update=changed)
    if isinstance(value, str):
        return value + text
    if isinstance(value, Mapping):
        return {poison(key, text): poison(each, text) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(poison(each, text) for each in value)
    return value


KEPT = {"protocol", "request", "started_at", "ended_at", "decider", "language", "details"}
"""Not free: settings, the request whose keys are a protocol, stamps, and the words a view matches on."""


def _is_closed(annotation: Any) -> bool:
    """Whether an annotation is a closed vocabulary, alone or inside a union or a collection."""
    if get_origin(annotation) is Literal:
        return True
    return any(_is_closed(each) for each in get_args(annotation))


EXTREMES: dict[str, Callable[[], Told]] = {
    "bare": bare,
    "blank": blank,
    "endless": endless,
    "crowded": crowded,
    "endless and crowded": lambda: endless(60, LONG_SEATS),
    "foreign": foreign,
    "one round": lambda: endless(1),
}
