"""Checks a claim against what it cites: every figure, date, name and denial, quoted or not, without a model.

- A figure, date or name that the source does not have does not stand (figures.py and names.py say what is the same),
  unless the question or an assumption of the claim states it, or it follows: by a sum that the claim shows
  (derivations.py) or by one that its words leave open (reckoning.py).
- Where the source says the same with another figure, that one is named; a sum that words leave open does not help
  then, unless the claim tells it as a difference or names what goes into it.
- A figure or date that the source states of something else does not stand either: another one of the same kind stands
  clearly closer to the words of the claim (rivals.py); nor does what it says of the other of two (subjects.py), or an
  office that somebody else has (titles.py).
- What the source denies does not stand, nor does its opposite (contradictions.py), nor a rise from more to less, nor
  what it says was done the other way round (roles.py).

A statement that names no figure, date or name, and is not denied, is left to whoever can judge its meaning.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from moot.policies.critique.ledger.calendar_spans import follows_in_time, is_by_calendar
from moot.policies.critique.ledger.changes import (
    LEADING_TO,
    compares_year,
    find_wrong_way,
    is_compared_with,
    is_origin,
    is_other_end,
    is_set_against,
    show_figure,
    tells_by_how_much,
    tells_change,
    tells_score,
    word_leading,
)
from moot.policies.critique.ledger.clauses import Token, split_clauses
from moot.policies.critique.ledger.contradictions import find_denied
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.derivations import (
    find_false_sums,
    is_derived,
    is_operand,
    read_written,
    reckon_partly,
    reckon_shown,
)
from moot.policies.critique.ledger.exceptions import compare_exception
from moot.policies.critique.ledger.figure_words import DERIVING, MEASURED
from moot.policies.critique.ledger.figures import agree, read_figures
from moot.policies.critique.ledger.names import find_strangers
from moot.policies.critique.ledger.pairing import find_taken_name, name_counted, tell_whose
from moot.policies.critique.ledger.portions import (
    adds_up,
    find_all_of_part,
    follows_in_sentence,
    is_spoken,
    judge_left,
)
from moot.policies.critique.ledger.reckoning import is_difference, is_reckoned, take_parts
from moot.policies.critique.ledger.rivals import (
    find_meant,
    is_rival,
    is_year,
    read_surroundings,
    score_place,
)
from moot.policies.critique.ledger.roles import find_turned_round
from moot.policies.critique.ledger.sources import SourceReading, list_numbers
from moot.policies.critique.ledger.subjects import find_other_subject
from moot.policies.critique.ledger.titles import find_other_bearer
from moot.state.base import Value
from moot.state.evidence import ReckonedStep
from moot.state.facts import Fact, Saying, state_fact

_LEAD, _RATIO = 0.25, 1.15
_DENSE = 6
"""With more other figures of the same kind in a source, whose figure it is is left to whoever can judge its meaning."""
_FEWEST = 2
"""How many words or figures of the claim stand by another figure before that one can be meant."""
_TOLD_FIRST = ("claim.says_other", "claim.figure_absent", "claim.figure_of_other")
_SAYS_OTHERWISE = frozenset(
    {"claim.says_other", "claim.denies", "claim.denied", "claim.wrong_way", "claim.turned_round"}
)


class StatementCheck(Value):
    """Whether a statement agrees with its source in figures, dates, names and denials, and what speaks against it."""

    stands: bool
    reason: Saying = ""
    found: int = 0
    """So many of its figures and dates stand in the source."""
    steps: tuple[ReckonedStep, ...] = ()
    """The sums it shows itself, as far as they stand on known numbers."""

    @property
    def in_figures(self) -> bool:
        """Whether it is a figure that speaks against it, rather than what it denies."""
        return isinstance(self.reason, Fact) and self.reason.code in _TOLD_FIRST

    @property
    def contradicted(self) -> bool:
        """Whether the source says otherwise, rather than nothing."""
        return isinstance(self.reason, Fact) and self.reason.code in _SAYS_OTHERWISE


class _Claimed(NamedTuple):
    """A statement as it is read for its source."""

    tokens: tuple[Token, ...]
    figures: tuple[Figure, ...]
    beside: tuple[Figure, ...]
    """What the question and the claim's assumptions state."""
    steps: tuple[ReckonedStep, ...]
    """The sums it shows, or was given by whoever compared it with its source."""

    partly: tuple[ReckonedStep, ...] = ()
    """The sums it shows that use a known number and, it may be, others that nobody stated."""
    left: tuple[Figure, ...] = ()
    """The figures that tell what the source leaves of a whole."""

    def show(self, figure: Figure) -> str:
        """Give a figure as it is written."""
        return show_figure(figure, self.tokens)


