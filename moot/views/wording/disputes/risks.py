"""Lists what may go wrong: a risk that several seats share in substance stands once, as it was found to be shared.

Whose risk a shared point is, and which of its risks is meant, is told by the words the two have most in common. A risk
that has no word of a shared point in common with it stays in the list, unless another one says nearly the same.
"""

from collections.abc import Iterator, Mapping, Sequence

from moot.policies.comparison.wording import NEGATIONS
from moot.policies.language import guess_language, jaccard, rough_words
from moot.state.ballot import SharedPoint
from moot.state.positions import Position
from moot.views.wording.figures import join_names

_DENIALS = frozenset().union(*NEGATIONS.values())
_NEARLY = 0.7
"""So many words in common make two risks one."""


def list_risks(latest: Mapping[str, Position], points: Sequence[SharedPoint]) -> Iterator[str]:
    """List the risks of all seats, shared ones first and once, with who named them."""
    covered: set[tuple[str, str]] = set()
    for point in points:
        if point.criterion != "risks":
            continue
        meant = {seat: text for seat in point.seats if (text := _find_meant(point, latest.get(seat)))}
        if len(meant) > 1:
            covered |= {*meant.items()}
            yield f"{point.text} ({join_names([*meant])})"
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


def _find_meant(point: SharedPoint, position: Position | None) -> str | None:
    """Find the risk of a seat that a shared point stands for; None where none has a word in common with it."""
    risks = (position.risks if position else None) or ()
    language = guess_language(" ".join((point.text, *risks)))
    wanted = rough_words(point.text, language)
    return max(
        (risk for risk in risks if rough_words(risk, language) & wanted),
        key=lambda risk: len(rough_words(risk, language) & wanted),
        default=None,
    )
