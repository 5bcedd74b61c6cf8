"""Ranks the kinds of a log by how much they tell about what went wrong.

What counts is change against the log's own baseline, not rarity. A kind of trouble ranks by its severity, by how much
more often it occurs inside the window than its share of the time would give (Poisson likelihood ratio), by being new
there, by beginning early in it, by how many components tell of the same error, and by sharing words with the question.
Of every form the further wordings count less and less, so that one form does not fill the view. An ordinary kind ranks
by values in it that change with the window, and by coming with it.

What may have started it ranks apart: what happened little before the window, seldom, in words that tell of a change
(deployed, reloaded, switched on), with a value that its form otherwise never has, or in a component that is in trouble.
What came just before counts more, and routine that is told in many wordings of one form less.

Ties go to the earlier line.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import exp, log, log2, sqrt
from statistics import median
from typing import NamedTuple

from moot.knowledge.incidents.focus import Focus
from moot.knowledge.incidents.line_kinds import LineKind, Sample
from moot.knowledge.incidents.log_facts import name_error
from moot.knowledge.incidents.log_templates import OTHER_TEMPLATE

_SEVERITY = {"ERROR": 3.0, "WARN": 1.5, "INFO": 0.0}
_MAX_CHANGE, _NEW, _EARLY, _ASKED, _SHIFTED = 5.0, 1.5, 1.5, 2.0, 2.5
_MAX_SHIFT = 3.0
_FEWER, _MIN_EXPECTED = 1.2, 10
_MORE, _MIN_MORE, _TIMES_MORE = 2.0, 10, 3.0
"""What an ordinary kind is worth at most that comes with the trouble, how many lines it has to have, and how many times
as many as before: a program may say of itself that it waits, as of any other thing."""
_REPEATED = 0.6
"""What each further wording of one form is worth beside the one before it."""

_CHANGE_WORDS = re.compile(
    r"(?<![a-z])(?:deploy|releas|rollout|rolled|rolling|roll(?:ed)? ?back|upgrad|downgrad|version|migrat|config|"
    r"setting|reload|refresh|restart|reboot|start(?:ed|ing|up)?\b|stopp|shut|terminat|scal(?:ed|ing|e)\b|replica|autoscal|flag|"
    r"feature|toggle|enabl|disabl|switch|chang|updat|appl(?:ied|ying)|install|remov|rotat|renew|expir|failover|elect|"
    r"promot|leader|maintenance|cron|scheduled|job |backup|vacuum|reindex|import|batch|mount|drain|cordon|evict|resiz|"
    r"increas|decreas|set to|limit|quota|new |added|join|connect(?:ed)? to|adjust|step(?:ped|ping)|sync|"
    r"implant|reinici|alterad|atualiz|mudan|ativad|desativad|iniciad|migra|diperbarui|diubah|dimulai|diaktifkan)",
    re.IGNORECASE,
)
_CHANGED, _RARE_VALUE, _NEAR, _INVOLVED = 2.5, 2.0, 4.0, 1.5
_JUST_BEFORE, _SHORT_REACH = 2.5, 0.1
"""What happened just before counts more, within a tenth of the reach: of many changes most are further off."""
_ROUTINE, _MAX_ROUTINE = 0.6, 4.0
"""What is said in many wordings of one form, each once, is routine: a job that runs for one customer after another."""
_LESS_LIKELY = {"INFO": 0.0, "WARN": 0.5, "ERROR": 2.0}
"""An error is more often a symptom than a cause."""
_MAX_CHANGE_COUNT, _MAX_USUAL, _REACH = 20, 3, 0.1
"""What happened more often than this before the trouble changes nothing."""
_MIN_OFTEN, _MAX_LEADING, _MIN_DEPARTURE = 3, 4, 3.0
_NUMBER = re.compile(
    r"(?<![\w./-])(?:(?P<name>[A-Za-z_][\w.]*)(?P<sign>[=: ]+))?(?P<value>-?\d+(?:\.\d+)?)"
    r" ?(?P<unit>%|[KMGT]i?B|[mun]?s)?(?![\w.-])"
)
_MIN_BEFORE, _MIN_AFTER, _SHIFT_RATIO, _MAX_SHIFTS = 3, 2, 2.0, 3
_DEPARTS = 0.05
"""How much of its way a value has to have gone to have changed."""
_APART, _NOT_BY_CHANCE, _SPREADS = 0.85, 2.5, 3
"""Of all pairs of a value before and one after, so many have to differ the same way; by how many standard deviations
of chance, where not all do; and by how many times the usual distance from the median."""


class RankedKind(NamedTuple):
    """Is a kind with what it tells."""

    kind: LineKind
    score: float
    inside: int
    """How many of its entries are inside the window."""
    shifts: tuple[str, ...] = ()
    """Values that changed with the window: what they were, and what they became."""


class RankedChange(NamedTuple):
    """Is something that happened before the trouble, and may have started it."""

    kind: LineKind
    sample: Sample
    score: float


def rank_kinds(kinds: Sequence[LineKind], focus: Focus) -> list[RankedKind]:
    """Rank every kind of a log, the most telling first."""
    told = _count_components(kinds, focus)
    ranked = [_rank_kind(kind, focus, told) for kind in kinds]
    ranked.sort(key=_order)
    seen: dict[tuple[int, str], int] = {}
    for place, each in enumerate(ranked):
        form = (each.kind.template, each.kind.severity)
        ranked[place] = each._replace(score=each.score * _REPEATED ** seen.get(form, 0))
        seen[form] = seen.get(form, 0) + 1
    return sorted(ranked, key=_order)


def _order(each: RankedKind) -> tuple[float, float, int, int]:
    return -each.score, each.kind.first, each.kind.entry.file, each.kind.entry.line


def _count_components(kinds: Sequence[LineKind], focus: Focus) -> dict[str, int]:
    """Count how many components tell of each error inside the window."""
    named: dict[str, set[str]] = {}
    for kind in kinds:
        if kind.severity != "INFO" and focus.count_inside(kind):
            named.setdefault(name_error(kind.entry.text), set()).add(kind.component)
    return {error: len(components) for error, components in named.items()}


def _rank_kind(kind: LineKind, focus: Focus, told: dict[str, int]) -> RankedKind:
    inside, changed = focus.count_inside(kind), _list_shifts(kind, focus)
    shifts = tuple(f"{each.name} {_write_value(each.was)} -> {_write_value(each.became)}" for each in changed)
    score = _SEVERITY[kind.severity]
    if focus.window is not None and kind.severity != "INFO":
        score += min(_MAX_CHANGE, log2(1 + _measure_change(inside, kind.count, focus.measure_share())))
        new = focus.is_new(kind)
        score += _NEW if new else 0.0
        since = kind.first - focus.window.start
        score += _EARLY * exp(-max(0.0, since) / (3 * focus.step + 60)) if new else 0.0
        score += log2(told.get(name_error(kind.entry.text), 1))
    elif kind.severity != "INFO":
        score += log2(1 + log2(1 + kind.count))
    if focus.words:
        own = {word[:6] for word in re.findall(r"[^\W\d_]{4,}", f"{kind.component} {kind.entry.text}".casefold())}
        score += _ASKED * min(1.0, len(own & focus.words) / 2)
    score += _SHIFTED + max(each.measure() for each in changed) if changed else 0.0
    if kind.severity == "INFO" and _is_more(kind, inside, focus):
        score += min(_MORE, log2(1 + _measure_change(inside, kind.count, focus.measure_share())) / 2)
    if kind.severity == "INFO" and _is_fewer(kind, inside, focus):
        return RankedKind(kind, score + _FEWER, inside, (*shifts, "fewer"))
    return RankedKind(kind, score, inside, shifts)


def _write_value(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100_000 else f"{value:g}"


def _is_more(kind: LineKind, inside: int, focus: Focus) -> bool:
    """Tell whether something ordinary happens several times as often as before, if it happened at all."""
    share = focus.measure_share()
    if focus.window is None or not focus.has_baseline or inside < _MIN_MORE:
        return False
    return inside * (1 - share) >= _TIMES_MORE * (kind.count - inside) * share


def _is_fewer(kind: LineKind, inside: int, focus: Focus) -> bool:
    """Tell whether something usual happens less than half as often as before."""
    share = focus.measure_share()
    return focus.window is not None and kind.count * share >= _MIN_EXPECTED and inside <= 0.5 * kind.count * share


def _measure_change(inside: int, total: int, share: float) -> float:
    """Measure how unlikely it is by chance that so many are inside; 0 where there are not more than expected."""
    expected = total * share
    if inside <= expected or share >= 1:
        return 0.0
    outside = total - inside
    ratio = inside * log(inside / expected)
    return ratio + (outside * log(outside / (total - expected)) if outside else 0.0)


class _Shift(NamedTuple):
    """Is a number in a kind's lines that changes with the window."""

    name: str
    was: float
    became: float

    def measure(self) -> float:
        """Measure by how many times it changed: a value that is many times the usual tells more than a lone error."""
        less, more = sorted((abs(self.was), abs(self.became)))
        return min(_MAX_SHIFT, log2(max(1.0, more / max(less, 1.0))))


