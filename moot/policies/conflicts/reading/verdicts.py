"""Compares what two texts advise on the question that both answer.

- Asked yes or no, two texts are opposed when one is for the proposal and the other against it.
- Between two alternatives each text chooses the one its plainest advice names more often; where its words do not tell,
  the alternative whose verb does what the text would do.
- Asked how much, two texts are opposed when the amounts they advise are apart, or one would raise what the other would
  lower or leave. Asked when, when one would do it and the other would wait.
- Asked what to do about something, when one would change what the other would leave as it is.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advised import JUDGED, SHOULD, URGED, Advised
from moot.policies.conflicts.reading.asking import Matter, list_sides, name_option_word
from moot.policies.conflicts.reading.leanings import (
    Leaning,
    excludes,
    lean,
    list_first_acts,
    name_shared,
    names_matter,
    oppose_openly,
)
from moot.policies.conflicts.reading.levels import compare_levels, read_levels
from moot.policies.conflicts.reading.lexicon_index import BEGINNING, AdviceIndex, LexiconIndex
from moot.policies.conflicts.reading.quantities import SPELLED
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS, YEAR_NUMBERS, Alternatives

_AWAY = AdviceCue.REFUSE | AdviceCue.END | AdviceCue.WAIT | AdviceCue.LESS

_UNTIL = frozenset({"before", "until", "antes", "ate", "sebelum", "sampai", "hingga"})
"""Not before April is in April, or later."""
_CHOOSING = frozenset(word[:BEGINNING] for word in ("choice", "choose", "pick", "option", "escolha", "opcao", "pilih"))
"""Whoever says what his choice is has answered, whether or not he repeats what was asked."""
_HALF, _ALL = 50, 100
_FEW = 2
"""So many names a text has at most for one of them to be meant."""
_MONTHS = {name: int(numbered.split()[1]) for name, numbered in MONTH_NUMBERS.items() if name != "may"}


class Parting(NamedTuple):
    """What comparing two texts' advice says: opposed, agreed, or nothing."""

    outcome: Literal["opposed", "agreed", "unknown"] = "unknown"
    clauses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


UNKNOWN = Parting()


def asks_for(advice: Sequence[Advised], content: frozenset[str]) -> bool:
    """Say whether a statement, of which the beginnings of its words are given, is what a text asks for."""
    return any(each.tier >= JUDGED and content <= {word[:BEGINNING] for word in each.words} for each in advice)


def judge_sides(one: Leaning, other: Leaning) -> Parting:
    """Compare the sides of two texts."""
    if not one.side or not other.side or not (one.sure or other.sure):
        return UNKNOWN
    if one.side != other.side:
        return Parting("opposed", (one.words, other.words))
    return Parting("agreed", (one.words, other.words)) if one.sure and other.sure else UNKNOWN


