"""Reads each agent's text into a stand, and finds the pairs of ideas on which two stands are opposed (C-15..C-17).

On each axis a text leans to the side it holds more firmly; holding both sides equally firmly is no lean, so "grow,
and keep the margin" opposes nobody. Two texts oppose each other on an axis when they lean to different sides.
Denying an action counts for the other side. Pairs come in the order of the opposition table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from moot.policies.conflicts.reading.acts import Act, do_and_refrain, oppose_acts, read_acts, read_amounts
from moot.policies.conflicts.reading.advice import list_advice
from moot.policies.conflicts.reading.advice_index import index_advice
from moot.policies.conflicts.reading.advised import Advised
from moot.policies.conflicts.reading.answers import GivenAnswer, oppose_answers, read_preference
from moot.policies.conflicts.reading.asking import Matter, read_asked
from moot.policies.conflicts.reading.languages import tell_language
from moot.policies.conflicts.reading.leanings import Leaning
from moot.policies.conflicts.reading.lexicon_index import CompiledLexicons, LexiconIndex, tokenize
from moot.policies.conflicts.reading.names import list_named
from moot.policies.conflicts.reading.orders import Start, asks_for_order, read_start
from moot.policies.conflicts.reading.quantities import Quantity, part_quantities
from moot.policies.conflicts.reading.questions import Proposal, read_proposal
from moot.policies.conflicts.reading.statements import Ordering
from moot.policies.conflicts.reading.text_reading import RECOMMENDED, STATED, TextReading, read_tokens
from moot.policies.conflicts.reading.verdicts import (
    UNKNOWN,
    Parting,
    asks_for,
    judge_amounts,
    judge_names,
    judge_openly,
    judge_picks,
    judge_shares,
    judge_sides,
    judge_times,
    judge_unasked,
    judge_ways,
    take_side,
)
from moot.policies.language import LANGUAGES, Language
from moot.state.lexicon import Family, Opposition

_LONGEST_UNASKED = 300
"""So many words and marks a text has at most that is read for advice where no question says what to look for."""

_Held = tuple[str, bool]
"""A concept, and whether it is denied."""


class Stand(NamedTuple):
    """A reading placed on every axis: bit n of a mask says to which side of axis n the text leans."""

    reading: TextReading
    words: LexiconIndex
    one: int
    other: int
    acts: Callable[[], tuple[Act, ...]] = tuple
    """What the text wants done, worked out when somebody asks."""
    quantities: Callable[[], tuple[Quantity, ...]] = tuple
    """How much it wants, worked out when somebody asks."""
    answer: Callable[[], GivenAnswer] = GivenAnswer
    """Which alternative it chooses, and when, worked out when somebody asks."""
    asked: Proposal = Proposal()
    """What the question asks."""
    matter: Matter = Matter()
    """What kind of answer it wants."""
    advice: Callable[[], tuple[Advised, ...]] = tuple
    """What the text advises, worked out when somebody asks."""
    side: Callable[[], Leaning] = Leaning
    """Which side of the question it takes, worked out when somebody asks."""
    names: Callable[[], frozenset[str]] = frozenset
    """What it calls by name, worked out when somebody asks."""
    start: Callable[[], Start] = Start
    """What it puts first, worked out when somebody asks."""


class Pair(NamedTuple):
    """One opposition between two texts, worded for people."""

    text: str
    families: frozenset[Family]
    exclusive: bool = False
    """Whether both recommend their sides: following one excludes following the other."""
    clauses: tuple[Sequence[str], Sequence[str]] | None = None
    """The folded words of both clauses that are opposed, where two clauses are."""


def read_stands(
    texts: Mapping[str, str], compiled: CompiledLexicons, language: Language | None = None, question: str = ""
) -> dict[str, Stand]:
    """Read each agent's text into its stand; the language is found per text unless it is given."""
    asked = cache(partial(_read_question, tokenize(question), compiled))
    stands: dict[str, Stand | None] = {}
    unclear: dict[str, list[str]] = {}
    known: Counter[Language] = Counter()
    for agent, text in texts.items():  # one text after the other: with many of them memory is what costs time
        tokens = tokenize(text)
        own = language or tell_language(tokens, compiled)
        stands[agent] = _stand(text, tokens, own, compiled, asked) if own else None
        if own is None:
            unclear[agent] = tokens
        else:
            known[own] += 1
    # A text too short to tell its language is read in the one most others, or the question, are written in.
    if unclear and not known:
        known.update(filter(None, [tell_language(tokenize(question), compiled)]))
    common = max(LANGUAGES, key=lambda candidate: known[candidate]) if known else "en"
    return {
        agent: stand if stand is not None else _stand(texts[agent], unclear[agent], common, compiled, asked)
        for agent, stand in stands.items()
    }


