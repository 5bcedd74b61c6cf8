"""Works out what a clause of advice comes to: which act leads, what it is done to, and what denies it.

Denials are counted: two of them cancel out ("no reason not to sign"). To decline or to postpone an act is not to do it;
to approve one is to do it.
"""

import re
from collections.abc import Iterator, Sequence

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advice_forms import describes_thing, is_object_of_act, names_act
from moot.policies.conflicts.reading.lexicon_index import AdviceIndex, Hit, Sense
from moot.policies.conflicts.reading.questions import MONTH_NUMBERS, YEAR_NUMBERS
from moot.policies.language import STOP_WORDS, Language

_SCOPE = 7
"""So many words a denial reaches."""
_NEAR = 4
"""So close a judgement stands to its denial, and an act to the one it is done to."""
_VERB_REACH = 9
"""So far behind its subject stands what is to be done with it."""
_SPEAKING = AdviceCue.URGE | AdviceCue.MODAL
_REMARK = 4
"""So many words a closing remark has at most: "I'd say"."""
_ALSO_ADVERBS = frozenset({"still"})
_THAT = frozenset({"agar", "supaya"})
_TOLD_THAT = frozenset({"that", "que", "bahwa"})
_EXPLAINING = frozenset(
    {"explain", "explaining", "tell", "telling", "show", "showing", "shows", "means", "know", "remind"}
)
_EXPLAINING |= {"explicar", "explique", "explicando", "dizer", "dizendo", "mostrar", "mostra", "mostram", "significa"}
_EXPLAINING |= {"jelaskan", "menjelaskan", "katakan", "mengatakan", "menunjukkan", "berarti", "ingat", "mengingat"}
_TOLD_REACH = 5
_DATED = 3
"""So close behind its word stands the month, the year or the hour of a date."""
_HOUR = re.compile(r"\d{1,2}(?:h\d*|am|pm)|\d{1,2}[.:]\d\d")
_PRESENT = ("a", "e", "am", "em")
_SHORT_WORD = 3
JOINTS = frozenset({"and", "e", "dan", "serta"})
"""Words that join two acts."""
_PURPOSE = frozenset({"to", "for", "para", "untuk", "agar", "supaya", "demi", "by", "com", "dengan"})
_PURPOSE |= {"until", "till", "before", "ate", "antes", "sampai", "hingga", "sebelum"}
JUDGING = AdviceCue.GOOD | AdviceCue.BAD | AdviceCue.GROUNDS
DENIED_ACT = {
    AdviceCue.REFUSE: AdviceCue.AGREE,
    AdviceCue.WAIT: AdviceCue.AGREE,
    AdviceCue.KEEP: AdviceCue.END,
    AdviceCue.END: AdviceCue.KEEP,
    AdviceCue.SWAP: AdviceCue.KEEP,
    AdviceCue.LESS: AdviceCue.KEEP,
    AdviceCue.MORE: AdviceCue.KEEP,
    AdviceCue.AGREE: AdviceCue.REFUSE,
    AdviceCue.DO: AdviceCue.REFUSE,
}
_UNDOING = AdviceCue.REFUSE | AdviceCue.END | AdviceCue.WAIT
_DONE_TO = AdviceCue.REFUSE | AdviceCue.WAIT | AdviceCue.AGREE
"""What is done to an act that is the subject of its clause."""
_ONLY_NOT = frozenset({"nao"})
"""In Portuguese further words of denial after the first one only stress it, but for this one."""


def compose_acts(act: int, over: int) -> int:
    """Tell what it means to do an act to another: to postpone a launch, to approve a closure."""
    if act & (AdviceCue.AGREE | AdviceCue.DO):
        return over
    if act == AdviceCue.KEEP:
        return over if over & (AdviceCue.MORE | AdviceCue.LESS | AdviceCue.WAIT) else act
    if act == over:
        return act  # "decline with thanks" says it twice
    if act & _UNDOING and over & (AdviceCue.WAIT | AdviceCue.REFUSE):
        return AdviceCue.AGREE
    if act == AdviceCue.REFUSE and over & (AdviceCue.KEEP | AdviceCue.END):
        return DENIED_ACT[over]
    return act


def find_leading_act(tokens: Sequence[str], hits: Sequence[Hit], index: AdviceIndex) -> tuple[int, int, int] | None:
    """Find the first act of a clause with what it is done to: where it stands, where it ends, and what it comes to."""
    acts = [
        (place, place + sense.length, _find_lowest(sense.cues))
        for place, sense in hits
        if sense.cues & AdviceCue.ACTS and not (sense.length == 1 and describes_thing(tokens, place, index.language))
    ]
    if not acts:
        return None
    (place, end, act), *more = acts
    if not more:
        return place, end, act
    following, _, other = more[0]
    between = tokens[end:following]
    if not JOINTS.isdisjoint(between):
        return place, end, act
    if names_act(tokens, place, index.language):
        if other & _DONE_TO and following - end <= _VERB_REACH:
            return following, following + 1, compose_acts(other, act)  # "the launch should be postponed"
        return place, end, act
    if (
        following - end <= _NEAR
        and _PURPOSE.isdisjoint(between[1:])
        and is_object_of_act(tokens, following, index.language)
    ):
        return place, end, compose_acts(act, other)
    return place, end, act


