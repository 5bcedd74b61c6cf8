"""What the live view knows and how it is drawn: any width, any script, any encoding (issue 6, item 2)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from moot.views.terminal.board.board import Board
from moot.views.terminal.board.speech import MAX_SPEECH, Speech
from moot.views.terminal.board.view import choose_signs, draw_board
from moot.views.wording.names import say_seat

BEGAN: dict[str, Any] = {
    "event": "began", "thread": "t1", "profile": "conclave", "question": "Should we?", "seats": ["cro", "cfo", "cmo"],
    "strategy": "criteria", "threshold": 0.7, "limits": {"rounds": 3, "seconds": 300, "cost": None, "tokens": None},
    "round": 0, "convergence": None, "standing": [], "spent": {"seconds": 0.0, "tokens": 0, "cost": 0.0, "unpriced": 0},
}  # fmt: skip
FINISHED: dict[str, Any] = {
    "event": "seat_finished", "seat": "cfo", "phase": "position", "round": 1, "status": "ok", "elapsed_ms": 1240,
    "tokens": 1360, "cost": 0.0021, "confidence": 0.7, "said": "Wait a year", "error": None,
}  # fmt: skip
EMOJI = "👩‍👩‍👧‍👦 שלום 你好 🇧🇷 é"


def started(seat: str, phase: str = "position") -> dict[str, Any]:
    return {"event": "seat_started", "seat": seat, "phase": phase, "round": 1, "seconds": 30.0}


def board_of(*events: dict[str, Any], at: float = 12.0) -> Board:
    now = 0.0
    board = Board(clock=lambda: now)
    for event in events:
        board.note(event)
    now = at
    return board


def drawn(board: Board, width: int = 80, height: int = 24, encoding: str = "utf-8") -> list[str]:
    return [line.plain for line in draw_board(board, width, height, choose_signs(encoding))]


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_the_same_is_heard_in_any_pieces(size: int) -> None:
    speech, text = Speech(), '{"stance": "wait", "recommendation": "Wait a year."}'
    for start in range(0, len(text), size):
        speech.hear(text[start : start + size])
        speech.find_sentence()
    assert speech.find_sentence() == "Wait a year."


def test_an_endless_speech_is_not_kept() -> None:
    speech = Speech()
    for _ in range(2_000):
        speech.hear("word " * 100)
    assert len(speech.find_sentence()) == MAX_SPEECH


def test_rows_follow_their_seats() -> None:
    board = board_of(BEGAN, started("cro"), started("cfo"), FINISHED)
    board.hear("position_cro", '{"stance": "open in')
    assert [(row.seat, row.standing) for row in board.rows.values()] == [
        ("cro", "speaking"), ("cfo", "ok"), ("cmo", "waiting"),
    ]  # fmt: skip
    assert board.words(board.rows["cro"]) == "open in"
    assert (board.words(board.rows["cfo"]), board.rows["cfo"].tokens, board.rows["cfo"].confidence) == (
        "Wait a year", 1360, 0.7,
    )  # fmt: skip
    assert (board.used.tokens, board.used.cost, board.used.unpriced) == (1360, 0.0021, False)


@pytest.mark.parametrize(
    ("seat", "phase", "node"),
    [
        pytest.param("cfo", "revise", "revise_cfo", id="a seat"),
        pytest.param("cfo", "retrieve", "position_cfo", id="a seat that looks something up first"),
        pytest.param("judge", "judge", "judge", id="a role"),
        pytest.param("comparer", "compare", "compare", id="a role by its phase"),
        pytest.param("methodologist", "force", "force_decision", id="whoever speaks alone"),
    ],
)
def test_words_find_their_row(seat: str, phase: str, node: str) -> None:
    board = board_of(BEGAN, started(seat, phase))
    board.hear(node, "words")
    assert board.words(board.rows[seat]) == "words"


def test_words_of_two_seats_with_similar_names_are_not_mixed() -> None:
    seats = {**BEGAN, "seats": ["risk", "legal_risk"]}
    board = board_of(seats, started("risk"), started("legal_risk"))
    board.hear("position_legal_risk", "mine")
    board.hear("nobody_knows", "lost")
    assert (board.words(board.rows["risk"]), board.words(board.rows["legal_risk"])) == ("", "mine")


def test_a_resumed_debate_shows_what_was_there() -> None:
    stood = {"seat": "cro", "phase": "position", "round": 1, "status": "ok", "tokens": 400, "confidence": 0.8}
    spent = {"seconds": 40.0, "tokens": 400, "cost": 0.0, "unpriced": 1}
    began = {**BEGAN, "round": 1, "convergence": 0.5, "standing": [{**stood, "said": "Open"}], "spent": spent}
    lines = drawn(board_of(began))
    assert lines[1] == "conclave, round 1 of 3 | 52 s of 5 min | 400 tokens | price unknown"
    assert lines[4] == "✓ CRO position    80%     400  Open"


def test_the_board_in_full() -> None:
    closed = {"event": "round_closed", "round": 1, "convergence": 0.5, "converged": False, "reason": ""}
    opened = {"event": "round_opened", "round": 2, "phase": "revise", "seats": ["cro", "cfo", "cmo"]}
    failed = {**FINISHED, "seat": "cmo", "phase": "revise", "status": "timeout", "error": "no answer within 30 s"}
    limits = {"rounds": 3, "seconds": 300, "cost": 0.5, "tokens": 9000}
    events = [{**BEGAN, "limits": limits}, started("cfo"), FINISHED, closed, opened, started("cro", "revise"), failed]
    assert [line.rstrip() for line in drawn(board_of(*events))] == [
        "",
        "conclave, round 2 of 3 | 12 s of 5 min | 2,720 of 9,000 tokens",
        "US$ 0.0042 of US$ 0.5000",
        "agreement ━━━━━━━━━━━━━━━━━━━━────────┃─────────── 50% (70% is needed)",
        "  seat phase      sure  tokens",
        "⠦ CRO revision",
        "· CFO revision    70%   1,360",
        "! CMO revision    70%   1,360  no answer within 30 s",
    ]


def test_where_agreement_ends_nothing_none_is_needed() -> None:
    """R-24: a judge's plateau ends the rounds too."""
    closed = {"event": "round_closed", "round": 1, "convergence": 0.5, "converged": False, "reason": ""}
    lines = drawn(board_of({**BEGAN, "strategy": "judge"}, closed))
    assert next(line for line in lines if "50%" in line).split() == ["convergence", "━" * 20 + "─" * 20, "50%"]


