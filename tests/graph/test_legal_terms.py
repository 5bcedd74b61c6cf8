"""Legal debates in which both sides choose the same option on terms that differ, and how a person is told (L-26)."""

import json
from typing import Any, cast

from moot.state.ballot import Ballot
from moot.state.debate import MultiAgentState
from moot.views.records import RECORD_WRITERS
from moot.views.result import read_details
from tests.graph.test_legal import answers, argue, objects, openings, repeats, supervises
from tests.support.scripts import Entry, say
from tests.support.stage import Ran, Stage

OPTIONS = ["Sawah kembali tanpa tebusan", "Penggadai membayar tiga puluh emas lebih dahulu"]
CONDITION = "Bila kaum menolak menandatangani, sawah tetap dipegang sampai KAN memutus."


def chooses(number: int, seat: str, choice: str = "A", **fields: Any) -> Entry:
    reply = {"recommendation": OPTIONS[0], "stance": OPTIONS[0], "choice": choice, "confidence": 80, "claims": []}
    return say("position" if number == 1 else "revise", seat, number, reply={**reply, **fields})


def both(number: int, **ala: Any) -> list[Entry]:
    return [chooses(number, "nla"), chooses(number, "ala", **ala)]


def minors(*rounds: int) -> list[Entry]:
    return [objects(seat, "MINOR", "MINOR", "MINOR", round=each) for each in rounds for seat in ("nla", "ala")]


def find_ballot(ran: Ran) -> Ballot:
    assert ran.result.ballot is not None
    return ran.result.ballot


async def test_a_condition_that_is_not_accepted_is_told_beside_the_vote_and_as_disputed(stage: Stage) -> None:
    """L-29: whoever reads that both chose one option reads on which condition that the other has not accepted."""
    ran = await argue(
        stage,
        both(1),
        minors(1, 2),
        both(2, reservation=CONDITION),
        both(3),
        supervises(OPTIONS[0], choice="A"),
        options=OPTIONS,
    )
    assert find_ballot(ran).unaccepted == ("ala",)
    assert find_ballot(ran).reserved == {"ala": CONDITION}
    assert ran.result.warrant is not None
    settled = next(each for each in ran.result.warrant.conditions if each.id == "settled")
    assert CONDITION.rstrip(".") in str(settled.detail)
    written = RECORD_WRITERS.get("summary").render(cast(MultiAgentState, ran.state), ran.result)
    disputed = json.loads(written["debate_summary.json"])["disputed_claims"]
    assert ("reservation", CONDITION) in [(each["claim_id"], each["statement"]) for each in disputed]
    assert "not accepted by the other side" in ran.prompt("synthesize", "supervisor")


async def test_why_a_person_was_asked_stays_on_record_and_both_are_heard(stage: Stage) -> None:
    """L-24, L-25: the reasons of an escalation that a person answered; a critique with its last answer."""
    ran = await argue(
        stage,
        openings(),
        objects("nla", "CRITICAL", "MINOR", "MINOR", issue_type="conflict"),
        objects("ala", "MINOR", "MINOR", "MINOR"),
        [objects(seat, "MINOR", round=2) for seat in ("nla", "ala")],
        repeats(2, 3),
        answers(4, "nla"),
        answers(4, "ala", answers=[{"critique_id": "K1", "outcome": "accepted", "reason": "C1 diubah."}]),
        say("settle", "nla", 4, reply={"verdicts": [{"critique_id": "K1", "verdict": "answered", "reason": "Jelas."}]}),
        supervises(),
    )
    assert ran.result.status == "needs_review"
    assert ran.result.review is not None
    asked = read_details(ran.result.review.request)
    assert ran.result.synthesis is not None
    assert bool(asked["confidence_steps"]) is (asked["confidence"] != ran.result.synthesis.confidence)
    assert len(ran.result.confidence_steps) == len(asked["confidence_steps"])
    assert asked["critiques"][0]["id"] == "K1"
    guided = await stage.review(ran, "respond", "Katakan juga siapa yang membayar.")
    told = list(map(str, guided.result.escalation.reasons))
    assert (guided.result.status, guided.result.escalation.target) == ("decided", "human")
    assert any("K1" in each for each in told)
    assert not any("tidak ada alasan lain" in each for each in told)
