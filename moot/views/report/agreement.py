"""Describes how far the seats agreed: over the rounds, each seat's confidence, and who agreed with whom.

Two seats agree as far as they did in the last round that compared them; where only some seats went on arguing, the
others stand where they stood. Whether two recommend the same is read off the ballot, where there is one.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from moot.catalogue import say
from moot.state.ballot import Ballot
from moot.state.findings import PairAgreement
from moot.state.protocol import CriterionWeights
from moot.views.pages import Chart, ChartLine, chart_lines
from moot.views.report.story import Story
from moot.views.wording import capital, say_literal
from moot.views.wording.agreement import measures_agreement
from moot.views.wording.figures import say_percent, whole_percent
from moot.views.wording.names import say_seat

_CRITERIA = ("recommendation", "premises", "risks", "timing")
_COUNTS = ("critical", "major", "minor", "top_score", "gain", "refinements", "gaps")
"""Measures that are numbers and no shares."""
_EXTENT = {1.0: "report.extent.fully", 0.5: "report.extent.partly", 0.0: "report.extent.not"}
_POINTS = {1.0: "report.points.shared", 0.5: "report.points.others", 0.0: "report.points.denied"}
"""Of premises, risks and timing it is told whether two seats share one or contradict each other, not that all agree."""


class _Figure(NamedTuple):
    """A chart with its numbers as a table, and the seats of its legend with their last value."""

    chart: Chart
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    legend: Sequence[tuple[str, str]] = ()
    note: str = ""


class _Cell(NamedTuple):
    """How far two seats agree, as one cell of the matrix."""

    words: str
    style: str


class _Matrix(NamedTuple):
    """Who agreed with whom, in all and point by point."""

    seats: Sequence[str]
    rows: Sequence[tuple[str, Sequence[_Cell]]]
    criteria: Sequence[str]
    pairs: Sequence[tuple[PairAgreement, Sequence[str], int]]
    """Two seats, how far they agree on each criterion, and the round that compared them last."""


class Agreement(NamedTuple):
    """The facts of the section; what could not be measured is left out."""

    figures: Sequence[_Figure]
    matrix: _Matrix | None


def describe_agreement(story: Story) -> Agreement:
    """Describe agreement by round, confidence by seat, and who agreed with whom."""
    figures = [each for each in (_convergence(story), _confidence(story)) if each is not None]
    return Agreement(figures, _matrix(story))


def _convergence(story: Story) -> _Figure | None:
    """Chart the agreement in each round against the agreement that was needed."""
    rounds = story.result.rounds
    points = [(record.number, record.convergence) for record in rounds]
    known = [(at, share) for at, share in points if share is not None]
    if not known:
        return None
    (first, start), (last, end) = known[0], known[-1]
    needed = f"; {say('report.plot.needed', share=story.threshold)}" if story.threshold is not None else ""
    description = f"{_name_round(first)}: {say_percent(start)}. {_name_round(last)}: {say_percent(end)}{needed}."
    title, lines = say("report.plot.by_round", measure=story.measure), [ChartLine(story.measure, points)]
    chart = chart_lines("agreement", title, description, lines, threshold=story.threshold)
    names = list(dict.fromkeys(name for record in rounds for name in record.details))
    rows = [
        (
            _name_round(record.number),
            say_percent(record.convergence),
            *(_measure(name, record.details.get(name)) for name in names),
        )
        for record in rounds
    ]
    titles = (_name(name, story.seats) for name in names)
    head = (say("report.round"), story.measure, *titles)
    # Where seats vote alike on conditions that are open, a pair has settled less than the votes say.
    parted = any(share < (record.convergence or 0.0) for record in rounds for share in record.details.values())
    return _Figure(chart, head, rows, note=say("report.settled_by_pair") if story.result.disputes and parted else "")


def _name(measure: str, seats: Collection[str]) -> str:
    """Name a measure; one of two seats, or of one, has their names in it, which are no words."""
    return " / ".join(say_seat(part) if part in seats else say_literal(part) for part in measure.split("/"))


def _measure(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if name in _COUNTS else say_percent(value)


def _confidence(story: Story) -> _Figure | None:
    """Chart how sure each seat was in each round."""
    stated = find_confidences(story)
    if not stated or story.result.route == "simple":
        return None
    lines = [ChartLine(say_seat(seat), points, story.colour(seat)) for seat, points in stated.items()]
    legend = [(seat, say_percent(points[-1][1])) for seat, points in stated.items()]
    ends = "; ".join(f"{say_seat(seat)} {share}" for seat, share in legend)
    chart = chart_lines("confidence", say("report.plot.confidence"), say("report.plot.last_round", ends=ends), lines)
    by_round = [dict(points) for points in stated.values()]
    rows = [
        (_name_round(at), *("–" if points.get(at) is None else say_percent(points[at]) for points in by_round))
        for at in sorted({at for points in by_round for at in points})
    ]
    return _Figure(chart, (say("report.round"), *map(say_seat, stated)), rows, legend)


def find_confidences(story: Story) -> Mapping[str, Sequence[tuple[int, float | None]]]:
    """Find each seat's stated confidence by round; of several hypotheses the surest counts."""
    stated: dict[tuple[str, int], float | None] = {
        (each.seat, each.round): each.confidence for each in story.result.positions
    }
    for sheet in story.state.get("hypotheses") or []:
        stated[sheet.seat, sheet.round] = max((each.confidence for each in sheet.hypotheses), default=None)
    found = {
        seat: [(at, share) for (name, at), share in sorted(stated.items(), key=lambda item: item[0][1]) if name == seat]
        for seat in story.seats
    }
    return {seat: points for seat, points in found.items() if any(share is not None for _, share in points)}


