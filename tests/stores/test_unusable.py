"""A store that cannot be used says so in one line, before anything is paid for."""

import os
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint

from moot.errors import MootError, StoreError, UsageError
from moot.stores import RUNNING, Entry, open_store
from moot.stores.open import default_url
from tests.support.postgres import PostgresServer


def one_line(error: MootError) -> str:
    text = str(error)
    assert "\n" not in text
    return text


async def fail_to_open(url: str) -> str:
    with pytest.raises(StoreError) as caught:
        async with open_store(url):
            pass
    return one_line(caught.value)


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = await fail_to_open(f"sqlite:///{tmp_path}/file/debates.db")
    assert str(tmp_path / "file" / "debates.db") in told
    assert "--store" in told


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, this is not a database. " * 100)
    told = await fail_to_open(f"sqlite:///{path}")
    assert "file is not a database" in told
    assert path.read_text().startswith("Dear Sir")


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder that we may read and not write: root gives up its rights for as long as the test lasts."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield folder
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o700)


def _protect(path: Path) -> None:
    path.chmod(0o444)
    path.parent.chmod(0o555)
    if os.getuid() == 0:
        os.seteuid(65534)


async def test_a_store_that_may_not_be_written_can_be_read(nobody: Path) -> None:
    path = nobody / "debates.db"
    async with open_store(f"sqlite:///{path}") as store:
        await store.note(Entry("one", 1.0, 1.0, "conclave", RUNNING, "Should we?"))
    _protect(path)
    async with open_store(f"sqlite:///{path}") as store:
        assert [entry.thread for entry in await store.entries()] == ["one"]
        assert not await store.is_held("one")
        with pytest.raises(StoreError, match="readonly") as caught:
            await store.note(Entry("two", 1.0, 1.0, "conclave", RUNNING, "Should we?"))
        one_line(caught.value)
        with pytest.raises(StoreError, match="cannot be locked"):
            async with store.hold("one"):
                pass


async def test_a_new_store_is_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "new" / "debates.db"
    async with open_store(f"sqlite:///{path}") as store, store.hold("one"):
        modes = [entry.stat().st_mode & 0o777 for entry in (path, path.parent, path.with_name("debates.db.locks"))]
        wal = path.with_name("debates.db-wal").stat().st_mode & 0o777
    assert (modes, wal) == ([0o600, 0o700, 0o700], 0o600)


@pytest.mark.parametrize("damage", ["checkpoint = x'00ff00ff'", "type = 'nonsense'", "metadata = '{'"])
async def test_a_damaged_row(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "debates.db"
    async with open_store(f"sqlite:///{path}") as store:
        config: Any = {"configurable": {"thread_id": "one", "checkpoint_ns": ""}}
        await store.aput(config, empty_checkpoint(), {}, {})
        with sqlite3.connect(path) as connection:
            connection.execute(f"UPDATE checkpoints SET {damage}")
        with pytest.raises(StoreError, match="cannot be read") as caught:
            await store.aget_tuple(config)
        one_line(caught.value)


async def test_a_damaged_row_of_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "debates.db"
    async with open_store(f"sqlite:///{path}") as store:
        with sqlite3.connect(path) as connection:
            connection.execute("INSERT INTO moot_intents (thread, place, body) VALUES ('one', 1, '{')")
            connection.execute("INSERT INTO moot_remarks (thread, body) VALUES ('one', '[]')")
        for read in (store.journaled, store.remarks):
            with pytest.raises(StoreError, match="cannot be read") as caught:
                await read("one")
            one_line(caught.value)


async def test_a_damaged_row_on_postgres(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    async with open_store(url) as store:
        config: Any = {"configurable": {"thread_id": "one", "checkpoint_ns": ""}}
        await store.aput(config, empty_checkpoint(), {}, {})
        assert await store.aget_tuple(config) is not None
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("UPDATE checkpoints SET checkpoint = '[1]'")
        with pytest.raises(StoreError, match="cannot be read") as caught:
            await store.aget_tuple(config)
        one_line(caught.value)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place where nobody may write")
async def test_a_place_where_nobody_may_write() -> None:
    assert "/proc/debates.db" in await fail_to_open("sqlite:////proc/debates.db")


async def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "debates.db"
    async with open_store(f"sqlite:///{path}"):
        pass
    damaged = bytearray(path.read_bytes())
    damaged[100:3000] = b"\xff" * 2900
    path.write_bytes(damaged)
    assert "malformed" in await fail_to_open(f"sqlite:///{path}")


async def test_a_lock_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "debates.db.locks").touch()
    async with open_store(f"sqlite:///{tmp_path}/debates.db") as store:
        with pytest.raises(StoreError, match="cannot be locked") as caught:
            async with store.hold("one"):
                pass
        one_line(caught.value)


async def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        told = await fail_to_open(f"postgresql://somebody:hunter2@127.0.0.1:{port}/debates")
    assert "refused" in told
    assert "hunter2" not in told


async def test_no_such_database(postgres: PostgresServer) -> None:
    assert '"nowhere" does not exist' in await fail_to_open(postgres.url("nowhere"))


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("postgresql://me:hunter2@127.0.0.1:port/debates", id="a port that is no number"),
        pytest.param("postgresql://me:hunter2@127.0.0.1/debates?nonsense=1", id="an option nobody knows"),
    ],
)
async def test_an_address_nobody_can_read(url: str) -> None:
    told = await fail_to_open(url)
    assert "hunter2" not in told
    assert "--store" in told


