"""Asks a model whether the positions agree, where the words alone do not settle it (DESIGN 6)."""

from itertools import combinations

from moot.models import wire
from moot.nodes.asking import next_number, put_question
from moot.nodes.context import AsyncNode, StateUpdate
from moot.nodes.debater import labels_of
from moot.policies.comparison import certain, compare_lexically, hold_unexplained, take_comparison
from moot.policies.rounds import gate_positions
from moot.prompts import digest_positions, render_prompt, unlabel
from moot.state.debate import MultiAgentState
from moot.state.findings import ComparedPair, RoundAgreement


def make_comparer() -> AsyncNode:
    """Seat the comparer: one structured call a round, none when the words are certain."""

    async def comparer(state: MultiAgentState) -> StateUpdate:
        number, language = state["round"], state["case"].language
        speakers = hold_unexplained(number, gate_positions(state))
        lexical = compare_lexically(speakers, language)
        if len(speakers) < 2 or certain(lexical):
            sure = RoundAgreement(round=number, pairs=lexical, reason="The words settle every comparison.")
            return {"agreements": [sure]}
        labels = {
            seat: label for seat, label in labels_of(state).items() if any(each.seat == seat for each in speakers)
        }
        prompt = render_prompt("compare", question=state["question"], positions=digest_positions(speakers, labels))
        turn = next_number(state, "comparer", "compare")
        answer = await put_question(state, prompt, wire.Comparison, seat="comparer", phase="compare", number=turn)
        rows = [
            ComparedPair(
                a=unlabel(each.a, labels) or each.a,
                b=unlabel(each.b, labels) or each.b,
                recommendation=each.recommendation,
                premises=each.premises,
                risks=each.risks,
                timing=each.timing,
            )
            for each in answer.fields.get("pairs") or ()
        ]
        told = {frozenset((row.a, row.b)) for row in rows}
        if not told & {frozenset(pair) for pair in combinations((each.seat for each in speakers), 2)}:
            reason = f"The comparing model gave no usable answer ({answer.error or answer.status}); words decide."
            return {"agreements": [RoundAgreement(round=number, pairs=lexical, reason=reason)], "turns": [answer.turn]}
        found = RoundAgreement(round=number, pairs=take_comparison(rows, speakers, language), by="model")
        return {"agreements": [found], "turns": [answer.turn]}

    return comparer
