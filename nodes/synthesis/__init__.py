"""Writes down what a debate came to: synthesizer or mediator, held to the votes and accepted by the parties."""

from moot.nodes.synthesis.acceptance import make_acceptance_recorder, make_acceptor
from moot.nodes.synthesis.binding import find_choice, make_binder, view_ballot
from moot.nodes.synthesis.syntheses import seat_names
from moot.nodes.synthesis.synthesizer import make_ruling_binder, make_synthesizer

__all__ = [
    "find_choice",
    "make_acceptance_recorder",
    "make_acceptor",
    "make_binder",
    "make_ruling_binder",
    "make_synthesizer",
    "seat_names",
    "view_ballot",
]
