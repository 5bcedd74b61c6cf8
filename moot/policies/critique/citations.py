"""Which sources a claim cites, in whatever form agents write an id.

- An id is understood with or without brackets, with or without `RAG:`, in any case: `[RAG:CG001_042]`, `cg001_042`.
- A source named inside the statement as `[RAG:id]` is cited as well (D-57).
- An entry may name several ids, or say more after one; the more is a remark, unless it looks like an id itself.
- An entry in which nothing is known is one source that does not exist, in the words it was written.
"""

import re
from collections.abc import Collection

from moot.policies.language import fold
from moot.policies.limits import format_citation, parse_citations
from moot.state.base import Texts, Value
from moot.state.positions import Claim

_SEPARATORS = re.compile(r"[,;|\n]|\]\s*\[|\s+(?:and|e|dan)\s+")
_AROUND = " \t\n[](){}<>\"'`.:“”‘’"
_PREFIX = re.compile(r"^rag\s*:\s*", re.IGNORECASE)
_ID_LIKE = re.compile(r"(?=.*\d)[\w.:/#@+-]{2,80}")


class Citations(Value):
    """What a claim cites: ids the debate has, and ids it does not."""

    known: Texts = ()
    strangers: Texts = ()


_NONE = Citations()


def list_citations(claim: Claim, known_ids: Collection[str]) -> Citations:
    """Sort everything a claim cites into what there is and what there is not."""
    entries = [*claim.evidence, *map(format_citation, parse_citations(claim.statement))]
    if not entries:
        return _NONE
    by_name = {fold(each).strip(): each for each in sorted(known_ids, reverse=True)}
    found: list[str] = []
    strangers: list[str] = []
    for entry in entries:
        names, unknown = _read_entry(entry, by_name)
        found += names
        strangers += unknown
    return Citations(known=tuple(dict.fromkeys(found)), strangers=tuple(dict.fromkeys(strangers)))


def _read_entry(entry: str, by_name: dict[str, str]) -> tuple[list[str], list[str]]:
    if not _strip(entry):
        return [], []
    whole = by_name.get(fold(entry).strip()) or by_name.get(_bare(entry))
    if whole is not None:
        return [whole], []
    parts = [part for part in (_strip(each) for each in _SEPARATORS.split(entry)) if part]
    found = {part: _find(part, by_name) for part in parts}
    names = [name for name in found.values() if name is not None]
    if not names:
        # Several ids, none of them known, are so many strangers; a sentence is one.
        listed = len(parts) > 1 and all(_ID_LIKE.fullmatch(part) for part in parts)
        return [], parts if listed else [_strip(entry)]
    return names, [part for part, name in found.items() if name is None and _ID_LIKE.fullmatch(part)]


def _find(text: str, by_name: dict[str, str]) -> str | None:
    """Find the id a text is, or begins with."""
    plain = fold(_strip(text))
    first = _strip(re.split(r"[\s\])]", plain, maxsplit=1)[0])
    return by_name.get(_bare(text)) or by_name.get(plain) or by_name.get(first)


def _bare(text: str) -> str:
    """Brackets around an id are ours, brackets inside one are its own."""
    return fold(_PREFIX.sub("", text.strip(" \t\n[]")))


def _strip(text: str) -> str:
    return _PREFIX.sub("", text.strip(_AROUND)).strip(_AROUND)
