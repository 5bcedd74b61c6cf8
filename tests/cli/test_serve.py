"""`moot serve`: refused before anything listens when others could come in."""

import socket

import pytest

from moot.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(["--host", "0.0.0.0"], "MOOT_DESK_TOKEN", id="all addresses without a token"),
        pytest.param(["--host", "192.168.0.7"], "MOOT_DESK_TOKEN", id="another address without a token"),
        pytest.param(["--allow-host", "desk.example"], "MOOT_DESK_TOKEN", id="another name without a token"),
        pytest.param(["--server", "ftp://x"], "not an address", id="no server"),
        pytest.param(["--server", "http://x", "--store", "memory:"], "not both", id="a server and a store"),
        pytest.param(["--store", "mysql://x"], "not understood", id="no such store"),
        pytest.param(["--model", "gpt"], "openai:gpt", id="a model of no server"),
        pytest.param(["--model", "scripted:x.yaml", "--offer-model", "gpt"], "openai:gpt", id="an offer of no server"),
        pytest.param(["--port", "70000"], "65535", id="no such port"),
    ],
)
def test_a_wrong_call_is_one_clear_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOOT_DESK_TOKEN", raising=False)
    assert main(["serve", *arguments]) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_port_that_is_taken_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1]), "--store", "memory:"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("moot: serve: Address already in use")
    assert shown.endswith("choose another --host or --port\n")
