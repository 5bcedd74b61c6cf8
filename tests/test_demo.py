"""The recording of `make demo` replays without the model, and ends as the model's own run did.

Prompts are part of a recording. After they change, record again: `moot run` with the question below, `--model local
--profile examples/demo.yaml --store memory: --record FILE --json`.
"""

import json
from pathlib import Path
from typing import Any

from moot import debate

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "data" / "demo"
QUESTION = "Should a family bakery open a second shop this year, or first pay back its loan?"
TIMES = {"thread_id", "wall_ms", "duration_ms", "seconds", "fingerprint"}


def without_times(value: Any) -> Any:
    """A result document without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in TIMES}
    return [without_times(each) for each in value] if isinstance(value, list) else value


async def test_the_demonstration_replays_without_the_model() -> None:
    result = await debate(
        QUESTION,
        profile=ROOT / "examples" / "demo.yaml",
        model="local",
        replay=str(FOLDER / "recording.jsonl"),
        store="memory:",
    )
    recorded = json.loads((FOLDER / "result.json").read_text(encoding="utf-8"))
    assert without_times(result.model_dump(mode="json")) == without_times(recorded)


async def test_every_answer_of_the_demonstration_is_whole_and_in_time() -> None:
    recorded = json.loads((FOLDER / "result.json").read_text(encoding="utf-8"))
    assert {position["status"] for position in recorded["positions"]} == {"ok"}
    assert recorded["status"] in ("decided", "needs_review")
