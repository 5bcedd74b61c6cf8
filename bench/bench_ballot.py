"""What it costs to compare meanings, and what it saves.

    python bench/bench_ballot.py [--json]

The twenty sets of tests/data/paraphrases: four seats recommend the same in their own words, in three languages. Each
set is debated twice, by words alone and with one `ballot` call a round that groups them as a capable model would; the
seats say the same in both. Rounds, calls and tokens are counted by moot itself; a scripted model answers, so tokens are
estimates, the same in both runs.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from moot import Result, debate

SETS = Path(__file__).resolve().parent.parent / "tests" / "data" / "paraphrases"
SEATS = ("cro", "cfo", "coo", "cmo")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = asyncio.run(measure())
    print(json.dumps(found, indent=2) if asked.json else describe(found))


async def measure() -> dict[str, Any]:
    """Debate every set both ways."""
    told = [each for path in sorted(SETS.glob("*.yaml")) for each in yaml.safe_load(path.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory() as folder:
        words = [await run(each, Path(folder), grouped=False) for each in told]
        meant = [await run(each, Path(folder), grouped=True) for each in told]
    return {
        "sets": len(told),
        "words alone": summarise(words),
        "one ballot call a round": summarise(meant),
        "ballot call": {
            "prompt tokens": round(statistics.mean(result.usage.by_seat["comparer"].prompt_tokens for result in meant)),
            "completion tokens": round(
                statistics.mean(result.usage.by_seat["comparer"].completion_tokens for result in meant)
            ),
        },
    }


async def run(told: dict[str, Any], folder: Path, *, grouped: bool) -> Result:
    """Run one debate on a script."""
    script = folder / f"{told['id']}-{grouped}.json"
    script.write_text(json.dumps(list(write_script(told, grouped=grouped)), ensure_ascii=False), encoding="utf-8")
    return await debate(told["question"], profile="conclave", model=f"scripted:{script}", store="memory:")


def write_script(told: dict[str, Any], *, grouped: bool) -> list[dict[str, Any]]:
    """Let every seat hold on to its words, and say who means the same where that is asked."""
    entries: list[dict[str, Any]] = [
        {
            "when": {"phase": ["position", "revise"], "seat": seat},
            "reply": {
                **{name: said[name] for name in ("recommendation", "stance", "timing")},
                "premises": [said["premise"]],
                "risks": [said["risk"]],
                "reasoning": said["recommendation"],
                "confidence": 80,
                "keeps_position": "yes",
            },
        }
        for seat, said in told["seats"].items()
    ]
    if grouped:
        points = [
            {"criterion": criterion, "text": text, "seats": list(SEATS), "against": []}
            for criterion, text in told["shared"].items()
        ]
        options = [{"label": told["label"], "seats": list(SEATS)}]
        entries.append({"when": {"phase": "ballot"}, "reply": {"options": options, "opposed": [], "points": points}})
    decision = {"decision": f"{told['label']}.", "confidence": 80}
    return [*entries, {"when": {"phase": "synthesize"}, "reply": decision}]


def summarise(results: list[Result]) -> dict[str, float]:
    """Average what debates took."""
    return {
        "rounds": round(statistics.mean(len(result.rounds) for result in results), 2),
        "calls": round(statistics.mean(result.usage.calls for result in results), 1),
        "prompt tokens": round(statistics.mean(result.usage.prompt_tokens for result in results)),
        "completion tokens": round(statistics.mean(result.usage.completion_tokens for result in results)),
        "decided without a person": sum(result.status == "decided" for result in results),
        "ended in round 1": sum(len(result.rounds) == 1 for result in results),
    }


def describe(found: dict[str, Any]) -> str:
    """Write the figures as text."""
    ways = ("words alone", "one ballot call a round")
    names = list(found[ways[0]])
    rows = [f"{'':28}{ways[0]:>16}{ways[1]:>26}"]
    rows += [f"{name:28}{found[ways[0]][name]:>16,}{found[ways[1]][name]:>26,}" for name in names]
    call = found["ballot call"]
    rows.append(
        f"One ballot call: {call['prompt tokens']} prompt and {call['completion tokens']} completion tokens "
        f"(mean of {found['sets']} debates with four seats)."
    )
    return "\n".join(rows)


if __name__ == "__main__":
    main()
