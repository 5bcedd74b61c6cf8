"""The files on disk: which there are, and how they are written (INTERFACES 6, L-28, W-L1, W-L2, X-88)."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from moot.errors import InputError
from moot.views.records.write import render_records, write_records
from tests.views.debates import LEGAL, Entries, Story, argue_law, critique, say

ROOT = Path(__file__).resolve().parents[3]
OTHERS = {"debate_log.yaml", "report.html", "report.txt", "result.json"}
W_L1 = {
    "debate_round1_nla.json", "debate_round1_ala.json",
    "critique_round1_nla_on_ala.json", "critique_round1_ala_on_nla.json",
    "debate_round2_nla.json", "debate_round2_ala.json",
    "debate_summary.json",
}  # fmt: skip
W_L2 = W_L1 | {
    "critique_round2_nla_on_ala.json", "critique_round2_ala_on_nla.json",
    "debate_round3_nla.json", "debate_round3_ala.json",
}  # fmt: skip

UNSETTLED: Entries = [
    say("critique", "nla", critiques=[critique("ala", "C1", "CRITICAL", "conflict")]),
    say(
        "revise",
        "ala",
        recommendation="Keep it",
        stance="keep",
        reasoning="Custom.",
        claims=LEGAL[1]["reply"]["claims"],
    ),
    *LEGAL,
]
"""A critical critique that is never answered."""


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_default_legal_run_writes_exactly_these_files(legal: Story, tmp_path: Path) -> None:
    """W-L1, L-28."""
    written = write_records(legal.state, legal.result, tmp_path)
    assert names(tmp_path) - OTHERS == W_L1
    assert names(tmp_path) >= OTHERS
    assert [path.name for path in written] == sorted(names(tmp_path))


async def test_a_run_that_needs_everything_writes_round_3_too(tmp_path: Path) -> None:
    """W-L2, W-L7."""
    story = await argue_law(tmp_path, UNSETTLED)
    write_records(story.state, story.result, tmp_path / "out")
    assert names(tmp_path / "out") - OTHERS == W_L2
    assert json.loads((tmp_path / "out/debate_summary.json").read_text())["needs_human_review"] is True


SCHEMAS = [
    pytest.param("result.json", "result", id="result"),
    pytest.param("debate_summary.json", "debate_summary", id="L-29 summary"),
    pytest.param("debate_round1_nla.json", "debate_round", id="L-10 answer"),
    pytest.param("debate_round2_ala.json", "debate_round", id="L-18 revision"),
    pytest.param("critique_round1_nla_on_ala.json", "critique_round", id="L-12 critique"),
    pytest.param("debate_log.yaml", "debate_log", id="D-85 log"),
]


@pytest.mark.parametrize(("name", "schema"), SCHEMAS)
def test_every_file_fits_its_published_schema(legal: Story, name: str, schema: str) -> None:
    """X-56e: enumerations live in a JSON Schema."""
    document = yaml.safe_load(render_records(legal.state, legal.result)[name])
    published = json.loads((ROOT / f"docs/schemas/{schema}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(published).validate(document)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(published).validate(
            {**document, "surprise": 1} if schema != "debate_summary" else {}
        )


def test_writing_again_changes_nothing(legal: Story, tmp_path: Path) -> None:
    write_records(legal.state, legal.result, tmp_path)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in tmp_path.iterdir()}
    write_records(legal.state, legal.result, tmp_path)
    assert {
        path: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino) for path in tmp_path.iterdir()
    } == before


async def test_a_folder_tells_one_debate(legal: Story, tmp_path: Path) -> None:
    """W-L1: files of an earlier debate do not stay, a stranger's file does."""
    folder = tmp_path / "out"
    longer = await argue_law(tmp_path, UNSETTLED)
    write_records(longer.state, longer.result, folder)
    (folder / "debate_round9_mine.json").write_text("not from an index")
    (folder / "notes.txt").write_text("mine")
    write_records(legal.state, legal.result, folder)
    assert names(folder) - OTHERS == W_L1 | {"debate_round9_mine.json", "notes.txt"}


@pytest.mark.parametrize(
    "index",
    [
        pytest.param([{"file": "../outside.json"}], id="a path"),
        pytest.param([{"file": "debate_round1/../../outside.json"}], id="a path that begins like ours"),
        pytest.param([{"file": "notes.txt"}], id="a file that is not ours"),
        pytest.param([{"file": 7}], id="no name"),
        pytest.param("nonsense", id="no list"),
    ],
)
def test_a_tampered_index_removes_nothing(legal: Story, tmp_path: Path, index: Any) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for kept in (tmp_path / "outside.json", folder / "notes.txt"):
        kept.write_text("mine")
    (folder / "debate_summary.json").write_text(json.dumps({"logs_index": index}))
    write_records(legal.state, legal.result, folder)
    assert (tmp_path / "outside.json").read_text() == (folder / "notes.txt").read_text() == "mine"


def test_a_link_out_of_the_folder_is_refused(legal: Story, tmp_path: Path) -> None:
    outside, folder = tmp_path / "precious.json", tmp_path / "out"
    outside.write_text("mine")
    folder.mkdir()
    (folder / "result.json").symlink_to(outside)
    with pytest.raises(InputError, match=r"result\.json: is a link that leads out of the folder"):
        write_records(legal.state, legal.result, folder)
    assert outside.read_text() == "mine"
    assert names(folder) == {"result.json"}


def test_a_folder_that_cannot_be_written_is_one_clear_line(legal: Story, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match=r"--out .*file.*: cannot be written: .*; choose another folder"):
        write_records(legal.state, legal.result, tmp_path / "file" / "out")


def test_a_reader_never_sees_half_a_file(legal: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted between writing and moving, the old file is whole and nothing is left behind."""
    write_records(legal.state, legal.result, tmp_path)
    before = (tmp_path / "result.json").read_bytes()

    def power_cut(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", power_cut)
    changed = legal.result.model_copy(update={"decision": "Something else"})
    with pytest.raises(KeyboardInterrupt):
        write_records(legal.state, changed, tmp_path)
    assert (tmp_path / "result.json").read_bytes() == before
    assert not [name for name in names(tmp_path) if name.endswith(".tmp")]
