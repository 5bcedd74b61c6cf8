"""Judges by criteria: how many of the points of D-33 the seats agree on, by weight.

Rules:
- Per criterion the agreement is the mean over all pairs of seats that can be compared on it (X-21); a criterion nobody
  can be compared on leaves the calculation together with its weight (X-21b).
- At least the threshold is agreement, the exact value included (D-34, W-D5).
- The recommendation is a gate with the same threshold: the share of pairs of seats that vote for the same option must
  reach it (three against one of four is a half), or the value is capped one point below the threshold and flagged
  (X-21a).
- All who vote for one option, as a model that compared their meanings found, have agreed unless it found a point that
  one of them contradicts: what each of them adds to the same advice parts nobody (DESIGN 9). That is at least the
  threshold, however few points they share.
- A criterion is closed when every pair agrees on it fully; otherwise it is open. What a model found contradicted is
  told with who says so and who denies it; other pairs that do not agree are named.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moot.policies.agreement.ballot import is_unanimous, tell_votes
from moot.policies.agreement.closed_round import ClosedRound, not_computable
from moot.policies.agreement.convergence import STRATEGIES
from moot.policies.agreement.pairs import is_split
from moot.policies.comparison import CRITERIA, FULL, NONE
from moot.policies.language import words
from moot.policies.thresholds import keep_below, mean, reaches, tidy
from moot.state.ballot import Ballot
from moot.state.base import Texts
from moot.state.facts import Fact, state_fact
from moot.state.findings import Convergence, Criterion, PairAgreement
from moot.state.positions import Position
from moot.state.protocol import CriterionWeights


@STRATEGIES.register("criteria", reads_pairs=True)
def judge_by_criteria(closed: ClosedRound) -> Convergence:
    """Find whether the seats agree on recommendation, premises, risks and timing (D-32..D-36, D-94, D-95)."""
    speakers = closed.speakers
    if len(speakers) < 2:
        return not_computable(state_fact("agreement.too_few_comparable", n=len(speakers)))
    ballot = closed.count()
    pairs = closed.compare(ballot)
    levels = measure_criteria(pairs)
    if not levels:
        return not_computable(state_fact("agreement.no_same_point"))
    return _conclude(closed, ballot, pairs, levels)


def measure_criteria(pairs: Sequence[PairAgreement]) -> dict[Criterion, float]:
    """Average the agreement of all pairs, per criterion that can be compared."""
    levels = {criterion: mean(level for _, level in _levels(pairs, criterion)) for criterion in CRITERIA}
    return {criterion: level for criterion, level in levels.items() if level is not None}


def weigh_criteria(levels: Mapping[Criterion, float], weights: CriterionWeights) -> float:
    """Combine the criteria by their weights (D-95); criteria without a level do not count."""
    shares = {criterion: float(getattr(weights, criterion)) for criterion in levels}
    total = sum(shares.values())
    if total <= 0:
        # Only criteria of weight 0 can be compared: then each counts the same.
        return mean(levels.values()) or NONE
    return tidy(sum(shares[criterion] * levels[criterion] for criterion in levels) / total)


def share_votes(pairs: Sequence[PairAgreement]) -> float:
    """Find the share of pairs that vote for the same option, of those that can be compared; of none it is 0."""
    return mean(float(level == FULL) for _, level in _levels(pairs, "recommendation")) or NONE


def _conclude(
    closed: ClosedRound, ballot: Ballot, pairs: Sequence[PairAgreement], levels: dict[Criterion, float]
) -> Convergence:
    threshold = closed.rules.threshold
    raw = weigh_criteria(levels, closed.rules.weights)
    capped = not reaches(share_votes(pairs), threshold)
    value = keep_below(raw, threshold) if capped else raw
    if _is_of_one_mind(ballot):
        value = max(value, threshold)
    converged = not capped and reaches(value, threshold)
    return Convergence(
        converged=converged,
        value=value,
        reason=_explain(_Measured(raw, value, share_votes(pairs)), threshold, ballot, converged=converged),
        stop_reason="converged" if converged else None,
        details={**{str(criterion): level for criterion, level in levels.items()}, "before_cap": raw},
        capped=capped,
        option=ballot.settled if converged else None,
        agreed=tuple(_tell_agreed(closed, each, ballot) for each in CRITERIA if _unanimous(pairs, each)),
        open=tuple(line for each in CRITERIA for line in _describe_open(ballot, pairs, each)),
    )


def _is_of_one_mind(ballot: Ballot) -> bool:
    """Say whether a model found everybody to recommend the same, and nobody to contradict anybody."""
    return ballot.by_meaning and is_unanimous(ballot) and not ballot.contradicted


def _levels(pairs: Sequence[PairAgreement], criterion: Criterion) -> list[tuple[PairAgreement, float]]:
    return [(pair, level) for pair in pairs if (level := getattr(pair, criterion)) is not None]


def _unanimous(pairs: Sequence[PairAgreement], criterion: Criterion) -> bool:
    levels = _levels(pairs, criterion)
    return bool(levels) and all(level == FULL for _, level in levels)


def _tell_agreed(closed: ClosedRound, criterion: Criterion, ballot: Ballot) -> Fact:
    """Say that all agree, and on what: every two may, although there is nothing that all of them say."""
    quote = _quote(closed, criterion, ballot)
    if not quote:
        return state_fact("agreement.every_two_agree", criterion=criterion)
    return state_fact("agreement.all_agree", criterion=criterion, quote=quote)


def _quote(closed: ClosedRound, criterion: Criterion, ballot: Ballot) -> str:
    """Quote what all agree on: the option, the points that all share, else what all say in one wording."""
    option = ballot.option(ballot.settled) if criterion == "recommendation" and ballot.settled else None
    if option is not None:
        return option.wording
    said = {each.seat: texts for each in closed.speakers if (texts := _list_said(each, criterion))}
    shared = [each.text for each in ballot.points if each.criterion == criterion and said.keys() <= {*each.seats}]
    first: dict[tuple[str, ...], str] = {}
    for text in shared or [text for texts in said.values() for text in texts]:
        first.setdefault(words(text), text)
    # Every two may share something of their own: what one of them says is then not what all say.
    return "; ".join(first.values()) if shared or len(first) == 1 else ""


def _list_said(position: Position, criterion: Criterion) -> Texts:
    """List what a seat says of a criterion."""
    if criterion == "recommendation":
        return tuple(filter(None, [position.stance or position.recommendation]))
    value = getattr(position, criterion) or ()
    return (value,) if isinstance(value, str) else tuple(value)


def _describe_open(ballot: Ballot, pairs: Sequence[PairAgreement], criterion: Criterion) -> list[Fact]:
    levels = _levels(pairs, criterion)
    denied = [each for each in ballot.contradicted if each.criterion == criterion]
    split = [pair for pair, _ in levels if any(is_split(pair.a, pair.b, by=each) for each in denied)]
    apart = [pair for pair, level in levels if level == NONE and pair not in split]
    partly = [pair for pair, level in levels if NONE < level < FULL]
    found = (("differ", apart), ("partly", partly))
    told = [
        state_fact("agreement.denied", criterion=criterion, text=each.text, seats=each.seats, against=each.against)
        for each in denied
    ]
    return [*told, *(_tell_open(how, criterion, named, len(levels)) for how, named in found if named)]


def _tell_open(how: str, criterion: Criterion, pairs: Sequence[PairAgreement], total: int) -> Fact:
    if len(pairs) == total > 1:
        return state_fact(f"agreement.all_{how}", criterion=criterion)
    seats = sorted(tuple(sorted((pair.a, pair.b))) for pair in pairs)
    named = tuple(state_fact("figure.names", parts=pair) for pair in seats)
    return state_fact(f"agreement.some_{how}", criterion=criterion, pairs=named)


class _Measured(NamedTuple):
    """How far the seats agree as measured, as it counts, and how many pairs of them vote alike."""

    raw: float
    counted: float
    alike: float


def _explain(measured: _Measured, threshold: float, ballot: Ballot, *, converged: bool) -> Fact:
    """Tell what was measured; where the votes keep it from counting, that is a reason of its own (X-21a)."""
    if measured.counted < measured.raw:
        return state_fact(
            "agreement.capped",
            share=measured.raw,
            counted=measured.counted,
            votes=tell_votes(ballot),
            alike=measured.alike,
            needed=threshold,
        )
    code = "agreement.points_enough" if converged else "agreement.points_few"
    return state_fact(code, share=measured.counted, needed=threshold)
