"""Remembers what was made of objects by which objects they are."""

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

_T = TypeVar("_T")


class IdentityMemo(Generic[_T]):
    """Keeps the last results of a function of objects that nobody changes.

    Frozen values can be compared by what they say, and lru_cache does. To hash a position takes nearly as long as to
    write it down, though, and the steps of a debate are given the very same objects.
    """

    def __init__(self, maxsize: int) -> None:
        self._maxsize = maxsize
        self._kept: dict[Hashable, tuple[Sequence[object], _T]] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()

    def find(self, objects: Sequence[object], rest: Hashable, make: Callable[[], _T]) -> _T:
        """Return what was made of these objects and the rest, which is compared by its value; make it otherwise."""
        key = (*map(id, objects), rest)
        found = self._kept.get(key)
        if found is None:
            # The objects are kept as well: an id means another object once its own is gone.
            found = self._kept[key] = objects, make()
            while len(self._kept) > self._maxsize:
                self._kept.pop(next(iter(self._kept)), None)
        return found[1]
