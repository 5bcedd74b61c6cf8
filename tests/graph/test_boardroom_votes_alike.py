"""A boardroom in which all vote for one option, two on a condition, and the reviewer decides: one story everywhere."""

import json
import re
from typing import Any

from moot.catalogue import speak, speaking
from moot.state.findings import Breaker
from moot.views.terminal import draw_breaker
from tests.support.creamery import KEPT_RECIPE, NO_ORDER, STILL_NO_ORDER, TRIAL, hold_creamery_debate
from tests.support.records import read_records


def flat(text: str) -> str:
    return " ".join(text.split())


def records() -> dict[str, str]:
    ran = hold_creamery_debate()
    state: Any = ran.state
    return read_records(state, ran.result)


def plain(page: str) -> str:
    return flat(re.sub(r"<[^>]+>", " ", page))


def test_nothing_cut_off_a_debate_in_which_all_vote_alike() -> None:
    """X-06, C-26, C-27: the rounds are over, all vote for A, and the reviewer rules on what two reserve."""
    ran = hold_creamery_debate()
    result = ran.result
    assert (result.status, result.stop_reason, result.decider) == ("decided", "max_rounds", "reviewer")
    assert (result.convergence, result.circuit_breaker) == (1.0, None)
    assert [each.convergence for each in result.rounds] == [0.1, 0.6, 1.0]
    closed = [event for event in ran.watch.events if event["event"] == "round_closed"]
    assert closed[-1]["converged"]
    assert closed[-1]["reason"] == (
        f"All 5 vote for A: {TRIAL}. Commercial and Financial vote with a reservation. "
        "The rounds are over; Reviewer decides on what is open."
    )
    assert "4 of 5 vote for A, 1 for C" in closed[1]["reason"]
    assert not any(event["event"] == "breaker" for event in ran.watch.events)
    for name in ("report.txt", "report.html"):
        text = records()[name].lower()
        assert "circuit breaker" not in text
        assert "without agreement" not in text
        assert "agreement 60 %" not in text.partition("how it went")[0].partition("round 2")[0]


def test_agreement_of_two_parties_is_that_of_their_votes() -> None:
    """Issue 14: words do not speak for parties whose votes a model told apart."""
    details = [record.details for record in hold_creamery_debate().result.rounds]
    assert {*details[0].values()} == {0.0}
    assert details[1]["analyst/financial"] == 0.0
    assert details[1]["commercial/market"] == 0.5  # the same option, and a condition that is open
    assert details[2]["analyst/commercial"] == 1.0
    assert details[2]["commercial/financial"] == 0.5


def test_what_is_agreed_and_open_is_told_once() -> None:
    """D-45, D-53: an agreement names what is agreed on, not what the two first differed on."""
    found = hold_creamery_debate().state["convergence"]
    say = speak("en")
    assert [say.tell(each) for each in found.agreed] == [
        f"Analyst, Commercial, Financial, Market and Reviewer vote for A: {TRIAL}"
    ]
    assert [say.tell(each) for each in found.open] == [
        f"Commercial, on a condition: {KEPT_RECIPE}",
        f"Financial, on a condition: {NO_ORDER}",
    ]
    breaker = Breaker(
        reason="timeout_total",
        explanation="late",
        rounds=3,
        max_rounds=3,
        convergence=1.0,
        divergences=tuple(say.tell(each) for each in found.open),
        target="none",
    )
    with speaking("en"):
        block = draw_breaker(breaker)
    assert ".;" not in block
    assert "NOBODY" not in block
    assert "Whoever has to decide does so with what there is" in block


def test_who_accepts_the_ruling_reserves_nothing_any_more() -> None:
    """DESIGN 9: commercial accepts, financial accepts with a reservation; no place says otherwise."""
    result, texts = hold_creamery_debate().result, records()
    assert {each.seat for dispute in result.disputes for each in dispute.reservations} == {"financial"}
    report = flat(texts["report.txt"])
    assert "Commercial votes with a reservation" not in report
    assert f"Financial accepts it with a reservation: {STILL_NO_ORDER}" in report
    assert "accepting with a reservation: Financial" in report
    assert "The reservation of Commercial is met: The recipe is approved first" in report
    assert "The reservation of Financial is refused: A veto would end in delay" in plain(texts["report.html"])


