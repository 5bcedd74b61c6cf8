"""What was recorded happens again, without a model; what was not recorded is an error (issue 3, item 5)."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, HumanMessage
from typing_extensions import override

from moot.errors import InputError, ModelError
from moot.models.ask import ModelEdge
from moot.models.request import Request, read_request
from moot.models.settings import Settings
from moot.models.testing.recording.exchange import RecordedUsage
from moot.models.testing.recording.recording import Recording, RecordingChatModel
from moot.models.testing.recording.replay import ReplayChatModel, ReplayMiss
from moot.models.testing.scripted import ScriptedChatModel
from moot.models.testing.steps import Step, client_timeout, status_error, stream_error
from moot.models.usage.counting import now
from moot.prompts import Prompt
from moot.state.budget import Lease
from moot.state.positions import Position

SCHEMA = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}


def settings(seat: str = "cfo", mode: str = "schema", **more: Any) -> dict[str, Any]:
    headers = {"x-moot-thread": more.get("thread", "t1"), "x-moot-phase": more.get("phase", "position")}
    headers |= {"x-moot-seat": seat, "x-moot-round": "1", "x-moot-attempt": str(more.get("attempt", 1))}
    name = more.get("schema", "Position")
    if mode == "function":
        tool = {"type": "function", "function": {"name": name, "parameters": SCHEMA}}
        return {"extra_headers": headers, "tools": [tool]}
    form = {"type": "json_schema", "json_schema": {"name": name, "schema": SCHEMA}}
    return {"extra_headers": headers, "response_format": form}


@pytest.fixture(autouse=True, scope="module")
def warm() -> None:
    """The first call of a process imports what it needs; no time limit should count that."""
    ScriptedChatModel.from_entries([]).invoke("hello")


async def happen(model: BaseChatModel, prompt: str = "Should we?", limit: float = 10, **asked: Any) -> list[Any]:
    """Everything that can be seen of one call: what was said, how it ended, what it used."""
    seen = AIMessageChunk(content="")
    try:
        async with asyncio.timeout(limit):
            async for piece in model.astream(prompt, **settings(**asked)):
                seen += piece
    except (openai.APIError, TimeoutError, ValueError) as error:
        end: Any = [type(error).__name__ if not isinstance(error, TimeoutError) else "timeout"]
        end += [getattr(error, "status_code", None)]
        if not isinstance(error, TimeoutError):
            end += [str(error)]
    else:
        end = seen.response_metadata.get("finish_reason")
    calls = [(call["name"], call["args"]) for call in seen.tool_call_chunks]
    return [seen.content, calls, seen.additional_kwargs, seen.usage_metadata, end]


def record(path: Path, entries: list[dict[str, Any]], **about: str) -> RecordingChatModel:
    inner = ScriptedChatModel.from_entries(entries)
    return RecordingChatModel(inner=inner, recording=Recording(path, about))


OUTCOMES = [
    pytest.param({"reply": {"a": "yes"}}, {}, id="whole"),
    pytest.param({"reply": {"a": "é"}, "usage": "none"}, {}, id="without usage"),
    pytest.param({"reply": {"a": "x" * 200}}, {"mode": "function"}, id="function call"),
    pytest.param({"reply": "prose"}, {"mode": "function"}, id="prose instead of a call"),
    pytest.param({"reply": "half", "cut": 2}, {}, id="cut short by the server"),
    pytest.param({"reply": "half", "cut": {"after": 2, "then": "hang"}}, {}, id="D-74 timeout with content"),
    pytest.param({"fail": "hang"}, {}, id="D-74 timeout without content"),
    pytest.param({"reply": "half", "cut": {"after": 2, "then": "drop"}}, {}, id="dropped mid-stream"),
    pytest.param({"fail": "drop"}, {}, id="dropped"),
    pytest.param({"fail": 429, "retry_after": 2}, {}, id="429"),
    pytest.param({"fail": 401}, {}, id="401"),
    pytest.param({"fail": 500}, {}, id="500"),
    pytest.param({"fail": "refusal"}, {}, id="refusal"),
    pytest.param({"fail": "empty"}, {}, id="empty"),
    pytest.param({"reply": {"a": "yes"}, "fail": "malformed"}, {}, id="malformed"),
]


@pytest.mark.parametrize(("entry", "asked"), OUTCOMES)
async def test_a_replay_is_what_happened(tmp_path: Path, entry: dict[str, Any], asked: dict[str, Any]) -> None:
    path = tmp_path / "debate.jsonl"
    limit = 0.2 if "hang" in str(entry) else 10
    direct = await happen(ScriptedChatModel.from_entries([entry]), limit=limit, **asked)
    recorded = await happen(record(path, [entry]), limit=limit, **asked)
    replayed = await happen(ReplayChatModel.from_file(path), **asked)
    assert _joined(recorded) == _joined(direct)
    assert _joined(replayed) == _joined(direct)


def _joined(seen: list[Any]) -> list[Any]:
    """Pieces of any size are the same answer."""
    _, calls, *rest = seen
    return [seen[0], "".join(args for _, args in calls), [name for name, _ in calls][:1], *rest]


@given(st.text(max_size=60), st.integers(0, 60), st.sampled_from(["end", "hang", "drop"]))
def test_any_text_cut_anywhere_comes_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, after: int, then: str
) -> None:
    path = tmp_path_factory.mktemp("cut") / "debate.jsonl"
    entry = {"reply": text.replace("$", ""), "cut": {"after": after, "then": then}}

    async def both() -> tuple[list[Any], list[Any]]:
        limit = 0.01 if then == "hang" else 10
        return await happen(record(path, [entry]), limit=limit), await happen(ReplayChatModel.from_file(path))

    recorded, replayed = asyncio.run(both())
    assert replayed == recorded


async def test_an_answer_whose_time_ran_out_after_its_last_word_keeps_its_usage(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    used = RecordedUsage(prompt_tokens=7, completion_tokens=3)
    request = read_request([HumanMessage("Should we?")], settings())
    Recording(path).keep(request, {"outcome": "cut", "text": "all", "usage": used, "finish_reason": "stop"})
    seen = await happen(ReplayChatModel.from_file(path))
    assert (seen[0], seen[3]["total_tokens"], seen[4]) == ("all", 10, ["timeout", None])


async def test_the_thread_is_no_part_of_a_request_and_time_is_skipped_not_spent(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    await happen(record(path, [{"reply": "x", "delay": 0.2}]), thread="first")
    before = now()
    assert (await happen(ReplayChatModel.from_file(path), thread="second"))[0] == "x"
    assert 0.2 <= now() - before < 1


async def test_seats_that_speak_at_once_do_not_add_up_their_time(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    model = record(path, [{"reply": "${seat}", "delay": 0.1}])
    seats = [f"s{number}" for number in range(20)]
    await asyncio.gather(*(happen(model, seat=seat) for seat in seats))
    assert len(path.read_text().splitlines()) == 21
    replay, before = ReplayChatModel.from_file(path), now()
    answers = await asyncio.gather(*(happen(replay, seat=seat) for seat in reversed(seats)))
    assert [answer[0] for answer in answers] == seats[::-1]
    assert now() - before < 1


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        pytest.param({"seat": "coo"}, "holds no answer for seat 'coo', phase 'position', round 1", id="another seat"),
        pytest.param({"phase": "judge"}, "holds no answer for seat 'cfo', phase 'judge'", id="another phase"),
        pytest.param({"attempt": 2}, "attempt 2", id="another attempt"),
        pytest.param({"schema": "Revision"}, "schema Revision", id="another schema"),
        pytest.param({"prompt": "Why?"}, "holds an answer to another prompt for seat 'cfo'", id="another prompt"),
        pytest.param({"again": True}, "holds no further answer for seat 'cfo'", id="once too often"),
    ],
)
async def test_what_was_not_recorded_ends_the_debate(tmp_path: Path, asked: dict[str, Any], line: str) -> None:
    path = tmp_path / "debate.jsonl"
    await happen(record(path, [{"reply": "x"}]))
    replay = ReplayChatModel.from_file(path)
    if asked.pop("again", False):
        await happen(replay)
    with pytest.raises(ReplayMiss, match=line) as caught:
        await happen(replay, **asked)
    assert isinstance(caught.value, ModelError)
    assert "\n" not in str(caught.value)


async def test_the_same_request_twice_is_answered_in_order(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    model = record(path, [{"times": 1, "reply": "first"}, {"reply": "second"}])
    await happen(model)
    await happen(model)
    replay = ReplayChatModel.from_file(path)
    assert [(await happen(replay))[0] for _ in range(2)] == ["first", "second"]
    assert [json.loads(line).get("number") for line in path.read_text().splitlines()] == [None, 1, 2]


async def test_every_debate_hears_the_recording_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    model = record(path, [{"reply": "x"}])
    await happen(model, thread="a")
    path.unlink()
    await happen(model, thread="a")
    replay = ReplayChatModel.from_file(path)
    assert [(await happen(replay, thread=thread))[0] for thread in ("b", "c")] == ["x", "x"]


async def test_a_resumed_debate_goes_on_in_the_same_recording(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    await happen(record(path, [{"fail": "hang"}], model="openai:x"), limit=0.1, seat="cfo")
    await happen(record(path, [{"reply": "resumed"}]), seat="cfo")
    replay = ReplayChatModel.from_file(path)
    assert replay.model_name == "openai:x"
    assert (await happen(replay, seat="cfo"))[0] == "resumed"


async def test_no_secret_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-marker-0001")
    monkeypatch.setenv("SOME_TOKEN", "token-marker-0002")
    path = tmp_path / "debate.jsonl"
    model = record(path, [{"reply": "your key is sk-marker-0001 and token-marker-0002"}], model="x sk-marker-0001")
    await happen(model, prompt="my key is sk-marker-0001")
    assert "marker" not in path.read_text()
    assert "your key is *** and ***" in path.read_text()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", "not a recording: the file is empty", id="empty"),
        pytest.param('{"kind": "exchange"', "line 1: the recording breaks off", id="truncated"),
        pytest.param('{"kind": "recording", "version": 9}\n', "version 9; this moot reads version 1", id="version"),
        pytest.param("question: what?\n", "line 1: not a line of a recording", id="something else"),
        pytest.param('{"question": "what?"}\n', "line 1: not a line of a recording; `.*--record", id="another file"),
        pytest.param('{"kind": "recording"}\n{"kind": "exchange"}\n', "line 2: not a line of a recording", id="holes"),
        pytest.param(
            '{"kind":"exchange","phase":"p","seat":"s","round":1,"attempt":1,"schema":"","mode":"schema","digest":"d",'
            '"outcome":"ok"}\n',
            "the first line has no heading",
            id="no heading",
        ),
    ],
)
def test_a_broken_recording_is_one_clear_line(tmp_path: Path, content: str, line: str) -> None:
    path = tmp_path / "debate.jsonl"
    path.write_text(content)
    with pytest.raises(InputError, match=line) as caught:
        ReplayChatModel.from_file(path)
    assert "\n" not in str(caught.value)


def test_a_recording_is_written_only_where_it_may_be(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes\n")
    with pytest.raises(InputError, match="not a line of a recording"):
        Recording(notes)
    assert notes.read_text() == "my notes\n"
    with pytest.raises(InputError, match="cannot be written"):
        Recording(tmp_path / "missing" / "debate.jsonl")
    with pytest.raises(InputError, match="cannot be read"):
        ReplayChatModel.from_file(tmp_path / "missing.jsonl")


class OtherClientError(Exception):
    """Errors of other packages are known by the names in their ancestry."""


class ClientError(OtherClientError): ...


class ServerDisconnectedError(ClientError): ...


class RequestsError(OtherClientError):
    status_code = 429


class OddError(OtherClientError): ...


@pytest.mark.parametrize(
    ("error", "expected", "kind"),
    [
        pytest.param(RequestsError("slow down"), openai.RateLimitError, "RateLimitError", id="by its status"),
        pytest.param(client_timeout(), openai.APITimeoutError, "APITimeoutError", id="client timeout"),
        pytest.param(TimeoutError(), openai.APITimeoutError, "APITimeoutError", id="timeout of a socket"),
        pytest.param(ServerDisconnectedError("gone"), openai.APIConnectionError, "APIConnectionError", id="connection"),
        pytest.param(ConnectionResetError("gone"), openai.APIConnectionError, "APIConnectionError", id="socket"),
        pytest.param(stream_error("server says no"), openai.APIError, "APIError", id="error inside the stream"),
        pytest.param(OddError("what?"), Exception, "OddError", id="anything else keeps its name"),
    ],
)
async def test_an_error_of_any_client_comes_back_as_its_kind(
    tmp_path: Path, error: Exception, expected: type[Exception], kind: str
) -> None:
    class Failing(ScriptedChatModel):
        @override
        def take_steps(self, request: Request) -> Iterator[Step]:
            yield error

    path = tmp_path / "debate.jsonl"
    model = RecordingChatModel(inner=Failing.from_entries([]), recording=Recording(path))
    with pytest.raises(type(error)):
        await model.ainvoke("q", **settings())
    with pytest.raises(expected) as caught:
        await ReplayChatModel.from_file(path).ainvoke("q", **settings())
    assert type(caught.value).__name__ == kind
    if not isinstance(error, TimeoutError):
        assert str(caught.value) == str(error)


async def test_the_servers_own_words_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOT_API_KEY", "key-marker-0003")
    error = status_error(429, "Error code: 429", said="no credit for key-marker-0003", code="insufficient_quota")

    class Failing(ScriptedChatModel):
        @override
        def take_steps(self, request: Request) -> Iterator[Step]:
            yield error

    path = tmp_path / "debate.jsonl"
    model = RecordingChatModel(inner=Failing.from_entries([]), recording=Recording(path))
    with pytest.raises(openai.RateLimitError):
        await model.ainvoke("q", **settings())
    assert "marker" not in path.read_text()
    with pytest.raises(openai.RateLimitError) as caught:
        await ReplayChatModel.from_file(path).ainvoke("q", **settings())
    assert caught.value.code == "insufficient_quota"
    assert caught.value.body == {"message": "no credit for ***", "type": None, "code": "insufficient_quota"}


def test_without_a_loop_it_records_too(tmp_path: Path) -> None:
    path = tmp_path / "debate.jsonl"
    assert record(path, [{"reply": "x"}]).invoke("q", **settings()).content == "x"
    assert ReplayChatModel.from_file(path).invoke("q", **settings()).content == "x"


SCRIPT = """
- when: {seat: cro, attempt: 1}
  fail: 429
