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
from moot.nodes.intake.run_settings import list_model_seats

__all__ = [
    "check_hint",
    "check_options",
    "check_route",
    "has_debate",
    "identify_protocol",
    "list_model_seats",
    "make_intake",
    "make_router",
    "read_options",
]
