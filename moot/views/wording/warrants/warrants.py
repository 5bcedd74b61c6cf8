"""Says why a debate has its status: what a decision needed, what was met, and who did not answer."""

from collections.abc import Iterator
from functools import cache

from moot.catalogue import CATALOGUE_LANGUAGES, current_translator, say, speak
from moot.policies.verdict.warrant import NOT_APPLYING
from moot.state.base import Texts
from moot.state.warrant import Condition, Warrant
from moot.views.result import Result


def list_conditions(warrant: Warrant | None) -> tuple[Condition, ...]:
    """List the conditions that apply: those that were needed, and those that were judged and only reported."""
    conditions = warrant.conditions if warrant else ()
    return tuple(each for each in conditions if each.needed or str(each.detail) not in _list_unused())


@cache
def _list_unused() -> frozenset[str]:
    """List how each language says that a condition does not apply."""
    return frozenset(speak(language).tell(NOT_APPLYING) for language in CATALOGUE_LANGUAGES)


def name_condition_id(condition: Condition) -> str:
    """Name a condition in a word."""
    return current_translator().word("word.condition", condition.id)


def say_condition(condition: Condition) -> str:
    """Say what a condition asks for, as a sentence."""
    return say(f"warrant.asks.{condition.id}")


def _find_first_unmet(warrant: Warrant | None) -> Condition | None:
    """Find the condition that a headline names: that somebody has to look says nothing where something else is why."""
    unmet = warrant.unmet if warrant else ()
    return next((each for each in unmet if each.id != "reviewed"), unmet[0] if unmet else None)


def say_unmet(warrant: Warrant | None, *, gaps_below: bool = False, named: bool = False) -> str:
    """Say which needed condition failed first, as a clause; gaps that are listed below are not told here too.

    `named` says it as a reason to ask somebody does.
    """
    first = _find_first_unmet(warrant)
    if first is None:
        return ""
    if gaps_below and first.id == "filled":
        return say("warrant.not_met_gaps", condition=first.id)
    return say("warrant.named" if named else "warrant.not_met", condition=first.id, detail=first.detail)


def say_met(condition: Condition) -> str:
    """Say whether a condition is met."""
    if condition.met and condition.accepted_by is not None:
        return say("warrant.is_taken_on", who=_name_person(condition))
    return say("warrant.is_met" if condition.met else "warrant.is_not_met")


def _name_person(condition: Condition) -> str:
    return condition.accepted_by or say("word.role.human")


def say_standing(condition: Condition) -> str:
    """Say of a condition whether it was needed and whether it is met."""
    needed = say("warrant.is_needed" if condition.needed else "warrant.is_reported")
    return say("warrant.standing", condition=name_condition_id(condition), needed=needed, met=say_met(condition))


def say_warrant(warrant: Warrant, *, gaps_below: bool = False, headed: bool = False) -> Iterator[str]:
    """Say what was needed and what was met, in a few lines.

    Gaps that are listed below are not told here too; `headed` where the headline says why one of the conditions fails.
    """
    applying = list_conditions(warrant)
    met = [name_condition_id(each) for each in applying if each.needed and each.met and each.accepted_by is None]
    named = ", ".join(met) or say("warrant.nothing")
    yield say("warrant.complete_with" if warrant.complete else "warrant.incomplete_with", met=named)
    for each in applying:
        if each.accepted_by is None:
            continue
        if gaps_below and each.id == "filled":
            yield say("warrant.taken_on_gaps", who=_name_person(each), condition=each.id)
        else:
            yield say("warrant.taken_on", who=_name_person(each), condition=each.id, detail=each.detail)
    first = _find_first_unmet(warrant)
    for each in warrant.unmet:
        if gaps_below and each.id == "filled":
            yield say("warrant.needed_not_met_gaps", condition=each.id)
        elif headed and each == first:
            yield say("warrant.needed_not_met_above", condition=each.id)
        else:
            yield say("warrant.needed_not_met", condition=each.id, detail=each.detail)
    for each in applying:
        if not each.needed and not each.met:
            yield say("warrant.only_reported", condition=each.id, detail=each.detail)


def find_missing_seats(result: Result) -> Texts:
    """Find who did not answer the last time they were asked; nobody in a debate without a warrant."""
    if result.warrant is None:
        return ()
    answered: dict[str, bool] = {}
    for record in sorted(result.rounds, key=lambda record: record.number):
        answered |= dict.fromkeys(record.responded, True) | dict.fromkeys((*record.timed_out, *record.failed), False)
    return tuple(seat for seat, spoke in answered.items() if not spoke)
