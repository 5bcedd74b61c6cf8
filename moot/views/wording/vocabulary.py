"""Says the closed vocabularies of a debate in words people read, in answers, stories and reports alike."""

from typing import Literal, assert_never

from moot.catalogue import SOURCE_LANGUAGE, current_translator, say, speak
from moot.policies.agreement import find_subject
from moot.state.audit import Audit
from moot.state.findings import BreakerReason, RoundKind, Target
from moot.state.outcome import OutcomeStatus
from moot.state.protocol import Route, Seat
from moot.views.result import Result

_ACTORS = frozenset(
    {
        "synthesizer", "supervisor", "judge", "comparer", "mediator", "auditor", "verifier", "router", "system",
        "council_critic", "council_advocate", "council_synthesizer", "council_resolution",
    }
)  # fmt: skip
"""Who takes part and is no seat of a profile."""
_DECIDERS = ("deterministic", "council", "judge", "synthesizer", "supervisor", "methodologist", "mediator")


def say_status(status: OutcomeStatus) -> str:
    """Say how a debate stands."""
    return say(f"word.status.{status}")


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


def say_label(label: str) -> str:
    """Say which body of law prevails by a supervisor's label (L-47)."""
    return current_translator().word("word.label", label)


def name_actor(name: str) -> str:
    """Name an actor of a debate: a seat by its id, which is a name, and a role of moot's own by its word."""
    return current_translator().word("word.actor", name) if name in _ACTORS else name


def say_profile(written: str, part: Literal["title", "description"], profile: str) -> str:
    """Say the title or description of a profile; one that somebody wrote for their own stays as it is."""
    return _say_as_written(f"profile.{part}.{profile.replace('-', '_')}", written)


def say_seat_title(seat: Seat) -> str:
    """Say what a seat is called; a title that somebody wrote for their own profile stays as it is."""
    return _say_as_written(f"profile.seat.{seat.id}", seat.title)


def _say_as_written(code: str, written: str) -> str:
    return say(code) if written and speak(SOURCE_LANGUAGE)(code) == written else written


def say_aspect(aspect: str) -> str:
    """Say which aspect of a question a gap is about."""
    return current_translator().word("word.aspect", aspect)


def say_seat(seat: str) -> str:
    """Say a seat's name: CFO, Log focused, KG focused; a role is named by its word."""
    if seat in _ACTORS:
        return capital(name_actor(seat))
    first, *rest = seat.replace("_", " ").split() or [seat]
    short = len(first) <= (2 if rest else 3)
    return " ".join((first.upper() if short else capital(first), *rest))


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


def say_audit(audit: Audit) -> str:
    """Say what came of the probe of an agreement that came at once."""
    match audit.outcome:
        case "pending" | "reopened" | "unanswered":
            return say(f"audit.is.{audit.outcome}")
        case "upheld":
            return say("audit.is.upheld_with_objection" if audit.evidence else "audit.is.upheld")
        case _:
            assert_never(audit.outcome)


def capital(words: str) -> str:
    """Give a text a capital first letter."""
    return words[:1].upper() + words[1:]


def say_decider(result: Result) -> str:
    """Say who decided, as the end of a sentence; empty when nobody did."""
    name, _, detail = result.decider.partition(": ")
    if name in ("", "nobody"):
        return ""
    if name == "human":
        return detail or say("word.role.human")
    if name == "checklist":
        return detail
    return say(f"word.role.{name}") if name in _DECIDERS else say_seat(name)


def name_measure(strategy: str) -> str:
    """Name what the rounds are measured by: some strategies also end where the seats do not agree (R-24, L-23)."""
    return say("word.measure.convergence" if not measures_agreement(strategy) else "word.measure.agreement")


def measures_agreement(strategy: str) -> bool:
    """Tell whether a strategy measures how far the seats agree."""
    return find_subject(strategy) not in ("hypotheses", "critiques")


def say_stop(result: Result) -> str:
    """Say why the debate ended, as the end of a sentence; empty when it has not."""
    if result.stop_reason == "converged" and result.route == "refine" and result.synthesis is None:
        return say("word.stop.methodologist")
    if result.stop_reason == "converged" and find_subject(result.strategy) == "critiques":
        major = sum(each.severity == "MAJOR" for each in result.critiques if not each.resolved)
        return say("word.stop.major_left", n=major) if major else say("word.stop.none_left")
    return say(f"word.stop.{result.stop_reason}") if result.stop_reason else ""


def say_moment(stamp: str | None) -> str:
    """Say a point in time, in UTC; what cannot be read stays as it is."""
    return current_translator().moment(stamp)
