"""Asks a model once a round what cited passages say of the claims that rest on them."""

from moot.catalogue import frame_language, speak
from moot.nodes.asking import Ask, announce, next_number
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.labels import tell_aliases
from moot.policies.critique.ledger import list_reckoned, list_unverified, pick_sources, read_verification
from moot.policies.rounds import list_checked
from moot.prompts import render_prompt
from moot.prompts.findings import digest_checked_claims, digest_evidence
from moot.prompts.positions import tell_today
from moot.state.debate import MultiAgentState
from moot.state.evidence import Verification, VerifiedRound

VERIFIER = "verifier"
"""The role that compares claims with what they cite; it may have a model of its own."""

_SHOWN = 6_000
"""Tokens of all cited sources together."""


def _list_unplaced(state: MultiAgentState) -> dict[str, str]:
    """List what was given before as words of a source and stands in none, by the statement it was given for."""
    return {claim: span for each in state.get("verifications") or [] for claim, span in each.unplaced.items()}


def make_verifier(ask: Ask) -> AsyncNode:
    """Seat the verifier: one question for all claims of a round that nothing else has settled, or none.

    A model that is not up to it is not asked. An answer that cannot be used leaves every claim as it was, and says so;
    the warrant then counts none of them as shown.
    """

    async def verifier(state: MultiAgentState) -> StateUpdate:
        profile, number, evidence = state["protocol"].profile, state["round"], state.get("evidence") or []
        now = [each for each in state.get("positions") or [] if each.round == number]
        asked = list_unverified(now, evidence, profile.claims, list_checked(state), question=state["question"])
        if not asked or not await ask.can_answer(state, VERIFIER, "verify"):
            return {}
        claims = digest_checked_claims(asked, _list_unplaced(state))
        prompt = render_prompt(
            "verify",
            question=state["question"],
            evidence=digest_evidence(pick_sources(asked.values(), evidence), tokens=_SHOWN),
            claims=claims,
            aliases=tell_aliases(state, claims),
            today=tell_today(state["case"].started_at) or None,
            language=state["case"].written_in,
        )
        turn = next_number(state, VERIFIER, "verify")
        answer = await ask(state, prompt, Verification, seat=VERIFIER, phase="verify", number=turn)
        if answer.whole:
            said, reckoned = answer.fields.get("verdicts") or (), list_reckoned(now, list_checked(state))
            mended = "repaired" in answer.flags
            today = state["case"].started_at
            found = read_verification(
                number, said, asked, evidence, state["question"], reckoned, today=today, mended=mended
            )
        else:
            found = VerifiedRound(round=number, asked=len(asked), problem=answer.error or answer.status)
        if found.problem:
            told = speak(frame_language(state["case"].language)).tell(found.problem)
            announce("fallback", seat=VERIFIER, phase="verify", reason=told)
        else:
            announce("verified", round=number, asked=found.asked, found=len(found.claims))
        return {"verifications": [found], "turns": [answer.turn]}

    return verifier
