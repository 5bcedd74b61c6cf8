"""The chaos itself: a short run finds nothing wrong, and what is wrong is found."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.chaos.check import _MOMENT_SECONDS, Kill, Undisturbed, check_debate, is_flat
from bench.chaos.plan import Job
from bench.chaos.server import ReceivedRequest, TurnKey
from bench.chaos.soak import run_soak
from bench.chaos.stores import check_store
from tests.support.openai_server import Call
from tests.support.postgres import PostgresServer


@pytest.mark.slow
def test_a_short_run_finds_nothing(tmp_path: Path, postgres: PostgresServer) -> None:
    stores = {"SQLite": f"sqlite:///{tmp_path}/debates.db", "Postgres": postgres.new_database()}
    outcome = run_soak(stores, tmp_path, seconds=2)
    assert outcome.violations == []
    assert all(lane.kills for lane in outcome.lanes if lane.fate == "killed")
    assert all(lane.takeovers for lane in outcome.lanes if lane.fate == "robbed")
    assert outcome.hostile > 0
    assert sum(outcome.statuses.values()) == sum(lane.debates for lane in outcome.lanes)
    assert min(outcome.faults[kind] for kind in ("failed", "hung", "malformed")) > 0


KILL = 50.0
STORED: Counter[TurnKey] = Counter({("position", "nla", 1): 1})
SOUND, FAULTY = Job("legal-sound-waits-lane-1"), Job("legal-faulty-answered-lane-2")
DOCUMENT: dict[str, Any] = {"status": "decided", "positions": [{"seat": "nla", "round": 1}], "decision": "Both."}


def heard(
    phase: str = "position", at: float = 10.0, ended: float = 11.0, trouble: str = "", number: int = 1
) -> ReceivedRequest:
    headers = {"x-moot-phase": phase, "x-moot-seat": "nla", "x-moot-round": str(number)}
    return ReceivedRequest(Call(headers, {}, at, ended), trouble)


USUAL = Undisturbed.of(DOCUMENT, [heard()])


@pytest.mark.parametrize(
    ("job", "document", "asked", "complaint"),
    [
        (SOUND, DOCUMENT, [heard()], ""),
        (SOUND, {"error": "StoreError: gone"}, [heard()], "gone"),
        (SOUND, {**DOCUMENT, "status": "failed"}, [heard()], "neither ended nor paused"),
        (SOUND, {**DOCUMENT, "decision": "Neither."}, [heard()], "otherwise than undisturbed"),
        (SOUND, DOCUMENT, [heard(), heard(at=60, ended=61)], "asked again"),
        (SOUND, DOCUMENT, [heard(at=KILL - 1, ended=KILL + 1), heard(at=60, ended=61)], ""),
        (SOUND, DOCUMENT, [heard(at=KILL - 1, ended=KILL - _MOMENT_SECONDS / 2), heard(at=60, ended=61)], ""),
        (SOUND, DOCUMENT, [heard(), heard("revise", number=2)], "answers were lost"),
        (FAULTY, {**DOCUMENT, "decision": "Neither."}, [heard()], ""),
        (FAULTY, {**DOCUMENT, "status": "needs_review"}, [heard()], "although somebody answered"),
        (FAULTY, DOCUMENT, [heard(trouble="failed"), heard()], ""),
        (FAULTY, DOCUMENT, [heard(), heard()], "asked again"),
        (FAULTY, DOCUMENT, [heard(), heard("repair")], ""),
        # In trouble a debate may ask for more than usual, but for everything once.
        (FAULTY, DOCUMENT, [heard(), heard("critique")], ""),
        (FAULTY, DOCUMENT, [heard(), heard("critique"), heard("critique")], "asked again"),
    ],
)
def test_what_is_wrong_is_found(
    job: Job, document: dict[str, Any], asked: list[ReceivedRequest], complaint: str
) -> None:
    found = check_debate(job, document, asked, [Kill(KILL)], USUAL)
    assert any(complaint in each for each in found) if complaint else found == []


@pytest.mark.parametrize(
    ("document", "asked", "complaint"),
    [
        (DOCUMENT, [heard(ended=KILL - 0.01)], ""),
        (DOCUMENT, [heard(ended=KILL - 0.01), heard(at=60, ended=61)], "asked again"),
        ({**DOCUMENT, "positions": [{"seat": "ala", "round": 1}]}, [heard(ended=KILL - 0.01)], "answers were lost"),
    ],
)
def test_what_was_stored_counts_however_late_it_was(
    document: dict[str, Any], asked: list[ReceivedRequest], complaint: str
) -> None:
    usual = Undisturbed.of(document, [heard()])
    found = check_debate(SOUND, document, asked, [Kill(KILL, {SOUND.thread: STORED})], usual)
    assert any(complaint in each for each in found) if complaint else found == []


@pytest.mark.parametrize(
    ("megabytes", "flat"),
    [
        ([], True),
        ([100, 140, 140, 141, 140, 142], True),
        ([100, 120, 140, 160, 180, 200], False),
    ],
)
def test_memory(megabytes: list[float], flat: bool) -> None:
    assert is_flat(megabytes) is flat


def test_a_store_that_lost_a_debate(tmp_path: Path) -> None:
    missing, unreadable = check_store(f"sqlite:///{tmp_path}/debates.db", {"one": "decided"})
    assert missing == "one: not in the index"
    assert unreadable.startswith("one: cannot be read: debate 'one' is not in the store")


def test_everything_usual_is_counted() -> None:
    assert USUAL.asked == Counter({("position", "nla", 1): 1})