def _list_shifts(kind: LineKind, focus: Focus) -> list[_Shift]:
    if focus.window is None:
        return []
    old: dict[str, list[float]] = {}
    new: dict[str, list[float]] = {}
    for sample in sorted(kind.samples):
        if sample.time > focus.window.end:
            continue
        values = old if sample.time < focus.window.start else new
        for name, value in _read_numbers(sample.text):
            values.setdefault(name, []).append(value)
    changed = [name for name in old if name in new and _differs(old[name], new[name])]
    return [_Shift(name, median(old[name]), median(new[name])) for name in changed[:_MAX_SHIFTS]]


def find_first_shifted(
    kind: LineKind, focus: Focus, read_between: Callable[[Sample, Sample], Sequence[Sample]] = lambda *_: ()
) -> Sample | None:
    """Find the line in which a value that changes with the window has changed first.

    A value often departs before the trouble it leads to is seen: the lines just before the window count as changed as
    long as each has a value that none before them had, on the way from what it was to what it became. `read_between`
    gives the lines of the kind between two samples, where they can be read again.
    """
    window, shifts = focus.window, _list_shifts(kind, focus)
    if window is None or not shifts:
        return None
    told = sorted(each for each in kind.samples if each.time <= window.end)
    inside = next(place for place, each in enumerate(told) if each.time >= window.start)
    first = min(_find_departure(told, inside, shift) for shift in shifts)
    if first and (between := read_between(told[first - 1], told[first])):
        told = [*told[:first], *between, told[first]]
        usual, first = first, min(_find_departure(told, len(told) - 1, shift) for shift in shifts)
        first = min([first, *(_find_crossing(told, usual, shift) for shift in shifts)])
    return told[first]


