"""Which files are documents, and what is refused: other folders, links that lead out, addresses."""

import os
from pathlib import Path

import pytest

from moot.errors import InputError
from moot.knowledge.documents.folders import list_documents, locate_documents
from tests.knowledge.conftest import Write

SCOPE = ("knowledge/", "processing/insights/")


def test_two_folders_by_default(library: Path, write: Write) -> None:
    """D-54, X-19: knowledge/ and processing/insights/, and nothing beside them."""
    write("private/salaries.md", "secret")
    write("processing/raw.md", "raw")
    write("knowledge/.hidden/note.md", "hidden")
    found = list_documents(locate_documents(library, SCOPE))
    assert found.documents == (
        "knowledge/loja/segunda_loja.md",
        "knowledge/refund_policy.md",
        "processing/insights/CG001_sewa.txt",
    )
    assert found.refused == ()


@pytest.mark.parametrize(
    ("named", "folders"),
    [
        pytest.param(".", ("knowledge", "processing/insights"), id="D-54 the root"),
        pytest.param("knowledge", ("knowledge",), id="D-54 one allowed folder"),
        pytest.param("knowledge/loja", ("knowledge/loja",), id="D-54 a part of one"),
        pytest.param("processing", None, id="D-54 W-D18 a folder that only leads to one"),
        pytest.param("private", None, id="D-54 W-D18 another folder"),
    ],
)
def test_what_a_named_folder_stands_for(library: Path, named: str, folders: tuple[str, ...] | None) -> None:
    (library / "private").mkdir()
    if folders is None:
        with pytest.raises(InputError, match=r"documents are read from knowledge/, processing/insights/ below it"):
            locate_documents(library / named, SCOPE)
    else:
        assert locate_documents(library / named, SCOPE)[:2] == (library, folders)


@pytest.mark.parametrize(
    ("named", "line"),
    [
        pytest.param("https://example.org/docs", "external sources are forbidden", id="D-55 W-D18 an address"),
        pytest.param("file:///etc", "external sources are forbidden", id="D-55 W-D18 a file address"),
        pytest.param("nowhere", "no such folder", id="nothing there"),
        pytest.param("a\0b", "no such folder", id="a name with a zero byte"),
        pytest.param("knowledge/refund_policy.md", "not a folder", id="a file"),
    ],
)
def test_what_cannot_be_a_root(library: Path, monkeypatch: pytest.MonkeyPatch, named: str, line: str) -> None:
    monkeypatch.chdir(library)
    with pytest.raises(InputError) as caught:
        locate_documents(named, SCOPE)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_scope_is_configurable(library: Path, write: Write) -> None:
    """X-19: the list of folders is a setting; a dot allows the whole root."""
    write("notes/idea.md", "An idea.")
    assert list_documents(locate_documents(library, ["notes/"])).documents == ("notes/idea.md",)
    assert "notes/idea.md" in list_documents(locate_documents(library, ["."])).documents
    with pytest.raises(InputError, match="no folder at all"):
        locate_documents(library, [])
    with pytest.raises(InputError, match="below it"):
        locate_documents(library, ["../outside", "/etc"])


def test_links_that_lead_out_are_refused(library: Path, write: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    """D-54, W-D18: a link cannot widen the scope; one that stays inside is read at its own place only."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("secret")
    (library / "knowledge/secret.md").symlink_to(outside / "secret.md")
    (library / "knowledge/all").symlink_to(outside)
    (library / "knowledge/up.md").symlink_to(write("private.md", "private"))
    (library / "knowledge/gone.md").symlink_to("nowhere.md")
    (library / "knowledge/again.md").symlink_to("refund_policy.md")
    (library / "knowledge/round").symlink_to(library / "knowledge")
    found = list_documents(locate_documents(library, SCOPE))
    assert len(found.documents) == 3
    assert {each.path.rpartition("/")[2] for each in found.refused} == {"secret.md", "all", "up.md", "gone.md"}
    assert {each.reason for each in found.refused} == {"a link that leads out of the allowed folders"}


def test_an_allowed_folder_that_is_a_link(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """W-D18: the folder itself may not lead elsewhere either."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("secret")
    (tmp_path / "knowledge").symlink_to(outside)
    found = list_documents(locate_documents(tmp_path, SCOPE))
    assert found.documents == ()
    assert [each.path for each in found.refused] == ["knowledge"]


def test_what_is_no_document(library: Path, write: Write) -> None:
    write("knowledge/photo.jpg", b"\xff\xd8")
    write("knowledge/archive.zip", b"PK")
    write("knowledge/bad\nname.md", "text")
    os.mkfifo(library / "knowledge/pipe.txt")
    reasons = {each.path: each.reason for each in list_documents(locate_documents(library, SCOPE)).refused}
    assert reasons.keys() == {
        "knowledge/photo.jpg", "knowledge/archive.zip", "knowledge/bad\nname.md", "knowledge/pipe.txt",
    }  # fmt: skip
    assert reasons["knowledge/pipe.txt"] == "not a plain file"
    assert "not a format that is read" in reasons["knowledge/archive.zip"]