def find_pairs(a: Stand, b: Stand, compiled: CompiledLexicons, *, same_steps: bool = False) -> tuple[Pair, ...]:
    """List what two texts hold against each other.

    With `same_steps` both want the same two things and differ in their order only: sides that both texts name are
    then no opposition (X-35).
    """
    verdict = _judge(a, b, compiled)
    if verdict.outcome == "agreed":
        return ()  # on the question itself they want the same; the rest is their reasons
    opposed = (a.one & b.other) | (a.other & b.one)
    pairs = [
        pair
        for number, opposition in enumerate(compiled.lexicons.oppositions)
        if opposed >> number & 1
        and not (same_steps and _names_both(a, opposition) and _names_both(b, opposition))
        and (not opposition.advice or _recommends(a, opposition) or _recommends(b, opposition))
        for pair in _axis_pairs(a, b, opposition, bool(a.one >> number & 1), compiled)
    ]
    if not any("money" in pair.families for pair in pairs):
        pairs.extend(_shortfall(a, b))
    unasked = UNKNOWN
    if not pairs and a.matter.kind == "nothing":
        unasked = judge_unasked(a.advice(), b.advice(), index_advice(compiled, a.words.language))
    decided = verdict.outcome == "opposed" or unasked.outcome == "agreed"
    if not decided and not any(pair.exclusive for pair in pairs):
        pairs.extend(_opposed_acts(a, b))
    agreed = a.one & b.one | a.other & b.other
    if not pairs and verdict.outcome != "opposed" and not agreed:
        pairs.extend(_contradictions(a, b))
        verdict = verdict if pairs else unasked
    if verdict.outcome == "opposed":
        text = " vs ".join(map(" ".join, verdict.clauses))
        pairs.append(Pair(text, frozenset({"other"}), exclusive=True, clauses=verdict.clauses))
    return tuple(pairs)


def starts_elsewhere(a: Stand, b: Stand) -> tuple[str, str] | None:
    """Name what each of two texts puts first, where each wants what the other puts first as well, only later."""
    if a.matter.kind not in ("open", "other") or not a.start().reverses(b.start()):
        return None
    return a.start().said, b.start().said


def find_reversal(a: Stand, b: Stand) -> tuple[Ordering, Ordering] | None:
    """Find two steps that the texts want in opposite orders (X-35)."""
    for mine in a.reading.sequences:
        for theirs in b.reading.sequences:
            if mine.reverses(theirs):
                return mine, theirs
    return None


def puts_first(a: Stand, b: Stand) -> tuple[str, str] | None:
    """Name the step that each of two texts wants first, where the question asks that and they differ (X-35)."""
    steps = a.asked.steps
    sides = (a.answer().side, b.answer().side) if steps is not None else (0, 0)
    if a.matter.ordered and a.start().reverses(b.start()):
        return a.start().said, b.start().said
    if steps is None or not all(sides) or sides[0] == sides[1]:
        return None
    return " ".join(sorted(steps[sides[0] - 1])), " ".join(sorted(steps[sides[1] - 1]))


def _read_question(asked: Sequence[str], compiled: CompiledLexicons, language: Language) -> tuple[Proposal, Matter]:
    """Read a question with the words of one language."""
    if not asked:
        return Proposal(), Matter()
    index = compiled.index(language)
    proposal, matter = read_proposal(asked, index), read_asked(asked, index_advice(compiled, language))
    ordered = matter.kind in ("open", "other") and proposal.steps is None and asks_for_order(asked, index)
    return proposal, matter._replace(ordered=ordered)


