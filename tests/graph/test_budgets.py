"""Time, tokens, calls and money: what a debate does when one of them ends, and who takes over for whom."""

from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from moot import build_graph, open_store
from moot.configs.tables import ModelPrice
from moot.errors import UsageError
from tests.support.scripts import (
    EXECUTIVES,
    Levels,
    Watch,
    council,
    criticise,
    listen,
    run,
    say,
    synthesis,
    views,
    write,
)

AGREED: Levels = (1, 1, 1, 1)
CLOSE: Levels = (1, 1, 0.5, 0)
THREE = ("cro", "cfo", "coo")
SOON = {"timeout.per_agent": 0.5}
"""Long enough for a scripted answer on a busy machine, short enough to wait for."""


async def state_of(tmp_path: Path, *script: Any, **context: Any) -> dict[str, Any]:
    """The whole state of a debate, for what the result document leaves out."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    given: Any = {"model": write(tmp_path, *script), **context}
    return await graph.ainvoke({"question": "Should we expand?"}, config, context=given)


# Time.


async def test_an_agent_that_is_too_slow_is_used_as_far_as_it_came(tmp_path: Path) -> None:
    """W-D11 D-29 D-74 D-79 X-21b: marked, its partial answer counts where it has something, the log has its line."""
    slow = views(AGREED, seats=THREE)[2]
    script = [{**slow, "cut": {"after": 150, "then": "hang"}}, *views(AGREED, seats=THREE), synthesis(85)]
    state = await state_of(tmp_path, script, overrides={**SOON, "seats": list(THREE)})
    late = next(each for each in state["positions"] if each.seat == "coo")
    assert late.status == "timeout"
    assert "partial" in late.flags
    assert late.recommendation == "expand into Europe"
    assert late.timing is None
    (record,) = state["rounds"]
    assert (record.timed_out, record.responded, record.failed) == (("coo",), THREE, ())
    assert record.convergence == 1.0
    assert [each.text for each in state["events"] if each.kind == "timeout"] == ["TIMEOUT: COO em position"]
    assert state["outcome"].status == "decided"


async def test_an_agent_that_says_nothing_is_left_out(tmp_path: Path) -> None:
    """W-D12 D-79 (3): the other two decide whether they agree."""
    script = [say("position", "cfo", fail="hang"), *views(AGREED, seats=THREE), synthesis(85)]
    result = await run(tmp_path, script, overrides={**SOON, "seats": list(THREE)})
    (record,) = result.rounds
    assert (record.responded, record.timed_out) == (("cro", "coo"), ("cfo",))
    assert (result.convergence, result.status) == (1.0, "decided")
    assert next(each for each in result.positions if each.seat == "cfo").status == "timeout"
    # What was sent is set aside: no server answered for it.
    assert result.usage.by_seat["cfo"].calls == 0
    assert (result.usage.reserved.calls, result.usage.reserved.prompt_tokens > 0) == (1, True)


async def test_of_two_agents_one_says_nothing(tmp_path: Path) -> None:
    """W-D13 X-16: agreement cannot be computed, so there is none; one of two is no quorum, so a person decides."""
    two = ("cro", "cfo")
    script = [say("position", "cfo", fail="hang"), *views(AGREED, seats=two), synthesis(85), *council(75)]
    result = await run(tmp_path, script, overrides={**SOON, "seats": list(two), "rounds.max": 1})
    assert result.rounds[0].convergence is None
    assert result.convergence is None
    assert result.stop_reason == "insufficient_positions"
    assert result.escalation.target == "human"
    assert result.escalation.reasons[0] == "quorum: 1 of 2 answered; missing: CFO"
    # The same while it waits for a person.
    paused = await run(tmp_path, script[:-4], synthesis(40), overrides={**SOON, "seats": list(two), "rounds.max": 1})
    assert (paused.status, paused.stop_reason) == ("needs_review", "insufficient_positions")


async def test_too_little_in_round_one_is_no_end(tmp_path: Path) -> None:
    """X-16: not converged means that there is another round; who was late then is heard."""
    two = ("cro", "cfo")
    script = [say("position", "cfo", fail="hang"), *views(AGREED, seats=two), *views(AGREED, 2, two), synthesis(85)]
    result = await run(tmp_path, script, overrides={**SOON, "seats": list(two)})
    assert [each.convergence for each in result.rounds] == [None, 1.0]
    assert (result.stop_reason, result.status) == ("converged", "decided")


async def test_nobody_says_anything(tmp_path: Path) -> None:
    """X-16: zero positions go to a person, who can approve nothing; no second round is wasted."""
    watch = Watch()
    result = await run(tmp_path, say("position", fail="hang"), overrides=SOON, watch=watch)
    assert result.status == "needs_review"
    assert len(result.rounds) == 1
    assert result.decision is None
    assert "No agent said anything." in result.escalation.reasons
    assert result.stop_reason == "insufficient_positions"
    assert result.rounds[0].timed_out == EXECUTIVES


async def test_a_round_is_closed_at_its_deadline(tmp_path: Path) -> None:
    """W-D14 D-75: what arrived is compared; the round's limit is shorter than the agent's."""
    script = [say("position", "cmo", delay=20, reply={}), *views(AGREED), synthesis(85)]
    started = monotonic()
    result = await run(tmp_path, script, overrides={"timeout.per_round": 0.6})
    assert monotonic() - started < 15
    (record,) = result.rounds
    assert record.timed_out == ("cmo",)
    assert record.convergence == 1.0
    assert 590 <= record.duration_ms <= 4000


async def test_critiques_use_their_rounds_time(tmp_path: Path) -> None:
    """D-20 D-75: a critic who hangs is cut off when the round's time ends; the next round has its own."""
    script = [say("critique", "cro", fail="hang"), *views(CLOSE), *views(AGREED, 2), synthesis(85)]
    state = await state_of(tmp_path, script, overrides={"timeout.per_round": 0.8})
    assert [each.number for each in state["rounds"]] == [1, 2]
    late = [each.text for each in state["events"] if each.kind == "timeout"]
    assert late == ["TIMEOUT: CRO em critique"]
    assert state["rounds"][1].timed_out == ()


