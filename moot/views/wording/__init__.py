"""Says the closed vocabularies of a debate in words people read."""

from moot.views.wording.councils import say_council
from moot.views.wording.open_critiques import say_closed_critique, say_open_critique
from moot.views.wording.vocabulary import (
    capital,
    say_aspect,
    say_breaker,
    say_flag,
    say_kind,
    say_label,
    say_literal,
    say_route,
    say_status,
    say_stop,
    say_target,
    say_word,
)

__all__ = [
    "capital",
    "say_aspect",
    "say_breaker",
    "say_closed_critique",
    "say_council",
    "say_flag",
    "say_kind",
    "say_label",
    "say_literal",
    "say_open_critique",
    "say_route",
    "say_status",
    "say_stop",
    "say_target",
    "say_word",
]