async def test_the_database_goes_away_while_we_use_it(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moot.stores.postgres._PATIENCE", 1)
    url = postgres.new_database()
    store = open_store(url)
    await store.connect()
    postgres.drop(url)
    with pytest.raises(StoreError, match="Postgres does not answer") as caught:
        await store.entries()
    one_line(caught.value)
    with pytest.raises(StoreError, match="does not exist"):
        async with store.hold("one"):
            pass
    await store.aclose()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        pytest.param("sqlite:///", "name a file", id="no file"),
        pytest.param("sqlite:///{folder}", "name a file", id="a folder"),
        pytest.param("mysql://me:hunter2@host/x", "memory:, sqlite:///", id="another kind"),
        pytest.param("debates.db", "memory:, sqlite:///", id="a bare path"),
    ],
)
def test_a_url_we_do_not_understand(url: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        open_store(url.format(folder=tmp_path))
    assert "hunter2" not in one_line(caught.value)


def test_the_default_is_a_file_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("moot.db")
    assert open_store().url == default_url()


@pytest.mark.parametrize("damage", ["metadata = 'null'", "metadata = '[1]'", "type = 'null'"])
async def test_a_row_that_can_be_unpacked_and_is_no_checkpoint(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "debates.db"
    async with open_store(f"sqlite:///{path}") as store:
        config: Any = {"configurable": {"thread_id": "one", "checkpoint_ns": ""}}
        await store.aput(config, empty_checkpoint(), {}, {})
        with sqlite3.connect(path) as connection:
            connection.execute(f"UPDATE checkpoints SET {damage}")
        with pytest.raises(StoreError, match="cannot be read") as caught:
            await store.aget_tuple(config)
        one_line(caught.value)
        with pytest.raises(StoreError, match="cannot be read"):
            [item async for item in store.alist(config)]


@pytest.mark.parametrize("damage", ["updated_at = x'00'", "question = x'ff'", "status = 'a', value_at_risk = 'much'"])
async def test_a_damaged_line_of_the_index(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "debates.db"
    async with open_store(f"sqlite:///{path}") as store:
        await store.note(Entry("one", 1.0, 1.0, "conclave", RUNNING, "Should we?"))
        with sqlite3.connect(path) as connection:
            connection.execute(f"UPDATE moot_debates SET {damage}")
        with pytest.raises(StoreError, match="the line of one in the index") as caught:
            await store.entries()
        one_line(caught.value)