async def test_in_turn_a_quick_agents_time_reaches_the_rest(tmp_path: Path) -> None:
    """X-03: the rest of the round divided by those still to speak; the last one may use nearly all of it."""
    watch = Watch()
    script = [*views(CLOSE), say("revise", "cmo", 2, delay=1.2, reply=views(AGREED)[3]["reply"]), *views(AGREED, 2)]
    result = await run(tmp_path, script, synthesis(85), overrides={"timeout.per_round": 4}, watch=watch)
    given = [each["seconds"] for each in watch.named("seat_started") if each["phase"] == "revise"]
    assert given[0] == pytest.approx(1, abs=0.1)
    assert given[3] > 2
    # A fixed quarter of the round, 1 s, would have cut it off.
    assert result.rounds[1].timed_out == ()


@pytest.mark.parametrize(
    ("confidence", "target", "status"),
    [
        pytest.param(45, "human", "needs_review", id="W-D15 D-80 45 -> human"),
        pytest.param(58, "human", "needs_review", id="W-D15 X-05 58 -> council, D-127 48: a person"),
        pytest.param(95, "council", "decided", id="X-05 never emitted directly after a total timeout"),
    ],
)
async def test_the_total_time_ends_in_round_two(tmp_path: Path, confidence: int, target: str, status: str) -> None:
    """W-D15 X-26 D-50 D-76 D-80: everything stops, a synthesis from where it stands, the confidence is marked."""
    script = [*views(CLOSE), say("revise", fail="hang"), synthesis(confidence), *council(75)]
    started = monotonic()
    with listen() as heard:
        result = await run(tmp_path, script, overrides={"timeout.total": 1})
    assert monotonic() - started < 15
    assert result.stop_reason == "timeout_total"
    assert result.circuit_breaker is not None
    assert result.circuit_breaker.rounds == 2
    assert not heard.of("revise", 3)
    assert len(heard.of("synthesize")) == 1
    assert "REDUZIDA POR TIMEOUT" in result.confidence_flags
    assert (result.escalation.target, result.status) == (target, status)
    assert result.circuit_breaker.target == target


