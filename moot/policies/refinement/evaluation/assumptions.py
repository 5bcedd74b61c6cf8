"""Keeps what a version assumes: what its author declared, and figures that nobody stated (X-70).

- Assumptions add up over the versions, in the order in which they came, each under an id. One that is said again in
  the same words, or in words that contain it, is the same one: the fuller wording is kept.
- One that is given again under its id is corrected: it keeps the id and takes the new words.
- One is withdrawn by the author of a later version, or by the methodologist because the user's words deny it. What is
  withdrawn stays on record and is no assumption; said again, it is one under a new id.
- What the user said in these words is no assumption. One that is taken back because the user has said it by then, with
  its figures, and whose figures the question still has, is confirmed and not withdrawn.
- A figure counts as stated when its digits stand in the words of the user, and as declared when they stand in an
  assumption; every other figure of the version is added by itself, with the word that follows it. A digit inside a name
  ("COVID-19", "B2B") is no figure. One that is written in words ("at least ten wards", "um terço") counts as well; it
  is stated by whoever says it in words or digits.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from moot.policies.critique.ledger.summing import find_unstated
from moot.policies.language import STOP_WORDS, Language, fold, words
from moot.policies.refinement.evaluation.gaps import joined_words
from moot.policies.refinement.tags import remove_tag
from moot.state.refinement import ListedAssumption, Version

_NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,:]\d+)*)"
_RANGE = r"\s(?:a|até|to|sampai|hingga)\s"
"""Between two numbers these make one range: "18 a 40 anos"."""
_UNIT = r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*"
_FIGURE = re.compile(
    rf"(?:\b((?:per|cada|setiap)\s))?(?<![\w-])({_NUMBER}(?:(?:\s?[-–]\s?|{_RANGE}){_NUMBER})?(?:\s?%)?)(?![\w])(?:\s({_UNIT}))?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0-9]+")
_HAS_DIGIT = re.compile(r"\d")
_NAMED = re.compile(r"\[?(A\d+)\]?\s*[:.)–-]\s*(?=\S)", re.IGNORECASE)
_SMALL = frozenset().union(*STOP_WORDS.values())
_NEGATIONS = frozenset(
    ["nao", "sem", "nem", "nunca", "not", "no", "without", "never", "tidak", "tanpa", "bukan", "jangan"]
)
_FEWEST = 2
"""So many words that matter show that one assumption is part of another: "30" is part of too much."""

_Author = Literal["structurer", "methodologist"]


def list_earlier(version: Version | None) -> tuple[ListedAssumption, ...]:
    """List the assumptions of a version; one that was stored before they had ids has their texts only."""
    if version is None or version.assumed or not version.assumptions:
        return version.assumed if version else ()
    return tuple(
        ListedAssumption(id=f"A{place}", text=text, version=version.version)
        for place, text in enumerate(version.assumptions, start=1)
    )


def add_declared(
    earlier: Sequence[ListedAssumption],
    declared: Iterable[str],
    *,
    number: int,
    withdrawn: Iterable[str] = (),
    stated: str = "",
) -> tuple[ListedAssumption, ...]:
    """Take over what the author of version `number` assumes, corrects and withdraws."""
    places = {each.id: at for at, each in enumerate(earlier)}
    given = [_read(text, [*places, f"A{len(places) + 1}"]) for text in declared if text.strip()]
    corrected = {name for name, _ in given}
    kept = list(withdraw(earlier, {_id(each) for each in withdrawn} - corrected, "structurer"))
    for name, text in given:
        if name in places:
            kept[places[name]] = ListedAssumption(id=name, text=text, version=kept[places[name]].version)
        elif not _stands_in(text, stated):
            _add(kept, text, number)
    return tuple(kept)


def withdraw(listed: Iterable[ListedAssumption], ids: Iterable[str], author: _Author) -> tuple[ListedAssumption, ...]:
    """Take assumptions back, by their ids; whoever did so first stays named."""
    named = {_id(each) for each in ids}
    back = {"state": "withdrawn", "withdrawn_by": author}
    return tuple(
        each.model_copy(update=back) if each.id in named and each.state == "assumed" else each for each in listed
    )


def add_figures(
    listed: Sequence[ListedAssumption], question: str, stated: str, *, number: int, language: Language = "en"
) -> tuple[ListedAssumption, ...]:
    """Add every figure of a question that neither the user stated nor anybody declared."""
    kept = list(listed)
    said = (*(each.text for each in kept if each.state == "assumed"), stated)
    known = " ".join(said)
    figures = {*words(known), *joined_words(known)}
    for rate, figure, unit in _FIGURE.findall(remove_tag(question)):
        written, joined = (set(filter(_HAS_DIGIT.search, told)) for told in (words(figure), joined_words(figure)))
        if not written <= figures and not joined <= figures:
            text = f"{rate}{figure} {unit}" if unit and fold(unit) not in _SMALL else f"{rate}{figure}"
            kept.append(ListedAssumption(id=f"A{len(kept) + 1}", text=text, version=number))
            figures |= written | joined
    for text in find_unstated((remove_tag(question),), said, 0, language):
        if not _HAS_DIGIT.search(text):
            kept.append(ListedAssumption(id=f"A{len(kept) + 1}", text=text, version=number))
    return tuple(kept)


def confirm(listed: Iterable[ListedAssumption], question: str, stated: str) -> tuple[ListedAssumption, ...]:
    """Tell what its author took back because the user has said it by now from what nobody holds any more."""
    return tuple(
        each.model_copy(update={"state": "confirmed", "withdrawn_by": "nobody"})
        if each.state == "withdrawn" and each.withdrawn_by == "structurer" and _is_said(each.text, question, stated)
        else each
        for each in listed
    )


def _is_said(text: str, question: str, stated: str) -> bool:
    """Say whether the user stated every figure of a text with a word that goes with it, and the question has them."""
    told = frozenset(joined_words(text))
    figures = frozenset(filter(_DIGITS.fullmatch, told))
    said = frozenset(joined_words(stated))
    with_it = {word for word in told & said if word not in _SMALL} - figures
    return bool(figures and with_it) and figures <= said & frozenset(joined_words(question))


def _add(kept: list[ListedAssumption], text: str, number: int) -> None:
    """Add an assumption, unless it is there already; the fuller of two wordings stays."""
    for at, each in enumerate(kept):
        if each.state == "assumed" and _contains(each.text, text):
            return
        if each.state == "assumed" and _contains(text, each.text):
            kept[at] = each.model_copy(update={"text": text})
            return
    kept.append(ListedAssumption(id=f"A{len(kept) + 1}", text=text, version=number))


def _read(text: str, ids: Sequence[str]) -> tuple[str, str]:
    """Part an assumption from the id under which it was shown, or which is the next one."""
    found = _NAMED.match(text.strip())
    known = found is not None and _id(found[1]) in ids
    return (_id(found[1]), text.strip()[found.end() :]) if found and known else ("", text.strip())


def _id(text: str) -> str:
    return text.strip(" []").upper()


def _contains(whole: str, part: str) -> bool:
    """Say whether one text says the other one too: the same words, or all that matter of it in a row."""
    if words(whole) == words(part):
        return True
    return _denials(whole) == _denials(part) and _stands_in(part, whole)


def _stands_in(part: str, whole: str) -> bool:
    """Say whether the words that matter of a text stand in another one, in a row."""
    wanted, said = _telling(part), _telling(whole)
    return len(wanted) >= _FEWEST and any(
        said[at : at + len(wanted)] == wanted for at in range(len(said) - len(wanted) + 1)
    )


def _telling(text: str) -> tuple[str, ...]:
    return tuple(word for word in words(text) if word in _NEGATIONS or word not in _SMALL)


def _denials(text: str) -> frozenset[str]:
    return _NEGATIONS & frozenset(words(text))
