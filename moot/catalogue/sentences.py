"""Reads the catalogue of sentences: gettext files, one per language and domain, in `configs/locales`.

A code such as `warrant.quorum` is found in the domain it begins with: `warrant.po`. A domain is read when it is first
asked for. What a language lacks is said in English; a check (`scripts/check_catalogue.py`) sees to it that none does.
"""

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

CATALOGUE_LANGUAGES: Mapping[str, str] = {"en": "English", "pt": "Português", "id": "Bahasa Indonesia"}
"""The languages that have a catalogue, each by its own name."""

SOURCE_LANGUAGE = "en"
"""The language in which every sentence exists."""

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])?\s+)?"(.*)"\s*$')
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_PLURALS = re.compile(r"plural=([^;]+)")


class CatalogueDomain(NamedTuple):
    """The sentences of one domain in one language: each in one form, or in one for each grammatical number."""

    sentences: Mapping[str, tuple[str, ...]]
    choose_plural: Callable[[int], int]


@cache
def load_domain(language: str, domain: str) -> CatalogueDomain:
    """Read the sentences of a domain; one that does not exist has none."""
    place = files("moot.configs") / "locales" / language / f"{domain}.po"
    if not re.fullmatch(r"\w+", domain) or not place.is_file():
        return CatalogueDomain({}, int)
    entries = dict(_read_entries(place.read_text(encoding="utf-8")))
    header = "".join(entries.pop("", ()))
    rule = _PLURALS.search(header)
    return CatalogueDomain(entries, gettext.c2py(rule[1]) if rule else int)


def find_sentence(language: str, code: str, number: object = None) -> str | None:
    """Find the sentence of a code, in the form for a number of things; None for a code that no language has."""
    for each in (language, SOURCE_LANGUAGE):
        domain = load_domain(each, code.partition(".")[0])
        forms = domain.sentences.get(code)
        if forms:
            form = domain.choose_plural(int(number)) if len(forms) > 1 and isinstance(number, int | float) else 0
            return forms[form]
    return None


def _read_entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Read the entries of a gettext file: what babel's own reader yields, in a twentieth of its time."""
    parts: dict[str, str] = {}
    last = ""
    for line in (*text.splitlines(), ""):
        found = _LINE.match(line)
        if found is None:
            if not line.strip() and "msgid" in parts:
                yield parts["msgid"], tuple(said for name, said in parts.items() if name.startswith("msgstr"))
                parts = {}
            continue
        keyword, form, quoted = found.groups()
        last = f"{keyword}{form or ''}" if keyword else last
        parts[last] = parts.get(last, "") + re.sub(r"\\(.)", lambda mark: _ESCAPES.get(mark[1], mark[1]), quoted)
