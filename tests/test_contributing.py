"""CONTRIBUTING.md is true: what each "How to add ..." says is done in a copy of the repository, and used there.

A block of code goes where the line above it says, and the commands of a section run as they stand; the environment
gives them a scripted model and a store. A section is followed alone, so it cannot rely on what another one adds, except
where the test names both. What all of them add together passes the tests and the checks of the repository.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest

from scripts.reachability import Tree
from tests.cli.program import MOOT, Done
from tests.support.links import needs_links
from tests.support.openai_server import OpenAIServer, Say
from tests.support.scripts import EXECUTIVES, hold, say, synthesis, write

pytestmark = needs_links

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"

_SECTION = re.compile(r"^### How to add an? (?P<name>[\w -]+)\n(?P<text>.*?)(?=^##)", re.MULTILINE | re.DOTALL)
_CAPTION = re.compile(r"`(?P<path>[^`]+)`(?:, (?P<where>at the end|below|above|in place of)(?: `(?P<line>[^`]+)`)?)?:")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROGRAMS: dict[str, Sequence[str]] = {
    "moot": MOOT,
    "pytest": (sys.executable, "-m", "pytest", "-q", "--assert=plain", "-p", "no:cacheprovider"),
    "pip": (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"),
}
_INSTALL_OFFLINE = ("--no-deps", "--no-index", "--no-build-isolation", "--target", "site")

_TOGETHER = ("policy", "prompt", "node")
"""The node is made of the other two."""


@dataclass(frozen=True)
class Edit:
    """A block of code, and where its caption says it goes."""

    path: str
    code: str
    where: str | None = None
    line: str | None = None

    def apply(self, root: Path) -> None:
        """Write the block; a line that is not there exactly once is an error."""
        file = root / self.path
        if self.where is None:
            assert not file.exists(), f"{self.path} exists already, so it is no new file"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.code, encoding="utf-8")
            return
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        if self.where == "at the end":
            lines.append(self.code)
        else:
            at = self._find(lines)
            lines[at + (self.where == "below") : at + (self.where != "above")] = [self.code]
        file.write_text("".join(lines), encoding="utf-8")

    def _find(self, lines: Sequence[str]) -> int:
        wanted = re.escape((self.line or "").removesuffix("..."))
        line = re.compile(rf"\s*{wanted}{'.*' if (self.line or '').endswith('...') else ''}\s*")
        found = [at for at, each in enumerate(lines) if line.fullmatch(each)]
        assert len(found) == 1, f"{self.path} has {len(found)} lines {self.line!r}, so the place is not clear"
        return found[0]


@dataclass(frozen=True)
class Section:
    """What one "How to add ..." says: the code to write, and the commands to run."""

    edits: list[Edit] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)


@cache
def read_sections() -> dict[str, Section]:
    """Read every "How to add ..." by what it adds."""
    return {found["name"]: _read_section(found["text"]) for found in _SECTION.finditer(PAGE.read_text("utf-8"))}


def _read_section(text: str) -> Section:
    section = Section()
    # Between two blocks there is text, whose last line is the caption of the second one.
    parts = _FENCE.split(text)
    for before, kind, code in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
        if kind == "console":
            section.commands.extend(line.removeprefix("$ ") for line in code.splitlines())
            continue
        line = (before.strip().splitlines() or [""])[-1]
        caption = _CAPTION.fullmatch(line)
        assert caption, f"this line does not say where the block below it goes: {line!r}"
        section.edits.append(Edit(caption["path"], code, caption["where"], caption["line"]))
    return section


class Copy:
    """A copy of the repository in which sections are followed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = {
            **os.environ,
            "PYTHONPATH": f"{root}{os.pathsep}{root / 'site'}",
            "MOOT_STORE": f"sqlite:///{root / 'debates.db'}",
        }
        listed = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            source = Path(name)
            # What is compiled is copied too: every command below would compile it again.
            for path in (source, Path(cache_from_source(source))) if source.suffix == ".py" else (source,):
                _copy_file(ROOT / path, root / path)

    def follow(self, *names: str) -> None:
        """Write what sections say."""
        for name in names:
            for edit in read_sections()[name].edits:
                edit.apply(self.root)

    def run(self, *command: str | Path, **environment: str) -> Done:
        """Run a program in the copy, with the code of the copy."""
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def type(self, line: str) -> Done:
        """Run a command as somebody would type it."""
        words = shlex.split(line)
        given = [word for word in words if re.match(r"[A-Z_]+=", word)]
        program, *arguments = words[len(given) :]
        if program == "pip":
            arguments += _INSTALL_OFFLINE
        return self.run(*_PROGRAMS[program], *arguments, **dict(word.split("=", 1) for word in given))

    def type_all(self, name: str, *answers: Any) -> list[Done]:
        """Run every command of a section but its tests, with a model that gives these answers; all succeed."""
        if answers:
            self.environment["MOOT_MODEL"] = write(self.root, *answers)
        done = []
        for line in read_sections()[name].commands:
            if "pytest" in line.split():
                continue
            ended = self.type(line)
            assert ended.code == 0, f"{line}\n{ended.out}\n{ended.err}"
            done.append(ended)
        return done


