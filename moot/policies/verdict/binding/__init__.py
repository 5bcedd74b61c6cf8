"""Binds a synthesis to the votes: it states the option that is settled, or says why not."""

from moot.policies.verdict.binding.binding import (
    BindingFacts,
    Stated,
    bind_answer,
    bind_ruling,
    bind_synthesis,
    check_binding,
    find_target,
    hold_resolution,
    leaves_options,
    list_wordings,
    names_another,
    offer_choices,
    read_binding,
    rebind_synthesis,
    weigh_alone,
    weigh_name,
)

__all__ = [
    "BindingFacts",
    "Stated",
    "bind_answer",
    "bind_ruling",
    "bind_synthesis",
    "check_binding",
    "find_target",
    "hold_resolution",
    "leaves_options",
    "list_wordings",
    "names_another",
    "offer_choices",
    "read_binding",
    "rebind_synthesis",
    "weigh_alone",
    "weigh_name",
]
