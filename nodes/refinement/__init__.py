"""Refines a question until it can be debated: orchestrator, structurer and methodologist."""

from moot.nodes.refinement.loop import (
    REFINERS,
    hand_over,
    make_forced_decision,
    make_handover,
    make_methodologist,
    make_orchestrator,
    make_structurer,
)

__all__ = [
    "REFINERS",
    "hand_over",
    "make_forced_decision",
    "make_handover",
    "make_methodologist",
    "make_orchestrator",
    "make_structurer",
]
