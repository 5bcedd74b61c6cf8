"""Judges one version of a question: the methodologist's verdict, held against the text and the user's own words.

- A version that leaves the user's subject is not approved and not refined as it is: it is sent back with that as its
  first gap, whatever the verdict says of it; a rejection stays one. It has left the subject when the methodologist says
  so, or when no word of the subject is in it.
- A forced decision adds no version: the last one keeps its open gaps, and the verdict it takes the place of (X-72).
- Assumptions and gaps are those of all versions so far.
"""

from collections.abc import Sequence

from moot.catalogue import speak
from moot.policies.refinement.assumptions import collect_assumptions
from moot.policies.refinement.gaps import Draft, judge_forced_gaps, judge_gaps
from moot.policies.refinement.subject import keeps_subject, name_subject
from moot.policies.refinement.versions import add_version
from moot.state.base import Value
from moot.state.refinement import Feedback, Improvement, ListedGap, MethodologistOutput, Version

LEFT_SUBJECT = "left_subject"
"""Marks a verdict on a version that is about something else than the user's idea."""

_NAMED = 12
"""So many words of the user are repeated to whoever has to keep them."""


class EvaluatedVersion(Value):
    """The verdict on a version, and the version with everything found in it."""

    verdict: MethodologistOutput
    version: Version


def evaluate_version(draft: Draft, verdict: MethodologistOutput) -> EvaluatedVersion:
    """Judge a version by the verdict on it, by its text, and by the user's words."""
    kept = verdict.subject == "kept" and keeps_subject(draft.idea, draft.question, draft.language)
    gaps = judge_gaps(draft, verdict)
    judged = verdict if kept or verdict.status not in ("approved", "needs_refinement") else _send_back(draft, verdict)
    earlier = draft.earlier[-1].assumptions if draft.earlier else ()
    assumptions = collect_assumptions(earlier, draft.assumptions, draft.question, draft.idea)
    version = add_version(draft.earlier, draft.question, judged, assumptions)
    return EvaluatedVersion(verdict=judged, version=version.model_copy(update={"gaps": gaps, "subject_kept": kept}))


def evaluate_forced(versions: Sequence[Version], question: str, verdict: MethodologistOutput) -> EvaluatedVersion:
    """Write a forced decision into the last version, beside what was said of it before (X-72)."""
    if not versions:
        first = add_version((), question, verdict)
        return EvaluatedVersion(verdict=verdict, version=first.model_copy(update={"forced_decision": True}))
    last = versions[-1]
    gaps = judge_forced_gaps(last, versions[:-1], verdict)
    feedback = Feedback(status=verdict.status, justification=verdict.justification, improvements=_as_wishes(gaps))
    kept = last.subject_kept and verdict.subject == "kept"
    update = {
        "feedback": feedback,
        "forced_decision": True,
        "gaps": gaps,
        "overruled": last.feedback,
        "subject_kept": kept,
    }
    return EvaluatedVersion(verdict=verdict, version=last.model_copy(update=update))


def was_sent_back(versions: Sequence[Version]) -> bool:
    """Say whether an earlier version was sent back because it had left the subject."""
    return any(not each.subject_kept for each in versions)


def reopen_question(verdict: MethodologistOutput, version: Version) -> MethodologistOutput:
    """Make a verdict that asks for what the last version lacks: a person wants it refined once more."""
    wishes = version.feedback.improvements or _as_wishes(version.gaps)
    return verdict.model_copy(update={"status": "needs_refinement", "improvements": wishes, "flags": ()})


def _send_back(draft: Draft, verdict: MethodologistOutput) -> MethodologistOutput:
    say = speak(draft.language)
    gap, named = say("refinement.subject_left"), ", ".join(name_subject(draft.idea)[:_NAMED])
    wish = Improvement(aspect="outro", gap=gap, suggestion=say("refinement.return_to_subject", words=named))
    return verdict.model_copy(
        update={
            "status": "needs_refinement",
            "improvements": (wish, *verdict.improvements),
            "justification": f"{gap} {verdict.justification}".strip(),
            "flags": (*verdict.flags, LEFT_SUBJECT),
        }
    )


def _as_wishes(gaps: Sequence[ListedGap]) -> tuple[Improvement, ...]:
    """Write the open gaps as improvements."""
    left = (each for each in gaps if each.state == "open")
    return tuple(Improvement(aspect=each.aspect, gap=each.gap, suggestion=each.suggestion) for each in left)
