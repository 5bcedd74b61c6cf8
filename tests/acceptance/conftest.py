"""The command line on a scripted server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Table
from tests.cli.program import Program
from tests.support.openai_server import OpenAIServer


@pytest.fixture(scope="session")
def running_server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def table(
    running_server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Table:
    """`moot` with a server that plays a scenario; it speaks English whatever the debate speaks."""
    monkeypatch.setenv("MOOT_LANGUAGE", "en")
    running_server.reset()
    return Table(running_server, Program(tmp_path, capsys))
