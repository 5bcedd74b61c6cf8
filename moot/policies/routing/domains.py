"""Tells which body of law a question belongs to, by its words.

Each entry of a list counts once when it stands in the question as a whole word or phrase; longer entries do not hide
the shorter ones inside them. Both bodies of law present: a conflict when a conflict word stands there or at least two
adat words do, else a consensus. Otherwise the larger count decides, and a tie is a consensus (L-39, L-40).
A hint of the caller wins over the words (L-09).
"""

from typing import Literal

from moot.policies.language import words
from moot.state.base import Confidence, Value
from moot.state.budget import Count
from moot.state.facts import Fact, state_fact

DomainLabel = Literal["pure_national", "pure_adat", "conflict", "consensus"]

_HEURISTIC_CONFIDENCE = 0.65
"""How sure the word count is of itself (L-40)."""

_NATIONAL = (
    "kuhperdata",
    "perdata",
    "hukum nasional",
    "yurisprudensi",
    "mahkamah agung",
    "putusan",
    "perjanjian",
    "wanprestasi",
    "gono-gini",
    "harta bersama",
)
_ADAT = (
    "adat",
    "minangkabau",
    "bali",
    "jawa",
    "pusako",
    "mamak",
    "kemenakan",
    "ulayat",
    "banjar",
    "sentana",
    "drue",
    "drue tengah",
)
_CONFLICT = ("konflik", "bertentangan", "vs", "versus", "bertabrakan", "pluralisme")

_NATIONAL_ELSEWHERE = (
    *("national law", "civil code", "supreme court", "case law"),
    *("direito nacional", "codigo civil", "supremo tribunal", "jurisprudencia"),
)
_ADAT_ELSEWHERE = ("customary law", "direito consuetudinario")
_CONFLICT_ELSEWHERE = ("conflict", "conflito")
"""The same in the other languages moot speaks; L-39 lists the Indonesian ones."""

_LABELS: dict[str, DomainLabel] = {
    "pure_national": "pure_national",
    "pure_adat": "pure_adat",
    "conflict": "conflict",
    "consensus": "consensus",
    "national": "pure_national",
    "adat": "pure_adat",
}


class Domain(Value):
    """The label of a question, the counts behind it, and who gave it (L-38, L-40)."""

    label: DomainLabel
    national: Count = 0
    adat: Count = 0
    conflict: Count = 0
    confidence: Confidence
    method: Literal["hint", "heuristic"]
    reason: Fact

    @property
    def scores(self) -> dict[str, int]:
        """Give the three counts by name."""
        return {"national": self.national, "adat": self.adat, "conflict": self.conflict}


def classify_domain(question: str, hint: str | None = None) -> Domain:
    """Find the body of law a question belongs to; a known hint of the caller wins (L-09, L-39)."""
    listed = words(question)
    national, adat, conflict = (
        _count(listed, (*entries, *elsewhere))
        for entries, elsewhere in (
            (_NATIONAL, _NATIONAL_ELSEWHERE),
            (_ADAT, _ADAT_ELSEWHERE),
            (_CONFLICT, _CONFLICT_ELSEWHERE),
        )
    )
    hinted = read_label(hint) if hint else None
    counted = state_fact("route.counted", national=national, adat=adat, conflict=conflict)
    return Domain(
        label=hinted or _decide_label(national, adat, conflict),
        national=national,
        adat=adat,
        conflict=conflict,
        confidence=1.0 if hinted else _HEURISTIC_CONFIDENCE,
        method="hint" if hinted else "heuristic",
        reason=state_fact("route.hinted") if hinted else counted,
    )


def read_label(text: str) -> DomainLabel | None:
    """Read a label written with blanks, dashes or underscores (X-56f); None when nobody knows it."""
    return _LABELS.get("_".join(words(text.replace("_", " "))))


def _decide_label(national: int, adat: int, conflict: int) -> DomainLabel:
    """Choose the label that three word counts stand for (L-40)."""
    if adat > 0 and national > 0:
        return "conflict" if conflict > 0 or adat >= 2 else "consensus"
    if adat == national:
        return "consensus"
    return "pure_adat" if adat > national else "pure_national"


def _count(listed: tuple[str, ...], entries: tuple[str, ...]) -> int:
    text = f" {' '.join(listed)} "
    return sum(f" {' '.join(words(entry))} " in text for entry in entries)
