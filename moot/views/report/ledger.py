"""The claim ledger: which claims stand on their evidence, with the sources themselves to unfold."""

from collections.abc import Sequence

from moot.state.evidence import Evidence, Verdict
from moot.views.report.element import NOTHING, Child, Html, join, tag
from moot.views.report.parts import Tone, fold, pill, quoted, said, seat_name, table
from moot.views.report.plots import draw_stack
from moot.views.report.story import Story
from moot.views.result import ClaimLine
from moot.views.wording import clip, say_count, say_percent

OPEN = 12
"""Up to so many claims are listed at once; more are folded by seat."""
EXCERPT = 600
"""A longer source is quoted in part, and stands in full in the list of sources."""

VERDICTS: dict[Verdict, Tone] = {"supported": "good", "unsupported": "bad", "unknown": "plain"}


def view_ledger(story: Story) -> Html:
    """The last verdict on every claim, what was looked up, and the sources."""
    lines = find_verdicts(story)
    return join(_summary(lines), _shares(story), _lines(story, lines), view_queries(story), view_sources(story))


def find_verdicts(story: Story) -> list[ClaimLine]:
    """The last verdict on each claim, grouped by seat."""
    last = {(line.seat, line.claim_id): line for line in story.result.evidence.claims}
    order = {seat: at for at, seat in enumerate(story.seats)}
    return sorted(last.values(), key=lambda line: order.get(line.seat, len(order)))


def _summary(lines: Sequence[ClaimLine]) -> Html | None:
    if not lines:
        return None
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in VERDICTS}
    words = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
    bar = draw_stack((count, VERDICTS[verdict]) for verdict, count in counts.items())
    return tag("div", tag("p", f"{say_count(len(lines), 'claim')}: {words}"), bar, class_="measure wide")


def _shares(story: Story) -> Html:
    """Who leaves how much of what needs evidence without it."""
    shares = [(seat, share) for seat, share in story.result.evidence.unsupported_share.items() if share > 0]
    items = [tag("li", seat_name(story, seat), f" {say_percent(share)} unsupported") for seat, share in shares]
    return tag("ul", items, class_="numbers") if items else NOTHING


def _lines(story: Story, lines: Sequence[ClaimLine]) -> Html:
    if len(lines) <= OPEN:
        return tag("div", (_line(story, line) for line in lines), class_="ledger") if lines else NOTHING
    seats = dict.fromkeys(line.seat for line in lines)
    return join(_group(story, seat, [line for line in lines if line.seat == seat]) for seat in seats)


def _group(story: Story, seat: str, lines: Sequence[ClaimLine]) -> Html:
    wrong = sum(line.verdict == "unsupported" for line in lines)
    counts = f"{say_count(len(lines), 'claim')}{f', {wrong} unsupported' if wrong else ''}"
    head = (seat_name(story, seat), tag("span", counts, class_="quiet"))
    return fold(head, tag("div", (_line(story, line) for line in lines), class_="ledger"), class_="fold map")


def _line(story: Story, line: ClaimLine) -> Html:
    claim = story.claims.get((line.seat, line.round, line.claim_id))
    ids = claim.evidence if claim else ()
    head = (
        pill(line.verdict, VERDICTS[line.verdict]),
        tag("span", quoted(story, claim.statement if claim else line.claim_id), class_="statement"),
        tag("span", seat_name(story, line.seat), f" {line.claim_id}", class_="note"),
    )
    reason = tag("p", tag("span", "Why: ", class_="label"), quoted(story, line.reason)) if line.reason else None
    sources = [_cited(story, each) for each in ids]
    return fold(head, reason, sources or tag("p", "It cites nothing.", class_="quiet"), class_="fold claim")


def _cited(story: Story, source_id: str) -> Html:
    if source_id not in story.sources:
        return tag("p", tag("b", source_id), " is no source of this debate.", class_="source")
    at, source = story.sources[source_id]
    words = source.text if len(source.text) <= EXCERPT else clip(source.text, EXCERPT)
    more = tag("a", "in full", href=f"#source-{at}", aria_label=f"Source {source_id} in full")
    head = tag("p", tag("b", source_id), f" {source.locator} ", more if words != source.text else None, class_="note")
    return tag("div", head, said(story, words, "blockquote"), class_="source")


def view_queries(story: Story) -> Html:
    """What was looked up, and what came of it."""
    rows = [
        (
            seat_name(story, query.seat),
            query.round,
            quoted(story, query.text),
            query.outcome.replace("_", " "),
            quoted(story, ", ".join(query.chunks) or query.reason),
        )
        for query in story.state.get("queries") or []
    ]
    return fold(
        f"What was looked up ({len(rows)})",
        table("Queries", ("Seat", "Round", "Query", "Outcome", "Found"), rows),
    )


def view_sources(story: Story) -> Html:
    """Every source the agents could cite, in full."""
    items = [_source(story, at, each) for at, each in story.sources.values()]
    return fold(f"All sources ({len(items)})", tag("ul", items, class_="sources")) if items else NOTHING


def _source(story: Story, at: int, source: Evidence) -> Child:
    return tag(
        "li",
        tag("p", tag("b", source.id), f" {source.kind}", f", {source.locator}" if source.locator else None),
        said(story, source.text, "blockquote"),
        id=f"source-{at}",
    )
