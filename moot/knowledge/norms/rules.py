"""The rule engine for law: answer set programming (clingo), one file of rules per body of law (L-43).

What the rules derive for a question becomes evidence that agents cite by the rule's id. An atom that contains the word
`conflict` marks a conflict of norms, which keeps a debate open until somebody says how it is resolved (L-22, W-L16).
Without clingo, and when a rule file is wrong, a debate goes on without rules and says so.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, NamedTuple

from moot.errors import UsageError
from moot.knowledge.norms.facts import Fact, check_facts, find_facts
from moot.policies.language import Language, guess_language
from moot.policies.routing import Label, classify_domain, read_label
from moot.state.evidence import Evidence

NATIONAL, SHARED = "nasional", "pluralisme"
COMMUNITIES = ("minangkabau", "bali", "jawa")
_RULE = re.compile(r'^rule\("([A-Z]+-\d+)"', re.MULTILINE)
MISSING = "no rules were applied: the rule engine needs an extra; install it with: pip install 'moot[legal]'"


class Derived(NamedTuple):
    """What one rule says of a question."""

    rule_id: str
    kind: str
    """What the rule is about: lineage, asset_classification, heir_priority, ..."""
    english: str
    indonesian: str
    atoms: tuple[str, ...]
    file: str


def is_available() -> bool:
    """Tell whether the rule engine is installed."""
    return find_spec("clingo") is not None


def derive(
    question: str, facts: Iterable[Fact] = (), domain: Label | None = None, language: Language | None = None
) -> list[Evidence]:
    """Apply the rules to a question: every rule that says something becomes citable evidence under its id."""
    label = domain or classify_domain(question).label
    given = check_facts((*find_facts(question, label), *facts))
    spoken = language or guess_language(question)
    return [_cite(each, spoken) for each in solve(given)]


def consult_rules(
    question: str, label: str | None, language: Language, known: Iterable[str]
) -> tuple[list[Evidence], str]:
    """Apply the rules for a debate: the new evidence, and a note when they could not be applied. It never fails."""
    if not is_available():
        return [], MISSING
    domain = read_label(label) if label else None
    try:
        found = derive(question, domain=domain, language=language)
    except (UsageError, OSError) as error:
        return [], f"no rules were applied: {error}"
    taken = set(known)
    return [each for each in found if each.id not in taken], ""


def _cite(found: Derived, language: Language) -> Evidence:
    text = found.indonesian if language == "id" else found.english
    return Evidence(
        id=found.rule_id,
        kind="rule",
        text=f"{text} [{'; '.join(found.atoms)}]",
        locator=f"{found.file}.lp, {found.kind}, not verified by an expert",
    )


@lru_cache(maxsize=256)
def solve(facts: tuple[Fact, ...]) -> tuple[Derived, ...]:
    """Run the rules of every body of law the facts name, and sort what they derive by rule."""
    names = [NATIONAL, *(name for name in COMMUNITIES if f"community({name})" in facts), SHARED]
    told: list[str] = []
    try:
        atoms = _run(names, facts, told)
    except RuntimeError as error:
        raise UsageError(f"rules: {told[0] if told else error}; repair the file in moot/knowledge/norms") from error
    homes = _homes(tuple(names))
    records = {symbol.arguments[0].string: symbol.arguments for symbol in atoms if symbol.match("rule", 4)}
    by_rule: dict[str, set[str]] = {}
    for symbol in atoms:
        if symbol.match("derived", 2):
            by_rule.setdefault(symbol.arguments[0].string, set()).add(str(symbol.arguments[1]))
    return tuple(
        Derived(
            rule_id=rule_id,
            kind=str(records[rule_id][1]),
            english=records[rule_id][2].string,
            indonesian=records[rule_id][3].string,
            atoms=tuple(sorted(by_rule[rule_id])),
            file=homes[rule_id],
        )
        for rule_id in sorted(by_rule)
    )


def _run(names: Iterable[str], facts: Iterable[Fact], told: list[str]) -> list[Any]:
    try:
        import clingo
    except ImportError as error:
        raise UsageError(MISSING) from error
    control = clingo.Control(logger=lambda _, message: told.append(" ".join(message.split())))
    program = "\n".join([*map(read_rules, names), *(f"{fact}." for fact in facts)])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as solutions:
        return [symbol for model in solutions for symbol in model.symbols(shown=True)]


@lru_cache(maxsize=8)
def read_rules(name: str) -> str:
    """The rules of one body of law."""
    return (files("moot.knowledge.norms") / f"{name}.lp").read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def _homes(names: tuple[str, ...]) -> dict[str, str]:
    """Which file each rule stands in."""
    return {rule_id: name for name in names for rule_id in _RULE.findall(read_rules(name))}
