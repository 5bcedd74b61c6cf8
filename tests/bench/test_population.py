"""Simulated agents behave as they are described, and the benchmark measures what users get."""

from xml.etree import ElementTree as ET

from bench.bench_population import SHARED, SKILLS, draw, list_plays, measure
from bench.population import RIGHT, Population, simulate


def test_the_same_seed_gives_the_same_debates() -> None:
    population = Population(skill=0.6, shared=0.4)
    assert simulate(population, 20, seed=1) == simulate(population, 20, seed=1)
    assert simulate(population, 20, seed=1) != simulate(population, 20, seed=2)


def test_agents_are_as_they_are_described() -> None:
    made = simulate(Population(skill=0.6, shared=0.0), 2000, seed=3)
    first = [answer == RIGHT for each in made for answer in each.answers[0]]
    assert abs(sum(first) / len(first) - 0.6) < 0.02
    stubborn = simulate(Population(skill=0.6, shared=0.0, sycophancy=0.0, insight=0.0), 50, seed=3)
    assert all(row == each.answers[0] for each in stubborn for row in each.answers)


def test_the_ladder_answers_as_the_vote_and_costs_less() -> None:
    made = simulate(Population(skill=0.6, shared=0.4), 300, seed=4)
    plays = list_plays(made)
    votes, climbed = [plays["vote"](each) for each in made], [plays["ladder"](each) for each in made]
    assert [answer for answer, _ in climbed] == [answer for answer, _ in votes]
    assert sum(cost for _, cost in climbed) < 0.95 * sum(cost for _, cost in votes)


def test_the_plot_is_well_formed() -> None:
    points = [one for shared in SHARED for skill in SKILLS for one in measure(skill, shared, (0.4, 0.25), 40)]
    drawn = ET.fromstring(draw(points))  # our own text
    assert len(drawn.findall("{http://www.w3.org/2000/svg}polyline")) == 6 * len(SHARED)
