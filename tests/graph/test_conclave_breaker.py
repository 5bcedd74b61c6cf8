"""What stops a debate that does not end by itself, and what is known of it then."""

from pathlib import Path
from typing import Any

import pytest

from moot import build_graph, open_store
from moot.views.terminal import draw_breaker
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
    write,
)

CLOSE: Levels = (1, 1, 0.5, 0)
APART: Levels = (0, 0, 0, 0)


def same(round: int, confidence: int = 80) -> list[dict[str, Any]]:  # noqa: A002
    """The same positions and confidences in every round."""
    return views(CLOSE, round, confidence=confidence, reasoning="as before")


async def test_three_rounds_without_agreement(tmp_path: Path) -> None:
    """W-D7 D-36 D-46 D-47 D-52 D-53: 40, 50, 55 percent; all six values and the target are data."""
    rounds: list[Levels] = [(1, 0, 0, 0.5), (1, 0, 0, 1), (1, 1, 0, 0)]
    script = [entry for number, levels in enumerate(rounds, 1) for entry in views(levels, number)]
    divergence = {"theme": "risks", "nature": "risk", "sides": [{"seat": "cfo", "view": "too dear"}], "impact": "late"}
    watch = Watch()
    result = await run(
        tmp_path, script, synthesis(62, divergences=[divergence]), council(75), value_at_risk=50_000, watch=watch
    )
    assert [each.convergence for each in result.rounds] == pytest.approx([0.40, 0.50, 0.55])
    breaker = result.circuit_breaker
    assert breaker is not None
    assert (breaker.reason, breaker.rounds, breaker.max_rounds) == ("max_rounds", 3, 3)
    assert breaker.convergence == pytest.approx(0.55)
    assert [str(point).partition(":")[0] for point in breaker.consensus] == ["recommendation", "premises"]
    assert breaker.divergences == ("risks: all differ", "timing: all differ")
    assert breaker.agents_in_conflict == EXECUTIVES
    # the target is the gate's.
    assert breaker.target == result.escalation.target == "human"
    assert not breaker.impasse
    # D-46: the synthesis lists the divergences, and the synthesizer is told what is open.
    assert result.synthesis is not None
    assert [each.theme for each in result.synthesis.divergences] == ["risks"]
    assert [each["reason"] for each in watch.named("breaker")] == ["max_rounds"]
    assert result.council is not None
    assert result.stop_reason == "max_rounds"
    block = draw_breaker(breaker)
    for line in ("THE DEBATE ENDED AT A LIMIT", "ROUNDS RUN: 3 of 3", "FINAL CONVERGENCE: 55%",
                 "Unresolved divergences: risks: all differ; timing: all differ",
                 "Agents in conflict: CRO; CFO; COO; CMO", "ACTION: Escalating to HUMAN"):  # fmt: skip
        assert line in block


async def test_what_the_synthesizer_leaves_out_is_told_all_the_same(tmp_path: Path) -> None:
    """W-D7 D-46 D-47: a forced synthesis lists the divergences, whoever wrote it."""
    result = await run(tmp_path, views(CLOSE), synthesis(85), council(), overrides={"rounds.max": 1})
    assert result.synthesis is not None
    assert result.synthesis.author == "synthesizer"
    assert [each.theme for each in result.synthesis.divergences] == ["risks", "timing"]


async def test_the_synthesizer_knows_why_it_was_stopped(tmp_path: Path) -> None:
    """D-47: the forced synthesis is written with the divergences in view."""
    with listen() as heard:
        await run(tmp_path, views(CLOSE), synthesis(85), council(), overrides={"rounds.max": 1})
    (request,) = heard.of("synthesize")
    assert "timing: all differ" in request.prompt
    assert "The debate was stopped: Round 1 of 1 ended without agreement." in request.prompt


async def test_a_low_confidence_after_the_last_round_goes_to_a_person(tmp_path: Path) -> None:
    """X-07: max_rounds goes to the council, to a person below 50."""
    result = await run(tmp_path, views(CLOSE), synthesis(49), overrides={"rounds.max": 1})
    assert result.status == "needs_review"
    assert result.circuit_breaker is not None
    assert result.circuit_breaker.target == "human"