def _copy_file(source: Path, target: Path) -> None:
    if source.is_symlink() or source.is_file():  # git still lists a file that was just deleted
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def agree(seats: Sequence[str], **fields: Any) -> list[dict[str, Any]]:
    """Let all seats say the same at once, or what `fields` changes."""
    said = {
        "recommendation": "Hire two",
        "stance": "hire",
        "premises": ["work grows"],
        "risks": ["cost"],
        "timing": "May",
    }
    return [hold(seat, 1, **{**said, "confidence": 85, **fields}) for seat in seats]


def test_every_way_to_add_something_is_followed_here() -> None:
    """A section without code, as about rooms, has nothing that could be followed."""
    followed = {name.removeprefix("test_add_") for name in globals() if name.startswith("test_add_")}
    assert {re.sub(r"\W", "_", name) for name, section in read_sections().items() if section.edits} == followed


@pytest.mark.slow
def test_add_profile(copy: Copy) -> None:
    copy.follow("profile")
    seats = ("builder", "operator", "customer")
    shown, ran = copy.type_all("profile", agree(seats), synthesis(90, "Hire two builders."))
    assert "title: Engineering panel" in shown.out
    assert (ran.document["profile"], ran.document["decision"]) == ("panel", "Hire two builders.")
    assert {each["seat"] for each in ran.document["positions"]} == {*seats}
    served = json.loads((copy.root / "langgraph.json").read_text(encoding="utf-8"))["graphs"]["panel"]["path"]
    path, _, function = served.removeprefix("./").partition(":")
    assert f"def {function}()" in (copy.root / path).read_text(encoding="utf-8")


@pytest.mark.slow
def test_add_strategy(copy: Copy) -> None:
    """Three of four take the same stance: enough for the majority, not for the criteria."""
    copy.follow("strategy")
    apart = hold("cmo", 1, recommendation="Hire nobody", stance="wait", confidence=85)
    [ran] = copy.type_all("strategy", apart, agree(EXECUTIVES[:3]), synthesis(90))
    assert (ran.document["strategy"], ran.document["stop_reason"]) == ("majority", "converged")
    assert [each["convergence"] for each in ran.document["rounds"]] == [0.75]
    refuse_misspelt(copy, "convergence.strategy", "majorty", "majority")


@pytest.mark.slow
def test_add_comparator(copy: Copy) -> None:
    """The seats take one stance and differ in all else: they agree by their stance, not by their words."""
    copy.follow("comparator")
    words = ("amber", "birch", "cedar", "dune")
    differ = [
        agree([seat], premises=[f"{word} falls"], risks=[f"{word} breaks"], timing=f"{word} season")
        for seat, word in zip(EXECUTIVES, words, strict=True)
    ]
    [ran] = copy.type_all("comparator", *differ, synthesis(90))
    assert [each["convergence"] for each in ran.document["rounds"]] == [1.0]
    refuse_misspelt(copy, "convergence.comparator", "stance_ony", "stance_only")


def refuse_misspelt(copy: Copy, key: str, name: str, nearest: str) -> None:
    ended = copy.type(f"moot profiles conclave --set {key}={name}")
    assert ended.code == 2
    assert f"did you mean '{nearest}'" in ended.err


@pytest.mark.slow
def test_add_record_writer(copy: Copy) -> None:
    copy.follow("record writer")
    copy.type_all("record writer", agree(EXECUTIVES), synthesis(90, "Hire two in May."))
    minutes = (copy.root / "records/minutes.txt").read_text(encoding="utf-8")
    assert minutes.startswith("Whom do we hire?\ncfo: Hire two\n")
    assert minutes.endswith("Decided: Hire two in May.\n")


@pytest.mark.slow
def test_add_provider(copy: Copy) -> None:
    copy.follow("provider")
    with OpenAIServer() as server:
        copy.environment["MOOT_BASE_URL"] = server.url
        server.rule = lambda call: Say(
            {"confidence": 90, "stance": "hire", "recommendation": "Hire", "decision": "Hire"}
        )
        copy.type_all("provider")
        assert {call.body["model"] for call in server.calls} == {"house/small"}


@pytest.mark.slow
def test_add_plug_in(copy: Copy) -> None:
    copy.follow("plug-in")
    copy.type_all("plug-in", agree(EXECUTIVES), synthesis(90, "Hire two in May."))
    assert (copy.root / "records/headline.txt").read_text(encoding="utf-8") == "Hire two in May.\n"


