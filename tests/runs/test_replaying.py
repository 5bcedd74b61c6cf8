"""A recorded debate runs again to the byte: result and records, in all protocols, with faults and a person's answer."""

import asyncio
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from moot import Result, debate, open_store, review
from moot.cli.main import main
from moot.models.testing.recording import ReplayChatModel
from moot.runs import inspect, read_result
from moot.runs.reruns import find_difference, replay
from moot.stores import Store
from moot.views.records import render_json, write_records
from tests.cli.program import MOOT
from tests.support.scripts import council, hold, say, synthesis, views, write

LOG = "2026-01-01T00:00:00 INFO ok\n" * 40 + "2026-01-01T00:01:00 ERROR db timeout connection refused\n" * 5


async def records(result: Result, store: Store, folder: Path) -> dict[str, bytes]:
    snapshot = await inspect(result.thread_id, store=store)
    write_records(snapshot.values, read_result(snapshot, result.thread_id), folder)  # type: ignore[arg-type]  # a state
    return read_files(folder)


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


async def replay_elsewhere(recording: Path, folder: Path) -> None:
    """Replay in another process, folder, zone and locale; compares with `result.json`, and writes into `other`."""
    away = folder / "away"
    away.mkdir()
    command = [*MOOT, "replay", str(recording), "--expect", str(folder / "result.json"), "--out", str(folder / "other")]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, check=False, cwd=away, env={**os.environ, **ELSEWHERE}
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "script"),
    [
        pytest.param({}, [views((1, 1, 1, 1)), synthesis(85)], id="conclave"),
        pytest.param({}, [views((0, 0, 0, 0)), synthesis(60), council()], id="conclave, council"),
        pytest.param({}, [say("position", "cfo", fail=500), say("position", "cro", fail="malformed"),
                          views((1, 1, 1, 1)), synthesis(85)], id="faults"),
        pytest.param({"profile": "boardroom"}, [synthesis(85)], id="boardroom"),
        pytest.param({"profile": "legal"}, [synthesis(85)], id="legal"),
        pytest.param({"profile": "rca", "context": [{"id": "L1", "text": LOG}]}, [], id="rca"),
        pytest.param({"profile": "research", "route": "refine"}, [], id="research"),
        pytest.param({"profile": "boardroom"}, [say("position", "market", fail=500), synthesis(85)],
                     id="boardroom, a fault"),
        pytest.param({"profile": "legal"}, [say("position", "ala", fail="malformed"), synthesis(85)],
                     id="legal, a fault"),
        pytest.param({"profile": "rca", "context": [{"id": "L1", "text": LOG}]},
                     [say("position", "kg_focused", fail=500)], id="rca, a fault"),
        pytest.param({"profile": "research", "route": "refine"}, [say("methodology", fail="malformed")],
                     id="research, a fault"),
        pytest.param({"profile": "quick", "options": ("go", "stay")}, [hold(choice="A"), synthesis(85, choice="A")],
                     id="quick"),
    ],
)  # fmt: skip
async def test_a_replay_is_the_same_to_the_byte(tmp_path: Path, options: dict[str, Any], script: list[Any]) -> None:
    recording = str(tmp_path / "debate.jsonl")
    async with open_store(f"sqlite:///{tmp_path / 'd.db'}") as store:
        first = await debate("Should we?", store=store, record=recording, model=write(tmp_path, *script), **options)
        then = await records(first, store, tmp_path / "then")
    async with open_store("memory:") as store:
        again = await replay(recording, store)
        now = await records(again, store, tmp_path / "now")
    assert find_difference(render_json(first), render_json(again)) == ""
    assert [name for name in then if then[name] != now.get(name)] == []
    assert list(then) == list(now)


ANSWERS = {
    "approve": {"type": "approve"},
    "reject": {"type": "reject", "message": "Not now."},
}


ASKING = {"escalation.enabled": True, "escalation.emit": 1.0, "escalation.human": 1.0}
CAUSE = say(["position", "revise"], reply={"hypotheses": [{
    "hypothesis": "The database refused connections", "confidence": 80, "reasoning": "The log ends so.",
    "evidence": ["Log: L41 db timeout connection refused"], "category": "resource",
}]})  # fmt: skip
OPEN = {
    "status": "needs_refinement", "justification": "promising",
    "improvements": [{"aspect": "metrics", "gap": "no metrics", "suggestion": "name metrics"}],
}  # fmt: skip
ELSEWHERE = {"TZ": "Pacific/Auckland", "LC_ALL": "pt_BR.UTF-8", "LANG": "pt_BR.UTF-8", "PYTHONHASHSEED": "7"}
"""Another zone, another locale and another order of sets."""


