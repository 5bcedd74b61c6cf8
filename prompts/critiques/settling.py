"""Writes critiques with what became of them, for whoever has to judge the answers.

A critic is shown its own critiques with the claim before and after, and the answer, all of them whole: it judges each.
A supervisor is shown every critique with its answer and its author's verdict, the open ones first; what does not fit is
counted.
"""

from collections.abc import Iterable, Mapping, Sequence

from moot.catalogue import speak_to_models
from moot.prompts.critiques.critiques import tell_version
from moot.prompts.fitting import Line, arrange, rate, squash
from moot.state.bookkeeping import NormConflict, StatedReconciliation
from moot.state.critiques import Critique
from moot.state.positions import Claim, CritiqueAnswer, Position

_instruct = speak_to_models()
"""Who tells models what policies found: prompts are in English."""
_OUTCOMES = 3_500
"""Tokens for what became of all critiques."""
_OF_BEFORE = " (of the answer before this one; nobody has judged this one)"
_RECOMMENDATION = "recommendation"
"""What a critique names that concerns no claim, but what a seat advises."""


def digest_settling(
    critiques: Iterable[Critique],
    positions: Sequence[Position],
    labels: Mapping[str, str],
    round_number: int,
) -> str:
    """Show a critic its critiques, what was criticised, and how it was answered in this round."""
    entries = []
    for critique in critiques:
        target = labels.get(critique.target, critique.target)
        head = (
            f"{critique.id} on {target} {critique.target_claim_id}, {critique.severity} {critique.issue_type}".strip()
        )
        before = _said(critique, positions, critique.round)
        after = _said(critique, positions, round_number)
        entries.append(
            _entry(
                (head, critique.description),
                ("fix", critique.suggested_fix),
                ("criticised", before),
                ("now", "unchanged" if after == before else after),
                *([("still missing, you said", critique.verdict_reason)] if _missed(critique) else []),
                (f"answer of {target}", _answer(critique, positions, round_number)),
            )
        )
    return "\n".join(entries)


def digest_norm_conflicts(
    conflicts: Iterable[NormConflict], labels: Mapping[str, str], *, tokens: int = _OUTCOMES
) -> str:
    """Show conflicts of norms with the way each side resolves them and what the other said of it."""
    entries = []
    for conflict in conflicts:
        state = "resolved" if conflict.resolved else "OPEN"
        ways = [
            (f"resolved by {labels.get(each.seat, each.seat)}", _way(each, labels)) for each in conflict.reconciliations
        ]
        entry = _entry((f"{conflict.id}, {state}", conflict.text), *(ways or [("resolved by", "nobody")]))
        entries.append(Line(entry, 0, "conflicts"))
    return arrange(entries, tokens)


def _way(stated: StatedReconciliation, labels: Mapping[str, str]) -> str:
    said = [("confirmed by", stated.confirmed_by), ("refused by", stated.refused_by)]
    told = "; ".join(f"{how} {', '.join(labels.get(seat, seat) for seat in seats)}" for how, seats in said if seats)
    reason = f": {stated.reason}" if told and stated.reason else ""
    return f"{stated.how} ({told or 'not confirmed yet'}{reason})"


def digest_outcomes(
    critiques: Iterable[Critique],
    answers: Mapping[str, CritiqueAnswer],
    labels: Mapping[str, str],
    *,
    tokens: int = _OUTCOMES,
) -> str:
    """Show critiques with the answer each got, what its author said of it, and whether it is open."""
    entries = []
    for critique in critiques:
        author, target = (labels.get(seat, seat) for seat in (critique.agent, critique.target))
        state = "settled" if critique.resolved else "OPEN"
        place = f"{critique.target_claim_id}{tell_version(critique)}"
        head = f"{critique.id} {author} on {target} {place}, {critique.severity}, {state}"
        answer = answers.get(critique.id)
        entry = _entry(
            (head, critique.description),
            (f"answer of {target}", f"{answer.outcome}: {answer.reason}" if answer else "none"),
            ("outcome", f"{_instruct.tell(critique.resolution) or 'none'}{_OF_BEFORE * critique.answered_since}"),
        )
        entries.append(Line(entry, 2 if critique.resolved else 1, f"{state} {critique.severity} critiques"))
    return arrange(entries, tokens)


def _missed(critique: Critique) -> bool:
    return critique.verdict == "not_answered" and bool(critique.verdict_reason.strip())


def _entry(*parts: tuple[str, str]) -> str:
    return "\n".join(f"{name}: {squash(text)}" for name, text in parts)


def _said(critique: Critique, positions: Iterable[Position], round_number: int) -> str:
    """Write the criticised claim as its seat held it in a round; without claims, the recommendation."""
    held = next((each for each in positions if (each.seat, each.round) == (critique.target, round_number)), None)
    if held is None:
        return "no answer"
    if critique.target_claim_id in ("", _RECOMMENDATION):
        terms = f" (with the reservation: {held.reservation})" if held.reservation.strip() else ""
        return f"{held.recommendation or 'no recommendation'}{terms}"
    claim = next((each for each in held.claims if each.id == critique.target_claim_id), None)
    return _write(claim) if claim else "the claim was withdrawn"


def _write(claim: Claim) -> str:
    cited = f" [{', '.join(claim.evidence)}]" if claim.evidence else " [no evidence]"
    assumed = f" (assumes {'; '.join(claim.assumptions)})" if claim.assumptions else ""
    return f"{claim.statement}{cited}, {claim.kind}, {rate(claim.confidence)}{assumed}"


def _answer(critique: Critique, positions: Iterable[Position], round_number: int) -> str:
    held = next((each for each in positions if (each.seat, each.round) == (critique.target, round_number)), None)
    said = [each for each in (held.answers if held else ()) if each.critique_id.strip().upper() == critique.id]
    return f"{said[-1].outcome}: {said[-1].reason}" if said else "none; see what it says now"
