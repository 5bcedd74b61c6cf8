"""Finds which of the gaps listed so far a version fills (F-17).

- The methodologist's word counts first: open is open. Partly filled counts as open too, and is told apart where the
  words that fill a part stand in the question. Filled counts when the words it names stand in the question, in this
  order, and at least one of them did not stand there when the gap was found. A version that is worded like the one
  before it fills nothing; the forced decision, which looks at the same version again, may still find what was filled in
  it.
- Case, quotes, dashes, blanks and how the digits of a number are parted do not matter: 15000 is 15 000 and 15,000.
  Words that are quoted and not found fill nothing, and are kept beside the gap; what earlier words filled stays filled.
- A gap that was filled stays so while the words that fill it stand in the question. Filled gaps are shown again: who
  approves a version without a word on one, in which at least half of the words that matter of what filled it are left,
  has let the new wording stand.
- Who says nothing of a gap has not said that it is filled. It is only where the text itself shows something new since
  the gap was called open last, and either the newer list of gaps leaves it out, or an approval goes with new words that
  the gap or its suggestion asked for, or with the structurer's word that it was addressed; then there are at least as
  many new words that name something and that no gap asked for as gaps of which the structurer says so. What shows it is
  kept with the gap, and every output says that nobody confirmed it.
- A forced decision fills only what it names itself.
- A gap that is listed again, by its id or else by the same aspect, keeps its id, its words and the version in which it
  was found; what is said of it now is kept beside them. Who lists it by its id takes back that it is filled. Ids follow
  the order of finding.
- What is named beside an approval is an open gap too (F-11): it was seen, and nobody filled it.
"""

import re
from collections.abc import Sequence

from moot.policies.language import STOP_WORDS, Language, fold, rough_words, words
from moot.policies.refinement.evaluation.subject import names_something
from moot.policies.refinement.tags import remove_tag
from moot.state.base import Texts, Value
from moot.state.facts import Fact, state_fact
from moot.state.refinement import GapVerdict, Improvement, ListedGap, MethodologistOutput, NamedImprovement, Version

_ELLIPSIS = re.compile(r"\.\.\.|…")
_THOUSANDS = re.compile(r"\b([0-9]{1,3})((?: [0-9]{3})+)\b")
_UNIT = re.compile(r"\b([0-9]+)(?=[^\W\d_])")


class Draft(Value):
    """A version of a question before it is judged, and where it comes from."""

    question: str
    earlier: tuple[Version, ...] = ()
    """The versions that were evaluated before it."""
    composed: bool = False
    """Nobody worded it: it was put together by rule."""
    claimed: Texts = ()
    """The gaps that its author says are addressed."""
    assumptions: Texts = ()
    withdrawn: Texts = ()
    """The ids of earlier assumptions that its author takes back."""
    settled: dict[str, str] = {}
    """What earlier evaluations found settled: questions and answers."""
    idea: str = ""
    """What the user wrote, with everything they said since."""
    language: Language = "en"


def judge_gaps(draft: Draft, verdict: MethodologistOutput) -> tuple[ListedGap, ...]:
    """Find what became of every gap listed before, and add those that were found now."""
    listed = draft.earlier[-1].gaps if draft.earlier else ()
    named = verdict.improvements + verdict.remarks
    again = _match_listed(listed, verdict, named, draft.question)
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
    return tuple(
        _hear(gap, said, draft, again=True) if (said := _find_said(gap, verdict)) else gap for gap in last.gaps
    )


def list_open(version: Version | None) -> tuple[ListedGap, ...]:
    """List the gaps that the last evaluation left open."""
    return version.open_gaps if version else ()


def open_drift(gaps: tuple[ListedGap, ...], draft: Draft, wish: Improvement) -> tuple[ListedGap, ...]:
    """List that a version left the user's subject, under the id it has already or the next one."""
    number = len(draft.earlier) + 1
    if any(each.drift for each in gaps):
        again = {"open_in": number, **_state("open")}
        return tuple(each.model_copy(update=again) if each.drift else each for each in gaps)
    found = ListedGap(id=f"G{len(gaps) + 1}", **wish.model_dump(), version=number, drift=True)
    return (*gaps, found)


