"""Finds whether a question is like those a calibration was fitted on: what held for others need not hold for it.

- Another language than any of the known questions is unlike them.
- So is a question of less than half the words of the shortest, or of more than twice those of the longest.
- Where the known questions are many enough to have words in common, so is one that shares hardly any of them: fewer
  than one in ten of its own words, of at least five.
"""

from collections import Counter
from collections.abc import Sequence

from moot.policies.language import STOP_WORDS, guess_language, words
from moot.state.base import Texts
from moot.state.calibration import Probability, QuestionScope, UnlikeReason

_MOST_WORDS = 400
_FEWEST_QUESTIONS = 20
_FEWEST_WORDS = 5
_SHARED = 0.10


def describe_questions(questions: Sequence[str]) -> QuestionScope:
    """Describe what questions are like: their languages, their lengths and what they are about."""
    unique = sorted(set(questions))
    lengths = [len(words(each)) for each in unique]
    counted = Counter(word for each in unique for word in _content(each))
    common = sorted(counted, key=lambda word: (-counted[word], word))[:_MOST_WORDS]
    return QuestionScope(
        languages=tuple(sorted({guess_language(each) for each in unique})),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        vocabulary=tuple(sorted(common)) if len(unique) >= _FEWEST_QUESTIONS else (),
    )


def warn_of_question(found: Probability, question: str, language: str, scope: QuestionScope | None) -> Probability:
    """Mark a probability where the question is unlike the known ones."""
    if scope is None:
        return found
    reasons: list[UnlikeReason] = [*found.unlike_because]
    length, own = len(words(question)), _content(question)
    if language not in scope.languages:
        reasons.append("language")
    if 2 * length < scope.shortest or length > 2 * scope.longest:
        reasons.append("length")
    shared = sum(word in scope.vocabulary for word in own)
    if scope.vocabulary and len(own) >= _FEWEST_WORDS and shared < _SHARED * len(own):
        reasons.append("words")
    return found.model_copy(update={"unlike": bool(reasons), "unlike_because": tuple(reasons)})


def _content(question: str) -> Texts:
    known = STOP_WORDS[guess_language(question)]
    return tuple(dict.fromkeys(word for word in words(question) if word not in known))
