"""Keeps the versions of a question on its way through the refinement loop.

- Each evaluation adds one entry, numbered by how many there are (F-19). A forced decision adds none (X-72), so there is
  always one version more than refinements (X-65).
- An idea that needed no structuring is version 1 as the user wrote it (X-73).
- A refinement that changed nothing, or could not be read, keeps the earlier question and carries a tag, so that no two
  versions look the same (F-26); an older tag is replaced, never piled up.
- A text is a question when it ends with a question mark or, without any closing mark, begins with a question word; else
  it is a statement (X-70a).
"""

from collections.abc import Sequence
from typing import Literal

from moot.catalogue import speak
from moot.policies.language import Language, words
from moot.policies.refinement.tags import remove_tag
from moot.state.base import Texts
from moot.state.refinement import Elements, Feedback, MethodologistOutput, StructurerOutput, Version

_Form = Literal["question", "statement"]

_UNCHANGED = "unchanged"
_UNREADABLE = "unreadable"
_GENERIC = "generic"

_WORDS = """
como qual quais quanto quanta quantos quantas quando onde quem
how what which who whom whose when where why does do did is are can could should would will
apa apakah bagaimana berapa kapan mengapa kenapa siapa mana dimana sejauh
"""
_QUESTION_WORDS = frozenset(_WORDS.split())
_QUESTION_STARTS = frozenset(
    {("por", "que"), ("em", "que"), ("ate", "que"), ("o", "que"), ("de", "que"), ("to", "what"), ("in", "what")}
)


def tell_form(text: str) -> _Form:
    """Tell a question from a statement (X-70a)."""
    plain = text.rstrip(" \"')")
    if plain.endswith((".", "!", "?")):
        return "question" if plain.endswith("?") else "statement"
    listed = words(text)
    asks = listed[:1] and (listed[0] in _QUESTION_WORDS or listed[:2] in _QUESTION_STARTS)
    return "question" if asks else "statement"


def add_version(
    versions: Sequence[Version], question: str, verdict: MethodologistOutput, assumptions: Texts = ()
) -> Version:
    """Make the entry of one evaluation (F-06, F-19, X-69a, X-70)."""
    return Version(
        version=len(versions) + 1,
        question=question,
        feedback=_feedback(verdict),
        form=tell_form(question),
        assumptions=assumptions,
    )


def find_previous(versions: Sequence[Version], structured: StructurerOutput | None, user_input: str) -> str:
    """Find the question to refine: the last version's, else the structurer's own, else the user's (F-25, X-73)."""
    if versions:
        return versions[-1].question
    return structured.structured_question if structured else user_input


def structure_idea(user_input: str, answer: str | None, elements: Elements, language: Language) -> StructurerOutput:
    """Accept a first question; one that only repeats the idea is replaced by a generic one (F-27)."""
    question = (answer or "").strip()
    if question and words(question) != words(user_input):
        return StructurerOutput(structured_question=question, elements=elements)
    idea = user_input.strip().rstrip(".?!")
    return StructurerOutput(
        structured_question=speak(language)("refinement.generic", idea=idea), elements=elements, flags=(_GENERIC,)
    )


def is_composed(structured: StructurerOutput | None, versions: Sequence[Version]) -> bool:
    """Say whether nobody worded a question: it was put together by rule, and no refinement has changed it since."""
    flags = structured.flags if structured else ()
    kept = _UNCHANGED in flags or _UNREADABLE in flags
    return _GENERIC in flags or (kept and bool(versions) and versions[-1].composed)


def refine_question(
    previous: str,
    answer: str | None,
    version: int,
    elements: Elements,
    addressed_gaps: Texts = (),
    assumptions: Texts = (),
    language: str = "en",
) -> StructurerOutput:
    """Accept a refined question; tag one that is unchanged or could not be read (F-25, F-26)."""
    question = (answer or "").strip()
    plain, say = remove_tag(previous), speak(language)
    if not question:
        tagged = say("refinement.attempt_tag", question=plain, number=version)
        return StructurerOutput(structured_question=tagged, elements=elements, version=version, flags=(_UNREADABLE,))
    unchanged = words(remove_tag(question)) == words(plain)
    tagged = say("refinement.version_tag", question=plain, number=version)
    return StructurerOutput(
        structured_question=tagged if unchanged else question,
        elements=elements,
        version=version,
        addressed_gaps=addressed_gaps,
        assumptions=assumptions,
        flags=(_UNCHANGED,) if unchanged else (),
    )


def _feedback(verdict: MethodologistOutput) -> Feedback:
    return Feedback(status=verdict.status, improvements=verdict.improvements, justification=verdict.justification)