def check_statement(
    statement: str,
    source: SourceReading,
    known_names: Collection[str] = (),
    *,
    beside: str = "",
) -> StatementCheck:
    """Check every figure, date, name and denial of a statement against a source; `beside` is known as well."""
    claimed = _read_claim(statement, source, beside)
    tokens, figures = claimed.tokens, claimed.figures
    reason = (
        _pick_fault([_find_fault(each, claimed, source) for each in figures])
        or _name_stranger(tokens, source, known_names)
        or _find_taken(claimed, source)
        or find_other_subject(tokens, figures, source)
        or _find_misdirection(claimed, source)
        or find_turned_round(tokens, source.tokens, source.language)
    )
    found = sum(any(agree(each, stated) for stated in source.figures) for each in figures)
    return StatementCheck(stands=reason is None, reason=reason or "", found=found, steps=claimed.steps)


def _find_misdirection(claimed: _Claimed, source: SourceReading) -> Fact | None:
    """Find a change that is told the wrong way round, or what is denied; what is left of a whole is neither."""
    if tells_change(claimed.tokens, claimed.figures, source):
        return find_wrong_way(claimed.tokens, claimed.figures, source)
    excepted = compare_exception(claimed.tokens, claimed.figures, source)
    if excepted is not None:
        return state_fact("claim.denied") if excepted == "denied" else None
    # What is reckoned, or left of a whole, the source has in other words, of others.
    reckoned = claimed.left or any(_is_reckoned_only(each, claimed, source) for each in claimed.figures)
    return None if reckoned else find_denied(claimed.tokens, claimed.figures, source)


def _pick_fault(faults: Iterable[Fact | None]) -> Fact | None:
    """Pick what is told: what the source says otherwise, then what it does not say, then what it says of another."""
    return min(filter(None, faults), key=lambda each: _TOLD_FIRST.index(each.code), default=None)


def find_contradicted(statement: str, source: SourceReading, beside: str = "") -> Fact | None:
    """Find a figure of a statement for which the source, saying the same, names another one."""
    claimed = _read_claim(statement, source, beside)
    found = (_find_fault(each, claimed, source) for each in claimed.figures)
    return next((each for each in found if each is not None and each.code in _SAYS_OTHERWISE), None)


def find_unreckoned(
    statement: str,
    source: SourceReading,
    steps: Sequence[ReckonedStep],
    beside: str = "",
    spans: Sequence[str] = (),
    *,
    assumed: str = "",
) -> str | None:
    """Find the first number of a statement that neither stands in what is known nor is what the steps give.

    `spans` are passages of the source that were shown to say it: a number that stands in one is stated, and a span of
    time may follow from their dates by the calendar. `assumed` is what the claim assumes openly: whoever compared it
    with its source has read that, and its figures are not what the source would have to say.
    """
    claimed = _read_claim(statement, source, beside)
    given = (*claimed.steps, *steps, *reckon_shown(assumed, list_numbers(beside, source)))
    passages = [split_clauses(each, source.language) for each in spans]
    shown = [(" ".join(token.word for token in each), read_figures(each)) for each in passages]
    dated = (*claimed.figures, *claimed.beside, *(figure for _, figures in shown for figure in figures))
    open_figures = read_figures(split_clauses(assumed, source.language))
    by_calendar = [
        each for each in claimed.figures if is_by_calendar(each, [other for other in dated if other is not each])
    ]
    return next(
        (
            claimed.show(each)
            for each in claimed.figures
            if each.kind == "number"
            and not _is_known(each, claimed, source)
            and not is_derived(each, given)
            and not is_operand(each, given)
            and not any(_stands_in(each, claimed, *passage) for passage in shown)
            and not any(agree(each, other) for other in open_figures)
            and not any(each is other or (not each.unit and each.written == other.written) for other in by_calendar)
        ),
        None,
    )


def _stands_in(figure: Figure, claimed: _Claimed, words: str, figures: Sequence[Figure]) -> bool:
    printed = " ".join(token.word for token in claimed.tokens[figure.start : figure.end])
    return f" {printed} " in f" {words} " or any(agree(figure, each) for each in figures)


def find_false_sum(statement: str, source: SourceReading, steps: Sequence[ReckonedStep] = ()) -> Fact | None:
    """Find a number of a statement for which a sum is given, by it or by the steps, that comes to something else."""
    shown = find_false_sums(statement) if "=" in statement else ()
    figures = read_figures(split_clauses(statement, source.language))
    meant = [each for each in steps if any(_is_written(each, figure) for figure in figures)]
    return next(
        (
            state_fact("claim.sum_differs", sum=each.shown, result=f"{each.value:.7g}", written=each.written)
            for each in (*shown, *meant)
        ),
        None,
    )


