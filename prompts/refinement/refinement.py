"""Writes what a refinement is made of for a prompt: gaps, assumptions, what the user said, and earlier versions.

Each item stands on one line and is fenced by the prompt that shows it. What has to be judged or heeded is bounded by
the schema of whoever said it, and always shown whole.
"""

from collections.abc import Iterable, Mapping

from moot.catalogue import speak_to_models
from moot.prompts.fitting import Line, arrange, squash
from moot.prompts.library import fence
from moot.state.refinement import Elements, Improvement, ListedAssumption, ListedGap, Version

_HISTORY = 2_400


def _list(texts: Iterable[str]) -> str:
    return "\n".join(f"- {squash(text)}" for text in texts if text.strip())


def digest_listed_gaps(gaps: Iterable[ListedGap]) -> str:
    """List the gaps found so far, each under its id, and what fills those that are filled (F-17)."""
    return _list(f"{each.id} {_gloss(each.aspect)}: {each.gap} ({_tell_state(each)})" for each in gaps)


def _gloss(aspect: str) -> str:
    """Write an aspect as it is answered, with what it means: the words are Portuguese in every debate (F-10)."""
    return f"{aspect} ({speak_to_models().word('word.aspect', aspect)})"


def _tell_state(gap: ListedGap) -> str:
    found = f"found in version {gap.version}"
    if gap.state != "filled":
        stands = f'partly filled by "{gap.span}"' if gap.state == "partly" else "open"
        return f"{found}, {stands}; missing by now: {gap.still}" if gap.still else f"{found}, {stands}"
    return f'{found}, filled since by "{gap.span}"' if gap.span else f"{found}, not called open since"


def digest_gaps(listed: Iterable[ListedGap], others: Iterable[Improvement] = ()) -> str:
    """List what a next version has to fill, under the ids that everybody uses, and how it could (F-21)."""
    texts = [
        f"{each.id} {_gloss(each.aspect)}: {each.gap}{_tell_rest(each)}{_tell_how(each.suggestion)}" for each in listed
    ]
    texts += [f"{_gloss(each.aspect)}: {each.gap}{_tell_how(each.suggestion)}" for each in others]
    return _list(texts)


def _tell_rest(gap: ListedGap) -> str:
    """Tell what fills a part of a gap, and what of it is missing by now."""
    part = f'partly filled by "{gap.span}"' if gap.state == "partly" else ""
    told = "; ".join(filter(None, (part, f"missing by now: {gap.still}" if gap.still else "")))
    return f" ({told})" if told else ""


def _tell_how(suggestion: str) -> str:
    return f" -> {suggestion}" if suggestion.strip() else ""


def digest_assumptions(assumed: Iterable[ListedAssumption]) -> str:
    """List the values that a version uses and nobody stated, each under its id (X-70)."""
    return _list(f"{each.id} {each.text}" for each in assumed if each.state == "assumed")


def digest_clarifications(clarifications: Mapping[str, str]) -> str:
    """List which questions about the idea are settled, and how (X-69b)."""
    return _list(f"{question} {answer}" for question, answer in clarifications.items())


def digest_said(said: Iterable[str]) -> str:
    """List what the user said since the idea, the newest last."""
    return _list(said)


def digest_elements(elements: Elements) -> str:
    """Show where a question arises, what is not known, and what an answer would bring (F-08)."""
    rows = [("context", elements.context), ("problem", elements.problem), ("contribution", elements.contribution)]
    return "\n".join(f"{name}: {squash(text)}" for name, text in rows if text.strip())


def digest_versions(versions: Iterable[Version], *, tokens: int = _HISTORY) -> str:
    """Tell how a question became what it is: each version, and line by line what it lacked."""
    told = []
    for each in versions:
        told.append(f"V{each.version} {each.feedback.status}: {each.question}")
        told += [f"V{each.version} lacked {_gloss(gap.aspect)}: {gap.gap}" for gap in each.feedback.improvements]
    return arrange([Line(squash(text), kind="lines") for text in told], tokens)


def introduce_question(idea: str, version: Version, question: str) -> str:
    """Tell whoever argues a refined question where it comes from, what it lacks, and what nobody has confirmed."""
    own = question == version.question
    approved = own and version.feedback.status == "approved"
    parts = [
        fence("idea", idea),
        fence("assumptions", _list(version.assumptions)),
        fence("open_gaps", digest_listed_gaps(version.open_gaps) if own else ""),
        fence("methodologist", version.feedback.justification if approved else ""),
    ]
    told = "The question was worded from the user's idea."
    told += " methodologist says why it was approved." if approved else ""
    assumed = " assumptions are values that the user has not confirmed: weigh them, and say where one decides."
    return "\n".join((*filter(None, parts), told + (assumed if version.assumptions else "")))
