"""An installed distribution brings a record writer; a profile names it, and its file is written beside ours."""

from pathlib import Path

import pytest

from moot import load_profile
from moot.errors import InputError, ProfileError
from moot.state.debate import MultiAgentState
from moot.views.records import RECORD_WRITERS, RecordFiles, write_records
from moot.views.result import Result
from tests.cli.program import Program
from tests.support.scripts import EXECUTIVES, hold, synthesis
from tests.support.stage import Ran, Stage

PROFILE = """
extends: conclave
name: noted
records: {extra: [headline]}
"""
AGREED = [hold(seat, 1, recommendation="Expand", confidence=90) for seat in EXECUTIVES]


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "noted.yaml"
    path.write_text(PROFILE)
    return path


@pytest.fixture
def moot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path, capsys)


@pytest.fixture
async def ran(tmp_path: Path, profile: Path, example_plugin: None) -> Ran:
    return await Stage(tmp_path).run("Where next?", AGREED, synthesis(90), profile=profile)


def test_the_file_of_a_plugin_is_written_by_run_and_export(
    moot: Program, profile: Path, tmp_path: Path, example_plugin: None
) -> None:
    model, ran, out = moot.script(*AGREED, synthesis(90)), tmp_path / "ran", tmp_path / "exported"
    about = ("--profile", str(profile), "--model", model, "--thread", "t", "--out", str(ran))
    assert moot("run", "Where next?", *about).code == 0
    assert moot("export", "t", "--out", str(out)).code == 0
    assert (ran / "headline.txt").read_text() == (out / "headline.txt").read_text()
    assert (out / "headline.txt").read_text().endswith("\ncfo, cmo, coo, cro\n")
    assert (out / "result.json").is_file()


async def test_what_goes_wrong_in_a_plugin_is_told(ran: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a writer does, nothing is written outside the folder, and no record of ours is replaced."""

    def use(files: RecordFiles | Exception) -> None:
        def render(state: MultiAgentState, result: Result) -> RecordFiles:
            if isinstance(files, Exception):
                raise files
            return files

        monkeypatch.setattr(RECORD_WRITERS, "_entries", RECORD_WRITERS._entries | {"headline": type(entry)(render)})

    entry = RECORD_WRITERS.get("headline")
    for files, message in (
        (ZeroDivisionError("by hand"), "record writer 'headline' failed: ZeroDivisionError: by hand"),
        ({"../up.txt": ""}, "'../up.txt' is no plain file name"),
        ({".hidden": ""}, "is no plain file name"),
        ({"result.json": "{}"}, "result.json is already written by another one"),
    ):
        use(files)
        with pytest.raises(InputError, match=message):
            write_records(ran.state, ran.result, tmp_path / "out")  # type: ignore[arg-type]  # a state's values
        assert not (tmp_path / "out").exists()
    use({"picture.png": b"\x89PNG"})
    write_records(ran.state, ran.result, tmp_path / "out")  # type: ignore[arg-type]  # a state's values
    assert (tmp_path / "out" / "picture.png").read_bytes() == b"\x89PNG"


@pytest.mark.parametrize(("name", "nearest"), [("headlin", "headline"), ("debate_lg", "debate_log")])
@pytest.mark.usefixtures("example_plugin")
def test_the_nearest_name_is_told_when_the_profile_is_read(name: str, nearest: str) -> None:
    expected = f"records.extra: '{name}' is not a known record writer; did you mean '{nearest}'"
    with pytest.raises(ProfileError, match=expected):
        load_profile("conclave", {"records.extra": [name]})


def test_without_the_plugin_its_name_is_refused(moot: Program, profile: Path) -> None:
    ended = moot("run", "Where next?", "--profile", str(profile))
    assert ended.code == 2
    assert "'headline' is not a known record writer" in ended.err
