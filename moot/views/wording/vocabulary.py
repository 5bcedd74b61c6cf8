"""Says the closed vocabularies of a debate in words people read, in answers, stories and reports alike."""

from moot.catalogue import current_translator, say
from moot.policies.agreement import find_subject
from moot.state.findings import BreakerReason, RoundKind, Target
from moot.state.protocol import Route
from moot.views.result import Result


def say_status(result: Result) -> str:
    """Say how a debate stands; of a decided refinement, that its question is approved: nobody has answered it."""
    if result.status == "decided" and result.refinement is not None and result.route == "refine":
        return say("word.status.approved_question")
    return say(f"word.status.{result.status}")


def say_breaker(reason: BreakerReason) -> str:
    """Say which limit stopped a debate, as a sentence."""
    return say(f"word.breaker.{reason}")


def say_kind(kind: RoundKind) -> str:
    """Say what a round was for."""
    return say(f"word.kind.{kind}")


def say_route(route: Route) -> str:
    """Say which way a question took."""
    return say(f"word.route.{route}")


def say_target(target: Target) -> str:
    """Say who has to look."""
    return say(f"word.target.{target}")


def say_label(label: str, *, conflict: bool | None = None) -> str:
    """Say which body of law prevails by a supervisor's label, and whether the two differ where both do (L-47)."""
    if label == "C" and conflict is False:
        return say("word.label.C_alike")
    return current_translator().word("word.label", label)


def say_aspect(aspect: str) -> str:
    """Say which aspect of a question a gap is about."""
    return current_translator().word("word.aspect", aspect)


def say_literal(word: str | None) -> str:
    """Say a word of a closed vocabulary as people write it: evidence gap."""
    return current_translator().word("word.literal", (word or "").lower())


def say_word(group: str, name: str) -> str:
    """Say a word of a closed set of the catalogue."""
    return current_translator().word(group, name)


def say_flag(flag: str) -> str:
    """Say what a mark means; a literal of the protocols stays as it is (D-80), another is shown without underscores."""
    name, _, detail = flag.partition(":")
    if name == "fallback_model":
        return say("word.flag.fallback_model", model=detail)
    if name == "resolution_lacks":
        return say("word.flag.resolution_lacks", part=current_translator().word("word.lacks", detail))
    return current_translator().word("word.flag", flag)


def capital(words: str) -> str:
    """Give a text a capital first letter."""
    return words[:1].upper() + words[1:]


def say_stop(result: Result) -> str:
    """Say why the debate ended, as the end of a sentence; empty when it has not."""
    if result.rca is not None and result.rca.no_incident and result.stop_reason == "consensus":
        return say("cause.stop.no_incident")
    if result.stop_reason == "converged" and result.route == "refine" and result.synthesis is None:
        return say("word.stop.methodologist")
    if result.stop_reason == "converged" and find_subject(result.strategy) == "critiques":
        major = sum(each.severity == "MAJOR" for each in result.critiques if not each.resolved)
        return say("word.stop.major_left", n=major) if major else say("word.stop.none_left")
    if result.stop_reason == "converged" and not all(each.argued_in for each in result.disputes):
        return say("word.stop.seen_late")
    return say(f"word.stop.{result.stop_reason}") if result.stop_reason else ""
