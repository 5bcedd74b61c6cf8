"""Each condition of the warrant stops something by itself: without it, a debate would be decided (DESIGN 9)."""

from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from pydantic import ImportString, TypeAdapter

from moot import Result
from moot.state.warrant import Condition
from tests.acceptance.cases import CASES, GAP, PROTOCOLS, debates, first
from tests.acceptance.earned import check
from tests.acceptance.stories import Story
from tests.acceptance.test_faults import perform
from tests.support.scripts import say

MOST = 150
"""So many random debates are held before a condition that is disabled counts as unnoticed."""


def condition(result: Result, identifier: str) -> Condition:
    assert result.warrant is not None
    return next(each for each in result.warrant.conditions if each.id == identifier)


@pytest.mark.parametrize("identifier", [each for each in CASES if each != "filled"])
def test_a_condition_that_is_disabled_lets_it_through(identifier: str, tmp_path: Path) -> None:
    case = CASES[identifier](first)
    stopped = perform(tmp_path, case.story)
    check(stopped, case.story)
    assert stopped.status != "decided"
    assert stopped.warrant is not None
    # Whoever is called because of it has not looked yet.
    assert {each.id for each in stopped.warrant.unmet} - {"reviewed"} == {identifier} - {"reviewed"}
    assert not condition(stopped, identifier).met

    through = perform(tmp_path, case.story, **(case.disabled or {f"warrant.{identifier}": "reported"}))
    assert through.status == "decided"
    found = condition(through, identifier)
    # A share that was lowered is reached; what is reported only is not met and does not count.
    assert found.met if case.disabled else (found.needed, found.met) == (False, False)


@pytest.mark.parametrize("identifier", CASES)
def test_random_debates_notice_a_condition_that_is_disabled(
    identifier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What random debates are held to fails once a condition always says that it is met."""
    name = "moot.policies.verdict.warrant.conditions._CONDITIONS"
    rules = dict(TypeAdapter(ImportString).validate_python(name))
    honest = rules[identifier]
    rules[identifier] = lambda known, facts: honest(known, facts)._replace(met=True)
    monkeypatch.setattr(name, rules)
    # The gate looks at claims by itself, where the profile requires evidence.
    muted = {"warrant.evidence": "reported"} if identifier == "evidence" else {}

    @settings(max_examples=MOST, phases=[Phase.generate], report_multiple_bugs=False)
    @given(story=debates(PROTOCOLS.get(identifier, "conclave")))
    def run(story: Story) -> None:
        check(perform(tmp_path, story, **muted), story)

    with pytest.raises(AssertionError, match="although"):
        run()


@pytest.mark.parametrize("status", ["needs_refinement", "rejected"])
def test_a_question_that_was_not_approved_is_not_filled(status: str, tmp_path: Path) -> None:
    answers = [
        say("classify", reply={"classification": "vague", "reasoning": "no measure"}),
        say("structure", reply={"structured_question": "Do quiet offices raise output?", "context": "offices"}),
        say("methodology", reply={"status": "needs_refinement", "justification": "so", "improvements": [GAP]}),
        say(["force", "repair"], reply={"status": status, "justification": "no measure was named"}),
    ]
    story = Story("research", "Quiet offices are better, are they not?", answers)
    result = perform(tmp_path, story)
    check(result, story)
    assert result.status in {"rejected", "inconclusive"}
    assert not condition(result, "filled").met
