"""Names the command by which this very program can be called again, from where it is installed."""

import json
import shlex
import shutil
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_BORROWED = ("archive-v", "environments-v")
"""How the folders begin in which uv keeps environments that nobody installed."""


def name_program() -> str:
    """Name the program as a shell here finds it: `moot`, or its path where no shell would find it."""
    if _is_borrowed():
        return f"uvx --from {_name_source()} moot"
    called = Path(sys.argv[0])
    if called.stem != "moot":
        called = Path(sys.executable).with_name("moot")
    found = shutil.which("moot")
    if found is not None and _is_same(Path(found), called):
        return "moot"
    path = called.absolute()
    return shlex.quote(str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path))


def name_install(package: str) -> str:
    """Name the command that adds a package to the environment this program runs in."""
    if _is_borrowed():
        return f"uvx --from {_name_source()} --with {package} moot"
    python = Path(sys.executable)
    shown = shlex.quote(str(python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python))
    if find_spec("pip") is None:
        return f"uv pip install --python {shown} {package}"
    return f"{shown} -m pip install {package}"


def _is_borrowed() -> bool:
    """Say whether the environment is one that uvx made for this call only."""
    return any(part.startswith(_BORROWED) for part in Path(sys.prefix).parts)


def _name_source() -> str:
    """Name what this program was installed from: a file, or its name on the index."""
    with suppress(PackageNotFoundError, ValueError, LookupError):
        origin = json.loads(distribution("moot").read_text("direct_url.json") or "{}")
        if origin["url"].startswith("file:"):
            return shlex.quote(url2pathname(urlsplit(origin["url"]).path))
    return "moot"


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
