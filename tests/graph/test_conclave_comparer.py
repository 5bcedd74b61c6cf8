"""A model says who agrees with whom, where the words alone do not settle it."""

from pathlib import Path
from typing import Any

import pytest

from moot import build_graph, load_profile, open_store
from moot.errors import ProfileError
from tests.support.scripts import EXECUTIVES, Levels, compare, council, hold, listen, run, say, synthesis, views, write

MODEL = {"convergence.comparator": "model"}
CLOSE: Levels = (1, 1, 0.5, 0)


async def test_a_model_overrules_the_words(tmp_path: Path) -> None:
    """DESIGN 6, Q-03: 67.5 by words, 100 in the eyes of the model: converged."""
    with listen() as heard:
        result = await run(tmp_path, views(CLOSE), compare((1, 1, 1, 1)), synthesis(85), overrides=MODEL)
    assert result.convergence == 1.0
    assert result.stop_reason == "converged"
    # One call for all pairs of the round, by the role's own name.
    assert [(each.seat, each.round) for each in heard.of("compare")] == [("comparer", 1)]
    assert result.usage.by_seat["comparer"].calls == 1


async def test_one_call_a_round(tmp_path: Path) -> None:
    script = [*views(CLOSE), *views(CLOSE, 2), *views(CLOSE, 3), compare(CLOSE, 1), compare((1, 1, 0, 1), 2)]
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(85), overrides=MODEL)
    assert [each.round for each in heard.of("compare")] == [1, 2]
    assert [each.convergence for each in result.rounds] == pytest.approx([0.675, 0.75])


@pytest.mark.parametrize(
    ("script", "asked"),
    [
        pytest.param(views((1, 1, 1, 1)), False, id="DESIGN 6 the same words: certain"),
        pytest.param(views(CLOSE), True, id="DESIGN 6 other words: asked"),
        pytest.param(
            [hold(seat, stance="expand" if seat in ("cro", "cfo") else "do not expand", recommendation="", timing="",
                  premises=[], risks=[]) for seat in EXECUTIVES],
            False, id="DESIGN 6 plainly the opposite: certain",
        ),
    ],
)  # fmt: skip
async def test_certain_words_save_the_call(tmp_path: Path, script: list[Any], asked: bool) -> None:
    with listen() as heard:
        await run(
            tmp_path, script, compare((1, 1, 1, 1)), synthesis(85), council(), overrides={**MODEL, "rounds.max": 1}
        )
    assert bool(heard.of("compare")) == asked


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"fail": 401}, id="DESIGN 6 unreachable"),
        pytest.param({"reply": {"pairs": []}}, id="DESIGN 6 no pair"),
        pytest.param({"reply": {"pairs": [{"a": "x", "b": "y", "recommendation": "full"}]}}, id="DESIGN 6 strangers"),
        pytest.param({"reply": "They all agree."}, id="DESIGN 6 prose"),
    ],
)
async def test_words_decide_when_the_model_cannot(tmp_path: Path, answer: dict[str, Any]) -> None:
    """DESIGN 6: it falls back to the words, and says so."""
    graph = build_graph(load_profile("conclave", {**MODEL, "rounds.max": 1}), checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    model = write(tmp_path, views(CLOSE), say(["compare", "repair"], "comparer", **answer), synthesis(85), council())
    context: Any = {"model": model}
    state = await graph.ainvoke({"question": "Should we expand?"}, config, context=context)
    assert state["convergence"].value == pytest.approx(0.675)
    (agreement,) = state["agreements"]
    assert agreement.by == "lexical"
    assert "words decide" in agreement.reason


async def test_pairs_the_model_left_out_are_compared_by_words(tmp_path: Path) -> None:
    """DESIGN 6: what it said counts, the rest is not guessed."""
    told = {"a": "A", "b": "B", "recommendation": "full", "premises": "full", "risks": "full", "timing": "full"}
    result = await run(
        tmp_path, views(CLOSE), say("compare", reply={"pairs": [told]}), synthesis(85), council(),
        overrides={**MODEL, "rounds.max": 1},
    )  # fmt: skip
    # One of six pairs agrees fully on risks and timing, the others by half and not at all.
    assert result.rounds[0].details["risks"] == pytest.approx((1 + 5 * 0.5) / 6)
    assert result.rounds[0].details["timing"] == pytest.approx(1 / 6)


async def test_a_flip_without_a_reason_is_not_shown_to_the_comparer(tmp_path: Path) -> None:
    """X-84: the model compares what the seats have accounted for."""
    flipped = [hold(seat, 2, stance="retreat at once", recommendation="retreat at once") for seat in EXECUTIVES]
    with listen() as heard:
        await run(
            tmp_path, views((0, 0, 0, 0)), flipped, compare((0, 0, 0, 0)), synthesis(85), council(),
            overrides={**MODEL, "rounds.max": 2},
        )  # fmt: skip
    second = heard.of("compare", 2)
    assert len(second) == 1
    assert "retreat" not in second[0].prompt


async def test_a_graph_without_a_comparer_refuses_one(tmp_path: Path) -> None:
    """INTERFACES 4: an override may not ask for what the graph was not built with; it is not ignored either."""
    graph = build_graph("conclave")
    for overrides in (MODEL, {"rounds.execution.position": "sequential"}):
        context: Any = {"model": write(tmp_path), "overrides": overrides}
        with pytest.raises(ProfileError, match="build_graph"):
            await graph.ainvoke({"question": "Should we expand?"}, context=context)
