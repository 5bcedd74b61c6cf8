"""Resolve every dependency anew and write the exact versions to constraints.txt.

Run it with the oldest supported Python (`make pins`): what installs there installs on the newer ones as well. Only
names and versions are written, so the file works with any package registry.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "constraints.txt"
HEADER = """\
# Exact versions of everything an installation with all extras brings in. Written by `make pins`; do not edit.
"""


def main() -> int:
    """Write the file and say how many packages it pins."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = ",".join(sorted(project["optional-dependencies"]))
    packages = resolve(f"{ROOT}[{extras}]")
    pins = sorted(f"{name}=={version}" for name, version in packages.items() if name != project["name"])
    TARGET.write_text(HEADER + "\n".join(pins) + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {len(pins)} packages")
    return 0


def resolve(requirement: str) -> dict[str, str]:
    """Ask pip what it would install into an empty environment: names in their normal form, and versions."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    answer = subprocess.run([*command, requirement], check=True, stdout=subprocess.PIPE, text=True)
    found = [item["metadata"] for item in json.loads(answer.stdout)["install"]]
    return {re.sub(r"[-_.]+", "-", item["name"]).lower(): item["version"] for item in found}


if __name__ == "__main__":
    sys.exit(main())
