"""Bringing a store up to date: what changed is read, what is gone is forgotten, and a kill loses nothing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from moot.errors import InputError, StoreError
from moot.knowledge.documents import folders
from moot.knowledge.documents.index import open_index
from moot.knowledge.documents.ingestion import ingest_documents
from tests.knowledge.conftest import REFUNDS, Write

SCOPE = ("knowledge/", "processing/insights/")


def rows(store: Path) -> dict[str, list[tuple[str, str]]]:
    """Every chunk by document, with its id and its text."""
    with open_index(store) as index:
        numbers = [row[0] for row in index.connection.execute("SELECT id FROM chunks ORDER BY id")]
        found: dict[str, list[tuple[str, str]]] = {}
        for chunk in index.fetch(numbers):
            found.setdefault(chunk.locator, []).append((chunk.id, chunk.text))
        return found


def test_a_first_time(library: Path) -> None:
    """D-57: ids are the document's id and a number; a name that begins with an id keeps it."""
    done = ingest_documents(library, SCOPE)
    assert (done.documents, done.read, done.unchanged, done.removed, done.refused) == (3, 3, 0, 0, ())
    assert done.store == library / ".moot/knowledge.db"
    found = rows(done.store)
    assert [name for name, _ in found["processing/insights/CG001_sewa.txt"]] == ["CG001_001"]
    assert [name for name, _ in found["knowledge/refund_policy.md"]] == ["RP297_001", "RP297_002"]
    with open_index(done.store) as index:
        assert index.facts().languages == ("en", "id", "pt")


def test_unchanged_files_change_nothing(library: Path) -> None:
    first = ingest_documents(library, SCOPE)
    before = rows(first.store)
    again = ingest_documents(library, SCOPE)
    assert (again.read, again.unchanged, again.removed) == (0, 3, 0)
    assert rows(first.store) == before


def test_an_edited_file_replaces_its_own_chunks_only(library: Path, write: Write) -> None:
    before = rows(ingest_documents(library, SCOPE).store)
    write("knowledge/refund_policy.md", REFUNDS.replace("ten days", "twelve days") + "\n## New\n\nA third part.\n")
    done = ingest_documents(library, SCOPE)
    after = rows(done.store)
    assert (done.read, done.unchanged) == (1, 2)
    assert [name for name, _ in after["knowledge/refund_policy.md"]] == ["RP297_001", "RP297_002", "RP297_003"]
    assert "twelve days" in after["knowledge/refund_policy.md"][0][1]
    del before["knowledge/refund_policy.md"], after["knowledge/refund_policy.md"]
    assert after == before


