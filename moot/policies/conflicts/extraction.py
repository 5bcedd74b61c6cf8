"""Takes position, reasoning, confidence and evidence from a free text (C-22), and arguments about a topic (C-33).

The first line with advice is the position, the first with a cause the reasoning. Of a line that is longer than its
field the sentence around the word is taken, so that a paragraph does not hide its own recommendation.
"""

import re
from collections.abc import Sequence
from itertools import islice

from moot.policies.conflicts.reading import TextReading
from moot.policies.language import fold, guess_language, rough_words, words
from moot.prompts import split_sentences
from moot.state.conflicts import AgentPosition
from moot.state.lexicon import Lexicon

_POSITION_LENGTH = 200
_REASONING_LENGTH = 300
_EVIDENCE_LINES = 3
_ARGUMENT_LINES = 3

_QUOTED_WORDS = 4
_QUOTE_LENGTH = 140
_DECORATION = " *_#>-•"

_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_ENDS = (". ", "! ", "? ", "; ")
_DIGIT = re.compile("[0-9]")


def extract_position(agent: str, text: str, reading: TextReading) -> AgentPosition:
    """Take an agent's position out of its text, which has been read before."""
    outline = reading.outline
    lines = _lines_of(text)
    folded = [fold(line) for line in lines]
    position = _around(lines, folded, outline.advice, _POSITION_LENGTH) or _at(lines, 0)
    reasoning = _around(lines, folded, outline.cause, _REASONING_LENGTH) or _at(lines, 1)
    return AgentPosition(
        agent_name=agent,
        position=shorten_statement(position, _POSITION_LENGTH),
        reasoning=shorten_statement(reasoning, _REASONING_LENGTH),
        confidence=outline.confidence,
        supporting_evidence=tuple(islice(filter(_DIGIT.search, lines), _EVIDENCE_LINES)),
    )


def extract_argument(text: str, topic: str) -> str:
    """Take the lines that speak about a topic, else the first two."""
    language = guess_language(text)
    wanted = rough_words(topic, language) - {"vs"}
    lines = _lines_of(text)
    about = [line for line in lines if not wanted.isdisjoint(rough_words(line, language))]
    return "\n".join(about[:_ARGUMENT_LINES] or lines[:2])


QuotableSentence = tuple[str, str]
"""A sentence as it was written, and its folded words between blanks."""


def list_quotable(text: str) -> tuple[QuotableSentence, ...]:
    """List the sentences of a text in a form in which clauses are looked up quickly."""
    sentences = (sentence for line in _lines_of(text) for sentence in _SENTENCE.split(line))
    return tuple((sentence, f" {' '.join(filter(str.isalpha, words(sentence)))} ") for sentence in sentences)


def quote_clause(sentences: Sequence[QuotableSentence], clause: Sequence[str]) -> str:
    """Quote the sentence that a clause was read from, as it was written; nothing when it is not found."""
    start = f" {' '.join([word for word in clause if word.isalpha()][:_QUOTED_WORDS])} "
    if start.strip():
        for sentence, folded in sentences:
            if start in folded:
                return shorten_statement(sentence.strip(_DECORATION), _QUOTE_LENGTH)
    return ""


def find_hazards(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """List the sentences that say what would be lost or risked."""
    forms = frozenset(fold(form) for form in lexicon.extraction.hazard)
    parts = (part for line in _lines_of(text) for part in _SENTENCE.split(line))
    return tuple(part for part in parts if not forms.isdisjoint(words(part)))


def _lines_of(text: str) -> list[str]:
    """List the lines of a text that say something, with single blanks."""
    tidy = (" ".join(raw.split()) if "  " in raw or "\t" in raw else raw.strip() for raw in text.splitlines())
    return [line for line in tidy if line]


def _around(lines: Sequence[str], folded: Sequence[str], word: str | None, length: int) -> str:
    """Take the first line with a word, or of a long line the sentence around it."""
    for line, plain in zip(lines, folded, strict=True) if word else ():
        place = _find_word(plain, word or "")
        if place >= 0:
            return line if len(line) <= length else _sentence_at(line, place)
    return ""


def _find_word(folded: str, word: str) -> int:
    place = folded.find(word)
    while place > 0 and folded[place - 1].isalnum():
        place = folded.find(word, place + 1)
    return place


def _sentence_at(line: str, place: int) -> str:
    # Folding may move a place by a few letters, which a sentence bears.
    start = max(line.rfind(end, 0, place) + len(end) if end in line[:place] else 0 for end in _ENDS)
    following = [at for at in (line.find(end, place) for end in _ENDS) if at >= 0]
    return line[start : min(following) + 1 if following else len(line)]


def _at(lines: Sequence[str], number: int) -> str:
    return lines[number] if number < len(lines) else ""


def shorten_statement(text: str, length: int) -> str:
    """Keep the whole sentences of a text that fit; a single one that is too long is cut, and shows that it was."""
    kept = keep_sentences(text, length)
    return kept if len(kept) <= length else kept[: length - 1].rstrip() + "…"


def keep_sentences(text: str, length: int) -> str:
    """Keep as many whole sentences of a text as fit, the first one always: nobody reads half a sentence."""
    first, *more = split_sentences(text) or [""]
    if len(text) <= length or not more:
        return text
    kept = first
    for sentence in more:
        if len(kept) + 1 + len(sentence) > length:
            break
        kept += f" {sentence}"
    return kept
