"""`moot batch`: many debates, resumable, on the local store."""

import json
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from moot.cli.exit_codes import choose_batch_exit_code
from tests.cli.program import Program, agree, doubt
from tests.support.openai_server import OpenAIServer, Say


def write(folder: Path, *lines: Any) -> str:
    path = folder / "in.jsonl"
    path.write_text("\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines), encoding="utf-8")
    return str(path)


def documents(text: str) -> dict[Any, Any]:
    return {each["id"]: each for each in map(json.loads, text.splitlines())}


def test_every_line_becomes_a_debate_and_a_line_of_results(moot: Program) -> None:
    sure, unsure = moot.script(*agree(), name="sure.json"), moot.script(*doubt(), name="unsure.json")
    file = write(
        moot.folder,
        {"question": "Should we open a second shop?"},
        "",
        {"id": "risky", "question": "Should we sell the first one?", "model": unsure, "value_at_risk": 9},
    )
    done = moot("batch", file, "--model", sure, "--concurrency", "2")
    assert done.code == 3
    found = documents(done.out)
    assert [
        (name, each["status"], each["line"]) for name, each in sorted(found.items(), key=lambda item: item[1]["line"])
    ] == [
        (1, "decided", 1),
        ("risky", "needs_review", 3),
    ]
    assert found[1]["decision"] == "Open the shop in spring"
    assert "2 of 2 debates (100%): 1 decided, 1 needs_review" in done.err
    # Everything is there already, and the count is said in the language that was chosen.
    again = moot("batch", file, "--model", sure, "--language", "pt")
    assert "2 de 2 debates (100%): decidido: 1, aguarda: 1; " in again.err


def test_running_it_again_runs_only_what_is_missing(moot: Program) -> None:
    out = moot.folder / "out.jsonl"
    with OpenAIServer() as server:
        server.rule = lambda call: Say(_reply(call.headers["x-moot-phase"]))
        options = ("--model", "m", "--base-url", server.url, "--out", str(out), "--quiet")
        assert moot("batch", write(moot.folder, {"question": "Should we open shop one?"}), *options).code == 0
        calls = len(server.calls)
        first = documents(out.read_text(encoding="utf-8"))
        # The order of lines does not matter, and the same question twice is two debates.
        file = write(
            moot.folder,
            {"question": "Should we open shop two?"},
            {"question": "Should we open shop one?"},
            {"question": "Should we open shop one?"},
        )
        done = moot("batch", file, *options)
        assert (done.code, done.out, done.err) == (0, "", "")
        found = documents(out.read_text(encoding="utf-8"))
        assert found[2]["thread_id"] == first[1]["thread_id"]
        assert len({each["thread_id"] for each in found.values()}) == 3
        assert len(server.calls) == 3 * calls


def _reply(phase: str) -> dict[str, Any]:
    replies = {entry["when"]["phase"]: entry["reply"] for entry in agree()}
    found: dict[str, Any] = replies.get(phase, {})
    return found


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param(["{", {"question": "Fine?"}], ["in.jsonl:1: this is no JSON object"], id="no JSON"),
        pytest.param([[1]], ["in.jsonl:1: this is no JSON object; write one"], id="no object"),
        pytest.param([{"query": "?"}], ["in.jsonl:1: question: Field required"], id="no question"),
        pytest.param([{"question": ""}], ["in.jsonl:1: question: String should have at least 1"], id="an empty one"),
        pytest.param([{"question": "?", "colour": 1}], ["in.jsonl:1: colour: Extra inputs"], id="an unknown key"),
        pytest.param(
            [{"question": "?", "risk": "big"}], ["in.jsonl:1: risk: Input should be 'low'"], id="a wrong value"
        ),
        pytest.param(
            [{"question": "?", "options": ["yes"]}], ["in.jsonl:1: options: 1 given; name 2 to 12"], id="one option"
        ),
        pytest.param(
            [{"question": "?", "options": "yes"}], ["in.jsonl:1: options: Input should be a valid list"], id="no list"
        ),
        pytest.param(
            [{"question": "?", "domain_hint": "maritime"}], ["in.jsonl:1: domain hint 'maritime'"], id="no such domain"
        ),
        pytest.param([{}, {"question": "Fine?"}, "x"], ["in.jsonl:1: question", "in.jsonl:3: this"], id="two bad ones"),
        pytest.param([], ["it has no lines"], id="an empty file"),
        pytest.param([{"question": "?", "profile": "none"}], ["none"], id="an unknown profile"),
        pytest.param([{"question": "?", "overrides": {"rounds.max": 0}}], ["rounds.max"], id="a wrong setting"),
    ],
)
def test_bad_lines_are_told_one_by_one_and_nothing_is_run(moot: Program, lines: list[Any], told: list[str]) -> None:
    done = moot("batch", write(moot.folder, *lines), "--model", moot.script(*agree()))
    assert (done.code, done.out) == (2, "")
    said = done.err.splitlines()
    assert len(said) == len(told)
    assert all(part in line for part, line in zip(told, said, strict=True))


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        pytest.param(["none.jsonl"], 2, "No such file", id="no file"),
        pytest.param(["{file}", "--server", "nonsense"], 2, "not an address", id="no address"),
        pytest.param(
            ["{file}", "--out", "/proc/none/out", "--model", "scripted:x"],
            2,
            "choose another file",
            id="results nowhere",
        ),
        pytest.param(["{file}", "--concurrency", "0"], 2, "concurrency", id="no concurrency"),
        pytest.param(["{file}", "--server", "http://127.0.0.1:1", "--store", "memory:"], 2, "exclude", id="two places"),
        pytest.param(
            ["{file}", "--server", "http://127.0.0.1:1"], 1, "is a LangGraph server running there?", id="down"
        ),
    ],
)
def test_wrong_usage_is_one_clear_line(moot: Program, arguments: list[str], code: int, told: str) -> None:
    file = write(moot.folder, {"question": "Fine?"})
    done = moot.plain("batch", *(each.format(file=file) for each in arguments))
    assert done.code == code
    assert told in done.err
    assert len(done.err.splitlines()) == 1


