"""The words of a text that give its position away: advice, cause, certainty and doubt (C-22)."""

from collections.abc import Sequence
from typing import NamedTuple

from moot.policies.conflicts import lexicon_cues as cue
from moot.policies.conflicts.lexicon_index import Hit

CERTAIN, DOUBTFUL, USUAL = 0.9, 0.5, 0.7
"""What a certainty word, a doubt word, and neither of them say about confidence."""

_TELLING = cue.ADVISE | cue.CAUSE | cue.CERTAIN | cue.DOUBTFUL


class Outline(NamedTuple):
    """The first word of advice and the first of a cause, and how sure the text sounds."""

    advice: str | None = None
    cause: str | None = None
    confidence: float = USUAL


def read_outline(tokens: Sequence[str], hits: Sequence[Hit]) -> Outline:
    """Find the words that give a position away; certainty is tested before doubt."""
    telling = [(place, sense.cues) for place, sense in hits if sense.cues & _TELLING]
    advice = next((tokens[place] for place, cues in telling if cues & cue.ADVISE), None)
    cause = next((tokens[place] for place, cues in telling if cues & cue.CAUSE), None)
    if any(cues & cue.CERTAIN for _, cues in telling):
        return Outline(advice, cause, CERTAIN)
    return Outline(advice, cause, DOUBTFUL if any(cues & cue.DOUBTFUL for _, cues in telling) else USUAL)
