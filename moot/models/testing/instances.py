"""Builds the smallest valid answer to a JSON schema, and lays a partial answer over it.

Neutral by rule, so that a debate on minimal answers is repeatable: the first member of an
enumeration, the middle of a bounded number, no for yes/no, empty lists, one short text.
"""

import re
from collections.abc import Mapping
from typing import Any

from moot.errors import InputError

_NEUTRAL = "nothing to add"
_GUESSES = ("C1", "K1", "a", "A", "1", "00", "a1", "a_b", "a-b", "2000-01-01", "00:00", "aaaa", "0000", "")


def lay_over(schema: Mapping[str, Any], reply: Any) -> Any:
    """A valid answer that says `reply` and is minimal where `reply` is silent."""
    return _Builder(schema).lay(schema, reply)


class _Builder:
    """Walks one schema; references point into its root."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def lay(self, schema: Mapping[str, Any], reply: Any) -> Any:
        plain = self._plain(schema, reply)
        if isinstance(reply, Mapping):
            known: Mapping[str, Any] = plain.get("properties") or {}
            missing = [name for name in plain.get("required") or () if name not in reply]
            minimal = {name: self.make(known.get(name, {})) for name in missing}
            return {**{name: self.lay(known.get(name, {}), value) for name, value in reply.items()}, **minimal}
        if isinstance(reply, list):
            return [self.lay(plain.get("items") or {}, value) for value in reply]
        return reply

    def make(self, schema: Mapping[str, Any]) -> Any:
        plain = self._plain(schema, None)
        if "const" in plain:
            return plain["const"]
        if plain.get("enum"):
            return plain["enum"][0]
        kind = plain.get("type") or ("object" if "properties" in plain else "string")
        if isinstance(kind, list):
            kind = next((name for name in kind if name != "null"), "null")
        return self._of_kind(str(kind), plain)

    def _of_kind(self, kind: str, schema: Mapping[str, Any]) -> Any:
        match kind:
            case "object":
                known: Mapping[str, Any] = schema.get("properties") or {}
                return {name: self.make(known.get(name, {})) for name in schema.get("required") or ()}
            case "array":
                return [self.make(schema.get("items") or {})] * int(schema.get("minItems", 0))
            case "integer" | "number":
                return _middle(schema, whole=kind == "integer")
            case "boolean":
                return False
            case "null":
                return None
            case _:
                return _text(schema)

    def _plain(self, schema: Mapping[str, Any], reply: Any) -> Mapping[str, Any]:
        """Follow references, and of alternatives take the one that the reply looks like."""
        for _ in range(32):
            if "$ref" in schema:
                schema = {**self._target(str(schema["$ref"])), **{k: v for k, v in schema.items() if k != "$ref"}}
                continue
            options = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
            if not options:
                break
            rest = {k: v for k, v in schema.items() if k not in {"anyOf", "oneOf", "allOf"}}
            schema = {**rest, **self._fitting(options, reply)}
        return schema

    def _fitting(self, options: list[Mapping[str, Any]], reply: Any) -> Mapping[str, Any]:
        wanted = "object" if isinstance(reply, Mapping) else "array" if isinstance(reply, list) else None
        plain = [self._plain(option, reply) for option in options]
        fitting = [option for option in plain if wanted and option.get("type") == wanted]
        return (fitting or [option for option in plain if option.get("type") != "null"] or plain)[0]

    def _target(self, reference: str) -> Mapping[str, Any]:
        node: Any = self._root
        for part in reference.removeprefix("#").strip("/").split("/"):
            node = node.get(part.replace("~1", "/").replace("~0", "~"), {}) if part else node
        return node if isinstance(node, Mapping) else {}


def _middle(schema: Mapping[str, Any], *, whole: bool) -> float:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if low is not None and high is not None:
        value = (low + high) / 2
    else:
        value = max(low + 1, 0) if low is not None else min(high - 1, 0) if high is not None else 0
    return int(value) if whole else float(value)


def _text(schema: Mapping[str, Any]) -> str:
    low, high = int(schema.get("minLength", 0)), int(schema.get("maxLength", 1 << 20))
    pattern = schema.get("pattern")
    if pattern is None:
        return (_NEUTRAL * (1 + low // len(_NEUTRAL)))[: min(high, max(low, len(_NEUTRAL)))]
    for guess in (_NEUTRAL, *_GUESSES):
        if low <= len(guess) <= high and re.search(pattern, guess):
            return guess
    raise InputError(f"no minimal text is known for the pattern {pattern!r}; give this field in the script's reply")
