"""convergence.strategy: adaptive in a whole debate: a settled majority ends it, a split one does not."""

from pathlib import Path
from typing import Any

from tests.support.scripts import EXECUTIVES, Entry, council, criticise, hold, synthesis
from tests.support.stage import Ran, Stage

QUESTION = "Should we expand into Europe?"
ADAPTIVE = {"convergence.strategy": "adaptive"}


def stand(*stances: str, number: int = 1, **fields: Any) -> list[Entry]:
    """Let the executives hold these stances; premises, risks and timing never agree."""
    return [
        hold(
            seat, number, stance=stance, recommendation=stance, timing=f"{seat} time", premises=[f"{seat} premise"],
            risks=[f"{seat} risk"], confidence=80 - number, reasoning=f"{seat} argues in round {number}", **fields,
        )
        for seat, stance in zip(EXECUTIVES, stances, strict=True)
    ]  # fmt: skip


async def run(folder: Path, *script: Any, **overrides: Any) -> Ran:
    return await Stage(folder).run(QUESTION, *script, synthesis(85), overrides={**ADAPTIVE, **overrides})


async def test_three_of_four_end_the_debate_in_round_1(tmp_path: Path) -> None:
    ran = await run(tmp_path, stand("expand now", "expand now", "expand now", "wait a year"))
    assert (ran.result.stop_reason, len(ran.result.rounds), ran.result.convergence) == ("converged", 1, 0.8125)
    assert ran.result.rounds[0].details["error_bound"] == 0.1875
    assert "recommendation: 3 of 4 seats hold: expand now" in ran.prompt("synthesize", "synthesizer")


async def test_the_criteria_would_have_gone_on(tmp_path: Path) -> None:
    script = stand("expand now", "expand now", "expand now", "wait a year")
    ran = await Stage(tmp_path).run(
        QUESTION, script, synthesis(85), council(75), overrides={"rounds.max": 1, "rounds.planned": 1}
    )
    assert ran.result.stop_reason == "max_rounds"


async def test_two_against_two_go_on_until_somebody_says_why_it_moved(tmp_path: Path) -> None:
    moved = {"keeps_position": "no", "changes": [{"what": "stance", "because": ["K1"]}]}
    ran = await run(
        tmp_path,
        stand("expand now", "expand now", "wait a year", "wait a year"),
        criticise("cro", {"target": "coo"}),
        [criticise(seat) for seat in EXECUTIVES[1:]],
        [each for each in stand(*["expand now"] * 4, number=2) if each["when"]["seat"] in ("cro", "cfo")],
        [each for each in stand(*["expand now"] * 4, number=2, **moved) if each["when"]["seat"] in ("coo", "cmo")],
    )
    first, second = ran.result.rounds
    assert (first.convergence, ran.result.stop_reason) == (0.5, "converged")
    assert second.convergence is not None
    assert second.convergence >= 0.7