async def test_every_agent_has_thirty_seconds(tmp_path: Path) -> None:
    """D-19 D-29 D-39 D-44: in each of the three rounds."""
    watch = Watch()
    await run(tmp_path, views(CLOSE), views(CLOSE, 2), views(AGREED, 3), synthesis(85), watch=watch)
    given = {(each["phase"], each["round"]): each["seconds"] for each in watch.named("seat_started")}
    for wave in (("position", 1), ("revise", 2), ("revise", 3)):
        assert given[wave] == pytest.approx(30, abs=0.5)


async def test_the_total_wins_over_the_rounds(tmp_path: Path) -> None:
    """X-04 D-21: an inner limit is never longer than what is left in all."""
    watch = Watch()
    await run(tmp_path, views(AGREED), synthesis(85), overrides={"timeout.total": 7}, watch=watch)
    assert {each["seconds"] for each in watch.named("seat_started") if each["phase"] == "position"} == {7.0}


async def test_agreement_that_came_too_late_is_not_emitted_unseen(tmp_path: Path) -> None:
    """D-50 X-05: the clock stops even a round that has just agreed; somebody has to look."""
    script = [say("position", "cmo", fail="hang"), *views(AGREED), synthesis(90), *council(75)]
    result = await run(tmp_path, script, overrides={"timeout.total": 0.6})
    assert result.rounds[0].convergence == 1.0
    assert result.stop_reason == "timeout_total"
    assert result.escalation.target == "council"


# Calls, tokens, money.


async def test_a_cap_on_calls(tmp_path: Path) -> None:
    """DESIGN 5: round 2 would need eight more answers; the debate is summed up with what is left."""
    with listen() as heard:
        # D-127: 75 less 10 for what is unresolved.
        result = await run(tmp_path, views(CLOSE), synthesis(75), council(75), overrides={"budget.calls": 11})
    assert len(result.rounds) == 1
    assert result.stop_reason == "budget"
    assert "calls" in (result.circuit_breaker.explanation if result.circuit_breaker else "")
    assert len(heard.requests) == result.usage.calls == 8
    assert (result.status, result.decider) == ("decided", "council")


@pytest.mark.parametrize("calls", range(1, 22))
async def test_a_cap_on_calls_is_never_exceeded(tmp_path: Path, calls: int) -> None:
    """DESIGN 5: whatever the cap, the debate ends, and it was kept; critic and advocate share what is left."""
    script = [*views(CLOSE), *views(CLOSE, 2), *views(CLOSE, 3), synthesis(65), *council(75)]
    with listen() as heard:
        result = await run(tmp_path, script, overrides={"budget.calls": calls})
    assert len(heard.requests) <= calls
    assert result.status in ("decided", "needs_review")
    assert result.synthesis is not None
    assert result.stop_reason in ("budget", "insufficient_positions", "max_rounds")


async def test_a_second_question_of_the_same_turn_uses_what_the_first_left(tmp_path: Path) -> None:
    """DESIGN 5 L-32: eleven claims are refused once, but not beyond the cap."""
    many = [{"id": f"C{number}", "statement": f"Claim {number}"} for number in range(1, 12)]
    script = [*views(AGREED, claims=many), synthesis(85), *council()]
    with listen() as heard:
        free = await run(tmp_path, script)
    assert len(heard.of("position")) == 8
    assert "claims_cut" in free.positions[0].flags
    with listen() as heard:
        await run(tmp_path, script, overrides={"budget.calls": 5})
    assert len(heard.of("position")) == 5


