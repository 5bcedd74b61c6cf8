"""Reads which answer a text gives, and judges whether it is right.

The question asks for a last line `ANSWER: ...`; what stands there counts, else the whole text is read. Then, by what
the gold answer is:

- choices: a letter alone, in brackets, before a bracket or after a word such as `answer`, the last one in the text;
  else the one choice whose words occur in a row. A text that names no choice, or several in words, gives no answer.
- a number: the last number in the text; thousands separators, currency signs and percent signs do not matter, a comma
  before any other number of digits is a decimal comma, and 3.0 is 3. Numbers are compared exactly.
- yes or no: the first such word, also in Portuguese and Indonesian; true and false are the same.
- anything else: the words, without case, accents and punctuation. It is right when they are the gold answer's words or
  hold them in a row; only what follows ANSWER: can be voted on.

Reading never looks at the gold answer itself, only at its kind, so votes cannot be helped by it.
"""

import re
from decimal import Decimal, InvalidOperation
from typing import Literal

from moot.evaluation.dataset import DatasetItem
from moot.policies.language import guess_language, words

_AnswerKind = Literal["choice", "number", "yes_no", "text"]

_MARKED_ANSWER = re.compile(r"answer\s*:[ \t*_]*(\S.*)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,])[-+]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?!\w)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")
_ANSWER_WORD = (
    r"\b(?:answer|option|choice|choose|resposta|opção|alternativa|jawaban|pilihan)\b[\s:*_]*(?:is|é|adalah)?[\s:*_]*"
)
_SIGNS = re.compile(r"[$€£R%°\s]+")
_YES = frozenset({"yes", "true", "sim", "verdadeiro", "ya", "benar"})
_NO = frozenset({"no", "false", "nao", "falso", "tidak", "bukan", "salah"})
_MAX_ANSWER_WORDS = 12
"""More words than this are no short answer that others could have given too."""

_INSTRUCTIONS = {
    "en": ("Choices:", "End your recommendation, and any decision, with a last line of this form:", "or"),
    "pt": ("Opções:", "Termine a recomendação, e qualquer decisão, com uma última linha nesta forma:", "ou"),
    "id": ("Pilihan:", "Akhiri rekomendasi, dan setiap keputusan, dengan satu baris terakhir seperti ini:", "atau"),
}


def write_question(item: DatasetItem) -> str:
    """Write the question as it is put to the agents: with its choices, and how to end an answer."""
    choices, ending, either = _INSTRUCTIONS[guess_language(item.question)]
    lines = [item.question]
    if item.choices:
        lines += [choices, *(f"({letter}) {text}" for letter, text in item.choices.items())]
        form = f" {either} ".join(f"({letter})" for letter in item.choices)
    else:
        form = {"number": "123", "yes_no": f"yes {either} no", "text": "..."}[find_answer_kind(item)]
    return "\n".join([*lines, f"{ending} ANSWER: {form}"])


def find_answer_kind(item: DatasetItem) -> _AnswerKind:
    """Find what kind of answer is right here."""
    if item.choices:
        return "choice"
    if tidy_number(item.gold) is not None:
        return "number"
    return "yes_no" if _read_yes_or_no(item.gold) and len(words(item.gold)) == 1 else "text"


def extract_answer(text: str | None, item: DatasetItem) -> str | None:
    """Read the answer a text gives, in one form for all who give the same; None when it gives none."""
    if not text or not text.strip():
        return None
    marked = _MARKED_ANSWER.findall(text)
    said = marked[-1] if marked else text
    match find_answer_kind(item):
        case "choice":
            return _read_choice(said, item)
        case "number":
            return _last_number(said)
        case "yes_no":
            return _read_yes_or_no(said)
        case "text":
            found = words(said)
            return " ".join(found) if marked or len(found) <= _MAX_ANSWER_WORDS else None


def is_right(answer: str | None, item: DatasetItem) -> bool:
    """Tell whether an answer that was read is the gold answer."""
    if answer is None:
        return False
    match find_answer_kind(item):
        case "choice":
            return answer == item.letter
        case "number":
            return answer == tidy_number(item.gold)
        case "yes_no":
            return answer == _read_yes_or_no(item.gold)
        case "text":
            return f" {' '.join(words(item.gold))} " in f" {answer} "


def _read_choice(text: str, item: DatasetItem) -> str | None:
    letters = "".join(item.choices)
    alone = re.fullmatch(rf"[\s*_(\[]*([{letters}])[\s*_)\].:]*", text.strip(), re.IGNORECASE)
    if alone:
        return str(alone[1]).upper()
    for form in (
        rf"[(\[]\s*([{letters}])\s*[)\]]",
        rf"(?i:{_ANSWER_WORD})([{letters}])\b",
        rf"^[\s*_]*([{letters}])[).:]\s",
    ):
        found: list[str] = re.findall(form, text)
        if found:
            return found[-1]
    named = [letter for letter, choice in item.choices.items() if _contains_words(text, choice)]
    longest = [letter for letter in named if not any(_covers(item, other, letter) for other in named)]
    return longest[0] if len(longest) == 1 else None


def _contains_words(text: str, choice: str) -> bool:
    wanted = " ".join(words(choice))
    return bool(wanted) and f" {wanted} " in f" {' '.join(words(text))} "


def _covers(item: DatasetItem, other: str, letter: str) -> bool:
    """Tell whether another choice that was named holds this one, as `the red door` holds `red`."""
    return other != letter and _contains_words(item.choices[other], item.choices[letter])


def _last_number(text: str) -> str | None:
    found = _NUMBER.findall(text)
    return tidy_number(found[-1]) if found else None


def tidy_number(text: str) -> str | None:
    """Read a text that is nothing but a number, in one form for all ways to write it; None when it is none."""
    plain = _THOUSANDS.sub("", _SIGNS.sub("", text)).replace(",", ".").rstrip(".")
    try:
        value = Decimal(plain)
    except InvalidOperation:
        return None
    return f"{value.normalize():f}" if value.is_finite() else None


def _read_yes_or_no(text: str) -> str | None:
    found = next((word for word in words(text) if word in _YES | _NO), None)
    return None if found is None else "yes" if found in _YES else "no"
