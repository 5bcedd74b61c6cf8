"""Writes what is asked for in the forms in which it is sent: JSON schema, function, or words.

Every member is required and no other is allowed, as strict structured output demands. A member that may be left out
is null in a strict answer and missing or null in any other one. References are written out, so that servers which do
not follow them understand the schema too.

`strict` is for the services that refuse a schema with length bounds (OpenAI's own and those that
imitate it closely): the flag is set and the bounds are left out. All others get the bounds and no
flag: servers that decode by grammar (llama.cpp, vLLM) obey the schema either way, and without bounds
their answers run into the token limit.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from moot.models.bounds import LISTS, OPTIONAL, TEXTS, Size

_KEPT = frozenset({"type", "enum", "minimum", "maximum", "minLength", "const"})
_LENGTHS = frozenset({"minLength", "maxLength", "maxItems"})


@cache
def json_schema(schema: type[BaseModel], size: Size = "full", strict: bool = False) -> dict[str, Any]:
    """Write the JSON schema that is sent."""
    raw = schema.model_json_schema()
    return _plain(raw, raw.get("$defs", {}), size, strict)


@cache
def response_format(schema: type[BaseModel], size: Size = "full", strict: bool = False) -> dict[str, Any]:
    """Ask for a schema as structured output."""
    form: dict[str, Any] = {"name": schema.__name__, "schema": json_schema(schema, size, strict)}
    if strict:
        form["strict"] = True
    return {"type": "json_schema", "json_schema": form}


@cache
def function_tool(schema: type[BaseModel], size: Size = "full", strict: bool = False) -> dict[str, Any]:
    """Ask for a schema as a function call."""
    function: dict[str, Any] = {
        "name": schema.__name__,
        "description": f"Send the answer. {(schema.__doc__ or '').splitlines()[0].partition(' (')[0]}".rstrip(),
        "parameters": json_schema(schema, size, strict),
    }
    if strict:
        function["strict"] = True
    return {"type": "function", "function": function}


@cache
def shape(schema: type[BaseModel], size: Size = "full") -> str:
    """Describe a schema in words, for a model that knows neither structured output nor functions."""
    return _words(json_schema(schema, size))


def _plain(node: Mapping[str, Any], shared: Mapping[str, Any], size: Size, strict: bool) -> dict[str, Any]:
    """Write out references, put the bounds in, and leave everything out that only people read."""
    if "$ref" in node:
        return _plain(shared[node["$ref"].rpartition("/")[2]], shared, size, strict)
    if "anyOf" in node:
        # A member with a default is asked for all the same: it may be missing, it need not be null.
        some = _plain(next(part for part in node["anyOf"] if part.get("type") != "null"), shared, size, strict)
        return {"anyOf": [some, {"type": "null"}]} if OPTIONAL in node else some
    plain = {key: value for key, value in node.items() if key in _KEPT}
    if "x-text" in node:
        plain["maxLength"] = TEXTS[node["x-text"]][size]
    if node.get("type") == "array":
        plain["items"] = _plain(node["items"], shared, size, strict)
        if "x-list" in node:
            plain["maxItems"] = LISTS[node["x-list"]][size]
    if node.get("type") == "object":
        members = {name: _plain(part, shared, size, strict) for name, part in node["properties"].items()}
        required = [name for name in members if strict or OPTIONAL not in node["properties"][name]]
        plain |= {"properties": members, "required": required, "additionalProperties": False}
    return {key: value for key, value in plain.items() if not (strict and key in _LENGTHS)}


def _words(node: Mapping[str, Any]) -> str:
    if "enum" in node:
        return " | ".join(f'"{member}"' for member in node["enum"])
    if "anyOf" in node:
        return " | ".join(map(_words, node["anyOf"]))
    match node["type"]:
        case "null":
            return "null"
        case "object":
            return "{" + ", ".join(f'"{name}": {_words(part)}' for name, part in node["properties"].items()) + "}"
        case "array":
            return f"[{_words(node['items'])}, ...]"
        case "integer":
            return f"<integer {node.get('minimum', 0)}..{node.get('maximum', 100)}>"
        case "boolean":
            return "true | false"
        case _:
            return f"<text, at most {node.get('maxLength', 1000)} characters>"
