"""Names the command by which this very program can be called again, from where it is installed."""

import json
import re
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

_COMMAND = re.compile(r"(?<![\w./-])moot(?= [a-z]+\b)")


def name_program() -> str:
    """Name the program as a shell here finds it: `moot`, or its path where no shell would find it.

    Whoever calls it from a program of their own knows where it is.
    """
    if _is_borrowed():
        return f"uvx --from {_name_source()} moot"
    called = Path(sys.argv[0])
    found = shutil.which("moot")
    if called.stem != "moot" or (found is not None and _is_same(Path(found), called)):
        return "moot"
    path = called.absolute()
    return shlex.quote(str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path))


def name_commands(text: str) -> str:
    """Write the commands that a sentence of ours names so that they can be typed here."""
    return _COMMAND.sub(lambda _: name_program(), text)


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