async def test_identical_rounds_are_a_loop(tmp_path: Path) -> None:
    """W-D9 D-51 D-84 X-01 X-17: stop after round 2, impasse declared, council with the flag."""
    watch = Watch()
    result = await run(tmp_path, same(1), same(2), synthesis(85), council(75), watch=watch)
    assert [each.number for each in result.rounds] == [1, 2]
    assert result.stop_reason == "loop"
    assert result.circuit_breaker is not None
    assert result.circuit_breaker.impasse
    assert str(result.circuit_breaker.explanation).startswith("IMPASSE")
    assert "stabilised" in result.circuit_breaker.explanation
    assert (result.escalation.target, result.escalation.impasse) == ("council", True)
    assert result.council is not None
    assert result.council.impasse
    # D-84 (2): it is summed up from where it stands; (5): the council decides who is next.
    assert result.synthesis is not None
    assert result.status == "decided"
    assert [each["impasse"] for each in watch.named("escalated")] == [True]


async def test_the_council_may_send_an_impasse_to_a_person(tmp_path: Path) -> None:
    """D-84 (5): below the council's threshold a person decides."""
    result = await run(tmp_path, same(1), same(2), synthesis(85), council(59))
    assert result.status == "needs_review"
    assert result.escalation.impasse


async def test_the_strict_reading_needs_three_identical_rounds(tmp_path: Path) -> None:
    """W-D10 D-82 X-01: counter 1 after round 2, 2 after round 3; then it is a loop, before max rounds."""
    store = open_store("memory:")
    overrides = {"circuit_breaker.identical_rounds": 3, "rounds.max": 5}
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "strict"}}
    model = write(tmp_path, same(1), same(2), same(3), synthesis(85), council(75))
    counters = []
    context: Any = {"model": model, "overrides": overrides}
    async for update in graph.astream(
        {"question": "Should we expand?"}, config, context=context, stream_mode="updates"
    ):
        counters += [each["loop"].counter for name, each in update.items() if name == "checkpoint"]
    assert counters == [0, 1, 2]
    state = (await graph.aget_state(config)).values
    assert state["breaker"].reason == "loop"
    # D-81 D-83: the hash and the signals are there to be read.
    assert state["loop"].fingerprint
    assert {"same_positions", "same_arguments", "same_confidence"} <= set(state["loop"].signals)


NEW_CLAIM = {"id": "C1", "statement": "Demand doubled", "kind": "hypothesis"}


@pytest.mark.parametrize(
    ("second", "looped"),
    [
        pytest.param({}, True, id="D-81 the same"),
        pytest.param({"confidence": 85}, True, id="X-02 confidence within 5 points"),
        pytest.param({"timing": "by the end of the year"}, True, id="X-02 a paraphrase is a repetition"),
        pytest.param({"risks": ["new"], "reasoning": "anew"}, True, id="D-83 other words are no new argument"),
        pytest.param({"confidence": 60}, False, id="X-02 another confidence"),
        pytest.param({"claims": [NEW_CLAIM]}, False, id="D-83 another argument"),
        pytest.param({"keeps_position": "no"}, False, id="X-02 who gives its position up repeats nothing"),
        pytest.param({"keeps_position": "partly", "reasoning": "anew"}, True, id="X-02 partly, but the same vote"),
    ],
)
async def test_what_counts_as_the_same_round(tmp_path: Path, second: dict[str, Any], looped: bool) -> None:
    fields = {"confidence": 80, "reasoning": "as before", "timing": "within six months"}
    first = [hold(seat, 1, stance=f"{seat} first", recommendation=f"{seat} first", **fields) for seat in EXECUTIVES]
    again = [
        hold(seat, 2, **{"stance": f"{seat} first", "recommendation": f"{seat} first", **fields, **second})
        for seat in EXECUTIVES
    ]
    result = await run(tmp_path, first, again, synthesis(85), council(), overrides={"rounds.max": 2})
    assert result.stop_reason == ("loop" if looped else "max_rounds")


