"""Describes what the decision stands on: the verdict on every claim, and the causes a search found, best first."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.policies.critique.evidence import QUESTION, list_citations
from moot.state.evidence import ClaimVerdict, Verdict
from moot.state.hypotheses import Evaluation, Hypothesis, RootCause, RootCauseRound
from moot.state.inspection import CITED
from moot.state.positions import Claim
from moot.views.lines import clip_line
from moot.views.pages import Chart, ChartLine, chart_lines
from moot.views.report.log_timeline import LogTimeline, draw_timeline
from moot.views.report.story import Story
from moot.views.terminal import CauseTexts, describe_cause, mark_evidence
from moot.views.wording.figures import say_count
from moot.views.wording.warrants import count_verdicts, say_judged, say_reckoning, say_verdict

_LISTED = 12
"""Up to so many claims are listed at once; more are folded by seat."""
_EXCERPT = 600
"""A longer source is quoted in part, and stands in full in the list of sources."""

_LINE_ID = re.compile(r"\b(?:F\d+)?L\d+\b")
_VERDICTS: dict[Verdict, str] = {"supported": "good", "unsupported": "bad", "unknown": "plain"}


class _Citation(NamedTuple):
    """A cited source; the place of the whole text is 0 where all of it is quoted."""

    id: str
    known: bool
    locator: str = ""
    words: str = ""
    place: int = 0
    note: str = ""
    """What has to be known of it beside its text."""


class _JudgedClaim(NamedTuple):
    """A claim with its verdict and what it cites."""

    line: ClaimVerdict
    statement: str
    tone: str
    citations: Sequence[_Citation]
    word: str
    """The verdict, with what the source says."""
    reckoning: Sequence[str] = ()
    """How its figures follow."""
    piece: bool = False
    """Whether it is itself what a hypothesis cites."""


class _ClaimGroup(NamedTuple):
    """The claims of one seat, to be unfolded."""

    seat: str
    counts: str
    claims: Sequence[_JudgedClaim]


class EvidenceOverview(NamedTuple):
    """The facts of the section."""

    summary: str
    parts: Sequence[tuple[int, str]]
    """How many claims have which verdict, as the tones of one bar."""
    shares: Sequence[tuple[str, float]]
    """Who leaves how much of what needs evidence without it."""
    unsupported: Sequence[_JudgedClaim]
    """Those that do not stand, named beside the folded list."""
    claims: Sequence[_JudgedClaim]
    groups: Sequence[_ClaimGroup]


def describe_evidence(story: Story) -> EvidenceOverview:
    """Describe the last verdict on every claim with its sources."""
    lines = find_verdicts(story)
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in _VERDICTS}
    counted = say("report.claims_counted", claims=say_count(len(lines), "claims"), counts=count_verdicts(lines))
    judged = [_judge(story, line) for line in lines]
    by_seat = {line.seat: [each for each in judged if each.line.seat == line.seat] for line in lines}
    folded = len(lines) > _LISTED
    return EvidenceOverview(
        summary=counted if lines else "",
        parts=[(count, _VERDICTS[verdict]) for verdict, count in counts.items()],
        shares=[(seat, share) for seat, share in story.result.evidence.unsupported_share.items() if share > 0],
        unsupported=[each for each in judged if each.line.verdict == "unsupported"] if folded else [],
        claims=[] if folded else judged,
        groups=[_ClaimGroup(seat, _counts(claims), claims) for seat, claims in by_seat.items()] if folded else [],
    )


def find_verdicts(story: Story) -> list[ClaimVerdict]:
    """Find the verdicts on what each seat claimed last, grouped by seat: what it gave up no longer counts."""
    order = {seat: at for at, seat in enumerate(story.seats)}
    return sorted(story.result.evidence.latest, key=lambda line: order.get(line.seat, len(order)))


def _counts(claims: Sequence[_JudgedClaim]) -> str:
    wrong = sum(each.line.verdict == "unsupported" for each in claims)
    bare = f", {wrong} {say('report.unsupported')}" if wrong else ""
    return f"{say_count(len(claims), 'claims')}{bare}"


def _judge(story: Story, line: ClaimVerdict) -> _JudgedClaim:
    key = (line.seat, line.round, line.claim_id)
    if key in story.pieces:
        piece = story.pieces[key]
        quoted = list(_quote_log(story, piece))
        return _JudgedClaim(line, piece, _VERDICTS[line.verdict], quoted, say_verdict(line), piece=True)
    claim = story.claims.get(key)
    return _JudgedClaim(
        line=line,
        statement=claim.statement if claim else line.claim_id,
        tone=_VERDICTS[line.verdict],
        citations=[*_cite(story, claim)] if claim else [],
        word=say_judged(line, claim.assumptions) if claim else say_verdict(line),
        reckoning=[say_reckoning(each) for each in line.reckoning],
    )


def _quote_log(story: Story, piece: str) -> Iterator[_Citation]:
    """Quote the lines that a piece of evidence names: whole, as their log writes them, where they were looked up."""
    incident = story.state.get("incident")
    events = {event.id: event for event in incident.events} if incident is not None else {}
    answers = sorted(story.state.get("inspections") or [], key=lambda each: each.number == CITED)
    seen = {line.id: line for each in answers for line in each.lines}
    for name in dict.fromkeys(_LINE_ID.findall(piece)):
        if name in seen:
            line = seen[name]
            yield _Citation(name, True, f"{line.time} {line.component}".strip(), clip_line(line.told, _EXCERPT))
        elif name in events:
            locator = f"{events[name].timestamp} {events[name].component}".strip()
            yield _Citation(name, True, locator, clip_line(events[name].message, _EXCERPT))


def _cite(story: Story, claim: Claim) -> Iterator[_Citation]:
    """Quote what a claim cites, the question included, as the ledger reads it; then name what there is not."""
    cited = list_citations(claim, (*story.sources, QUESTION))
    for name in cited.known:
        if name not in story.sources:
            yield _Citation(name, True, "", clip_line(story.state.get("question") or "", _EXCERPT))
            continue
        at, source = story.sources[name]
        whole = source.whole_text
        words = whole if len(whole) <= _EXCERPT else clip_line(whole, _EXCERPT)
        yield _Citation(name, True, source.locator, words, at if words != whole else 0, source.note)
    yield from (_Citation(name, known=False) for name in cited.strangers)


class _CauseRound(NamedTuple):
    """The hypotheses of one round with the judge's word on each, the best first."""

    number: int
    rows: Sequence[tuple[str, Hypothesis, Evaluation | None]]


