"""Writes docs/configuration.md from the profile schema and the five profiles; `--check` compares it."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moot.configs.keys import ALIASES, flatten
from moot.configs.profile import load_profile, profile_names
from moot.state import protocol
from moot.state.base import Value

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "configuration.md"
NAMES = ("conclave", "boardroom", "legal", "rca", "research")
HEAD = """# Configuration

Every setting of a profile, what it means, and its value in the five profiles that come with moot. Generated from the
schema by `make docs`; do not edit.

Change a setting for one run with `--set key=value`, in Python with `overrides={"key": value}`, or for good in a profile
of your own that `extends` another one ([how](profiles.md)). An unknown key is refused, and the nearest known one named.
"""


def main() -> int:
    """Write the page, or compare it with what stands there."""
    text = f"{HEAD}\n{_settings()}\n{_aliases()}"
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        print("docs/configuration.md is not current; run `make docs`", file=sys.stderr)
        return 1
    return 0


def _settings() -> str:
    values = {name: dict(flatten(load_profile(name).model_dump(mode="json"))) for name in profile_names()}
    said, sections = _meanings(), _sections()
    lines: list[str] = []
    last = None
    for key in values["conclave"]:
        if key.startswith(("seats", "roles", "name", "title", "description")):
            continue
        section = key.split(".")[0] if "." in key else ""
        if section != last:
            lines += ["", f"## {section or 'General'}", "", *([sections[section], ""] if section in sections else [])]
            lines += [f"| key | meaning | {' | '.join(NAMES)} |", f"| --- | --- |{' --- |' * len(NAMES)}"]
            last = section
        row = [_show(values[name].get(key)) for name in NAMES]
        lines.append(f"| `{key}` | {said.get(key, '')} | {' | '.join(row)} |")
    return "\n".join(lines).strip() + "\n"


def _aliases() -> str:
    rows = "\n".join(f"| `{alias}` | `{key}` |" for alias, key in sorted(ALIASES.items()))
    told = "The names of the source documents are accepted too."
    return f"\n## Other names\n\n{told}\n\n| name | is |\n| --- | --- |\n{rows}\n"


def _show(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sections() -> dict[str, str]:
    """The first line of each section's docstring, without its requirement ids."""
    found = {}
    for name, field in protocol.Profile.model_fields.items():
        kind = field.annotation
        if inspect.isclass(kind) and issubclass(kind, Value) and kind.__doc__:
            found[name] = re.sub(r"\s*\([A-Z]-\d[^)]*\)", "", kind.__doc__.strip().splitlines()[0])
    return found


def _meanings() -> dict[str, str]:
    """What the schema and the comments of conclave.yaml say about each key; the schema's own words win."""
    comments = dict(_comments((ROOT / "configs" / "profiles" / "conclave.yaml").read_text(encoding="utf-8")))
    for name in NAMES[1:]:
        for key, text in _comments((ROOT / "configs" / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")):
            comments.setdefault(key, text)
    return comments | {key: text for key, text in _docstrings() if key not in comments}


def _comments(text: str) -> Iterator[tuple[str, str]]:
    path: list[tuple[int, str]] = []
    for line in text.splitlines():
        found = re.match(r"( *)([a-z_]+):(?:[^#]*)(?:# (.*))?$", line)
        if not found:
            continue
        depth = len(found[1])
        path = [(level, name) for level, name in path if level < depth] + [(depth, found[2])]
        if found[3]:
            yield ".".join(name for _, name in path), found[3]


def _docstrings() -> Iterator[tuple[str, str]]:
    """The texts under the fields of the schema."""
    tree = ast.parse(inspect.getsource(protocol))
    texts: dict[tuple[str, str], str] = {}
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for field, text in zip(kind.body, kind.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                texts[kind.name, field.target.id] = re.sub(r"\s*\([A-Z]-\d[^)]*\)", "", str(text.value.value))
    yield from _walk(protocol.Profile, "", texts)


def _walk(kind: Any, prefix: str, texts: dict[tuple[str, str], str]) -> Iterator[tuple[str, str]]:
    for name, field in kind.model_fields.items():
        if inspect.isclass(field.annotation) and issubclass(field.annotation, Value):
            yield from _walk(field.annotation, f"{prefix}{name}.", texts)
        elif (kind.__name__, name) in texts:
            yield f"{prefix}{name}", texts[kind.__name__, name]


if __name__ == "__main__":
    sys.exit(main())