async def test_three_of_four_signals_are_a_loop(tmp_path: Path) -> None:
    """D-83 X-02: the same votes, arguments and rebuttals, though the confidence falls from round to round."""
    claim = {"id": "C1", "statement": "Demand doubled", "kind": "hypothesis"}
    said = {"reasoning": "as before", "claims": [claim], "keeps_position": "yes"}
    plan = [
        hold(seat, number, stance=f"{seat} first", recommendation=f"{seat} first", confidence=90 - 10 * number, **said)
        for number in (1, 2, 3)
        for seat in EXECUTIVES
    ]
    critics = [criticise("cfo", {"target": "cro"}, round=number) for number in (1, 2)]
    result = await run(tmp_path, plan, critics, synthesis(85), council(), overrides={"rounds.max": 5})
    assert result.stop_reason == "loop"
    assert len(result.rounds) == 3


async def test_too_many_iterations_call_a_person(tmp_path: Path) -> None:
    """W-D22 D-48 D-66 D-97: stop at once, whatever the confidence."""
    result = await run(
        tmp_path, views(CLOSE), views(CLOSE, 2), synthesis(95), overrides={"circuit_breaker.max_iterations": 2}
    )
    assert len(result.rounds) == 2
    assert result.stop_reason == "max_iterations"
    assert result.status == "needs_review"
    assert result.circuit_breaker is not None
    assert result.circuit_breaker.target == result.escalation.target == "human"
    assert any("2 waves of 2" in reason for reason in result.escalation.reasons)


async def test_agreement_in_the_last_iteration_is_agreement(tmp_path: Path) -> None:
    """X-06 X-22: a limit that is reached by a round that agreed stops nothing."""
    overrides = {"circuit_breaker.max_iterations": 1, "rounds.max": 1}
    result = await run(tmp_path, views((1, 1, 1, 1)), synthesis(85), overrides=overrides)
    assert (result.stop_reason, result.status, result.circuit_breaker) == ("converged", "decided", None)


async def test_a_breaker_that_is_off_blocks_the_start(tmp_path: Path) -> None:
    """W-D24 D-90: the debate does not start, and says why; nobody is asked."""
    with listen() as heard:
        result = await run(tmp_path, synthesis(85), overrides={"circuit_breaker.enabled": False})
    assert heard.requests == []
    assert (result.status, result.decision, result.rounds) == ("failed", None, ())
    assert "circuit_breaker.enabled" in result.decider


@pytest.mark.parametrize(
    ("question", "options", "said"),
    [
        pytest.param("Expand?", {}, "two words", id="D-90 Q-02 one word"),
        pytest.param("   ", {}, "empty", id="D-90 Q-02 blank"),
        pytest.param("word " * 5000, {}, "20,000", id="D-90 Q-02 too long"),
        pytest.param("Should we?", {"overrides": {"seats": ["cfo"]}, "route": "debate"}, "2 are needed", id="D-104"),
    ],
)
async def test_an_unfit_question_does_not_start(
    tmp_path: Path, question: str, options: dict[str, Any], said: str
) -> None:
    result = await run(tmp_path, synthesis(85), question=question, **options)
    assert result.status == "failed"
    assert said in result.decider


async def test_the_checklists_are_kept(tmp_path: Path) -> None:
    """D-90 D-91 D-92: before, after every round, and at the end, each item with pass or fail."""
    store = open_store("memory:")
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "lists"}}
    context: Any = {"model": write(tmp_path, same(1), same(2), synthesis(85), council(75))}
    state = await graph.ainvoke({"question": "Should we expand?"}, config, context=context)
    lists = state["checklists"]
    assert [(each.stage, each.round) for each in lists] == [("before", 0), ("during", 1), ("during", 2), ("after", 0)]
    assert lists[0].passed
    assert lists[1].passed
    failed = {check.item for check in lists[2].checks if not check.passed}
    assert failed == {"no_loop", "convergence_progressing"}
    assert lists[3].passed


async def test_nothing_said_twice_is_no_loop(tmp_path: Path) -> None:
    """X-02: rounds in which nobody could be heard do not repeat each other; another reason ends them."""
    script = [*views(APART), *(say("revise", seat, 2, fail=401) for seat in EXECUTIVES), *views(APART, 3)]
    result = await run(tmp_path, script, synthesis(85), council())
    assert [each.failed for each in result.rounds] == [(), EXECUTIVES, ()]
    assert result.stop_reason == "max_rounds"
