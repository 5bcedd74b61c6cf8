"""Names the seats in a prompt: A, B, C by the profile's order, because models defer to names.

A name that comes back is read in this order: a label as written, a seat's id as written, a label in another case, a
seat's id in another case. So a seat whose id is a single letter keeps its own name.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

_WRAPPING = re.compile(r"^(?:the\s+)?(?:agent|seat|peer|label)\s+", re.IGNORECASE)


def _label(number: int) -> str:
    """Count A .. Z, AA, AB, ... as spreadsheets do."""
    letters = ""
    while number >= 0:
        number, rest = divmod(number, len(ascii_uppercase))
        letters = ascii_uppercase[rest] + letters
        number -= 1
    return letters


def peer_labels(seat_ids: Sequence[str], *, anonymise: bool = True) -> dict[str, str]:
    """Give each seat the name its peers see: a letter, or its own id where peers are not anonymous."""
    return {seat: _label(number) if anonymise else seat for number, seat in enumerate(seat_ids)}


def unlabel(name: str, labels: Mapping[str, str]) -> str | None:
    """Find the seat a model meant, by label or by id; None when it means nobody."""
    bare = _WRAPPING.sub("", name.strip().strip("\"'`<>[]().: "))
    seats = {label: seat for seat, label in labels.items()}
    if bare in seats:
        return seats[bare]
    if bare in labels:
        return bare
    folded = bare.casefold()
    by_fold = {seat.casefold(): seat for seat in labels} | {label.casefold(): seat for label, seat in seats.items()}
    return by_fold.get(folded)


def relabel(text: str, labels: Mapping[str, str]) -> str:
    """Call the seats a finding names by their labels; what it quotes in parentheses is left as it was said."""
    told, bracket, quoted = text.partition("(")
    named = re.sub(r"\w+", lambda word: labels.get(word[0], word[0]), told)
    return named + bracket + quoted
