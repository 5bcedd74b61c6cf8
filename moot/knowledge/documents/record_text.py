"""Reads JSON, JSON lines and YAML: one passage per record, or one paragraph per field.

A record's text is its `text` (or `content`, `body`, `passage`), under its `title` (or `heading`, `name`,
`question`); a record without a text is written out field by field. Its `id` only names its place: chunks have ids of
our own.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from moot.configs import LIMIT as YAML_LIMIT
from moot.configs import parse_yaml
from moot.errors import InputError, ProfileError
from moot.knowledge.documents.passages import LONGEST_HEADING, Passage, Reading, join_headings

LINE_LIMIT = 1_000_000
"""Characters of one record."""
DEEPEST = 20

_TEXTS = ("text", "content", "page_content", "body", "passage")
_TITLES = ("title", "heading", "name", "question")
_IDS = ("id", "chunk_id", "key")
_SHOWN_NOTES = 3


def read_json_lines(text: str) -> Reading:
    """Read one record per line; a line that is none is left out and told."""
    passages: list[Passage] = []
    bad: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                passages += _record(_parse(line), f"record {number}")
            except InputError as error:
                bad.append(f"line {number} left out: {error}")
    if bad and not passages:
        raise InputError(bad[0])
    more = len(bad) - _SHOWN_NOTES
    return Reading(passages, (*bad[:_SHOWN_NOTES], *((f"{more} more lines left out",) if more > 0 else ())))


def read_json(text: str) -> Reading:
    """Read one JSON document: a list of records, or one record."""
    document = _parse(text, limit=len(text))
    records = document if isinstance(document, list) else [document]
    several = len(records) > 1
    places = (f"record {number}" if several else "" for number in range(1, len(records) + 1))
    return Reading([found for record, place in zip(records, places, strict=True) for found in _record(record, place)])


def read_yaml_text(text: str) -> Reading:
    """Read one YAML document, as JSON is read."""
    if len(text) > YAML_LIMIT:
        raise InputError(f"larger than {YAML_LIMIT:,} characters of YAML; use JSON lines")
    try:
        document = parse_yaml(text, "YAML")
    except ProfileError as error:
        raise InputError(str(error)) from error
    records = document if isinstance(document, list) else [document]
    return Reading([passage for record in records for passage in _record(record, "")])


def _parse(text: str, limit: int = LINE_LIMIT) -> Any:
    if len(text) > limit:
        raise InputError(f"longer than {limit:,} characters")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise InputError("nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}") from error


def _record(record: Any, place: str) -> list[Passage]:
    if not isinstance(record, Mapping):
        return [Passage(_whole(text), place=place) for text in _lines(record, ())]
    name = next((_short(record[key]) for key in _IDS if isinstance(record.get(key), str | int)), "")
    title = next((str(record[key]) for key in _TITLES if isinstance(record.get(key), str)), "")
    body = next((record[key] for key in _TEXTS if isinstance(record.get(key), str)), None)
    where = name or place
    if body is not None:
        return [Passage(_whole(body), join_headings([_whole(title)]), where)] if body.strip() else []
    fields = []
    for key, value in record.items():
        below = isinstance(value, Mapping | list)
        heading = join_headings([_whole(title), *([_whole(str(key))] if below else [])])
        fields += [Passage(_whole(line), heading, where) for line in _lines(value, () if below else (str(key),))]
    return fields


def _lines(value: Any, keys: tuple[str, ...]) -> Iterator[str]:
    """Write every leaf of a value on a line of its own, after its keys."""
    if len(keys) > DEEPEST:
        raise InputError(f"nested more than {DEEPEST} levels deep")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _lines(inner, (*keys, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _lines(inner, (*keys, ""))
    elif value is not None and str(value).strip():
        label = " ".join(key for key in keys if key)
        yield f"{label}: {value}" if label else str(value)


def _short(value: Any) -> str:
    return " ".join(_whole(str(value)).split())[:LONGEST_HEADING]


def _whole(text: str) -> str:
    """JSON may name half of a character, which nothing can store."""
    return text.strip() if text.isascii() else text.encode("utf-8", "replace").decode("utf-8").strip()
