"""Long debates of every protocol, for their prompts: long texts, many critiques, many rounds, nobody gives in.

Every sentence says where it begins and where it ends, so that a cut is seen wherever it falls.
"""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from moot import debate
from moot.models import Request
from tests.graph.test_rca import INCIDENT, RUBRIC
from tests.support.scripts import Entry, council, listen, say, write

_SENTENCE = "Point {0} rests on what the branches reported for the quarter and on nothing else, so {0} ends."
QUESTION = "Which of the branches should be opened first, and why that one?"
LAW = "Siapa berhak atas sawah pusako tinggi di Padang menurut adat Minangkabau, kemenakan atau anak?"
SIDES = {"nla": "ala", "ala": "nla"}
REASONERS = {"log_focused": "log", "kg_focused": "kg", "hybrid": "hybrid"}
CAUSES = (
    ("The power supply tripped.", "A fan stopped.", "A cable broke."),
    ("Switch firmware dropped packets.", "A certificate expired.", "A proxy looped."),
    ("A scheduler starved writers.", "A quota was halved.", "A deployment changed a threshold."),
)
_GROUNDS = (
    "rents in the harbour", "wages after the strike", "winter stock", "the press", "trade with the north", "tourists",
)  # fmt: skip
"""A new ground in every round: parties that repeat themselves are not asked again."""
ROUNDS = len(_GROUNDS)
_ROOM: Mapping[str, Any] = {
    "circuit_breaker.max_iterations": 20, "circuit_breaker.identical_rounds": 9, "timeout.per_agent": 60,
    "timeout.per_round": 600, "timeout.total": 3600,
}  # fmt: skip
_ASPECTS = ("população", "métricas", "contexto", "problema")


def speak(number: int, sentences: int) -> str:
    """Write so many sentences that no other text has."""
    return " ".join(_SENTENCE.format(number * 100 + place) for place in range(sentences))


def take_stand(seat: str, place: int, claims: int = 3, sentences: int = 11, **fields: Any) -> dict[str, Any]:
    """State a position of its own, with claims of about 200 words."""
    stated = [
        {"id": f"C{each}", "statement": speak(place * 10 + each, sentences), "kind": "hypothesis", "evidence": [],
         "confidence": 70, "assumptions": []}
        for each in range(1, claims + 1)
    ]  # fmt: skip
    return {
        "recommendation": f"Open {seat} first. {speak(place * 10 + 5, 1)}",
        "stance": f"{seat} first",
        "premises": [f"{seat} has the room"],
        "risks": [f"{seat} may be late"],
        "timing": f"after {place + 2} quarters",
        "reasoning": speak(place * 10 + 6, 2),
        "claims": stated,
        **fields,
    }


def insist(seats: tuple[str, ...], rounds: int, **fields: Any) -> list[Entry]:
    """Let every seat hold a view of its own through all rounds; how sure it is differs, so that no round is a loop."""
    return [
        say(
            "position" if number == 1 else "revise", seat, number,
            reply=take_stand(seat, place, confidence=50 + number + place, **fields),
        )
        for place, seat in enumerate(seats)
        for number in range(1, rounds + 1)
    ]  # fmt: skip


def criticise(seat: str, targets: Mapping[str, str], place: int, claims: tuple[str, ...] = ("C1",)) -> Entry:
    """Let a seat criticise its targets, each with one severity, in two sentences and with a fix."""
    aims = [(target, severity, claim) for target, severity in targets.items() for claim in claims]
    sheet = [
        {"target": target, "target_claim_id": claim, "issue_type": "logic_gap", "severity": severity,
         "description": speak(200 + place * 10 + at, 2), "suggested_fix": speak(400 + place * 10 + at, 1)}
        for at, (target, severity, claim) in enumerate(aims)
    ]  # fmt: skip
    points = [{"target": target, "point": speak(600 + place * 10, 1)} for target in [*targets][:1]]
    return say("critique", seat, reply={"critiques": sheet, "agreements": points, "blind_spots": points})


def sum_up(phase: str = "synthesize", **fields: Any) -> Entry:
    """Sum up in long sentences, with views that stay apart."""
    reply = {
        "decision": speak(800, 2),
        "consensus_points": [speak(801, 1)],
        "divergences": [],
        "gaps": [speak(802, 1)],
        "confidence": 60,
    }
    return say(phase, reply={**reply, **fields})


def _conclave(seats: tuple[str, ...]) -> list[Entry]:
    entries = insist(seats, ROUNDS)
    for place, seat in enumerate(seats):
        aims = {
            seats[(place + step) % len(seats)]: grade for step, grade in enumerate(("MAJOR", "CRITICAL", "MINOR"), 1)
        }
        entries.append(criticise(seat, {target: grade for target, grade in aims.items() if target != seat}, place))
    return [*entries, say("settle", reply={"verdicts": []}), sum_up(), *council(70)]


def _boardroom(seats: tuple[str, ...]) -> list[Entry]:
    labels = [{"label": f"{seat} first", "seats": [seat]} for seat in seats]
    apart = [[f"{one} first", f"{other} first"] for one, other in pairwise(seats)]
    return [
        *(
            entry
            for place, seat in enumerate(seats)
            for entry in _argue_budget(seat, place, "increase" if place % 2 else "cut")
        ),
        say("ballot", reply={"options": labels, "opposed": apart, "points": []}),
        say("compare", reply={"pairs": []}),
        sum_up(tensions=[speak(803, 1)], reservations=[]),
        say("accept", reply={"stance": "accepts_with_reservation", "because": speak(804, 1)}),
    ]


