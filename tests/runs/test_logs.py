"""A debate that goes on opens its log again, if it is still the same."""

from pathlib import Path
from typing import Any

import pytest

from moot.knowledge.incidents import index_logs, read_and_index
from moot.runs.logs import open_log, reopen_log
from moot.state.evidence import Evidence
from moot.state.incident import Incident
from moot.state.outcome import Case

LINES = "10:00:00 WARN db: disk at 95 percent\n10:00:01 ERROR db: no space left\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    place = tmp_path / "db.log"
    place.write_text(LINES, encoding="utf-8")
    return place


def change(log: Path, text: str | None) -> None:
    """Write a log anew, or take it away."""
    if text is None:
        log.unlink()
    else:
        log.write_text(text, encoding="utf-8")


def stored(log: Path, **more: Any) -> dict[str, Any]:
    incident, _, index = read_and_index(str(log))
    index.close()
    return {"incident": Incident(outline=incident.outline), "case": Case(log=str(log)), **more}


async def test_the_same_log_is_opened_again(log: Path) -> None:
    async with reopen_log(None, stored(log)) as index:
        assert index is not None
        assert index.lines == 2


async def test_a_changed_or_missing_log_is_not_asked(log: Path) -> None:
    values = stored(log)
    change(log, f"{LINES}10:00:02 INFO db: closed\n")
    async with reopen_log(None, values) as index:
        assert index is None
    change(log, None)
    async with reopen_log(None, values) as index:
        assert index is None


async def test_a_log_that_was_given_as_text_is_in_the_debate(log: Path) -> None:
    given = Evidence(id="log", text=LINES)
    values = stored(log, evidence=[given]) | {"case": Case()}
    async with reopen_log(None, values) as index:
        assert index is not None
        assert index.lines == 2


async def test_a_debate_without_a_log_has_none() -> None:
    async with reopen_log(None, {"incident": None, "case": Case()}) as index:
        assert index is None
    async with open_log(None) as opened:
        assert opened == (None, None)


async def test_a_log_can_be_named_or_brought_open(log: Path) -> None:
    async with open_log(str(log)) as (index, incident):
        assert index is not None
        assert (index.lines, incident) == (2, None)
    with index_logs(str(log)) as brought:
        async with open_log(brought) as (same, _):
            assert same is brought
        assert list(brought.read(1, 1))  # still open: whoever brought it closes it
