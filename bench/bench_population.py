"""Measures accuracy against cost of single, vote, all rounds, adaptive and ladder on simulated agents.

    python -m bench.bench_population                    prints the tables
    python -m bench.bench_population --plot FILE.svg    draws them as well

What is tuned (which splits the ladder talks over) is tuned on half of the questions and shown on the other half.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from bench.population import TOKENS, Population, simulate
from moot.evaluation import take_plurality
from moot.evaluation.report import draw_text_table, say_share
from moot.evaluation.rules import RecordedDebate, choose_debated, make_adaptive_rule, make_ladder_rule, play_voices

SKILLS = (0.35, 0.5, 0.65, 0.8)
SHARED = (0.0, 0.4, 0.8)
KINDS = {"who can be convinced": (0.4, 0.25), "who mostly give in": (0.8, 0.05)}
"""Sycophancy and insight of agents; the first kind is drawn."""
QUESTIONS = 4000
COLOURS = {"single": "#666", "vote": "#1b6ca8", "all rounds": "#b3261e", "adaptive": "#8a5a00", "ladder": "#1a7f37",
           "ladder, talk": "#6a3fb5"}  # fmt: skip


class Point(NamedTuple):
    """How a rule did on one population."""

    rule: str
    skill: float
    shared: float
    accuracy: float
    cost: float
    """Tokens, as a share of those of all rounds."""


Play = Callable[[RecordedDebate], tuple[str | None, float]]


def list_plays(tuning: Sequence[RecordedDebate]) -> dict[str, Play]:
    """List what is compared: each gives an answer and what it cost in tokens."""
    adaptive, talk = make_adaptive_rule(), make_ladder_rule(choose_debated(tuning))

    def whole(debate: RecordedDebate, rounds: int) -> tuple[str | None, float]:
        return take_plurality(debate.answers[rounds - 1]), float(sum(debate.tokens[:rounds]))

    def adapted(debate: RecordedDebate) -> tuple[str | None, float]:
        play = adaptive(debate)
        return play.answer, float(sum(debate.tokens[: play.rounds]))

    def climbed(debate: RecordedDebate) -> tuple[str | None, float]:
        play = play_voices(debate)
        return play.answer, float(TOKENS[0] * (play.voices or 0))

    def talked(debate: RecordedDebate) -> tuple[str | None, float]:
        return climbed(debate) if talk(debate).rounds == 1 else whole(debate, len(debate.answers))

    return {
        "single": lambda debate: (debate.answers[0][0], float(TOKENS[0])),
        "vote": lambda debate: whole(debate, 1),
        "all rounds": lambda debate: whole(debate, len(debate.answers)),
        "adaptive": adapted,
        "ladder": climbed,
        "ladder, talk": talked,
    }


def measure(skill: float, shared: float, kind: tuple[float, float], questions: int) -> list[Point]:
    """Measure every rule on one population, on the half that nothing was tuned on."""
    debates = simulate(Population(skill, shared, *kind), questions, seed=round(1000 * skill + 10 * shared))
    tuning, held_back = debates[::2], debates[1::2]
    everything = fmean(sum(each.tokens) for each in held_back)
    points = []
    for name, play in list_plays(tuning).items():
        played = [(each.is_right(answer), cost) for each in held_back for answer, cost in (play(each),)]
        right, cost = fmean(hit for hit, _ in played), fmean(spent for _, spent in played)
        points.append(Point(name, skill, shared, right, cost / everything))
    return points


def draw(points: Sequence[Point]) -> str:
    """Draw a panel for each correlation: accuracy against cost, a line for each rule over the skills."""
    panels = [_draw_panel([each for each in points if each.shared == shared], at) for at, shared in enumerate(SHARED)]
    legend = [
        f'<circle cx="{60 + 150 * at}" cy="16" r="5" fill="{colour}"/><text x="{70 + 150 * at}" y="20">{name}</text>'
        for at, (name, colour) in enumerate(COLOURS.items())
    ]
    body = "\n".join([*legend, *panels])
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 340" font-family="sans-serif" font-size="12" '
        'role="img" aria-label="Accuracy against cost of six rules on simulated agents">\n'
        f'<rect width="960" height="340" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _draw_panel(points: Sequence[Point], number: int) -> str:
    left, top, width, height = 50 + 310 * number, 60, 250, 220

    def place(point: Point) -> tuple[float, float]:
        share = (math.log10(point.cost) + 2) / 2  # from 1 % to all of the tokens
        return round(left + width * share, 1), round(top + height * (1 - (point.accuracy - 0.2) / 0.8), 1)

    parts = [f'<text x="{left}" y="{top - 12}">errors shared: {points[0].shared:.0%}</text>']
    for level in (0.2, 0.4, 0.6, 0.8, 1.0):
        y = top + height * (1 - (level - 0.2) / 0.8)
        parts.append(f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{level:.0%}</text>')
    for cost in (0.01, 0.1, 1.0):
        x = left + width * (math.log10(cost) + 2) / 2
        parts.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{cost:.0%}</text>')
    parts.append(
        f'<text x="{left + width / 2}" y="{top + height + 38}" text-anchor="middle">tokens of all rounds</text>'
    )
    for name, colour in COLOURS.items():
        places = [place(each) for each in points if each.rule == name]
        path = " ".join(f"{x},{y}" for x, y in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-opacity="0.5"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>' for x, y in places]
    return "\n".join(parts)


def main() -> None:
    """Print the tables, and draw them where a file is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=Path, help="where to draw accuracy against cost")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    chosen = parser.parse_args()
    for at, (name, kind) in enumerate(KINDS.items()):
        points = [
            one for shared in SHARED for skill in SKILLS for one in measure(skill, shared, kind, chosen.questions)
        ]
        show(f"Agents {name}", points)
        if chosen.plot and at == 0:
            chosen.plot.write_text(draw(points), encoding="utf-8")


def show(title: str, points: Sequence[Point]) -> None:
    """Print accuracy and cost of every rule on every population."""
    for shared in SHARED:
        print(f"{title}; errors shared: {shared:.0%}")
        rows = []
        for skill in SKILLS:
            here = {each.rule: each for each in points if (each.shared, each.skill) == (shared, skill)}
            rows.append([say_share(skill), *(f"{say_share(here[n].accuracy)} at {here[n].cost:.3f}" for n in COLOURS)])
        print(draw_text_table(("one agent knows", *COLOURS), rows), "\n")


if __name__ == "__main__":
    main()
