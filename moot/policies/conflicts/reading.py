"""Reads a text once into the few ideas it asserts or denies, and how firmly.

A text is walked clause by clause. A negation reaches the next few words of its clause; words such as *avoid* turn an
idea round, two of them cancel out, and cutting something turns what is cut. What a sentence recommends weighs more
than what it merely states, and that more than what it asks, concedes, reports or puts off (`WEAK`, which asserts
nothing). Where an idea occurs more than once, its firmest mention counts.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.clause import Clause
from moot.policies.conflicts.lexicon_index import Hit, LexiconIndex, Sense, find_hits
from moot.policies.conflicts.money import NO_MONEY, Ledger, read_money
from moot.policies.conflicts.outline import Outline, read_outline
from moot.policies.conflicts.sequence import Ordering, read_sequences
from moot.policies.conflicts.statements import LONGEST_STATEMENT, MOST_STATEMENTS, Sentence, Statement, read_statements
from moot.policies.language import Language

WEAK, STATED, RECOMMENDED = 1, 2, 3
"""How firmly an idea is held."""

_FOLLOWING, _PRECEDING = 3, 2
"""So many neighbours can give a word another meaning."""
_SHORT_CLAUSE = 5
_SHORT_TEXT = 8
_LONGEST_CLAUSE = 60
"""A text without punctuation is cut into clauses of so many words, so that reading stays linear."""
_TURNS = cue.NEGATE | cue.REVERSE
_MARKING = _TURNS | cue.DISAPPROVE | cue.APPROVE | cue.WEAKEN | cue.WEAKEN_FIRST | cue.ACCEPT | cue.REFUSE
_PUNCTUATION = cue.SENTENCE_END | cue.CLAUSE_END
_BOUNDARY = _PUNCTUATION | cue.CONTRAST
_VOICE = cue.ACCEPT | cue.REFUSE


class Reading(NamedTuple):
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
    money: Ledger = NO_MONEY
    sequences: tuple[Ordering, ...] = ()
    outline: Outline = Outline()
    """Where the text gives advice and reasons, and how sure it sounds."""
    denying: bool = False
    """Whether one of the first sentences denies or turns something."""
    statements: Callable[[], tuple[Statement, ...]] = tuple
    """What the first sentences state, worked out when somebody asks."""


def read_tokens(tokens: Sequence[str], index: LexiconIndex) -> Reading:
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
        self.sentence_start = 0
        self.single = True
        self.turns: list[tuple[int, int]] = []
        """Where the sentence denies or turns something."""
        self.sentences: list[Sentence] = []
        """The first sentences that are no questions."""

    def read(self, hits: Sequence[Hit]) -> Reading:
        """Walk over what the text says."""
        for place, sense in hits:
            cues = sense.cues
            clause = self.clause
            if cues & cue.CLAUSE_END and not (clause.cues or clause.mentions or self.recommending):
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
        if self.sentence_start < len(self.tokens):
            self.end_sentence(len(self.tokens), question=False)
        tokens, index, (asserted, denied) = self.tokens, self.index, self.held
        return Reading(
            language=index.language,
            asserted=asserted,
            denied=denied,
            first=frozenset(self.first),
            accepts=True in self.voices,
            refuses=False in self.voices,
            single=self.single,
            money=read_money(tokens, hits) if self.cues & cue.NUMBER else NO_MONEY,
            sequences=read_sequences(tokens, hits, index) if self.cues & cue.ORDERING else (),
            outline=read_outline(tokens, hits),
            # Only these few sentences are kept, not the whole text: with many agents memory is what costs time.
            denying=any(sentence.turns for sentence in self.sentences),
            statements=cache(partial(read_statements, tuple(self.sentences), index)),
        )

    def mention(self, place: int, sense: Sense) -> None:
        """Take in a word for one or more ideas."""
        if place == self.clause.start and self.tokens[place] in self.index.openers:
            self.recommending = True  # "Cut costs.": a clause that opens with an action asks for it
        self.clause.mentions += [(place, place + sense.length, concept) for concept in sense.concepts]

    def cross(self, place: int, cues: int) -> Clause:
        """Pass a clause boundary; the mark itself belongs to neither side, a conjunction to what follows."""
        if cues & cue.SENTENCE_END:
            self.end_sentence(place + 1, question=self.tokens[place] == "?")
        elif cues & cue.CLAUSE_END:
            self.end_clause(place + 1, comma=self.tokens[place] == ",")
            self.recommending = self.recommending and self.tokens[place] != ";"
        elif cues & cue.CONTRAST:
            self.end_clause(place)
            self.recommending = False
        else:  # cut only for its length: a negation just before the cut still counts
            near = [mark for mark in self.clause.marks if mark[0] >= place - _SHORT_CLAUSE]
            self.end_clause(place)
            self.clause.marks += near
        return self.clause

    def end_sentence(self, next_start: int, *, question: bool) -> None:
        """Hold what the sentence said, and begin the next one."""
        if self.clause.cues or self.clause.mentions:
            self.end_clause(next_start)
        else:
            self.clause.start = next_start
        self.single = self.sentence_start == 0 and next_start <= _SHORT_TEXT
        for concept, denied, said in self.sentence:
            level = WEAK if question else said
            held = self.held[denied]
            held[concept] = max(level, held.get(concept, 0))
            if self.prioritising and not denied and level > WEAK:
                self.first.add(concept)
        self.sentence.clear()
        if len(self.sentences) < MOST_STATEMENTS and not question:
            end = min(next_start, self.sentence_start + LONGEST_STATEMENT)
            words = tuple(self.tokens[self.sentence_start : end])
            self.sentences.append(Sentence(words, self.sentence_start, tuple(self.turns)))
        if self.turns:
            self.turns = []
        self.sentence_start = next_start
        self.recommending = self.prioritising = False

    def end_clause(self, next_start: int, *, comma: bool = False) -> None:
        """Settle what the clause said, and begin the next one."""
        clause, cues = self.clause, self.clause.cues
        self.cues |= cues
        self.prioritising = self.prioritising or bool(cues & cue.PRIORITY)
        self.recommending = self.recommending or bool(cues & cue.RECOMMEND)
        if cues & _TURNS:
            self.turns += clause.marks
        if clause.mentions or cues & _VOICE:
            self.settle(clause, conditional=comma or next_start - clause.start > _SHORT_CLAUSE)
        if clause.mentions or clause.marks:
            self.clause = Clause(next_start)
        else:
            clause.start, clause.cues = next_start, 0

    def settle(self, clause: Clause, *, conditional: bool) -> None:
        """Take over what a finished clause says."""
        cues = clause.cues
        clause.settle(self.tokens, self.index, conditional=conditional)
        for place, bits in clause.marks if cues & _VOICE else ():
            if bits & _VOICE:
                self.voices.add(clause.denies(place) == bool(bits & cue.REFUSE))
        for place, end, concept in clause.mentions:
            if not self.means_something_else(place, end, concept):
                self.sentence.append((concept, clause.denies(place), self.level(clause, place)))

    def level(self, clause: Clause, place: int) -> int:
        """How firmly a clause holds what stands at a place."""
        reported = clause.cues & cue.OBSERVE and not clause.cues & cue.RECOMMEND
        if reported or clause.weakens(place):
            return WEAK
        return RECOMMENDED if self.recommending else STATED

    def means_something_else(self, place: int, end: int, concept: str) -> bool:
        """Whether a neighbour gives the word another meaning."""
        before, after = self.index.not_after.get(concept), self.index.not_before.get(concept)
        if before and any(word.startswith(before) for word in self.tokens[max(0, place - _PRECEDING) : place]):
            return True
        return after is not None and any(word.startswith(after) for word in self.tokens[end : end + _FOLLOWING])
