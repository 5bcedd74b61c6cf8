"""Writes docs/configuration.md and the settings on each page of docs/protocols/; `--check` compares them.

Both come from the profile schema and the five profiles.
"""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from moot.configs import KEY_ALIASES, flatten_settings, load_profile
from moot.registry import NameIn
from moot.state import protocol
from moot.state.base import Value

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "configuration.md"
PROTOCOLS = ROOT / "docs" / "protocols"
MARK = "## Every setting\n"
"""What stands below it on a protocol's page is written here."""
NAMES = ("conclave", "boardroom", "legal", "rca", "research", "council-of-models", "quick")
HEAD = """# Configuration

Every setting of a profile, what it means, and its value in the five profiles that come with moot. Generated from the
schema by `make docs`; do not edit.

Change a setting for one run with `--set key=value`, in Python with `overrides={"key": value}`, or for good in a profile
of your own that `extends` another one ([how](profiles.md)). An unknown key is refused, and the nearest known one named.
"""
SEATS = """## Seats and roles

`name`, `title` and `description` say what a profile is called. `seats` is the list of those who argue: `id` (lower
case, also a node, a file name and a header), `title`, `persona` and, if it differs from the others, `model`. `roles`
are those who serve, by name: `persona`, `model`, and `fallback`, models that take over in this order. In a profile that
extends another one, `seats: [cro, cfo]` picks from its seats.
"""


def main() -> int:
    """Write the pages, or compare them with what stands there."""
    pages = {PAGE: f"{HEAD}\n{_settings()}\n{_seats()}\n{_aliases()}"}
    for name in NAMES:
        path = PROTOCOLS / f"{name}.md"
        own, _, _ = path.read_text(encoding="utf-8").partition(MARK)
        pages[path] = f"{own}{MARK}\n{_own_settings(name)}"
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" not in sys.argv:
        for path in stale:
            path.write_text(pages[path], encoding="utf-8")
        return 0
    for path in stale:
        print(f"{path.relative_to(ROOT)} is not current; run `make docs`", file=sys.stderr)
    return 1 if stale else 0


def _settings() -> str:
    values = {name: _values(name) for name in NAMES}
    said, sections = _meanings(), _sections()
    lines: list[str] = []
    last = None
    for key in values["conclave"]:
        section = key.split(".")[0] if "." in key else ""
        if section != last:
            lines += ["", f"## {section or 'General'}", "", *([sections[section], ""] if section in sections else [])]
            lines += [f"| key | meaning | {' | '.join(NAMES)} |", f"| --- | --- |{' --- |' * len(NAMES)}"]
            last = section
        row = [_show(values[name].get(key)) for name in NAMES]
        lines.append(f"| `{key}` | {said.get(key, '')} | {' | '.join(row)} |")
    return "\n".join(lines).strip() + "\n"


def _own_settings(name: str) -> str:
    """The table of one protocol; what differs from the default profile stands out."""
    said, default = _meanings(), _values("conclave")
    told = "In bold: what this protocol sets otherwise than `conclave`. " if name != "conclave" else ""
    lines = [f"{told}Change one with `--set key=value`; written by `make docs`.", ""]
    lines += ["| key | value | meaning |", "| --- | --- | --- |"]
    for key, value in _values(name).items():
        mark = "**" if value != default.get(key) else ""
        lines.append(f"| `{key}` | {mark}{_show(value)}{mark} | {said.get(key, '')} |")
    return "\n".join(lines) + "\n"


def _values(name: str) -> dict[str, Any]:
    """The settings of a profile; who sits there is no setting."""
    flat = flatten_settings(load_profile(name).model_dump(mode="json"))
    return {key: value for key, value in flat if key.split(".")[0] not in _WHO}


_WHO = ("seats", "roles", "name", "title", "description")


def _seats() -> str:
    rows = "\n".join(
        f"| {name} | {', '.join(profile.seat_ids)} | {', '.join(profile.roles) or 'none'} |"
        for name, profile in ((name, load_profile(name)) for name in NAMES)
    )
    return f"\n{SEATS}\n| profile | seats | roles with a persona of their own |\n| --- | --- | --- |\n{rows}\n"


def _aliases() -> str:
    rows = "\n".join(f"| `{alias}` | `{key}` |" for alias, key in sorted(KEY_ALIASES.items()))
    told = "The names of the source documents are accepted too."
    return f"\n## Other names\n\n{told}\n\n| name | is |\n| --- | --- |\n{rows}\n"


def _show(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
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
    """What each key means, with its choices: in the words of conclave.yaml, else of the schema, else of another one."""
    found: dict[str, str] = {}
    for name in reversed(NAMES):
        if name == "conclave":
            found |= dict(_docstrings())
        found |= dict(_comments((ROOT / "configs" / "profiles" / f"{name}.yaml").read_text(encoding="utf-8")))
    choices = dict(_choices(protocol.Profile, ""))
    return {key: _explain(found.get(key, ""), choices.get(key, ())) for key in found | choices}


def _explain(words: str, choices: tuple[str, ...]) -> str:
    text = words[:1].lower() + words[1:].removesuffix(".")
    listed = (
        f"one of {', '.join(f'`{each}`' for each in choices)}" if any(each not in words for each in choices) else ""
    )
    return "; ".join(filter(None, (text, listed)))


def _choices(kind: Any, prefix: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a key may be, where the schema lists it."""
    for name, field in kind.model_fields.items():
        if inspect.isclass(field.annotation) and issubclass(field.annotation, Value):
            yield from _choices(field.annotation, f"{prefix}{name}.")
        elif registries := [mark.load_registry() for mark in field.metadata if isinstance(mark, NameIn)]:
            yield f"{prefix}{name}", registries[0].builtin_names()
        elif get_origin(field.annotation) is Literal and len(get_args(field.annotation)) > 1:
            yield f"{prefix}{name}", get_args(field.annotation)


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
    modules = dict.fromkeys(inspect.getmodule(kind) for kind in (protocol.Profile, *_section_kinds()))
    tree = ast.parse("\n".join(inspect.getsource(module) for module in modules if module is not None))
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


def _section_kinds() -> Iterator[type[Value]]:
    """List the classes that hold the settings of a section; some stand beside the values they rule."""
    for field in protocol.Profile.model_fields.values():
        if inspect.isclass(field.annotation) and issubclass(field.annotation, Value):
            yield field.annotation


def _walk(kind: Any, prefix: str, texts: dict[tuple[str, str], str]) -> Iterator[tuple[str, str]]:
    for name, field in kind.model_fields.items():
        if inspect.isclass(field.annotation) and issubclass(field.annotation, Value):
            yield from _walk(field.annotation, f"{prefix}{name}.", texts)
        elif (kind.__name__, name) in texts:
            yield f"{prefix}{name}", texts[kind.__name__, name]


if __name__ == "__main__":
    sys.exit(main())
