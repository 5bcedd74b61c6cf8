"""How far the seats agreed: over the rounds, each seat's confidence, and who agreed with whom.

Two seats agree as far as they did in the last round that compared them; where only some seats went on arguing, the
others stand where they stood.
"""

from collections.abc import Mapping, Sequence

from moot.state.findings import PairAgreement
from moot.state.protocol import CriterionWeights
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import block, fold, seat_name, table
from moot.views.report.plots import Line, draw_legend_mark, draw_lines
from moot.views.report.story import Story
from moot.views.wording import say_literal, say_percent, say_seat

CRITERIA = ("recommendation", "premises", "risks", "timing")


def view_agreement(story: Story) -> Html:
    """Agreement by round, confidence by seat, and who agreed with whom."""
    plots = join(plot_convergence(story), plot_confidence(story))
    return join(tag("div", plots, class_="plots") if plots else None, view_matrix(story))


def plot_convergence(story: Story) -> Html:
    """Agreement in each round against the agreement that was needed."""
    rounds = story.result.rounds
    points = [(record.number, record.convergence) for record in rounds]
    known = [(at, share) for at, share in points if share is not None]
    if not known:
        return NOTHING
    (first, start), (last, end) = known[0], known[-1]
    needed = f"; {say_percent(story.threshold)} is needed" if story.threshold is not None else ""
    description = f"Round {first}: {say_percent(start)}. Round {last}: {say_percent(end)}{needed}."
    title = f"{story.measure} by round"
    plot = draw_lines("agreement", title, description, [Line(story.measure, points)], threshold=story.threshold)
    return _figure(title, plot, NOTHING, _details(story))


def _details(story: Story) -> Html:
    rounds = story.result.rounds
    names = list(dict.fromkeys(name for record in rounds for name in record.details))
    rows = [
        (
            f"Round {record.number}",
            say_percent(record.convergence),
            *(_measure(name, record.details.get(name)) for name in names),
        )
        for record in rounds
    ]
    head = ("Round", story.measure, *(_name(name) for name in names))
    return fold("The numbers", table(f"{story.measure} by round, in numbers", head, rows))


def _name(measure: str) -> str:
    return " / ".join(say_literal(part) for part in measure.split("/"))


_COUNTS = ("critical", "major", "minor", "top_score", "gain", "refinements", "gaps")
"""Measures that are numbers and no shares."""


def _measure(name: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:g}" if name in _COUNTS else say_percent(value)


def plot_confidence(story: Story) -> Html:
    """How sure each seat was in each round."""
    lines = [Line(say_seat(seat), points, story.colour(seat)) for seat, points in find_confidences(story).items()]
    if not lines or story.result.route == "simple":
        return NOTHING
    ends = (f"{line.name} {say_percent(line.points[-1][1])}" for line in lines)
    plot = draw_lines("confidence", "Confidence by seat", f"In the last round: {'; '.join(ends)}.", lines)
    return _figure("Confidence by seat", plot, _legend(story), _confidence_table(story))


def find_confidences(story: Story) -> Mapping[str, Sequence[tuple[int, float | None]]]:
    """Each seat's stated confidence by round; of several hypotheses the surest counts."""
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


def _legend(story: Story) -> Html:
    items = [
        tag(
            "li",
            draw_legend_mark(story.colour(seat)),
            tag("span", say_seat(seat)),
            tag("b", say_percent(points[-1][1])),
        )
        for seat, points in find_confidences(story).items()
    ]
    return tag("ul", items, class_="legend")


def _confidence_table(story: Story) -> Html:
    stated = {seat: dict(points) for seat, points in find_confidences(story).items()}
    rounds = sorted({at for points in stated.values() for at in points})
    rows = [
        (f"Round {at}", *(say_percent(points[at]) if points.get(at) is not None else "–" for points in stated.values()))
        for at in rounds
    ]
    return fold("The numbers", table("Confidence by seat, in numbers", ("Round", *map(say_seat, stated)), rows))


def _figure(title: str, plot: Html, legend: Html, numbers: Html) -> Html:
    return tag("figure", tag("h3", title), plot, legend, numbers, class_="card")


def view_matrix(story: Story) -> Html:
    """Who agreed with whom, as a table."""
    pairs = find_pairs(story)
    seats = [seat for seat in story.seats if any(seat in pair for pair in pairs)]
    if not seats:
        return NOTHING
    weights = story.profile.convergence.weights if story.profile else CriterionWeights()
    shares = {pair: weigh(found, weights) for pair, (_, found) in pairs.items()}
    rows = [(seat_name(story, a), *(_cell(a, b, shares) for b in seats)) for a in seats]
    matrix = table("How far each two seats agree", ("", *(seat_name(story, seat) for seat in seats)), rows, "matrix")
    return block("Who agreed with whom", matrix, _pair_table(story, pairs))


def find_pairs(story: Story) -> Mapping[frozenset[str], tuple[int, PairAgreement]]:
    """The last comparison of every two seats, with its round."""
    return {
        frozenset((pair.a, pair.b)): (agreement.round, pair)
        for agreement in story.state.get("agreements") or []
        for pair in agreement.pairs
        if pair.a != pair.b
    }


def weigh(pair: PairAgreement, weights: CriterionWeights) -> float | None:
    """How far two seats agree in all; None when nothing could be compared (X-21b)."""
    known = [(getattr(pair, name), getattr(weights, name)) for name in CRITERIA if getattr(pair, name) is not None]
    total = sum(weight for _, weight in known)
    return sum(share * weight for share, weight in known) / total if total else None


def _cell(a: str, b: str, shares: Mapping[frozenset[str], float | None]) -> Child:
    if a == b:
        return tag("span", "·", class_="level self", aria_hidden="true")
    share = shares.get(frozenset((a, b)))
    if share is None:
        return tag("span", "–", class_="level none")
    return tag("span", f"{share * 100:.0f} %", class_=f"level l{min(4, int(share * 5))}")


_EXTENT = {1.0: "fully", 0.5: "partly", 0.0: "not"}


def _pair_table(story: Story, pairs: Mapping[frozenset[str], tuple[int, PairAgreement]]) -> Html:
    rows: list[Sequence[Child]] = [
        (
            tag("span", seat_name(story, pair.a), seat_name(story, pair.b), class_="seats"),
            *(_extent(getattr(pair, name)) for name in CRITERIA),
            at,
        )
        for at, pair in pairs.values()
    ]
    head = ("Seats", *(name.capitalize() for name in CRITERIA), "Round")
    return fold("Point by point", table("Agreement of each two seats, point by point", head, rows))


def _extent(share: float | None) -> str:
    return "–" if share is None else _EXTENT.get(share, say_percent(share))
