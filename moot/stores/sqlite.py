"""Keeps debates in one SQLite file, shared by several processes (WAL): the default store.

Values are stored once, beside the checkpoints that hold them (see serializers.py).
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

from moot.errors import StoreError
from moot.state.budget import Intent
from moot.state.remarks import Remark
from moot.stores.base import (
    Entry,
    Store,
    check_form,
    draw_first_epoch,
    read_entry,
    read_rows,
    say_being_run,
    say_taken_over,
)
from moot.stores.file_lock import FileLock
from moot.stores.former_waves import lead_to_ballot
from moot.stores.sqlite_file import SqliteFile
from moot.stores.sqlite_pruning import find_threads_of_runs, prune_thread, remove_runs, remove_thread
from moot.stores.steps import HeldStep

_T = TypeVar("_T")

_INDEX = """
    CREATE TABLE IF NOT EXISTS moot_debates (
        thread TEXT PRIMARY KEY, created_at REAL NOT NULL, updated_at REAL NOT NULL, profile TEXT NOT NULL,
        status TEXT NOT NULL, question TEXT NOT NULL, reason TEXT NOT NULL, value_at_risk REAL, parent TEXT NOT NULL
    );
    DROP INDEX IF EXISTS moot_debates_by_status;
    DROP INDEX IF EXISTS moot_debates_by_time;
    CREATE INDEX IF NOT EXISTS moot_debates_newest ON moot_debates (updated_at DESC, thread);
    CREATE INDEX IF NOT EXISTS moot_debates_newest_of_status ON moot_debates (status, updated_at DESC, thread);
    CREATE TABLE IF NOT EXISTS moot_owners (thread TEXT PRIMARY KEY, epoch INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS moot_intents (
        thread TEXT NOT NULL, place INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (thread, place)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS moot_remarks (place INTEGER PRIMARY KEY, thread TEXT NOT NULL, body TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS moot_remarks_by_thread ON moot_remarks (thread, place);
"""


class SqliteStore(Store):
    """Keeps debates in a file; a file lock per debate ends with its process, even by kill -9."""

    def __init__(self, url: str, path: Path) -> None:
        super().__init__(url)
        self.path = path
        self._file = SqliteFile(path, self.serde, _INDEX)
        self._knows_remarks = False

    async def connect(self) -> None:
        """Open the file now."""
        await self._file.read(lambda _: None)

    async def aclose(self) -> None:
        """Close the file; the next call opens it again."""
        await self._file.close()

    # The checkpointer's interface.

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint."""
        await self._store_steps(_debate(config))
        return await self._file.read(lambda saver: _get(saver, config))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """List checkpoints, newest first."""
        for thread in self._steps.threads if config is None else (_debate(config),):
            await self._store_steps(thread)
        for item in await self._file.apart(
            lambda saver: [*saver.list(config, filter=filter, before=before, limit=limit)]
        ):
            yield lead_to_ballot(check_form(item))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint, or hold it back while nothing paid depends on it."""
        if self._may_hold_back(config, metadata):
            return self._steps.put(config, checkpoint, metadata, new_versions)
        return await self._write(_debate(config), lambda saver: saver.put(config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned, or hold it back with its checkpoint."""
        if not self._steps.put_writes(config, writes, task_id, task_path):
            await self._write(_debate(config), lambda saver: saver.put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        self._steps.take(thread_id)
        await self._file.apart(self._owned(thread_id, (), lambda saver: remove_thread(saver, thread_id)))
        self._file.release(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Delete every checkpoint that certain runs made."""
        for thread in self._steps.threads:
            await self._store_steps(thread)
        for thread in await self._file.apart(lambda saver: find_threads_of_runs(saver, run_ids)):
            work = partial(remove_runs, thread=thread, runs=run_ids)
            await self._file.apart(self._owned(thread, (), work), thread)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Keep only the latest checkpoint of every namespace of these threads, or none."""
        for thread in thread_ids:
            if strategy == "delete":
                await self.adelete_thread(thread)
                continue
            await self._store_steps(thread)
            await self._file.apart(self._owned(thread, (), partial(prune_thread, thread=thread)))
            self._file.release(thread)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint without an event loop."""
        return self._write_plainly(_debate(config), lambda saver: _get(saver, config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """List checkpoints without an event loop."""
        for thread in self._steps.threads if config is None else (_debate(config),):
            self._write_plainly(thread, lambda _: None)
        found = self._file.plainly(lambda saver: [*saver.list(config, filter=filter, before=before, limit=limit)])
        return (lead_to_ballot(check_form(item)) for item in found)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint without an event loop."""
        return self._write_plainly(_debate(config), lambda saver: saver.put(config, checkpoint, metadata, new_versions))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned, without an event loop."""
        self._write_plainly(_debate(config), lambda saver: saver.put_writes(config, writes, task_id, task_path))

    async def _write(self, thread: str, work: Callable[[SqliteSaver], _T]) -> _T:
        """Write something of a debate, with what is held back of it, as long as the debate is ours."""
        done = await self._file.write(self._owned(thread, self._steps.take(thread), work), thread)
        if thread not in self._epochs:
            # Nobody tells us when it ends, so each write is the last one that may be waited for.
            await self._file.sync.reach(self._file.sync.mark)
        return done

    def _write_plainly(self, thread: str, work: Callable[[SqliteSaver], _T]) -> _T:
        return self._file.plainly(self._owned(thread, self._steps.take(thread), work), thread)

    async def _store_steps(self, thread: str) -> None:
        """Write what is held back of a debate."""
        if thread in self._steps:
            await self._write(thread, lambda _: None)

    # The index and the one driver.

    @asynccontextmanager
    async def hold(self, thread: str) -> AsyncIterator[None]:
        """Drive one debate alone, by a lock the system releases when the process ends."""
        lock = self._lock(thread)
        if not await lock.take():
            raise StoreError(say_being_run(thread))
        try:
            await self._begin_epoch(thread)
            yield
            await self._file.sync.reach(self._file.sync.mark)
        finally:
            # Whatever stopped the run: what it made since the last answer is worth keeping, and costs nothing if not.
            with suppress(StoreError):
                await self._store_steps(thread)
            self._epochs.pop(thread, None)
            lock.release()
            self._file.release(thread)

    async def _begin_epoch(self, thread: str) -> None:
        """Begin to drive a debate: from now on whoever drove it before can store nothing."""
        statement = (
            "INSERT INTO moot_owners VALUES (?, ?) ON CONFLICT (thread) DO UPDATE SET epoch = epoch + 1 RETURNING epoch"
        )
        values = (thread, draw_first_epoch())
        rows = await self._file.write(lambda saver: saver.conn.execute(statement, values).fetchall())
        self._epochs[thread] = rows[0][0]

    def _owned(
        self, thread: str, steps: Sequence[HeldStep], work: Callable[[SqliteSaver], _T]
    ) -> Callable[[SqliteSaver], _T]:
        """Let work be done only while the debate is ours, after what was held back: all in one transaction."""
        epoch = self._epochs.get(thread)
        if epoch is None:
            return work

        def checked(saver: SqliteSaver) -> _T:
            # A statement that writes, so that nobody can begin another epoch before the work is done.
            ours = saver.conn.execute(
                "UPDATE moot_owners SET epoch = ? WHERE thread = ? AND epoch = ?", (epoch, thread, epoch)
            )
            if not ours.rowcount:
                raise StoreError(say_taken_over(thread))
            for step in steps:
                saver.put(step.config, step.checkpoint, step.metadata, step.versions)
                for each in step.writes:
                    saver.put_writes(each.config, each.writes, each.task_id, each.task_path)
            return work(saver)

        return checked

    async def is_held(self, thread: str) -> bool:
        """Say whether some process holds the lock."""
        return self._lock(thread).is_taken()

    async def note(self, entry: Entry) -> None:
        """Add a debate to the index or replace its entry."""
        values = (entry.thread, entry.created_at, entry.updated_at, entry.profile, entry.status, entry.question,
                  entry.reason, entry.value_at_risk, entry.parent)  # fmt: skip
        statement = "INSERT OR REPLACE INTO moot_debates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        await self._write(entry.thread, lambda saver: saver.conn.execute(statement, values).close())

    async def entry(self, thread: str) -> Entry | None:
        """Read the index entry of one debate."""
        rows = await self._fetch("SELECT * FROM moot_debates WHERE thread = ?", (thread,))
        return Entry(*rows[0]) if rows else None

    async def entries(
        self, *, statuses: Sequence[str] = (), search: str = "", limit: int = 100, offset: int = 0
    ) -> Sequence[Entry]:
        """List debates, the newest first."""
        where: Sequence[str] = ("1",)
        values: Sequence[Any] = ()
        if statuses:
            where = (*where, f"status IN ({', '.join('?' * len(statuses))})")
            values = (*values, *statuses)
        if search:
            where = (*where, "(instr(casefold(question), casefold(?)) OR instr(casefold(thread), casefold(?)))")
            values = (*values, search, search)
        rows = await self._fetch(
            # The page is found in the index alone; only its own lines are read.
            f"SELECT * FROM moot_debates WHERE thread IN (SELECT thread FROM moot_debates WHERE {' AND '.join(where)} "  # noqa: S608  # only our own words are joined in
            "ORDER BY updated_at DESC, thread LIMIT ? OFFSET ?) ORDER BY updated_at DESC, thread",
            (*values, limit, offset),
        )
        return [read_entry(row) for row in rows]

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        """Write requests down, in one transaction."""
        rows = [(thread, thread, intent.model_dump_json()) for intent in intents]

        def write(saver: SqliteSaver) -> None:
            saver.conn.executemany(
                "INSERT INTO moot_intents SELECT ?, "
                "(SELECT coalesce(max(place), 0) + 1 FROM moot_intents WHERE thread = ?), ?",
                rows,
            )

        known = self._file.sync.mark
        await self._write(thread, write)
        # What leads to these requests is on the disk before they are sent.
        await self._file.sync.reach(known)

    async def journaled(self, thread: str) -> Sequence[Intent]:
        """Read the requests of a debate."""
        rows = await self._fetch("SELECT body FROM moot_intents WHERE thread = ? ORDER BY place", (thread,))
        return read_rows(Intent, (body for (body,) in rows))

    async def add_remark(self, thread: str, remark: Remark) -> None:
        """Keep what a person says to a debate; whoever drives it needs not agree."""
        await self._execute("INSERT INTO moot_remarks (thread, body) VALUES (?, ?)", (thread, remark.model_dump_json()))

    async def remarks(self, thread: str) -> Sequence[Remark]:
        """Read everything that was said to a debate."""
        # A file of an earlier version that may only be read has no such table. Every step before a wave asks.
        self._knows_remarks = self._knows_remarks or bool(
            await self._fetch("SELECT 1 FROM sqlite_master WHERE name = 'moot_remarks'")
        )
        if not self._knows_remarks:
            return ()
        rows = await self._fetch("SELECT body FROM moot_remarks WHERE thread = ? ORDER BY place", (thread,))
        return read_rows(Remark, (body for (body,) in rows))

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self.adelete_thread(thread)
            await self._execute("DELETE FROM moot_intents WHERE thread = ?", (thread,))
            await self._execute("DELETE FROM moot_remarks WHERE thread = ?", (thread,))
            await self._execute("DELETE FROM moot_owners WHERE thread = ?", (thread,))
            await self._execute("DELETE FROM moot_debates WHERE thread = ?", (thread,))
            self._lock(thread).remove()

    async def _execute(self, statement: str, values: Sequence[Any] = ()) -> None:
        await self._file.write(lambda saver: saver.conn.execute(statement, values).close())

    async def _fetch(self, statement: str, values: Sequence[Any] = ()) -> Sequence[Any]:
        return await self._file.read(lambda saver: saver.conn.execute(statement, values).fetchall())

    def _lock(self, thread: str) -> FileLock:
        name = hashlib.sha256(thread.encode()).hexdigest()[:32]
        return FileLock(self.path.with_name(f"{self.path.name}.locks") / f"{name}.lock")


def _get(saver: SqliteSaver, config: RunnableConfig) -> CheckpointTuple | None:
    found = saver.get_tuple(config)
    return None if found is None else lead_to_ballot(check_form(found))


def _debate(config: RunnableConfig) -> str:
    return str(config["configurable"]["thread_id"])
