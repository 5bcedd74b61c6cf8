"""Print the figures of the code outside tests/, beside those of another checkout if one is named.

    python scripts/print_figures.py              this checkout
    python scripts/print_figures.py PATH         this checkout, and the one at PATH
    python scripts/print_figures.py --check      also name every broken limit, and exit 1 if there is one

Five limits are fixed: no public name is defined in two modules, every module belongs to a layer of the import contract,
no import closes a cycle, no file is longer than 400 lines, and no door is wider than 16 names. The size of every door
is printed below the figures.

A public name is one that others may use: what the door of a room exports, and what a module outside of all rooms
defines without an underscore. Imports inside of functions count like all others, because a cycle that is imported late
is still one. A door that loads on demand names its modules in a table; they count as imported.
"""

import argparse
import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 400
MAX_DOOR = 16
"""A door has about a dozen names; a room that needs more than this is two rooms."""

_PACKAGE = "moot"
_MAPPED = ("configs", "graph", "nodes", "prompts", "state")
"""Top-level folders that are imported as parts of the package."""
_SKIPPED = frozenset({"tests", "build", "dist", "node_modules", "__pycache__"})


@dataclass(frozen=True)
class Module:
    """One module of the package: its name, its place and its syntax tree."""

    name: str
    path: str
    tree: ast.Module

    @property
    def is_door(self) -> bool:
        """Tell whether this is the `__init__` of a package."""
        return self.path.endswith("__init__.py")

    @property
    def public_names(self) -> frozenset[str]:
        """The names the module defines at its top level, without those that begin with an underscore."""
        return frozenset(name for name in _list_definitions(self.tree.body) if not name.startswith("_"))

    @property
    def exports(self) -> frozenset[str]:
        """The names in `__all__`, or in the table it is made from."""
        values = {
            name: node.value for node in self.tree.body if isinstance(node, ast.Assign) for name in _list_targets(node)
        }
        listed = values.get("__all__")
        if isinstance(listed, ast.Call):
            listed = next((values[each.id] for each in listed.args if isinstance(each, ast.Name)), None)
        names: Iterable[str] = ast.literal_eval(listed) if listed is not None else ()
        return frozenset(name for name in names if not name.startswith("_"))


