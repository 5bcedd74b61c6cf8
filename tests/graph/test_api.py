"""The public contract in Python: the result document, the events, the graph by itself (INTERFACES 3 and 4)."""

import asyncio
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
import yaml

import moot
from moot import Result, build_graph, debate, load_profile, open_store, resume, show
from moot.errors import InputError, ModelError, ProfileError, StoreError, ThreadError, UnbegunError, UsageError
from moot.runs.batch import BatchDefaults, make_store_runner, read_tasks
from moot.runs.index import list_debates
from moot.stores import RUNNING, Entry, Store
from moot.views.result import project_result
from tests.support.records import read_records
from tests.support.scripts import (
    EXECUTIVES,
    QUESTION,
    Levels,
    Watch,
    council,
    listen,
    run,
    say,
    synthesis,
    views,
    write,
)

AGREED: Levels = (1, 1, 1, 1)
CLOSE: Levels = (1, 1, 0.5, 0)

CONTRACT = {
    "": "thread_id profile question language status route decision confidence confidence_flags convergence stop_reason "
    "rounds circuit_breaker escalation positions critiques synthesis council review conflict_report consensus_results "
    "refinement rca evidence rag ballot warrant baselines usage fingerprint",
    "rounds.0": "number kind duration_ms convergence details responded timed_out failed position_changes",
    "circuit_breaker": "reason rounds max_rounds convergence consensus divergences agents_in_conflict target",
    "escalation": "target reasons impasse",
    "positions.0": "seat round status recommendation stance premises risks timing reasoning claims confidence "
    "limitations open_questions",
    "positions.4": "keeps_position changes answers",
    "positions.0.claims.0": "id statement kind evidence confidence assumptions",
    "critiques.0": "id round agent target target_claim_id issue_type description severity suggested_fix resolved",
    "synthesis": "decision consensus_points divergences tensions gaps confidence uncertainty critical_divergence "
    "next_steps",
    "council": "critic advocate resolution confidence timed_out",
    "evidence": "claims unsupported_share",
    "evidence.claims.0": "seat round claim_id verdict",
    "rag": "total succeeded timed_out refused chunks_cited",
    "ballot": "options votes settled share opposed",
    "ballot.options.0": "id text origin seats",
    "ballot.votes.0": "round seat option",
    "warrant": "complete conditions",
    "warrant.conditions.0": "id needed met detail",
    "baselines": "single vote",
    "baselines.single": "seat answer",
    "baselines.vote": "answer share",
    "usage": "calls prompt_tokens completion_tokens cost wall_ms by_seat",
    "usage.by_seat.cfo": "calls prompt_tokens completion_tokens cost wall_ms",
}
"""What INTERFACES 3 promises, by place in the document."""

ADDED = {
    "acceptances",
    "blind_spots",
    "confidence_steps",
    "stated_confidence",
    "disputes",
    "norm_conflicts",
    "reopenings",
    "responses",
    "audit",
    "strategy",
    "decider",
    "needs_human_review",
    "ancestry",
    "ended_at",
    "caveats",
    "inconclusive",
    "supervision",
    "probability",
    "ladder",
    "language_source",
    "remarks",
}
"""What the document has besides; additions are welcome, changes are not."""


@pytest.fixture
async def whole(tmp_path: Path) -> dict[str, Any]:
    """A debate in which everything happened: critiques, a breaker, a council."""
    claim = {"id": "C1", "statement": "Demand doubled", "kind": "fact", "evidence": ["E1"], "confidence": 70}
    critique = {
        "critiques": [{"target": "cfo", "target_claim_id": "C1", "description": "Too old.", "severity": "MAJOR"}]
    }
    result = await run(
        tmp_path, views(CLOSE, claims=[claim]), say("critique", "cro", reply=critique), views(CLOSE, 2, claims=[claim]),
        synthesis(72), council(75), overrides={"rounds.max": 2}, context=[{"id": "E1", "text": "A survey."}],
    )  # fmt: skip
    document: dict[str, Any] = json.loads(result.model_dump_json())
    return document


@pytest.mark.parametrize("place", CONTRACT, ids=lambda place: f"INTERFACES 3 {place or 'top'}")
def test_the_result_document_has_every_key(whole: dict[str, Any], place: str) -> None:
    found: Any = whole
    for step in filter(None, place.split(".")):
        found = found[int(step)] if step.isdigit() else found[step]
    assert set(CONTRACT[place].split()) <= set(found)
    if not place:
        assert set(found) - set(CONTRACT[place].split()) <= ADDED


