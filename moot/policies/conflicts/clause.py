"""One clause of a text: what it mentions, and what its small words do to that."""

from collections.abc import Sequence
from itertools import pairwise

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.lexicon_index import LexiconIndex

_SCOPE = 5
"""So many words a negation reaches."""
_BACKWARD = 6
"""So far back an evaluation ("is a mistake") reaches."""
_ADJACENT = 3
"""So close a negation stands to the evaluation it denies, and a verb to what it cuts."""
_TURNS = cue.REVERSE | cue.DISAPPROVE
_REACHING = _TURNS | cue.NEGATE

Mention = tuple[int, int, str]
"""Where an idea begins, where it ends, and which it is."""


class Clause:
    """What has been met since the last clause boundary."""

    __slots__ = ("breaks", "cues", "marks", "mentions", "reversed_objects", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.mentions: list[Mention] = []
        self.marks: list[tuple[int, int]] = []
        """Where words stand that do something to others, and what they do."""
        self.cues = 0
        self.reversed_objects: set[int] = set()
        self.breaks: list[tuple[int, int]] = []
        """Where a joining word stands, and the mention before it: "do not expand and cut" says to cut."""

    def settle(self, tokens: Sequence[str], index: LexiconIndex, *, conditional: bool) -> None:
        """Work out what only the whole clause tells; `conditional` when it goes on after its opening."""
        if conditional and self.marks and self.marks[0][0] == self.start and self.marks[0][1] & cue.WITHOUT:
            # "Without growth, we lose": a condition, not a wish.
            self.marks[0] = (self.start, cue.WEAKEN)
        for (start, end, verb), (place, _, thing) in pairwise(self.mentions):
            turns = verb in index.reversing and thing not in index.bad and place - end <= _ADJACENT
            if turns and index.links.isdisjoint(tokens[end:place]):
                self.reversed_objects.add(place)  # cutting investment speaks against investing
            if self.cues & _REACHING:
                joints = [at for at in range(end, place) if tokens[at] in index.joints]
                self.breaks += [(at, start) for at in joints]

    def weakens(self, place: int) -> bool:
        """Whether what stands at a place is only conceded, conditional or later."""
        first = bool(self.marks) and self.marks[0][0] == self.start and bool(self.marks[0][1] & cue.WEAKEN_FIRST)
        return (first and self.start < place) or self._has(cue.WEAKEN, self.start, place)

    def denies(self, place: int) -> bool:
        """Whether what stands at a place is denied."""
        denied = False
        turned = place in self.reversed_objects
        for at, bits in self.marks:
            if place - _SCOPE <= at < place:
                if any(at < mention and joint < place for joint, mention in self.breaks):
                    continue
                denied = denied or bool(bits & cue.NEGATE)
                turned ^= bool(bits & _TURNS)
            elif place < at <= place + _BACKWARD and bits & (cue.DISAPPROVE | cue.APPROVE):
                negated = self._has(cue.NEGATE, max(place, at - _ADJACENT), at)
                # "is a mistake" turns what stands before it, "is not a mistake" does not, "makes no sense" denies it.
                turned ^= bool(bits & cue.DISAPPROVE) and not negated
                denied = denied or (bool(bits & cue.APPROVE) and negated)
        return denied ^ turned

    def _has(self, bit: int, low: int, high: int) -> bool:
        return any(bits & bit and low <= at < high for at, bits in self.marks)
