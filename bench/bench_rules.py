"""Measures when a debate should have stopped: rules on recorded debates, their tuning, and how lucky the split was.

    python bench/bench_rules.py --recorded FILE      debates in the form that `moot eval --recorded` reads

Without a file the small made-up set of the tests is used, which says nothing about real debates.
"""

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from moot.evaluation import take_plurality
from moot.evaluation.report import draw_text_table, say_share
from moot.evaluation.rules import (
    LATER_VOICES,
    RecordedDebate,
    evaluate_rules,
    make_adaptive_rule,
    read_recorded,
    write_rules,
)
from moot.policies.agreement.voting import LATER_VOICE, weigh_voices

MADE_UP = Path(__file__).resolve().parent.parent / "tests" / "data" / "recorded_debates.jsonl"
THRESHOLDS = (0.6, 0.7, 0.8, 0.9)
SPLITS = 200

Row = tuple[str, bool, bool, bool, int, int]
"""Question, right, right after all rounds, right after round 1, tokens used, tokens of all rounds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recorded", type=Path, default=MADE_UP, help="recorded debates, not part of this project")
    chosen = parser.parse_args()
    debates = read_recorded(chosen.recorded)
    report = evaluate_rules(debates, source=chosen.recorded.name)
    print(write_rules(report))
    agrees = "as in the policy" if report.chosen_later == LATER_VOICE else f"but the policy has {LATER_VOICE:g}"
    print(f"Chosen on the tuning half: a later voice counts {report.chosen_later:g}, {agrees}.\n")
    show_sensitivity(debates)
    show_splits(debates)
    show_time(debates)


def play_all(debates: Sequence[RecordedDebate], threshold: float, later: float) -> list[Row]:
    rule = make_adaptive_rule(threshold, later)
    rows = []
    for each in debates:
        play = rule(each)
        first, full = (take_plurality(each.answers[at]) == each.gold for at in (0, -1))
        used = sum(each.tokens[: play.rounds])
        rows.append((each.question, play.answer == each.gold, full, first, used, sum(each.tokens)))
    return rows


def summarise(rows: Sequence[Row]) -> tuple[float, float, float, float, float]:
    """Accuracy, difference to all rounds, tokens saved, right to wrong, wrong to right."""
    return (
        fmean(right for _, right, *_ in rows),
        fmean(right - full for _, right, full, *_ in rows),
        1 - sum(used for *_, used, _ in rows) / sum(whole for *_, whole in rows),
        fmean(first and not right for _, right, _, first, *_ in rows),
        fmean(right and not first for _, right, _, first, *_ in rows),
    )


def show_sensitivity(debates: Sequence[RecordedDebate]) -> None:
    """Every threshold and weight on all debates: nothing hangs on the chosen values."""
    found = [
        (f"{threshold:.0%}, later {later:g}", *summarise(play_all(debates, threshold, later)))
        for threshold in THRESHOLDS
        for later in LATER_VOICES
    ]
    head = ("adaptive, all debates", "accuracy", "against all rounds", "saved", "right>wrong", "wrong>right")
    print(draw_text_table(head, [[name, *map(say_share, values)] for name, *values in found]), end="\n\n")


def show_splits(debates: Sequence[RecordedDebate]) -> None:
    """The rule as it is on the second half of many random splits by question."""
    rows = play_all(debates, 0.7, LATER_VOICE)
    questions = sorted({each.question for each in debates})
    found = []
    for seed in range(SPLITS):
        order = questions[:]
        random.Random(seed).shuffle(order)
        held_back = set(order[(len(order) + 1) // 2 :])
        found.append(summarise([row for row in rows if row[0] in held_back]))
    names = ("accuracy", "against all rounds", "saved", "right>wrong", "wrong>right")
    table = []
    for name, values in zip(names, zip(*found, strict=True), strict=True):
        ordered = sorted(values)
        table.append([name, *(say_share(ordered[round(at * (SPLITS - 1))]) for at in (0, 0.05, 0.5, 0.95, 1))])
    print(draw_text_table((f"{SPLITS} random halves", "least", "5 %", "median", "95 %", "most"), table))
    met = sum(saved >= 0.65 and spoiled < 0.01 for _, _, saved, spoiled, _ in found)
    print(f"At least 65 % saved and fewer than 1 % spoiled: in {met} of {SPLITS} halves.\n")


def show_time(debates: Sequence[RecordedDebate]) -> None:
    """What asking the rule costs."""
    calls, began = 0, time.perf_counter()
    for each in debates:
        for number in range(1, len(each.answers) + 1):
            weigh_voices(each.voices(number), 0.7)
            calls += 1
    print(f"one decision takes {(time.perf_counter() - began) / calls * 1e6:.0f} µs")


if __name__ == "__main__":
    main()