def close_drift(gaps: tuple[ListedGap, ...], verdict: MethodologistOutput) -> tuple[ListedGap, ...]:
    """Close what a version that is about the user's subject again had left, unless its evaluation calls it open."""
    filled = _state("filled", "methodologist")
    return tuple(
        each.model_copy(update=filled) if each.drift and _find_said(each, verdict) is None else each for each in gaps
    )


def name_gap(gap: ListedGap | Improvement) -> Fact:
    """Name a gap by what is missing now, without a mark at the end: it stands inside of sentences."""
    if isinstance(gap, ListedGap):
        missing = (gap.still or gap.gap).rstrip(" .;,")
        code = "refinement.partly_gap" if gap.state == "partly" else "refinement.listed_gap"
        return state_fact(code, id=gap.id, aspect=gap.aspect, gap=missing)
    return state_fact("refinement.gap", aspect=gap.aspect, gap=gap.gap.rstrip(" .;,"))


def list_addressed(claimed: Texts, version: Version) -> Texts:
    """List what a version is said to address, by its aspect, without what was found open in it (F-08)."""
    kept = [_find_addressed(each, version.gaps) for each in claimed]
    return tuple(dict.fromkeys(aspect for aspect in kept if aspect))


def _find_addressed(claim: str, gaps: Sequence[ListedGap]) -> str | None:
    meant = [gap for gap in gaps if _names(claim, gap)]
    filled = [gap.aspect for gap in meant if gap.state == "filled"]
    if meant:
        return filled[0] if filled else None
    return claim


def find_span(span: str, question: str) -> bool:
    """Say whether a span stands in a question, word by word; of one in pieces, each of them."""
    pieces = [piece for piece in _ELLIPSIS.split(span) if words(piece)]
    plain, joined = words(question), joined_words(question)
    return bool(pieces) and all(
        _holds_row(plain, words(piece)) or _holds_row(joined, joined_words(piece)) for piece in pieces
    )


def joined_words(text: str) -> tuple[str, ...]:
    """List the words of a text with its numbers in one piece, apart from their units: 15 000 is 15000, 5kg is 5 kg."""
    parted = _UNIT.sub(r"\1 ", " ".join(words(text)))
    return tuple(_THOUSANDS.sub(lambda found: found[0].replace(" ", ""), parted).split())


def _holds_row(said: Sequence[str], row: Sequence[str]) -> bool:
    return any(said[at : at + len(row)] == row for at in range(len(said) - len(row) + 1))


def _judge(gap: ListedGap, draft: Draft, verdict: MethodologistOutput, repeated: Improvement | None) -> ListedGap:
    said = _find_said(gap, verdict)
    heard = gap if said is None else _hear(gap, said, draft)
    if repeated is not None:
        still = "" if words(repeated.gap) == words(gap.gap) else repeated.gap
        now = {"still": still, "suggestion": repeated.suggestion or gap.suggestion, "open_in": len(draft.earlier) + 1}
        part = heard.span if heard.state == "partly" and said is not None else ""
        return gap.model_copy(update={**now, **_state("partly" if part else "open", span=part)})
    if said is not None:
        return heard
    if _still_filled(gap, draft.question):
        return gap
    if gap.confirmed and verdict.status == "approved" and _keeps_most(gap.span, draft):
        return gap.model_copy(update={"reworded": True})
    read = _read_text(gap, draft, verdict)
    part = gap.span if gap.state == "partly" and find_span(gap.span, draft.question) else ""
    return gap.model_copy(update=_state("partly", span=part) if part and read["state"] == "open" else read)


