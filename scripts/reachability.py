"""Find which definitions of moot a user can reach: from a command, a graph, a server or a public function.

The graph is static. A definition uses every module-level name its body mentions; names are followed through imports and
doors. Importing a module runs its top level, so what stands there is reached with the first name of the module that is.
A string that names a module and an attribute of it (`moot.desk.mounted:app`) counts as a use, and so does one that
names a module beside it and an attribute (`run:run_command`, in a table of commands). A registry whose `home` is a
package imports all modules of that package.
"""

import ast
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAPPED = ("configs", "graph", "nodes", "prompts", "state")
"""The top-level folders that are imported as parts of moot."""

Symbol = tuple[str, str]
"""A module and a name in it; the empty name is the module's top level."""

_DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass
class Module:
    """One module: what it defines, what it imports, and its top level."""

    name: str
    tree: ast.Module
    is_package: bool
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    imports: dict[str, Symbol] = field(default_factory=dict)
    """Local names by what they stand for; a module is a symbol without a name."""

    def __post_init__(self) -> None:
        for node in self.tree.body:
            for name in _names_defined(node):
                self.definitions[name] = node
        for inner in ast.walk(self.tree):
            self.imports.update(_names_imported(inner))

    @property
    def top_level(self) -> Iterator[ast.stmt]:
        """The statements that run when the module is imported and define nothing by name."""
        for node in self.tree.body:
            if not isinstance(node, _DEFINITION):
                yield node

    @property
    def registered(self) -> Iterator[str]:
        """The definitions that importing the module hands over to a decorator."""
        for name, node in self.definitions.items():
            if isinstance(node, _DEFINITION) and any(isinstance(each, ast.Call) for each in node.decorator_list):
                yield name


