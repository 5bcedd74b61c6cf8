"""Tells which side of a question a text takes, and whether two texts take opposite ones.

- A question that can be answered with yes or no proposes an act. What speaks for and against it depends on the act: to
  keep speaks against buying, and for renewing.
- Of what a text advises, the plainest counts; of one sentence what it says first. Where the plainest sentences
  disagree, those that name what was proposed decide, then the majority; an equal number tells nothing.
- Asked what to do about something, two texts are opposed when one would change what the other would leave.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from moot.policies.conflicts.reading.advice_cues import AdviceCue
from moot.policies.conflicts.reading.advised import ANSWERED, JUDGED, LABELLED, REMARKED, SHOULD, URGED, Advised
from moot.policies.conflicts.reading.asking import Matter, list_sides
from moot.policies.conflicts.reading.lexicon_index import BEGINNING, AdviceIndex
from moot.policies.conflicts.reading.quantities import SPELLED

_REFUSE, _WAIT, _KEEP, _END = AdviceCue.REFUSE, AdviceCue.WAIT, AdviceCue.KEEP, AdviceCue.END
_SWAP, _LESS, _MORE, _AGREE, _DO = AdviceCue.SWAP, AdviceCue.LESS, AdviceCue.MORE, AdviceCue.AGREE, AdviceCue.DO

_SIDES: dict[int, tuple[int, int]] = {
    _DO: (_DO | _AGREE | _MORE | _SWAP, _REFUSE | _WAIT | _KEEP),
    _SWAP: (_SWAP | _AGREE | _DO | _END, _REFUSE | _WAIT | _KEEP),
    _KEEP: (_KEEP | _AGREE, _END | _SWAP | _REFUSE),
    _END: (_END | _AGREE | _SWAP, _KEEP | _REFUSE | _WAIT | _MORE | _DO),
    _MORE: (_MORE | _AGREE | _DO, _LESS | _KEEP | _REFUSE | _WAIT),
    _LESS: (_LESS | _AGREE | _END, _MORE | _KEEP | _REFUSE | _WAIT),
    _WAIT: (_WAIT | _REFUSE, _DO | _SWAP | _KEEP | _MORE | _AGREE),
    _REFUSE: (_REFUSE | _END | _WAIT, _KEEP | _DO | _MORE | _AGREE),
    _AGREE: (_AGREE | _DO | _MORE | _SWAP, _REFUSE | _WAIT | _KEEP),
}
"""For each act that can be proposed: the acts that speak for it, and those that speak against it."""
_CHANGING = _DO | _AGREE | _SWAP | _END
_STAYING = _KEEP | _REFUSE | _WAIT
_OPEN_OPPOSED = (
    (_CHANGING, _STAYING),
    (_END | _SWAP, _KEEP | _MORE),
    (_MORE, _LESS | _KEEP | _WAIT | _REFUSE),
    (_LESS, _KEEP),
)


_STANDING_IN = frozenset(
    {"it", "they", "them", "this", "ela", "ele", "elas", "eles", "isso", "la", "lo", "las", "los", "itu", "mereka"}
)
"""Words that stand for what was proposed."""
_PRESENT = frozenset({"vigente", "vigentes", "atual", "atuais", "current", "existing", "present", "sekarang", "kini"})
"""Who keeps what there is now does not keep what was proposed."""
_STAYING_VERBS = frozenset({"stay", "remai", "leave", "exit"})
"""Asked this, "leave" is to go away."""
_COUNTING = AdviceCue.NUMBER | AdviceCue.PRICED
_ONLY = frozenset({"only", "hanya", "somente", "apenas", "so"})
_WITH = frozenset({"with", "dengan", "com", "mediante"})
_NEAR = 3
_COMPARING = frozenset({"more", "longer", "mais", "lebih"})
_ADDING = frozenset({"more", "additional", "another", "mais", "adicional", "adicionais", "lagi", "tambahan"})
_LEVEL = frozenset({"at", "em", "no", "na", "di", "pada", "$", "r", "rp"})
"""What stands before the level at which something is kept."""


class Leaning(NamedTuple):
    """Where a text stands on a question: for what was proposed, against it, or neither."""

    side: int = 0
    words: tuple[str, ...] = ()
    sure: bool = True
    """Whether what it advises names what was proposed, or speaks of it in so many words."""


def lean(advice: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Leaning:
    """Tell which side of a proposal a text takes."""
    votes: dict[int, list[tuple[int, bool, Advised]]] = {}
    for each in advice:
        about = names_matter(each.words, asked.words, index)
        verb = not asked.verb or any(index.objects[word] == asked.verb for word in each.words)
        side = _take_side(each, asked, about=about, verb=verb)
        if side >= 0 and not (verb and each.act & (_DO | _AGREE)) and _names_opposite(each, asked, index):
            side = -1  # asked whether to work from home: "to the office"
        elif not side and _names_same_way(each, asked, index):
            side = 1
        tier = each.tier
        if not each.act and not each.denied and not each.cues and tier != ANSWERED and not verb:
            continue  # what is only named on the way
        if not each.act and not each.denied and not verb:
            tier = min(tier, JUDGED)  # it names what the question is about, which says little yet
        if tier == REMARKED and not (each.act and about and _stands_out(each) and asked.kind == "proposal"):
            continue
        if side:
            votes.setdefault(tier, []).append((side, about, each))
    return _weigh(votes, asked, index)


def _weigh(votes: dict[int, list[tuple[int, bool, Advised]]], asked: Matter, index: AdviceIndex) -> Leaning:
    """Take the plainest votes; of those that speak of something else, only where no other ones that advise differ."""
    unsure = Leaning()
    for tier in (ANSWERED, LABELLED, URGED, SHOULD, JUDGED, REMARKED):
        if unsure.side and tier < SHOULD:
            break
        if tier not in votes:
            continue
        side, chosen = _count(votes[tier])
        if not side:
            break
        elsewhere = not names_matter(chosen.words, asked.words, index) and _STANDING_IN.isdisjoint(chosen.words)
        unrelated = elsewhere and bool(chosen.act & (_DO | _SWAP | _MORE | _KEEP))
        found = Leaning(side, chosen.words, tier == ANSWERED or not unrelated)
        if found.sure:
            return found
        # "look for sponsors" says less than "the fee must not be touched", however plainly
        unsure = unsure if unsure.side else found
    return unsure


def _stands_out(advice: Advised) -> bool:
    """Say whether advice stands where texts say what they come to: at the beginning or the end."""
    return advice.last or advice.sentence == 1


def names_matter(words: Iterable[str], matter: frozenset[str], index: AdviceIndex) -> bool:
    """Say whether some words name what a question is about."""
    return any((index.objects[word] or word[:BEGINNING]) in matter for word in words)


def _names_opposite(advice: Advised, asked: Matter, index: AdviceIndex) -> bool:
    """Say whether advice names the opposite of a way the question names, and not that way itself."""
    if advice.tier < SHOULD or advice.denied or advice.rival or advice.act & ~(_KEEP | _SWAP | _DO | _AGREE):
        return False
    named = list_sides(advice.words, index)
    return any((pair, 1 - side) in named and (pair, side) not in named for pair, side in asked.ways)


def _names_same_way(advice: Advised, asked: Matter, index: AdviceIndex) -> bool:
    """Say whether advice names a way the question names in other words: asked whether to outsource, "a specialist"."""
    if advice.tier < SHOULD or advice.denied or advice.rival or advice.act:
        return False
    return not asked.ways.isdisjoint(list_sides(advice.words, index))


def _take_side(advice: Advised, asked: Matter, *, about: bool, verb: bool) -> int:
    """Tell for which side one piece of advice speaks."""
    if advice.tier == ANSWERED:
        return 1 if advice.act == _AGREE else -1
    if advice.rival and not about:
        return 0
    if not advice.act:
        return _judge_wish(advice, about=about)
    if _speaks_of_else(advice, asked, about=about):
        return 0
    if advice.instead and not about and advice.act & (_DO | _AGREE | _MORE):
        return -1
    if _keeps_proposal(advice, asked, verb=verb):
        return 1
    if _does_otherwise(advice, asked):
        return -1
    speaking_for, against = _SIDES[asked.act]
    if advice.act == _END and not asked.verb and asked.act == _DO and not advice.denied:
        return 0  # where no word tells what was proposed, ending something may be just that
    if advice.act & speaking_for:
        return 1
    return -1 if advice.act & against or (advice.act == _END and about) else 0


def _does_otherwise(advice: Advised, asked: Matter) -> bool:
    """Say whether advice does what was asked about in the way that was not proposed."""
    if advice.act == _KEEP and advice.cues & _END and asked.verb in _STAYING_VERBS:
        return True  # asked whether to stay, whoever leaves does not leave things as they are
    # Asked whether to lend without security: "only with a guarantee".
    return asked.without and not _ONLY.isdisjoint(advice.words) and not _WITH.isdisjoint(advice.words)


def _judge_wish(advice: Advised, *, about: bool) -> int:
    """Tell the side of advice without a word for an act, by what it names or how it judges."""
    if advice.denied and _bounds(advice.words):
        return 0  # "no more than four days" limits what it does not refuse
    judged = advice.cues & (AdviceCue.GOOD | AdviceCue.BAD) or (advice.denied and advice.cues & AdviceCue.GROUNDS)
    if about or (judged and advice.tier >= URGED):
        return -1 if advice.denied else 1
    return 0


def _bounds(words: Sequence[str]) -> bool:
    """Say whether some words name a number that is not to be exceeded."""
    numbers = [at for at, word in enumerate(words) if word[0].isdecimal() or word in SPELLED]
    return any(not _COMPARING.isdisjoint(words[max(0, at - _NEAR) : at]) for at in numbers)


def _speaks_of_else(advice: Advised, asked: Matter, *, about: bool) -> bool:
    """Say whether what is kept, ended or changed is something else, or a number that may be more or less than now."""
    if asked.act & (_MORE | _LESS) and advice.act & (_MORE | _LESS) and advice.cues & AdviceCue.PRICED:
        return False  # asked whether to raise a price: "a discount"
    elsewhere = not about and _STANDING_IN.isdisjoint(advice.words)
    if elsewhere and advice.denied and advice.act == _KEEP and advice.cues & (_LESS | _MORE):
        return True  # "let us not cut marketing for it"
    if advice.tier <= SHOULD and elsewhere and not advice.act & (_DO | _AGREE | _REFUSE | _WAIT):
        return True
    return advice.act == _KEEP and bool(asked.act & (_MORE | _LESS)) and _names_count(advice.words)


def _keeps_proposal(advice: Advised, asked: Matter, *, verb: bool) -> bool:
    """Say whether what is kept is the proposal itself: its date, its plan, or what it began."""
    if advice.act != _KEEP or asked.act == _KEEP or advice.denied or not _PRESENT.isdisjoint(advice.words):
        return False
    dated = not asked.marks.isdisjoint(advice.words)
    return dated or bool(advice.cues & AdviceCue.PLAN) or (bool(asked.verb) and verb)


def _names_count(words: Sequence[str]) -> bool:
    """Say whether some words name a number of things, and no level at which something stays."""
    return any(word[0].isdecimal() and words[max(0, at - 1)] not in _LEVEL for at, word in enumerate(words))


def _count(votes: Sequence[tuple[int, bool, Advised]]) -> tuple[int, Advised]:
    """Let the first vote of each sentence count; what names the matter decides over what does not."""
    first: dict[int, tuple[int, bool, Advised]] = {}
    for vote in votes:
        number = vote[2].sentence
        earlier = first.get(number)
        # A refusal need not name what it refuses; something new may be anything.
        unrelated = earlier is not None and not earlier[1] and bool(earlier[2].act & (_DO | _SWAP | _MORE))
        if earlier is None or (vote[1] and (vote[2].rival or unrelated)):
            first[number] = vote
    sides = {side for side, _, _ in first.values()}
    if len(sides) > 1:
        about = {number: vote for number, vote in first.items() if vote[1]}
        first = about or first
    score = sum(side for side, _, _ in first.values())
    named_first = sorted(first.values(), key=lambda vote: not vote[1])
    chosen = next((each for side, _, each in named_first if side * score > 0), votes[0][2])
    return (score > 0) - (score < 0), chosen


def list_first_acts(advice: Sequence[Advised]) -> Iterator[Advised]:
    """List the plainest advice of a text that names an act, one for each sentence."""
    tiers = [each.tier for each in advice if each.act and each.tier >= SHOULD]
    if not tiers:
        return
    seen: set[int] = set()
    for each in advice:
        if each.act and each.tier == max(tiers) and each.sentence not in seen and not each.rival:
            seen.add(each.sentence)
            yield each


def excludes(act: int, other: int) -> bool:
    """Say whether one of two acts speaks against the other."""
    return bool(other & _SIDES[act][1] or act & _SIDES[other][1])


def name_shared(one: Advised, other: Advised, index: AdviceIndex) -> frozenset[str]:
    """Name what two pieces of advice are both about."""
    named = (frozenset(filter(None, map(index.objects.__getitem__, each.words))) for each in (one, other))
    return next(named) & next(named)


def oppose_openly(
    mine: Sequence[Advised], theirs: Sequence[Advised], asked: Matter, index: AdviceIndex
) -> tuple[Advised, Advised] | None:
    """Find two pieces of advice of which one changes what the other leaves as it is.

    What a text would newly do counts only as its plainest advice: it may come on top of all else.
    """
    one, other = list(_list_openly(mine, asked, index)), list(_list_openly(theirs, asked, index))
    for left, right in _OPEN_OPPOSED:
        for a, b in ((left, right), (right, left)):
            found = [
                next((each for each in one if _name_change(each) & a), None),
                next((each for each in other if _name_change(each) & b), None),
            ]
            both = any(_name_change(each) & b for each in one) or any(_name_change(each) & a for each in other)
            if found[0] is not None and found[1] is not None and not both:
                return found[0], found[1]
    return None


def _name_change(advice: Advised) -> int:
    """Tell what advice comes to; to hire six more is more."""
    adds = advice.act == _DO and not advice.denied and not _ADDING.isdisjoint(advice.words)
    return _MORE if adds else advice.act


def _list_openly(advice: Sequence[Advised], asked: Matter, index: AdviceIndex) -> Iterator[Advised]:
    plainest = set(list_first_acts(advice))
    least = SHOULD if plainest else REMARKED
    for each in advice:
        spoken_of = names_matter(each.words, asked.words, index) or not _STANDING_IN.isdisjoint(each.words)
        named = each.act & ~(_DO | _AGREE) and not each.rival and spoken_of
        if each.act & (_MORE | _LESS) and not spoken_of and not each.cues & _COUNTING:
            continue  # "add a guarantee" says nothing about the price
        kept = each.act == _KEEP and (each.tier, each.sentence) in {(one.tier, one.sentence) for one in plainest}
        # A last remark may be the advice, but not one that denies: nothing forces a change.
        meant = each.tier > REMARKED or (each.last and not each.denied)
        if each in plainest or kept or (named and each.tier >= least and meant):
            yield each
