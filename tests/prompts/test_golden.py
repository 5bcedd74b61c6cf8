"""What the model really sees: one golden file per rendered prompt.

`UPDATE_GOLDEN=1 pytest tests/prompts/test_golden.py` writes them again.
"""

import os
from pathlib import Path

import pytest

from moot.prompts.library import PHASES, Prompt
from tests.prompts.cases import all_cases

_GOLDEN = Path(__file__).parent / "golden"
_CASES = all_cases()


def _show(prompt: Prompt) -> str:
    return f"# system\n\n{prompt.system}\n\n# shared\n\n{prompt.shared}\n# own\n\n{prompt.own}"


@pytest.mark.parametrize("name", _CASES)
def test_the_prompt_reads_as_its_golden_file(name: str) -> None:
    file = _GOLDEN / f"{name}.md"
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(_show(_CASES[name]), encoding="utf-8")
    assert _show(_CASES[name]) == file.read_text(encoding="utf-8"), f"see the docstring to renew {file.name}"


def test_every_prompt_has_a_golden_file_and_every_golden_file_a_prompt() -> None:
    assert {file.stem for file in _GOLDEN.glob("*.md")} == set(_CASES)
    assert [phase for phase in PHASES if not any(name.startswith(phase) for name in _CASES)] == []
