"""Finds the sources a claim cites, in whatever form agents write an id, and criticises invented ones.

- An id is understood with or without brackets, with or without `RAG:`, in any case: `[RAG:CG001_042]`, `cg001_042`.
- A source named inside the statement as `[RAG:id]` is cited as well (D-57).
- An entry may name several ids, or say more after one; the more is a remark, unless it looks like an id itself.
- An article is known by its law and its number, in either order and without filling words: `Pasal 5 UUPA` is
  `UUPA Pasal 5`, `UU 56 Prp 1960 Pasal 7 ayat (2)` is `UU No. 56 Prp Tahun 1960 Pasal 7 ayat (2)`.
- The beginning of one id alone, up to the end of a word, is that id: `Putusan MA 179 K/Sip/1961` is the only one that
  goes on with its date.
- An entry in which nothing is known is one source that does not exist, in the words it was written.
- The question is a source of every debate, under the name `question`: what it states need not be looked up.

Sources that agents invented become critiques by the system, numbered like any other. Every claim that cites an id the
debate does not have is criticised once per round: a MAJOR evidence gap. Such a critique is settled by looking, not by
what its target answers: it is resolved when the claim was withdrawn or no longer cites an unknown id.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from moot.catalogue import speak
from moot.policies.critique.critiques import find_claim
from moot.policies.language import fold, words
from moot.policies.limits.leases import find_citations
from moot.state.base import Texts, Value
from moot.state.critiques import Critique, CritiqueItem, CritiqueSheet
from moot.state.evidence import Evidence
from moot.state.facts import Fact, state_fact
from moot.state.positions import Claim, Position

_SEPARATORS = re.compile(r"[,;|\n]|\]\s*\[|\s+(?:and|e|dan)\s+")
_AROUND = " \t\n[](){}<>\"'`.:“”‘’"
_PREFIX = re.compile(r"^rag\s*:\s*", re.IGNORECASE)
_ARTICLE = re.compile(
    r"\b(?:pasal|article|artikel|artigo|art\.?|clause|klausul|cl[aá]usula|section)\s*(\d[\w.º-]*)"
    r"(?:\s*(?:ayat|paragraph|para\.?|§)\s*\(?(\d+)\)?)?"
)
_FILLING = frozenset({"no", "nomor", "tahun", "n", "nº", "of", "the", "de", "da", "do"})
_ENDED = re.compile(r"(?![\w@#])(?![.,:/+-]\w)")
"""No further part of an id follows: `report 1` does not begin `report 1.5`."""
_ID_LIKE = re.compile(r"(?=.*\d)[\w.:/#@+-]{2,80}")


class Citations(Value):
    """What a claim cites: ids the debate has, and ids it does not."""

    known: Texts = ()
    strangers: Texts = ()


_NONE = Citations()

QUESTION = "question"
"""The name by which the question itself is cited."""


def list_citations(claim: Claim, known_ids: Collection[str]) -> Citations:
    """Sort everything a claim cites into what there is and what there is not."""
    entries = [*claim.evidence, *find_citations(claim.statement)]
    if not entries:
        return _NONE
    by_name = {fold(each).strip(): each for each in sorted(known_ids, reverse=True)}
    found: list[str] = []
    strangers: list[str] = []
    for entry in entries:
        names, unknown = _read_entry(entry, by_name)
        found += names
        strangers += unknown
    return Citations(known=tuple(dict.fromkeys(found)), strangers=tuple(dict.fromkeys(strangers)))


def list_cited(positions: Iterable[Position], known_ids: Collection[str]) -> Texts:
    """List the sources that positions cite, in a claim, as a reason or in their text (D-57), each once."""
    found: dict[str, None] = {}
    for position in positions:
        said = (
            position.recommendation,
            position.reasoning,
            position.timing,
            *(position.premises or ()),
            *(position.risks or ()),
            *(position.limitations or ()),
            *(answer.reason for answer in position.answers),
        )
        named = (
            *find_citations(" ".join(filter(None, said))),
            *(one for each in position.changes for one in each.because),
        )
        for claim in (*position.claims, Claim(id="", statement="", evidence=named)):
            found |= dict.fromkeys(list_citations(claim, known_ids).known)
    return tuple(found)


def explain_stranger(name: str, stored: Collection[str]) -> Fact:
    """Say what is wrong with an id that the debate does not have."""
    return state_fact("claim.not_retrieved" if name in stored else "claim.stranger", name=name)


def _read_entry(entry: str, by_name: dict[str, str]) -> tuple[list[str], list[str]]:
    if not _strip(entry):
        return [], []
    plain = fold(_strip(entry))
    whole = by_name.get(fold(entry).strip()) or by_name.get(_bare(entry)) or _find_article(plain, by_name)
    whole = whole or by_name.get(plain) or _find_begun(_bare(entry), by_name) or _find_begun(plain, by_name)
    if whole is not None:
        return [whole], []
    parts = [part for part in (_strip(each) for each in _SEPARATORS.split(entry)) if part]
    found = {part: _find(part, by_name) for part in parts}
    names = [name for name in found.values() if name is not None]
    if not names:
        # Several ids, none of them known, are so many strangers; a sentence is one.
        listed = len(parts) > 1 and all(_ID_LIKE.fullmatch(part) for part in parts)
        return [], parts if listed else [_strip(entry)]
    return names, [part for part, name in found.items() if name is None and _ID_LIKE.fullmatch(part)]


def _find(text: str, by_name: dict[str, str]) -> str | None:
    """Find the id a text is, or begins with."""
    plain = fold(_strip(text))
    first = _strip(re.split(r"[\s\])]", plain, maxsplit=1)[0])
    found = by_name.get(_bare(text)) or by_name.get(plain) or _find_article(plain, by_name)
    return found or _find_begun(plain, by_name) or by_name.get(first)


def _find_begun(text: str, by_name: dict[str, str]) -> str | None:
    """Find the one id that a text is the beginning of, as far as a word or a number ends there."""
    found = [each for name, each in by_name.items() if text and name.startswith(text) and _ENDED.match(name, len(text))]
    return found[0] if len(found) == 1 else None


def _find_article(text: str, by_name: dict[str, str]) -> str | None:
    """Find the one article that a text names in other words or in another order."""
    wanted = _read_article(text)
    found = [each for name, each in by_name.items() if wanted is not None and _read_article(name) == wanted]
    return found[0] if len(found) == 1 else None


def _read_article(text: str) -> tuple[str, str, frozenset[str]] | None:
    found = _ARTICLE.search(text)
    law = frozenset(words(f"{text[: found.start()]} {text[found.end() :]}")) - _FILLING if found else frozenset()
    return (found[1].rstrip("."), found[2] or "", law) if found and law else None


def _bare(text: str) -> str:
    """Brackets around an id are ours, brackets inside one are its own."""
    return fold(_PREFIX.sub("", text.strip(" \t\n[]")))


def _strip(text: str) -> str:
    return _PREFIX.sub("", text.strip(_AROUND)).strip(_AROUND)


SYSTEM = "system"
"""Who criticises what can be checked without an opinion."""


def criticise_fabrications(
    round_number: int,
    positions: Iterable[Position],
    evidence: Sequence[Evidence],
    stored: Collection[str] = (),
    *,
    language: str = "en",
) -> CritiqueSheet | None:
    """Write the system's sheet of a round in the language of the debate; None when every cited id exists."""
    say = speak(language)
    known = {QUESTION, *(each.id for each in evidence)}
    now = sorted((each for each in positions if each.round == round_number), key=lambda each: each.seat)
    items = tuple(
        CritiqueItem(
            target=position.seat,
            target_claim_id=claim.id,
            issue_type="evidence_gap",
            description=" ".join(say.tell(explain_stranger(name, stored)) for name in strangers),
            severity="MAJOR",
            suggested_fix=say("claim.cite_or_withdraw"),
        )
        for position in now
        for claim in position.claims
        if (strangers := list_citations(claim, known).strangers)
    )
    return CritiqueSheet(agent=SYSTEM, round=round_number, items=items) if items else None


def settle_fabrications(
    critiques: Sequence[Critique], positions: Sequence[Position], evidence: Sequence[Evidence]
) -> tuple[Critique, ...]:
    """Settle the system's critiques against the last revision of their targets; the others stay as they are."""
    known = {QUESTION, *(each.id for each in evidence)}
    return tuple(_settle(each, positions, known) if each.agent == SYSTEM else each for each in critiques)


def _settle(critique: Critique, positions: Sequence[Position], known: Collection[str]) -> Critique:
    later = [each for each in positions if each.seat == critique.target and each.round > critique.round]
    revision = max((each for each in later if each.spoke or each.claims), key=lambda each: each.round, default=None)
    if revision is None:
        waiting = state_fact("critique.not_revised", seat=critique.target)
        return critique.model_copy(update={"resolved": False, "resolution": waiting})
    claim = find_claim(revision, critique.target_claim_id)
    cited = list_citations(claim, known) if claim else _NONE
    why = state_fact("critique.cites_known" if cited.known else "critique.cites_nothing")
    if claim is None:
        why = state_fact("critique.withdrawn")
    elif cited.strangers:
        why = state_fact("critique.still_cites", name=cited.strangers[0])
    return critique.model_copy(update={"resolved": not cited.strangers, "resolution": why})
