"""Takes a question in: what the caller gave, who may ask for it, and the way it takes."""

from moot.nodes.intake.intake import (
    check_hint,
    check_options,
    check_route,
    has_debate,
    identify_protocol,
    make_intake,
    make_router,
    read_options,
)

__all__ = [
    "check_hint",
    "check_options",
    "check_route",
    "has_debate",
    "identify_protocol",
    "make_intake",
    "make_router",
    "read_options",
]
