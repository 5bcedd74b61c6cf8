"""Seats whose condition was met when answers were judged: they say so, and it counts (DESIGN 9, X-56a)."""

import json
from pathlib import Path
from typing import Any, cast

from moot.state.debate import MultiAgentState
from moot.views.records import RECORD_WRITERS
from moot.views.result import Result
from tests.graph.test_legal import argue, supervises
from tests.graph.test_legal_terms import CONDITION, OPTIONS, both, minors
from tests.support.scripts import EXECUTIVES, Entry, council, criticise, listen, run, say, synthesis
from tests.support.stage import Stage

CHOICES = ["Sign for one year", "Sign for three years"]
WISH = "I join one year if a part of the seats stays on the old system."


def holds(number: int, seat: str, choice: str, **fields: Any) -> Entry:
    text = CHOICES[choice == "B"]
    reply = {
        "recommendation": f"{text}.", "stance": text, "choice": choice, "premises": [f"{seat} has counted"],
        "risks": [f"{seat} may be wrong"], "timing": "before April" if choice == "A" else "in June",
        "confidence": 80, "claims": [], "keeps_position": "yes",
    }  # fmt: skip
    return say("position" if number == 1 else "revise", seat, number, reply={**reply, **fields})


def story(joining: dict[str, Any], **last: Any) -> list[Entry]:
    """Three vote for A; cmo votes for B until, in round 2, cro adopts what cmo asked for."""
    voters = [seat for seat in EXECUTIVES if seat not in ("cro", "cmo")]
    adopts = {"recommendation": "Sign for one year and keep a part of the seats on the old system."}
    return [
        *(holds(number, seat, "A") for number in (1, 2, 3) for seat in voters),
        holds(1, "cro", "A"),
        *(holds(number, "cro", "A", **adopts, answers=ANSWER) for number in (2, 3)),
        *(holds(number, "cmo", "B", **last) for number in (1, 2, 3)),
        criticise("cmo", {"target": "cro", "target_claim_id": "recommendation", "severity": "MAJOR"}),
        say("settle", "cmo", reply=joining),
        synthesis(80, "Sign for one year.", choice="A"),
        *council(80, choice="A"),
    ]


ANSWER = [{"critique_id": "K1", "outcome": "accepted", "reason": "A part of the seats stays."}]
CLOSED = [{"critique_id": "K1", "verdict": "answered", "reason": "My condition is met."}]
JOINS: dict[str, Any] = {
    "verdicts": CLOSED,
    "joins": "agent 1",
    "because": "A part of the seats stays, as I asked.",
    "reservation": "",
}


async def play(folder: Path, joining: dict[str, Any], **last: Any) -> Result:
    return await run(folder, story(joining, **last), options=CHOICES)


async def test_who_says_that_its_condition_is_met_votes_with_the_others(tmp_path: Path) -> None:
    """The vote, the measure, the dissent and the prompts after it follow from what the seat said."""
    with listen() as heard:
        result = await play(tmp_path, JOINS, reservation=WISH)
    assert result.ballot is not None
    assert result.ballot.vote_of("cmo") == "A"
    assert result.ballot.settled == "A"
    assert (result.convergence or 0) >= 0.7
    assert len(result.rounds) == 2
    assert "cmo" not in result.ballot.reserved
    last = next(each for each in result.positions if (each.seat, each.round) == ("cmo", 2))
    assert (last.joined, last.keeps_position, last.unexplained) == ("cro", "no", False)
    asked = heard.of("settle")[0].prompt
    assert "agent 1" in asked.partition("joins:")[2].partition("\n")[0]
    assert JOINS["because"] in heard.of("synthesize")[0].prompt
    assert not result.council


async def test_without_it_the_vote_stands(tmp_path: Path) -> None:
    """A verdict alone moves nobody, however it is worded."""
    result = await play(tmp_path, {"verdicts": CLOSED}, reservation=WISH)
    assert result.ballot is not None
    assert result.ballot.vote_of("cmo") == "B"


async def test_who_names_no_reason_has_not_accounted_for_its_change(tmp_path: Path) -> None:
    """D-79: neither a critique it closes nor a condition of its own: the change is on record and does not count."""
    open_ = [{"critique_id": "K1", "verdict": "not_answered", "reason": "Nothing changed."}]
    result = await play(tmp_path, {"verdicts": open_, "joins": "agent 1", "because": "Why not."})
    assert result.ballot is not None
    assert result.ballot.vote_of("cmo", 2) == "B"
    assert next(each for each in result.positions if (each.seat, each.round) == ("cmo", 2)).unexplained


async def test_who_cannot_be_joined_is_not(tmp_path: Path) -> None:
    result = await play(tmp_path, {**JOINS, "joins": "cmo"}, reservation=WISH)
    assert result.ballot is not None
    assert result.ballot.vote_of("cmo", 2) == "B"


async def settle_terms(stage: Stage, reply: dict[str, Any]) -> Any:
    return await argue(
        stage,
        both(1),
        minors(1, 2),
        both(2, reservation=CONDITION),
        both(3),
        say("settle", "nla", reply=reply),
        supervises(OPTIONS[0], choice="A"),
        options=OPTIONS,
    )


async def test_the_other_side_is_asked_whether_it_accepts_a_condition(stage: Stage) -> None:
    """One that it accepts settles the vote; one that it does not leaves `settled` unmet, in every output."""
    taken = [{"seat": "ala", "part": "reservation", "exception": ""}]
    accepted = await settle_terms(stage, {"verdicts": [], "takes_over": taken})
    assert CONDITION in accepted.prompt("settle", "nla")
    assert accepted.result.ballot.unaccepted == ()
    assert next(each for each in accepted.result.warrant.conditions if each.id == "settled").met


async def test_a_condition_that_is_refused_is_told_alike_everywhere(stage: Stage) -> None:
    ran = await settle_terms(stage, {"verdicts": [], "takes_over": []})
    assert ran.result.ballot.unaccepted == ("ala",)
    settled = next(each for each in ran.result.warrant.conditions if each.id == "settled")
    assert not settled.met
    assert CONDITION.rstrip(".") in str(settled.detail)
    written = RECORD_WRITERS.get("summary").render(cast(MultiAgentState, ran.state), ran.result)
    disputed = json.loads(written["debate_summary.json"])["disputed_claims"]
    assert ("reservation", CONDITION) in [(each["claim_id"], each["statement"]) for each in disputed]
