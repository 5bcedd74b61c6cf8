"""Debates as people answer them: every seat in its own words, long texts, conditions instead of slogans.

What was meant is what is counted, and nothing that was said reaches a reader cut off.
"""

from typing import Any

from moot.views.terminal import tell_story, write_answer
from tests.support.scripts import Entry, council, criticise, hold, say, synthesis
from tests.support.stage import Ran, Stage

QUESTION = "Should the bakery move its night production to the new hall, move part of it, or stay until the lease ends?"
LONG = (
    "The landlord of the old site has confirmed in writing that the lease may be ended half a year early, but only "
    "against a payment of two monthly rents and only if the ovens are taken out at our own cost, which the fitter "
    "puts at eleven thousand, so that staying is not free either and whoever compares the two has to count it."
)
FIX = (
    "Name the two monthly rents and the fitter's figure beside the saving that the hall is said to bring, and say from "
    "which month on the sum turns, because without that month nobody can tell an investment from a wish."
)
VIEWS = {
    "cro": ("Move the three bestsellers first", "Take the three bestsellers into the hall in spring, the rest later."),
    "cfo": ("Stay until the lease runs out", "Stay where we are; the hall is paid for by nobody yet."),
    "coo": (
        "Phased partial move behind a quality gate",
        "Move one line, and the next only once waste stays below 4 %.",
    ),
    "cmo": ("Shift what sells fast, keep the rest", "Shift the fast sellers so that shelves are full by seven."),
}
PARTIAL = {"options": [{"label": "Move part of the production", "seats": ["cro", "coo", "cmo"]},
                       {"label": "Stay until the lease ends", "seats": ["cfo"]}],
           "opposed": [["Move part of the production", "Stay until the lease ends"]], "points": []}  # fmt: skip


def bakery() -> list[Entry]:
    """Three seats want part of the move, each in its own words; one wants to stay."""
    claim = {"id": "C1", "statement": LONG, "kind": "hypothesis", "evidence": [], "confidence": 70, "assumptions": []}
    entries: list[Entry] = []
    for number in (1, 2, 3):
        for seat, (stance, advice) in VIEWS.items():
            fields: dict[str, Any] = {"recommendation": advice, "stance": stance, "claims": [claim], "confidence": 70}
            later = {"keeps_position": "yes", "answers": [], "changes": []} if number > 1 else {}
            entries.append(hold(seat, number, **fields, **later))
        entries.append(say("ballot", round=number, reply=PARTIAL))
    grave = {"target": "cfo", "target_claim_id": "C1", "description": LONG, "suggested_fix": FIX}
    for number in (1, 2):
        entries += [criticise(seat, grave if seat != "cfo" else {**grave, "target": "cro"}, round=number)
                    for seat in VIEWS]  # fmt: skip
    answered: dict[str, Any] = {"verdicts": []}
    return [*entries, say("settle", reply=answered), synthesis(70, LONG, choice="A"), *council(65, decision=LONG)]


async def ask(stage: Stage) -> Ran:
    return await stage.run(QUESTION, bakery())


async def test_three_of_four_want_part_of_it(stage: Stage) -> None:
    """X-21a: by substance round 1 is three to one, not a tie of four."""
    ran = await ask(stage)
    ballot = ran.result.ballot
    assert ballot is not None
    first = {vote.seat: vote.option for vote in ballot.votes if vote.round == 1}
    assert first == {"cro": "A", "coo": "A", "cmo": "A", "cfo": "B"}
    vote = ran.result.baselines.vote
    assert vote is not None
    assert (vote.answer, vote.share, vote.tied) == ("Move part of the production", 0.75, ())


async def test_nothing_that_was_said_is_cut_off(stage: Stage) -> None:
    ran = await ask(stage)
    for phase, seat in (("critique", "cro"), ("revise", "cfo")):
        prompt = " ".join(ran.asked(phase, seat)[-1].prompt.split())
        assert prompt.count(LONG) >= 4  # the claims of all four
        assert "…" not in prompt
    assert FIX in " ".join(ran.asked("revise", "cfo", 2)[-1].prompt.split())
    (summed_up,) = ran.asked("synthesize", "synthesizer")
    assert FIX in " ".join(summed_up.prompt.split())
    shown = " ".join(f"{write_answer(ran.result, whole=True)} {tell_story(ran.result)}".split())
    assert shown.count(LONG) >= 12
    assert "…" not in shown


TERMS = (
    "Fazer um piloto de 45 dias em até 12 lojas, com teto de 40 mil por mês, e parar se menos da metade delas vender "
    "mais que antes."
)
SAME_TERMS = (
    "De acordo com um piloto de 45 dias em no máximo 12 lojas, limitado a 40 mil por mês; para se menos da metade das "
    "lojas vender mais do que vendia."
)


def shops() -> list[Entry]:
    """Two departments that begin as opposites and end at the same accounts, cap and stop rule, each in its words."""
    others = {
        "analyst": "Medir primeiro onde se perde.",
        "market": "Ouvir dez clientes.",
        "reviewer": "Decidir em maio.",
    }
    own = {**others, "commercial": "Aumentar a verba", "financial": "Suspender a propaganda"}
    apart = {
        "options": [{"label": label, "seats": [seat]} for seat, label in own.items()],
        "opposed": [[own["commercial"], own["financial"]]],
        "points": [],
    }
    return [
        *(hold(seat, 1, recommendation=said, stance=said, confidence=70) for seat, said in others.items()),
        hold(
            "commercial",
            1,
            recommendation="Aumentar a verba de anúncios em 200 mil por mês.",
            stance="Aumentar a verba",
        ),
        hold(
            "financial",
            1,
            recommendation="Suspender toda propaganda paga até junho e guardar o caixa.",
            stance="Suspender a propaganda",
        ),
        say("ballot", round=1, reply=apart),
        say(
            "ballot",
            reply={
                "options": [{"label": "Piloto em 12 lojas", "seats": ["commercial", "financial"]}],
                "opposed": [],
                "points": [],
            },
        ),
        hold("commercial", 2, recommendation=TERMS, stance="Piloto em 12 lojas", keeps_position="partly"),
        hold("financial", 2, recommendation=SAME_TERMS, stance="Teste limitado a 40 mil", keeps_position="partly"),
        hold(
            "commercial",
            3,
            recommendation=f"Aceito as condições do outro lado: {TERMS}",
            stance="Piloto em 12 lojas",
            keeps_position="partly",
        ),
        hold("financial", 3, recommendation=SAME_TERMS, stance="Teste limitado a 40 mil", keeps_position="partly"),
        say("synthesize", reply={"decision": TERMS, "confidence": 75}),
        say("accept", reply={"stance": "accepts", "because": "São os termos combinados."}),
    ]


async def test_parties_with_the_same_terms_are_read_as_agreed(stage: Stage) -> None:
    """C-25: accounts, cap and stop rule are the same; that the words differ is no conflict, and no view says so."""
    ran = await stage.run("O que fazer com a verba de anúncios?", shops(), profile="boardroom")
    result = ran.result
    assert (result.status, result.stop_reason, result.convergence) == ("decided", "converged", 1.0)
    (settled,) = result.consensus_results or ()
    assert settled.opposing_agents == ()
    told = write_answer(result, whole=True) + tell_story(result)
    assert "do not settle it" not in told
    assert "nothing is settled" not in told