def test_the_result_document_can_be_read_back(whole: dict[str, Any]) -> None:
    assert json.loads(Result.model_validate(whole).model_dump_json()) == whole
    assert re.fullmatch(r"[0-9a-f]{64}", whole["fingerprint"])
    assert (whole["profile"], whole["language"], whole["status"]) == ("conclave", "en", "decided")
    assert whole["review"] is whole["conflict_report"] is whole["refinement"] is whole["rca"] is None
    assert whole["baselines"]["vote"] == {"answer": "expand into Europe", "share": 1.0, "tied": []}


@pytest.mark.parametrize(
    ("question", "language"),
    [
        pytest.param("Should we expand into Europe?", "en", id="X-90 English"),
        pytest.param("Devemos expandir para a Europa este ano?", "pt", id="X-90 Portuguese"),
        pytest.param("Apakah kita harus memperluas pasar ke Eropa dan Asia?", "id", id="X-90 Indonesian"),
    ],
)
async def test_the_debate_is_held_in_the_questions_language(tmp_path: Path, question: str, language: str) -> None:
    with listen() as heard:
        result = await run(tmp_path, views(AGREED), synthesis(85), question=question)
    assert result.language == language
    name = {"en": "English", "pt": "Portuguese", "id": "Indonesian"}[language]
    assert all(name in each.prompt for each in heard.requests)


async def test_usage_adds_up(tmp_path: Path) -> None:
    """INTERFACES 3 usage, D-89: by seat and in all; seats that speak at once take the time of the slowest."""
    used = {"prompt_tokens": 100, "completion_tokens": 10}
    script = [{**each, "usage": used, "delay": 0.3} for each in views(AGREED)]
    result = await run(tmp_path, script, {**synthesis(85), "usage": used, "delay": 0.2})
    usage = result.usage
    assert (usage.calls, usage.prompt_tokens, usage.completion_tokens, usage.cost) == (5, 500, 50, 0.0)
    assert set(usage.by_seat) == {*EXECUTIVES, "synthesizer"}
    assert sum(each.calls for each in usage.by_seat.values()) == usage.calls
    # the synthesis is outside the debate's limit, but it took its time.
    assert 500 <= usage.wall_ms < 1300
    assert not usage.estimated


# Events.


async def test_events_tell_what_happens(tmp_path: Path) -> None:
    """INTERFACES 4: seats started and finished, rounds closed, breaker, escalated, with what a progress view needs."""
    watch = Watch()
    result = await run(tmp_path, views(CLOSE), synthesis(72), council(75), overrides={"rounds.max": 1}, watch=watch)
    names = [each["event"] for each in watch.events]
    assert [name for name in names if not name.startswith("seat_")] == [
        "began", "routed", "round_opened", "round_closed", "breaker", "escalated", "council", "ended",
    ]  # fmt: skip
    assert names.count("seat_started") == names.count("seat_finished") == result.usage.calls
    started, done = watch.named("seat_started")[0], watch.named("seat_finished")[0]
    assert started["seat"] in EXECUTIVES
    assert (started["phase"], started["round"]) == ("position", 1)
    assert done["status"] == "ok"
    assert done["tokens"] > 0
    assert done["elapsed_ms"] >= 0
    assert done["confidence"] == pytest.approx(0.85)
    (ended,) = watch.named("ended")
    assert (ended["status"], ended["decision"]) == (result.status, result.decision)
    # Events are plain data: they travel to a browser.
    assert json.loads(json.dumps(watch.events)) == watch.events


async def test_partial_text_arrives_while_it_is_written(tmp_path: Path) -> None:
    """Issue 4 (10): `messages` carries the words of every seat as they come, and which node they belong to."""
    watch = Watch()
    await run(tmp_path, views(AGREED), synthesis(85), watch=watch)
    pieces = [(data[0].content, data[1]["langgraph_node"]) for mode, data in watch.seen if mode == "messages"]
    told: dict[str, str] = {}
    for text, node in pieces:
        told[node] = told.get(node, "") + text
    assert set(told) == {*(f"position_{seat}" for seat in EXECUTIVES), "synthesize"}
    assert json.loads(told["synthesize"])["decision"] == "Expand into Europe with a pilot."
    first = next(index for index, (mode, _) in enumerate(watch.seen) if mode == "messages")
    last = next(index for index, (_, data) in enumerate(watch.seen) if data == watch.named("round_closed")[0])
    assert first < last


