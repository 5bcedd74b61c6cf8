"""Running the command line in this process: exit code, stdout and stderr of `moot ...`."""

import io
from typing import NamedTuple

import pytest

from moot.cli.main import main


class Outcome(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Outcome:
    """Run `moot` with these arguments."""
    code = main(arguments)
    captured = capsys.readouterr()
    return Outcome(code, captured.out, captured.err)


def feed(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """Put bytes on stdin."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
