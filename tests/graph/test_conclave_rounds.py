"""How many rounds the executives argue, what each of them hears, and when they have agreed."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from moot.policies.comparison import CRITERIA, compare_lexically
from moot.state.positions import Position
from tests.support.scripts import (
    EXECUTIVES,
    Levels,
    Watch,
    council,
    criticise,
    hold,
    listen,
    run,
    say,
    synthesis,
    views,
)

EQUAL = {f"convergence.weights.{name}": 25 for name in CRITERIA}
AGREED: Levels = (1, 1, 1, 1)
CLOSE: Levels = (1, 1, 0.5, 0)
"""67.5 of 100 weighted points: just too little (W-D3)."""
ENOUGH: Levels = (1, 1, 0, 1)
"""75 of 100 (W-D2)."""


@pytest.mark.parametrize("levels", list(product((1, 0.5, 0), repeat=4)), ids=str)
def test_the_scripts_agree_to_the_wanted_extent(levels: Levels) -> None:
    said = [Position(seat=each["when"]["seat"], round=1, **each["reply"]) for each in views(levels, confidence=None)]
    pairs = compare_lexically(said, "en")
    assert all((pair.recommendation, pair.premises, pair.risks, pair.timing) == levels for pair in pairs)


@pytest.mark.parametrize(
    ("rounds", "overrides", "values", "stop"),
    [
        pytest.param([ENOUGH], {}, [0.75], "converged", id="W-D2 D-10 D-34 weighted 75"),
        pytest.param([ENOUGH], EQUAL, [0.75], "converged", id="W-D2 D-95 unweighted 75"),
        pytest.param([CLOSE, AGREED], {}, [0.675, 1.0], "converged", id="W-D3 D-35 D-37 67.5 starts round 2"),
        pytest.param([CLOSE, ENOUGH], {}, [0.675, 0.75], "converged", id="W-D6 D-11 67.5 then 75 stops after round 2"),
        pytest.param([(0, 1, 1, 1)] * 3, {}, [0.69] * 3, "max_rounds", id="W-D4 X-21a the recommendations differ, 70"),
        pytest.param([(0, 1, 1, 1)] * 3, EQUAL, [0.69] * 3, "max_rounds", id="W-D4 X-21a unweighted 75 is capped too"),
        pytest.param(
            [(1, 1, 0, 0)],
            {"convergence.weights.recommendation": 40, "convergence.weights.premises": 30,
             "convergence.weights.risks": 20, "convergence.weights.timing": 10},
            [0.7], "converged", id="W-D5 D-18 exactly 70 is enough",
        ),
        pytest.param([CLOSE, CLOSE, (1, 1, 0.5, 0.5)], {}, [0.675, 0.675, 0.775], "converged", id="W-D8 X-06 the last"),
        pytest.param([AGREED, AGREED], {"rounds.min": 2}, [1.0, 1.0], "converged", id="D-15 at least so many rounds"),
        pytest.param([CLOSE], {"rounds.max": 1}, [0.675], "max_rounds", id="D-17 D-36 at most so many rounds"),
    ],
)  # fmt: skip
async def test_agreement_ends_the_debate(
    tmp_path: Path, rounds: list[Levels], overrides: dict[str, Any], values: list[float], stop: str
) -> None:
    script = [entry for number, levels in enumerate(rounds, 1) for entry in views(levels, number)]
    result = await run(tmp_path, script, synthesis(85), council(75), overrides=overrides)
    assert [each.number for each in result.rounds] == list(range(1, len(rounds) + 1))
    assert [each.convergence for each in result.rounds] == pytest.approx(values)
    assert result.convergence == pytest.approx(values[-1])
    assert result.stop_reason == stop
    # D-12: every path joins one synthesis.
    assert result.synthesis is not None
    assert (result.circuit_breaker is None) == (stop == "converged")
    assert result.status == "decided"


async def test_agreement_is_the_mean_over_all_pairs(tmp_path: Path) -> None:
    """D-32 D-33 X-21: three of four hold the same, so three of six pairs agree on each of the four points."""
    against: dict[str, Any] = {
        "premises": ["demand does not grow"],
        "risks": ["no currency swings"],
        "timing": "not within six months",
    }
    odd = hold("cmo", stance="retreat", recommendation="retreat", **against)
    result = await run(tmp_path, odd, views(AGREED), synthesis(85), council(), overrides={"rounds.max": 1})
    assert {name: result.rounds[0].details[name] for name in CRITERIA} == dict.fromkeys(CRITERIA, 0.5)
    assert result.convergence == pytest.approx(0.5)


async def test_a_recommendation_gate_is_flagged(tmp_path: Path) -> None:
    """X-21a: what the arithmetic gave stays visible beside the capped value."""
    result = await run(tmp_path, views((0, 1, 1, 1)), synthesis(85), council(), overrides={"rounds.max": 1})
    assert result.rounds[0].details["before_cap"] == pytest.approx(0.70)
    assert result.rounds[0].convergence == pytest.approx(0.69)


async def test_rounds_have_their_kinds_and_fields(tmp_path: Path) -> None:
    """D-86 D-93 X-25: positions, rebuttals, refinement; every round carries the union of fields."""
    script = [*views(CLOSE), *views(CLOSE, 2, keeps_position="partly"), *views(CLOSE, 3, keeps_position="yes")]
    result = await run(tmp_path, script, synthesis(85), council())
    assert [each.kind for each in result.rounds] == ["positions", "rebuttals", "refinement"]
    assert [each.responded for each in result.rounds] == [EXECUTIVES] * 3
    assert [each.timed_out for each in result.rounds] == [()] * 3
    # D-41 X-27: those who say that they moved are counted.
    assert [each.position_changes for each in result.rounds] == [0, 4, 0]


async def test_round_one_is_parallel_and_isolated(tmp_path: Path) -> None:
    """D-28 D-31 D-93: all seats at once, and nobody sees another's position."""
    watch = Watch()
    slow = [{**each, "delay": 0.2} for each in views(ENOUGH)]
    with listen() as heard:
        result = await run(tmp_path, slow, synthesis(85), watch=watch)
    told = [each["event"] for each in watch.events if each.get("phase") == "position" and "seat" in each]
    assert told == ["seat_started"] * 4 + ["seat_finished"] * 4
    assert sorted(heard.seats("position")) == sorted(EXECUTIVES)
    assert not any("demand grows" in each.prompt for each in heard.of("position"))
    assert {each.seat for each in result.positions} == set(EXECUTIVES)