- when: {seat: cfo}
  reply: {recommendation: half, stance: wait}
  cut: {after: 60, then: hang}
- when: {seat: coo, attempt: 1}
  reply: {confidence: 700}
- when: {seat: cmo}
  fail: 401
- reply: {recommendation: "${seat}", confidence: 80}
"""


async def test_asking_a_replay_ends_as_asking_the_model_did(tmp_path: Path) -> None:
    script, path = tmp_path / "script.yaml", tmp_path / "debate.jsonl"
    script.write_text(SCRIPT)
    model = f"scripted:{script}"

    async def wave(settings: Settings) -> list[dict[str, Any]]:
        ask = ModelEdge(settings)
        prompt = Prompt("You advise.", "Should we?", "")
        answers = []
        for seat in ("cro", "cfo", "coo", "cmo"):
            lease = Lease(seat=seat, phase="position", round=1, seconds=1.5)
            answers.append(await ask(prompt, Position, lease, seat=seat, phase="position", round=1))
        return [_without_times(answer) for answer in answers]

    recorded = await wave(Settings(model=model, record=str(path)))
    script.unlink()
    replayed = await wave(Settings(model=model, replay=str(path)))
    assert replayed == recorded
    assert [answer["status"] for answer in recorded] == ["ok", "timeout", "ok", "failed"]


def _without_times(answer: Any) -> dict[str, Any]:
    turn = answer.turn.model_dump(exclude={"wall_ms", "queued_ms"})
    assert answer.status != "timeout" or 1400 <= answer.turn.wall_ms <= 3000
    return {**vars(answer), "turn": turn}