def _stand(
    text: str,
    tokens: Sequence[str],
    language: Language,
    compiled: CompiledLexicons,
    asked: Callable[[Language], tuple[Proposal, Matter]],
) -> Stand:
    index = compiled.index(language)
    proposal, matter = asked(language)
    stand = _take_stand(text, read_tokens(tokens, index), index, compiled, proposal)
    words = index_advice(compiled, language)
    if matter.kind == "nothing":
        short = len(tokens) <= _LONGEST_UNASKED
        return stand._replace(advice=cache(partial(list_advice, tuple(tokens), words))) if short else stand
    advice = cache(partial(list_advice, tuple(tokens), words, matter.words))
    side, names = cache(lambda: take_side(advice(), matter, words)), cache(partial(list_named, text, words))
    start = cache(partial(read_start, text, index, matter.words)) if matter.kind in ("open", "other") else Start
    return stand._replace(matter=matter, advice=advice, side=side, names=names, start=start)


def _take_stand(
    text: str, reading: TextReading, index: LexiconIndex, compiled: CompiledLexicons, proposal: Proposal
) -> Stand:
    """Place a reading on the axes of the opposition table."""
    sides = compiled.sides
    firmness: dict[int, list[int]] = {}
    # A long text that recommends something is taken at its recommendations; the rest is background.
    least = RECOMMENDED if reading.long and reading.advising else STATED
    for concept, level in reading.asserted.items():
        for axis, side, only_first in sides.get(concept, ()):
            if not only_first or concept in reading.first:
                held = firmness.setdefault(axis, [0, 0])
                held[side] = max(held[side], level)
    for concept, level in reading.denied.items():
        for axis, side, only_first in sides.get(concept, ()) if concept in index.actions else ():
            if not only_first:
                held = firmness.setdefault(axis, [0, 0])
                held[not side] = max(held[not side], level)
    one = sum(1 << axis for axis, (left, right) in firmness.items() if left > right and left >= least)
    other = sum(1 << axis for axis, (left, right) in firmness.items() if right > left and right >= least)
    if not reading.acts and proposal.steps is None:
        return Stand(reading, index, one, other)
    acts, quantities = partial(read_acts, reading, index, proposal), partial(read_amounts, reading, index, proposal)
    answer = partial(read_preference, text, reading, index, proposal)
    return Stand(reading, index, one, other, cache(acts), cache(quantities), cache(answer), proposal)


def _recommends(stand: Stand, opposition: Opposition) -> bool:
    held = stand.reading.asserted
    firm = STATED if stand.reading.single else RECOMMENDED
    return any(held.get(concept, 0) >= firm for concept in (*opposition.one, *opposition.other))


def _advises(stand: Stand, opposition: Opposition) -> bool:
    held, denied = stand.reading.asserted, stand.reading.denied
    concepts = (*opposition.one, *opposition.other)
    return any(max(held.get(concept, 0), denied.get(concept, 0)) >= RECOMMENDED for concept in concepts)


def _names_both(stand: Stand, opposition: Opposition) -> bool:
    named = stand.reading.asserted
    return any(concept in named for concept in opposition.one) and any(concept in named for concept in opposition.other)


def _held(stand: Stand, side: Sequence[str], against: Sequence[str]) -> Iterator[_Held]:
    """List what speaks for a side in a text: its concepts, and denied actions of the other side."""
    reading = stand.reading
    for concept in side:
        if reading.asserted.get(concept, 0) >= STATED:
            yield concept, False
    for concept in against:
        if concept in stand.words.actions and reading.denied.get(concept, 0) >= STATED:
            yield concept, True


def _axis_pairs(
    a: Stand, b: Stand, opposition: Opposition, a_is_one: bool, compiled: CompiledLexicons
) -> Iterator[Pair]:
    sides = (opposition.one, opposition.other) if a_is_one else (opposition.other, opposition.one)
    exclusive = _advises(a, opposition) and _advises(b, opposition)
    for mine, mine_denied in _held(a, *sides):
        for theirs, theirs_denied in _held(b, *reversed(sides)):
            if mine_denied and theirs_denied:
                continue  # "do not cut" and "do not invest" leave room for each other
            families = {
                opposition.family,
                *compiled.lexicons.families.get(mine, ()),
                *compiled.lexicons.families.get(theirs, ()),
            }
            text = f"{_label(a, mine, mine_denied)} vs {_label(b, theirs, theirs_denied)}"
            yield Pair(text, frozenset(families), exclusive)


