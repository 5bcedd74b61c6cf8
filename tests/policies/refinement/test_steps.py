"""The refinement loop's router, and the three scenarios walked without a model."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.refinement.evaluation.evaluation import LEFT_SUBJECT, evaluate_forced
from moot.policies.refinement.methodology import decide_forced, read_verdict
from moot.policies.refinement.steps import (
    RefinementChoice,
    choose_refinement_step,
    classify_idea,
    is_refining,
    raise_limit,
    read_choice,
)
from moot.policies.refinement.versions import add_version, find_previous, refine_question
from moot.state.outcome import ReviewResponse
from moot.state.protocol import RefinementRules
from moot.state.refinement import Elements, Improvement, MethodologistOutput, MethodologyStatus, Version
from tests.state.strategies import values
from tests.support.words import english

AUTO = RefinementRules(enabled=True)
ON_DEMAND = RefinementRules(enabled=True, mode="on_demand")


def verdict(status: MethodologyStatus) -> MethodologistOutput:
    gaps = (Improvement(aspect="métricas", gap="g", suggestion="s"),) if status == "needs_refinement" else ()
    return MethodologistOutput(status=status, justification="why", improvements=gaps)


@pytest.mark.parametrize(
    ("status", "iteration", "rules", "step"),
    [
        pytest.param("approved", 0, AUTO, "end", id="W-F4 F-29 approved at 0"),
        pytest.param("approved", 2, AUTO, "end", id="W-F4 F-29 approved at 2"),
        pytest.param("rejected", 0, AUTO, "end", id="W-F4 F-30 W-F9 rejected at 0"),
        pytest.param("rejected", 3, AUTO, "end", id="W-F4 F-30 rejected at 3"),
        pytest.param("needs_refinement", 0, AUTO, "structurer", id="W-F5 F-31 iteration 0"),
        pytest.param("needs_refinement", 1, AUTO, "structurer", id="W-F5 F-31 iteration 1"),
        pytest.param("needs_refinement", 2, AUTO, "force_decision", id="W-F5 F-32 X-67 X-81 iteration 2"),
        pytest.param("needs_refinement", 3, AUTO, "force_decision", id="W-F5 F-32 iteration 3"),
        pytest.param("error", 0, AUTO, "end", id="W-F6 F-33 X-71 error"),
        pytest.param("needs_refinement", 0, RefinementRules(max=0), "force_decision", id="W-F14 F-04 max 0"),
        pytest.param("needs_refinement", 4, RefinementRules(max=5), "structurer", id="F-04 max 5"),
        pytest.param("approved", 0, ON_DEMAND, "end", id="X-79 approved on demand"),
    ],
)
def test_the_router(status: MethodologyStatus, iteration: int, rules: RefinementRules, step: str) -> None:
    found = choose_refinement_step(verdict(status), iteration, rules)
    assert (found.step, found.status) == (step, status)
    assert english(found.reason)


def test_a_missing_verdict_ends_with_an_error() -> None:
    """F-35."""
    found = choose_refinement_step(None, 0, AUTO)
    assert (found.step, found.status) == ("end", "error")


@pytest.mark.parametrize(
    ("iteration", "sent_back", "rules", "step"),
    [
        pytest.param(0, False, AUTO, "structurer", id="F-17 sent back once"),
        pytest.param(1, True, AUTO, "end", id="F-17 the second time a person looks"),
        pytest.param(2, False, AUTO, "end", id="F-17 F-32 no refinement is left: nothing is forced"),
        pytest.param(1, True, ON_DEMAND, "ask_user", id="F-47 the user steers anyway"),
    ],
)
def test_a_version_that_left_the_subject(iteration: int, sent_back: bool, rules: RefinementRules, step: str) -> None:
    left = verdict("needs_refinement").model_copy(update={"flags": (LEFT_SUBJECT,)})
    assert choose_refinement_step(left, iteration, rules, sent_back=sent_back).step == step


@pytest.mark.parametrize(
    ("choice", "step", "status"),
    [
        pytest.param(None, "ask_user", "needs_refinement", id="W-F15 F-47 the user is asked"),
        pytest.param("refine", "structurer", "needs_refinement", id="W-F15 refine"),
        pytest.param("research", "ask_user", "needs_refinement", id="W-F15 research: pause"),
        pytest.param("other", "end", None, id="W-F15 other: no verdict"),
    ],
)
def test_on_demand(choice: RefinementChoice | None, step: str, status: str | None) -> None:
    found = choose_refinement_step(verdict("needs_refinement"), 7, ON_DEMAND, choice=choice)
    assert (found.step, found.status) == (step, status)


def test_a_profile_may_ask_the_user_at_its_limit() -> None:
    """X-79."""
    assert choose_refinement_step(verdict("needs_refinement"), 2, AUTO, on_limit="ask_user").step == "ask_user"
    assert choose_refinement_step(verdict("needs_refinement"), 1, AUTO, on_limit="ask_user").step == "structurer"


@pytest.mark.parametrize(
    ("answer", "classification", "stage"),
    [
        pytest.param("vague", "vague", "structuring", id="F-36 vague"),
        pytest.param("semi_formed", "semi_formed", "validating", id="F-36 semi_formed"),
        pytest.param("Semi-formed ", "semi_formed", "validating", id="F-36 spelled otherwise"),
        pytest.param("complete", "complete", "validating", id="F-36 complete"),
        pytest.param("brilliant", "vague", "structuring", id="F-36 unknown"),
        pytest.param(None, "vague", "structuring", id="F-36 unreadable"),
        pytest.param({"classification": "complete"}, "vague", "structuring", id="F-36 not a word"),
    ],
)
def test_classification(answer: object, classification: str, stage: str) -> None:
    found = classify_idea(answer)
    assert (found.classification, found.stage) == (classification, stage)


@pytest.mark.parametrize(
    ("last", "refining"),
    [
        pytest.param(None, False, id="F-24 first structuring"),
        pytest.param(verdict("needs_refinement"), True, id="F-24 refinement"),
        pytest.param(verdict("approved"), False, id="F-24 nothing to refine"),
    ],
)
def test_the_structurer_s_mode(last: MethodologistOutput | None, refining: bool) -> None:
    assert is_refining(last) is refining


def needs(*aspects: str) -> dict[str, Any]:
    return {
        "status": "needs_refinement",
        "improvements": [{"aspect": aspect, "gap": "missing", "suggestion": "add"} for aspect in aspects],
    }


APPROVED = {"status": "approved", "justification": "testable"}

Walk = tuple[list[tuple[int, int]], list[Version], int]


def walk(first: str, refined: list[str], verdicts: list[object], forced: object = None) -> Walk:
    """Play the loop: the state after each evaluation and each refinement, the versions, the refinements."""
    versions: list[Version] = []
    seen: list[tuple[int, int]] = []
    question, iteration = first, 0
    questions, answers = iter(refined), iter(verdicts)
    while True:
        output = read_verdict(next(answers))
        versions.append(add_version(versions, question, output))
        seen.append((iteration, len(versions)))
        step = choose_refinement_step(output, iteration, AUTO).step
        if step == "end":
            return seen, versions, iteration
        if step == "force_decision":
            versions[-1] = evaluate_forced(versions, question, decide_forced(forced)).version
            return seen, versions, iteration
        iteration += 1
        previous = find_previous(versions, None, first)
        question = refine_question(previous, next(questions), iteration + 1, Elements()).structured_question
        seen.append((iteration, len(versions)))


def test_one_refinement() -> None:
    """W-F1, F-39, X-65: the user gets version 2."""
    second = "The method cuts time by 30 %, measured by sprints, in teams of 2 to 5 developers"
    seen, versions, _ = walk("How does the method affect speed?", [second], [needs("população", "métricas"), APPROVED])
    assert seen == [(0, 1), (1, 1), (1, 2)]
    assert [each.feedback.status for each in versions] == ["needs_refinement", "approved"]
    assert [len(each.feedback.improvements) for each in versions] == [2, 0]
    assert (versions[-1].question, versions[-1].form) == (second, "statement")


def test_two_refinements() -> None:
    """W-F2, X-66: version 3 is evaluated normally and approved; nothing is forced."""
    seen, versions, _ = walk(
        "How does X show?",
        ["In which context is X most frequent?", "In which context is X most frequent, by Y in Z?"],
        [needs("contexto", "problema"), needs("métricas"), APPROVED],
    )
    assert seen == [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3)]
    assert not any(each.forced_decision for each in versions)
    assert versions[0].feedback.improvements[0].aspect == "contexto"


@pytest.mark.parametrize(
    ("forced", "status"),
    [
        pytest.param(APPROVED, "approved", id="W-F3 approved"),
        pytest.param({"status": "rejected"}, "rejected", id="W-F3 rejected"),
        pytest.param(needs("métricas"), "rejected", id="W-F3 W-F8 asks for more again"),
    ],
)
def test_the_limit(forced: object, status: str) -> None:
    """W-F3, X-72: still three versions, the last one marked."""
    seen, versions, _ = walk(
        "Does Z improve W?",
        ["Does Z improve W in C?", "Does Z improve W in C, measured by M?"],
        [needs("outro"), needs("métricas"), needs("população")],
        forced,
    )
    assert seen == [(0, 1), (1, 1), (1, 2), (2, 2), (2, 3)]
    assert [each.forced_decision for each in versions] == [False, False, True]
    assert versions[-1].feedback.status == status


def test_popular_belief_is_rejected_at_once() -> None:
    """W-F9."""
    seen, versions, refinements = walk("Everyone knows it.", [], [{"status": "rejected", "justification": "belief"}])
    assert (seen, len(versions), refinements) == ([(0, 1)], 1, 0)


def test_an_idea_that_skips_the_structurer_is_version_1() -> None:
    """W-F10, X-73."""
    idea = "Test-first teams write fewer bugs"
    _, versions, _ = walk(
        idea, ["Test-first teams of 2 to 5 write fewer bugs per sprint"], [needs("população"), APPROVED]
    )
    assert versions[0].question == idea
    assert versions[1].version == 2


def test_the_version_list_example() -> None:
    """W-F13: a population gap, then approval without any."""
    gap = {"aspect": "população", "gap": "Nobody is named", "suggestion": "adults 18 to 40"}
    first = {"status": "needs_refinement", "improvements": [gap]}
    _, versions, _ = walk("Does sleep help memory?", ["Does sleep help memory of adults 18 to 40?"], [first, APPROVED])
    assert [(each.version, each.feedback.status, len(each.feedback.improvements)) for each in versions] == [
        (1, "needs_refinement", 1),
        (2, "approved", 0),
    ]


@given(st.lists(st.sampled_from(["needs_refinement", "approved", "rejected", "?"]), min_size=6, max_size=6))
def test_versions_are_always_refinements_plus_one(statuses: list[str]) -> None:
    """X-65: and the loop always ends within its limit."""
    answers: list[object] = [needs("outro") if each == "needs_refinement" else {"status": each} for each in statuses]
    _, versions, refinements = walk("Idea one", ["Idea two", "Idea three"], answers, APPROVED)
    assert len(versions) == refinements + 1 <= 3


@pytest.mark.parametrize(
    ("kind", "text", "choice", "words"),
    [
        pytest.param("approve", "", "refine", "", id="F-47 W-F15 approve refines now"),
        pytest.param("respond", "Take Brazil.", "refine", "Take Brazil.", id="F-47 W-F15 with guidance"),
        pytest.param("edit", "Does X raise Y?", "refine", "Does X raise Y?", id="F-47 with the wish"),
        pytest.param("respond", "research", "research", "", id="W-F15 research first"),
        pytest.param("respond", " RESEARCH ", "research", "", id="W-F15 in any case"),
        pytest.param("edit", "other", "other", "", id="W-F15 another direction, by name"),
        pytest.param("respond", "Refine", "refine", "", id="W-F15 refine, by name"),
        pytest.param(
            "respond", "research the market", "refine", "research the market", id="W-F15 a sentence is guidance"
        ),
        pytest.param("reject", "", "other", "", id="F-47 reject takes another direction"),
        pytest.param("reject", "not now", "other", "", id="F-47 whatever is said with it"),
    ],
)
def test_a_choice(kind: str, text: str, choice: str, words: str) -> None:
    response = ReviewResponse.model_validate({"type": kind, "text": text})
    assert read_choice(response) == (choice, words)


@given(response=values(ReviewResponse))
def test_every_answer_is_a_choice(response: ReviewResponse) -> None:
    """F-47: whatever a person says, one of the three follows."""
    choice, words = read_choice(response)
    assert choice in ("refine", "research", "other")
    assert not words or (choice == "refine" and words == response.text)


@pytest.mark.parametrize(
    ("limit", "done", "raised"),
    [
        pytest.param(2, 2, 3, id="F-04 one more than were done at the limit"),
        pytest.param(3, 3, 4, id="F-04 and again"),
        pytest.param(2, 0, 2, id="F-04 nothing while some are left"),
        pytest.param(0, 0, 1, id="W-F14 none were allowed"),
    ],
)
def test_a_person_who_asks_for_more_raises_the_limit(limit: int, done: int, raised: int) -> None:
    assert raise_limit(limit, done) == raised
