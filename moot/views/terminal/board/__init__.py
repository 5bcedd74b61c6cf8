"""Draws a running debate on a terminal: who speaks, who is done, and what it costs."""

from moot.views.terminal.board.board import Board
from moot.views.terminal.board.view import choose_signs, draw_board

__all__ = [
    "Board",
    "choose_signs",
    "draw_board",
]
