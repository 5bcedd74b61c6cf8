"""Words what was found of claims: the verdict with what the source says, the arithmetic behind a figure, the counts."""

import re
from collections.abc import Iterable

from moot.catalogue import say
from moot.state.evidence import ClaimVerdict, Verdict
from moot.views.wording.figures import say_count, say_number
from moot.views.wording.vocabulary import say_literal

_VERDICTS: tuple[Verdict, ...] = ("supported", "unsupported", "unknown")
_YEARS = range(1900, 2100)
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def say_verdict(found: ClaimVerdict) -> str:
    """Say a verdict; a claim whose source says otherwise is told apart from one of which it says nothing."""
    contradicted = found.verdict == "unsupported" and (found.overruled or found.source_says) == "contradicted"
    return say_literal("contradicted" if contradicted else found.verdict)


def say_judged(found: ClaimVerdict, assumptions: Iterable[str]) -> str:
    """Say a verdict with what the claim assumes: one that is supported stands only if that holds."""
    held = tuple(each.strip() for each in assumptions if each.strip())
    if found.verdict == "unsupported" or not held:
        return say_verdict(found)
    return say("claim.supported_if", verdict=say_verdict(found), assumptions=held)


def say_reckoning(step: str) -> str:
    """Say how a figure follows, the figure first: 1,354,500 = (3,420 - 2,790) × 2,150."""
    sum_, _, result = step.rpartition(" = ")
    among = [_is_year(each) for each in _NUMBER.findall(sum_)]
    # 2011 + 12 = 2023 tells a year, 2023 - 2011 = 12 how many lie between two.
    years = any(among) and (_is_year(result) or all(among))

    def write(found: re.Match[str]) -> str:
        # What goes into a sum is written as it was used, or the equation would be false; what comes out is rounded.
        return found[0] if years and _is_year(found[0]) else say_number(float(found[0]), _count_places(found[0]))

    def round_off(found: re.Match[str]) -> str:
        value = float(found[0])
        # Two places make nothing of a small figure: 0.0315 is not 0.03.
        places = _count_places(f"{value:.3g}") if 0 < abs(value) < 1 else None
        return found[0] if years and _is_year(found[0]) else say_number(value, places)

    shown = _NUMBER.sub(round_off, result) + (f" = {_NUMBER.sub(write, sum_)}" if sum_ else "")
    return shown.replace(" * ", " × ").replace(" - ", " − ")


def _count_places(number: str) -> int | None:
    """Count the places behind the point of a number as it was used; None where it is written by powers of ten."""
    return None if "e" in number else len(number.partition(".")[2])


def _is_year(number: str) -> bool:
    """Say whether a number may be a year: those are written without marks between their digits."""
    return number.isdigit() and int(number) in _YEARS


def count_verdicts(claims: Iterable[ClaimVerdict]) -> list[str]:
    """Count the claims by verdict, every verdict that occurs: the counts add up to all of them."""
    listed = [each.verdict for each in claims]
    return [say_count(listed.count(each), each) for each in _VERDICTS if each in listed]