def _is_written(step: ReckonedStep, figure: Figure) -> bool:
    """Say whether a figure is what was written as the result of a step."""
    return is_derived(figure, [ReckonedStep(value=each) for each in read_written(step.written)])


def _read_claim(statement: str, source: SourceReading, beside: str) -> _Claimed:
    tokens = split_clauses(statement, source.language)
    known = read_figures(split_clauses(beside, source.language))
    steps: tuple[ReckonedStep, ...] = ()
    partly: tuple[ReckonedStep, ...] = ()
    if "=" in statement:
        numbers = (*list_numbers(beside, source), *take_parts((*source.figures, *known)))
        steps, partly = reckon_shown(statement, numbers), reckon_partly(statement, numbers)
    figures = read_figures(tokens)
    absent = [each for each in figures if not any(agree(each, stated) for stated in source.figures)]
    left = tuple(each for each in absent if judge_left(each, tokens, source) == "left")
    return _Claimed(tokens, figures, known, steps, partly, left)


def _is_known(figure: Figure, claimed: _Claimed, source: SourceReading) -> bool:
    """Say whether a figure is stated, assumed or follows, and the source does not name another one for it."""
    stated = (each for each in source.figures if not _is_of_other(each, figure, claimed))
    if any(agree(figure, each) for each in stated) or _is_shown(figure, claimed):
        return True
    if figure in claimed.left or is_spoken(figure, source):
        return True
    if judge_left(figure, claimed.tokens, source) == "part":
        return False  # eight of 26 are cooled, and not the eighteen that are left
    assumed = any(agree(figure, each) for each in claimed.beside)
    if not assumed and not _follows(figure, claimed, source):
        return False
    return _tells_sum(figure, claimed, source) or _find_meant(figure, claimed, source) is None


def _is_of_other(stated: Figure, figure: Figure, claimed: _Claimed) -> bool:
    """Say whether another figure of the claim is exactly what this one is only near: about 2.7, limit 2.5."""
    if not figure.about or not figure.values.isdisjoint(stated.values):
        return False
    return any(each is not figure and not each.values.isdisjoint(stated.values) for each in claimed.figures)


def _is_shown(figure: Figure, claimed: _Claimed) -> bool:
    return bool(claimed.steps) and (is_operand(figure, claimed.steps) or is_derived(figure, claimed.steps))


def _follows(figure: Figure, claimed: _Claimed, source: SourceReading) -> bool:
    if follows_in_sentence(figure, claimed.tokens, source) or follows_in_time(figure, claimed.tokens, source):
        return True
    known = [each for each in (*source.figures, *claimed.beside, *claimed.figures) if each is not figure]
    own = [each for each in claimed.figures if each is not figure and _is_stated(each, claimed, source)]
    known, own = ([each for each in listed if not is_year(each)] for listed in (known, own))
    told = groupby(
        [each for each in source.figures if not is_year(each)], key=lambda each: source.tokens[each.start].sentence
    )
    together = [tuple(each) for _, each in told]
    if is_reckoned(figure, known, own, together=together):
        return True
    measured = figure.unit in MEASURED  # 6.1 m less 4.4 m are 1.7 metres
    return measured and is_reckoned(figure._replace(unit="", values=figure.written), known, own, together=together)


def _is_stated(figure: Figure, claimed: _Claimed, source: SourceReading) -> bool:
    return any(agree(figure, each) for each in (*source.figures, *claimed.beside))


def _is_reckoned_only(figure: Figure, claimed: _Claimed, source: SourceReading) -> bool:
    return not _is_stated(figure, claimed, source) and _is_known(figure, claimed, source)


def _tells_sum(figure: Figure, claimed: _Claimed, source: SourceReading) -> bool:
    """Say whether a claim tells a figure as what comes of others, or names one of those itself."""
    sentence = [token for token in claimed.tokens if token.sentence == claimed.tokens[figure.start].sentence]
    if not DERIVING.isdisjoint(token.word for token in sentence) or tells_by_how_much(figure, claimed.tokens, source):
        return True
    own = [each for each in claimed.figures if each is not figure and _is_stated(each, claimed, source)]
    return (
        is_reckoned(figure, own, own)
        or any(is_difference(figure, mine, each) for mine in own for each in source.figures)
        or follows_in_sentence(figure, claimed.tokens, source)
        or adds_up(figure, source)
    )


