"""Reads YAML within limits, without duplicate keys, and with one clear line when it is wrong."""

import re
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from moot.errors import ProfileError

MAX_YAML_BYTES = 1_000_000
"""No file of ours is near a megabyte; a larger one is a mistake or an attack."""

_MAX_DEPTH = 100
_MANY_BRACKETS = 1000
"""So many brackets the parser can hold open at once; what has more is looked at before it is built."""
_DEEP_INDENT = re.compile(r"^ {200}|(?:[-?][ \t]+){20}", re.MULTILINE)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_Loader):  # type: ignore[misc]  # the C loader is chosen at run time
    """Refuses a key given twice, which a plain loader resolves silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise yaml.YAMLError(
                    f"line {key_node.start_mark.line + 1}: a key has to be a text, not a list or object"
                )
            if key in seen:
                raise yaml.YAMLError(f"line {key_node.start_mark.line + 1}: the key {key!r} is given twice")
            seen.add(key)
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return mapping


def parse_yaml(text: str, where: str) -> Any:
    """Read YAML from a text; `where` names its source in the error."""
    try:
        _refuse_traps(text)
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506  # a SafeLoader underneath
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ProfileError(f"{where}{line}: not valid YAML: {error.problem or error.context}") from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        detail = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise ProfileError(f"{where}: not valid YAML: {detail}") from error


def _refuse_traps(text: str) -> None:
    """A few nested aliases can stand for gigabytes, and thousands of levels end the process: nobody needs either."""
    deep = text.count("[") + text.count("{") > _MANY_BRACKETS or _DEEP_INDENT.search(text) is not None
    if not deep and not ("&" in text and "*" in text):
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent):
            raise yaml.YAMLError(f"line {line}: aliases (*name) are not allowed here")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _MAX_DEPTH:
            raise yaml.YAMLError(f"line {line}: nested more than {_MAX_DEPTH} levels deep")


def read_yaml(path: Path) -> Any:
    """Read a YAML file given by a user."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= MAX_YAML_BYTES else None
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror}; check the path") from error
    if raw is None:
        raise ProfileError(f"{path}: larger than {MAX_YAML_BYTES:,} bytes; is this the right file?")
    try:
        return parse_yaml(raw.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from error
