"""Says why a debate could not be held: what the question lacks, or what kept the agents from answering."""

from collections.abc import Iterator

from moot.views.result import Result
from moot.views.wording.names import say_decider


def find_failures(result: Result) -> Iterator[str]:
    """Find why the agents gave no answer that can be used, each reason once, in their own words."""
    errors = [each.error for each in result.positions if each.error]
    if result.rca is not None:
        errors += map(str, result.rca.warnings)
    elif result.refinement is not None and not errors:
        errors.append(result.refinement.justification)
    yield from dict.fromkeys(errors)


def say_failure(result: Result) -> str:
    """Say in one line why a debate failed; empty when it did not, or when nobody knows."""
    if result.status != "failed":
        return ""
    if result.decider.startswith("checklist"):
        return say_decider(result)
    return next(find_failures(result), "")