@pytest.mark.parametrize("width", [10, 24, 60, 80, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii", "no-such-encoding"])
@pytest.mark.parametrize(
    "seats",
    [
        pytest.param(["a" * 40, "b" * 40], id="names of 40 characters"),
        pytest.param([f"seat_{number}" for number in range(60)], id="more seats than lines"),
    ],
)
def test_nothing_is_wider_or_higher_than_the_terminal(seats: list[str], width: int, encoding: str) -> None:
    board = board_of({**BEGAN, "seats": seats}, started(seats[0]), {**FINISHED, "seat": seats[1], "said": EMOJI * 20})
    board.hear(f"position_{seats[0]}", EMOJI * 20)
    board.note({"event": "round_closed", "round": 1, "convergence": 1.0})
    lines = drawn(board, width, 20, encoding)
    assert all(cell_len(line) <= max(width, 20) for line in lines)
    assert len(lines) <= 20
    assert any(say_seat(seats[0])[:6] in line for line in lines), "who speaks is always shown"
    known = encoding if encoding != "no-such-encoding" else "ascii"
    for line in lines:
        line.encode(known)


@given(st.text(max_size=200))
def test_whatever_an_agent_says_stays_on_its_line(text: str) -> None:
    board = board_of(BEGAN, {**FINISHED, "said": text})
    line = next(line for line in drawn(board, 60) if "CFO" in line)
    assert cell_len(line) <= 60
    assert line.isprintable()


def test_before_it_begins_it_says_so() -> None:
    assert drawn(board_of()) == ["⠦ getting ready, 12 s"]