async def test_a_cap_on_tokens(tmp_path: Path) -> None:
    """DESIGN 5: too few tokens for another round; the synthesis is written with what is left."""
    script = [{**each, "usage": {"prompt_tokens": 900, "completion_tokens": 100}} for each in views(CLOSE)]
    result = await run(tmp_path, script, synthesis(65), council(75), max_tokens=10_000)
    assert result.stop_reason == "budget"
    assert len(result.rounds) == 1
    assert result.usage.prompt_tokens + result.usage.completion_tokens <= 10_000
    assert result.synthesis is not None
    assert result.synthesis.author == "synthesizer"


async def test_tokens_used_up_to_the_last(tmp_path: Path) -> None:
    """Issue 4 (5): not even the synthesis can be paid; it is composed from the positions and says so."""
    script = [{**each, "usage": {"prompt_tokens": 2000, "completion_tokens": 400}} for each in views(CLOSE)]
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(65), max_tokens=10_000)
    assert result.stop_reason == "budget"
    assert not heard.of("synthesize")
    assert result.synthesis is not None
    assert result.synthesis.author == "deterministic"
    assert result.decision == "expand into Europe"


async def test_a_cap_on_money(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN 5: money is leased like everything else, and what was spent is told."""
    price = {"scripted": ModelPrice(prompt=10, completion=100)}
    monkeypatch.setattr("moot.models.ask.load_prices", lambda _: price)
    script = [{**each, "usage": {"prompt_tokens": 20_100, "completion_tokens": 0}} for each in views(CLOSE)]
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(65), council(75), max_cost=0.8)
    assert result.stop_reason == "budget"
    assert result.usage.cost == pytest.approx(0.804)
    assert result.usage.by_seat["cfo"].cost == pytest.approx(0.201)
    assert len(heard.requests) == 4
    assert result.synthesis is not None
    assert result.synthesis.author == "deterministic"


async def test_money_that_pays_for_no_further_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN 5: a little is left, too little for anybody; the budget is named, and no round is run in vain."""
    price = {"scripted": ModelPrice(prompt=10, completion=100)}
    monkeypatch.setattr("moot.models.ask.load_prices", lambda _: price)
    script = [{**each, "usage": {"prompt_tokens": 19_900, "completion_tokens": 0}} for each in views(CLOSE)]
    with listen() as heard:
        result = await run(tmp_path, script, synthesis(65), council(75), max_cost=0.8)
    assert len(heard.requests) == 4
    assert (result.stop_reason, len(result.rounds)) == ("budget", 2)
    assert result.decision == "expand into Europe"


async def test_an_unknown_price_under_a_money_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DESIGN 5: a model whose price is unknown is not asked when money is capped; without a cap its cost is unknown."""
    monkeypatch.setattr("moot.models.ask.load_prices", lambda _: {})
    with listen() as heard, pytest.raises(UsageError, match="price of 'scripted' is not known"):
        await run(tmp_path, views(AGREED), synthesis(85), max_cost=1)
    assert not heard.requests
    free = await run(tmp_path, views(AGREED), synthesis(85))
    assert (free.status, free.usage.cost) == ("decided", None)


# Who takes over.


async def test_a_synthesizer_that_fails_is_replaced_by_its_fallback(tmp_path: Path) -> None:
    """Issue 4 (5): the next configured model takes over, and the confidence says so."""
    other = write(tmp_path, synthesis(80, decision="Expand into Europe, says the second model."), name="other")
    result = await run(
        tmp_path, views(AGREED), say("synthesize", fail=401), overrides={"roles.synthesizer.fallback": [other]}
    )
    assert (result.decision, result.status) == ("Expand into Europe, says the second model.", "decided")
    assert result.confidence_flags == (f"fallback_model:{other}",)


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param({"fail": 401}, id="Q-01 unreachable"),
        pytest.param({"fail": "refusal"}, id="Q-01 it declines"),
        pytest.param({"reply": "I would rather not write JSON."}, id="Q-01 Q-08 prose, also after the repair"),
        pytest.param({"fail": "hang"}, id="Q-01 D-76 it hangs"),
    ],
)
async def test_without_a_synthesizer_the_positions_speak(tmp_path: Path, trouble: dict[str, Any]) -> None:
    """Q-01 D-113: composed from the positions, at most 0.69 sure, marked; so a debate always ends with a result."""
    watch = Watch()
    script = [say(["synthesize", "repair"], "synthesizer", **trouble), *views(AGREED, confidence=95), *council(75)]
    result = await run(tmp_path, script, overrides=SOON, watch=watch)
    assert result.synthesis is not None
    assert result.synthesis.author == "deterministic"
    assert result.synthesis.confidence == pytest.approx(0.69)
    assert result.synthesis.positions_confidence == pytest.approx(0.95)
    assert result.synthesis.decision == "expand into Europe"
    assert "deterministic" in result.confidence_flags
    assert [each["seat"] for each in watch.named("fallback")] == ["synthesizer"]
    # 0.69 never emits by itself.
    assert (result.escalation.target, result.status) == ("council", "decided")


async def test_a_council_member_that_fails_is_missing(tmp_path: Path) -> None:
    """Issue 4 (5), DESIGN 9: the others go on, and a person is told who was missing."""
    script = [*views(AGREED), synthesis(60), say("council_critic", fail=401), *council(75)]
    result = await run(tmp_path, script)
    assert result.council is not None
    assert (result.council.critic, result.council.verdict) == (None, None)
    assert result.council.advocate is not None
    assert result.confidence_flags == ("critic_missing",)
    assert result.status == "needs_review"


async def test_a_seat_that_fails_never_stops_the_others(tmp_path: Path) -> None:
    """DESIGN 5: a failure is a contribution; the siblings never notice."""
    script = [say("position", "cfo", fail=401), *views(AGREED), synthesis(85)]
    result = await run(tmp_path, script)
    assert result.rounds[0].failed == ("cfo",)
    failed = next(each for each in result.positions if each.seat == "cfo")
    assert failed.status == "failed"
    assert failed.error
    assert result.status == "decided"


async def test_every_seat_fails(tmp_path: Path) -> None:
    """X-16 INTERFACES 2: then nothing can be decided, and nobody is asked to approve it."""
    watch = Watch()
    result = await run(tmp_path, say("position", fail=401), watch=watch)
    assert (result.status, result.decision, result.stop_reason) == ("failed", None, "insufficient_positions")
    assert "synthesize" not in watch.nodes()


@pytest.mark.parametrize("answer", [{"reply": "I would rather not say."}, {"fail": "refusal"}])
async def test_nobody_can_be_understood(tmp_path: Path, answer: dict[str, Any]) -> None:
    """X-16: the model is there and says nothing usable, in no seat; that is for a person to see."""
    result = await run(tmp_path, say(["position", "repair"], **answer), say("synthesize", fail=500))
    assert (result.status, result.stop_reason) == ("needs_review", "insufficient_positions")
    assert result.review is not None


async def test_an_answer_is_repaired_once(tmp_path: Path) -> None:
    """Q-08: one repair attempt that shows the error, logged as a second call."""
    script = [
        say("position", "cfo", reply="Europe, of course!"),
        say("repair", "cfo", reply=views(AGREED)[1]["reply"]),
        *views(AGREED),
        synthesis(85),
    ]
    result = await run(tmp_path, script)
    mended = next(each for each in result.positions if each.seat == "cfo")
    assert (mended.status, mended.stance) == ("ok", "expand into Europe")
    assert "repaired" in mended.flags
    assert result.usage.by_seat["cfo"].calls >= 2


async def test_a_critique_that_is_turned_away_is_logged(tmp_path: Path) -> None:
    """L-13: one aimed at nobody does not count, and the log says why."""
    script = [*views(CLOSE), criticise("cfo", {"target": "ceo"}), *views(AGREED, 2), synthesis(85)]
    state = await state_of(tmp_path, script)
    assert state["critiques"] == []
    assert [each.kind for each in state["events"]] == ["critique_rejected"]
