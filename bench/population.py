"""Simulates teams of agents whose accuracy, shared errors and sycophancy are known, as recorded debates.

How a question is answered: each agent knows it with the chance `skill`. Who does not know falls, with the chance
`shared`, for the one wrong answer that tempts everybody, else for one of three others. With half that chance a whole
question is a trap, which everybody knows only half as often. In a later round everybody reads the others: with the
chance `sycophancy` an agent takes over the answer that led, whatever it is; else one that sees the right answer is
convinced by it with the chance `insight`.
"""

import random
from collections import Counter
from dataclasses import dataclass

from moot.evaluation.rules import RecordedDebate

RIGHT, TEMPTING, OTHERS = "A", "B", "CDE"
TOKENS = (300, 1400, 2600)
"""Of one agent in rounds 1, 2 and 3: later prompts hold what the others said. About the recorded proportions."""


@dataclass(frozen=True)
class Population:
    """What agents are like."""

    skill: float
    shared: float
    sycophancy: float = 0.4
    insight: float = 0.25
    team: int = 5


def simulate(population: Population, questions: int, seed: int) -> list[RecordedDebate]:
    """Let teams debate so many questions for three rounds."""
    chance = random.Random(seed)  # nothing secret is drawn
    return [_debate(population, number, chance) for number in range(questions)]


def _debate(population: Population, number: int, chance: random.Random) -> RecordedDebate:
    trap = chance.random() < population.shared / 2
    skill = population.skill / 2 if trap else population.skill
    rows = [[_answer(population, skill, chance) for _ in range(population.team)]]
    for _ in TOKENS[1:]:
        rows.append([_reconsider(population, own, rows[-1], chance) for own in rows[-1]])
    tokens = [each * population.team for each in TOKENS]
    return RecordedDebate.model_validate(
        {"question": f"Question {number}", "gold": RIGHT, "answers": rows, "tokens": tokens}
    )


def _answer(population: Population, skill: float, chance: random.Random) -> str:
    if chance.random() < skill:
        return RIGHT
    return TEMPTING if chance.random() < population.shared else chance.choice(OTHERS)


def _reconsider(population: Population, own: str, others: list[str], chance: random.Random) -> str:
    if chance.random() < population.sycophancy:
        return Counter(others).most_common(1)[0][0]
    return RIGHT if RIGHT in others and chance.random() < population.insight else own
