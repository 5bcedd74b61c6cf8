"""Compares what texts say is to be done about the same thing: begin or refrain, keep or end, more or less.

- An act counts as a text recommends it; where a text recommends none, as it states it. Background does not count.
- Two acts are about the same thing when their clauses share a word that says what they are done to, or when both are
  about what a yes-or-no question proposes. A verdict without an object ("I am against it") is about the question.
- Denying an act is an act: not to begin is to refrain, not to end is to keep.
- A text that itself holds the other's side about the same thing is not opposed to it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.act_words import ActMention
from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex
from moot.policies.conflicts.reading.quantities import Quantity, is_number, read_quantities
from moot.policies.conflicts.reading.questions import Proposal, list_objects
from moot.policies.conflicts.reading.text_reading import RECOMMENDED, STATED, TextReading

_STANDING_IN = frozenset({"it", "this", "them", "isso", "isto", "ela", "ele", "la", "lo", "las", "los"})
"""Words that stand for what was proposed."""
_NAMED = 2
"""So many words of the proposal a wish names at least."""

_DENIED = {
    Cue.BEGIN: Cue.REFRAIN,
    Cue.REFRAIN: Cue.BEGIN,
    Cue.KEEP: Cue.END,
    Cue.END: Cue.KEEP,
    Cue.UP: Cue.REFRAIN,
    Cue.DOWN: Cue.REFRAIN,
    Cue.FAVOUR: Cue.OPPOSE,
    Cue.OPPOSE: Cue.FAVOUR,
}
_OPPOSED = {
    Cue.BEGIN: Cue.REFRAIN | Cue.KEEP | Cue.END,
    Cue.REFRAIN: Cue.BEGIN | Cue.UP | Cue.DOWN | Cue.END,
    Cue.KEEP: Cue.BEGIN | Cue.END | Cue.UP | Cue.DOWN,
    Cue.END: Cue.KEEP | Cue.REFRAIN | Cue.BEGIN | Cue.UP,
    Cue.UP: Cue.DOWN | Cue.KEEP | Cue.REFRAIN | Cue.END,
    Cue.DOWN: Cue.UP | Cue.KEEP | Cue.REFRAIN,
}

_AGAINST = {one | other: _OPPOSED[one] | _OPPOSED[other] for one in _OPPOSED for other in _OPPOSED}
"""What speaks against an act, or against two at once: keep on *doing*."""
_DIRECT = (Cue.BEGIN | Cue.REFRAIN, Cue.KEEP | Cue.END, Cue.UP | Cue.DOWN)
"""Opposites of each other; all else excludes each other only about the very same thing."""
_GOING_ON = (Cue.BEGIN, Cue.KEEP)
_HOLDING_BACK = (Cue.END, Cue.REFRAIN)


class Act(NamedTuple):
    """One thing a text wants done."""

    kind: int
    firm: bool
    """Whether the text recommends it."""
    objects: frozenset[str]
    about: bool
    """Whether it is about what the question proposes."""
    on_subject: bool
    """Whether it is about the subject of a question that proposes nothing."""
    sentence: int
    text: tuple[str, ...]
    worded: bool = True
    """Whether a word for an act says so; otherwise what was proposed is only named."""


def read_acts(reading: TextReading, index: LexiconIndex, proposal: Proposal) -> tuple[Act, ...]:
    """List what a text wants done, in its order."""
    firm = RECOMMENDED if reading.advising else STATED
    firm = max((each.level for each in reading.acts), default=firm) if firm == STATED else firm
    read = [(each.level, act) for each in reading.acts if (act := _read(each, index, proposal)) is not None]
    acts = tuple(act for level, act in read if level >= firm)
    if not acts:  # advice in words of its own; what is stated of the proposal itself tells the side
        acts = tuple(act for _, act in read if act.about and proposal.words)
    if proposal.words and acts and not any(each.about for each in acts):
        # Whoever only holds back speaks of what was proposed, in whatever words; another act may be another matter.
        holds = _OPPOSED[proposal.act] & (Cue.REFRAIN | Cue.KEEP | Cue.END)
        return tuple(each._replace(about=bool(each.kind & holds)) for each in acts)
    return _settle(acts, proposal)


def _settle(acts: tuple[Act, ...], proposal: Proposal) -> tuple[Act, ...]:
    """Leave out what speaks for a proposal in a text that elsewhere refuses it: whoever refuses it has to name it.

    Who wants a part of it and not the rest says so in one sentence, and keeps both sides.
    """
    about = [each for each in acts if each.about and each.firm]
    refusing = {each.sentence for each in about if each.kind & _OPPOSED[proposal.act] and not each.kind & proposal.act}
    if not refusing:
        return acts
    return tuple(
        each
        for each in acts
        if not (each.about and each.kind & proposal.act) or (each.worded and each.sentence in refusing)
    )


def read_amounts(reading: TextReading, index: LexiconIndex, proposal: Proposal) -> tuple[Quantity, ...]:
    """List how much a text recommends; asked how much, one that recommends nothing is taken at its word."""
    least = STATED if proposal.measures and not reading.advising else RECOMMENDED
    return tuple(
        quantity
        for each in reading.acts
        if each.level >= least and any(is_number(word) for word in each.words)
        for quantity in read_quantities(each.words, list_objects(each.words, index), index)
    )


def oppose_acts(mine: Sequence[Act], theirs: Sequence[Act]) -> tuple[Act, Act] | None:
    """Find the first two acts that exclude each other."""
    for one, other in _exclusions(mine, theirs):
        if not _holds(mine, other) and not _holds(theirs, one):
            return one, other
    return None


def do_and_refrain(one: Act, other: Act) -> bool:
    """Say whether one of two acts is to do what the question proposes, and the other not to."""
    kinds = one.kind | other.kind
    both = kinds & Cue.BEGIN and kinds & Cue.REFRAIN
    return bool(both) and one.about and other.about


def _exclusions(mine: Sequence[Act], theirs: Sequence[Act]) -> Iterator[tuple[Act, Act]]:
    for one in mine:
        against = _AGAINST[one.kind]
        for other in theirs:
            if (
                other.kind & against
                and not other.kind & one.kind
                and one.firm
                and other.firm
                and _same_thing(one, other)
            ):
                yield one, other


def _holds(acts: Sequence[Act], act: Act) -> bool:
    return any(each.kind & act.kind and _same_thing(each, act) for each in acts)


def _same_thing(one: Act, other: Act) -> bool:
    shared = one.objects & other.objects
    direct = any(one.kind & pair and other.kind & pair for pair in _DIRECT)
    if one.on_subject and other.on_subject:
        return True
    return (one.about and other.about) or len(shared) >= (1 if direct or one.kind & other.kind else _NAMED)


def _read(mention: ActMention, index: LexiconIndex, proposal: Proposal) -> Act | None:
    if not mention.kind:
        return _read_wish(mention, index, proposal)
    kind = _single(mention.kind)
    kind = _DENIED[kind] if mention.denied else kind
    if mention.over:  # to keep on doing is to do, to stop doing is not to
        over = _single(mention.over)
        kind = kind | over if kind in _GOING_ON else _DENIED[over] if kind in _HOLDING_BACK else kind
    objects = list_objects(mention.words, index)
    if kind == Cue.KEEP and proposal.verb in objects:
        kind |= proposal.act  # to go on with what was proposed is to do it
    verdict = bool(kind & (Cue.FAVOUR | Cue.OPPOSE))
    if verdict:
        kind = proposal.act if kind & Cue.FAVOUR else _DENIED[proposal.act]
    about = bool(proposal.words) and (
        verdict
        or not objects.isdisjoint(proposal.words)
        or not proposal.marks.isdisjoint(mention.words)
        or (kind == proposal.act and not _STANDING_IN.isdisjoint(mention.words))
        or _names_nothing(mention, index)
    )
    on_subject = not objects.isdisjoint(proposal.subject)
    firm = mention.level == RECOMMENDED
    return Act(kind, firm, objects, about, on_subject, mention.sentence, mention.words, worded=not verdict)


def _read_wish(mention: ActMention, index: LexiconIndex, proposal: Proposal) -> Act | None:
    """Take a wish without an act as one for the proposal, where it names most of what was proposed."""
    objects = list_objects(mention.words, index)
    if mention.denied and mention.level == RECOMMENDED and not objects.isdisjoint(proposal.subject):
        return Act(Cue.REFRAIN, True, objects, False, True, mention.sentence, mention.words, worded=False)
    named = len(objects & proposal.words)
    advised = mention.level == RECOMMENDED
    enough = named or (mention.denied and not objects) if advised else named >= _NAMED
    if not proposal.words or not enough:
        return None
    kind = _DENIED[proposal.act] if mention.denied else proposal.act
    return Act(kind, advised, objects, True, False, mention.sentence, mention.words, worded=False)


def _names_nothing(mention: ActMention, index: LexiconIndex) -> bool:
    """Say whether nothing but the act itself is named: "I vote to sign"."""
    low, high = mention.span
    return not list_objects((*mention.words[:low], *mention.words[high:]), index)


def _single(bits: int) -> int:
    return bits & -bits