async def test_a_position_has_its_five_parts(tmp_path: Path) -> None:
    """D-30: position, reasoning, cited evidence, confidence, limitations."""
    claim = {"id": "C1", "statement": "Demand doubled", "kind": "fact", "evidence": ["E1"], "confidence": 70}
    said = views(AGREED, confidence=83, claims=[claim], limitations=["No data on churn"])
    result = await run(tmp_path, said, synthesis(85), context=[{"id": "E1", "text": "Demand doubled in 2025."}])
    position = result.positions[0]
    assert position.recommendation == "expand into Europe"
    assert position.reasoning
    assert position.confidence == pytest.approx(0.83)
    assert position.claims[0].evidence == ("E1",)
    assert position.limitations == ("No data on churn",)


async def test_rebuttals_are_spoken_in_turn(tmp_path: Path) -> None:
    """D-38 X-03: in round 2 one after the other; each sees round 1, and hears those who spoke before it."""
    script = [
        *views(CLOSE),
        *(
            hold(seat, 2, stance="expand into Europe", timing=f"{seat} moved", changes=[{"what": f"{seat} waits"}])
            for seat in EXECUTIVES
        ),
        *views(AGREED, 3),
    ]
    with listen() as heard:
        await run(tmp_path, script, synthesis(85))
    spoken = heard.of("revise", 2)
    assert [each.seat for each in spoken] == list(EXECUTIVES)
    for place, request in enumerate(spoken):
        # Everybody's round 1 is there ...
        assert all(f"{own} point" in request.prompt for own in ("amber", "birch", "cedar", "dune"))
        # ... and of round 2 only what was said before.
        told = [seat for seat in EXECUTIVES if f"{seat} waits" in request.prompt]
        assert told == list(EXECUTIVES[:place])


async def test_rebuttals_may_be_parallel(tmp_path: Path) -> None:
    """X-03 X-28: with `parallel`, and always in round 3, nobody hears the others of the same round."""
    script = [
        *views(CLOSE),
        *(entry | {"reply": entry["reply"] | {"changes": [{"what": f"{seat} waits"}]}}
          for seat, entry in zip(EXECUTIVES, views(CLOSE, 2), strict=True)),
        *views(AGREED, 3),
    ]  # fmt: skip
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(85), overrides={"rounds.execution.revise": "parallel"})
    assert len(result.rounds) == 3
    assert not any(f"{seat} waits" in each.prompt for each in heard.of("revise", 2) for seat in EXECUTIVES)


