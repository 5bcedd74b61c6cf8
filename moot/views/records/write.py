"""Writes the records of a debate into a folder (INTERFACES 6), by writers that are found by name (INTERFACES 10).

Every file is written beside its place and then moved there, so a reader never sees half of one. Writing the same
debate again changes nothing. A folder tells one debate: files that an earlier debate left there, and that its own index
names, are removed. Nothing is written where a link would lead out of the folder.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from moot.catalogue import frame_language, speaking
from moot.errors import InputError
from moot.registry import Registry
from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.views.report import render_report
from moot.views.result import Result, name_seats, tell_state
from moot.views.terminal import write_report

SUMMARY_FILE = "debate_summary.json"

RecordFiles = Mapping[str, str | bytes]
"""Files by their names, which are plain: no folders."""


@dataclass(frozen=True)
class RecordWriter:
    """Turns a debate into files; it writes nothing itself."""

    render: Callable[[MultiAgentState, Result], RecordFiles]

    def __post_init__(self) -> None:
        if not callable(self.render):
            raise TypeError("a record writer is a callable that takes a state and a result and returns files by name")


RECORD_WRITERS: Registry[RecordWriter] = Registry(
    "record writer", "moot.records", RecordWriter, home="moot.views.records"
)
"""Every record writer; those that come with moot write for every debate."""


def render_json(value: Value) -> str:
    """Write a value as a JSON document for people and programs."""
    return f"{value.model_dump_json(indent=2)}\n"


@RECORD_WRITERS.register("report")
def render_reports(state: MultiAgentState, result: Result) -> RecordFiles:
    """Write the report for people, as text and as a page."""
    return {"report.txt": write_report(state, result), "report.html": render_report(result, state)}


@RECORD_WRITERS.register("result")
def render_result(state: MultiAgentState, result: Result) -> RecordFiles:
    """Write the result document."""
    del state  # the result was read off it
    return {"result.json": render_json(result)}


def render_records(state: MultiAgentState, result: Result) -> dict[str, str | bytes]:
    """Render every record by its file name, those of the profile's further writers last; nothing is written."""
    records: dict[str, str | bytes] = {}
    state = tell_state(name_seats(state))
    with speaking(frame_language(result.language), result.seat_titles):
        for name in RECORD_WRITERS.builtin_names():
            records |= RECORD_WRITERS.get(name).render(state, result)
        for name in dict.fromkeys(state["protocol"].profile.records.extra):
            if name not in RECORD_WRITERS.builtin_names():
                records |= _render_extra(name, state, result, records)
    return records


def _render_extra(name: str, state: MultiAgentState, result: Result, records: RecordFiles) -> RecordFiles:
    writer = RECORD_WRITERS.get(name)
    try:
        files = writer.render(state, result)
    except Exception as error:  # a plug-in can fail in any way; whoever named it learns how
        raise InputError(f"record writer {name!r} failed: {type(error).__name__}: {error}") from error
    for file in files:
        if Path(file).name != file or file.startswith("."):
            raise InputError(f"record writer {name!r}: {file!r} is no plain file name; return names without folders")
        if file in records:
            raise InputError(f"record writer {name!r}: {file} is already written by another one; choose another name")
    return files


def write_records(state: MultiAgentState, result: Result, folder: str | Path) -> tuple[Path, ...]:
    """Write every record of a debate and name the files, in a fixed order."""
    home, records = Path(folder), render_records(state, result)
    try:
        home.mkdir(parents=True, exist_ok=True)
        for name in records:
            _refuse_links(home, name)
        _remove_leftovers(home, set(records))
        for name, content in records.items():
            replace_file(home / name, content)
    except OSError as error:
        raise InputError(f"--out {home}: cannot be written: {error.strerror}; choose another folder") from error
    return tuple(home / name for name in sorted(records))


def _refuse_links(home: Path, name: str) -> None:
    path = home / name
    if path.is_symlink() and path.resolve().parent != home.resolve():
        raise InputError(f"{path}: is a link that leads out of the folder; remove it or choose another folder")


def replace_file(path: Path, content: str | bytes) -> None:
    """Replace a file at once or not at all; the same content leaves it alone."""
    data = content.encode() if isinstance(content, str) else content
    if path.is_file() and not path.is_symlink() and path.read_bytes() == data:
        return
    beside = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _remove_leftovers(home: Path, wanted: set[str]) -> None:
    """Remove the files of an earlier debate that its own index names."""
    for name in _indexed(home / SUMMARY_FILE) - wanted:
        path = home / name
        if path.is_file() and not path.is_symlink():
            path.unlink()


def _indexed(summary: Path) -> set[str]:
    if not summary.is_file():
        return set()
    try:
        lines = json.loads(summary.read_bytes())["logs_index"]
        names = {line["file"] for line in lines}
    except (ValueError, KeyError, TypeError):
        return set()
    # Only plain names of our own kind: an index that was tampered with removes nothing else.
    ours = ("debate_round", "critique_round")
    return {name for name in names if isinstance(name, str) and name.startswith(ours) and Path(name).name == name}