def test_the_same_size_and_time_do_not_hide_a_change(library: Path, write: Write) -> None:
    path = library / "knowledge/refund_policy.md"
    ingest_documents(library, SCOPE)
    stamp = path.stat()
    write("knowledge/refund_policy.md", REFUNDS.replace("ten", "six"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert ingest_documents(library, SCOPE).read == 1


def test_a_touched_file_is_not_written_again(library: Path) -> None:
    ingest_documents(library, SCOPE)
    os.utime(library / "knowledge/refund_policy.md")
    assert ingest_documents(library, SCOPE).unchanged == 3


def test_a_removed_file_goes_with_its_folder(library: Path) -> None:
    done = ingest_documents(library, SCOPE)
    (library / "knowledge/loja/segunda_loja.md").unlink()
    (library / "processing/insights/CG001_sewa.txt").unlink()
    # Only the folder that is read again is compared.
    assert ingest_documents(library / "knowledge", SCOPE).removed == 1
    assert set(rows(done.store)) == {"knowledge/refund_policy.md", "processing/insights/CG001_sewa.txt"}
    (library / "processing/insights/other.txt").write_text("Something else.")
    assert ingest_documents(library, SCOPE).removed == 1


def test_a_file_that_cannot_be_read_any_more_keeps_what_it_was(library: Path, write: Write) -> None:
    """Nothing is lost by a slip: the old chunks stay, the line says so, and the others are read."""
    done = ingest_documents(library, SCOPE)
    before = rows(done.store)["knowledge/refund_policy.md"]
    write("knowledge/refund_policy.md", b"\x00broken")
    write("knowledge/new.txt", "A new text.")
    again = ingest_documents(library, SCOPE)
    assert again.read == 1
    assert [(each.path, each.reason) for each in again.refused] == [
        ("knowledge/refund_policy.md", "binary, not text; what was read before is kept")
    ]
    assert rows(done.store)["knowledge/refund_policy.md"] == before


def test_nothing_to_read(tmp_path: Path, write: Write) -> None:
    write("knowledge/a.zip", b"PK")
    done = ingest_documents(tmp_path, SCOPE)
    assert (done.documents, len(done.refused)) == (0, 1)


def test_too_many_chunks_are_refused(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moot.knowledge.documents.chunks._MAX_CHUNKS", 10)
    write("knowledge/many.md", "".join(f"# H{at}\n\ntext\n\n" for at in range(20)))
    write("knowledge/few.md", "# H\n\ntext\n")
    done = ingest_documents(tmp_path, SCOPE)
    assert (done.documents, [each.path for each in done.refused]) == (1, ["knowledge/many.md"])


def test_names_with_the_same_letters(tmp_path: Path, write: Write) -> None:
    """Ids differ however many names have the same initials, and do not depend on who came first."""
    for at in range(60):
        write(f"knowledge/{at}/customer_growth.md", f"Text {at}.")
    first = rows(ingest_documents(tmp_path, SCOPE).store)
    ids = {path: chunks[0][0] for path, chunks in first.items()}
    assert len(set(ids.values())) == 60
    assert all(name.startswith("CG") for name in ids.values())
    (tmp_path / ".moot/knowledge.db").unlink()
    (tmp_path / "knowledge/0/customer_growth.md").unlink()
    again = {path: chunks[0][0] for path, chunks in rows(ingest_documents(tmp_path, SCOPE).store).items()}
    moved = [path for path, name in again.items() if ids[path] != name]
    assert len(moved) <= 3  # only a shared number may go to another path


def test_a_folder_that_cannot_be_written(
    library: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = tmp_path_factory.mktemp("cache")
    monkeypatch.setattr(folders, "user_cache_path", lambda _: cache)
    monkeypatch.setattr(folders, "_is_writable", lambda *_: False)
    done = ingest_documents(library, SCOPE)
    assert done.store.parent == cache / "knowledge"
    assert not (library / ".moot").exists()
    assert done.documents == 3


def test_a_store_that_is_a_link_is_refused(library: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (library / ".moot").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    with pytest.raises(InputError, match="a link, which could lead anywhere"):
        ingest_documents(library, SCOPE)


@pytest.mark.parametrize(
    ("raw", "line"),
    [pytest.param(b"not a database" * 100, "cannot be used", id="another file"), pytest.param(b"", "", id="empty")],
)
def test_a_damaged_store(library: Path, raw: bytes, line: str) -> None:
    (library / ".moot").mkdir()
    (library / ".moot/knowledge.db").write_bytes(raw)
    if line:
        with pytest.raises(StoreError, match=line):
            ingest_documents(library, SCOPE)
    else:
        assert ingest_documents(library, SCOPE).documents == 3


def test_a_kill_in_the_middle_leaves_a_store_that_opens(tmp_path: Path, write: Write) -> None:
    """Kill -9 while documents are read: each is wholly there or not at all, and the next run goes on."""
    for at in range(150):
        write(
            f"knowledge/d{at:03d}.md",
            f"# Doc {at}\n\n" + "".join(f"Paragraph {n} about rents.\n\n" for n in range(300)),
        )
    code = f"from moot.knowledge import documents; documents.ingest_documents({str(tmp_path)!r}, ['knowledge/'])"
    process = subprocess.Popen([sys.executable, "-c", code])
    store = tmp_path / ".moot/knowledge.db"
    while process.poll() is None and (not store.exists() or rows_of(store) == 0):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    with open_index(store) as index:
        assert index.connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        written = index.known()
        assert 0 < len(written) < 150
        (counted,) = index.connection.execute("SELECT count(*) FROM chunks").fetchone()
        assert counted == sum(each.chunks for each in written.values())
    done = ingest_documents(tmp_path, SCOPE)
    assert (done.documents, done.unchanged) == (150, len(written))
    with open_index(store) as index:
        index.connection.execute("INSERT INTO stems(stems) VALUES('integrity-check')")


def rows_of(store: Path) -> int:
    """How many documents are written so far, as another process sees it."""
    try:
        with open_index(store) as index:
            return index.count()[0]
    except StoreError:
        return 0
