"""Names the seats in a prompt: agent 1, agent 2 by the profile's order, because models defer to names.

Options are called by letters, so agents are not. A name that comes back is read in this order: a label, with or without
the word "agent"; a seat's id as written; a seat's id in another case; a letter, which some models count agents by.
"""

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase

_WRAPPING = re.compile(r"^(?:the\s+)?(?:agente|agent|agen|seat|peer|label)\s*(?=\S)", re.IGNORECASE)
_AROUND = "\"'`<>[]().:# "


def peer_labels(seat_ids: Sequence[str], *, anonymise: bool = True) -> dict[str, str]:
    """Give each seat the name its peers see: a number, or its own id where peers are not anonymous."""
    return {seat: f"agent {number}" if anonymise else seat for number, seat in enumerate(seat_ids, start=1)}


def explain_named(text: str, labels: Mapping[str, str], called: Mapping[str, str] | None = None) -> str:
    """Add to what a person said which agents it means, where it calls them by other names than they know.

    `called` is how people name them in their language. A human reviewer is no seat.
    """
    named = []
    for seat, label in labels.items():
        names = dict.fromkeys((seat, (called or {}).get(seat, seat)))
        said = [name for name in names if re.search(rf"(?<!\w)(?<!human ){re.escape(name)}(?!\w)", text, re.IGNORECASE)]
        named += [f"{name} is {label}" for name in said if name != label][:1]
    return f"{text}\nIn this, {', '.join(named)}." if named else text


def unlabel(name: str, labels: Mapping[str, str]) -> str | None:
    """Find the seat a model meant, by label or by id; None when it means nobody."""
    whole = name.strip().strip(_AROUND)
    bare = _WRAPPING.sub("", whole).strip(_AROUND)
    by_label = {label: seat for seat, label in labels.items()}
    for meant in (whole, f"agent {bare}", bare):
        if meant in by_label:
            return by_label[meant]
    by_fold = {seat.casefold(): seat for seat in labels}
    for meant in (whole, bare):
        if meant in labels:
            return meant
        if meant.casefold() in by_fold:
            return by_fold[meant.casefold()]
    place = ascii_lowercase.find(bare.casefold()) if len(bare) == 1 else -1
    return [*labels][place] if 0 <= place < len(labels) else None


def relabel(text: str, labels: Mapping[str, str]) -> str:
    """Call the seats a finding names by their labels; what it quotes in parentheses is left as it was said."""
    told, bracket, quoted = text.partition("(")
    named = re.sub(r"\w+", lambda word: labels.get(word[0], word[0]), told)
    return named + bracket + quoted
