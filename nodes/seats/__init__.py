"""Seats the agents who argue: debater, critic, settler, and whoever answers alone."""

from moot.nodes.seats.answerer import make_answerer, make_stronger
from moot.nodes.seats.critic import make_critic
from moot.nodes.seats.debater import join_parts, make_debater, make_reviser
from moot.nodes.seats.settler import make_settler, make_settling

__all__ = [
    "join_parts",
    "make_answerer",
    "make_critic",
    "make_debater",
    "make_reviser",
    "make_settler",
    "make_settling",
    "make_stronger",
]
