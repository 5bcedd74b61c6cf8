"""Calls the command line: in this process for most tests, as a real program where the process itself matters."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from moot.cli.main import main
from moot.runs import CONNECTIONS

MOOT = (sys.executable, "-c", "import sys; from moot.cli.main import main; sys.exit(main())")
"""The installed program, wherever it is installed."""


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


class Program:
    """The command line on one store with one script."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.store = f"sqlite:///{folder / 'debates.db'}"
        self.where = ("--store", self.store)

    def script(self, *entries: dict[str, Any], name: str = "script.json") -> str:
        """Write a script and name it as a model."""
        path = self.folder / name
        path.write_text(json.dumps({"answers": list(entries)}), encoding="utf-8")
        # A process keeps its models; a script that was rewritten is another model.
        CONNECTIONS.clear()
        return f"scripted:{path}"

    def __call__(self, *arguments: str) -> Done:
        """Run a command in this process, on this store."""
        self.capsys.readouterr()
        code = main([*arguments, *self.where])
        return Done(code, *self.capsys.readouterr())

    def plain(self, *arguments: str) -> Done:
        """Run a command in this process, as it stands."""
        self.capsys.readouterr()
        code = main(list(arguments))
        return Done(code, *self.capsys.readouterr())

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start a command as a program of its own, on this store."""
        return subprocess.Popen(
            [*MOOT, *arguments, *self.where],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            **options,
        )

    def shell(self, *arguments: str, **options: Any) -> Done:
        """Run a command as a program of its own, on this store."""
        with self.start(*arguments, **options) as process:
            out, err = process.communicate(timeout=60)
        return Done(process.returncode, out, err)


def agree(**synthesis: Any) -> list[dict[str, Any]]:
    """Answers of agents who agree at once."""
    position = {
        "recommendation": "Open the shop in spring",
        "stance": "open in spring",
        "premises": ["rents fall"],
        "risks": ["a late permit"],
        "timing": "spring",
        "confidence": 80,
    }
    told = {"decision": "Open the shop in spring", "confidence": 85, "consensus_points": ["Rents fall"], **synthesis}
    return [{"when": {"phase": "position"}, "reply": position}, {"when": {"phase": "synthesize"}, "reply": told}]


def doubt() -> list[dict[str, Any]]:
    """Answers of agents who agree, and of a synthesizer who is not sure at all: a person is asked."""
    return agree(confidence=30)