def take_side(advice: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Leaning:
    """Tell which side a text takes on a question that has two."""
    if asked.kind == "choice" and asked.options is not None:
        chosen = _choose(advice, asked, asked.options, index)
        if chosen.words or not asked.other_act or asked.other_act == asked.act:
            return chosen
        return lean(advice, asked, index)
    if asked.kind == "proposal":
        return lean(advice, asked, index)
    return Leaning()


def judge_openly(mine: Sequence[Advised], theirs: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Parting:
    """Compare what two texts would do about something."""
    found = oppose_openly(mine, theirs, asked, index)
    if found is None or (asked.shared_out and not name_shared(*found, index)):
        return UNKNOWN  # what is shared out may be used for one thing, and not for another
    return Parting("opposed", (found[0].words, found[1].words))


def judge_unasked(mine: Sequence[Advised], theirs: Sequence[Advised], index: AdviceIndex) -> Parting:
    """Compare what two texts would do about the same thing, where nobody asked; what they agree on comes first."""
    found = UNKNOWN
    for one in list_first_acts(mine):
        for other in list_first_acts(theirs):
            if name_shared(one, other, index):
                if not excludes(one.act, other.act):
                    return Parting("agreed", (one.words, other.words))
                found = found if found.outcome == "opposed" else Parting("opposed", (one.words, other.words))
    return found


def judge_amounts(mine: Sequence[Advised], theirs: Sequence[Advised], asked: Matter, index: LexiconIndex) -> Parting:
    """Compare how much two texts advise."""
    one, other = (read_levels(_list_plainest(advice), asked.words, index) for advice in (mine, theirs))
    for here in one:
        for there in other:
            apart = compare_levels(here, there)
            if apart is not None:
                return Parting("opposed" if apart else "agreed", (here.clause, there.clause))
    return UNKNOWN


def judge_times(mine: Sequence[Advised], theirs: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Parting:
    """Compare when two texts would do something: in which months, or soon or later."""
    months = _list_months(mine, asked, index), _list_months(theirs, asked, index)
    if months[0] and months[1]:
        gap = min(min((a - b) % 12, (b - a) % 12) for a in months[0] for b in months[1])
        if gap != 1:
            clauses = (next(iter(months[0].values())), next(iter(months[1].values())))
            return Parting("opposed" if gap else "agreed", clauses)
    years = _list_years(mine), _list_years(theirs)
    if years[0] and years[1] and not years[0].keys() & years[1].keys():
        return Parting("opposed", (next(iter(years[0].values())), next(iter(years[1].values()))))
    one, other = (
        next((each for each in advice if each.tier >= JUDGED and _tells_time(each, asked, index)), None)
        for advice in (mine, theirs)
    )
    if one is None or other is None:
        return UNKNOWN
    at_once = (bool(months[1]) and _acts_now(one)) or (bool(months[0]) and _acts_now(other))
    if not at_once and _waits(one, asked) == _waits(other, asked):
        return UNKNOWN
    return Parting("opposed", (one.words, other.words))


def judge_ways(mine: Sequence[Advised], theirs: Sequence[Advised], index: AdviceIndex) -> Parting:
    """Compare the ways two texts urge: one and its opposite."""
    for one in _list_urged(mine):
        for other in _list_urged(theirs):
            named, against = list_sides(one.words, index), list_sides(other.words, index)
            if any((pair, 1 - side) in against for pair, side in named):
                return Parting("opposed", (one.words, other.words))
    return UNKNOWN


def _list_urged(advice: Sequence[Advised]) -> Iterator[Advised]:
    return (each for each in advice if each.tier >= SHOULD and not each.denied and not each.rival)


def judge_names(
    mine: Sequence[Advised],
    theirs: Sequence[Advised],
    names: Sequence[frozenset[str]],
    asked: Matter,
    index: AdviceIndex,
) -> Parting:
    """Compare what two texts choose by name, where one of many was asked for."""
    one, other = _find_named(mine, names[0], asked, index), _find_named(theirs, names[1], asked, index)
    if one is None and other is not None:
        one = _take_only_name(mine, names[0], asked, index)
    elif other is None and one is not None:
        other = _take_only_name(theirs, names[1], asked, index)
    if one is None or other is None or not one[0].isdisjoint(other[0]):
        return UNKNOWN
    return Parting("opposed", (one[1], other[1]))


def _take_only_name(
    advice: Sequence[Advised], names: frozenset[str], asked: Matter, index: AdviceIndex
) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Take the few names of a text whose advice only points back to one: "I would build it there"."""
    named = frozenset(name for name in names if index.objects[name] not in asked.words)
    urged = next((each for each in advice if each.tier >= URGED and not each.denied), None)
    return (named, urged.words) if urged is not None and 0 < len(named) <= _FEW else None


def _find_named(
    advice: Sequence[Advised], names: frozenset[str], asked: Matter, index: AdviceIndex
) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Find the names in the plainest advice that has some."""
    for each in sorted(advice, key=lambda each: -each.tier):
        if each.tier >= SHOULD and not each.denied and not each.rival and not each.act & _AWAY:
            named = frozenset(word for word in each.words if word in names and index.objects[word] not in asked.words)
            if named:
                return named, each.words
    return None


def judge_picks(
    mine: Sequence[Advised],
    theirs: Sequence[Advised],
    names: Sequence[frozenset[str]],
    asked: Matter,
    index: AdviceIndex,
) -> Parting:
    """Compare what two texts choose, where one of a kind was asked for: each answers with what the other does not.

    Where one answers with a name, what the other says without one is no answer to the same.
    """
    one, other = _find_pick(mine, asked, index), _find_pick(theirs, asked, index)
    if one is None or other is None or not one[0].isdisjoint(other[0]):
        return UNKNOWN
    if names[0].isdisjoint(one[1]) != names[1].isdisjoint(other[1]):
        return UNKNOWN
    return Parting("opposed", (one[1], other[1]))


def _find_pick(
    advice: Sequence[Advised], asked: Matter, index: AdviceIndex
) -> tuple[frozenset[str], tuple[str, ...]] | None:
    """Find the plainest advice that speaks of the matter, and what else it names: that is the answer."""
    for each in sorted(advice, key=lambda each: -each.tier):
        if each.tier < SHOULD or each.denied or each.rival or each.act & _AWAY:
            continue
        named = frozenset(filter(None, (index.objects[word] for word in each.words)))
        things = (word for word in each.words if not _is_act(word, index))
        chosen = frozenset(filter(None, (index.objects[word] for word in things))) - asked.words
        chosen -= _CHOOSING
        if chosen and (named & asked.words or named & _CHOOSING):
            return chosen, each.words
    return None


def _is_act(word: str, index: AdviceIndex) -> bool:
    """Say whether a word says what is done, and not to what."""
    sense = index.senses[word]
    return sense is not None and bool(sense.cues & AdviceCue.ACTS)


def judge_shares(mine: Sequence[Advised], theirs: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Parting:
    """Compare to what two texts would give all of something."""
    if not asked.shared_out:
        return UNKNOWN
    one, other = _find_whole(mine, asked, index), _find_whole(theirs, asked, index)
    if one is None or other is None or not one[0].isdisjoint(other[0]):
        return UNKNOWN
    return Parting("opposed", (one[1], other[1]))


def _find_whole(
    advice: Sequence[Advised], asked: Matter, index: AdviceIndex
) -> tuple[frozenset[str], tuple[str, ...]] | None:
    for each in sorted(advice, key=lambda each: -each.tier):
        if each.tier >= JUDGED and _names_whole(each, asked, index) and not each.denied and not each.rival:
            named = frozenset(filter(None, (index.objects[word] for word in each.words))) - asked.words
            return (named, each.words) if named else None
    return None


def _names_whole(advice: Advised, asked: Matter, index: AdviceIndex) -> bool:
    """Say whether advice names all of something; the word may stand within a phrase: "put the whole sum into"."""
    if not (asked.marks - YEAR_NUMBERS).isdisjoint(advice.words):
        return True  # the sum that the question names; the years are only when
    senses = (index.senses[word] for word in advice.words)
    within = any(sense is not None and sense.cues & AdviceCue.WHOLE for sense in senses)
    return within or bool(advice.cues & AdviceCue.WHOLE) or any(map(_is_major_share, advice.words))


def _is_major_share(word: str) -> bool:
    """Say whether a word is a share of half or more."""
    share = word[:-1]
    return word.endswith("%") and share.isdecimal() and _HALF <= int(share) <= _ALL


def _waits(advice: Advised, asked: Matter) -> bool:
    if asked.act == AdviceCue.END and advice.act & (AdviceCue.KEEP | AdviceCue.END) and not advice.denied:
        return advice.act == AdviceCue.KEEP  # asked when to end something: "it should stay until winter"
    later = advice.cues & AdviceCue.LATER or any(word in YEAR_NUMBERS for word in advice.words)
    return bool(advice.act & (AdviceCue.WAIT | AdviceCue.REFUSE)) or bool(later and not advice.cues & AdviceCue.NOW)


def _acts_now(advice: Advised) -> bool:
    """Say whether advice would act at once, and names no month for it."""
    return bool(advice.cues & AdviceCue.NOW) and not advice.denied and _MONTHS.keys().isdisjoint(advice.words)


def _list_months(advice: Sequence[Advised], asked: Matter, index: AdviceIndex) -> dict[int, tuple[str, ...]]:
    """List the months in which a text would act, each with its clause."""
    plain = [each for each in advice if each.tier >= SHOULD and not _MONTHS.keys().isdisjoint(each.words)]
    return {
        _MONTHS[word]: each.words
        for each in reversed(plain or [each for each in advice if names_matter(each.words, asked.words, index)])
        if not (each.denied and _UNTIL.isdisjoint(each.words)) and not each.rival
        for word in each.words
        if word in _MONTHS
    }


def _list_years(advice: Sequence[Advised]) -> dict[str, tuple[str, ...]]:
    """List the years in which a text would act, each with its clause."""
    meant = (each for each in advice if each.tier >= SHOULD and not each.denied and not each.rival)
    return {word: each.words for each in meant for word in each.words if word in YEAR_NUMBERS}


def _tells_time(advice: Advised, asked: Matter, index: AdviceIndex) -> bool:
    ending = advice.act == AdviceCue.KEEP and asked.act == AdviceCue.END
    told = ending or advice.act & AdviceCue.WAIT or advice.cues & (AdviceCue.NOW | AdviceCue.LATER)
    dated = any(word in YEAR_NUMBERS or word in MONTH_NUMBERS for word in advice.words)
    return bool(told or dated) and names_matter(advice.words, asked.words, index)


def _list_plainest(advice: Sequence[Advised]) -> Iterator[tuple[str, ...]]:
    """List the clauses of a text's advice, the plainest first."""
    plain = [each for each in advice if each.tier >= SHOULD and _has_number(each.words)]
    # Who sets a bound advises; a bare figure under the same label may only tell how things are.
    plain.sort(key=lambda each: (not each.cues & AdviceCue.LEVEL, -each.tier))
    for each in plain or [each for each in advice if each.cues & AdviceCue.LEVEL]:
        # How many are to go is another amount, unless a bound says how many may.
        if not each.rival and (each.act != AdviceCue.END or each.cues & AdviceCue.LEVEL):
            yield each.words


def _has_number(words: Sequence[str]) -> bool:
    return any(word[0].isdecimal() or word in SPELLED for word in words)


def _choose(advice: Sequence[Advised], asked: Matter, options: Alternatives, index: AdviceIndex) -> Leaning:
    """Tell which of two alternatives the plainest advice names."""
    for tier in sorted({each.tier for each in advice if each.tier >= SHOULD}, reverse=True):
        score = 0
        words: tuple[str, ...] = ()
        for each in advice:
            if each.tier == tier:
                objects = {name_option_word(word, index) for word in each.words}
                first, second = (len(objects & option) for option in options)
                # Matter whether to sell or to wait, a text that would sell turns away from nothing.
                away = each.rival or each.denied or bool(each.act & _AWAY & ~(asked.act | asked.other_act))
                vote = ((first > second) - (first < second)) * (-1 if away else 1)
                words = words or (each.words if first or second else ())
                score += vote
        if score or words:  # who names both says nothing of either
            return Leaning((score > 0) - (score < 0), words)
    return Leaning()
