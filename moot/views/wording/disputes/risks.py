"""Lists what may go wrong: a risk that several seats share in substance stands once, as it was found to be shared.

Whose risk a shared point is, is told by whoever compared the answers. Which of a seat's own risks it stands for is told
by the words the two have most in common; where these are fewer than half of either, the seat's own risk stays in the
list, unless another one says nearly the same: a word in common swallows no risk.
"""

from collections.abc import Iterator, Mapping, Sequence

from moot.policies.comparison.wording import NEGATIONS
from moot.policies.language import guess_language, jaccard, rough_words
from moot.state.ballot import SharedPoint
from moot.state.positions import Position
from moot.views.wording.figures import join_names

_DENIALS = frozenset().union(*NEGATIONS.values())
_HALF = 0.5
_NEARLY = 0.7
"""So many words in common make two risks one."""


def list_risks(latest: Mapping[str, Position], points: Sequence[SharedPoint]) -> Iterator[str]:
    """List the risks of all seats, shared ones first and once, with who named them."""
    covered: set[tuple[str, str]] = set()
    for point in points:
        if point.criterion != "risks":
            continue
        named = [seat for seat in point.seats if seat in latest and latest[seat].risks]
        if len(named) > 1:
            covered |= {(seat, text) for seat in named if (text := _find_meant(point, latest[seat]))}
            yield f"{point.text} ({join_names(named)})"
    own = [(seat, text) for seat, each in latest.items() for text in each.risks or ()]
    listed = [text for _, text in covered]
    for seat, text in own:
        if (seat, text) not in covered and not any(_say_nearly_the_same(text, each) for each in listed):
            listed.append(text)
            yield text


def _say_nearly_the_same(one: str, other: str) -> bool:
    """Say whether two risks have most of their words in common, and every figure and denial."""
    language = guess_language(f"{one} {other}")
    a, b = rough_words(one, language), rough_words(other, language)
    telling = any(any(map(str.isdigit, word)) or word in _DENIALS for word in a ^ b)
    return a == b or (not telling and jaccard(a, b) >= _NEARLY)


def _find_meant(point: SharedPoint, position: Position) -> str | None:
    """Find the risk of a seat that a shared point stands for; None where none has half of its words in common."""
    risks = position.risks or ()
    language = guess_language(" ".join((point.text, *risks)))
    wanted = rough_words(point.text, language)
    shared = {
        risk: len(said & wanted) / (min(len(said), len(wanted)) or 1)
        for risk, said in ((risk, rough_words(risk, language)) for risk in risks)
    }
    best = max(shared, key=lambda risk: shared[risk], default=None)
    return best if best is not None and shared[best] >= _HALF else None
