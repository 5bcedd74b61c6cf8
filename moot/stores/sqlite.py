"""Keeps debates in one SQLite file, shared by several processes (WAL): the default store.

Values are stored once, beside the checkpoints that hold them (see serializers.py).
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

from moot.errors import StoreError
from moot.state.budget import Intent
from moot.stores.base import Entry, Store, say_being_run, say_taken_over
from moot.stores.file_lock import FileLock
from moot.stores.sqlite_file import SqliteFile

_T = TypeVar("_T")

_INDEX = """
    CREATE TABLE IF NOT EXISTS moot_debates (
        thread TEXT PRIMARY KEY, created_at REAL NOT NULL, updated_at REAL NOT NULL, profile TEXT NOT NULL,
        status TEXT NOT NULL, question TEXT NOT NULL, reason TEXT NOT NULL, value_at_risk REAL, parent TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS moot_debates_by_status ON moot_debates (status, updated_at);
    CREATE INDEX IF NOT EXISTS moot_debates_by_time ON moot_debates (updated_at);
    CREATE TABLE IF NOT EXISTS moot_owners (thread TEXT PRIMARY KEY, epoch INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS moot_intents (
        thread TEXT NOT NULL, place INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (thread, place)
    ) WITHOUT ROWID;
"""


class SqliteStore(Store):
    """Keeps debates in a file; a file lock per debate ends with its process, even by kill -9."""

    def __init__(self, url: str, path: Path) -> None:
        super().__init__(url)
        self.path = path
        self._file = SqliteFile(path, self.serde, _INDEX)

    async def connect(self) -> None:
        """Open the file now."""
        await self._file.quickly(lambda _: None)

    async def aclose(self) -> None:
        """Close the file; the next call opens it again."""
        await self._file.close()

    # The checkpointer's interface.

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint."""
        return await self._file.quickly(lambda saver: saver.get_tuple(config))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """List checkpoints, newest first."""
        for item in await self._file.apart(
            lambda saver: [*saver.list(config, filter=filter, before=before, limit=limit)]
        ):
            yield item

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint."""
        debate = _debate(config)
        return await self._file.quickly(
            self._owned(debate, lambda saver: saver.put(config, checkpoint, metadata, new_versions)), debate
        )

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned."""
        debate = _debate(config)
        await self._file.quickly(
            self._owned(debate, lambda saver: saver.put_writes(config, writes, task_id, task_path)), debate
        )

    async def adelete_thread(self, thread_id: str) -> None:
        """Delete every checkpoint of a thread."""
        await self._file.apart(lambda saver: saver.delete_thread(thread_id))

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint without an event loop."""
        return self._file.plainly(lambda saver: saver.get_tuple(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,  # noqa: A002  # the name is the interface's
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """List checkpoints without an event loop."""
        return iter(self._file.plainly(lambda saver: [*saver.list(config, filter=filter, before=before, limit=limit)]))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Write a checkpoint without an event loop."""
        return self._file.plainly(lambda saver: saver.put(config, checkpoint, metadata, new_versions), _debate(config))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Write what one finished task returned, without an event loop."""
        self._file.plainly(lambda saver: saver.put_writes(config, writes, task_id, task_path), _debate(config))

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
        finally:
            self._epochs.pop(thread, None)
            lock.release()
            self._file.release(thread)

    async def _begin_epoch(self, thread: str) -> None:
        """Begin to drive a debate: from now on whoever drove it before can store nothing."""
        rows = await self._execute(
            "INSERT INTO moot_owners VALUES (?, 1) "
            "ON CONFLICT (thread) DO UPDATE SET epoch = epoch + 1 RETURNING epoch",
            (thread,),
        )
        self._epochs[thread] = rows[0][0]

    def _owned(self, thread: str, work: Callable[[SqliteSaver], _T]) -> Callable[[SqliteSaver], _T]:
        """Let work be done only while the debate is ours: checked and done in one transaction."""
        epoch = self._epochs.get(thread)
        if epoch is None:
            return work

        def checked(saver: SqliteSaver) -> _T:
            # A statement that writes, so that nobody can begin another epoch before the work is done.
            ours = saver.conn.execute(
                "UPDATE moot_owners SET epoch = ? WHERE thread = ? AND epoch = ?", (epoch, thread, epoch)
            )
            if not ours.rowcount:
                saver.conn.rollback()
                raise StoreError(say_taken_over(thread))
            return work(saver)

        return checked

    async def is_held(self, thread: str) -> bool:
        """Say whether some process holds the lock."""
        return self._lock(thread).is_taken()

    async def note(self, entry: Entry) -> None:
        """Add a debate to the index or replace its entry."""
        await self._execute(
            "INSERT OR REPLACE INTO moot_debates VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (entry.thread, entry.created_at, entry.updated_at, entry.profile, entry.status, entry.question,
             entry.reason, entry.value_at_risk, entry.parent),
            owner=entry.thread,
        )  # fmt: skip

    async def entry(self, thread: str) -> Entry | None:
        """Read the index entry of one debate."""
        rows = await self._execute("SELECT * FROM moot_debates WHERE thread = ?", (thread,))
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
        rows = await self._execute(
            f"SELECT * FROM moot_debates WHERE {' AND '.join(where)} ORDER BY updated_at DESC, thread LIMIT ? OFFSET ?",  # noqa: S608  # only our own words are joined in
            (*values, limit, offset),
        )
        return [Entry(*row) for row in rows]

    async def journal(self, thread: str, intents: Sequence[Intent]) -> None:
        """Write requests down, in one transaction."""
        rows = [(thread, thread, intent.model_dump_json()) for intent in intents]

        def write(saver: SqliteSaver) -> None:
            with saver.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO moot_intents SELECT ?, "
                    "(SELECT coalesce(max(place), 0) + 1 FROM moot_intents WHERE thread = ?), ?",
                    rows,
                )

        await self._file.quickly(self._owned(thread, write))

    async def journaled(self, thread: str) -> Sequence[Intent]:
        """Read the requests of a debate."""
        rows = await self._execute("SELECT body FROM moot_intents WHERE thread = ? ORDER BY place", (thread,))
        return [Intent.model_validate_json(body) for (body,) in rows]

    async def forget(self, thread: str) -> None:
        """Remove a debate."""
        async with self.hold(thread):
            await self.adelete_thread(thread)
            await self._execute("DELETE FROM moot_parts WHERE thread_id = ?", (thread,))
            await self._execute("DELETE FROM moot_intents WHERE thread = ?", (thread,))
            await self._execute("DELETE FROM moot_owners WHERE thread = ?", (thread,))
            await self._execute("DELETE FROM moot_debates WHERE thread = ?", (thread,))
            self._lock(thread).remove()

    async def _execute(self, statement: str, values: Sequence[Any] = (), owner: str = "") -> Sequence[Any]:
        def execute(saver: SqliteSaver) -> Sequence[Any]:
            with saver.cursor() as cursor:
                return cursor.execute(statement, values).fetchall()

        return await self._file.quickly(self._owned(owner, execute))

    def _lock(self, thread: str) -> FileLock:
        name = hashlib.sha256(thread.encode()).hexdigest()[:32]
        return FileLock(self.path.with_name(f"{self.path.name}.locks") / f"{name}.lock")


def _debate(config: RunnableConfig) -> str:
    return str(config["configurable"]["thread_id"])
