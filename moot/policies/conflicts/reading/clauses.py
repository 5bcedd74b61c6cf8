"""Works out what a clause denies, turns round or only concedes, once all of its words are known."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from moot.policies.conflicts.reading.act_words import PlacedAct
from moot.policies.conflicts.reading.cues import Cue
from moot.policies.conflicts.reading.lexicon_index import LexiconIndex

_SCOPE = 5
"""So many words a negation reaches."""
_BACKWARD = 10
"""So far back an evaluation ("is a mistake") reaches."""
_ADJACENT = 3
"""So close a negation stands to the evaluation it denies, and a verb to what it cuts."""
_REVERSALS = Cue.REVERSE | Cue.DISAPPROVE
_REACHING = _REVERSALS | Cue.NEGATE

_Mention = tuple[int, int, str]
"""Where an idea begins, where it ends, and which it is."""


class Clause:
    """What has been met since the last clause boundary."""

    __slots__ = ("acts", "breaks", "cues", "marks", "mentions", "reversed_objects", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.acts: list[PlacedAct] = []
        self.mentions: list[_Mention] = []
        self.marks: list[tuple[int, int]] = []
        """Where words stand that do something to others, and what they do."""
        self.cues = 0
        self.reversed_objects: set[int] = set()
        self.breaks: list[tuple[int, int]] = []
        """Where a joining word stands, and the mention before it: "do not expand and cut" says to cut."""

    def settle(self, tokens: Sequence[str], index: LexiconIndex, *, conditional: bool) -> None:
        """Work out what only the whole clause tells; `conditional` when it goes on after its opening."""
        if conditional and self.marks and self.marks[0][0] == self.start and self.marks[0][1] & Cue.WITHOUT:
            # "Without growth, we lose": a condition, not a wish.
            self.marks[0] = (self.start, Cue.WEAKEN)
        for (start, end, verb), (place, _, thing) in pairwise(self.mentions):
            turns = verb in index.reversing and thing not in index.bad and place - end <= _ADJACENT
            if turns and index.links.isdisjoint(tokens[end:place]):
                self.reversed_objects.add(place)  # cutting investment speaks against investing
            if self.cues & _REACHING:
                joints = [at for at in range(end, place) if tokens[at] in index.joints]
                self.breaks += [(at, start) for at in joints]

    def weakens(self, place: int) -> bool:
        """Say whether what stands at a place is only conceded, conditional or later."""
        first = bool(self.marks) and self.marks[0][0] == self.start and bool(self.marks[0][1] & Cue.WEAKEN_FIRST)
        return (first and self.start < place) or self._has(Cue.WEAKEN, self.start, place)

    def denies(self, place: int) -> bool:
        """Say whether what stands at a place is denied."""
        denied = False
        turned = place in self.reversed_objects
        for at, bits in self.marks:
            if place - _SCOPE <= at < place:
                if any(at < mention and joint < place for joint, mention in self.breaks):
                    continue
                denied = denied or bool(bits & Cue.NEGATE)
                turned ^= bool(bits & _REVERSALS)
            elif place < at <= place + _BACKWARD and bits & (Cue.DISAPPROVE | Cue.APPROVE):
                negated = self._has(Cue.NEGATE, max(place, at - _ADJACENT), at)
                # "is a mistake" turns what stands before it, "is not a mistake" does not, "makes no sense" denies it.
                turned ^= bool(bits & Cue.DISAPPROVE) and not negated
                denied = denied or (bool(bits & Cue.APPROVE) and negated)
        return denied ^ turned

    def _has(self, bit: int, low: int, high: int) -> bool:
        return any(bits & bit and low <= at < high for at, bits in self.marks)


class PlainClause(NamedTuple):
    """A clause that names no act: where it stands, what its words do, whether it recommends or only concedes."""

    start: int
    end: int
    cues: int
    recommending: bool
    weak: bool


def denies_plainly(clause: PlainClause) -> bool:
    """Say whether a clause denies something, and neither reports nor concedes it."""
    return bool(clause.cues & Cue.NEGATE) and not clause.weak and not clause.cues & Cue.OBSERVE
