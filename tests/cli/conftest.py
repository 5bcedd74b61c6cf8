"""The command line on a store of its own."""

from pathlib import Path

import pytest

from tests.cli.program import Program


@pytest.fixture
def moot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)
