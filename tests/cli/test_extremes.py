"""The views on a terminal hold whatever a debate brings: 500 rounds, long names, any script, nothing."""

import time
from typing import Any

import pytest
from rich.cells import cell_len

from moot.cli.progress import describe_event
from moot.views.result import Result
from moot.views.terminal import tell_story, write_answer
from moot.views.terminal.board import Board, choose_signs, draw_board
from tests.browser.extremes import EXTREMES, poison
from tests.views.terminal.test_board import BEGAN

SCREEN = 45
HOSTILE = "\x1b[2J\x1b]0;gone\x07 \u202egnp.exe\r\n\tend"


def read(name: str, *, hostile: bool) -> Result:
    result: Result = EXTREMES[name]()[0]
    return poison(result, HOSTILE) if hostile else result


@pytest.mark.parametrize("hostile", [False, True], ids=["as it is", "with control signs everywhere"])
@pytest.mark.parametrize("name", EXTREMES)
def test_the_answer_fits_one_screen(name: str, hostile: bool) -> None:
    lines = write_answer(read(name, hostile=hostile)).splitlines()
    assert len(lines) <= SCREEN
    check(lines)


@pytest.mark.parametrize("hostile", [False, True], ids=["as it is", "with control signs everywhere"])
@pytest.mark.parametrize("name", EXTREMES)
def test_the_whole_story_can_be_told(name: str, hostile: bool) -> None:
    result, started = read(name, hostile=hostile), time.monotonic()
    lines = tell_story(result).splitlines()
    assert time.monotonic() - started < 20, "not square in the number of rounds"
    assert sum(line.startswith("ROUND ") for line in lines) >= len(result.rounds)
    check(lines)


def check(lines: list[str]) -> None:
    assert max(map(cell_len, lines)) <= 100
    assert [line for line in lines if not line.isprintable()] == []


@pytest.mark.parametrize("name", EXTREMES)
def test_the_live_view_follows_to_the_end(name: str) -> None:
    result = read(name, hostile=True)
    board, signs = Board(), choose_signs("utf-8")
    seats = [*dict.fromkeys(position.seat for position in result.positions)]
    events = [{**BEGAN, "seats": seats}, *(event for record in result.rounds for event in replay(result, record))]
    for event in events:
        board.note(event)
        line = describe_event(event)
        assert line is None or line.isprintable()
    for width in (60, 120):
        lines = [line.plain for line in draw_board(board, width, 24, signs)]
        assert len(lines) <= 24
        assert all(cell_len(line) <= width and line.isprintable() for line in lines)
    assert list(board.rows) == seats


def replay(result: Result, record: Any) -> list[dict[str, Any]]:
    """What was told of a round while it happened."""
    said = [position for position in result.positions if position.round == record.number]
    return [
        {"event": "round_opened", "round": record.number, "phase": "revise", "seats": [each.seat for each in said]},
        *({"event": "seat_started", "seat": each.seat, "phase": "revise", "round": record.number} for each in said),
        *(
            {
                "event": "seat_finished", "seat": each.seat, "phase": "revise", "round": record.number,
                "status": each.status, "elapsed_ms": 1, "tokens": 10**9, "cost": None, "confidence": each.confidence,
                "said": each.recommendation, "error": each.error,
            }
            for each in said
        ),
        {
            "event": "round_closed", "round": record.number, "convergence": record.convergence, "converged": False,
            "reason": HOSTILE,
        },
    ]  # fmt: skip