@pytest.mark.parametrize(
    ("options", "script", "answer"),
    [
        pytest.param({}, [views((1, 1, 1, 1)), synthesis(30)], "approve", id="conclave"),
        pytest.param({}, [say("position", "cfo", fail=500), views((1, 1, 1, 1)), synthesis(30)], "reject",
                     id="conclave, a fault"),
        pytest.param({"profile": "boardroom"}, [synthesis(30)], "approve", id="boardroom"),
        pytest.param({"profile": "legal"}, [synthesis(30)], "reject", id="legal"),
        pytest.param({"profile": "quick", "options": ("go", "stay")}, [hold(choice="A"), synthesis(30, choice="A")],
                     "approve", id="quick"),
        pytest.param({"profile": "rca", "context": [{"id": "L1", "text": LOG}], "overrides": ASKING}, [CAUSE],
                     "approve", id="rca"),
        pytest.param({"profile": "rca", "context": [{"id": "L1", "text": LOG}], "overrides": ASKING},
                     [say("position", "kg_focused", fail=500), CAUSE], "reject", id="rca, a fault"),
        pytest.param({"profile": "research", "route": "refine", "overrides": {"refinement.mode": "on_demand"}},
                     [say("methodology", reply=OPEN)], "approve", id="research"),
    ],
)  # fmt: skip
async def test_a_persons_answer_is_part_of_it(
    tmp_path: Path, options: dict[str, Any], script: list[Any], answer: str
) -> None:
    recording = tmp_path / "debate.jsonl"
    async with open_store("memory:") as store:
        paused = await debate(
            "Should we?", store=store, record=str(recording), model=write(tmp_path, *script), **options
        )
        assert paused.status == "needs_review"
        given = {"decisions": [ANSWERS[answer]]}
        ended = await review(paused.thread_id, given, reviewer="ana", store=store, record=str(recording))
        then = await records(ended, store, tmp_path / "then")
    async with open_store("memory:") as store:
        again = await replay(str(recording), store)
        now = await records(again, store, tmp_path / "now")
    assert find_difference(render_json(ended), render_json(again)) == ""
    assert then == now
    assert (again.status, again.thread_id) == (ended.status, paused.thread_id)
    # Another process, in another folder, zone and locale, which shares nothing but the files, comes to the same bytes.
    (tmp_path / "result.json").write_text(render_json(ended), encoding="utf-8")
    await replay_elsewhere(recording, tmp_path)
    assert read_files(tmp_path / "other") == then


def test_the_command_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording, out = tmp_path / "debate.jsonl", tmp_path / "out"
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    store = f"sqlite:///{tmp_path / 'd.db'}"
    run = ["run", "Should we?", "--model", model, "--record", str(recording), "--out", str(out), "--store", store, "-q"]
    assert main(run) == 0
    capsys.readouterr()
    assert main(["replay", str(recording), "--expect", str(out / "result.json")]) == 0
    assert "the same" in capsys.readouterr().out
    changed = json.loads((out / "result.json").read_text())
    (tmp_path / "other.json").write_text(json.dumps({**changed, "status": "rejected"}, indent=2))
    assert main(["replay", str(recording), "--expect", str(tmp_path / "other.json")]) == 1
    assert "differs" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "missing")]) == 2
    assert "no such recording" in capsys.readouterr().err


async def test_a_slow_machine_replays_what_a_fast_one_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a seat is what it took then: a retry that was made is made again, and a partial answer kept."""
    recording, limit = str(tmp_path / "debate.jsonl"), {"timeout.per_agent": 4.0}
    slow = say("position", "cmo", reply={"stance": "wait a year"}, cut={"after": 60, "then": "hang"})
    model = write(tmp_path, say("position", "cfo", attempt=1, fail=500), slow,
                  views((1, 1, 1, 1)), synthesis(85))  # fmt: skip
    async with open_store("memory:") as store:
        first = await debate("Should we?", store=store, record=recording, model=model, overrides=limit)
        then = await records(first, store, tmp_path / "then")
    taken = ReplayChatModel.take_steps

    def dawdle(self: ReplayChatModel, request: Any) -> Any:
        if request.phase == "position":
            time.sleep(1.1)  # so long for each of the seats is more than any of them has
        return taken(self, request)

    monkeypatch.setattr(ReplayChatModel, "take_steps", dawdle)
    async with open_store("memory:") as store:
        again = await replay(recording, store)
        now = await records(again, store, tmp_path / "now")
    assert find_difference(render_json(first), render_json(again)) == ""
    assert then == now
    assert "cmo" in first.rounds[0].timed_out


def test_the_log_of_an_incident_is_not_needed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What reasoners looked up in a log is in the recording: the replay has the recording alone."""
    log, recording, out = tmp_path / "app.log", tmp_path / "debate.jsonl", tmp_path / "out"
    log.write_text(
        "".join(f"2026-03-02 10:{at // 60:02}:{at % 60:02},120 INFO web: request {at} served\n" for at in range(300))
        + "2026-03-02 10:05:01,007 ERROR db: connection pool exhausted\n"
    )
    cause = {
        "hypothesis": "The connection pool ran out", "confidence": 80, "reasoning": "The last line says so.",
        "evidence": ["Log: L301 connection pool exhausted", "Log: L7 request 6 served"], "category": "resource",
    }  # fmt: skip
    wanted = [{"kind": "search", "pattern": "request 7", "from": "", "to": "", "limit": 3}]
    model = write(
        tmp_path, say("inspect", reply={"requests": wanted}), say(["position", "revise"], reply={"hypotheses": [cause]})
    )
    options = ["--model", model, "--record", str(recording), "--out", str(out), "--store", "memory:", "-q", "--json"]
    main(["rca", str(log), *options])
    log.unlink()
    assert '"kind": "lookup"' in recording.read_text(encoding="utf-8")
    capsys.readouterr()
    again = ["replay", str(recording), "--expect", str(out / "result.json"), "--out", str(tmp_path / "again")]
    assert main(again) == 0, capsys.readouterr().out
    assert read_files(out) == read_files(tmp_path / "again")


async def test_a_changed_prompt_is_named_with_its_first_difference(tmp_path: Path) -> None:
    recording = str(tmp_path / "debate.jsonl")
    model = write(tmp_path, views((1, 1, 1, 1)), synthesis(85))
    await debate("Should we go to Porto?", store="memory:", record=recording, model=model)
    with pytest.raises(Exception, match="first difference at character") as raised:
        await debate("Should we go to Lyon?", store="memory:", replay=recording)
    assert "Porto" in str(raised.value)