def _label(stand: Stand, concept: str, denied: bool) -> str:
    label = stand.words.labels[concept]
    return stand.words.phrases.denied.format(concept=label) if denied else label


def _shortfall(a: Stand, b: Stand) -> Iterator[Pair]:
    """Find a sum that one text would invest and that, as the other says, would not come back in full (C-04)."""
    for investor, doubter in ((a, b), (b, a)):
        back = doubter.reading.money.returned
        spent = investor.reading.money.invested or doubter.reading.money.invested
        wants = investor.reading.asserted.get("invest", 0) > doubter.reading.asserted.get("invest", 0)
        if back and spent and back.value < spent.value and wants:
            texts = [
                f"{investor.words.labels['invest']} {spent.text}",
                doubter.words.phrases.returns.format(amount=back.text),
            ]
            yield Pair(" vs ".join(texts if investor is a else reversed(texts)), frozenset({"money", "shortfall"}))
            return


def _judge(a: Stand, b: Stand, compiled: CompiledLexicons) -> Parting:
    """Compare what two texts advise on the question that both answer."""
    matter = a.matter
    if matter.kind in ("proposal", "choice"):
        return judge_sides(a.side(), b.side())
    if matter.kind == "nothing":
        return UNKNOWN
    mine, theirs, words = a.advice(), b.advice(), index_advice(compiled, a.words.language)
    if matter.kind == "time":
        return judge_times(mine, theirs, matter, words)
    found = judge_shares(mine, theirs, matter, words)
    if found.outcome == "unknown" and not matter.shared_out and (matter.kind == "amount" or matter.priced):
        found = judge_amounts(mine, theirs, matter, a.words)
    if found.outcome == "unknown" and (matter.kind in ("open", "amount") or matter.priced):
        found = judge_openly(mine, theirs, matter, words)
    if found.outcome == "unknown" and matter.selects and matter.kind == "other":
        found = judge_openly(mine, theirs, matter, words)
    if found.outcome == "unknown" and matter.selects:
        found = judge_names(mine, theirs, (a.names(), b.names()), matter, words)
    if found.outcome == "unknown" and matter.selects and matter.kind == "other":
        found = judge_picks(mine, theirs, (a.names(), b.names()), matter, words)
    return found if found.outcome != "unknown" else judge_ways(mine, theirs, words)


def _opposed_acts(a: Stand, b: Stand) -> Iterator[Pair]:
    """Find the first two things that the texts want done and that exclude each other."""
    if not (a.reading.acts and b.reading.acts):
        return
    found = oppose_acts(a.acts(), b.acts())
    if found is not None and a.matter.kind == "proposal" and not do_and_refrain(*found):
        found = None  # asked yes or no, other acts tell no side of the question
    if found is not None:
        text = " vs ".join(" ".join(act.text) for act in found)
        yield Pair(text, frozenset({"other"}), exclusive=True, clauses=(found[0].text, found[1].text))
        return
    answers = a.answer(), b.answer()
    if oppose_answers(*answers, a.asked):
        text = " vs ".join(" ".join(each.clause) for each in answers)
        yield Pair(text, frozenset({"other"}), exclusive=True, clauses=(answers[0].clause, answers[1].clause))
        return
    amounts = part_quantities(a.quantities(), b.quantities(), asked=a.asked.measures)
    if amounts is not None:
        text = " vs ".join(each.text for each in amounts)
        yield Pair(text, frozenset({"other"}), exclusive=True, clauses=(amounts[0].clause, amounts[1].clause))


def _contradictions(a: Stand, b: Stand) -> Iterator[Pair]:
    """Find the first statement that one text makes and the other denies in the same words."""
    both_long = a.reading.long and b.reading.long
    if both_long and (a.reading.advising or b.reading.advising or not (a.reading.denying or b.reading.denying)):
        return  # what they recommend has been compared, and the rest is background
    for mine in a.reading.statements():
        for theirs in b.reading.statements():
            if mine.contradicts(theirs):
                texts = (
                    stand.words.phrases.denied.format(concept=statement.text) if statement.denied else statement.text
                    for stand, statement in ((a, mine), (b, theirs))
                )
                wanted = asks_for(a.advice(), mine.content) and asks_for(b.advice(), theirs.content)
                yield Pair(" vs ".join(texts), frozenset({"other"}), exclusive=wanted)
                return
