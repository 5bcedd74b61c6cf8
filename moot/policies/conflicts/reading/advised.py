"""Holds what a text advises: how plainly, which act, and in which words."""

from typing import NamedTuple

from moot.policies.conflicts.reading.advice_cues import AdviceCue

REMARKED, JUDGED, SHOULD, URGED, LABELLED, ANSWERED = 1, 2, 3, 4, 5, 6
"""How plainly something is advised."""
_POSTPONED = AdviceCue.DO | AdviceCue.AGREE | AdviceCue.MORE | AdviceCue.SWAP | AdviceCue.END
_POINTING = frozenset(
    {"this", "that", "that's", "esse", "essa", "este", "esta", "isso", "isto", "itu", "itulah", "inilah", "demikian"}
)
"""Words that point back to what was said before."""


class Advised(NamedTuple):
    """One thing a text advises: an act, or, without a word for one, only the words it uses."""

    tier: int
    act: int
    """What is to be done, denials counted in; 0 where no word tells."""
    denied: bool
    """Without a word for an act: whether something is advised against."""
    words: tuple[str, ...]
    sentence: int
    """The number of its sentence."""
    last: bool = False
    """Whether it stands in one of the last two sentences of its text."""
    rival: bool = False
    """Whether it is what something else is preferred to."""
    instead: bool = False
    cues: int = 0


def postpone(advice: Advised) -> Advised:
    """Read what is to be done only after something else as what is not to be done now."""
    return advice._replace(act=AdviceCue.WAIT) if advice.act & _POSTPONED and not advice.denied else advice


def refer_back(advice: list[Advised]) -> list[Advised]:
    """Take what a sentence says as urged when the next one only says that this is the advice."""
    acting = {each.sentence for each in advice if each.act}
    meant = {
        each.sentence if each.sentence in acting else each.sentence - 1
        for each in advice
        if each.tier == URGED
        and not each.act
        and not _POINTING.isdisjoint(each.words[:3])
        and each.cues & AdviceCue.URGE
    }
    if not meant:
        return advice
    return [each._replace(tier=max(each.tier, URGED)) if each.sentence in meant else each for each in advice]
