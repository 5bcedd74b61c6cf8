"""A batch on a server that means ill: every line ends, in bounded time and memory, without a traceback."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import MOOT
from tests.support.hostile_server import MODES, HostileServer

VICTIMS = {
    "council": "cfo",
    "boardroom": "financial",
    "legal": "nla",
    "rca": "log_focused",
    "research": "methodologist",
}
FELLOWS = {"rca": "hybrid", "research": "structurer"}
"""Whose work is looked for where it is no position; who was not asked in time has done none."""
PROFILES = {"council": "conclave"}
SECONDS = {"timeout.per_agent": 3, "timeout.per_round": 6, "timeout.total": 12, "timeout.council": 4}
MOST_KILOBYTES = 500 * 1024
LOG = "\n".join(f"2026-03-01 10:00:{second:02d} ERROR amber: the disk broke" for second in range(20))
"""Without something to look at, nobody is asked for a root cause."""


@pytest.fixture(scope="module")
def hostile() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


def lines(server: HostileServer) -> list[dict[str, Any]]:
    """One debate for each mode and each protocol."""
    return [
        {
            "id": f"{name} {scene}",
            "question": f"What does {name} do to us?",
            "profile": PROFILES.get(scene, scene),
            "model": "m",
            "base_url": server.address(name, scene, victim),
            "overrides": SECONDS,
            "context": [{"id": "log", "text": LOG}] if scene == "rca" else [],
        }
        for name in MODES
        for scene, victim in VICTIMS.items()
    ]


def run(folder: Path, tasks: list[dict[str, Any]]) -> tuple[dict[str, Any], str, int]:
    """Run a batch in a process of its own: its results, what it told, and its memory in kilobytes."""
    file, out, told = folder / "in.jsonl", folder / "out.jsonl", folder / "told.txt"
    file.write_text("\n".join(map(json.dumps, tasks)), encoding="utf-8")
    command = [*MOOT, "batch", str(file), "--store", f"sqlite:///{folder / 'moot.db'}"]
    kilobytes = 0
    with told.open("w", encoding="utf-8") as stream:
        process = subprocess.Popen([*command, "--out", str(out), "--concurrency", "16"], stderr=stream)
        while process.poll() is None:
            kilobytes = max(kilobytes, _measure_peak(process.pid))
            time.sleep(0.05)
    found = {each["id"]: each for each in map(json.loads, out.read_text(encoding="utf-8").splitlines())}
    return found, told.read_text(encoding="utf-8"), kilobytes


def _measure_peak(pid: int) -> int:
    """Read the most memory a process ever had; its own, unlike what the system tells of one that has ended."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in kilobytes on Linux only")
def test_every_line_ends_whatever_the_server_does(hostile: HostileServer, tmp_path: Path) -> None:
    tasks = lines(hostile)
    assert len(tasks) >= 50
    found, told, kilobytes = run(tmp_path, tasks)
    assert sorted(found) == sorted(task["id"] for task in tasks)
    assert "Traceback" not in told
    assert kilobytes < MOST_KILOBYTES
    assert not hostile.strayed
    # Each protocol is really attacked; on a busy machine the time of a single debate may be over before that.
    assert {seat for _, seat in hostile.seen} >= set(VICTIMS.values())
    for task in tasks:
        name, scene = task["id"].split()
        result = found[task["id"]]
        assert result.get("error") is None, (name, scene, result.get("error"))
        if (name, FELLOWS.get(scene, "")) in hostile.seen or scene not in FELLOWS:
            assert find_kept_work(scene, result), (name, scene)


def find_kept_work(scene: str, result: dict[str, Any]) -> bool:
    """Say whether nobody else's work is lost: all but the victim are heard, and what they said is in the result."""
    if scene == "rca":
        return bool(result["rca"]["rounds"][0]["hypotheses"]["hybrid_hypotheses"])
    if scene == "research":
        refinement = result["refinement"]
        return bool(refinement["classification_reasoning"] and refinement["hypothesis_versions"][0]["question"])
    heard = {each["seat"] for each in result["positions"] if each["status"] == "ok"}
    return heard >= {"council": {"cro", "coo", "cmo"}, "legal": {"ala"}, "boardroom": {"market"}}[scene]
