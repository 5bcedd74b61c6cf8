"""Seats the actors of a debate, a room for each stage; this door has what all of them work with."""

from moot.nodes.addresses import hide_credentials
from moot.nodes.asking import Ask, describe_turn
from moot.nodes.connections import Connections
from moot.nodes.context import AsyncNode, Context, RunContext, after_others, under_protocol, with_environment
from moot.nodes.disputes import make_dispute_reader
from moot.nodes.surviving import survive_answers

__all__ = [
    "Ask",
    "AsyncNode",
    "Connections",
    "Context",
    "RunContext",
    "after_others",
    "describe_turn",
    "hide_credentials",
    "make_dispute_reader",
    "survive_answers",
    "under_protocol",
    "with_environment",
]
