"""One whole debate of each protocol as its models get it: every prompt in order, readable from top to bottom.

A reviewer of a change reads the difference of `tests/prompts/conversations/*.md`.
`UPDATE_GOLDEN=1 pytest tests/prompts/test_conversations.py` writes them again.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from moot.cli.main import main
from moot.models import Request
from moot.prompts.library import system_message
from moot.runs import CONNECTIONS
from tests.support.scripts import listen

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(__file__).parent / "conversations"
CASE = (
    "Pak Rasyid, orang Minangkabau, wafat di Padang. Ia meninggalkan seorang istri, tiga anak, rumah yang dibeli "
    "bersama istrinya selama perkawinan, dan sawah pusako tinggi kaumnya yang ia urus sebagai mamak. Kemenakannya "
    "menuntut rumah dan sawah; anak-anaknya menuntut keduanya menurut KUHPerdata. Siapa berhak atas apa?"
)
DEBATES = {
    "conclave": ("run", "Should we expand into Europe?", "--context", "examples/europe.json", "expansion"),
    "boardroom": ("run", "What should happen to the marketing budget?", "--profile", "boardroom", "budget"),
    "legal": ("run", CASE, "--profile", "legal", "--knowledge", "examples/waris", "waris"),
    "rca": ("rca", "examples/datanode.log", "--incidents", "examples/incidents.json", "root_cause"),
    "research": ("refine", "the incremental method is faster", "refinement"),
}
"""For each protocol a command on the repository's own examples, and the script that answers it."""
_TODAY = re.compile(r"Today is \d{4}-\d\d-\d\d\.")
"""The day of the debate; a golden file is of one day."""


def hold(protocol: str) -> list[Request]:
    """Run the debate, and list what its models were asked."""
    *command, script = DEBATES[protocol]
    CONNECTIONS.clear()
    with listen() as heard:
        code = main([*command, "--model", f"scripted:examples/{script}.yaml", "--store", "memory:", "--quiet"])
    assert code in (0, 3)
    return heard.requests


def order(requests: Iterable[Request]) -> list[Request]:
    """Put the requests of a wave into the order of their seats: who is asked at once may arrive in any order."""
    waves: dict[tuple[str, int], int] = {}
    listed = list(requests)
    for each in listed:
        waves.setdefault((each.phase, each.round), len(waves))
    return sorted(listed, key=lambda each: (waves[each.phase, each.round], each.seat, each.attempt))


def write(requests: Iterable[Request]) -> str:
    """Write a conversation; the system message, which is the same for every call, stands once at its head."""
    system = system_message()
    parts = [f"# system message of every call\n\n{system}\n"]
    for number, each in enumerate(order(requests), start=1):
        assert each.prompt.startswith(system)
        told = _TODAY.sub("Today is 2026-11-18.", each.prompt.removeprefix(system).strip())
        where = f", round {each.round}" if each.round else ""
        again = f", attempt {each.attempt}" if each.attempt > 1 else ""
        parts.append(f"# {number}. {each.phase} of {each.seat}{where}{again}: {each.schema_name}\n\n{told}\n")
    return "\n".join(parts)


@pytest.mark.parametrize("protocol", DEBATES)
def test_the_conversation_reads_as_its_golden_file(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    file, told = FOLDER / f"{protocol}.md", write(hold(protocol))
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8"), f"see the docstring to renew {file.name}"


def test_every_protocol_has_a_conversation() -> None:
    assert {file.stem for file in FOLDER.glob("*.md")} == set(DEBATES)
