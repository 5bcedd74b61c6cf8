"""Fits what a prompt shows into a budget of tokens.

Nothing is cut inside a sentence. A line is shown whole or left out whole; what is left out is counted, by what it is,
so that a reader knows what it has not seen and can ask for it. Lines of rank 0 are always shown: what a reader must
answer is never left out. Within a rank their turns and then their order decide, and a line that does not fit makes
room for a shorter one after it.

A text of many sentences is shown from its beginning, as many whole sentences as fit. Only a single sentence that is
longer than the whole budget is cut, between two words, and says so.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_CHARACTERS_PER_TOKEN = 4
_SENTENCE_END = re.compile(r"(?<=[.!?…;])[\"'”’)\]]*\s+(?=[\"'“‘(\[]*[A-ZÀ-Ý0-9\-•*])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|no|nr|art|pasal|p|pp|fig|sr|sra|dr|dra|mr|mrs|ms|st|inc|ltd|"
    r"p\.ex|ex|dll|dsb|yth|tgl|hlm)|\b[A-Za-zÀ-ÿ])\.$",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A line that a prompt may show."""

    text: str
    rank: int = 1
    """The lower, the sooner it is shown; 0 is always shown."""
    kind: str = "lines"
    """What it is counted as when it is left out."""
    turn: int = 0
    """Within a rank, lower turns come first: so nobody's tenth line takes the room of another's first."""


def squash(text: str) -> str:
    """Bring a text onto one line, so that it cannot pass for another entry of its list."""
    return " ".join(text.split())


def count_tokens(text: str) -> int:
    """Estimate the tokens of a text; models differ, so a little is left over in every budget."""
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def split_sentences(text: str) -> list[str]:
    """Split a text of one line into its sentences; an abbreviation ends none."""
    sentences: list[str] = []
    for part in _SENTENCE_END.split(squash(text)):
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] += f" {part}"
        elif part:
            sentences.append(part)
    return sentences


def shorten(text: str, tokens: int) -> str:
    """Bring a text onto one line of whole sentences within a budget; the sentences left out are counted."""
    line = squash(text)
    if count_tokens(line) <= tokens:
        return line
    sentences = split_sentences(line)
    shown: list[str] = []
    used = 0
    for sentence in sentences:
        used += count_tokens(sentence) + 1
        if used > tokens:
            break
        shown.append(sentence)
    if not shown:
        return _break(sentences[0], tokens)
    return f"{' '.join(shown)} (+{len(sentences) - len(shown)} sentences)"


def fit_text(text: str, characters: int) -> str:
    """Shorten a text that has more characters than it may, to whole sentences."""
    return text if len(text) <= characters else shorten(text, characters // _CHARACTERS_PER_TOKEN)


def _break(sentence: str, tokens: int) -> str:
    room = max(1, tokens) * _CHARACTERS_PER_TOKEN
    head = sentence[:room].rpartition(" ")[0] or sentence[:room]
    return f"{head} ... ({len(sentence) - len(head)} more characters)"


def arrange(lines: Sequence[Line], tokens: int) -> str:
    """Show lines in their order, each whole, the most important within the budget; the others are counted."""
    shown = choose_lines(lines, tokens)
    texts = [line.text for place, line in enumerate(lines) if place in shown]
    missing = count_missing(lines, shown)
    return "\n".join([*texts, f"(left out for length: {missing})"] if missing else texts)


def choose_lines(lines: Sequence[Line], tokens: int) -> set[int]:
    """Find the places of the lines that are shown."""
    left = tokens - sum(count_tokens(line.text) for line in lines if not line.rank)
    shown = {place for place, line in enumerate(lines) if not line.rank}
    for place in sorted(range(len(lines)), key=lambda at: (lines[at].rank, lines[at].turn, at)):
        size = count_tokens(lines[place].text)
        if place not in shown and size <= left:
            shown.add(place)
            left -= size
    return shown


def count_missing(lines: Sequence[Line], shown: set[int]) -> str:
    """Say how many lines of which kind are not shown: `3 claims of B, 9 MINOR critiques`."""
    kinds = Counter(line.kind for place, line in enumerate(lines) if place not in shown)
    return ", ".join(f"{number} {kind}" for kind, number in kinds.items())


def share_out(sizes: Sequence[int], tokens: int) -> list[int]:
    """Divide a budget among texts of these sizes; what short ones leave goes to the long ones."""
    given = [0] * len(sizes)
    left = tokens
    waiting = sorted(range(len(sizes)), key=lambda index: (sizes[index], index))
    for done, index in enumerate(waiting):
        given[index] = min(sizes[index], left // (len(sizes) - done))
        left -= given[index]
    return given


def list_lines(texts: Iterable[str], tokens: int, kind: str = "lines") -> str:
    """List texts, one line each, as many as fit from the beginning."""
    squashed = (squash(text) for text in texts)
    return arrange([Line(f"- {text}", kind=kind) for text in squashed if text], tokens)


def join_texts(texts: Iterable[str], tokens: int, between: str = " | ") -> str:
    """Put texts in a row on one line, each whole, as many as fit; the others are counted. The first is always there."""
    lines = [Line(text, int(place > 0)) for place, text in enumerate(filter(None, map(squash, texts)))]
    shown = choose_lines(lines, tokens)
    row = between.join(line.text for place, line in enumerate(lines) if place in shown)
    return f"{row} (+{len(lines) - len(shown)} more)" if len(shown) < len(lines) else row


def share_lines(entries: Iterable[tuple[str, str]], tokens: int) -> list[str]:
    """Write each text after its name, one line each; long ones give way to short ones, sentence by sentence."""
    pairs = [(name, squash(text)) for name, text in entries]
    given = share_out([count_tokens(text) for _, text in pairs], tokens)
    return [f"{name}{shorten(text, room)}" for (name, text), room in zip(pairs, given, strict=True)]


def rate(confidence: float | None) -> str:
    """Write how sure somebody is, under its name: a bare number tells a reader nothing."""
    return f"confidence {percent(confidence)}"


def percent(share: float | None) -> str:
    """Write a confidence the way models are asked for it: an integer 0..100."""
    return "?" if share is None else str(round(share * 100))
