"""Tells in the story what the council said, and what was found of the claims."""

from collections.abc import Iterator

from moot.catalogue import say
from moot.views.lines import bullets, hang
from moot.views.result import Result
from moot.views.wording import say_flag, say_literal
from moot.views.wording.figures import say_confidence, say_count
from moot.views.wording.names import name_seat
from moot.views.wording.warrants import count_verdicts, say_judged, say_reckoning, say_verdict


def tell_council(result: Result) -> Iterator[str]:
    """Tell what its three members said, and how sure that makes the decision."""
    council = result.council
    for text in result.reopenings:
        yield from hang("", str(text))
    if council is None:
        return
    late = f", {say_literal('timeout')}" if council.timed_out else ""
    yield f"{say('story.council', sure=say_confidence(council.confidence))}{late}"
    if council.critic is not None:
        verdict = say_literal(council.verdict) if council.verdict else say("story.no_verdict")
        yield f"  {say('story.critic', score=council.critic.total)} {verdict}"
        yield from bullets((f"{say('story.gap')}: {gap}" for gap in council.critic.gaps), indent="      ")
    if council.advocate is not None:
        yield from hang(f"  {say('story.advocate')}: ", council.advocate.undiscussed_risk)
        yield from hang(f"      {say('story.weakest')}: ", council.advocate.weakest_premise)
        yield from hang(f"      {say('story.regret')}: ", council.advocate.regret_scenario)
        yield from hang(f"      {say('story.ignored')}: ", council.advocate.ignored_alternative)
    if council.resolution is not None:
        yield from hang(f"  {say('story.resolution')}: ", council.resolution.decision)
        notes = (
            *(f"{say('story.modified')}: {text}" for text in council.resolution.modifications),
            *(f"{say('story.reverse')}: {text}" for text in council.resolution.reversal_criteria),
        )
        yield from bullets(notes, indent="      ")
        if council.resolution.calculation:
            yield from hang(f"      {say('story.computed')}: ", "; ".join(map(str, council.resolution.calculation)))
        for flag in council.flags:
            if flag.startswith("resolution_lacks:"):
                yield from hang("  ", say_flag(flag))


def tell_evidence(result: Result) -> Iterator[str]:
    """Count the claims by verdict, and name those that do not stand or were reckoned."""
    claims = result.evidence.latest
    if not claims:
        return
    counts = count_verdicts(claims)
    yield from hang("", say("story.evidence", claims=say_count(len(claims), "claims"), counts=counts))
    made = {(each.seat, each.round, claim.id): claim for each in result.positions for claim in each.claims}
    for each in claims:
        name, claim = f"{name_seat(each.seat)} {each.claim_id}", made.get((each.seat, each.round, each.claim_id))
        if each.verdict == "unsupported":
            told = f"{claim.statement} ({each.reason})" if claim else str(each.reason)
            yield from hang(f"  {name}, {say_verdict(each)}: ", told)
        elif each.reckoning:
            steps = "; ".join(say_reckoning(step) for step in each.reckoning)
            yield from hang(f"  {name}, {say('story.reckoned')}: ", steps)
        if each.verdict != "unsupported" and claim is not None and any(text.strip() for text in claim.assumptions):
            yield from hang(f"  {name}: ", f"{say_judged(each, claim.assumptions)}")
    for cited, note in result.evidence.notes.items():
        yield from hang(f"  [{cited}] ", note)
    if result.rag.total or result.rag.refused:
        rag = result.rag
        yield f"  {say('story.queries', total=rag.total, answered=rag.succeeded, refused=rag.refused)}"
