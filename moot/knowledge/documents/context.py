"""Reads the evidence a caller brings along: files of text or JSON, each piece with an id of its own (L-08, X-86)."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from moot.errors import InputError
from moot.knowledge.documents.marks import split_marks
from moot.state.evidence import EvidenceKind

MAX_CONTEXT_BYTES = 1_000_000
"""Bytes of one file; more would not fit into a prompt by far: long documents belong into a knowledge store."""
_MAX_PIECES = 500
"""Pieces in all."""
_MAX_ID_CHARS = 100

_GivenEvidence = dict[str, str]
_KNOWN_FIELDS = ("id", "text", "kind", "locator")
_FORBIDDEN = frozenset('[]<>{}\\"`')
"""Characters that would break a citation or a prompt's fence."""


def read_context(files: Iterable[str]) -> list[_GivenEvidence]:
    """Read the evidence of some files, each id once.

    A text is a piece named after its file, with the parts that it marks as pieces of their own; JSON may have more.
    """
    found: dict[str, _GivenEvidence] = {}
    for name in files:
        for item in _read_file(Path(name)):
            if item["id"].casefold() in found and "part_of" in item:
                # Two documents number their paragraphs alike: then the document is named too.
                item["id"] = f"{item['part_of']} {item['id']}"[:_MAX_ID_CHARS]
            if item["id"].casefold() in found:
                raise InputError(f"{name}: the evidence id {item['id']!r} is given twice; rename one of them")
            found[item["id"].casefold()] = item
            if len(found) > _MAX_PIECES:
                raise InputError(f"{name}: more than {_MAX_PIECES} pieces of evidence; put them into a knowledge store")
    return list(found.values())


def decode_context(raw: bytes, where: str) -> str:
    """Read bytes as text, within the limit."""
    if len(raw) > MAX_CONTEXT_BYTES:
        raise InputError(
            f"{where}: larger than {MAX_CONTEXT_BYTES:,} bytes; shorten it, or use a knowledge store (moot ingest)"
        )
    if b"\0" in raw:
        raise InputError(f"{where}: binary, not text; save it as UTF-8 text")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not UTF-8 at byte {error.start}; save it as UTF-8 text") from error


def _read_file(path: Path) -> list[_GivenEvidence]:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_CONTEXT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the name cannot be used"
        raise InputError(f"{path}: cannot be read: {reason}; check the path") from error
    text = decode_context(raw, str(path))
    if not text.strip():
        raise InputError(f"{path}: the file is empty; evidence needs a text")
    match path.suffix.lower():
        case ".json":
            items = _list_items(_parse(text, str(path)), path)
        case ".jsonl" | ".ndjson":
            lines = [(at, line) for at, line in enumerate(text.split("\n"), start=1) if line.strip()]
            items = [_parse(line, f"{path}, line {at}") for at, line in lines]
        case _:
            name = "".join(each for each in path.stem if each.isprintable() and each not in _FORBIDDEN)
            return _cut(name.strip()[:_MAX_ID_CHARS] or "context", text.strip(), str(path))
    return [_check_item(item, f"{path}, item {at}", str(path)) for at, item in enumerate(items, start=1)]


def _cut(name: str, text: str, locator: str) -> list[_GivenEvidence]:
    """Give a document whole, and each part that it marks under a name of its own."""
    whole = {"id": name, "text": text, "locator": locator}
    parts = [each for each in split_marks(text, name) if each.name and each.name.casefold() != name.casefold()]
    return [
        whole,
        *(
            {
                "id": each.name[:_MAX_ID_CHARS],
                "text": each.text,
                "locator": f"{locator}, {each.name}",
                "part_of": name,
                "heading": each.heading,
            }
            for each in parts
        ),
    ]


def _parse(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        detail = "nested too deeply" if isinstance(error, RecursionError) else error
        raise InputError(f"{where}: not valid JSON: {detail}; give a list of objects with id and text") from error


def _list_items(document: Any, path: Path) -> list[Any]:
    """List the pieces of a document: a list of them, one piece, or an object that maps ids to texts or pieces."""
    if isinstance(document, list) and document:
        return document
    if isinstance(document, dict) and document:
        if isinstance(document.get("id"), str) and "text" in document:
            return [document]
        return [
            {"id": name, **value} if isinstance(value, dict) else {"id": name, "text": value}
            for name, value in document.items()
        ]
    raise InputError(f'{path}: no evidence in it; give [{{"id": "...", "text": "..."}}] or {{"id": "text"}}')


def _check_item(item: Any, where: str, locator: str) -> _GivenEvidence:
    if not isinstance(item, Mapping):
        raise InputError(f"{where}: not an object with id and text")
    strangers = [key for key in item if key not in _KNOWN_FIELDS]
    if strangers:
        raise InputError(f"{where}: {strangers[0]!r} is not known; use {', '.join(_KNOWN_FIELDS)}")
    for key, value in item.items():
        if not isinstance(value, str) or not value.strip():
            raise InputError(f"{where}: {key}: a text is needed")
    missing = [key for key in ("id", "text") if key not in item]
    if missing:
        raise InputError(f"{where}: {missing[0]} is missing")
    if item.get("kind", "given") not in get_args(EvidenceKind):
        raise InputError(f"{where}: kind {item['kind']!r} is not known; use {', '.join(get_args(EvidenceKind))}")
    whole = {key: value.encode("utf-8", "replace").decode("utf-8").strip() for key, value in item.items()}
    return {"locator": locator, **whole, "id": _check_id(whole["id"], where)}


def _check_id(name: str, where: str) -> str:
    """Refuse an id that could not be cited, or that pretends to be a path."""
    if len(name) > _MAX_ID_CHARS:
        raise InputError(f"{where}: id: longer than {_MAX_ID_CHARS} characters; agents have to write it")
    if not name.isprintable() or _FORBIDDEN & set(name) or ".." in name or name.startswith("/"):
        raise InputError(f"{where}: id {name!r}: use letters, digits, blanks and . _ : / # @ + -")
    return name
