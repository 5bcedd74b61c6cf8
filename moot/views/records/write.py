"""Writes the records of a debate into a folder (INTERFACES 6).

Every file is written beside its place and then moved there, so a reader never sees half of one. Writing the same
debate again changes nothing. A folder tells one debate: files that an earlier debate left there, and that its own index
names, are removed. Nothing is written where a link would lead out of the folder.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from moot.errors import InputError
from moot.state.base import Value
from moot.state.debate import MultiAgentState
from moot.views.records.debate_log import project_log, render_log
from moot.views.records.round_files import project_critiques, project_rounds
from moot.views.records.summary import project_summary
from moot.views.report import page as report_html
from moot.views.result import Result
from moot.views.text import report as report_text

SUMMARY = "debate_summary.json"


def render_records(state: MultiAgentState, result: Result) -> dict[str, str]:
    """The text of every record by its file name; nothing is written."""
    files: Mapping[str, Value] = {**project_rounds(state), **project_critiques(state)}
    return {
        **{name: render_json(file) for name, file in files.items()},
        SUMMARY: render_json(project_summary(state, result)),
        "debate_log.yaml": render_log(project_log(state, result)),
        "report.html": report_html.render_report(result, state),
        "report.txt": report_text.render_report(state, result),
        "result.json": render_json(result),
    }


def render_json(value: Value) -> str:
    """A value as a JSON document for people and programs."""
    return f"{value.model_dump_json(indent=2)}\n"


def write_records(state: MultiAgentState, result: Result, folder: str | Path) -> tuple[Path, ...]:
    """Write every record of a debate and name the files, in a fixed order."""
    home, records = Path(folder), render_records(state, result)
    try:
        home.mkdir(parents=True, exist_ok=True)
        for name in records:
            _refuse_links(home, name)
        _remove_leftovers(home, set(records))
        for name, text in records.items():
            replace_file(home / name, text)
    except OSError as error:
        raise InputError(f"--out {home}: cannot be written: {error.strerror}; choose another folder") from error
    return tuple(home / name for name in sorted(records))


def _refuse_links(home: Path, name: str) -> None:
    path = home / name
    if path.is_symlink() and path.resolve().parent != home.resolve():
        raise InputError(f"{path}: is a link that leads out of the folder; remove it or choose another folder")


def replace_file(path: Path, text: str) -> None:
    """Write a text in the place of a file, at once or not at all; the same text leaves the file alone."""
    data = text.encode()
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
    for name in _indexed(home / SUMMARY) - wanted:
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