def _matrix(story: Story) -> _Matrix | None:
    pairs = find_last_comparisons(story)
    seats = [seat for seat in story.seats if any(seat in pair for pair in pairs)]
    if not seats:
        return None
    if not measures_agreement(story.result.strategy):
        # Where critiques end a debate nobody is asked how far premises, risks and times agree: votes are compared.
        pairs = {
            names: (at, PairAgreement(a=each.a, b=each.b, recommendation=each.recommendation))
            for names, (at, each) in pairs.items()
        }
    weights = story.profile.convergence.weights if story.profile else CriterionWeights()
    if story.result.conflict_report is not None:
        # Who argues a conflict agrees by its vote, as the rounds count it.
        weights = CriterionWeights(recommendation=1, premises=0, risks=0, timing=0)
    shares = {pair: weigh(found, weights) for pair, (_, found) in pairs.items()}
    # Reasoners who look for a cause have neither premises nor risks in common, or against each other.
    compared = [name for name in _CRITERIA if any(getattr(found, name) is not None for _, found in pairs.values())]
    return _Matrix(
        seats=seats,
        rows=[(a, [_cell(a, b, shares) for b in seats]) for a in seats],
        criteria=[capital(say_literal(name)) for name in compared],
        pairs=[(pair, [_extent(name, getattr(pair, name)) for name in compared], at) for at, pair in pairs.values()],
    )


def find_last_comparisons(story: Story) -> Mapping[frozenset[str], tuple[int, PairAgreement]]:
    """Find the last comparison of every two seats, with its round."""
    compared = {
        frozenset((pair.a, pair.b)): (agreement.round, pair)
        for agreement in story.state.get("agreements") or []
        for pair in agreement.pairs
        if pair.a != pair.b
    }
    ballot = story.result.ballot
    return {**compared, **_read_votes(story, compared, ballot)} if ballot else compared


def _read_votes(
    story: Story, compared: Mapping[frozenset[str], tuple[int, PairAgreement]], ballot: Ballot
) -> Mapping[frozenset[str], tuple[int, PairAgreement]]:
    """Find how far every two seats that voted recommend the same, beside what else was compared of them."""
    last = {vote.seat: vote for vote in sorted(ballot.votes, key=lambda vote: vote.round)}
    found = {}
    for a, b in combinations((seat for seat in story.seats if seat in last), 2):
        pair = frozenset((a, b))
        number, known = compared.get(pair, (max(last[a].round, last[b].round), PairAgreement(a=a, b=b)))
        level = _compare_votes(ballot, last[a].option, last[b].option)
        found[pair] = (number, known.model_copy(update={"recommendation": level}))
    return found


def _compare_votes(ballot: Ballot, one: str, other: str) -> float:
    """Find how far two votes agree; options that a model found compatible are partly the same."""
    if one == other:
        return 1.0
    return 0.5 if ballot.source == "model" and not ballot.is_opposed(one, other) else 0.0


def weigh(pair: PairAgreement, weights: CriterionWeights) -> float | None:
    """Weigh how far two seats agree in all; None when nothing could be compared (X-21b)."""
    known = [(getattr(pair, name), getattr(weights, name)) for name in _CRITERIA if getattr(pair, name) is not None]
    total = sum(weight for _, weight in known)
    return sum(share * weight for share, weight in known) / total if total else None


def _cell(a: str, b: str, shares: Mapping[frozenset[str], float | None]) -> _Cell:
    if a == b:
        return _Cell("·", "self")
    share = shares.get(frozenset((a, b)))
    return _Cell("–", "none") if share is None else _Cell(f"{whole_percent(share)} %", f"l{min(4, int(share * 5))}")


def _extent(criterion: str, share: float | None) -> str:
    if share is None:
        return "–"
    words = _EXTENT if criterion == "recommendation" else _POINTS
    return say(words[share]) if share in words else say_percent(share)


def _name_round(number: int) -> str:
    return say("report.round_number", round=number)
