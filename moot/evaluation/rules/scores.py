"""Scores rules on recorded debates, on all of them and on the two halves of their questions.

Whatever is tuned is tuned on one half and reported on the other. The halves are made of questions, never of debates: a
question that was seen while tuning would give its answer away. Questions are put in the order of the SHA-256 of their
text and go to the two halves in turn, so the halves are the same on every machine.

A flip compares a rule's answer with the plurality of round 1: right to wrong is what a debate spoiled, wrong to
right what it gained. Differences are taken against the plurality after all rounds.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from statistics import fmean

from moot.evaluation.plurality import measure_agreement, take_plurality
from moot.evaluation.rules.calibration import CalibrationReport, measure_calibration
from moot.evaluation.rules.ladder import add_tokens, list_ladder_rules, play_voices
from moot.evaluation.rules.random_halves import HalvesReport, measure_halves
from moot.evaluation.rules.recorded import RecordedDebate, select_judged
from moot.evaluation.rules.rules import STOP_THRESHOLD, RulePlay, StopRule, list_rules, make_adaptive_rule
from moot.evaluation.stats import BOOTSTRAP_SEED, Bootstrap, IntervalEstimate
from moot.policies.thresholds import tidy
from moot.state.base import Value

LATER_VOICES = (1.0, 0.5, 0.25)
"""What a later voice may count: the candidates that are tried on the tuning half."""


class RuleScore(Value):
    """Holds how a rule did on some debates."""

    debates: int
    accuracy: IntervalEstimate
    difference: IntervalEstimate
    """Accuracy minus that of all rounds and their plurality."""
    saved: IntervalEstimate
    """The share of all tokens that were not needed."""
    rounds: float
    calls: float
    tokens: float
    right_to_wrong: float
    wrong_to_right: float
    changed: float
    """Of the debates that were stopped early, the share which all rounds would have given another answer."""
    error_bound: float | None
    """The mean of what the rule stated where it stopped by itself."""


class RuleReport(Value):
    """Holds how one rule did on all debates, on the tuning half and on the half that was held back."""

    name: str
    title: str
    bound: str
    all: RuleScore
    tuning: RuleScore
    held_back: RuleScore


class _WeightCandidate(Value):
    """Holds one value that could be chosen for the weight of a later voice."""

    later: float
    tuning: RuleScore
    held_back: RuleScore


class _Unanimity(Value):
    """Holds how often everybody agreed at once, and how often that was right."""

    share: float
    right: float


class RecordedShape(Value):
    """Says how even the recorded debates are; what was not recorded is not made up."""

    fewest_rounds: int
    most_rounds: int
    shorter: int
    """Debates with fewer rounds than the longest: a rule that asks for more of them stops where they stopped."""
    shrinking: int
    """Debates in which a later round has fewer voices than round 1."""
    estimated_tokens: bool
    """Tokens were not recorded everywhere, so every answer counts as one, in all debates."""
    without_tokens: int = 0
    """Debates without tokens."""
    without_gold: int = 0
    """Debates that were left out because nobody wrote down what was right."""


class RecordedReport(Value):
    """Holds what recorded debates say about when to stop and how to vote."""

    kind: str = "rules"
    source: str
    debates: int
    questions: int
    tuning_questions: int
    rounds: int
    threshold: float
    seed: int
    unanimity: _Unanimity
    shape: RecordedShape
    rules: tuple[RuleReport, ...]
    calibration: CalibrationReport | None
    """Whether the probabilities of the ladder hold on the half that was held back."""
    random_halves: HalvesReport | None
    """The same over many random halves: what one half happens to give is no promise."""
    candidates: tuple[_WeightCandidate, ...]
    chosen_later: float
    """What the tuning half chooses for the weight of a later voice."""


def evaluate_rules(
    debates: Sequence[RecordedDebate],
    *,
    source: str = "",
    threshold: float = STOP_THRESHOLD,
    seed: int = BOOTSTRAP_SEED,
) -> RecordedReport:
    """Judge every rule on recorded debates; those without a gold answer are left out."""
    given, debates = debates, select_judged(debates, source)
    tuning = _split_questions(each.question for each in debates)
    panels = _Panels(debates, tuning, seed)
    ladder = list_ladder_rules(panels.halves[0])
    candidates = [
        _WeightCandidate(later=later, tuning=found.tuning, held_back=found.held_back)
        for later in LATER_VOICES
        for found in (panels.judge(StopRule("", "", "", make_adaptive_rule(threshold, later))),)
    ]
    first = [each for each in debates if measure_agreement(each.answers[0]) == 1]
    right = [each.is_right(take_plurality(each.answers[0])) for each in first]
    return RecordedReport(
        source=source,
        debates=len(debates),
        questions=len({each.question for each in debates}),
        tuning_questions=len(tuning),
        rounds=max(len(each.answers) for each in debates),
        threshold=threshold,
        seed=seed,
        unanimity=_Unanimity(share=tidy(len(first) / len(debates)), right=tidy(fmean(right)) if right else 0.0),
        shape=_describe_shape(debates, without_gold=len(given) - len(debates)),
        rules=tuple(panels.judge(rule) for rule in _order_rules(list_rules(debates, threshold), ladder)),
        calibration=measure_calibration("ladder", *panels.halves, play_voices),
        random_halves=measure_halves(debates, seed),
        candidates=tuple(candidates),
        chosen_later=_choose_later(candidates),
    )


def _split_questions(questions: Iterable[str]) -> frozenset[str]:
    """Choose the questions of the tuning half; the others are held back."""
    ordered = sorted(set(questions), key=lambda question: sha256(question.encode()).hexdigest())
    return frozenset(ordered[::2])


def _order_rules(rules: Sequence[StopRule], ladder: Sequence[StopRule]) -> list[StopRule]:
    """Put the ladder before the oracle, which is no rule."""
    return [*rules[:-1], *ladder, rules[-1]]


def _describe_shape(debates: Sequence[RecordedDebate], *, without_gold: int) -> RecordedShape:
    rounds = [len(each.answers) for each in debates]
    return RecordedShape(
        fewest_rounds=min(rounds),
        most_rounds=max(rounds),
        shorter=sum(count < max(rounds) for count in rounds),
        shrinking=sum(any(len(row) < len(each.answers[0]) for row in each.answers) for each in debates),
        estimated_tokens=not all(each.tokens_recorded for each in debates),
        without_tokens=sum(not each.tokens_recorded for each in debates),
        without_gold=without_gold,
    )


def _choose_later(candidates: Sequence[_WeightCandidate]) -> float:
    """Choose what is most accurate on the tuning half; of equal candidates the cheapest, then what spoils least."""

    def worth(candidate: _WeightCandidate) -> tuple[float, float, float]:
        score = candidate.tuning
        return (score.accuracy.value, score.saved.value, -score.right_to_wrong)

    return max(candidates, key=worth).later


class _Panels:
    """Divides the debates: all of them and two halves, each with its own draws."""

    def __init__(self, debates: Sequence[RecordedDebate], tuning: frozenset[str], seed: int) -> None:
        tuned = [each for each in debates if each.question in tuning]
        held_back = [each for each in debates if each.question not in tuning]
        self._panels = [
            (panel, Bootstrap([each.question for each in panel], seed=seed)) for panel in (debates, tuned, held_back)
        ]

    @property
    def halves(self) -> tuple[Sequence[RecordedDebate], Sequence[RecordedDebate]]:
        """The tuning half and the one that was held back."""
        return self._panels[1][0], self._panels[2][0]

    def judge(self, rule: StopRule) -> RuleReport:
        """Judge a rule on all three."""
        scores = [_score_rule(rule, panel, bootstrap) for panel, bootstrap in self._panels]
        return RuleReport(
            name=rule.name, title=rule.title, bound=rule.bound, all=scores[0], tuning=scores[1], held_back=scores[2]
        )


def _score_rule(rule: StopRule, debates: Sequence[RecordedDebate], bootstrap: Bootstrap) -> RuleScore:
    """Apply a rule to every debate, and measure."""
    plays = [rule.play(each) for each in debates]
    right = [float(each.is_right(play.answer)) for play, each in zip(plays, debates, strict=True)]
    first = [float(each.is_right(take_plurality(each.answers[0]))) for each in debates]
    full = [take_plurality(each.answers[-1]) for each in debates]
    whole = [float(each.is_right(answer)) for answer, each in zip(full, debates, strict=True)]
    everything = [float(sum(each.tokens)) for each in debates]
    used = [add_tokens(each, play) for play, each in zip(plays, debates, strict=True)]
    bounds = [play.error_bound for play in plays if play.error_bound is not None]
    return RuleScore(
        debates=len(debates),
        accuracy=bootstrap.share(right),
        difference=bootstrap.difference(right, whole),
        saved=bootstrap.ratio([a - b for a, b in zip(everything, used, strict=True)], everything, least=0.0),
        rounds=_mean(play.rounds for play in plays),
        calls=_mean(_count_calls(each, play) for play, each in zip(plays, debates, strict=True)),
        tokens=_mean(used),
        right_to_wrong=_mean(before > after for before, after in zip(first, right, strict=True)),
        wrong_to_right=_mean(before < after for before, after in zip(first, right, strict=True)),
        changed=_mean(
            play.answer != answer
            for play, answer, each in zip(plays, full, debates, strict=True)
            if play.rounds < len(each.answers)
        ),
        error_bound=_mean(bounds) if bounds else None,
    )


def _count_calls(debate: RecordedDebate, play: RulePlay) -> int:
    rows = [len(row) for row in debate.answers[: play.rounds]]
    return sum(rows) if play.voices is None else sum(rows[:-1]) + play.voices


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return tidy(fmean(listed)) if listed else 0.0
