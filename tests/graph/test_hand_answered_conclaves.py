"""Two conclaves answered by hand: a ferry that a person is asked about, and school meals with options that were given.

What their author meant: three of four seats sign on conditions, one does not, before and after a person tells them what
the yard said; and all four seats choose the mixed model in round 1 and share eight points.
"""

import asyncio
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
import yaml

from moot.views.terminal import describe_request, tell_story, write_answer
from tests.support.scripts import Entry, council, say, synthesis
from tests.support.stage import Ran, Stage

FOLDER = Path(__file__).parent.parent / "data" / "hand_answered"
COUNCIL_DECISION = "between 10 and 20 December 2026"
"""Words of the council's second proposal, written after what the person said."""


class Ferry(NamedTuple):
    """The debate at its first pause, and after the person told the agents something."""

    paused: Ran
    told: Ran


def read(name: str) -> dict[str, Any]:
    """Read a debate as it was answered."""
    story: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return story


@cache
def play_ferry() -> Ferry:
    """Play the ferry debate, once for all tests."""
    story = read("ferry")

    async def run(folder: str) -> Ferry:
        stage = Stage(Path(folder))
        paused = await stage.run(story["question"], story["answers"], profile="conclave", context=story["context"])
        return Ferry(paused, await stage.review(paused, "respond", story["asked"]))

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


@cache
def play_meals() -> Ran:
    """Play the debate about school meals, once for all tests."""
    story = read("school_meals")

    async def run(folder: str) -> Ran:
        return await Stage(Path(folder)).run(
            story["question"], story["answers"], profile="conclave", context=story["context"], options=story["options"]
        )

    with TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


def test_a_split_that_the_council_doubts_goes_to_a_person() -> None:
    result = play_ferry().paused.result
    assert result.status == "needs_review"
    first = " ".join(write_answer(result).splitlines()[:2])
    assert first == (
        "WAITING FOR A PERSON; settled is not met: the votes settle no option, and nobody with the authority decided"
    )
    assert "The council's confidence counts as 39 %, below 60 %." in " ".join(write_answer(result).split())


def test_what_a_person_told_is_no_consent_and_the_council_may_not_decide_after_it() -> None:
    """DESIGN 9: the votes settle nothing after the guidance either, so the matter goes back to a person."""
    result = play_ferry().told.result
    assert (result.status, result.decider) == ("needs_review", "")
    assert result.warrant is not None
    assert {each.id for each in result.warrant.unmet} == {"settled", "reviewed", "limits"}
    text = " ".join(write_answer(result).split())
    assert text.startswith("WAITING FOR A PERSON; settled is not met: the votes settle no option")
    assert "Nobody has decided what a person was asked for" in text
    assert "because of the low confidence" not in text
    # What the council makes of the debate as it stands is put to the person, not what it made of it before.
    assert result.decision is not None
    assert COUNCIL_DECISION in result.decision


@pytest.mark.parametrize("seat", ["cro", "cfo", "coo", "cmo"])
def test_agents_are_shown_the_proposal_that_the_person_was_asked_about(seat: str) -> None:
    ferry = play_ferry()
    assert ferry.paused.result.decision is not None
    prompt = ferry.told.prompt("revise", seat, 4)
    assert f"proposed decision: {ferry.paused.result.decision}" in prompt
    assert "changed by the council: The yard's written consent comes before the signature, not after" in prompt
    assert "risk that was left then: A withdrawal forfeits the grant: ask the state before signing (cro)" in prompt


def test_whoever_hears_others_in_turn_hears_their_claims_answers_and_reasons() -> None:
    heard = play_ferry().paused.prompt("revise", "cmo", 2).partition("<heard")[2].partition("</heard")[0]
    for told in (
        "agent 1 (",
        "agent 2 (",
        "agent 3 (",
        "I have done the sum agent 2 asked for",
        "reasoning: My plan rested on",
    ):
        assert told in heard, told


def test_who_is_asked_only_about_its_vote_is_not_asked_for_verdicts() -> None:
    ferry = play_ferry()
    asked = {each.seat: each.prompt for each in ferry.told.asked("settle", number=4)}
    bare = [prompt for prompt in asked.values() if "verdicts is []" in prompt]
    assert bare
    assert not any("Say of what you raised" in prompt for prompt in bare)
    assert all(re.search(r"^C\d fact", prompt, re.MULTILINE) for prompt in bare), "whom it could join is shown whole"
    assert all("It prolongs its quotation to 20 December 2026" in prompt for prompt in asked.values())


