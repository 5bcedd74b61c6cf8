"""Describes what the decision stands on: the verdict on every claim, and the causes a search found, best first."""

from collections.abc import Sequence
from typing import NamedTuple

from moot.catalogue import say
from moot.state.evidence import ClaimVerdict, Verdict
from moot.state.hypotheses import Evaluation, Hypothesis, RootCause, RootCauseRound
from moot.views.pages import Chart, ChartLine, chart_lines
from moot.views.report.log_timeline import LogTimeline, draw_timeline
from moot.views.report.story import Story
from moot.views.terminal import CauseTexts, clip_line, describe_cause, mark_evidence
from moot.views.wording import say_count, say_literal

_LISTED = 12
"""Up to so many claims are listed at once; more are folded by seat."""
_EXCERPT = 600
"""A longer source is quoted in part, and stands in full in the list of sources."""

_VERDICTS: dict[Verdict, str] = {"supported": "good", "unsupported": "bad", "unknown": "plain"}


class _Citation(NamedTuple):
    """A cited source; the place of the whole text is 0 where all of it is quoted."""

    id: str
    known: bool
    locator: str = ""
    words: str = ""
    place: int = 0


class _JudgedClaim(NamedTuple):
    """A claim with its verdict and what it cites."""

    line: ClaimVerdict
    statement: str
    tone: str
    citations: Sequence[_Citation]


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
    claims: Sequence[_JudgedClaim]
    groups: Sequence[_ClaimGroup]


def describe_evidence(story: Story) -> EvidenceOverview:
    """Describe the last verdict on every claim with its sources."""
    lines = find_verdicts(story)
    counts = {verdict: sum(line.verdict == verdict for line in lines) for verdict in _VERDICTS}
    words = ", ".join(f"{count} {say_literal(verdict)}" for verdict, count in counts.items() if count)
    judged = [_judge(story, line) for line in lines]
    by_seat = {line.seat: [each for each in judged if each.line.seat == line.seat] for line in lines}
    folded = len(lines) > _LISTED
    return EvidenceOverview(
        summary=f"{say_count(len(lines), 'claims')}: {words}" if lines else "",
        parts=[(count, _VERDICTS[verdict]) for verdict, count in counts.items()],
        shares=[(seat, share) for seat, share in story.result.evidence.unsupported_share.items() if share > 0],
        claims=[] if folded else judged,
        groups=[_ClaimGroup(seat, _counts(claims), claims) for seat, claims in by_seat.items()] if folded else [],
    )


def find_verdicts(story: Story) -> list[ClaimVerdict]:
    """Find the last verdict on each claim, grouped by seat."""
    last = {(line.seat, line.claim_id): line for line in story.result.evidence.claims}
    order = {seat: at for at, seat in enumerate(story.seats)}
    return sorted(last.values(), key=lambda line: order.get(line.seat, len(order)))


def _counts(claims: Sequence[_JudgedClaim]) -> str:
    wrong = sum(each.line.verdict == "unsupported" for each in claims)
    bare = f", {wrong} {say('report.unsupported')}" if wrong else ""
    return f"{say_count(len(claims), 'claims')}{bare}"


def _judge(story: Story, line: ClaimVerdict) -> _JudgedClaim:
    claim = story.claims.get((line.seat, line.round, line.claim_id))
    return _JudgedClaim(
        line=line,
        statement=claim.statement if claim else line.claim_id,
        tone=_VERDICTS[line.verdict],
        citations=[_cite(story, each) for each in claim.evidence] if claim else [],
    )


def _cite(story: Story, source_id: str) -> _Citation:
    if source_id not in story.sources:
        return _Citation(source_id, known=False)
    at, source = story.sources[source_id]
    words = source.text if len(source.text) <= _EXCERPT else clip_line(source.text, _EXCERPT)
    return _Citation(source_id, True, source.locator, words, at if words != source.text else 0)


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
