"""Holds the debates again that were decided before a decision needed a warrant, and counts what caution costs.

python -m tests.acceptance.caution
"""

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from moot import debate
from moot.cli.main import main
from moot.runs import CONNECTIONS
from tests.browser.stories import tell
from tests.support.scripts import Entry

ROOT = Path(__file__).resolve().parents[2]
HAND = ROOT / "tests/data/hand_answered"
Told = dict[str, Any]
DEBATES: list[Told] = yaml.safe_load((ROOT / "tests/data/caution.yaml").read_text(encoding="utf-8"))


class Ending(NamedTuple):
    """How a debate ended: its exit status in words, and the first needed condition that is not met."""

    status: str
    unmet: str
    detail: str = ""

    @property
    def found(self) -> str:
        """Say it in one word, as the list of debates does."""
        return "decided" if self.status == "decided" else self.unmet


def hold_again(told: Told) -> Ending:
    """Hold a debate of the list again."""
    if "story" in told:
        return _read(tell(told["story"])[0].model_dump(mode="json"))
    with TemporaryDirectory() as folder:
        script = Path(folder) / "script.yaml"
        script.write_text(json.dumps({"answers": [*told.get("added", ()), *list_answers(told)]}), encoding="utf-8")
        if "debate" in told:
            story = read_file(told["debate"])
            return _read(asyncio.run(_argue(story, script)).model_dump(mode="json"))
        return _command(told, script, Path(folder))


def count_decided(endings: dict[str, Ending]) -> tuple[int, int]:
    """Count the debates that are decided without a person, of those that any careful person would have decided."""
    sensible = [told["name"] for told in DEBATES if told.get("earned", True)]
    return sum(endings[name].status == "decided" for name in sensible), len(sensible)


def _read(document: Told) -> Ending:
    conditions = (document["warrant"] or {}).get("conditions", ())
    unmet = [each for each in conditions if each["needed"] and not each["met"]]
    return Ending(document["status"], *((unmet[0]["id"], str(unmet[0]["detail"])) if unmet else ("",)))


def read_file(file: str) -> Told:
    read: Told = yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))
    return read


async def _argue(story: Told, script: Path) -> Any:
    return await debate(story["question"], model=f"scripted:{script}", store="memory:", **story.get("options", {}))


def _command(told: Told, script: Path, folder: Path) -> Ending:
    source = read_file(told["file"])
    context = folder / "context.json"
    context.write_text(json.dumps(source.get("evidence", [])), encoding="utf-8")
    places = {"question": str(source.get("question", "")), "context": str(context)}
    for name in ("shop", "quiet"):
        places[name] = str(folder / f"{name}.log")
        if f"{{{name}}}" in told["command"]:
            (folder / f"{name}.log").write_bytes(gzip.decompress((HAND / f"{name}.log.gz").read_bytes()))
    words = [places.get(word[1:-1], word) if word[:1] == "{" else word for word in told["command"]]
    own = ["--set", "refinement.debate_profile=null"] if told.get("own_seats") else []
    CONNECTIONS.clear()
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        main([*words, *own, "--model", f"scripted:{script}", "--store", "memory:", "--json", "--quiet"])
    assert out.getvalue(), err.getvalue()
    return _read(json.loads(out.getvalue()))


def list_answers(told: Told) -> list[Entry]:
    """List what was said: as a script has it, or as it was written down call by call."""
    given: list[Told] = read_file(told.get("file") or told["debate"])["answers"]
    if given and "when" in given[0]:
        return given
    first, last = told.get("numbers", (0, len(given)))
    start, end = told.get("places", (0, len(given)))
    chosen = [each for each in given[start:end] if first <= each.get("n", first) <= last]
    return [*_follow(chosen), *_repeat(chosen, told.get("again", ()))]


def _follow(answers: list[Told]) -> Iterator[Entry]:
    """Give the answers of one actor in one round one after the other, the last as often as it is asked for."""
    keys = [(each["phase"], each["seat"], each["round"]) for each in answers]
    for place, (each, key) in enumerate(zip(answers, keys, strict=True)):
        phase, seat, number = key
        when = {"phase": phase, "seat": seat, **({"round": number} if number else {})}
        yield {"when": when, "reply": each["answer"], **({"times": 1} if key in keys[place + 1 :] else {})}


def _repeat(answers: list[Told], asked: list[tuple[str, int]]) -> Iterator[Entry]:
    """Let everybody say in a round that did not exist what they had said last."""
    for phase, number in asked:
        said = {each["seat"]: each["answer"] for each in answers if (each["phase"] == "judge") == (phase == "judge")}
        for seat, answer in said.items():
            reply = {**answer, "keeps_position": "yes", "changes": [], "answers": []} if "stance" in answer else answer
            yield {"when": {"phase": phase, "seat": seat, "round": number}, "reply": reply}


if __name__ == "__main__":
    held = {told["name"]: hold_again(told) for told in DEBATES}
    for told in DEBATES:
        counts = "" if told.get("earned", True) else " (does not count)"
        print(f"{told['name']}{counts}: {held[told['name']].found}  {held[told['name']].detail}")  # noqa: T201
    print("decided without a person: {} of {}".format(*count_decided(held)))  # noqa: T201
