"""Whatever goes wrong at any call: decided only with a complete warrant, every other ending names what is unmet."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from moot import Result, debate
from tests.acceptance.cases import debates
from tests.acceptance.earned import check
from tests.acceptance.stories import PROFILES, Story
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
            overrides={**LIMITS, **rounds, **story.overrides, **overrides},
            **story.settings,
        )
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_decided_only_with_a_complete_warrant(profile: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp(profile)

    @settings(max_examples=EXAMPLES[profile])
    @given(story=debates(profile))
    def run(story: Story) -> None:
        check(perform(folder, story), story)

    run()
