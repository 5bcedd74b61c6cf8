"""Removes checkpoints from a SQLite file, and the values that no other checkpoint holds."""

from collections.abc import Sequence

from langgraph.checkpoint.sqlite import SqliteSaver

from moot.stores.serializers import PartsSerializer

_ORPHANED = """
    DELETE FROM writes WHERE thread_id = ? AND NOT EXISTS (
        SELECT 1 FROM checkpoints c WHERE c.thread_id = writes.thread_id
        AND c.checkpoint_ns = writes.checkpoint_ns AND c.checkpoint_id = writes.checkpoint_id
    )
"""
_MADE_BY = "json_extract(CAST(metadata AS TEXT), '$.run_id')"
_OLDER = """
    DELETE FROM checkpoints WHERE thread_id = ? AND checkpoint_id < (
        SELECT max(c.checkpoint_id) FROM checkpoints c
        WHERE c.thread_id = checkpoints.thread_id AND c.checkpoint_ns = checkpoints.checkpoint_ns
    )
"""


def remove_thread(saver: SqliteSaver, thread: str) -> None:
    """Remove all checkpoints of a thread, with their values."""
    saver.delete_thread(thread)
    saver.conn.execute("DELETE FROM moot_parts WHERE thread_id = ?", (thread,))


def find_threads_of_runs(saver: SqliteSaver, runs: Sequence[str]) -> Sequence[str]:
    """Find the threads in which these runs made checkpoints."""
    statement = f"SELECT DISTINCT thread_id FROM checkpoints WHERE {_MADE_BY} = ?"  # noqa: S608  # our own words
    return sorted({thread for run in runs for (thread,) in saver.conn.execute(statement, (run,)).fetchall()})


def remove_runs(saver: SqliteSaver, thread: str, runs: Sequence[str]) -> None:
    """Remove the checkpoints that these runs made in a thread."""
    statement = f"DELETE FROM checkpoints WHERE thread_id = ? AND {_MADE_BY} = ?"  # noqa: S608  # our own words
    for run in runs:
        saver.conn.execute(statement, (thread, run))
    _remove_orphans(saver, thread)


def prune_thread(saver: SqliteSaver, thread: str) -> None:
    """Remove all but the latest checkpoint of every namespace of a thread."""
    saver.conn.execute(_OLDER, (thread,))
    _remove_orphans(saver, thread)


def _remove_orphans(saver: SqliteSaver, thread: str) -> None:
    """Remove what belonged to checkpoints that are gone."""
    saver.conn.execute(_ORPHANED, (thread,))
    parts = saver.serde
    assert isinstance(parts, PartsSerializer)  # noqa: S101  # the file makes no other
    rows = saver.conn.execute("SELECT type, checkpoint FROM checkpoints WHERE thread_id = ?", (thread,)).fetchall()
    rows += saver.conn.execute("SELECT type, value FROM writes WHERE thread_id = ?", (thread,)).fetchall()
    held = {digest for row in rows for digest in parts.list_parts(row)}
    stored = saver.conn.execute("SELECT digest FROM moot_parts WHERE thread_id = ?", (thread,)).fetchall()
    gone = [(thread, digest) for (digest,) in stored if digest not in held]
    saver.conn.executemany("DELETE FROM moot_parts WHERE thread_id = ? AND digest = ?", gone)