def test_the_confidence_is_one_figure_with_its_calculation() -> None:
    """C-29: what the reviewer said is told as that, and what became of it is explained."""
    ran = hold_creamery_debate()
    assert ran.result.confidence is not None
    assert ran.result.synthesis is not None
    assert ran.result.synthesis.stated_confidence == 0.76
    figure = f"{ran.result.confidence * 100:g}"
    steps = [str(each) for each in ran.result.confidence_steps]
    assert steps[0].startswith(
        "76 as Reviewer said; weighed, that counts 30.4 of at most 40, support adds 30 of at most 30"
    )
    assert steps[-1] == f"result: {figure}"
    for name in ("report.txt", "report.html"):
        assert steps[0] in plain(records()[name])
    for request in ran.asked("accept"):
        assert "confidence, as who decided said it: 76" in request.prompt
    ended = next(event for event in ran.watch.events if event["event"] == "ended")
    assert ended["steps"] == steps


def test_prompts_show_current_votes_and_dead_disputes_in_one_line() -> None:
    ran = hold_creamery_debate()
    third = ran.prompt("revise", "analyst", 3)
    assert "option A against option C: agent 1, agent 2, agent 4, agent 5 against agent 3\n" in third
    (dead,) = re.findall(r"^no longer disputed: (.*)$", third, re.MULTILINE)
    assert {*dead.split("; ")} == {
        "A against B",
        "A against D",
        "B against C",
        "B against D",
        "C against D",
    }
    assert "takes_over: 0-8 {seat: such as agent 5, part: reservation | terms" in third
    decide = ran.prompt("synthesize", "reviewer")
    assert "all of them vote for option A by now" in decide
    assert f"reservation of commercial, accepted by analyst, market, reviewer, not by all: {KEPT_RECIPE}" in decide
    assert f"reservation of financial, not accepted by the others: {NO_ORDER}" in decide
    for of in ("commercial", "reviewer"):
        assert re.search(rf"market accepts the terms of {of} \(round \d, as it stood until then\)", decide)
    assert "nobody for" not in decide
    assert "reservations: one for each open reservation, of commercial, financial {seat" in decide
    assert "insufficient_data (what is known does not suffice to decide at all" in decide
    assert "then its conditions, if any, one short line each" in decide
    accept = ran.prompt("accept", "financial")
    assert "You are financial." in accept
    assert "agent" not in accept.partition("<ruling")[2].partition("</ruling")[0]
    assert f'reservation of financial: "{NO_ORDER.rstrip(".")}": refused: A veto would end in delay' in accept
    assert accept.count("disputed:") == 1


def test_people_read_names_and_what_moved_whom() -> None:
    page = plain(records()["report.html"])
    moved = page.partition("Asked again without it")[2].partition("Conflicts")[0]
    assert re.search(r"claim (Analyst|analyst) C1", moved)
    assert "critique" not in moved
    assert "agent 1" not in moved
    assert "A leads (A 4)" not in moved
    report = flat(records()["report.txt"])
    assert "votes changed: 2" in report  # commercial and market, in round 2
    assert "votes changed: 1" in report  # financial, in round 3


def test_only_who_holds_something_against_it_is_quoted_against_it() -> None:
    result = hold_creamery_debate().result
    by_parties = {
        each.conflict_id: each.agents_involved
        for each in (result.conflict_report.conflicts if result.conflict_report else ())
    }
    for settled in result.consensus_results or ():
        assert "Strongest point of the other side" not in settled.justification  # who accepts it stands on its side
        reserved = "financial" in by_parties[settled.conflict_id]
        assert ("(1 with a reservation)" in settled.reasoning_summary) == reserved
    dissent = flat(records()["report.txt"]).partition("Dissent ")[2].partition(" Risks ")[0]
    assert dissent.startswith(f"Financial accepts it with a reservation: {STILL_NO_ORDER}")
    assert dissent.endswith(
        "Views differ (“Whether a failed trial orders the vat line by itself”): "
        "Financial: The board sees a plan first; Commercial: The line is ordered at once; Analyst: The rule decides"
    )


def test_the_records_count_the_same() -> None:
    summary = json.loads(records()["debate_summary.json"])
    assert summary["shared_points"] == ["all share: Fenby makes a loss", "all share: October"]
    (settled,) = (each["text"] for each in summary["events"] if each["kind"] == "consensus")
    assert settled == "9 conflicts: 5 ended in agreement, 4 decided by Reviewer."
    reasons = [str(each) for each in hold_creamery_debate().result.escalation.reasons]
    assert any("the value at risk is unknown, none was given" in each for each in reasons)
