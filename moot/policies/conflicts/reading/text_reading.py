"""Reads a text once into the few ideas it asserts or denies, and how firmly.

A text is walked clause by clause. A negation reaches the next few words of its clause; words such as *avoid* turn an
idea round, two of them cancel out, and cutting something turns what is cut. What a sentence recommends weighs more
than what it merely states, and that more than what it asks, concedes, reports or puts off (`_WEAK`, which asserts
nothing). Where an idea occurs more than once, its firmest mention counts.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from moot.policies.conflicts.reading.act_words import ActMention, list_leading_acts, only_names_act
from moot.policies.conflicts.reading.clauses import Clause, PlainClause, denies_plainly
from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import Hit, LexiconIndex, Sense, find_hits
from moot.policies.conflicts.reading.statements import (
    LONGEST_STATEMENT,
    MOST_STATEMENTS,
    NO_MONEY,
    Money,
    Ordering,
    PlainStatement,
    Sentence,
    read_money,
    read_sequences,
    read_statements,
)
from moot.policies.language import Language

_CERTAIN, _DOUBTFUL, _USUAL = 0.9, 0.5, 0.7
"""What a certainty word, a doubt word, and neither of them say about confidence."""
_TELLING = Cue.ADVISE | Cue.CAUSE | Cue.CERTAIN | Cue.DOUBTFUL
_WEAK, STATED, RECOMMENDED = 1, 2, 3
"""How firmly an idea is held."""
_FOLLOWING, _PRECEDING = 3, 2
"""So many neighbours can give a word another meaning."""
_SHORT_CLAUSE = 5
_SHORT_TEXT = 8
_LONG_TEXT = 30
_CONCLUDING = 20
"""A text of more words leads up to what it says last."""
_LONGEST_CLAUSE = 60
"""A text without punctuation is cut into clauses of so many words, so that reading stays linear."""
_TURNS = Cue.NEGATE | Cue.REVERSE
_MARKING = _TURNS | Cue.DISAPPROVE | Cue.APPROVE | Cue.WEAKEN | Cue.WEAKEN_FIRST | Cue.ACCEPT | Cue.REFUSE
_CLAUSE_END = Cue.CLAUSE_END
_PUNCTUATION = Cue.SENTENCE_END | _CLAUSE_END
_BOUNDARY = _PUNCTUATION | Cue.CONTRAST
_TURNING = _TURNS | Cue.DISAPPROVE
_VOICE = Cue.ACCEPT | Cue.REFUSE
_ACTING = Cue.ACTING
_VERDICT = Cue.FAVOUR | Cue.OPPOSE
_LONGEST_LABEL = 4
"""So many words a label has at most."""


class _Outline(NamedTuple):
    """The first word of advice and the first of a cause, and how sure the text sounds."""

    advice: str | None = None
    cause: str | None = None
    confidence: float = _USUAL


class TextReading(NamedTuple):
    """The ideas of one text with their firmness; an idea may be asserted in one place and denied in another."""

    language: Language
    asserted: dict[str, int]
    denied: dict[str, int]
    first: frozenset[str]
    """The ideas named as a first priority."""
    accepts: bool
    """Whether the speaker says to agree."""
    refuses: bool
    """Whether the speaker says not to."""
    single: bool = False
    """Whether the text is one short sentence: then that is its position, with or without "I recommend"."""
    money: Money = NO_MONEY
    sequences: tuple[Ordering, ...] = ()
    outline: _Outline = _Outline()
    """Where the text gives advice and reasons, and how sure it sounds."""
    denying: bool = False
    """Whether one of the first sentences denies or turns something."""
    acts: tuple[ActMention, ...] = ()
    """What the text says is to be done, or not."""
    advising: bool = False
    """Whether it recommends anything in so many words."""
    long: bool = False
    """Whether it has room for background beside its recommendation."""
    statements: Callable[[], tuple[PlainStatement, ...]] = tuple
    """What the first sentences state, worked out when somebody asks."""


def read_tokens(tokens: Sequence[str], index: LexiconIndex) -> TextReading:
    """Read the tokens of one text with the words of one language."""
    return _Reader(tokens, index).read(find_hits(tokens, index))


class _Reader:
    """One walk over one text."""

    def __init__(self, tokens: Sequence[str], index: LexiconIndex) -> None:
        self.tokens = tokens
        self.index = index
        self.held: tuple[dict[str, int], dict[str, int]] = ({}, {})
        """Asserted and denied ideas."""
        self.first: set[str] = set()
        self.voices: set[bool] = set()
        """True: the speaker agrees somewhere; False: disagrees."""
        self.cues = 0
        self.recommending = self.prioritising = False
        self.clause = Clause(0)
        self.sentence: list[tuple[str, bool, int]] = []
        """What the sentence has said so far; a question mark at its end takes it back."""
        self.sentence_acts: list[ActMention] = []
        self.plain: list[PlainClause] = []
        """The clauses of the sentence that name no act."""
        self.acts: list[ActMention] = []
        self.advising = False
        """Whether the text recommends something in so many words."""
        self.sentence_start = 0
        self.last = (0, 0)
        """Where the last sentence begins and ends."""
        self.single = True
        self.turns: list[tuple[int, int]] = []
        """Where the sentence denies or turns something."""
        self.sentences: list[Sentence] = []
        """The first sentences that are no questions."""

    def read(self, hits: Sequence[Hit]) -> TextReading:
        """Walk over what the text says."""
        for place, sense in hits:
            cues = sense.cues
            clause = self.clause
            if cues & _CLAUSE_END and not (clause.cues or clause.mentions or self.recommending):
                clause.start = place + 1  # most clauses say nothing we know
                continue
            if cues & _BOUNDARY or place - clause.start > _LONGEST_CLAUSE:
                clause = self.cross(place, cues)
                if cues & _PUNCTUATION:
                    continue
            clause.cues |= cues
            if sense.concepts:
                self.mention(place, sense)
            if cues & _MARKING:
                clause.marks.append((place, cues))
            if cues & _ACTING:
                self.act(place, sense)
        if self.sentence_start < len(self.tokens):
            self.end_sentence(len(self.tokens), question=False)
        if len(self.tokens) > _CONCLUDING:
            self.conclude()
        tokens, index, (asserted, denied) = self.tokens, self.index, self.held
        return TextReading(
            language=index.language,
            asserted=asserted,
            denied=denied,
            first=frozenset(self.first),
            accepts=True in self.voices,
            refuses=False in self.voices,
            single=self.single,
            money=read_money(tokens, hits) if self.cues & Cue.NUMBER else NO_MONEY,
            sequences=read_sequences(tokens, hits, index) if self.cues & Cue.ORDERING else (),
            outline=_read_outline(tokens, hits),
            # Only these few sentences are kept, not the whole text: with many agents memory is what costs time.
            denying=any(sentence.turns for sentence in self.sentences),
            acts=tuple(self.acts),
            advising=self.advising,
            long=len(tokens) > _LONG_TEXT,
            statements=cache(partial(read_statements, tuple(self.sentences), index)),
        )

    def mention(self, place: int, sense: Sense) -> None:
        """Take in a word for one or more ideas."""
        if place == self.clause.start and self.tokens[place] in self.index.openers:
            self.recommending = True  # "Cut costs.": a clause that opens with an action asks for it
        self.clause.mentions += [(place, place + sense.length, concept) for concept in sense.concepts]

    def act(self, place: int, sense: Sense) -> None:
        """Take in a word for something that can be done; a sentence that opens with one asks for it."""
        if place == self.sentence_start and not sense.cues & _VERDICT:
            self.recommending = not only_names_act(self.tokens[place], self.index.language)
        self.clause.acts.append((place, place + sense.length, sense.cues & _ACTING, 0))

    def cross(self, place: int, cues: int) -> Clause:
        """Pass a clause boundary; the mark itself belongs to neither side, a conjunction to what follows."""
        if cues & Cue.SENTENCE_END:
            self.end_sentence(place + 1, question=self.tokens[place] == "?")
        elif cues & _CLAUSE_END:
            mark = self.tokens[place]
            label = mark == ":" and self.reads_label(place)
            self.end_clause(place + 1, comma=mark == ",")
            self.recommending = label or (self.recommending and mark != ";")
        elif cues & Cue.CONTRAST:
            self.end_clause(place)
            self.recommending = False
        else:  # cut only for its length: a negation just before the cut still counts
            near = [mark for mark in self.clause.marks if mark[0] >= place - _SHORT_CLAUSE]
            self.end_clause(place)
            self.clause.marks += near
        return self.clause

    def reads_label(self, place: int) -> bool:
        """Say whether the sentence up to a place is a label such as "Recommendation"."""
        return self.sentence_start == self.clause.start >= place - _LONGEST_LABEL and bool(
            self.clause.cues & Cue.HEADING
        )

    def end_sentence(self, next_start: int, *, question: bool) -> None:
        """Hold what the sentence said, and begin the next one."""
        if self.clause.cues or self.clause.mentions:
            self.end_clause(next_start)
        else:
            self.clause.start = next_start
        self.single = self.sentence_start == 0 and next_start <= _SHORT_TEXT
        for concept, denied, said in self.sentence or ():
            level = _WEAK if question else said
            held = self.held[denied]
            held[concept] = max(level, held.get(concept, 0))
            if self.prioritising and not denied and level > _WEAK:
                self.first.add(concept)
        self.sentence.clear()
        if self.plain:
            self.wish()
        if self.sentence_acts:
            self.acts += () if question else self.sentence_acts
            self.sentence_acts = []
        if len(self.sentences) < MOST_STATEMENTS and not question:
            end = min(next_start, self.sentence_start + LONGEST_STATEMENT)
            words = tuple(self.tokens[self.sentence_start : end])
            self.sentences.append(Sentence(words, self.sentence_start, tuple(self.turns)))
        if self.turns:
            self.turns = []
        if next_start - self.sentence_start > 1:
            self.last = (self.sentence_start, next_start)
        self.sentence_start = next_start
        self.recommending = self.prioritising = False

    def end_clause(self, next_start: int, *, comma: bool = False) -> None:
        """Settle what the clause said, and begin the next one."""
        clause, cues = self.clause, self.clause.cues
        self.cues |= cues
        self.prioritising = self.prioritising or bool(cues & Cue.PRIORITY)
        if cues & Cue.RECOMMEND:
            self.recommending = self.advising = True
        if not clause.acts:
            weak = clause.weakens(next_start)
            self.plain.append(PlainClause(clause.start, next_start, cues, self.recommending, weak))
        if cues & _TURNS:
            self.turns += clause.marks
        if clause.mentions or clause.acts or cues & _VOICE:
            self.settle(clause, next_start, conditional=comma or next_start - clause.start > _SHORT_CLAUSE)
        if clause.mentions or clause.marks or clause.acts:
            self.clause = Clause(next_start)
        else:
            clause.start, clause.cues = next_start, 0

    def settle(self, clause: Clause, next_start: int, *, conditional: bool) -> None:
        """Take over what a finished clause says."""
        cues = clause.cues
        clause.settle(self.tokens, self.index, conditional=conditional)
        for place, bits in clause.marks if cues & _VOICE else ():
            if bits & _VOICE:
                self.voices.add(clause.denies(place) == bool(bits & Cue.REFUSE))
        for place, end, concept in clause.mentions:
            if not self.means_something_else(place, end, concept):
                self.sentence.append((concept, clause.denies(place), self.level(clause, place)))
        if clause.acts and (self.recommending or not self.acts or self.evaluates(clause)):
            # Once something is recommended, what is merely stated no longer counts.
            self.note_acts(clause, next_start)

    def wish(self) -> None:
        """Keep what a sentence recommends without a word for an act: "I argue for the return to the office"."""
        plain, self.plain = self.plain, []
        firm = [number for number, clause in enumerate(plain) if clause.recommending]
        if not firm and not any(each.level == RECOMMENDED for each in self.sentence_acts):
            self.sentence_acts += [self.mean(each, STATED) for each in plain if denies_plainly(each)]
            return
        first = firm[0] if firm else len(plain)
        # What stands before the advice is its subject; what no longer advises after it is its reason.
        said = [each for number, each in enumerate(plain) if not each.weak and (number < first or each.recommending)]
        self.sentence_acts += [self.mean(each, RECOMMENDED) for each in said if each.cues & _TURNING]
        wanted = [each for each in said if not each.cues & _TURNING]
        if wanted:
            words = [word for each in wanted for word in self.tokens[each.start : each.end]]
            self.sentence_acts.append(
                ActMention(0, 0, False, RECOMMENDED, tuple(words), (0, 0), wanted[0].start, self.sentence_start)
            )

    def mean(self, clause: PlainClause, level: int) -> ActMention:
        """Take a clause as a word against what it names."""
        words = tuple(self.tokens[clause.start : clause.end])
        return ActMention(0, 0, True, level, words, (0, 0), clause.start, self.sentence_start)

    def conclude(self) -> None:
        """Take the last sentence as the advice of a text that gives none in so many words."""
        if self.advising or any(each.level == RECOMMENDED for each in self.acts) or not self.sentences:
            return
        start, end = self.last
        acts = [each for each in self.acts if start <= each.place < end]
        if acts:
            kept = [each for each in self.acts if each not in acts]
            self.acts = [*kept, *(each._replace(level=RECOMMENDED) for each in acts)]
        elif end - start <= LONGEST_STATEMENT:
            words = tuple(self.tokens[start:end])
            self.acts.append(ActMention(0, 0, False, RECOMMENDED, words, (0, 0), start, start))

    def note_acts(self, clause: Clause, end: int) -> None:
        """Keep what the clause says is to be done; what is merely the object of another act is left out."""
        acts = list_leading_acts(clause.acts, self.tokens, self.index)
        start = clause.start
        for (place, after, kind, over), following in zip(acts, (*acts[1:], None), strict=False):
            level, stop = self.level(clause, place), end
            if level > _WEAK and (self.evaluates(clause) or (kind & _VERDICT and end - start <= _SHORT_CLAUSE)):
                level = RECOMMENDED  # "it is not justified" is advice without saying so
            if following is not None:  # "close the shop and keep the staff": each act has its own objects
                joints = [at for at in range(after, following[0]) if self.tokens[at] in self.index.joints]
                stop = joints[-1] if joints else end
            if level > _WEAK:
                words = tuple(self.tokens[start:stop])
                self.sentence_acts.append(
                    ActMention(
                        kind,
                        over,
                        clause.denies(place),
                        level,
                        words,
                        (place - start, after - start),
                        clause.start,
                        self.sentence_start,
                    )
                )
            start = stop if stop < end else start

    @staticmethod
    def evaluates(clause: Clause) -> bool:
        """Say whether a clause judges what it speaks of: a mistake, not viable."""
        cues = clause.cues
        return bool(cues & Cue.DISAPPROVE) or (bool(cues & (Cue.APPROVE | Cue.FAVOUR)) and bool(cues & Cue.NEGATE))

    def level(self, clause: Clause, place: int) -> int:
        """Say how firmly a clause holds what stands at a place."""
        reported = clause.cues & Cue.OBSERVE and not clause.cues & Cue.RECOMMEND
        if reported or clause.weakens(place):
            return _WEAK
        return RECOMMENDED if self.recommending else STATED

    def means_something_else(self, place: int, end: int, concept: str) -> bool:
        """Say whether a neighbour gives the word another meaning."""
        before, after = self.index.not_after.get(concept), self.index.not_before.get(concept)
        if before and any(word.startswith(before) for word in self.tokens[max(0, place - _PRECEDING) : place]):
            return True
        return after is not None and any(word.startswith(after) for word in self.tokens[end : end + _FOLLOWING])


def _read_outline(tokens: Sequence[str], hits: Sequence[Hit]) -> _Outline:
    """Find the words that give a position away; certainty is tested before doubt."""
    telling = [(place, sense.cues) for place, sense in hits if sense.cues & _TELLING]
    advice = next((tokens[place] for place, cues in telling if cues & Cue.ADVISE), None)
    cause = next((tokens[place] for place, cues in telling if cues & Cue.CAUSE), None)
    if any(cues & Cue.CERTAIN for _, cues in telling):
        return _Outline(advice, cause, _CERTAIN)
    return _Outline(advice, cause, _DOUBTFUL if any(cues & Cue.DOUBTFUL for _, cues in telling) else _USUAL)
