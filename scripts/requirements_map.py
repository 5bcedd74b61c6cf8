"""Write docs/requirements.md: every requirement with the tests that cite it, and those still open.

A citation is an id such as D-32, X-21a or W-C1, or a range of them (two dots between two ids), anywhere in a test
module: a docstring, a comment, a parametrised row. It belongs to the test function around it; in a module-level table
it belongs to the tests that use the table; elsewhere, and in YAML cases beside the tests, it belongs to the file.

A citation counts only when every definition of moot that its test mentions is reached from a command, a graph, a server
or a public function (scripts/reachability.py): a test of code that nobody calls proves nothing about the program.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from scripts.reachability import Module, Symbol, Tree

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "docs/requirements.yaml"
TARGET = "docs/requirements.md"
SHOWN = 5
"""So many tests are named per requirement; the rest is counted."""

_ID = r"(?:W-[CDFLR]\d+|[CDFLQRX]-\d\d+[a-z]?)"
_CITATION = re.compile(rf"\b({_ID})\b(?:\s*(?:\.\.+|…)\s*({_ID})\b)?")
_TEST = ast.FunctionDef | ast.AsyncFunctionDef

Lines = range
Owners = tuple[str, ...]


class MapError(Exception):
    """A test cannot be read, or cites a requirement that does not exist, or tests what nothing reaches."""


@dataclass(frozen=True)
class Catalogue:
    """What docs/requirements.yaml says."""

    sections: Mapping[str, str]
    titles: Mapping[str, str]
    reasons: Mapping[str, str]
    """Why an id has no test, where a reason is given."""

    def expand(self, first: str, last: str | None) -> Iterator[str]:
        """Name every id of a citation; the order of a range is the order of the catalogue."""
        ids = list(self.titles)
        for end in filter(None, (first, last)):
            if end not in self.titles:
                raise MapError(f"{end} is not in {SOURCE}")
        if last is None:
            yield first
        elif ids.index(first) > ids.index(last) or family(first) != family(last):
            raise MapError(f"{first}..{last} is not a range")
        else:
            yield from ids[ids.index(first) : ids.index(last) + 1]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write the map, or with --check say whether it is current."""
    parser = argparse.ArgumentParser(description="Map the requirements to the tests that cite them.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when the map is not current")
    options = parser.parse_args(arguments)
    target = root / TARGET
    try:
        catalogue = read_catalogue((root / SOURCE).read_text(encoding="utf-8"))
        text = render(catalogue, collect(root, catalogue))
    except MapError as error:
        print(error, file=sys.stderr)
        return 1
    if not options.check:
        target.write_text(text, encoding="utf-8")
    elif not target.exists() or target.read_text(encoding="utf-8") != text:
        print(f"{TARGET} is not current: run `make docs`", file=sys.stderr)
        return 1
    return 0


def read_catalogue(text: str) -> Catalogue:
    """Read titles and reasons; an open id that has no title is an error."""
    document = yaml.safe_load(text)
    catalogue = Catalogue(document["sections"], document["titles"], {})
    reasons = {
        identifier: reason
        for reason, citations in document["open"].items()
        for citation in citations
        for identifier in find_ids(citation, catalogue)
    }
    return Catalogue(catalogue.sections, catalogue.titles, reasons)


def collect(root: Path, catalogue: Catalogue) -> dict[str, list[str]]:
    """Find for every id the tests that cite it, in a stable order."""
    found: dict[str, set[str]] = {identifier: set() for identifier in catalogue.titles}
    tree = Tree(root)
    for path in sorted((root / "tests").rglob("*")):
        name = path.relative_to(root / "tests").as_posix()
        # The tests of this script cite ids that mean nothing.
        if path.suffix not in {".py", ".yaml"} or name.startswith("scripts/"):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        owners = owners_by_line(text, name) if path.suffix == ".py" else {}
        if path.suffix == ".py":
            refuse_dead(text, name, tree)
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                for identifier in find_ids(line, catalogue):
                    found[identifier].update(owners.get(number, (name,)))
            except MapError as error:
                raise MapError(f"tests/{name}:{number}: {error}") from None
    return {identifier: without_files(tests) for identifier, tests in found.items()}


def refuse_dead(text: str, name: str, tree: Tree) -> None:
    """Refuse a test module that cites requirements and tests what nobody can reach."""
    if not _CITATION.search(text):
        return
    module = Module(f"tests.{name}", ast.parse(text), is_package=False)
    for symbol in sorted(set(tree.mentions(module.tree, module))):
        if symbol[1] and symbol not in tree.reachable and is_code(symbol, tree):
            raise MapError(
                f"tests/{name}: it vouches for requirements with {'.'.join(symbol)}, "
                "which is reached from no command, graph, server or public function"
            )


