"""Names settings: their canonical dotted keys, the names of the sources as aliases, the nearest known name."""

import difflib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from moot.registry import NameIn
from moot.state.protocol import Profile, Role

KEY_ALIASES: Mapping[str, str] = {
    "debate.rounds.min": "rounds.min",
    "debate.rounds.typical": "rounds.planned",
    "debate.rounds.max": "rounds.max",
    "rounds.typical": "rounds.planned",
    "debate.convergence.threshold": "convergence.threshold",
    "rag.internal_queries": "rag.internal.enabled",
    "rag.max_queries": "rag.internal.max_queries",
    "rag.timeout": "timeout.rag_query",
    "rag.scope": "rag.internal.scope",
    "external_search": "rag.external.enabled",
    "rag.external_search": "rag.external.enabled",
    "rag_policy.internal.status": "rag.internal.enabled",
    "rag_policy.internal.max_queries": "rag.internal.max_queries",
    "rag_policy.internal.timeout_per_query": "timeout.rag_query",
    "rag_policy.internal.scope": "rag.internal.scope",
    "rag_policy.external.status": "rag.external.enabled",
    "rag.internal.status": "rag.internal.enabled",
    "rag.internal.timeout_per_query": "timeout.rag_query",
    "rag.external.status": "rag.external.enabled",
    "loop.identical_rounds": "circuit_breaker.identical_rounds",
    "max_refinements": "refinement.max",
    "MAX_CONFLICTS_PER_EXECUTION": "conflicts.max",
    "MAX_DEBATE_ROUNDS": "rounds.max",
    "MIN_SEVERITY_FOR_DEBATE": "conflicts.min_severity",
    "MIN_CONFIDENCE_FOR_DECISION": "conflicts.min_confidence",
    "DEBATE_TIMEOUT_SECONDS": "timeout.total",
}
"""The sources name one setting in several ways (D-15..D-27, C-51..C-55, X-20); each is accepted."""

_SECTION_ALIASES: Mapping[str, str] = {"conclave.": "council.", "debate.": ""}
"""A whole section under another name (X-20)."""


def _list_keys(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        key = f"{prefix}{name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _list_keys(field.annotation, f"{key}.")
        elif get_origin(field.annotation) is dict and Role in get_args(field.annotation):
            yield from _list_keys(Role, f"{key}.*.")
        else:
            yield key


def named_keys(model: type[BaseModel] = Profile, prefix: str = "") -> Iterator[tuple[str, NameIn]]:
    """Find the keys whose value is a name in a registry, each with where that registry stands."""
    for name, field in model.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from named_keys(field.annotation, f"{prefix}{name}.")
        # A setting holds one name, or a list of names whose mark stands at the item.
        items = (mark for item in get_args(field.annotation) for mark in getattr(item, "__metadata__", ()))
        for mark in (*field.metadata, *items):
            if isinstance(mark, NameIn):
                yield f"{prefix}{name}", mark


@cache
def known_keys() -> frozenset[str]:
    """List every dotted key of a profile; `*` stands for a name the user chooses."""
    return frozenset(_list_keys(Profile, "")) | {"extends"}


def is_known_key(key: str) -> bool:
    """Tell whether a dotted key is part of the schema."""
    parts = key.split(".")
    if len(parts) == 3 and parts[0] == "roles":
        key = f"roles.*.{parts[2]}"
    return key in known_keys()


def canonical_key(key: str) -> str:
    """Return the one name of a setting, whichever of its names was used."""
    if key in KEY_ALIASES:
        return KEY_ALIASES[key]
    if is_known_key(key):
        return key
    for prefix, replacement in _SECTION_ALIASES.items():
        if key.startswith(prefix):
            return replacement + key.removeprefix(prefix)
    return key


def suggest_key(word: str, known: frozenset[str] | tuple[str, ...]) -> str:
    """Write a hint that names what was probably meant, or how to see all names."""
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.5)
    if not close and "." in word:
        last = word.rsplit(".", 1)[1]
        close = [name for name in sorted(known) if name.rsplit(".", 1)[-1] == last][:1]
    return f"did you mean {close[0]!r}?" if close else "`moot profiles conclave` lists every key"


def flatten_settings(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """List every setting of nested mappings with its dotted key."""
    for name, value in settings.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping) and value:
            yield from flatten_settings(value, f"{key}.")
        else:
            yield key, value


def nest_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Nest flat settings: the inverse of `flatten_settings`."""
    nested: dict[str, Any] = {}
    for key, value in settings.items():
        *parents, last = key.split(".")
        place = nested
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return nested