OPEN_PAGES = """
import asyncio

import httpx

from moot import open_store
from moot.desk import StoreBackend, make_app


async def open_pages() -> None:
    async with open_store("memory:") as store:
        app = make_app(StoreBackend(store))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:8700") as browser:
            for language in ("en", "pt", "id"):
                page = await browser.get("/profiles", headers={"accept-language": language})
                print(page.status_code, page.text)


asyncio.run(open_pages())
"""


@pytest.mark.slow
def test_add_desk_page(copy: Copy) -> None:
    copy.follow("desk page")
    opened = copy.run(sys.executable, "-c", OPEN_PAGES)
    assert opened.code == 0, opened.err
    assert opened.out.count("200 <!doctype html>") == 3
    assert "<dt>Executive conclave</dt>" in opened.out
    for words in ("<h1>Profiles</h1>", "<dd>4 seats</dd>", "<h1>Perfis</h1>", "<h1>Profil</h1>"):
        assert words in opened.out


def test_add_policy(copy: Copy) -> None:
    copy.follow("policy")
    judged = copy.run(
        sys.executable,
        "-c",
        "from moot.policies.verdict.synthesis import judge_rewording\n"
        "print(judge_rewording('Open 2 new shops', 'Open 2 shops'))",
    )
    assert "accepted=True reason='The same figures in fewer words.'" in judged.out, judged.err


def test_add_prompt(copy: Copy) -> None:
    copy.follow("prompt")
    rendered = copy.run(
        sys.executable,
        "-c",
        "from moot.prompts import render_prompt; print(render_prompt('reword', decision='Wait.', language='en').text)",
    )
    assert "\nWait.\n" in rendered.out, rendered.err
    assert "\ntext: the decision, 1-2 sentences\n" in rendered.out


@pytest.mark.slow
def test_add_node(copy: Copy) -> None:
    copy.follow(*_TOGETHER)
    before = "We have decided that we will hire 2 people."
    ran = copy.type_all(
        "node", agree(EXECUTIVES), synthesis(90, before), say("reword", reply={"text": "Hire 2 people."})
    )
    assert ran[0].document["decision"] == "Hire 2 people."


@pytest.fixture(scope="module")
def full_copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy in which all sections were followed."""
    full = Copy(tmp_path_factory.mktemp("full"))
    full.follow(*read_sections())
    return full


@pytest.mark.slow
def test_the_tests_of_all_sections_pass(full_copy: Copy) -> None:
    """One process for the tests of all sections, as its start takes longest."""
    commands = [line for section in read_sections().values() for line in section.commands]
    found = [re.search(r"pytest (?P<file>\S+) -k (?P<tests>\w+)$", line) for line in commands if "pytest" in line]
    files, tests = zip(*((each["file"], each["tests"]) for each in found if each), strict=True)
    assert len(files) == len(found), "a command does not name one file and some of its tests"
    ended = full_copy.type(f"UPDATE_GOLDEN=1 pytest {' '.join(files)} -k '{' or '.join(tests)}'")
    assert ended.code == 0, ended.out
    assert int(ended.out.split(" passed")[0].split()[-1]) > len(tests)
    golden = (full_copy.root / "tests/prompts/golden/reword.md").read_text(encoding="utf-8")
    assert "We open 2 shops in 2027, unless rents rise." in golden


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("ruff", "check", "--no-cache"), id="style"),
        pytest.param(("ruff", "format", "--check", "--no-cache"), id="format"),
        pytest.param(("lint-imports", "--no-logo", "--no-cache"), id="doors and layers"),
    ],
)
def test_the_code_of_all_sections_is_clean(full_copy: Copy, command: tuple[str, ...]) -> None:
    program = Path(sys.executable).with_name(command[0])
    touched = [path for path in touched_paths() if path.endswith(".py")] if command[0] == "ruff" else []
    ended = full_copy.run(program, *command[1:], *touched)
    assert ended.code == 0, ended.out + ended.err


@pytest.mark.slow
def test_the_code_of_all_sections_is_reached_and_named_once(full_copy: Copy) -> None:
    code = "".join(edit.code for section in read_sections().values() for edit in section.edits)
    added = set(re.findall(r"^(?:async def|def|class) (\w+)", code, re.MULTILINE))
    assert len(added) > 10
    tree = Tree(full_copy.root)
    assert [name for _, name in tree.unreached() if name in added] == []
    defined = Counter(name for module in tree.modules.values() for name in module.definitions)
    assert [name for name in added if defined[name] > 1] == []


def touched_paths() -> list[str]:
    return sorted({edit.path for section in read_sections().values() for edit in section.edits})