def is_code(symbol: Symbol, tree: Tree) -> bool:
    """Tell functions and classes from constants, which only say what others decide."""
    return isinstance(tree.modules[symbol[0]].definitions.get(symbol[1]), (*_TEST.__args__, ast.ClassDef))


def find_ids(text: str, catalogue: Catalogue) -> Iterator[str]:
    """Name every id a text cites, ranges expanded."""
    for match in _CITATION.finditer(text):
        yield from catalogue.expand(match[1], match[2])


def owners_by_line(text: str, name: str) -> dict[int, Owners]:
    """Say for the lines of a test module which tests they belong to; other lines belong to the file."""
    lines = text.splitlines()
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise MapError(f"tests/{name}:{error.lineno}: {error.msg}") from None
    tests = dict(test_functions(module.body, f"{name}::"))
    tables = {target: node for node in module.body for target in assigned(node)}
    owners: dict[int, Owners] = {}
    for table, node in tables.items():
        users = tuple(test for test, function in tests.items() if table in names_used(function, tables))
        if users:
            owners.update(dict.fromkeys(span(node, lines), users))
    for test, function in tests.items():
        owners.update(dict.fromkeys(span(function, lines), (test,)))
    return owners


def test_functions(body: Iterable[ast.stmt], prefix: str) -> Iterator[tuple[str, _TEST]]:
    """Find the test functions of a module, those in classes included."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from test_functions(node.body, f"{prefix}{node.name}::")
        elif isinstance(node, _TEST) and node.name.startswith("test"):
            yield f"{prefix}{node.name}", node


def assigned(node: ast.stmt) -> list[str]:
    """Name what a module-level statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def names_used(node: ast.AST, tables: Mapping[str, ast.stmt]) -> set[str]:
    """Name the tables a test uses, directly or through another table."""
    used: set[str] = set()
    pending = [node]
    while pending:
        for inner in ast.walk(pending.pop()):
            if isinstance(inner, ast.Name) and inner.id in tables and inner.id not in used:
                used.add(inner.id)
                pending.append(tables[inner.id])
    return used


def span(node: ast.stmt, lines: Sequence[str]) -> Lines:
    """Give the lines of a statement with its decorators and the comment right above."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return range(first, (node.end_lineno or node.lineno) + 1)


def without_files(tests: Iterable[str]) -> list[str]:
    """Leave a file out where one of its functions is named."""
    known = set(tests)
    files_with_functions = {test.partition("::")[0] for test in known if "::" in test}
    return sorted(known - files_with_functions)


def family(identifier: str) -> str:
    """Tell which list an id belongs to: D, C, ..., W-D, W-C, ..."""
    return identifier.rstrip("abcdefghijklmnopqrstuvwxyz").rstrip("0123456789")


def render(catalogue: Catalogue, tests: Mapping[str, Sequence[str]]) -> str:
    """Write the page."""
    covered = sum(bool(tests[identifier]) for identifier in catalogue.titles)
    page = [
        "# Requirements and their tests",
        "",
        f"Written by `make docs` from `{SOURCE}` and the ids that tests cite; do not edit.",
        f"{covered} of {len(catalogue.titles)} requirements are cited by a test.",
    ]
    for letter, heading in catalogue.sections.items():
        rows = [
            f"| {identifier} | {title} | {shorten(tests[identifier])} |"
            for identifier, title in catalogue.titles.items()
            if identifier[0] == letter and tests[identifier]
        ]
        if rows:
            page += ["", f"## {heading}", "", "| id | what | tests |", "| --- | --- | --- |", *rows]
    page += ["", "## Still open", "", *open_rows(catalogue, tests)]
    return "\n".join(page) + "\n"


def shorten(tests: Sequence[str]) -> str:
    """Name the first few tests and count the rest."""
    rest = len(tests) - SHOWN
    return ", ".join(f"`{test}`" for test in tests[:SHOWN]) + (f" +{rest}" if rest > 0 else "")


def open_rows(catalogue: Catalogue, tests: Mapping[str, Sequence[str]]) -> list[str]:
    """List what no test cites, with the reason where there is one."""
    missing = [identifier for identifier in catalogue.titles if not tests[identifier]]
    if not missing:
        return ["Nothing."]
    rows = [f"| {name} | {catalogue.titles[name]} | {catalogue.reasons.get(name, 'No test yet')} |" for name in missing]
    return ["| id | what | why |", "| --- | --- | --- |", *rows]


if __name__ == "__main__":
    sys.exit(main())
