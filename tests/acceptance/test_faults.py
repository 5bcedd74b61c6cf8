"""Whatever goes wrong at any call: decided only with a complete warrant, every other ending names what is unmet."""

from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from moot import Result, debate
from moot.state.warrant import ConditionId
from tests.acceptance.stories import PROFILES, Story, stories
from tests.support.hasty_loop import run_hastily
from tests.support.scripts import write

LIMITS = {"timeout.per_agent": 20, "timeout.council": 60}
EXAMPLES = {"conclave": 70, "boardroom": 25, "legal": 25, "rca": 25, "research": 25}


def perform(folder: Path, story: Story, **overrides: Any) -> Result:
    """Run a story to its end, without waiting for anything that hangs."""
    model = write(folder, story.faults, story.answers)
    rounds = {"rounds.max": 2} if story.profile == "conclave" else {}
    return run_hastily(
        debate(
            story.question,
            profile=story.profile,
            model=model,
            store="memory:",
            overrides={**LIMITS, **rounds, **overrides},
            **story.settings,
        )
    )


def check(result: Result) -> None:
    """Hold a result to what DESIGN 9 promises, without asking the warrant what it needs."""
    warrant = result.warrant
    if result.status == "failed":
        assert result.decision is None
        return
    assert warrant is not None
    unmet = [each.id for each in warrant.conditions if each.needed and not each.met]
    assert warrant.complete == (not unmet)
    if result.status != "decided":
        assert unmet, f"{result.status} although nothing is unmet"
        return
    assert not unmet, f"decided although {unmet}"
    assert result.decision
    assert len(warrant.conditions) == len(get_args(ConditionId))
    _check_facts(result)


def _check_facts(result: Result) -> None:
    """Look at the facts themselves: who answered, what was voted for, who had to look."""
    last = max((each.round for each in result.positions), default=0)
    answered = {each.seat for each in result.positions if each.round == last and each.recommendation}
    # What only the synthesizer said, and no seat, is never released.
    assert result.decision is not None
    assert "close all shops" not in result.decision.lower()
    if result.profile == "conclave" and result.route != "simple":
        assert len(answered) >= 3, f"only {sorted(answered)} answered"
        assert result.ballot is not None
        if result.council is None:
            assert result.ballot.settled is not None
            assert result.confidence is not None
            assert result.confidence >= 0.7
        else:
            assert result.council.critic is not None
            assert result.council.advocate is not None
            assert result.council.resolution is not None
            assert len(result.council.resolution.next_steps) >= 3
            assert result.council.resolution.residual_risks
            assert result.council.resolution.reversal_criteria
            assert result.council.confidence is not None
            assert result.council.confidence >= 0.6
    if result.profile == "rca":
        assert result.rca is not None
        assert result.rca.final_hypothesis is not None
    if result.profile == "research":
        assert result.refinement is not None
        assert result.refinement.status == "approved"
        assert not result.refinement.open_gaps
        assert "office" in result.decision


@pytest.mark.parametrize("profile", PROFILES)
def test_decided_only_with_a_complete_warrant(profile: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp(profile)

    @settings(max_examples=EXAMPLES[profile])
    @given(story=stories(profile))
    def run(story: Story) -> None:
        check(perform(folder, story))

    run()