def _find_crossing(told: Sequence[Sample], usual: int, shift: _Shift) -> int:
    """Find the first place behind the usual ones from which on a value is mostly further off than any of them."""
    sign = 1.0 if shift.became > shift.was else -1.0
    read = [dict(_read_numbers(each.text)).get(shift.name, shift.was) for each in told]
    far = [sign * (value - shift.was) for value in read]
    limit = max(*far[:usual], 0.5 * abs(shift.became - shift.was), 0.0)
    for place in range(usual, len(told)):
        if far[place] > limit and 2 * sum(each > limit for each in far[place:]) >= len(told) - place:
            return place
    return len(told) - 1


def _find_departure(told: Sequence[Sample], inside: int, shift: _Shift) -> int:
    """Find the place at which a value leaves what it was, not later than the first one inside the window."""
    values = [dict(_read_numbers(each.text)).get(shift.name) for each in told[:inside]]
    sign = 1.0 if shift.became > shift.was else -1.0
    far = [None if value is None else sign * (value - shift.was) for value in values]
    place = inside
    while place > 0 and (gone := far[place - 1]) is not None:
        earlier = max((each for each in far[: place - 1] if each is not None), default=0.0)
        if gone < _DEPARTS * abs(shift.became - shift.was) or gone <= earlier:
            break
        place -= 1
    return place


def _read_numbers(text: str) -> Iterator[tuple[str, float]]:
    """Read the numbers of a line with their names; one without a name is called by its unit, from the line's end."""
    seen: dict[str, int] = {}
    for found in reversed(list(_NUMBER.finditer(text))):
        name = found["name"] if found["sign"] else ""
        name = name or (f"figure in {found['unit']}" if found["unit"] else "figure")
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]} from the end)", float(found["value"])


def _differs(old: Sequence[float], new: Sequence[float]) -> bool:
    if len(old) < _MIN_BEFORE or len(new) < _MIN_AFTER:
        return False
    was, became = median(old), median(new)
    # A value that varies as much by itself did not change.
    varies = median(abs(each - was) for each in old)
    apart = _stand_apart(old, new) and abs(became - was) >= _SPREADS * varies
    grown = abs(became - was) >= (_SHIFT_RATIO - 1) * max(abs(was), 1.0) or abs(became) * _SHIFT_RATIO <= abs(was)
    # What only ever grows is a counter, and tells nothing.
    counter = list(old) == sorted(old) and len(set(old)) == len(old) and min(new) >= max(old) and len(old) > 3
    return apart and grown and not counter