# The graph by itself.


async def test_a_question_is_enough(tmp_path: Path) -> None:
    """INTERFACES 4: without a checkpointer, as a server builds it."""
    graph = build_graph("conclave")
    context: Any = {"model": write(tmp_path, views(AGREED), synthesis(85))}
    state = await graph.ainvoke({"question": QUESTION}, context=context)
    assert (state["outcome"].status, state["outcome"].decision) == ("decided", "Expand into Europe with a pilot.")
    assert graph.checkpointer is None


async def test_the_graph_streams_in_every_mode(tmp_path: Path) -> None:
    """INTERFACES 4: `stream_mode=["updates", "custom", "messages"]`."""
    graph = build_graph("conclave")
    context: Any = {"model": write(tmp_path, views(AGREED), synthesis(85))}
    modes: Any = ["updates", "custom", "messages"]
    seen: dict[str, list[Any]] = {mode: [] for mode in modes}
    async for mode, data in graph.astream({"question": QUESTION}, context=context, stream_mode=modes):
        seen[mode].append(data)
    assert [name for update in seen["updates"] for name in update][-1] == "emit"
    assert seen["custom"][-1]["event"] == "ended"
    assert seen["messages"]


async def test_the_context_of_a_run(tmp_path: Path) -> None:
    """INTERFACES 4: model, base_url, seat_models and overrides are LangGraph's context, and part of the protocol."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    own = write(tmp_path, views(AGREED, confidence=33), name="own")
    context: Any = {
        "model": write(tmp_path, views(CLOSE), synthesis(85), council(75)),
        "seat_models": {"cfo": own},
        "overrides": {"rounds.max": 1, "debate.convergence.threshold": 0.95},
    }
    config: Any = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"question": QUESTION}, config, context=context)
    told = {each.seat: each.confidence for each in state["positions"]}
    assert told == {"cro": 0.85, "cfo": 0.33, "coo": 0.85, "cmo": 0.85}
    profile = state["protocol"].profile
    assert (profile.rounds.max, profile.convergence.threshold) == (1, 0.95)
    assert state["protocol"].models.by_seat == {"cfo": own}
    assert len(state["rounds"]) == 1


async def test_a_password_in_a_base_url_is_not_stored(tmp_path: Path) -> None:
    """INTERFACES 2: secrets never appear in state."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    context: Any = {"model": write(tmp_path), "base_url": "http://me:secret@localhost:9/v1"}
    config: Any = {"configurable": {"thread_id": "t"}}
    state = await graph.ainvoke({"question": "x"}, config, context=context)
    assert "secret" not in repr(state)
    assert state["protocol"].models.base_url == "http://localhost:9/v1"


@pytest.mark.parametrize("given", ["name", "path", "profile"])
async def test_a_profile_by_name_path_or_value(tmp_path: Path, given: str) -> None:
    """INTERFACES 4: `build_graph` and `debate` accept all three."""
    path = tmp_path / "mine.yaml"
    path.write_text("extends: conclave\nname: mine\nseats: [cro, cfo]\n", encoding="utf-8")
    profile: Any = {"name": "conclave", "path": path, "profile": load_profile(str(path))}[given]
    result = await run(tmp_path, views(AGREED), synthesis(85), profile=profile)
    assert result.profile == ("conclave" if given == "name" else "mine")
    assert build_graph(profile).name == result.profile


async def test_each_seat_may_have_its_own_model(tmp_path: Path) -> None:
    """INTERFACES 2 --seat-model: also a role, also one that the profile does not mention."""
    mine = write(tmp_path, synthesis(71, decision="Expand into Europe, says mine."), name="mine")
    result = await run(tmp_path, views(AGREED), seat_models={"synthesizer": mine, "comparer": mine})
    assert result.decision == "Expand into Europe, says mine."
    with pytest.raises(InputError, match="no such seat; there are cro, cfo, coo, cmo, synthesizer"):
        await run(tmp_path, seat_models={"ceo": mine})


async def test_context_reaches_the_headers_of_every_call(tmp_path: Path) -> None:
    """INTERFACES 5: thread, phase, seat, round and attempt."""
    with listen() as heard:
        await run(tmp_path, views(AGREED), synthesis(85), thread="my-thread")
    assert {each.thread for each in heard.requests} == {"my-thread"}
    assert {(each.phase, each.round, each.attempt) for each in heard.requests} == {
        ("position", 1, 1), ("synthesize", 1, 1),
    }  # fmt: skip
    assert {each.schema_name for each in heard.requests} == {"Position", "Synthesis"}