def _hear(gap: ListedGap, said: GapVerdict, draft: Draft, *, again: bool = False) -> ListedGap:
    """Take the methodologist's word for a gap, as far as the question bears it out; `again`, on the same version."""
    found = find_span(said.span, draft.question)
    changed = again or gap.state == "filled" or _is_changed(draft)
    before = _text_of(gap, draft)
    new = not frozenset(joined_words(said.span)) <= {*words(before), *joined_words(before)}
    if said.verdict == "filled" and found and new and changed:
        return gap.model_copy(update={"still": "", **_state("filled", "methodologist", said.span)})
    missing = "" if found or said.verdict == "open" else said.span.strip()
    if missing and said.verdict == "filled" and _still_filled(gap, draft.question):
        return gap
    part = said.span if said.verdict == "partly" and found else ""
    standing = {**_state("partly" if part else "open", span=part), "not_found": missing}
    return gap.model_copy(update={"open_in": len(draft.earlier) + (not again), **standing})


def _still_filled(gap: ListedGap, question: str) -> bool:
    """Say whether a gap was filled, by words that still stand in the question."""
    return gap.state == "filled" and (not gap.span or find_span(gap.span, question))


def _is_changed(draft: Draft) -> bool:
    """Say whether a version is worded otherwise than the one before it."""
    return words(remove_tag(draft.question)) != words(remove_tag(draft.earlier[-1].question))


def _keeps_most(span: str, draft: Draft) -> bool:
    """Say whether at least half of the words that matter of a span still stand in the question."""
    telling = frozenset(words(span)) - STOP_WORDS[draft.language]
    return bool(telling) and 2 * len(telling & frozenset(words(draft.question))) >= len(telling)


def _read_text(gap: ListedGap, draft: Draft, verdict: MethodologistOutput) -> dict[str, str | bool]:
    """See what the text alone shows of a gap that nobody spoke of."""
    before, small = _text_of(gap, draft, since=gap.open_in), STOP_WORDS[draft.language]
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
    return any(_names(each, gap) for each in draft.claimed)


def _names(claim: str, gap: ListedGap) -> bool:
    """Say whether a text means a gap: by its id, alone or with more, by its aspect, or by its own words."""
    said = fold(claim).strip()
    return said in {fold(each).strip() for each in (gap.aspect, gap.gap)} or words(claim)[:1] == (fold(gap.id),)


def _find_said(gap: ListedGap, verdict: MethodologistOutput) -> GapVerdict | None:
    """Find what was said of a gap: by its id, else by its aspect or its own words; of several words, the last."""
    by_id = [each for each in verdict.gaps if fold(each.gap).strip() == fold(gap.id)]
    names = {fold(gap.aspect), fold(gap.gap).strip()}
    named = by_id or [each for each in verdict.gaps if fold(each.gap).strip() in names]
    return named[-1] if named else None


def _match_listed(
    listed: Sequence[ListedGap], verdict: MethodologistOutput, named: Sequence[Improvement], question: str
) -> dict[str, Improvement]:
    """Pair the gaps that are named again with those listed before: by id, else one by one within an aspect."""
    by_id = {fold(each.id).strip(): each for each in named if isinstance(each, NamedImprovement)}
    pairs: dict[str, Improvement] = {gap.id: by_id[fold(gap.id)] for gap in listed if fold(gap.id) in by_id}
    left = [each for each in named if all(each is not pair for pair in pairs.values())]
    for gap in listed:
        said = _find_said(gap, verdict)
        # Another gap of an aspect that is filled is a new one.
        if gap.id in pairs or (said.verdict == "filled" if said is not None else _still_filled(gap, question)):
            continue
        again = next((each for each in left if each.aspect == gap.aspect), None)
        if again is not None:
            pairs[gap.id] = again
            left = [each for each in left if each is not again]
    return pairs


def _text_of(gap: ListedGap, draft: Draft, *, since: int = 0) -> str:
    """Find the question in which a gap was found, or that of a later version in which it was open."""
    number = max(gap.version, since)
    return remove_tag(draft.earlier[number - 1].question) if number <= len(draft.earlier) else draft.question


def _state(state: str, shown_by: str = "nobody", span: str = "") -> dict[str, str | bool]:
    """Describe where a gap stands now."""
    shown = shown_by if state == "filled" else "nobody"
    return {"state": state, "shown_by": shown, "span": span, "reworded": False, "not_found": ""}