def _argue_budget(seat: str, place: int, verb: str) -> list[Entry]:
    entries = []
    for number, ground in enumerate(_GROUNDS, 1):
        own = speak(place * 10 + 5, 1)
        stand = {
            **take_stand(seat, place, confidence=50 + number + place),
            "recommendation": f"We should {verb} the budget of {seat} now because of {ground}. {own}",
            "reasoning": f"Whoever looks at {ground} sees it. {speak(place * 10 + 6, 2)}",
        }
        entries.append(say("position" if number == 1 else "revise", seat, number, reply=stand))
    return entries


def _legal(seats: tuple[str, ...]) -> list[Entry]:
    names = ("C1", "C2", "C3", "C4", "C5")
    labels = [{"label": f"{seat} first", "seats": [seat]} for seat in seats]
    return [
        *insist(seats, ROUNDS, claims=5),
        *(criticise(seat, {SIDES[seat]: "MAJOR"}, place, names) for place, seat in enumerate(seats)),
        say("ballot", reply={"options": labels, "opposed": [[each["label"] for each in labels]], "points": []}),
        say("settle", reply={"verdicts": []}),
        sum_up(label="customary_law", step=5, main_reason=speak(805, 1), norm_conflict=True),
    ]


def _root_cause(seats: tuple[str, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for number in range(1, ROUNDS + 1):
        for place, seat in enumerate(seats):
            guesses = [
                {"hypothesis": f"{cause} {speak(place * 100 + number * 10 + each, 1)}", "category": "unknown",
                 "names": "cause", "confidence": 60, "reasoning": speak(place * 100 + number * 10 + each + 5, 3),
                 "evidence": [], "affected_components": ["DataNode"], "suggested_resolution": [speak(806, 1)]}
                for each, cause in enumerate(CAUSES[place], 1)
            ]  # fmt: skip
            entries.append(say("position" if number == 1 else "revise", seat, number, reply={"hypotheses": guesses}))
        points = {part: min(most, 3 * number) for part, most in RUBRIC.items()}
        marks = [
            {"hypothesis_id": f"{name}_{each}", **points, "strengths": [speak(807, 1)], "weaknesses": [speak(808, 1)],
             "feedback": speak(809 + each, 2)}
            for name in REASONERS.values()
            for each in range(1, 4)
        ]  # fmt: skip
        entries.append(say("judge", "judge", number, reply={"evaluations": marks}))
    return entries


def _research(_: tuple[str, ...]) -> list[Entry]:
    wants = [
        {"aspect": each, "gap": speak(810 + at, 1), "suggestion": speak(820 + at, 1)}
        for at, each in enumerate(_ASPECTS)
    ]
    asks = [
        say(
            "structure", times=1,
            reply={"structured_question": f"Which branch should be opened first? {speak(830 + number, 1)}",
                   "context": speak(840 + number, 1), "problem": speak(850 + number, 1),
                   "contribution": speak(860 + number, 1), "addressed_gaps": [_ASPECTS[number % 4]],
                   "assumptions": [speak(870 + number, 1)]},
        )
        for number in range(ROUNDS)
    ]  # fmt: skip
    more = {"status": "needs_refinement", "justification": speak(880, 1), "improvements": wants}
    return [
        say("classify", reply={"classification": "vague", "reasoning": speak(881, 1)}),
        *asks,
        say(["methodology", "force"], reply=more),
    ]


SEATS = {
    "conclave": tuple(f"seat{number}" for number in range(1, 13)),
    "boardroom": tuple(f"seat{number}" for number in range(1, 13)),
    "legal": tuple(SIDES),
    "rca": tuple(REASONERS),
    "research": ("structurer",),
}
"""Who argues: twelve where a profile may name its seats, else those of the protocol."""
_SCRIPTS = {"conclave": _conclave, "boardroom": _boardroom, "legal": _legal, "rca": _root_cause, "research": _research}
_OPTIONS: dict[str, dict[str, Any]] = {"rca": {"incident": INCIDENT}}


async def hold_long(
    folder: Path, protocol: str, rounds: int = ROUNDS, seats: tuple[str, ...] = (), **settings: Any
) -> list[Request]:
    """Hold the long debate of a protocol, and list everything its models were asked."""
    seats = seats or SEATS[protocol]
    named: dict[str, Any] = {"name": "long", "extends": protocol}
    if seats[0].startswith("seat"):
        named["seats"] = [
            {"id": seat, "title": f"Head of {seat}", "persona": "You answer for one branch."} for seat in seats
        ]
    profile = folder / "long.yaml"
    profile.write_text(yaml.safe_dump(named), encoding="utf-8")
    limit = {"refinement.max": rounds - 1} if protocol == "research" else {"rounds.max": rounds}
    with listen() as heard:
        result = await debate(
            LAW if protocol == "legal" else QUESTION,
            profile=profile,
            model=write(folder, _SCRIPTS[protocol](seats)),
            store="memory:",
            overrides={**_ROOM, **limit, **settings},
            **_OPTIONS.get(protocol, {}),
        )
    held = len(result.refinement.hypothesis_versions) if result.refinement is not None else len(result.rounds)
    assert held == rounds
    return heard.requests
