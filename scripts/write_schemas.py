"""Write docs/schemas/: the JSON Schema of every record and of every --json output, from the models themselves."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from moot.cli.checkup import Checkup
from moot.cli.json_documents import (
    PROFILES,
    ExportedRecords,
    FoundConflicts,
    IngestedFolder,
    PrunedDebates,
    SaidDocument,
    WrittenReport,
)
from moot.state.protocol import Profile
from moot.views.records import CritiqueFile, DebateLogFile, DebateSummary, RoundFile
from moot.views.result import LISTED, Result

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "docs/schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

DOCUMENTS: dict[str, TypeAdapter[Any]] = {
    "result": TypeAdapter(Result),
    "debate_log": TypeAdapter(DebateLogFile),
    "debate_round": TypeAdapter(RoundFile),
    "critique_round": TypeAdapter(CritiqueFile),
    "debate_summary": TypeAdapter(DebateSummary),
    "list": LISTED,
    "profiles": PROFILES,
    "profile": TypeAdapter(Profile),
    "conflicts": TypeAdapter(FoundConflicts),
    "export": TypeAdapter(ExportedRecords),
    "report": TypeAdapter(WrittenReport),
    "say": TypeAdapter(SaidDocument),
    "ingest": TypeAdapter(IngestedFolder),
    "doctor": TypeAdapter(Checkup),
    "prune": TypeAdapter(PrunedDebates),
}
"""What is published, by file name: the records, and what each command prints with --json."""


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Write the schemas, or with --check say whether they are current."""
    parser = argparse.ArgumentParser(description="Publish the JSON Schemas of results and records.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when a schema is not current")
    options = parser.parse_args(arguments)
    folder = root / FOLDER
    schemas = {f"{name}.schema.json": render(adapter) for name, adapter in DOCUMENTS.items()}
    if options.check:
        stale = find_stale(folder, schemas)
        for name in stale:
            print(f"{FOLDER}/{name} is not current: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas.items():
        (folder / name).write_text(text, encoding="utf-8")
    return 0


def render(adapter: TypeAdapter[Any]) -> str:
    """One schema as a file; as documents are written, not as they are read."""
    schema = adapter.json_schema(by_alias=True, mode="serialization")
    return json.dumps({"$schema": DIALECT, **schema}, ensure_ascii=False, indent=2) + "\n"


def find_stale(folder: Path, schemas: dict[str, str]) -> list[str]:
    """Name the files that are missing, outdated, or nobody's."""
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.schema.json")}
    return sorted(name for name in found.keys() | schemas.keys() if found.get(name) != schemas.get(name))


if __name__ == "__main__":
    sys.exit(main())
