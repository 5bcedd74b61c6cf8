"""Reads the methodologist: any answer becomes a verdict that can be relied on.

- An unknown status, or an answer that cannot be read at all, is an error and never an approval (X-71, over F-18).
- "Needs refinement" without a single improvement is invalid: nobody could act on it. It counts as rejected, and
  says so (W-F7, X-69).
- Improvements belong to "needs refinement" only (F-09, F-18); beside another verdict they are remarks.
- A word on a gap that is neither open, partly nor filled is none; a subject that is not called left is not said to be.
- An unknown aspect becomes `outro` and is kept in the gap's text (X-68). Aspects are read without accents, also in
  English.
- A forced decision approves or rejects; anything else rejects (F-37, F-38, W-F8).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from moot.catalogue import speak
from moot.policies.language import fold
from moot.state.base import Texts
from moot.state.facts import Fact, state_fact
from moot.state.refinement import (
    Aspect,
    GapVerdict,
    Improvement,
    MethodologistOutput,
    MethodologyStatus,
    NamedImprovement,
)

FORCED = "forced"
_INVALID = "invalid"
_UNREADABLE = "unreadable"
UNHEARD = "unheard"
"""Marks a verdict that stands for none: the model could not be reached."""

_ASPECTS: dict[str, Aspect] = {
    "populacao": "população",
    "population": "população",
    "metricas": "métricas",
    "metrics": "métricas",
    "variaveis": "variáveis",
    "variables": "variáveis",
    "testabilidade": "testabilidade",
    "testability": "testabilidade",
    "contexto": "contexto",
    "context": "contexto",
    "problema": "problema",
    "problem": "problema",
    "outro": "outro",
    "other": "outro",
}
_GAP_VERDICTS: dict[str, Literal["open", "partly", "filled"]] = {"open": "open", "partly": "partly", "filled": "filled"}
_STATUSES: dict[str, MethodologyStatus] = {
    "approved": "approved",
    "needs_refinement": "needs_refinement",
    "rejected": "rejected",
}


def read_verdict(answer: object, language: str = "en") -> MethodologistOutput:
    """Turn whatever the methodologist answered into a verdict; what it lacks is said in the debate's language."""
    say = speak(language)
    if not isinstance(answer, Mapping):
        return _error(say("refinement.unread"), _UNREADABLE)
    status = _STATUSES.get(fold(str(answer.get("status", ""))).strip())
    if status is None:
        return _error(say("refinement.no_status", status=str(answer.get("status"))), _INVALID)
    wishes = _read_improvements(answer.get("improvements"))
    verdict = MethodologistOutput(
        status=status,
        justification=_text(answer.get("justification")),
        improvements=wishes if status == "needs_refinement" else (),
        remarks=() if status == "needs_refinement" else wishes,
        clarifications=_read_clarifications(answer.get("clarifications")),
        subject="left" if fold(_text(answer.get("subject"))) == "left" else "kept",
        gaps=_read_gaps(answer.get("gaps")),
        denied_assumptions=_read_texts(answer.get("denied_assumptions")),
    )
    flaw = find_flaw(verdict)
    if flaw is None:
        return verdict
    told = f"{say.tell(flaw)} {verdict.justification}".strip()
    return verdict.model_copy(update={"status": "rejected", "justification": told, "flags": (_INVALID,)})


def find_flaw(verdict: MethodologistOutput) -> Fact | None:
    """Say what makes a verdict unusable, so that the methodologist can be asked once more (Q-08)."""
    if verdict.status == "needs_refinement" and not verdict.improvements:
        return state_fact("refinement.no_improvement")
    return None


def decide_forced(answer: object, language: str = "en") -> MethodologistOutput:
    """Turn the answer to the last question into an approval or a rejection (F-37, F-38)."""
    verdict = read_verdict(answer, language)
    if verdict.status in ("approved", "rejected"):
        return verdict.model_copy(update={"flags": (*verdict.flags, FORCED)})
    told = f"{speak(language)('refinement.neither')} {verdict.justification}".strip()
    update = {"status": "rejected", "justification": told, "improvements": (), "remarks": verdict.improvements}
    return verdict.model_copy(update={**update, "flags": (*verdict.flags, FORCED)})


def read_improvement(aspect: str, gap: str, suggestion: str, listed_as: str = "") -> Improvement:
    """Read one improvement; an unknown aspect is kept in the gap's text (X-68)."""
    known = _ASPECTS.get(fold(aspect).strip())
    text = gap if known is not None else ": ".join(part for part in (aspect.strip(), gap) if part)
    if listed_as:
        return NamedImprovement(aspect=known or "outro", gap=text, suggestion=suggestion, id=listed_as)
    return Improvement(aspect=known or "outro", gap=text, suggestion=suggestion)


def _read_improvements(value: object) -> tuple[Improvement, ...]:
    read = []
    for item in _items(value):
        aspect, gap, suggestion, listed_as = (_text(item.get(key)) for key in ("aspect", "gap", "suggestion", "id"))
        if gap or suggestion:
            read.append(read_improvement(aspect, gap, suggestion, listed_as))
    return tuple(read)


def _read_gaps(value: object) -> tuple[GapVerdict, ...]:
    read = []
    for item in _items(value):
        gap, said, span = (_text(item.get(key)) for key in ("gap", "verdict", "span"))
        verdict = _GAP_VERDICTS.get(fold(said))
        if gap and verdict is not None:
            read.append(GapVerdict(gap=gap, verdict=verdict, span=span))
    return tuple(read)


def _read_texts(value: object) -> Texts:
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return tuple(text for each in listed if (text := _text(each)))


def _read_clarifications(value: object) -> dict[str, str]:
    if isinstance(value, Mapping):
        return {str(question): _text(answer) for question, answer in value.items()}
    pairs = ((_text(item.get("question")), _text(item.get("answer"))) for item in _items(value))
    return {question: answer for question, answer in pairs if question}


def _items(value: object) -> list[Mapping[str, object]]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [cast("Mapping[str, object]", item) for item in value if isinstance(item, Mapping)]


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _error(reason: str, flag: str) -> MethodologistOutput:
    return MethodologistOutput(status="error", justification=reason, flags=(flag,))
