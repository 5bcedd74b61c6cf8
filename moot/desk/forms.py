"""Reads what a browser sends: bounded, checked, and with what is wrong named beside its field."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from urllib.parse import parse_qsl

from starlette.requests import Request

from moot.desk.sessions import Session
from moot.errors import InputError, ThreadError

MOST_FIELDS = 100
LONGEST_QUESTION = 8_000
LONGEST_TEXT = 8_000
LONGEST_EVIDENCE = 60_000
LONGEST_NAME = 80
LONGEST_SEARCH = 200

_THREAD = re.compile(r"[\w.:@+-]{1,128}", re.ASCII)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class ForgedError(Exception):
    """A change without the page's own proof; answered with 403."""


@dataclass(frozen=True)
class Form:
    """The fields of a form, by name."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def text(self, name: str, limit: int = LONGEST_TEXT) -> str:
        """One text, without control signs; a longer one is refused, not cut."""
        value = _CONTROL.sub("", (self.fields.get(name) or [""])[0]).replace("\r\n", "\n").strip()
        if len(value) > limit:
            raise InputError(f"{name}: at most {limit:,} signs; these are {len(value):,}")
        return value

    def texts(self, name: str) -> list[str]:
        """All values of a field that may be chosen more than once."""
        return [value for value in self.fields.get(name) or [] if value]

    def has(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.text(name, 100))


async def read_form(request: Request, session: Session) -> Form:
    """The form of a change; one that does not carry the session's own proof is refused."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise InputError(f"the form has more than {MOST_FIELDS} fields") from error
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    given = (fields.pop("csrf", None) or [""])[0]
    if not compare_digest(given.encode(), session.csrf.encode()):
        raise ForgedError
    return Form(fields)


def check_thread(thread: str) -> str:
    """An id that could name a debate; anything else names none."""
    if not _THREAD.fullmatch(thread):
        raise ThreadError("there is no such debate")
    return thread


def split_evidence(text: str, first: int = 1) -> list[dict[str, str]]:
    """Paragraphs as pieces of evidence E1, E2, ...; `[id] text` names a piece oneself."""
    pieces: list[dict[str, str]] = []
    for paragraph in filter(None, (part.strip() for part in re.split(r"\n\s*\n", text))):
        named = re.match(r"\[([\w.:-]{1,60})\]\s*(?=\S)", paragraph)
        key = named[1] if named else f"E{first + len(pieces)}"
        pieces.append({"id": key, "text": paragraph[named.end() :] if named else paragraph})
    if len({piece["id"] for piece in pieces}) < len(pieces):
        raise InputError("evidence: two pieces have the same id")
    return pieces
