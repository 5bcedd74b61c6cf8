"""Names the command by which this very program can be called again, from where it is installed."""

import json
import re
import shlex
import shutil
import sys
from contextlib import suppress
from contextvars import ContextVar
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

_BORROWED = ("archive-v", "environments-v")
"""How the folders begin in which uv keeps environments that nobody installed."""

_COMMAND = re.compile(r"(?<![\w./-])moot(?= (?:--)?[a-z]+\b)")
_STORE: ContextVar[str | None] = ContextVar("named_store", default=None)
"""The store that was named on the command line: a command for the same debate has to name it again."""


def name_store(url: str | None) -> None:
    """Have the commands that are named from here on say where their debate is kept; None where it need not be said."""
    _STORE.set(url)


def find_named_store() -> str | None:
    """Find the store that commands have to name."""
    return _STORE.get()


def name_program() -> str:
    """Name the program as a shell here finds it: `moot`, or its path where no shell would find it.

    Whoever calls it from a program of their own knows where it is.
    """
    if _is_borrowed():
        return f"uvx --from {shlex.quote(_find_source()[0])} moot"
    called = Path(sys.argv[0])
    if called.parts[-2:] == ("moot", "__main__.py"):
        called = Path(sys.executable).with_name("moot")
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
        return f"uvx --from {shlex.quote(_find_source()[0])} --with {package} moot"
    python = Path(sys.executable)
    shown = shlex.quote(str(python.relative_to(Path.cwd()) if python.is_relative_to(Path.cwd()) else python))
    if (Path(sys.prefix) / "pipx_metadata.json").exists():
        return f"pipx inject moot {package}"
    if find_spec("pip") is None:
        return f"uv pip install --python {shown} {package}"
    return f"{shown} -m pip install {package}"


def name_extra(extra: str) -> str:
    """Name the command that adds one of our own extras to the environment this program runs in."""
    source, editable = _find_source()
    return name_install(f"{'--editable ' * editable}{shlex.quote(f'{source}[{extra}]')}")


def name_program_with(package: str) -> str:
    """Name the command that adds a package and then runs the program."""
    return name_install(package) if _is_borrowed() else f"{name_install(package)} && {name_program()}"


def _is_borrowed() -> bool:
    """Say whether the environment is one that uvx made for this call only."""
    return any(part.startswith(_BORROWED) for part in Path(sys.prefix).parts)


def _find_source() -> tuple[str, bool]:
    """Find what this program was installed from, a file, a folder or its name on the index, and whether as a link."""
    with suppress(PackageNotFoundError, ValueError, LookupError):
        origin = json.loads(distribution("moot").read_text("direct_url.json") or "{}")
        if origin["url"].startswith("file:"):
            return url2pathname(urlsplit(origin["url"]).path), origin.get("dir_info", {}).get("editable", False)
    return "moot", False


def _is_same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()
