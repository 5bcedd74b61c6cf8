"""`moot batch --processes`: several processes share the lines, the store and the budget."""

import json
import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Program, agree
from tests.support.openai_server import Call, OpenAIServer, Say

LINES = 6


def write(folder: Path) -> str:
    path = folder / "in.jsonl"
    lines = [json.dumps({"question": f"Should we open shop number {number}?"}) for number in range(LINES)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def reply(call: Call) -> Say:
    replies: dict[str, Any] = {entry["when"]["phase"]: entry["reply"] for entry in agree()}
    return Say(replies.get(call.headers["x-moot-phase"], {}), delay=0.05)


def documents(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def key_of(call: Call) -> tuple[str, ...]:
    return tuple(call.headers[f"x-moot-{name}"] for name in ("thread", "phase", "seat", "round"))


def test_every_line_is_done_once_and_again_nothing_is_done(moot: Program) -> None:
    out = moot.folder / "out.jsonl"
    with OpenAIServer() as server:
        server.rule = reply
        options = ("--model", "m", "--base-url", server.url, "--out", str(out), "--quiet", "--processes", "3")
        done = moot("batch", write(moot.folder), *options)
        assert (done.code, done.err) == (0, "")
        assert sorted(each["line"] for each in documents(out)) == list(range(1, LINES + 1))
        asked = Counter(map(key_of, server.calls))
        assert set(asked.values()) == {1}, "nobody was asked twice"
        assert len({thread for thread, *_ in asked}) == LINES
        again = moot("batch", write(moot.folder), *options)
        assert (again.code, len(documents(out)), len(server.calls)) == (0, LINES, asked.total())


def test_what_a_killed_process_had_taken_is_done_by_another(moot: Program) -> None:
    out = moot.folder / "out.jsonl"
    with OpenAIServer() as server:
        victims: list[int] = []

        def rule(call: Call) -> Say:
            if len(server.calls) == 5 and not victims:
                victims.append(workers_of(program.pid)[0])
                os.kill(victims[0], signal.SIGKILL)
            return reply(call)

        server.rule = rule
        options = ("--model", "m", "--base-url", server.url, "--out", str(out), "--quiet", "--processes", "2")
        with moot.start("batch", write(moot.folder), *options) as program:
            assert program.wait(300) == 0
    assert victims
    found = documents(out)
    assert sorted(each["line"] for each in found) == list(range(1, LINES + 1))
    assert {each["status"] for each in found} == {"decided"}


def workers_of(pid: int) -> list[int]:
    """Find the processes that a program has started to share its work."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
            if int(parent) == pid and "spawn_main" in (folder / "cmdline").read_text(encoding="utf-8"):
                found.append(int(folder.name))
    return sorted(found)


def test_one_budget_for_all(moot: Program) -> None:
    """What the server counted in all is within the limit; lines there was nothing left for say so."""
    out, limit = moot.folder / "out.jsonl", 10_000
    with OpenAIServer() as server:
        server.rule = reply
        where = ("--model", "m", "--base-url", server.url, "--out", str(out), "--quiet")
        done = moot("batch", write(moot.folder), *where, "--processes", "2", "--max-tokens", str(limit))
    found = documents(out)
    assert len(found) == LINES
    used = sum(each["usage"]["prompt_tokens"] + each["usage"]["completion_tokens"] for each in found if "usage" in each)
    assert 0 < used <= limit
    assert done.code != 0
    assert any("budget" in json.dumps(each) for each in found)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["--processes", "2", "--store", "memory:"], "a store in memory cannot be shared", id="memory"),
        pytest.param(["--processes", "2", "--server", "http://127.0.0.1:1"], "leave --server out", id="a server"),
        pytest.param(["--processes", "0"], "processes", id="none"),
        pytest.param(["--max-tokens", "0"], "max-tokens", id="no tokens"),
    ],
)
def test_what_cannot_be_shared_is_one_clear_line(moot: Program, arguments: list[str], told: str) -> None:
    done = moot.plain("batch", write(moot.folder), *arguments)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert told in done.err
