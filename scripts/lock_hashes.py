"""Write what a fresh machine installs into locks/, each file with the hashes of every package it may download.

Run it after a dependency was added or changed (`make locks`); the versions are those of constraints.txt. `--check`
needs no network: it says what a lock lacks, or pins otherwise. Only names, versions and hashes are written, so the
files work with any package registry. They are resolved for every supported Python and system at once, by uv.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
CONSTRAINTS = ROOT / "constraints.txt"
EXTRAS = ("local", "server", "dev")
"""What the Makefile installs: for a first debate, for a server, and for work on moot itself."""
OLDEST_PYTHON = "3.11"
HEADER = """\
# What moot[{extra}] installs on a fresh machine, with hashes. Written by `make locks`; do not edit.
#   pip install --require-hashes --requirement locks/{extra}.txt
"""

_ENTRY = re.compile(r"^([a-z0-9-]+)==(\S+)( ; [^\\]+?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", re.MULTILINE)


def main() -> int:
    """Write the locks, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        problems = list(dict.fromkeys(problem for extra in EXTRAS for problem in find_problems(extra)))
        print("\n".join(problems) or f"locks: {', '.join(EXTRAS)} are current")
        return 1 if problems else 0
    LOCKS.mkdir(exist_ok=True)
    for extra in EXTRAS:
        path = LOCKS / f"{extra}.txt"
        path.write_text(HEADER.format(extra=extra) + resolve(extra), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(read_lock(extra))} packages")
    return 0


def resolve(extra: str) -> str:
    """Ask uv for all packages of an extra and of the build, in the versions of constraints.txt, with all hashes."""
    command = [sys.executable, "-m", "uv", "--quiet", "pip", "compile", "--universal", "--generate-hashes"]
    command += ["--python-version", OLDEST_PYTHON, "--no-header", "--no-annotate", "--no-emit-index-url"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as build:
        build.write("\n".join(_read_project()["build-system"]["requires"]))
        build.flush()
        command += ["--constraint", str(CONSTRAINTS), "--extra", extra, "pyproject.toml", build.name]
        return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout


def read_lock(extra: str) -> dict[str, set[str]]:
    """Read the packages of a lock, each with its versions."""
    found: dict[str, set[str]] = {}
    for name, version, *_ in _ENTRY.findall((LOCKS / f"{extra}.txt").read_text(encoding="utf-8")):
        found.setdefault(name, set()).add(version)
    return found


def find_problems(extra: str) -> Iterator[str]:
    """Say what is wrong with a lock; `make locks` mends it."""
    name = f"locks/{extra}.txt"
    if not (LOCKS / f"{extra}.txt").exists():
        yield f"{name}: it is not there; run: make locks"
        return
    rest = _ENTRY.sub("", (LOCKS / f"{extra}.txt").read_text(encoding="utf-8"))
    if rest != HEADER.format(extra=extra):
        yield f"{name}: a line is no package with hashes: {rest.removeprefix(HEADER.format(extra=extra))[:80]!r}"
    locked, pinned = read_lock(extra), _read_constraints()
    for package in sorted(locked.keys() & pinned.keys()):
        if pinned[package] not in locked[package]:
            yield f"{name}: {package} is not {pinned[package]}, as constraints.txt has it; run: make locks"
    for wanted in _needs(extra, locked):
        versions = locked.get(canonicalize_name(wanted.name), set())
        if not any(wanted.specifier.contains(version, prereleases=True) for version in versions):
            yield f"{name}: {wanted} is not locked; run: make locks"


def _needs(extra: str, locked: dict[str, set[str]]) -> Iterator[Requirement]:
    """List what moot asks for, and what the packages ask for that are installed here in their locked version."""
    project = _read_project()
    yield from map(Requirement, project["build-system"]["requires"])
    yield from _expand(project["project"], extra)
    for package, versions in locked.items():
        try:
            installed = distribution(package)
        except PackageNotFoundError:
            continue
        if installed.version in versions:
            plain = (Requirement(text) for text in installed.requires or ())
            yield from (each for each in plain if each.marker is None or each.marker.evaluate({"extra": ""}))


def _expand(project: dict[str, Any], extra: str) -> Iterator[Requirement]:
    """List what moot asks for with an extra, and with the extras that one names."""
    texts: Iterable[str] = [*project["dependencies"], *project["optional-dependencies"][extra]]
    for wanted in map(Requirement, texts):
        if wanted.name != project["name"]:
            yield wanted
            continue
        for other in wanted.extras:
            yield from _expand(project, other)


def _read_project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _read_constraints() -> dict[str, str]:
    lines = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    return {name: version.split()[0] for name, sign, version in (line.partition("==") for line in lines) if sign}


if __name__ == "__main__":
    sys.exit(main())
