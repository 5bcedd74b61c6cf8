"""`moot ingest` and `moot run --knowledge`: documents on the command line."""

from pathlib import Path

import pytest

from tests.cli.program import Program, agree

QUESTION = "Should we change the refund policy?"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    root = tmp_path / "library"
    (root / "knowledge").mkdir(parents=True)
    (root / "knowledge/refund_policy.md").write_text("# Refunds\n\nThe finance committee approves large refunds.\n")
    (root / "knowledge/photo.jpg").write_bytes(b"\xff\xd8")
    return root


def test_a_folder_is_ingested(moot: Program, library: Path) -> None:
    """One line on stdout, one per refused file on stderr."""
    done = moot.plain("ingest", str(library))
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert "1 documents, 1 chunks in " in done.out
    assert "moot: reads knowledge/refund_policy.md" in done.err
    assert "moot: knowledge/photo.jpg: not a format that is read" in done.err
    again = moot.plain("ingest", str(library), "--quiet")
    assert "(0 read, 1 unchanged, 0 removed, 1 refused)" in again.out
    assert "reads" not in again.err.replace("that is read", "")


def test_json_is_one_document(moot: Program, library: Path) -> None:
    done = moot.plain("ingest", str(library), "--json", "-q")
    assert {key: done.document[key] for key in ("documents", "chunks", "read", "unchanged", "removed")} == {
        "documents": 1, "chunks": 1, "read": 1, "unchanged": 0, "removed": 0,
    }  # fmt: skip
    assert [each["path"] for each in done.document["refused"]] == ["knowledge/photo.jpg"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        pytest.param(["https://example.org"], "external sources are forbidden", id="D-55 W-D18 an address"),
        pytest.param(["nowhere"], "nowhere: no such folder", id="no such folder"),
        pytest.param(
            ["."], "documents are read from knowledge/, processing/insights/ below it", id="D-54 out of scope"
        ),
        pytest.param(["library", "--set", "rag.internal.scope=[notes/]"], "documents are read from notes/", id="X-19"),
        pytest.param(["empty"], "empty: no document in it could be read", id="nothing readable"),
        pytest.param(["library", "--profile", "conclav"], "conclave", id="unknown profile"),
        pytest.param([], "DIR", id="no folder"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(
    moot: Program, library: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], line: str
) -> None:
    monkeypatch.chdir(library.parent)
    (library.parent / "empty/knowledge").mkdir(parents=True)
    done = moot.plain("ingest", *arguments, "-q")
    assert (done.code, done.out) == (2, "")
    assert line in done.err
    assert done.err.count("\n") == 1


def test_a_run_brings_its_store_up_to_date(moot: Program, library: Path) -> None:
    """INTERFACES 2 --knowledge: what changed is read first, and agents look things up in it."""
    look = {"when": {"phase": "retrieve"}, "reply": {"queries": ["Who approves refunds?"]}}
    told, summed_up = agree()
    told["reply"]["claims"] = [{"id": "C1", "statement": "It is settled [RAG:RP297_001].", "kind": "fact"}]
    model = moot.script(look, told, summed_up)
    done = moot("run", QUESTION, "--knowledge", str(library), "--model", model, "--json", "-q", "--thread", "t")
    assert done.code == 0
    assert done.document["rag"]["succeeded"] == 4
    assert done.document["rag"]["chunks_cited"] == ["RP297_001"]
    (library / "knowledge/late.md").write_text("Refunds: who approves them is settled by the late rule.")
    again = moot("run", QUESTION, "--knowledge", str(library), "--model", model, "--json", "-q", "--thread", "u")
    rag = again.document["rag"]
    assert len({*rag["chunks_cited"], *rag["chunks_retrieved"]}) == 2