class Tree:
    """All modules of moot below a root folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules = {module.name: module for module in _read_modules(root)}

    @cached_property
    def reachable(self) -> frozenset[Symbol]:
        """Every definition that an entry point leads to."""
        return self.follow(self.entry_points())

    def entry_points(self) -> Iterator[Symbol]:
        """The command, the graphs and the desk of the server, and the public functions of `import moot`."""
        project = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for place in project.get("scripts", {}).values():
            yield self._at(place)
        served = json.loads((self.root / "langgraph.json").read_text(encoding="utf-8"))
        for place in (*(graph["path"] for graph in served["graphs"].values()), served["http"]["app"]):
            path, _, name = place.partition(":")
            yield _module_name(Path(path)), name
        for name in _exports(self.modules["moot"]):
            yield self.resolve("moot", name) or ("moot", name)

    def follow(self, start: Iterable[Symbol]) -> frozenset[Symbol]:
        """Everything some symbols lead to, they included."""
        found: set[Symbol] = set()
        pending = list(start)
        while pending:
            symbol = pending.pop()
            if symbol in found or symbol[0] not in self.modules:
                continue
            found.add(symbol)
            pending += [(symbol[0], ""), *self.uses(symbol)]
        return frozenset(found)

    def uses(self, symbol: Symbol) -> Iterator[Symbol]:
        """What a definition, or the top level of a module, mentions."""
        module = self.modules[symbol[0]]
        if symbol[1]:
            nodes: Iterable[ast.AST] = [module.definitions[symbol[1]]] if symbol[1] in module.definitions else []
        else:
            # A door imports everything behind it; only what is asked of it by name is used.
            nodes = [] if module.is_package else list(module.top_level)
            yield from ((module.name, name) for name in (*module.registered, "__getattr__"))
        for node in nodes:
            yield from self.mentions(node, module)

    def mentions(self, node: ast.AST, module: Module) -> Iterator[Symbol]:
        """The symbols of moot that a piece of a module names."""
        local = {**module.imports, **{name: (module.name, name) for name in module.definitions}}
        for inner in ast.walk(node):
            local.update(_names_imported(inner))
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and inner.id in local:
                yield from self._lead(local[inner.id])
            elif isinstance(inner, ast.Attribute):
                yield from self._attribute(inner, local)
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                yield from self._named_by(inner.value, module)
            elif isinstance(inner, ast.Import | ast.ImportFrom):
                yield from ((target, "") for target in _modules_imported(inner))
            elif isinstance(inner, ast.keyword) and inner.arg == "home":
                home = f"{ast.literal_eval(inner.value)!s}." if isinstance(inner.value, ast.Constant) else "-"
                yield from ((name, "") for name in self.modules if name.startswith(home))

    def resolve(self, module: str, name: str) -> Symbol | None:
        """Where a name that a module offers is defined, through doors and re-exports."""
        seen: set[Symbol] = set()
        here: Symbol = (module, name)
        while here not in seen:
            seen.add(here)
            owner = self.modules.get(here[0])
            if owner is None:
                return None
            if here[1] in owner.definitions:
                return here
            if here[1] not in owner.imports:
                below = f"{here[0]}.{here[1]}"
                return (below, "") if below in self.modules else None
            here = owner.imports[here[1]]
            if not here[1]:
                return here if here[0] in self.modules else None
        return None

    def unreached(self) -> list[Symbol]:
        """The functions and classes nothing leads to."""
        return sorted(
            (module.name, name)
            for module in self.modules.values()
            for name, node in module.definitions.items()
            if isinstance(node, _DEFINITION) and not name.startswith("__") and (module.name, name) not in self.reachable
        )

    def _lead(self, target: Symbol) -> Iterator[Symbol]:
        found = self.resolve(*target) if target[1] else target
        if found is not None and found[0] in self.modules:
            yield found

    def _attribute(self, node: ast.Attribute, local: Mapping[str, Symbol]) -> Iterator[Symbol]:
        """`module.name`, where `module` was imported as a whole."""
        if not isinstance(node.value, ast.Name) or node.value.id not in local:
            return
        found = local[node.value.id]
        home = found if not found[1] else self.resolve(*found)
        if home is not None and not home[1]:
            yield from self._lead((home[0], node.attr))

    def _named_by(self, text: str, module: Module) -> Iterator[Symbol]:
        place, _, name = text.partition(":")
        if place in self.modules and name:
            yield from self._lead((place, name))
        elif place in self.modules and not name:
            yield place, ""
        below = f"{module.name.rpartition('.')[0]}.{place}"
        if ":" in text and below in self.modules:
            yield from self._lead((below, name))

    def _at(self, place: str) -> Symbol:
        module, _, name = place.partition(":")
        return self.resolve(module, name) or (module, name)


def main(root: Path = ROOT) -> int:
    """Print what nothing leads to; exit 1 if there is anything."""
    unreached = Tree(root).unreached()
    for module, name in unreached:
        print(f"{module}.{name} is reached from no command, graph, server or public function: wire it or delete it")
    return 1 if unreached else 0


def _read_modules(root: Path) -> Iterator[Module]:
    for folder in ("moot", *MAPPED):
        for path in sorted((root / folder).rglob("*.py")):
            relative = path.relative_to(root)
            if relative.parts[0] == "moot" and relative.parts[1] in MAPPED:
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(relative))
            yield Module(_module_name(relative), tree, path.name == "__init__.py")


def _module_name(path: Path) -> str:
    parts = list(path.with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    if parts[0] in MAPPED:
        parts.insert(0, "moot")
    return ".".join(parts)


def _names_defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _DEFINITION):
        yield node.name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id


def _names_imported(node: ast.AST) -> Iterator[tuple[str, Symbol]]:
    if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.partition(".")[0] == "moot":
        for alias in node.names:
            yield alias.asname or alias.name, (node.module, alias.name)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.partition(".")[0] == "moot" and alias.asname:
                yield alias.asname, (alias.name, "")


def _modules_imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield node.module or ""
    else:
        yield from (alias.name for alias in node.names)


def _exports(module: Module) -> Iterator[str]:
    listed = module.definitions["__all__"]
    for inner in ast.walk(listed):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and not inner.value.startswith("__"):
            yield inner.value


if __name__ == "__main__":
    sys.exit(main())
