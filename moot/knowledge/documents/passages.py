"""What a reader finds in a document: passages of text, each under its heading."""

from typing import NamedTuple


class Passage(NamedTuple):
    """A paragraph, and where it stands."""

    text: str
    heading: str = ""
    """The headings above it, from the outermost to the nearest."""
    place: str = ""
    """What a heading does not say: a page, a record's name."""


class Reading(NamedTuple):
    """A document as it was read."""

    passages: list[Passage]
    notes: tuple[str, ...] = ()
    """What had to be left out, one line each."""


SEPARATOR = " > "
LONGEST_HEADING = 200


def join_headings(headings: list[str]) -> str:
    """Write a trail of headings on one bounded line; the nearest is the last to be cut."""
    trail = SEPARATOR.join(" ".join(each.split()) for each in headings if each.strip())
    return trail if len(trail) <= LONGEST_HEADING else f"…{trail[1 - LONGEST_HEADING :]}"


class Trail:
    """The headings above the place a reader has come to."""

    def __init__(self) -> None:
        self.text = ""
        self._titles: list[tuple[int, str]] = []
        self._bare = False
        """Nothing has been said under the nearest heading yet."""

    def enter(self, level: int, title: str) -> list[Passage]:
        """Go on under another heading; the last one is kept as text if nothing stands under it."""
        left = self.leave() if self._titles and self._titles[-1][0] >= level else []
        self._titles = [each for each in self._titles if each[0] < level] + [(level, title.strip())]
        self.text, self._bare = join_headings([each[1] for each in self._titles]), bool(title.strip())
        return left

    def say(self, text: str) -> Passage:
        """Put a paragraph under the headings."""
        self._bare = False
        return Passage(text, self.text)

    def leave(self) -> list[Passage]:
        """The nearest heading, if nothing stands under it."""
        return [Passage(self._titles[-1][1], self.text)] if self._bare else []