def test_a_debate_that_fails_does_not_stop_the_others(moot: Program) -> None:
    broken = moot.script({"fail": 401}, name="broken.json")
    file = write(
        moot.folder,
        {"id": "bad", "question": "Should we open shop one?", "model": broken},
        {"id": "good", "question": "Should we open shop two?"},
    )
    done = moot("batch", file, "--model", moot.script(*agree()), "--quiet", "--concurrency", "1")
    assert done.code == 1
    assert {name: each["status"] for name, each in documents(done.out).items()} == {"bad": "failed", "good": "decided"}
    assert done.err.startswith("moot: line 1: ")
    assert "401" in done.err


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ({"decided": 2}, 0),
        ({"decided": 2, "inconclusive": 1}, 4),
        ({"decided": 2, "rejected": 1, "needs_review": 1}, 3),
        ({"needs_review": 1, "failed": 1}, 1),
    ],
)
def test_the_exit_code_is_the_worst_of_all(counted: dict[str, int], code: int) -> None:
    assert choose_batch_exit_code(Counter(counted)) == code


@pytest.mark.slow
def test_a_batch_that_was_interrupted_goes_on_where_it_was(moot: Program) -> None:
    with OpenAIServer() as server:
        server.rule = lambda call: Say(_reply(call.headers["x-moot-phase"]), delay=0.15)
        file = write(moot.folder, *({"question": f"Should we open shop {number}?"} for number in range(8)))
        options = ("batch", file, "--model", "m", "--base-url", server.url, "--concurrency", "2")
        with moot.start(*options) as process:
            server.wait_for(lambda: len(server.calls) >= 12, 40)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
        assert process.returncode == 130
        assert "run the same command again" in err
        finished = documents(out)
        assert len(finished) < 8
        time.sleep(0.3)
        done = moot(*options)
        assert done.code == 0
        assert len(documents(done.out)) == 8
        answered = Counter(
            (call.headers["x-moot-thread"], call.headers["x-moot-phase"], call.seat)
            for call in server.calls
            if not call.disconnected
        )
        assert set(answered.values()) == {1}