def count_denials(tokens: Sequence[str], hits: Sequence[Hit], act: int, index: AdviceIndex) -> int:
    """Count what denies an act: words before it, and judgements on it wherever they stand."""
    named = act < len(tokens) and names_act(tokens, act, index.language)
    scope = _SCOPE if act < len(tokens) and any(place == act for place, _ in hits) else len(tokens)
    before = [place for place, sense in hits if _denies(place, sense, act, scope)]
    joints = [at for at in range(min(before, default=act), min(act, len(tokens))) if tokens[at] in JOINTS]
    count = 0
    for number, place in enumerate(before):
        parted = bool(joints) and place < joints[-1] and act - joints[-1] <= 2  # "do not wait and sign"
        stressed = index.language == "pt" and number > 0 and tokens[place] not in _ONLY_NOT
        count += not parted and not stressed
    for place, sense in hits:
        # "the purchase is a mistake", "the purchase is not worth it", "a purchase would not help"
        apart = place < act and not JOINTS.isdisjoint(
            tokens[place + sense.length : act]
        )  # "too risky and to be rejected"
        count += bool(sense.cues & AdviceCue.BAD) and not sense.cues & AdviceCue.ACTS and not apart
        count += place > act and bool(sense.cues & AdviceCue.NEGATE) and (named or _is_judged(hits, place))
    return count


def _is_judged(hits: Sequence[Hit], place: int) -> bool:
    """Say whether a judgement follows a denial closely."""
    return any(sense.cues & JUDGING and place < at <= place + _NEAR for at, sense in hits)


def _denies(place: int, sense: Sense, act: int, scope: int) -> bool:
    """Say whether a word denies the act that follows it within its scope."""
    if sense.cues & AdviceCue.WITHOUT:
        return act - 2 <= place < act
    denial = sense.cues & AdviceCue.NEGATE or (sense.cues & AdviceCue.NO and sense.length > 1)
    return bool(denial) and act - scope <= place < act


def _find_lowest(cues: int) -> int:
    acts = cues & AdviceCue.ACTS
    return acts & -acts


def join_cues(hits: Sequence[Hit]) -> int:
    """Join what some words do."""
    cues = 0
    for _, sense in hits:
        cues |= sense.cues
    return cues


def part_clauses(
    tokens: Sequence[str], start: int, end: int, hits: Sequence[Hit]
) -> Iterator[tuple[int, int, list[Hit]]]:
    """Part a sentence into clauses: where each begins and ends, and what its words do."""
    low, inner = start, list[Hit]()
    for place, sense in hits:
        if sense.cues & AdviceCue.CLAUSE_END:
            if place > low:
                yield low, place, inner
            low, inner = place + 1, []
            continue
        spoken = bool(inner) and inner[-1][0] + inner[-1][1].length == place and inner[-1][1].cues & _SPEAKING
        within = spoken or tokens[place] in _ALSO_ADVERBS  # "I would nonetheless accept", "is still safer"
        if sense.cues & AdviceCue.CONTRAST and place > low and not within:
            yield low, place, inner
            low, inner = place, []
        inner.append((place, sense))
    if low < end:
        yield low, end, inner


def join_around_asides(
    tokens: Sequence[str], clauses: Sequence[tuple[int, int, list[Hit]]], language: Language
) -> list[tuple[int, int, list[Hit]]]:
    """Join a clause that is interrupted by a remark that its speaker advises: "that is, to my mind, a step too far".

    No clause ends with a small word unless it goes on.
    """
    joined: list[tuple[int, int, list[Hit]]] = []
    for low, high, hits in clauses:
        if len(joined) > 1 and only_urges(*joined[-1]) and tokens[joined[-2][1] - 1] in STOP_WORDS[language]:
            aside, (start, _, begun) = joined.pop(), joined.pop()
            joined.append((start, high, [*begun, *aside[2], *hits]))
        else:
            joined.append((low, high, hits))
    return joined


def opens_aside(tokens: Sequence[str], hits: Sequence[Hit], at: int, language: Language) -> bool:
    """Say whether a word within a clause begins a condition or a concession; a date and a time of day are none."""
    place, sense = hits[at]
    if not sense.cues & (AdviceCue.CONCEDE | AdviceCue.CONDITION) or sense.cues & (AdviceCue.URGE | AdviceCue.ACTS):
        return False
    ahead = hits[at - 1] if at else None
    if ahead is not None and tokens[place] in _THAT and ahead[1].cues & AdviceCue.URGE:
        return ahead[0] + ahead[1].length != place  # "saya menyarankan agar ..."
    if language == "pt" and tokens[place] == "se" and _is_reflexive(tokens[place + 1 : place + 2]):
        return False
    following = tokens[place + 1 : place + 1 + _DATED]
    return not any(
        word in MONTH_NUMBERS or word in YEAR_NUMBERS or word == "pukul" or _HOUR.fullmatch(word) for word in following
    )


def end_before_told(tokens: Sequence[str], low: int, high: int) -> int:
    """Find where a clause goes on with what others are to be told: "explain that every partner starts this way"."""
    that = (at for at in range(low + 1, high) if tokens[at] in _TOLD_THAT)
    return next((at for at in that if not _EXPLAINING.isdisjoint(tokens[max(low, at - _TOLD_REACH) : at])), high)


def _is_reflexive(following: Sequence[str]) -> bool:
    """Say whether what follows a Portuguese "se" is a verb of the present: "isso se paga", not "se pagarmos"."""
    return any(
        word.endswith(_PRESENT) and word not in STOP_WORDS["pt"] and len(word) > _SHORT_WORD for word in following
    )


def only_urges(low: int, high: int, hits: Sequence[Hit]) -> bool:
    """Say whether a clause says that its speaker advises, and not what."""
    cues = join_cues(hits)
    return high - low <= _REMARK and bool(cues & AdviceCue.URGE) and not cues & AdviceCue.ACTS
