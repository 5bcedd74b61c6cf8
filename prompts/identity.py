"""Remembers what was made of certain objects, by which objects they are and not by what they say.

Frozen values can be compared by what they say, and lru_cache does. To hash a position takes nearly as long as to write
it down, though, and the seats of a wave are shown the very same objects.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")


def by_identity(*, maxsize: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Remember the last results of a function of a tuple of objects and further hashable arguments."""

    def remember(function: Callable[..., T]) -> Callable[..., T]:
        kept: dict[tuple[Any, ...], tuple[tuple[object, ...], T]] = {}

        @wraps(function)
        def remembered(objects: tuple[object, ...], *rest: Hashable) -> T:
            key = (*map(id, objects), *rest)
            found = kept.get(key)
            if found is None:
                # The objects are kept as well: an id means another object once its own is gone.
                found = kept[key] = objects, function(objects, *rest)
                while len(kept) > maxsize:
                    kept.pop(next(iter(kept)), None)
            return found[1]

        return remembered

    return remember
