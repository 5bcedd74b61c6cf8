"""Keeps what an agent is saying while it arrives, and finds the sentence that matters in it.

Pieces are only put aside when they arrive; they are read when somebody looks, so a fast model is not slowed down.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from moot.views.conversation import find_spoken_sentence

MAX_SPEECH = 60_000
"""Characters that are kept of one answer; none that is worth watching is longer."""


@dataclass(slots=True)
class Speech:
    """Collects the pieces of one answer."""

    _fresh: list[str] = field(default_factory=list)
    _text: str = ""
    _sentence: str = ""

    def hear(self, piece: str) -> None:
        """Put a piece aside."""
        if piece and len(self._text) < MAX_SPEECH:
            self._fresh.append(piece)

    def find_sentence(self, name_seat: Callable[[str], str] = str, name_author: Callable[[str], str] = str) -> str:
        """Return what is being said; a piece that cannot be read yet leaves the last sentence standing."""
        if self._fresh:
            self._text = (self._text + "".join(self._fresh))[:MAX_SPEECH]
            self._fresh = []
            self._sentence = find_spoken_sentence(self._text, name_seat, name_author) or self._sentence
        return self._sentence
