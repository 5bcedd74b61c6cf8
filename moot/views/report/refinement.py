"""Describes how an idea became a question: where it comes from, and under which reservations it stands."""

from collections.abc import Sequence
from typing import NamedTuple

from moot.views.report.story import Story
from moot.views.wording.refinement import list_origin, list_reservations


class RefinementView(NamedTuple):
    """What stands around the versions of a question."""

    origin: Sequence[tuple[str, str]]
    """How far the idea was, and what the question is made of, by title (F-08, F-36)."""
    reservations: Sequence[tuple[str, Sequence[str]]]
    """What is forced, open, unconfirmed, assumed, withdrawn and said since, by title (X-70, X-72)."""


def describe_refinement(story: Story) -> RefinementView:
    """Describe where a refined question comes from and what it lacks; nothing where nothing was refined."""
    found = story.result.refinement
    if found is None:
        return RefinementView((), ())
    return RefinementView(list(list_origin(found)), list(list_reservations(found)))