class Checkout:
    """A checkout whose code is measured."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.lines = {path: _count_lines(root / path) for path in sorted(_list_files(root))}
        self.modules = {module.name: module for module in self._read_modules()}

    def _read_modules(self) -> Iterator[Module]:
        for path in self.lines:
            name = _name_module(path)
            if name is not None:
                yield Module(name, path, ast.parse((self.root / path).read_text(encoding="utf-8"), filename=path))

    @cached_property
    def _contracts(self) -> list[Mapping[str, Any]]:
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        found: list[Mapping[str, Any]] = project.get("tool", {}).get("importlinter", {}).get("contracts", [])
        return found

    @property
    def rooms(self) -> list[str]:
        """The packages that are entered through their doors."""
        return [room for contract in self._contracts if contract["type"] == "doors" for room in contract["rooms"]]

    @property
    def layers(self) -> list[str]:
        """The packages and modules that the contract of the whole package puts into layers."""
        rows = (
            row
            for contract in self._contracts
            if contract["type"] == "layers" and not contract.get("containers")
            for row in contract["layers"]
        )
        return [part.strip(" ()") for row in rows for part in row.replace("|", ":").split(":")]

    @property
    def longest_file(self) -> tuple[str, int]:
        """The path of the longest file, and its lines."""
        return max(self.lines.items(), key=lambda item: (item[1], item[0]), default=("", 0))

    @property
    def long_files(self) -> list[str]:
        """The files that are longer than the limit."""
        return [f"{path} has {count} lines" for path, count in self.lines.items() if count > MAX_LINES]

    @property
    def doors(self) -> dict[str, int]:
        """How many names the door of each room exports."""
        return {room: len(self.modules[room].exports) for room in sorted(self.rooms) if room in self.modules}

    @property
    def wide_doors(self) -> list[str]:
        """The doors that are wider than the limit."""
        return [f"the door of {room} exports {size} names" for room, size in self.doors.items() if size > MAX_DOOR]

    @property
    def public_names(self) -> frozenset[str]:
        """The names others may use: the exports of doors, and the names of modules that are outside of all rooms."""
        found: set[str] = set()
        for module in self.modules.values():
            if module.name in self.rooms or (module.is_door and module.exports):
                found |= module.exports
            elif not _is_below(module.name, self.rooms):
                found |= module.public_names
        return frozenset(found)

    @cached_property
    def homes(self) -> Mapping[str, list[str]]:
        """For each public name of a module, the files that define it."""
        homes: defaultdict[str, list[str]] = defaultdict(list)
        for module in self.modules.values():
            for name in module.public_names:
                homes[name].append(module.path)
        return homes

    @property
    def defined_twice(self) -> list[str]:
        """The names that more than one module defines."""
        return [f"{name} is defined in {' and '.join(at)}" for name, at in sorted(self.homes.items()) if len(at) > 1]

    @property
    def outside_contract(self) -> list[str]:
        """The modules that are in no layer; the root itself only names where things are."""
        layers = self.layers
        return [
            f"{name} is in no layer of the import contract"
            for name in self.modules
            if name != _PACKAGE and not _is_below(name, layers)
        ]

    @cached_property
    def cycles(self) -> list[str]:
        """The groups of modules that import each other, directly or through others."""
        graph = {name: self.modules.keys() & set(self._list_imports(module)) for name, module in self.modules.items()}
        # The root only names where the public functions are; it imports them when they are asked for.
        graph[_PACKAGE] = set()
        return [" and ".join(sorted(group)) + " import each other" for group in _find_cycles(graph)]

    def _list_imports(self, module: Module) -> Iterator[str]:
        for node in _walk_imports(module.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif node.module is not None:
                for alias in node.names:
                    below = f"{node.module}.{alias.name}"
                    yield next((name for name in (below, node.module) if name in self.modules), "")
        if module.is_door:
            constants = (node.value for node in ast.walk(module.tree) if isinstance(node, ast.Constant))
            texts = [value for value in constants if isinstance(value, str)]
            yield from (*texts, *(f"{module.name}.{text}" for text in texts))

    def list_faults(self) -> list[str]:
        """Name everything that breaks a fixed limit."""
        return [*self.defined_twice, *self.outside_contract, *self.cycles, *self.long_files, *self.wide_doors]

    def list_figures(self) -> dict[str, str]:
        """Write every figure under its name."""
        path, lines = self.longest_file
        return {
            "Python files": f"{len(self.lines):,}",
            "lines": f"{sum(self.lines.values()):,}",
            "public names": f"{len(self.public_names):,}",
            "module-level names without underscore": f"{sum(map(len, self.homes.values())):,}",
            "names defined twice": f"{len(self.defined_twice):,}",
            "modules outside the import contract": f"{len(self.outside_contract):,}",
            "import cycles": f"{len(self.cycles):,}",
            f"files above {MAX_LINES} lines": f"{len(self.long_files):,}",
            "longest file": f"{lines:,} ({path})",
            f"doors above {MAX_DOOR} names": f"{len(self.wide_doors):,}",
            **{f"door of {room}": f"{size:,}" for room, size in self.doors.items()},
        }


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Print the figures; exit 1 if a limit is broken and `--check` was given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", nargs="?", type=Path, metavar="PATH", help="another checkout, shown beside this one")
    parser.add_argument("--check", action="store_true", help="name broken limits, and exit 1 if there is one")
    chosen = parser.parse_args(arguments)
    here = Checkout(root)
    columns = [here.list_figures()]
    if chosen.other is not None:
        columns.append(Checkout(chosen.other.resolve()).list_figures())
    print(_draw_columns(columns, ["here", *([str(chosen.other)] if chosen.other else [])]))
    faults = here.list_faults() if chosen.check else []
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def _draw_columns(columns: Sequence[Mapping[str, str]], titles: Sequence[str]) -> str:
    names = dict.fromkeys(name for column in columns for name in column)
    rows = [("", *titles), *((name, *(column.get(name, "-") for column in columns)) for name in names)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines if len(titles) > 1 else list(lines)[1:])


def _list_files(root: Path) -> Iterator[str]:
    """List the Python files that are not tests; links lead to files that are listed at their own place."""
    for path in root.iterdir():
        if path.name in _SKIPPED or path.name.startswith(".") or path.name.endswith(".egg-info") or path.is_symlink():
            continue
        if path.is_dir():
            yield from (f"{path.name}/{below}" for below in _list_files(path))
        elif path.suffix == ".py":
            yield path.name


def _count_lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def _name_module(path: str) -> str | None:
    """Name the module a file is imported as; None if it is not part of the package."""
    parts = path.removesuffix(".py").split("/")
    if parts[-1] == "__init__":
        parts.pop()
    if not parts or parts[0] not in (_PACKAGE, *_MAPPED) or len(path.split("/")) == 1:
        return None
    return ".".join(parts if parts[0] == _PACKAGE else [_PACKAGE, *parts])


def _list_definitions(body: Iterable[ast.stmt]) -> Iterator[str]:
    """List what statements define; those under a condition too, but not what is only imported."""
    for node in body:
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.Assign() | ast.AnnAssign():
                yield from _list_targets(node)
            case ast.If() | ast.Try() | ast.With() | ast.For():
                for field in ("body", "orelse", "finalbody"):
                    yield from _list_definitions(getattr(node, field, ()))
                for handler in getattr(node, "handlers", ()):
                    yield from _list_definitions(handler.body)
            case _:
                pass


def _list_targets(node: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    stored = (each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
    yield from (name.id for name in stored if isinstance(name.ctx, ast.Store))


def _walk_imports(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Find every import that may run, those inside of functions too, but not what only type checkers read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and _is_named(node.test, "TYPE_CHECKING"):
            for other in node.orelse:
                yield from _walk_imports(other)
        else:
            yield from _walk_imports(node)


def _find_cycles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Find the groups whose members all lead to each other."""
    reached = {name: _reach(name, graph) for name in graph}
    groups: list[set[str]] = []
    for name in sorted(graph):
        if name in reached[name] and not any(name in group for group in groups):
            groups.append({other for other in reached[name] if name in reached[other]})
    return groups


def _reach(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        new = graph[pending.pop()] - found
        found |= new
        pending += new
    return found


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_below(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


if __name__ == "__main__":
    sys.exit(main())
