"""Do two lists of short statements say the same?

Items are paired off one to one so that as many as possible find a partner; how many do is the same whichever list and
whichever item comes first. Two items match when they share most of their words and do not deny each other.
"""

from collections.abc import Sequence

from moot.policies.comparison.wording import Reading, contradict, likeness, same_words
from moot.policies.language import reaches

_SAME_ITEM = 0.6


def match_items(a: Reading, b: Reading) -> bool:
    """Say whether two short statements say the same."""
    # Likeness first: it is cheap, and most pairs of a large team end there.
    return same_words(a, b) or (reaches(likeness(a, b), _SAME_ITEM) and not contradict(a, b))


def count_matches(a: Sequence[Reading], b: Sequence[Reading]) -> int:
    """Count how many items of two lists can be paired off."""
    wanted = [[at for at, item in enumerate(b) if match_items(each, item)] for each in a]
    taken: dict[int, int] = {}

    def place(which: int, tried: set[int]) -> bool:
        for at in wanted[which]:
            if at not in tried:
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = which
                    return True
        return False

    return sum(place(which, set()) for which in range(len(a)))
