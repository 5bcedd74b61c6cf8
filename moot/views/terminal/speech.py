"""Reads the words of an answer while it arrives, without the JSON around them.

Pieces are only put aside when they arrive; they are read when somebody looks, so a fast model is not slowed down.
"""

from dataclasses import dataclass, field
from string import hexdigits

KEPT = 240
"""So many characters are more than a line shows."""


@dataclass(slots=True)
class Speech:
    """Collects what an agent says: texts of a JSON document as it streams in; prose stays prose."""

    _fresh: list[str] = field(default_factory=list)
    _said: str = ""
    _open: list[str] = field(default_factory=list)
    """The brackets around the place we are at."""
    _quoted: bool = False
    _escaped: bool = False
    _value: bool = False
    """The text we are in is a value, not the name of a field."""
    _colon: bool = False
    _code: str | None = None
    """The digits so far of a sign that is spelled out as a number."""

    def hear(self, piece: str) -> None:
        """Put a piece aside."""
        if piece:
            self._fresh.append(piece)

    def tail(self) -> str:
        """Return the last words so far."""
        fresh, self._fresh = self._fresh, []
        words: list[str] = []
        for sign in "".join(fresh):
            self._read(sign, words)
        self._said = (self._said + "".join(words))[-KEPT:]
        return self._said

    def _read(self, sign: str, words: list[str]) -> None:
        if self._quoted:
            self._read_text(sign, words)
        elif not self._open and sign not in "{[":
            words.append(sign)
        elif sign == '"':
            self._quoted, self._value = True, self._colon or self._open[-1] == "["
            self._colon = False
        else:
            self._read_structure(sign, words)

    def _read_text(self, sign: str, words: list[str]) -> None:
        if self._code is not None:
            self._read_code(self._code + sign, words)
        elif self._escaped:
            self._read_escape(sign, words)
        elif sign == "\\":
            self._escaped = True
        elif sign == '"':
            self._quoted = False
            if self._value:
                words.append(" ")
        elif self._value:
            words.append(sign)

    def _read_escape(self, sign: str, words: list[str]) -> None:
        self._escaped = False
        if sign == "u":
            self._code = ""
        elif self._value:
            words.append(sign if sign in '"\\/' else " ")

    def _read_code(self, code: str, words: list[str]) -> None:
        """Half of a sign that needs two numbers is left out: this is a glimpse, not the record."""
        self._code = code if len(code) < 4 else None
        number = int(code, 16) if len(code) == 4 and all(digit in hexdigits for digit in code) else 0
        if self._value and chr(number).isprintable():
            words.append(chr(number))

    def _read_structure(self, sign: str, words: list[str]) -> None:
        if sign in "{[":
            if not self._open:
                # Whatever stood before the document, such as a fence, is no part of it.
                words.clear()
                self._said = ""
            self._open.append(sign)
            self._colon = False
        elif sign in "}]":
            self._open.pop()
        elif sign in ":,":
            self._colon = sign == ":"