@pytest.mark.parametrize("member", ["council_critic", "council_advocate", "council_synthesizer"])
def test_the_council_knows_which_agent_is_which_seat(member: str) -> None:
    assert "agent 1 is cro, agent 2 is cfo" in play_ferry().paused.prompt(member, member)


def test_a_reader_s_yes_stands_with_the_calendar_and_with_an_open_assumption() -> None:
    """The shown sum `1.08 - 0.92 = 0.16` is assumed openly, and 10 to 20 December are ten days."""
    judged = {
        (each.round, each.seat, each.claim_id): each.verdict
        for ledger in play_ferry().told.state["ledgers"]
        for each in ledger.verdicts
    }
    assert judged[3, "cro", "C8"] == "supported"
    assert judged[4, "coo", "C8"] == "supported"
    assert judged[1, "cro", "C2"] == judged[1, "cmo", "C1"] == "unsupported"


def test_the_operands_of_a_sum_are_written_as_they_were_used() -> None:
    told = " ".join(tell_story(play_ferry().told.result).split())
    assert "0.679 = 8.76 × 0.046 / (1 − 1.046^-20)" in told
    assert "0.05 / (1" not in told


def test_a_request_tells_reasons_all_claims_and_how_a_seat_came_to_its_vote() -> None:
    told = " ".join(describe_request(play_ferry().paused.state["request"]).split())
    assert "a firm charger price below that figure arrived before 31 December, I would vote for signing" in told
    assert "CFO voted for B from round 1 on; A from round 2 on" in told
    assert "(8.76 * 0.046 / (1 - 1.046^-20) = 0.68)" in told
    assert "The yard owes nothing after $540,000" in told, "a closed critique without its text says nothing"
    assert "more claim" not in told


def test_points_that_a_model_found_shared_count_beside_options_that_were_given() -> None:
    """All choose C in round 1 and share eight points: no further round is paid for."""
    result = play_meals().result
    assert [each.convergence for each in result.rounds] == [0.925]
    assert result.ballot is not None
    assert (result.ballot.source, result.ballot.settled) == ("given", "C")
    assert sum(not each.by_words for each in result.ballot.points) == 8
    assert not play_meals().asked("critique")


def test_the_comparer_sees_the_given_options_and_who_chose_them() -> None:
    prompt = play_meals().prompt("ballot", "comparer")
    for option in read("school_meals")["options"]:
        assert option in prompt
    assert "(chosen by: cro, cfo, coo, cmo)" in prompt
    assert "put each there: cro, cfo, coo, cmo" in prompt


def test_nobody_is_said_to_be_opposed_where_all_vote_alike() -> None:
    assert "nenhum participante vota em uma opção que exclua a de outro" in " ".join(
        tell_story(play_meals().result).split()
    )


def _in_round_4(entry: Entry) -> Entry:
    return {**entry, "when": {**entry["when"], "round": 4}}


async def test_a_vote_that_a_person_s_words_settle_is_decided_without_asking_again(tmp_path: Path) -> None:
    """Once all four choose one option, whoever guided has not to be asked again for that."""
    story = read("ferry")
    joined = [
        say(
            "revise",
            seat,
            4,
            reply={
                "choice": "A",
                "keeps_position": "no",
                "changes": [{"what": "The yard agreed", "because": ["PERSON1"], "moves_vote": True}],
            },
        )
        for seat in ("cro", "cfo", "coo", "cmo")
    ]
    stage = Stage(tmp_path)
    summed = synthesis(80, "Sign by 30 November.", choice="A")
    looked = council(75, decision="Sign by 30 November.", choice="A")
    # What was left open is answered, with words that stand nowhere: it stays as it was.
    names = [f"{seat} C{number}" for seat in ("cro", "cfo", "coo", "cmo") for number in range(1, 9)]
    verdicts = [{"claim_id": name, "verdict": "entailed", "span": "As was said before."} for name in names]
    closed = [say("verify", None, 4, reply={"verdicts": verdicts}), say("settle", None, 4, reply={"verdicts": []})]
    said = [*joined, *closed, *(_in_round_4(each) for each in (summed, *looked))]
    answers = [*said, *story["answers"]]
    paused = await stage.run(story["question"], answers, profile="conclave", context=story["context"])
    after = await stage.review(paused, "respond", story["asked"])
    assert after.result.warrant is not None
    settled = next(each for each in after.result.warrant.conditions if each.id == "settled")
    assert settled.met
    assert (after.result.status, after.result.decider) == ("decided", "synthesizer")
    assert not any("Nobody has decided what a person" in str(each) for each in after.result.escalation.reasons)