async def test_the_environment_is_read_where_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """INTERFACES 2: option, environment, profile."""
    monkeypatch.setenv("MOOT_MODEL", write(tmp_path, views(AGREED), synthesis(85)))
    monkeypatch.setenv("MOOT_STORE", f"sqlite:///{tmp_path}/env.db")
    monkeypatch.setenv("MOOT_PROFILE", "conclave")
    result = await debate(QUESTION, thread="t")
    assert result.status == "decided"
    assert (tmp_path / "env.db").exists()
    assert await show("t") == result


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        pytest.param({"profile": "conclav"}, ProfileError, "conclave", id="INTERFACES 2 unknown profile"),
        pytest.param({"overrides": {"rounds.mx": 2}}, ProfileError, "rounds.max", id="INTERFACES 2 unknown key"),
        pytest.param({"store": "redis://x"}, UsageError, "sqlite:///", id="INTERFACES 2 unknown store"),
        pytest.param({"model": "gpt-9"}, UsageError, "--base-url", id="INTERFACES 2 a name without a server"),
        pytest.param({"model": "scripted:nowhere.yaml"}, UsageError, "nowhere.yaml", id="INTERFACES 2 no such script"),
    ],
)
async def test_wrong_usage_is_told_before_anything_is_stored(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    store = open_store("memory:")
    with pytest.raises(error, match=re.escape(said)) as caught:
        await run(tmp_path, **{"store": store, **options})
    assert not isinstance(caught.value, ModelError)
    assert await store.entries() == []


async def test_a_thread_is_used_once(tmp_path: Path) -> None:
    store = open_store("memory:")
    await run(tmp_path, views(AGREED), synthesis(85), store=store, thread="t")
    with pytest.raises(ThreadError, match="exists already"):
        await run(tmp_path, views(AGREED), synthesis(85), store=store, thread="t")


@pytest.fixture
async def unbegun(tmp_path: Path) -> Store:
    """A store with a debate `t` whose process was killed when only the question had been stored."""
    store = open_store(f"sqlite:///{tmp_path}/debates.db")
    graph = build_graph("conclave", checkpointer=store)
    config: Any = {"configurable": {"thread_id": "t"}}
    await graph.ainvoke({"question": QUESTION}, config, interrupt_before=["intake"])
    now = time.time()
    await store.note(Entry("t", now, now, "conclave", RUNNING, QUESTION))
    return store


async def test_a_debate_that_never_began_is_asked_again_under_its_id(tmp_path: Path, unbegun: Store) -> None:
    """Nothing is lost: neither the id nor the way to go on."""
    with pytest.raises(UnbegunError, match="ask again with: moot run"):
        await resume("t", store=unbegun)
    result = await run(tmp_path, views(AGREED), synthesis(85), store=unbegun, thread="t")
    assert result.status == "decided"
    assert (await show("t", store=unbegun)).decision == result.decision


@pytest.mark.parametrize(
    ("said", "status"),
    [pytest.param(40, "needs_review", id="paused"), pytest.param(85, "decided", id="ended")],
)
async def test_the_index_is_put_right_after_a_kill_at_the_very_end(tmp_path: Path, said: int, status: str) -> None:
    """Killed when the debate had paused or ended, and the index did not say so yet: the inbox misses nothing."""
    store = open_store("memory:")
    await run(tmp_path, views(AGREED), synthesis(said), store=store, thread="t")
    entry = await store.entry("t")
    assert entry is not None
    await store.note(replace(entry, status=RUNNING, reason=""))
    waiting = [each.thread for each in await list_debates(store, pending=True)]
    assert waiting == (["t"] if status == "needs_review" else [])
    assert await store.entry("t") == replace(entry, updated_at=ANY)


async def test_the_index_says_of_a_debate_that_never_began_that_it_was_interrupted(unbegun: Store) -> None:
    assert [each.status for each in await list_debates(unbegun)] == ["interrupted"]


async def test_a_batch_goes_on_with_a_debate_that_never_began(tmp_path: Path, unbegun: Store) -> None:
    lines = tmp_path / "tasks.jsonl"
    lines.write_text(json.dumps({"question": QUESTION}), encoding="utf-8")
    (task,) = read_tasks(lines)
    place = make_store_runner(unbegun, BatchDefaults(model=write(tmp_path, views(AGREED), synthesis(85))))
    assert (await place(replace(task, thread="t"))).status == "decided"


async def test_two_drivers_of_one_thread(tmp_path: Path) -> None:
    """Issue 4 (6): one wins, the other is told."""
    store = open_store("memory:")
    slow = [{**each, "delay": 0.2} for each in views(AGREED)]
    running = asyncio.Event()
    told = run(tmp_path, slow, synthesis(85), store=store, thread="t", watch=lambda *_: running.set())
    first = asyncio.create_task(told)
    await running.wait()
    with pytest.raises((StoreError, ThreadError)):
        await run(tmp_path, slow, synthesis(85), store=store, thread="t")
    assert (await first).status == "decided"


async def test_many_debates_at_once(tmp_path: Path) -> None:
    """DESIGN 2: one process, one store, many threads; none hears another."""
    store = open_store("memory:")
    model = write(tmp_path, views(CLOSE), views(AGREED, 2), synthesis(85))
    results = await asyncio.gather(*(debate(f"Should we open shop {n}?", model=model, store=store) for n in range(8)))
    assert [each.question for each in results] == [f"Should we open shop {n}?" for n in range(8)]
    assert {each.usage.calls for each in results} == {13}
    assert {len(each.rounds) for each in results} == {2}


async def test_the_same_script_gives_the_same_debate(tmp_path: Path) -> None:
    """DESIGN 4: nothing depends on which seat finished first."""
    script = [*views(CLOSE), *views(AGREED, 2), synthesis(85)]
    first = await run(tmp_path, script)
    script = [{**entry, "delay": 0.05} if place == 0 else entry for place, entry in enumerate(script)]
    other = await run(tmp_path, script)
    changing = {"thread_id", "usage", "rounds", "fingerprint"}
    assert first.model_dump(exclude=changing) == other.model_dump(exclude=changing)


@pytest.mark.parametrize(
    ("options", "confidence", "target"),
    [
        pytest.param({}, 85, "NENHUM", id="W-D25 D-88 emitted"),
        pytest.param({"overrides": {"rounds.max": 1}}, 72, "COUNCIL", id="W-D25 D-88 council, breaker"),
        pytest.param({}, 40, "HUMANO", id="W-D25 D-88 waiting for a person"),
        pytest.param({"route": "simple"}, 85, "NENHUM", id="W-D25 D-88 without a round"),
    ],
)
async def test_the_log_of_any_run(tmp_path: Path, options: dict[str, Any], confidence: int, target: str) -> None:
    """W-D25 W-D6 D-85..D-89: every key with its type, percentages as numbers, the target one of three."""
    graph = build_graph(load_profile("conclave", options.get("overrides")), checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    answer = say("answer", reply={"answer": "Yes.", "confidence": confidence})
    context: Any = {
        "model": write(tmp_path, answer, views(CLOSE), views(AGREED, 2), synthesis(confidence), council(75))
    }
    given: Any = {"question": QUESTION, **{key: value for key, value in options.items() if key == "route"}}
    await graph.ainvoke(given, config, context=context)
    snapshot = await graph.aget_state(config)
    state: Any = snapshot.values
    paused = snapshot.interrupts[0].value if snapshot.interrupts else None
    records = read_records(state, project_result(state, "t", paused=paused))
    log = yaml.safe_load(records["debate_log.yaml"])["debate_log"]
    assert set(log) == {
        "session_id", "timestamp_inicio", "timestamp_fim", "query", "participantes", "rodadas", "rag_queries",
        "resultado", "metricas",
    }  # fmt: skip
    for number, each in enumerate(log["rodadas"], 1):
        assert each["numero"] == number
        assert 0 <= each["convergencia"] <= 100
        assert isinstance(each["duracao_ms"], int)
    assert set(log["rag_queries"]) == {"total", "sucesso", "timeout", "chunks_citados"}
    assert log["resultado"]["escalado_para"] == target
    assert log["resultado"]["confianca_sintese"] == confidence
    assert log["resultado"]["circuit_breaker"] is (target == "COUNCIL")
    assert log["metricas"]["rodadas_executadas"] == len(log["rodadas"])
    assert (log["timestamp_fim"] is None) == (target == "HUMANO")


def test_the_public_names() -> None:
    """INTERFACES 4: what can be imported from the package."""
    for name in ("build_graph", "debate", "fork", "load_profile", "open_store", "resume", "review", "show", "Result"):
        assert name in moot.__all__
        assert getattr(moot, name) is not None
