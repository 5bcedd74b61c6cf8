"""Reads past incidents from a file: a JSON list with the fields of R-54.

Names that other systems use are understood. A key nobody knows is told and skipped, so that an export of another system
can be used as it is.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from moot.errors import InputError
from moot.knowledge.incidents.past import PastIncident, complete

LIMIT = 64_000_000
"""Bytes of a file of incidents."""

_ALIASES = {"incident_id": "id", "error_messages": "errors", "relationships": "causes"}
_CAUSE_KEYS = {
    "root_cause_description": "description",
    "root_cause_category": "category",
    "category": "category",
    "resolution": "resolution",
    "root_cause_confidence": "confidence",
}


def read_incidents(file: str) -> tuple[list[PastIncident], list[str]]:
    """Read a file of past incidents, and what was skipped in it."""
    items, skipped, found = _load(file), set[str](), dict[str, PastIncident]()
    for number, item in enumerate(items, start=1):
        where = f"{file}: incident {number}"
        if not isinstance(item, Mapping):
            raise InputError(f"{where}: an object with an id is needed, not {json.dumps(item)[:40]}")
        try:
            incident = PastIncident.model_validate(_rename(item, skipped))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"]) or "incident"
            raise InputError(f"{where}: {place}: {first['msg']}") from error
        if incident.id in found:
            raise InputError(f"{where}: the id {incident.id!r} is given twice; rename one of them")
        found[incident.id] = complete(incident)
    return list(found.values()), [f"{file}: the key {key!r} is not known and was skipped" for key in sorted(skipped)]


def _load(file: str) -> list[Any]:
    try:
        with Path(file).open("rb") as stream:
            raw = stream.read(LIMIT + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be used"
        raise InputError(f"{file}: cannot be read: {reason}; check the path") from error
    if len(raw) > LIMIT:
        raise InputError(f"{file}: larger than {LIMIT:,} bytes; split it")
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: not valid JSON: {error}; give a list of incidents") from error
    if isinstance(document, dict):
        document = document.get("incidents", [document])
    if not isinstance(document, list):
        raise InputError(f"{file}: a list of incidents is needed")
    return document


def _rename(item: Mapping[str, Any], skipped: set[str]) -> dict[str, Any]:
    """Bring the ways people write an incident into one."""
    given = {_ALIASES.get(key, key): value for key, value in item.items()}
    cause: dict[str, Any] = {new: given.pop(key) for key, new in _CAUSE_KEYS.items() if key in given}
    named = given.get("root_cause")
    if isinstance(named, Mapping):
        cause = {**named, **cause}
        given["root_cause"] = named.get("description") or named.get("id") or ""
    if "cause" not in given:
        given["cause"] = {"description": given.get("root_cause") or "", **cause}
    if isinstance(given.get("causes"), list):
        given["causes"] = [_pair(each) for each in given["causes"]]
    for field, key in (("events", "message"), ("errors", "error_type"), ("entities", "name"), ("components", "name")):
        if isinstance(given.get(field), list):
            given[field] = [{key: each} if isinstance(each, str) else each for each in given[field]]
    if "components" in given:
        own, more = given.get("entities") or [], given.pop("components") or []
        given["entities"] = [*own, *more] if isinstance(own, list) and isinstance(more, list) else more
    skipped |= given.keys() - PastIncident.model_fields.keys()
    return given


def _pair(cause: Any) -> Any:
    """A cause may be written as a pair: from, to."""
    return {"source": cause[0], "target": cause[1]} if isinstance(cause, list) and len(cause) == 2 else cause
