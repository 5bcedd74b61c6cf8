"""Decides who has to look at a result, asks the council, and ends the debate."""

from moot.nodes.verdict.council import (
    make_council_advocate,
    make_council_critic,
    make_council_ruling,
    make_council_synthesizer,
)
from moot.nodes.verdict.gate import is_redirected, make_emitter, make_gate

__all__ = [
    "is_redirected",
    "make_council_advocate",
    "make_council_critic",
    "make_council_ruling",
    "make_council_synthesizer",
    "make_emitter",
    "make_gate",
]