def _stand_apart(old: Sequence[float], new: Sequence[float]) -> bool:
    """Tell whether values lie on one side of others, and more of them than chance would have it (Mann-Whitney)."""
    pairs, size = len(old) * len(new), len(old) + len(new)
    wins = sum((after > before) + 0.5 * (after == before) for after in new for before in old)
    share = max(wins, pairs - wins) / pairs
    if share < _APART or share == 1:
        return share == 1
    ties = sum(often**3 - often for often in Counter([*old, *new]).values())
    spread = pairs / 12 * (size + 1 - ties / (size * (size - 1)))
    return abs(wins - pairs / 2) >= _NOT_BY_CHANCE * sqrt(spread)


def find_onset(telling: Sequence[RankedKind], focus: Focus) -> float | None:
    """Find when the trouble began: the first line of what tells most, no one-off error and no usual warning nearby."""
    if focus.window is None:
        return None
    frequent = [each for each in telling if each.inside >= _MIN_OFTEN]
    often = [each.kind for each in ([each for each in frequent if _departs(each, focus)] or frequent)][:_MAX_LEADING]
    firsts = [sample.time for kind in often for sample in kind.samples if sample.time >= focus.window.start]
    return min(
        (*firsts, *(kind.first for kind in often if kind.first >= focus.window.start)), default=focus.window.start
    )


def _departs(each: RankedKind, focus: Focus) -> bool:
    """Tell whether trouble is new in the window, or more frequent there than chance would have it."""
    change = _measure_change(each.inside, each.kind.count, focus.measure_share())
    return focus.is_new(each.kind) or change >= _MIN_DEPARTURE


def rank_changes(kinds: Sequence[LineKind], focus: Focus, telling: Sequence[RankedKind]) -> list[RankedChange]:
    """Rank what happened before the trouble and may have started it, the most likely first."""
    onset = find_onset(telling, focus)
    if onset is None:
        return []
    leading = {id(each.kind) for each in telling if each.inside >= _MIN_OFTEN}
    troubled = frozenset(each.kind.component.casefold() for each in telling[:_MAX_LEADING] if each.kind.component)
    few = (kind for kind in kinds if kind.count <= _MAX_CHANGE_COUNT and id(kind) not in leading)
    wordings = Counter(kind.template for kind in kinds if kind.first <= onset)
    found = (_rank_change(kind, focus, onset, troubled, wordings[kind.template]) for kind in few)
    ranked = [each for each in found if each is not None]
    return sorted(ranked, key=lambda each: (-each.score, -each.sample.time, each.sample.file, each.sample.line))


def _find_first_of_last(before: Sequence[Sample], apart: float) -> Sample:
    """Find where it last began to happen: what one machine after another reports began with the first of them."""
    place = len(before) - 1
    while place > 0 and before[place].time - before[place - 1].time <= apart:
        place -= 1
    return before[place]


def _rank_change(
    kind: LineKind, focus: Focus, onset: float, troubled: frozenset[str], wordings: int
) -> RankedChange | None:
    before = [sample for sample in kind.samples if sample.time <= onset]
    if not before:
        return None
    reach = max(_REACH * (focus.whole.end - focus.whole.start), 10 * focus.step)
    sample = _find_first_of_last(before, _SHORT_REACH * reach)
    changes = _CHANGE_WORDS.search(sample.text) is not None
    usual = len(before) > _MAX_USUAL and not kind.form_count
    if usual or (not changes and kind.count > 3):
        return None
    ago = onset - sample.time
    near = _NEAR * exp(-ago / reach) + _JUST_BEFORE * exp(-ago / (_SHORT_REACH * reach))
    # What happens again and again is always near.
    score = 2.0 / kind.count**0.5 + near / max(1.0, len(before) / 2)
    if kind.template != OTHER_TEMPLATE and not kind.form_count:
        score -= _ROUTINE * min(_MAX_ROUTINE, log2(max(1, wordings)))
    score += (_CHANGED if changes else 0.0) + (_RARE_VALUE if kind.form_count else 0.0)
    told = sample.text.casefold()
    score += _INVOLVED if kind.component.casefold() in troubled or any(name in told for name in troubled) else 0.0
    return RankedChange(kind, sample, score - _LESS_LIKELY[kind.severity])
