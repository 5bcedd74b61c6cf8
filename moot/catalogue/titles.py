"""Keeps what the author of a profile calls its seats: whoever reads about a debate knows no ids.

The titles of the profiles that come with moot stand in the catalogue in every language; those that somebody wrote for
a profile of their own are shown as they were written. They belong to the running task, like the language.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_NO_TITLES: Mapping[str, str] = {}
_TITLES: ContextVar[Mapping[str, str]] = ContextVar("moot_seat_titles", default=_NO_TITLES)


@contextmanager
def calling(titles: Mapping[str, str] | None) -> Iterator[None]:
    """Call seats by these titles inside; None leaves it to what was said around it."""
    before = _TITLES.set(_TITLES.get() if titles is None else titles)
    try:
        yield
    finally:
        _TITLES.reset(before)


def find_title(seat: str) -> str:
    """Find what the author of the profile calls a seat; empty where nobody said."""
    return _TITLES.get().get(seat, "")
