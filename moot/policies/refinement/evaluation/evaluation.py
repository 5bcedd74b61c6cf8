"""Judges one version of a question: the methodologist's verdict, held against the text and the user's own words.

- A version that leaves the user's subject is not approved and not refined as it is: it is sent back with that as its
  first gap, whatever the verdict says of it; a rejection stays one. It has left the subject when the methodologist says
  so, or when no word of the subject is in it. The gap is listed under an id; where the methodologist says itself that
  the subject was left and asks for it back, in a new gap that names it, there is no second one. A later version that is
  about the subject closes it.
- A forced decision adds no version: the last one keeps its open gaps, and the verdict it takes the place of (X-72).
- Assumptions and gaps are those of all versions so far; what the user's words deny is no longer assumed.
"""

from collections.abc import Mapping, Sequence

from moot.catalogue import speak
from moot.policies.refinement.evaluation.assumptions import add_declared, add_figures, confirm, list_earlier, withdraw
from moot.policies.refinement.evaluation.gaps import Draft, close_drift, judge_forced_gaps, judge_gaps, open_drift
from moot.policies.refinement.evaluation.subject import keeps_subject
from moot.policies.refinement.versions import add_version
from moot.state.base import Texts, Value
from moot.state.refinement import (
    Feedback,
    Improvement,
    ListedAssumption,
    ListedGap,
    MethodologistOutput,
    NamedImprovement,
    Version,
)

LEFT_SUBJECT = "left_subject"
"""Marks a verdict on a version that is about something else than the user's idea."""

_QUOTED = 300
"""So many characters of the user's words are repeated to whoever has to keep them."""
_ABOUT_SUBJECT = ("problema", "contexto", "outro")
"""The aspects under which somebody says that a question is about something else."""


class EvaluatedVersion(Value):
    """The verdict on a version, and the version with everything found in it."""

    verdict: MethodologistOutput
    version: Version


def assume(draft: Draft) -> tuple[ListedAssumption, ...]:
    """List under ids what a version assumes as far as its author says so: what its evaluation is shown."""
    earlier, number = list_earlier(draft.earlier[-1] if draft.earlier else None), len(draft.earlier) + 1
    return add_declared(earlier, draft.assumptions, number=number, withdrawn=draft.withdrawn, stated=draft.idea)


def evaluate_version(draft: Draft, verdict: MethodologistOutput) -> EvaluatedVersion:
    """Judge a version by the verdict on it, by its text, and by the user's words."""
    kept = verdict.subject == "kept" and keeps_subject(draft.idea, draft.question, draft.language)
    gaps = judge_gaps(draft, verdict)
    heard = _write_down(verdict, draft.settled)
    judged, ruled = heard, verdict.status in ("approved", "needs_refinement")
    if kept and ruled:
        gaps = close_drift(gaps, verdict)
    elif ruled:
        wish = None if _asks_back(draft, verdict) else _wish_back(draft)
        judged, gaps = _send_back(draft, heard, wish), open_drift(gaps, draft, wish) if wish else gaps
    held = withdraw(assume(draft), verdict.denied_assumptions, "methodologist")
    confirmed = confirm(held, draft.question, draft.idea)
    number = len(draft.earlier) + 1
    assumed = add_figures(confirmed, draft.question, draft.idea, number=number, language=draft.language)
    version = add_version(draft.earlier, draft.question, judged, _list_held(assumed))
    found = {"gaps": gaps, "subject_kept": kept, "assumed": assumed, "composed": draft.composed}
    return EvaluatedVersion(verdict=judged, version=version.model_copy(update=found))


def evaluate_forced(
    versions: Sequence[Version],
    question: str,
    verdict: MethodologistOutput,
    settled: Mapping[str, str] | None = None,
) -> EvaluatedVersion:
    """Write a forced decision into the last version, beside what was said of it before (X-72)."""
    heard = _write_down(verdict, settled or {})
    if not versions:
        first = add_version((), question, heard)
        return EvaluatedVersion(verdict=heard, version=first.model_copy(update={"forced_decision": True}))
    last = versions[-1]
    gaps = judge_forced_gaps(last, versions[:-1], verdict)
    feedback = Feedback(status=verdict.status, justification=verdict.justification, improvements=_as_wishes(gaps))
    assumed = withdraw(list_earlier(last), verdict.denied_assumptions, "methodologist")
    update = {
        "feedback": feedback,
        "forced_decision": True,
        "gaps": gaps,
        "overruled": last.feedback,
        "subject_kept": last.subject_kept and verdict.subject == "kept",
        "assumed": assumed,
        "assumptions": _list_held(assumed),
    }
    return EvaluatedVersion(verdict=heard, version=last.model_copy(update=update))


def was_sent_back(versions: Sequence[Version]) -> bool:
    """Say whether an earlier version was sent back because it had left the subject."""
    return any(not each.subject_kept for each in versions)


def reopen_question(verdict: MethodologistOutput, version: Version) -> MethodologistOutput:
    """Make a verdict that asks for what the last version lacks: a person wants it refined once more."""
    wishes = version.feedback.improvements or _as_wishes(version.gaps)
    return verdict.model_copy(update={"status": "needs_refinement", "improvements": wishes, "flags": ()})


def _asks_back(draft: Draft, verdict: MethodologistOutput) -> bool:
    """Say whether the methodologist itself lists a gap about the subject: a new one that names what was left."""
    if verdict.subject != "left":
        return False
    new = (each for each in verdict.improvements if not (isinstance(each, NamedImprovement) and each.id))
    return any(
        each.aspect in _ABOUT_SUBJECT and keeps_subject(draft.idea, f"{each.gap} {each.suggestion}", draft.language)
        for each in new
    )


def _wish_back(draft: Draft) -> Improvement:
    """Ask for the subject that a version left, in the user's own words."""
    say, idea = speak(draft.language), " ".join(draft.idea.split())
    told = idea if len(idea) <= _QUOTED else f"{idea[:_QUOTED].rpartition(' ')[0]} …"
    suggestion = say("refinement.return_to_subject", idea=told)
    return Improvement(aspect="outro", gap=say("refinement.subject_left"), suggestion=suggestion)


def _send_back(draft: Draft, verdict: MethodologistOutput, wish: Improvement | None) -> MethodologistOutput:
    left = speak(draft.language)("refinement.subject_left")
    return verdict.model_copy(
        update={
            "status": "needs_refinement",
            "improvements": (*((wish,) if wish else ()), *verdict.improvements),
            "justification": f"{left} {verdict.justification}".strip(),
            "flags": (*verdict.flags, LEFT_SUBJECT),
        }
    )


def _as_wishes(gaps: Sequence[ListedGap]) -> tuple[Improvement, ...]:
    """Write the open gaps as improvements."""
    left = (each for each in gaps if each.state != "filled")
    return tuple(
        Improvement(aspect=each.aspect, gap=each.still or each.gap, suggestion=each.suggestion) for each in left
    )


def _write_down(verdict: MethodologistOutput, settled: Mapping[str, str]) -> MethodologistOutput:
    """Keep a verdict as the record has it: ids stand with the gaps, and what was settled before stays so (X-69b)."""
    plain = {
        name: tuple(
            Improvement(aspect=each.aspect, gap=each.gap, suggestion=each.suggestion) for each in getattr(verdict, name)
        )
        for name in ("improvements", "remarks")
    }
    return verdict.model_copy(update={**plain, "clarifications": {**settled, **verdict.clarifications}})


def _list_held(assumed: Sequence[ListedAssumption]) -> Texts:
    return tuple(each.text for each in assumed if each.state == "assumed")
