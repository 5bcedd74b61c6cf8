"""An installed distribution brings a strategy and a comparator; a profile names them, and they judge a debate."""

from pathlib import Path

import pytest

from moot import load_profile
from moot.errors import ProfileError
from tests.support.scripts import EXECUTIVES, hold, synthesis
from tests.support.stage import Stage

PROFILE = """
extends: conclave
name: plugged
convergence:
  strategy: same_stance
  comparator: first_word
critique: {enabled: false}
council: {enabled: false}
escalation: {enabled: false}
"""


# Who votes for something else names why, whoever compares.
MOVED = [{"what": "the direction", "because": ["E1"]}]
SOURCES = [{"id": "E1", "text": "Demand grows in the east."}]


def settle(first: str, last: str) -> list[dict[str, object]]:
    """Let the seats begin round 1 with different words and round 2 with the same."""
    words = dict.fromkeys(EXECUTIVES, first) | {"cmo": last}
    return [
        *(hold(seat, 1, recommendation=f"{word} in the east", confidence=80) for seat, word in words.items()),
        *(
            hold(seat, 2, recommendation=f"{first} by way of {seat}", confidence=80, changes=MOVED)
            for seat in EXECUTIVES
        ),
    ]


@pytest.mark.usefixtures("example_plugin")
async def test_a_debate_is_judged_by_plugins_that_its_profile_names(tmp_path: Path) -> None:
    path = tmp_path / "plugged.yaml"
    path.write_text(PROFILE)
    ran = await Stage(tmp_path).run(
        "Where next?", settle("Expand", "Wait"), synthesis(90), profile=path, context=SOURCES
    )
    assert [each.convergence for each in ran.result.rounds] == [0.0, 1.0]
    assert (ran.result.stop_reason, ran.result.strategy) == ("converged", "same_stance")
    assert [each.by for each in ran.state["agreements"]] == ["first_word", "first_word"]
    assert ran.state["convergence"].reason == "All stand together."


def test_without_the_plugin_its_names_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "plugged.yaml"
    path.write_text(PROFILE)
    with pytest.raises(ProfileError, match=r"convergence\.strategy: 'same_stance' is not a known strategy; known are"):
        load_profile(path)


@pytest.mark.usefixtures("example_plugin")
@pytest.mark.parametrize(
    ("key", "name", "nearest"),
    [
        pytest.param("convergence.strategy", "same_stanse", "same_stance", id="strategy of a plug-in"),
        pytest.param("convergence.strategy", "criterai", "criteria", id="strategy of ours"),
        pytest.param("convergence.comparator", "frist_word", "first_word", id="comparator of a plug-in"),
        pytest.param("convergence.comparator", "lexica", "lexical", id="comparator of ours"),
    ],
)
def test_the_nearest_name_is_told_when_the_profile_is_read(key: str, name: str, nearest: str) -> None:
    with pytest.raises(ProfileError, match=f"{key}: '{name}' is not a known .*; did you mean '{nearest}'"):
        load_profile("conclave", {key: name})
