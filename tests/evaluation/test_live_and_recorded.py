"""Debates over HTTP are scored alike, whether they were just run or are read from a file (issue 14).

The seats vote B, B, B, A and the synthesizer writes C: users get B, or a person is asked, but never C.
"""

from pathlib import Path
from typing import Any

import pytest

from moot import load_profile, open_store
from moot.evaluation import DatasetItem, EvaluationLimits, EvaluationPlan, EvaluationReport, EvaluationSetup, evaluate
from moot.evaluation.answers import read_decision, read_votes
from moot.evaluation.rules import evaluate_rules, read_recorded
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.findings import Escalation
from moot.state.outcome import Council, CouncilResolution, ReviewResponse, Synthesis
from moot.state.positions import Position
from moot.views.result import Result
from moot.views.result.summaries import ReviewSummary, UsageSummary
from tests.support.openai_server import OpenAIServer
from tests.support.scenario import Scenario

SEATS = ("cro", "cfo", "coo", "cmo")
CITIES = {"A": "Lyon", "B": "Paris", "C": "Nice"}
ITEMS = (
    DatasetItem(id="capital", question="What is the capital of France?", gold="B", choices=CITIES),
    DatasetItem(id="river", question="Which city lies on the Saone?", gold="A", choices=CITIES),
)


def play(votes: str, **synthesis: Any) -> Scenario:
    """Seats that vote like this in every round, and a synthesizer."""
    held = [
        {
            "when": {"phase": phase, "seat": seat},
            "reply": {"recommendation": CITIES[vote], "stance": CITIES[vote], "choice": vote, "confidence": 80, **more},
        }
        for seat, vote in zip(SEATS, votes, strict=True)
        for phase, more in (("position", {"premises": ["maps"]}), ("revise", {"keeps_position": "yes"}))
    ]
    alone = {"when": {"phase": "answer"}, "reply": {"answer": "ANSWER: (A)", "confidence": 70}}
    told = {"confidence": 85, "uncertainty": "none", "critical_divergence": False, **synthesis}
    return Scenario(*held, alone, {"when": {"phase": "synthesize"}, "reply": told})


async def run(scenario: Scenario, folder: Path) -> EvaluationReport:
    with OpenAIServer() as server:
        server.rule = scenario
        plan = EvaluationPlan(load_profile("conclave"), "one", server.url)
        what = EvaluationSetup("cities.jsonl", ITEMS, plan, folder, EvaluationLimits(most_votes=1))
        async with open_store(f"sqlite:///{folder}.db") as store:
            report, complete = await evaluate(what, store, lambda *_: None)
    assert complete
    return report


@pytest.mark.parametrize(
    ("votes", "synthesis"),
    [
        pytest.param("BBBA", {"decision": "Nice", "choice": "C"}, id="the synthesizer answers C"),
        pytest.param("BBBB", {"decision": "Nice", "choice": "C"}, id="against what all say"),
        pytest.param("BBBB", {"decision": "Paris", "choice": "B"}, id="all say B"),
        pytest.param("AABB", {"decision": "Paris", "choice": "B"}, id="a tie"),
    ],
)
async def test_live_and_recorded_scores_agree(votes: str, synthesis: dict[str, Any], tmp_path: Path) -> None:
    live = next(arm for arm in (await run(play(votes, **synthesis), tmp_path / "out")).arms if arm.name == "debate")
    debates = read_recorded(tmp_path / "out" / "debates.jsonl")
    rules = {rule.name: rule.all for rule in evaluate_rules(debates).rules}
    assert rules["decided"].accuracy.value == live.accuracy.value
    assert rules["fixed_1"].accuracy.value == live.first_vote
    assert (rules["decided"].right_to_wrong, rules["decided"].wrong_to_right) == (
        live.right_to_wrong,
        live.wrong_to_right,
    )
    assert sum(each.asked_a_person for each in debates) / len(debates) == live.asked_a_person
    for each in debates:
        assert each.answers[0] == tuple(votes)
        # Users get what the vote says, or a person is asked; never what no seat voted for.
        assert each.decided == "B" or (each.decided is None and each.asked_a_person)
    assert live.first_vote == 0.5