class CauseFacts(NamedTuple):
    """The facts of a search for a root cause."""

    evidence: Sequence[str]
    """What the best hypothesis stands on, with its origin."""
    scores: Chart | None
    rounds: Sequence[_CauseRound]
    texts: CauseTexts
    """Its course, who stands for it, what stays open and what fixed similar incidents."""
    course: LogTimeline | None = None
    """The log over time, with the burst marked."""


def describe_causes(story: Story) -> CauseFacts | None:
    """Describe the hypotheses of every round and the best score of each; None where no cause was searched."""
    found = story.result.rca
    if found is None:
        return None
    best = found.final_hypothesis
    evidence = mark_evidence(best) if best else []
    course = draw_timeline(found.outline, best)
    return CauseFacts(evidence, _scores(found), [_rank(each) for each in found.rounds], describe_cause(found), course)


def _scores(found: RootCause) -> Chart | None:
    points = [(item.round_number, _top(item)) for item in found.rounds]
    known = [score for _, score in points if score is not None]
    if not known:
        return None
    words = say("report.plot.scores_words", scores=", ".join(f"{score * 100:.0f}" for score in known))
    return chart_lines(
        "scores", say("report.plot.scores"), words, [ChartLine(say("report.plot.best"), points)], unit=""
    )


def _top(item: RootCauseRound) -> float | None:
    judged = item.judge_evaluation
    scores = [each.judge_score for each in judged.evaluated_hypotheses] if judged else []
    return max(scores) / 100 if scores else None


def _rank(item: RootCauseRound) -> _CauseRound:
    judged = item.judge_evaluation
    scores = {each.hypothesis_id: each for each in judged.evaluated_hypotheses} if judged else {}
    made = [(name.removesuffix("_hypotheses"), each) for name, given in item.hypotheses.items() for each in given]
    ranked = sorted(made, key=lambda pair: scores[pair[1].id].rank if pair[1].id in scores else len(made) + 1)
    return _CauseRound(item.round_number, [(seat, each, scores.get(each.id)) for seat, each in ranked])
