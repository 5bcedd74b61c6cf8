"""Applies the rules of law to a question by answer set programming (clingo), one rule file per body of law (L-43).

What the rules derive for a question becomes evidence that agents cite by the rule's id. An atom that contains the word
`conflict` marks a conflict of norms, which keeps a debate open until somebody says how it is resolved (L-22, W-L16).
Each rule says from which passages of the question it follows, and that no expert has verified it. Without clingo, and
when a rule file is wrong, a debate goes on without rules and says so.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

from moot.catalogue import speak
from moot.errors import UsageError
from moot.knowledge.norms.facts import FactFinding, LegalFact, check_facts, find_facts
from moot.policies.language import Language, guess_language
from moot.state.evidence import Evidence

_NATIONAL, _SHARED = "nasional", "pluralisme"
_COMMUNITIES = ("minangkabau", "bali", "jawa")
_LANGUAGES: tuple[Language, ...] = ("en", "id", "pt")
"""The languages of what a rule means, in the order of its arguments."""
_RULE_ID = re.compile(r'^rule\("([A-Z]+-\d+)"', re.MULTILINE)
_ARGUMENT = re.compile(r"[a-z_]+")
_PREDICATE = re.compile(r"\b([a-z_]+)\(")
_UNNAMED = frozenset({"topic", "line", "status", "custom", "matter"})
"""Facts that a rule needs and its conclusion does not name."""
_MEANINGS = {
    "child": ("children", "anak", "filhos"),
    "son": ("sons", "anak laki-laki", "filhos homens"),
    "daughter": ("daughters", "anak perempuan", "filhas"),
    "nephew": ("nephews and nieces", "kemenakan", "sobrinhos"),
    "widow": ("widow", "janda, istri", "viúva"),
    "widower": ("widower", "duda, suami", "viúvo"),
    "estate": ("estate, inheritance", "harta warisan", "herança, espólio"),
    "shares": ("shares of the inheritance", "bagian warisan", "partes da herança"),
    "marriage_age": ("marriage age", "usia perkawinan", "idade para casar"),
    "adoption_decree": ("adoption", "pengangkatan anak", "adoção"),
    "civil_registry": ("civil registry", "catatan sipil", "registro civil"),
    "polygamy_permission": (
        "polygamy, permission of the court",
        "poligami, izin pengadilan",
        "poligamia, autorização judicial",
    ),
    "nasional": ("national law, civil code", "hukum nasional, KUHPerdata", "direito nacional, código civil"),
    "minangkabau": ("Minangkabau custom", "adat Minangkabau", "costume Minangkabau"),
    "bali": ("Balinese custom", "adat Bali", "costume balinês"),
    "jawa": ("Javanese custom", "adat Jawa", "costume javanês"),
    "pusako_tinggi": ("pusako tinggi",) * 3,
    "pusako_rendah": ("pusako rendah",) * 3,
    "druwe_tengah": ("druwe tengah",) * 3,
    "gono_gini": ("property of the marriage", "harta bersama", "bens do casamento"),
    "asal": ("property brought into the marriage", "harta asal", "bens trazidos ao casamento"),
}
"""What the arguments of a conflict mean, in the languages of a rule."""
_ENGINE_MISSING = "no rules were applied: the rule engine needs an extra; install it with: pip install 'moot[legal]'"


class _DerivedRule(NamedTuple):
    """Holds what one rule says of a question."""

    rule_id: str
    kind: str
    """What the rule is about: lineage, asset_classification, heir_priority, ..."""
    texts: Mapping[Language, str]
    """What the rule means, by language."""
    atoms: tuple[str, ...]
    file: str


def _is_engine_installed() -> bool:
    """Tell whether the rule engine is installed."""
    return find_spec("clingo") is not None


def _derive_evidence(
    question: str, facts: Iterable[LegalFact] = (), language: Language | None = None
) -> list[Evidence]:
    """Apply the rules to a question: every rule that says something becomes citable evidence under its id."""
    read = find_facts(question)
    spoken = language or guess_language(question)
    return [_cite_rule(each, spoken, read) for each in _solve(check_facts((*read.atoms, *facts)))]


def consult_rules(question: str, language: Language, known: Iterable[str]) -> tuple[list[Evidence], str]:
    """Apply the rules for a debate: the new evidence, and a note when they could not be applied. It never fails."""
    if not _is_engine_installed():
        return [], _ENGINE_MISSING
    try:
        found = _derive_evidence(question, language=language)
    except (UsageError, OSError) as error:
        return [], speak(language)("law.none_applied", error=str(error))
    taken = set(known)
    return [each for each in found if each.id not in taken], ""


def _cite_rule(found: _DerivedRule, language: Language, read: FactFinding) -> Evidence:
    meant = _explain_conflict(found.atoms, language)
    return Evidence(
        id=found.rule_id,
        kind="rule",
        text=f"{found.texts[language]} [{'; '.join(found.atoms)}{meant}]",
        locator=speak(language)("law.locator", file=f"{found.file}.lp", kind=found.kind),
        note=_tell_origin(found, language, read),
        verified=False,
    )


def _tell_origin(found: _DerivedRule, language: Language, read: FactFinding) -> str:
    """Say from which passages a rule follows, and that nobody has verified it."""
    used = _list_predicates(found.file).get(found.rule_id, frozenset())
    named = set(_ARGUMENT.findall(" ".join(found.atoms)))
    facts = [each for each in read.found if _is_used(each.fact, used, named)]
    if not facts and "topic" in used:
        # Who claims which property makes it a matter of inheritance, also where the conclusion names neither.
        facts = [each for each in read.found if each.fact.startswith(("asset(", "claimant(", "custom("))]
    denied = [each for each in read.denied if _is_used(each.fact, used, named)]
    spans = "; ".join(dict.fromkeys(f"«{each.span}»" for each in (*facts, *denied)))
    return speak(language)("law.unverified_read" if spans else "law.unverified", spans=spans)


def _is_used(fact: LegalFact, used: frozenset[str], named: set[str]) -> bool:
    name, _, argument = fact.rstrip(")").partition("(")
    return name in used and (argument in named or name in _UNNAMED)


def _explain_conflict(atoms: Iterable[str], language: Language) -> str:
    """Write what a conflict is about in words, so that an answer can speak of it."""
    conflicts = " ".join(atom for atom in atoms if atom.startswith("conflict"))
    place = _LANGUAGES.index(language)
    told = [_MEANINGS[each][place] for each in dict.fromkeys(_ARGUMENT.findall(conflicts)) if each in _MEANINGS]
    return f": {', '.join(told)}" if told else ""


@lru_cache(maxsize=256)
def _solve(facts: tuple[LegalFact, ...]) -> tuple[_DerivedRule, ...]:
    """Run the rules of every body of law the facts name, and sort what they derive by rule."""
    names = [_NATIONAL, *(name for name in _COMMUNITIES if f"community({name})" in facts), _SHARED]
    told: list[str] = []
    try:
        atoms = _run_clingo(names, facts, told)
    except RuntimeError as error:
        raise UsageError(f"rules: {told[0] if told else error}; repair the file in moot/knowledge/norms") from error
    homes = _find_rule_files(tuple(names))
    records = {symbol.arguments[0].string: symbol.arguments for symbol in atoms if symbol.match("rule", 5)}
    by_rule: dict[str, set[str]] = {}
    for symbol in atoms:
        if symbol.match("derived", 2):
            by_rule.setdefault(symbol.arguments[0].string, set()).add(str(symbol.arguments[1]))
    return tuple(
        _DerivedRule(
            rule_id=rule_id,
            kind=str(records[rule_id][1]),
            texts={language: text.string for language, text in zip(_LANGUAGES, records[rule_id][2:], strict=True)},
            atoms=tuple(sorted(by_rule[rule_id])),
            file=homes[rule_id],
        )
        for rule_id in sorted(by_rule)
    )


def _run_clingo(names: Iterable[str], facts: Iterable[LegalFact], told: list[str]) -> list[Any]:
    try:
        import clingo
    except ImportError as error:
        raise UsageError(_ENGINE_MISSING) from error
    control = clingo.Control(logger=lambda _, message: told.append(" ".join(message.split())))
    program = "\n".join([*map(_read_rules, names), *(f"{fact}." for fact in facts)])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as solutions:
        return [symbol for model in solutions for symbol in model.symbols(shown=True)]


@lru_cache(maxsize=8)
def _read_rules(name: str) -> str:
    """Read the rules of one body of law."""
    return (files("moot.knowledge.norms") / f"{name}.lp").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def _find_rule_files(names: tuple[str, ...]) -> dict[str, str]:
    """Find the file in which each rule stands."""
    return {rule_id: name for name in names for rule_id in _RULE_ID.findall(_read_rules(name))}


@lru_cache(maxsize=8)
def _list_predicates(name: str) -> dict[str, frozenset[str]]:
    """List by rule which facts its bodies speak of; what a property concerns is a property."""
    found: dict[str, frozenset[str]] = {}
    for statement in re.split(r"\.\s*\n", _read_rules(name)):
        head = re.match(r'(?:%.*\n|\s)*derived\("([A-Z]+-\d+)"', statement)
        if head and ":-" in statement:
            body = set(_PREDICATE.findall(statement.partition(":-")[2]))
            body |= {"asset", "topic"} if "concerns" in body else set()
            body |= {"claimant", "asset", "community"} if "derived" in body else set()
            found[head[1]] = found.get(head[1], frozenset()) | body
    return found