def _find_meant(figure: Figure, claimed: _Claimed, source: SourceReading) -> Figure | None:
    """Find the figure that the source names where the claim names another."""
    others = [each for each in source.figures if is_rival(each, figure)]
    others = [each for each in others if not any(agree(mine, each) for mine in claimed.figures)]
    rivals = [each for each in claimed.figures if each != figure and is_rival(each, figure)]
    context = read_surroundings(claimed.tokens, figure, claimed.figures, rivals, source.language)
    return find_meant(figure, context, others, source)


def _find_fault(figure: Figure, claimed: _Claimed, source: SourceReading) -> Fact | None:
    """Say what is wrong with one figure of a claim; None when it stands."""
    shown, tokens = claimed.show(figure), claimed.tokens
    stated = [each for each in source.figures if agree(figure, each) and not _is_of_other(each, figure, claimed)]
    if not stated:
        if _is_known(figure, claimed, source):
            return None
        # What a shown sum gives is another quantity than those the source names; the sum is what has to be borne out.
        meant = None if is_derived(figure, claimed.partly) else _find_meant(figure, claimed, source)
        if meant is not None:
            return state_fact("claim.says_other", old=shown, new=show_figure(meant, source.tokens))
        return state_fact("claim.figure_absent", figure=shown)
    if claimed.steps and is_operand(figure, claimed.steps):
        return None  # in a sum no words stand around it
    reckoned = any(each is not figure and _is_reckoned_only(each, claimed, source) for each in claimed.figures)
    if reckoned or tells_score(figure, claimed.tokens, claimed.figures, source):
        return None  # the source has what is reckoned in other words, and two that stand together are meant together
    rivals = [each for each in claimed.figures if each != figure and is_rival(each, figure)]
    context = read_surroundings(claimed.tokens, figure, claimed.figures, rivals, source.language)
    if any(is_set_against(each, context, source) for each in stated) or compares_year(figure, tokens, stated, source):
        return None
    whose = tell_whose(figure, claimed.tokens, claimed.figures, source)
    if whose == "neighbour":
        return state_fact("claim.figure_of_other", figure=shown)
    others = _list_others(figure, stated, claimed, source)
    if len(others) > _DENSE or len(rivals) > 1:
        # Among many figures words do not tell whose each one is.
        return None
    best = max(sum(score_place(context, each, source)) for each in stated)
    scored = (score_place(context, each, source) for each in others)
    rival = max((sum(each) for each in scored if len(each) >= _FEWEST), default=0.0)
    came_from, reached = _find_ends(figure, stated, claimed, source)
    if came_from or (whose == "open" and not (reached and best) and rival > best + _LEAD and rival > best * _RATIO):
        return state_fact("claim.figure_of_other", figure=shown)
    return None


def _find_ends(figure: Figure, stated: Sequence[Figure], claimed: _Claimed, source: SourceReading) -> tuple[bool, bool]:
    """Say whether a claim takes the beginning for the end, and whether that is an end there."""
    came_from = is_other_end(figure, claimed.tokens, stated, source)
    if word_leading(claimed.tokens, figure) not in LEADING_TO:
        return came_from, False
    rivals = [each for each in source.figures if is_rival(each, figure)]
    reached = any(word_leading(source.tokens, each) in LEADING_TO for each in stated)
    return came_from or is_origin(stated, rivals, source.tokens), reached


def _list_others(figure: Figure, stated: Sequence[Figure], claimed: _Claimed, source: SourceReading) -> list[Figure]:
    """List the figures of a source that a figure of a claim could be taken for: of its kind, not named in it."""
    others = [each for each in source.figures if is_rival(each, figure) and not agree(figure, each)]
    others = [each for each in others if not any(agree(mine, each) for mine in claimed.figures)]
    counted = name_counted(figure, claimed.tokens, source.language)
    if counted and any(name_counted(each, source.tokens, source.language) == counted for each in stated):
        # Who counts people is not meant by what counts tons.
        others = [each for each in others if name_counted(each, source.tokens, source.language) in ("", counted)]
    if is_year(figure):
        others = [each for each in others if not is_compared_with(each, source.tokens)]
    return others


def _name_stranger(tokens: Sequence[Token], source: SourceReading, known_names: Collection[str]) -> Fact | None:
    strangers = find_strangers(tokens, source.tokens, known_names)
    return state_fact("claim.figure_absent", figure=strangers[0]) if strangers else None


def _find_taken(claimed: _Claimed, source: SourceReading) -> Fact | None:
    """Find a name or an office that is another's, or all of what its source says only of a part."""
    tokens = claimed.tokens
    whole = find_all_of_part(claimed.figures, tokens, source)
    taken = find_taken_name(tokens, source) or find_other_bearer(tokens, source) or (whole and claimed.show(whole))
    return state_fact("claim.figure_of_other", figure=taken) if taken else None
