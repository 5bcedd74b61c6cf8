"""Write docs/licences.md: the licence of every package that moot or one of its extras installs.

Read from the packages themselves: those that are installed here, and for the others what pip is told by the registry.
Packages that only other systems install are named without a licence. `--check` compares the packages with locks/.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any

from scripts.lock_hashes import EXTRAS, ROOT, read_lock

PAGE = ROOT / "docs" / "licences.md"
HEAD = """\
# Licences

moot itself is under the MIT licence. This page lists what it installs, by the locks in `locks/`; `make locks` writes
it. The second column says which of the three locks has a package: `local` (a first debate), `server` (a LangGraph
server), `dev` (work on moot, with every other extra).

Not free software: **`langgraph-api`** and **`langgraph-runtime-inmem`**, which only the extra `server` brings. They are
under the Elastic Licence 2.0: they may be used and changed, but not offered to others as a managed service. Nothing of
moot needs them; Aegra (Apache-2.0, see [operating](operating.md)) runs the same graphs. `psycopg`, of the extra
`postgres`, is under the LGPL-3.0.

| package | in | licence |
| --- | --- | --- |
"""
_CLASSIFIER = "License :: OSI Approved :: "
_SHORT = {
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Elastic License 2.0": "Elastic-2.0",
}
_LONGEST = 60
"""Characters: what is longer is the licence itself and not its name."""


def main() -> int:
    """Write the page, or check that it names every locked package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    locks = {extra: read_lock(extra) for extra in EXTRAS}
    packages = sorted({name for lock in locks.values() for name in lock})
    if parser.parse_args().check:
        named = re.findall(r"^\| ([a-z0-9-]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
        if set(packages) == set(named) - {"package", "---"}:
            return 0
        print(f"{PAGE.relative_to(ROOT)} does not list what locks/ has; run: make locks")
        return 1
    licences = read_licences({name: max(lock[name]) for lock in locks.values() for name in lock})
    rows = []
    for name in packages:
        places = ", ".join(extra for extra in EXTRAS if name in locks[extra])
        rows.append(f"| {name} | {places} | {licences.get(name, 'not installed on this system')} |\n")
    PAGE.write_text(HEAD + "".join(rows), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(rows)} packages")
    return 0


def read_licences(versions: Mapping[str, str]) -> dict[str, str]:
    """Find the licence of each package: by its own metadata if it is installed here, else by the registry."""
    found, missing = {}, []
    for name in versions:
        try:
            found[name] = name_licence(dict(metadata(name).json))
        except PackageNotFoundError:
            missing.append(name)
    for name in missing:
        for told in _ask_registry(f"{name}=={versions[name]}"):
            found[name] = name_licence(told)
    return found


def name_licence(told: Mapping[str, Any]) -> str:
    """Name a licence by a package's metadata: the expression, else the classifiers, else the first line of the text."""
    if told.get("license_expression"):
        return str(told["license_expression"])
    kinds = [line.removeprefix(_CLASSIFIER) for line in told.get("classifier") or () if line.startswith(_CLASSIFIER)]
    if kinds:
        return " or ".join(_shorten(kinds))
    words = str(told.get("license") or "").strip().splitlines()
    return next(iter(_shorten(words[:1])), "")[:_LONGEST] or "see the package"


def _shorten(names: Iterable[str]) -> list[str]:
    return [_SHORT.get(name, name) for name in names]


def _ask_registry(requirement: str) -> list[dict[str, Any]]:
    """Ask pip for the metadata of a package without installing it; nothing where this system cannot have it."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--no-deps"]
    answer = subprocess.run([*command, "--report", "-", requirement], check=False, capture_output=True, text=True)
    return [item["metadata"] for item in json.loads(answer.stdout)["install"]] if answer.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main())