OPTIONS = tuple(BallotOption(id=letter, text=text, origin="given") for letter, text in CITIES.items())
CLOSED = Ballot(
    round=1,
    options=OPTIONS,
    votes=tuple(Vote(round=1, seat=seat, option=vote) for seat, vote in zip(SEATS, "BBBA", strict=True)),
    settled="B",
    source="given",
)
RESULT = Result(
    thread_id="t",
    profile="conclave",
    question="?",
    language="en",
    status="decided",
    route="debate",
    decision="Paris it is",
    confidence=0.8,
    convergence=0.8,
    stop_reason="converged",
    decider="synthesizer",
    escalation=Escalation(target="none", reasons=()),
    synthesis=Synthesis(decision="Paris it is", confidence=0.8, choice="B"),
    ballot=CLOSED,
    usage=UsageSummary(calls=5, prompt_tokens=1, completion_tokens=1, cost=0.0, wall_ms=1),
    fingerprint="f",
)
OPEN = CLOSED.model_copy(update={"settled": None})


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        pytest.param({}, "B", id="the settled option"),
        pytest.param({"ballot": OPEN}, "B", id="else the one the synthesis states"),
        pytest.param({"status": "needs_review"}, None, id="a pause is no answer"),
        pytest.param({"status": "inconclusive", "decision": None}, None, id="nor is no decision"),
        pytest.param(
            {"council": Council(resolution=CouncilResolution(decision="Nice", confidence=0.7, choice="C"))},
            "C",
            id="the council's, where it decided otherwise",
        ),
        pytest.param(
            {"synthesis": Synthesis(decision="Nice", confidence=0.8, choice="C", departs_because="the sea")},
            "C",
            id="a departure that was released",
        ),
        pytest.param(
            {
                "decider": "human: Ana",
                "decision": "ANSWER: (A)",
                "review": ReviewSummary(request={}, response=ReviewResponse(type="edit", text="ANSWER: (A)")),
            },
            "A",
            id="a person's own words are read",
        ),
        pytest.param({"ballot": None, "decision": "ANSWER: (C)"}, "C", id="without a ballot the words are read"),
    ],
)
def test_a_debate_answers_what_its_users_get(changes: dict[str, Any], answer: str | None) -> None:
    assert read_decision(RESULT.model_copy(update=changes), ITEMS[0]) == answer


def test_an_open_ballot_gives_its_voters_one_answer() -> None:
    item = DatasetItem(question="How many months has a year?", gold="12")
    said = ("ANSWER: 12", "twelve of them", "ANSWER: 13", "ANSWER: 12")
    positions = tuple(Position(seat=seat, round=1, recommendation=text) for seat, text in zip(SEATS, said, strict=True))
    votes = tuple(Vote(round=1, seat=seat, option=vote) for seat, vote in zip(SEATS, "AABA", strict=True))
    found = (BallotOption(id="A", text="twelve", origin="found"), BallotOption(id="B", text="13", origin="found"))
    ballot = Ballot(round=1, options=found, votes=votes, settled="A", source="model")
    result = RESULT.model_copy(update={"ballot": ballot, "positions": positions, "decision": "A dozen"})
    assert read_votes(result, item, SEATS, 1) == ("12", "12", "13", "12")
    assert read_decision(result, item) == "12"


@pytest.mark.parametrize(
    ("choices", "options"),
    [
        pytest.param({"B": "two", "A": "one"}, ("one", "two"), id="in the order of their letters"),
        pytest.param({"A": "one", "C": "three"}, (), id="other letters would be confused"),
        pytest.param({"A": "one"}, (), id="one is no choice"),
        pytest.param({"A": "one", "B": "One"}, (), id="the same twice"),
        pytest.param({letter: letter for letter in "ABCDEFGHIJKLM"}, (), id="more than twelve"),
    ],
)
def test_which_choices_close_the_ballot(choices: dict[str, str], options: tuple[str, ...]) -> None:
    assert DatasetItem(question="?", gold="A", choices=choices).options == options
