"""Finds which of the gaps listed so far a version fills (F-17).

- The methodologist's word counts first: open is open; filled counts when the words it names stand in the question, in
  this order, and at least one of them did not stand there when the gap was found. An unchanged version fills nothing.
- A gap that was filled stays so while the words that fill it stand in the question.
- Who says nothing of a gap has not said that it is filled. It is only where the text itself shows something new since
  the gap was found, and either the newer list of gaps leaves it out, or an approval goes with new words that the gap
  or its suggestion asked for, or with the structurer's word that it was addressed; then there are at least as many new
  words that name something and that no gap asked for as gaps of which the structurer says so. What shows it is kept
  with the gap, and every output says that nobody confirmed it.
- A forced decision fills only what it names itself.
- A gap that is listed again, by the same aspect, keeps its id, takes the new words and counts as found in the version
  that they are about. Ids follow the order of finding.
- What is named beside an approval is an open gap too (F-11): it was seen, and nobody filled it.
"""

import re
from collections.abc import Sequence

from moot.policies.language import STOP_WORDS, Language, fold, rough_words, words
from moot.policies.refinement.subject import names_something
from moot.policies.refinement.tags import remove_tag
from moot.state.base import Texts, Value
from moot.state.refinement import GapVerdict, Improvement, ListedGap, MethodologistOutput, Version

_ELLIPSIS = re.compile(r"\.\.\.|…")


class Draft(Value):
    """A version of a question before it is judged, and where it comes from."""

    question: str
    earlier: tuple[Version, ...] = ()
    """The versions that were evaluated before it."""
    claimed: Texts = ()
    """The gaps that its author says are addressed."""
    assumptions: Texts = ()
    idea: str = ""
    """What the user wrote, with everything they said since."""
    language: Language = "en"


def judge_gaps(draft: Draft, verdict: MethodologistOutput) -> tuple[ListedGap, ...]:
    """Find what became of every gap listed before, and add those that were found now."""
    listed = draft.earlier[-1].gaps if draft.earlier else ()
    named = verdict.improvements + verdict.remarks
    again = _match_aspects(listed, verdict, named)
    judged = tuple(_judge(gap, draft, verdict, again.get(gap.id)) for gap in listed)
    matched = set(map(id, again.values()))
    found = (each for each in named if id(each) not in matched)
    number = len(draft.earlier) + 1
    return judged + tuple(
        ListedGap(id=f"G{place}", aspect=each.aspect, gap=each.gap, suggestion=each.suggestion, version=number)
        for place, each in enumerate(found, start=len(listed) + 1)
    )


def judge_forced_gaps(last: Version, earlier: Sequence[Version], verdict: MethodologistOutput) -> tuple[ListedGap, ...]:
    """Find which gaps of the last version a forced decision itself shows to be filled."""
    draft = Draft(question=last.question, earlier=(*earlier, last))
    return tuple(_hear(gap, said, draft) if (said := _find_said(gap, verdict)) else gap for gap in last.gaps)


def list_open(version: Version | None) -> tuple[ListedGap, ...]:
    """List the gaps that the last evaluation left open."""
    return version.open_gaps if version else ()


def find_span(span: str, question: str) -> bool:
    """Say whether a span stands in a question, word by word; of one in pieces, each of them."""
    said = words(question)
    pieces = [piece for piece in map(words, _ELLIPSIS.split(span)) if piece]
    return bool(pieces) and all(
        any(said[at : at + len(piece)] == piece for at in range(len(said) - len(piece) + 1)) for piece in pieces
    )


def _judge(gap: ListedGap, draft: Draft, verdict: MethodologistOutput, repeated: Improvement | None) -> ListedGap:
    if repeated is not None:
        asked = {"gap": repeated.gap, "suggestion": repeated.suggestion, "version": len(draft.earlier) + 1}
        return gap.model_copy(update={**asked, **_state("open")})
    said = _find_said(gap, verdict)
    if said is not None:
        return _hear(gap, said, draft)
    if gap.state == "filled" and (not gap.span or find_span(gap.span, draft.question)):
        return gap
    return gap.model_copy(update=_read_text(gap, draft, verdict))


def _hear(gap: ListedGap, said: GapVerdict, draft: Draft) -> ListedGap:
    """Take the methodologist's word for a gap, as far as the question bears it out."""
    shown = said.verdict == "filled" and find_span(said.span, draft.question)
    fills = shown and not frozenset(words(said.span)) <= frozenset(words(_text_of(gap, draft)))
    return gap.model_copy(update=_state("filled", "methodologist", said.span) if fills else _state("open"))


def _read_text(gap: ListedGap, draft: Draft, verdict: MethodologistOutput) -> dict[str, str]:
    """See what the text alone shows of a gap that nobody spoke of."""
    before, small = _text_of(gap, draft), STOP_WORDS[draft.language]
    new = [word for word in words(remove_tag(draft.question)) if word not in small and word not in words(before)]
    if not new or verdict.status not in ("approved", "needs_refinement"):
        return _state("open")
    if verdict.status == "needs_refinement":
        return _state("filled", "list")
    if any(_asks_for(gap, word, draft.language) for word in new):
        return _state("filled", "text")
    listed = list_open(draft.earlier[-1])
    # "Better" and "somehow" are new words too, and fill nothing.
    telling = [word for word in new if names_something(word)]
    spare = [word for word in telling if not any(_asks_for(each, word, draft.language) for each in listed)]
    claimed = [each.id for each in listed if _is_claimed(each, draft)]
    return _state("filled", "structurer") if gap.id in claimed and len(spare) >= len(claimed) else _state("open")


def _asks_for(gap: ListedGap, word: str, language: Language) -> bool:
    """Say whether a word of a question is one that a gap or its suggestion names."""
    asked = rough_words(f"{gap.aspect} {gap.gap} {gap.suggestion}", language)
    return bool(rough_words(word, language) & asked)


def _is_claimed(gap: ListedGap, draft: Draft) -> bool:
    """Say whether the author of a version says that it addresses a gap."""
    names = {fold(each).strip() for each in (gap.id, gap.aspect, gap.gap)}
    return any(fold(each).strip() in names for each in draft.claimed)


def _find_said(gap: ListedGap, verdict: MethodologistOutput) -> GapVerdict | None:
    """Find what was said of a gap: by its id, else by its aspect or its own words; of several words, the last."""
    by_id = [each for each in verdict.gaps if fold(each.gap).strip() == fold(gap.id)]
    names = {fold(gap.aspect), fold(gap.gap).strip()}
    named = by_id or [each for each in verdict.gaps if fold(each.gap).strip() in names]
    return named[-1] if named else None


def _match_aspects(
    listed: Sequence[ListedGap], verdict: MethodologistOutput, named: Sequence[Improvement]
) -> dict[str, Improvement]:
    """Pair the gaps that are named again with those listed before, one by one within an aspect."""
    left, pairs = list(named), {}
    for gap in listed:
        said = _find_said(gap, verdict)
        if said is not None and said.verdict == "filled":
            continue
        again = next((each for each in left if each.aspect == gap.aspect), None)
        if again is not None:
            pairs[gap.id] = again
            left = [each for each in left if each is not again]
    return pairs


def _text_of(gap: ListedGap, draft: Draft) -> str:
    """Find the question in which a gap was found."""
    return remove_tag(draft.earlier[gap.version - 1].question) if gap.version <= len(draft.earlier) else draft.question


def _state(state: str, shown_by: str = "nobody", span: str = "") -> dict[str, str]:
    return {"state": state, "shown_by": shown_by if state == "filled" else "nobody", "span": span}