async def test_every_agent_meets_the_critiques_of_the_others(tmp_path: Path) -> None:
    """D-40: a rebuttal sees all positions and critiques, and says whether it keeps its position."""
    claim = {"id": "C1", "statement": "Demand doubled", "kind": "hypothesis"}
    script = [
        *views(CLOSE, claims=[claim]),
        criticise("cfo", {"target": "cro", "description": "Cash is not counted."}),
        *views(AGREED, 2, keeps_position="partly", answers=[{"critique_id": "K1", "outcome": "accepted"}]),
    ]
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(85))
    assert [(each.id, each.agent, each.target, each.round) for each in result.critiques] == [("K1", "cfo", "cro", 1)]
    assert all("Cash is not counted." in each.prompt for each in heard.of("revise", 2))
    # Only its target is asked to answer it.
    asked = [each.seat for each in heard.of("revise", 2) if "Critiques to answer: K1" in each.prompt]
    assert asked == ["cro"]
    assert {each.keeps_position for each in result.positions if each.round == 2} == {"partly"}


async def test_round_three_argues_only_what_is_open(tmp_path: Path) -> None:
    """D-42 D-43 D-45: consensus points are closed, only the divergences are put to the agents again."""
    with listen() as heard:
        result = await run(tmp_path, views(CLOSE), views(CLOSE, 2), views(AGREED, 3), synthesis(85))
    assert result.stop_reason == "converged"
    final = heard.of("revise", 3)
    assert sorted(each.seat for each in final) == sorted(EXECUTIVES)
    for request in final:
        # Positions are shown whole; what is closed, and what is open, is said beside them.
        assert _read_points(request.prompt, "closed") == [
            "- recommendation: all agree (expand into Europe)",
            "- premises: all agree (demand grows)",
        ]
        assert _read_points(request.prompt, "open") == [
            "- risks: no two say quite the same, but nobody contradicts anybody", "- timing: all differ",
        ]  # fmt: skip
        assert "Keep closed points; argue open ones." in request.prompt
    # round 3 is spoken at once.
    assert not any("Changed:" in each.prompt for each in final)


def _read_points(prompt: str, name: str) -> list[str]:
    """Read what stands between the marks of a fenced part."""
    found = re.search(rf"<{name} (\w+)>\n(.*?)\n</{name} \1>", prompt, re.DOTALL)
    assert found is not None
    return found[2].splitlines()


async def test_convergence_is_measured_over_every_round(tmp_path: Path) -> None:
    """D-09 D-11: a checkpoint closes each round, and the watcher is told."""
    watch = Watch()
    await run(tmp_path, views(CLOSE), views(ENOUGH, 2), synthesis(85), watch=watch)
    closed = watch.named("round_closed")
    assert [(each["round"], each["converged"]) for each in closed] == [(1, False), (2, True)]
    assert [each["convergence"] for each in closed] == pytest.approx([0.675, 0.75])
    assert [node for node in watch.nodes() if node in ("checkpoint", "synthesize", "escalate", "emit")] == [
        "checkpoint", "checkpoint", "synthesize", "escalate", "emit",
    ]  # fmt: skip


async def test_a_profile_without_critique_goes_straight_on(tmp_path: Path) -> None:
    """D-40: critiques are a wave of their own only where the profile asks for them."""
    with listen() as heard:
        result = await run(
            tmp_path, views(CLOSE), views(AGREED, 2), synthesis(85), overrides={"critique.enabled": False}
        )
    assert len(result.rounds) == 2
    assert not heard.of("critique")
    assert result.usage.calls == 9


async def test_a_strategy_of_the_callers_own(tmp_path: Path) -> None:
    """X-76: any function from a closed round to a finding may judge agreement."""
    from moot.policies.agreement import ClosedRound
    from moot.state.findings import Convergence

    def after_two(closed: ClosedRound) -> Convergence:
        done = closed.round >= 2
        return Convergence(
            converged=done, value=float(done), reason="counted", stop_reason="converged" if done else None
        )

    result = await run(tmp_path, views(AGREED), views(AGREED, 2), synthesis(85), strategy=after_two)
    assert [each.convergence for each in result.rounds] == [0.0, 1.0]


async def test_the_comparison_never_depends_on_a_seat_that_did_not_speak(tmp_path: Path) -> None:
    """D-79 X-21b: a seat that failed in round 2 is left out there, and is heard again in round 3."""
    script = [*views(CLOSE), say("revise", "cmo", 2, fail=401), *views(CLOSE, 2), *views(AGREED, 3)]
    result = await run(tmp_path, script, synthesis(85))
    assert result.rounds[1].failed == ("cmo",)
    assert result.rounds[1].responded == EXECUTIVES[:3]
    assert result.rounds[2].responded == EXECUTIVES
    assert result.rounds[1].convergence == pytest.approx(0.675)
