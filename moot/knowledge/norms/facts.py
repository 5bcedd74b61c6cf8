"""Finds the facts of a legal question that the rules can use: communities, property, who claims, what it is about.

A fact is found when one of its words or phrases stands in the question, in Indonesian or in English. Nothing else ever
reaches the rule engine: the facts are a closed list, so no question can write rules of its own.
"""

from collections.abc import Iterable

from moot.policies.language import words
from moot.policies.routing import DomainLabel

Fact = str
"""An atom such as `asset(pusako_tinggi)`."""

_PHRASES: dict[Fact, tuple[str, ...]] = {
    "community(minangkabau)": ("minangkabau", "minang", "sumatera barat", "west sumatra"),
    "community(bali)": ("bali", "balinese"),
    "community(jawa)": ("jawa", "java", "javanese"),
    "topic(inheritance)": (
        *("waris", "warisan", "mewaris", "mewarisi", "diwariskan", "pewarisan", "pewaris", "ahli waris"),
        *("inherit", "inherits", "inheritance", "heir", "heirs", "estate"),
    ),
    "asset(pusako_tinggi)": ("pusako tinggi", "pusaka tinggi", "high ancestral property"),
    "asset(pusako_rendah)": ("pusako rendah", "pusaka rendah", "harta pencaharian", "low ancestral property"),
    "asset(ulayat)": ("ulayat", "tanah ulayat"),
    "asset(druwe_tengah)": ("druwe tengah", "drue tengah"),
    "asset(gono_gini)": ("gono gini", "gono-gini", "harta bersama", "marital property", "joint property"),
    "asset(asal)": ("harta asal", "harta bawaan", "gawan"),
    "claimant(daughter)": ("anak perempuan", "putri", "daughter", "daughters"),
    "claimant(son)": ("anak laki laki", "anak lelaki", "putra", "son", "sons"),
    "claimant(child)": ("anak", "anak anak", "anaknya", "child", "children"),
    "claimant(nephew)": ("kemenakan", "keponakan", "nephew", "nephews", "niece", "nieces"),
    "claimant(widow)": ("janda", "istri", "isteri", "widow", "wife"),
    "claimant(widower)": ("duda", "suami", "widower", "husband"),
    "line(mother)": ("ibu", "ibunya", "mother"),
    "status(sentana)": ("sentana", "sentana rajeg"),
    "custom(sepikul_segendongan)": ("sepikul segendongan", "dua banding satu", "two to one"),
    "custom(dundum_kupat)": ("dundum kupat",),
    "matter(child_marriage)": (
        *("usia perkawinan", "usia nikah", "umur perkawinan", "perkawinan anak", "pernikahan anak", "pernikahan dini"),
        *("di bawah umur", "child marriage", "marriage age", "underage marriage"),
    ),
    "matter(adoption)": ("adopsi", "pengangkatan anak", "anak angkat", "mengangkat anak", "adoption", "adopted child"),
    "matter(registry)": (
        "akta kelahiran",
        "catatan sipil",
        "pencatatan perkawinan",
        "civil registry",
        "birth certificate",
    ),
    "matter(polygamy)": ("poligami", "beristri lebih dari", "istri kedua", "polygamy", "second wife"),
}

_SYSTEMS: dict[DomainLabel, tuple[Fact, ...]] = {
    "pure_national": ("system(national)",),
    "pure_adat": ("system(adat)",),
    "conflict": ("system(adat)", "system(national)"),
    "consensus": ("system(adat)", "system(national)"),
}
_KNOWN_FACTS = frozenset(_PHRASES) | {"system(adat)", "system(national)"}


def find_facts(question: str, domain: DomainLabel) -> tuple[Fact, ...]:
    """List the facts of a question and the bodies of law it is about."""
    text = f" {' '.join(words(question))} "
    found = [
        fact for fact, phrases in _PHRASES.items() if any(f" {' '.join(words(each))} " in text for each in phrases)
    ]
    return (*_SYSTEMS[domain], *_drop_implied(found))


def _drop_implied(found: list[Fact]) -> list[Fact]:
    """Drop a child of unknown sex beside a son or a daughter, or beside an adopted child, who is no claimant."""
    exact = {"claimant(son)", "claimant(daughter)"} & set(found)
    return [fact for fact in found if fact != "claimant(child)" or not (exact or "matter(adoption)" in found)]


def check_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Keep the facts the rules know, each once, in order; anything else never reaches the engine."""
    return tuple(dict.fromkeys(fact for fact in facts if fact in _KNOWN_FACTS))
