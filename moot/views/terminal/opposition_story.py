"""Tells what stood against what in a debate: answers, norms, and who accepts a ruling."""

from collections.abc import Iterator

from moot.catalogue import say
from moot.views.lines import bullets, hang
from moot.views.result import Result
from moot.views.wording import say_literal
from moot.views.wording.disputes import (
    list_last_acceptances,
    say_acceptance,
    say_dispute,
    say_norm_state,
    say_norm_ways,
    say_sides,
    say_treatments,
)
from moot.views.wording.figures import say_count


def tell_conflicts(result: Result) -> Iterator[str]:
    """Tell who stood against whom, and how it ended."""
    report = result.conflict_report
    if report is None:
        return
    if not report.conflicts:
        yield say("story.no_conflicts")
        return
    yield say("story.conflicts", n=len(result.disputes), pairs=say_count(report.total_conflicts, "pairs"))
    for number, each in enumerate(result.disputes, start=1):
        yield from hang(f"  {number}. {say('story.severity', severity=say_literal(each.severity))}: ", say_sides(each))
        for text in say_dispute(each):
            yield from hang("     ", text)
    decided = dict.fromkeys(
        (each.resolver_agent, each.final_decision, each.accepted)
        for each in result.consensus_results or ()
        if each.final_decision != result.decision
    )
    for who, decision, accepted in decided:
        yield from hang(f"  {say('story.ruled' if accepted else 'story.not_ruled', who=who)}: ", decision)


def tell_acceptances(result: Result) -> Iterator[str]:
    """Tell what the parties said of the ruling."""
    said = list_last_acceptances(result)
    if said:
        yield f"{say('story.acceptances')}:"
        yield from bullets((*say_treatments(result), *map(say_acceptance, said)))


def tell_norms(result: Result) -> Iterator[str]:
    """Tell the conflicts between bodies of law, how each side resolves them, and what the other said of that."""
    for each in result.norm_conflicts:
        yield from hang(f"{say_norm_state(each)} ", each.text)
        for head, text in say_norm_ways(each):
            yield from hang(f"  {head} ", text)
