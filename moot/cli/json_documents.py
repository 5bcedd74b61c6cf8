"""Declares what the commands print with --json where it is not the result document; each is published as a schema."""

from typing import Literal

from pydantic import TypeAdapter

from moot.state.base import Texts, Value
from moot.state.conflicts import ConflictReport, ConsensusResult
from moot.state.remarks import Remark


class ExportedRecords(Value):
    """`moot export`: which files were written."""

    thread_id: str
    folder: str
    files: Texts


class WrittenReport(Value):
    """`moot report`: where the page is."""

    thread_id: str
    file: str


class SaidDocument(Value):
    """`moot say`: what was said, and what becomes of it."""

    thread_id: str
    fate: Literal["heard", "heard_next", "waits_for_person", "waits_for_resume", "not_heard"]
    status: str
    remark: Remark


class PrunedDebates(Value):
    """`moot prune`: which debates are forgotten, or would be."""

    pruned: Texts
    dry_run: bool


class ListedProfile(Value):
    """One line of `moot profiles`."""

    name: str
    title: str
    seats: Texts


class FoundConflicts(Value):
    """`moot conflicts`: what contradicts what, and how it was settled; null when nothing needs it."""

    conflict_report: ConflictReport
    consensus_results: tuple[ConsensusResult, ...] | None


class RefusedFile(Value):
    """A file that was not read, and why."""

    path: str
    reason: str


class IngestedFolder(Value):
    """`moot ingest`: what became of a folder."""

    root: str
    store: str
    documents: int
    """How many there are in the store now."""
    chunks: int
    read: int
    unchanged: int
    removed: int
    bytes: int
    seconds: float
    refused: tuple[RefusedFile, ...]


PROFILES = TypeAdapter(tuple[ListedProfile, ...])
"""The whole list of profiles."""
