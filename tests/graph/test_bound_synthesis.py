"""The synthesis writes down what the votes settle; what else it writes is repaired, replaced, or accepted by others."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.scripts import EXECUTIVES, QUESTION, Levels, council, hold, listen, run, say, synthesis, views
from tests.support.stage import Stage

AGREED: Levels = (1, 1, 1, 1)
CLOSE = "Close all shops at once."


async def test_a_synthesis_that_states_something_else_is_replaced(tmp_path: Path) -> None:
    """DESIGN 9: one repair that says what is wrong, then the option's own words, and a flag."""
    with listen() as heard:
        result = await run(tmp_path, views(AGREED), synthesis(80, CLOSE))
    first, second = heard.of("synthesize")
    assert "does not state option A" not in first.prompt
    assert "The decision does not state option A, which the votes settle: expand into Europe" in second.prompt
    assert (result.status, result.decision) == ("decided", "expand into Europe")
    assert result.confidence_flags == ("synthesis_rebound",)
    assert result.warrant is not None
    assert result.warrant.complete


async def test_a_repaired_synthesis_stands(tmp_path: Path) -> None:
    once = say("synthesize", reply={"decision": CLOSE, "confidence": 80}, times=1)
    result = await run(tmp_path, views(AGREED), once, synthesis(80))
    assert (result.decision, result.confidence_flags) == ("Expand into Europe with a pilot.", ())


@pytest.mark.parametrize(
    ("extent", "decision"),
    [
        pytest.param("full", "Go abroad.", id="the comparer says that it is the same"),
        pytest.param("none", "expand into Europe", id="the comparer says that it is not"),
    ],
)
async def test_whoever_compares_meanings_is_asked(tmp_path: Path, extent: str, decision: str) -> None:
    pair = {"a": "decision", "b": "option", "recommendation": extent}
    script = [say("compare", reply={"pairs": [pair]}), *views(AGREED), synthesis(80, "Go abroad.")]
    with listen() as heard:
        result = await run(tmp_path, script, overrides={"convergence.comparator": "auto"})
    assert result.decision == decision
    assert "Go abroad." in heard.of("compare")[0].prompt


async def test_a_departure_from_what_all_say_needs_a_person(tmp_path: Path) -> None:
    """DESIGN 9: there is no other option to depart to, so it is repaired first; a ballot of options has one."""
    leaves = synthesis(90, "Sell the company.", choice="B", departs_because="the market closed")
    result = await run(tmp_path, views(AGREED, choice="A"), leaves, options=["Expand into Europe", "Sell the company"])
    assert result.status == "needs_review"
    assert result.escalation.target == "human"
    assert str(result.escalation.reasons[0]).startswith("bound: it departs from what all said (the market closed)")


async def test_a_departure_from_a_majority_needs_a_council(tmp_path: Path) -> None:
    lone = hold("cmo", 1, recommendation="sell the company", stance="sell the company", choice="B", confidence=80)
    script: list[Any] = [lone, *views(AGREED, choice="A"), *_rebuttals()]
    script += [synthesis(90, "Sell the company.", choice="B", departs_because="the market closed")]
    script += council(75, decision="Sell the company.", choice="B")
    result = await run(
        tmp_path, script, options=["Expand into Europe", "Sell the company"], overrides={"convergence.threshold": 0.5}
    )
    assert result.escalation.target == "council"
    assert any(str(each).startswith("bound: it departs from the votes") for each in result.escalation.reasons)
    assert (result.status, result.decider, result.decision) == ("decided", "council", "Sell the company.")


def _rebuttals() -> list[Any]:
    lone = hold("cmo", 2, recommendation="sell the company", stance="sell the company", choice="B", confidence=70)
    return [lone, *views(AGREED, 2, choice="A")]


async def test_without_a_synthesizer_nobody_but_a_person_settles_a_split(tmp_path: Path) -> None:
    """Q-01: a rule that composes a text passes no gate."""
    result = await run(
        tmp_path, views((0, 1, 1, 1)), say(["synthesize", "repair"], "synthesizer", fail=401), *council(75),
        overrides={"rounds.max": 1},
    )  # fmt: skip
    assert result.status == "needs_review"
    assert "bound: nobody could write the decision down" in result.escalation.reasons


async def test_figures_of_a_given_option_are_stated(tmp_path: Path) -> None:
    """D-110: who writes down an option that the caller gave adds no figure of its own."""
    lease, wait = "Lease 14 vans from May 2027", "Keep the cars"
    said = [hold(seat, choice="A", stance="take vans", recommendation="take vans") for seat in EXECUTIVES]
    written = say("synthesize", reply={"decision": f"{lease}.", "choice": "A", "confidence": 80})
    result = await run(tmp_path, said, written, council(), options=[lease, wait])
    assert (result.decision, result.caveats) == (f"{lease}.", ())
    points = ["All count on 30 lorries"]
    added = say("synthesize", reply={**written["reply"], "consensus_points": points})
    beside = await run(tmp_path, said, added, council(), options=[lease, wait])
    assert "30 lorries" in beside.caveats[-1]


NEITHER = "Em 2027 não abrir as lojas aos domingos à tarde nem comprar o túnel para pão congelado."
BAKERY = ["Abrir aos domingos à tarde", "Produzir pão congelado", "Não fazer nem um nem outro em 2027"]


async def test_words_that_seem_to_deny_an_option_are_shown_to_whoever_compares(tmp_path: Path) -> None:
    """The option denies its own date, so a text that denies the same acts "in 2027" has the date with another sign."""
    pair = {"a": "decision", "b": "option", "recommendation": "full"}
    held = hold(list(EXECUTIVES), choice="C", stance="nada em 2027", recommendation="Não comprar nem abrir em 2027.")
    script = [say("compare", reply={"pairs": [pair]}), held, synthesis(80, NEITHER, choice="C"), *council(80)]
    settings = {"convergence.comparator": "auto"}
    with listen() as heard:
        result = await run(tmp_path, script, question="Abrir ou congelar?", options=BAKERY, overrides=settings)
    assert (result.decision, len(heard.of("synthesize"))) == (NEITHER, 1)


async def test_a_refused_draft_is_no_proposal_from_before(tmp_path: Path) -> None:
    """Whoever writes once more after a person spoke is shown what the person was asked about, and not its own draft."""
    lone = [
        hold(seat, choice="A" if at < 2 else "B", stance="x", recommendation="x") for at, seat in enumerate(EXECUTIVES)
    ]
    said = "expand into Europe"
    why = [{"what": "A person decided.", "because": ["PERSON1"], "moves_vote": True}]
    moved = {"choice": "A", "stance": said, "recommendation": said, "keeps_position": "no", "changes": why}
    later = say("revise", list(EXECUTIVES), reply=moved, prompt="decide for A")
    drafts = [
        synthesis(80, "Ask a person whether to expand.", choice="none") | {"times": 1},
        synthesis(80, CLOSE, choice="A") | {"times": 1},
        synthesis(80, choice="A"),
    ]
    stage = Stage(tmp_path)
    settings = {"convergence.comparator": "lexical", "rounds.max": 1}
    options = ["Expand into Europe", "Sell the company"]
    script = [*lone, later, *drafts, *council(80), say(["revise", "settle", "critique"], reply={})]
    asked = await stage.run(QUESTION, script, profile="conclave", options=options, overrides=settings)
    told = await stage.review(asked, "respond", "decide for A")
    *_, refused, rewritten = told.asked("synthesize")
    assert (f'"decision":"{CLOSE}"' in rewritten.prompt, CLOSE in refused.prompt) == (True, False)
    for each in (refused, rewritten):
        assert "proposed decision: Ask a person whether to expand." in each.prompt
        assert f"proposed decision: {CLOSE}" not in each.prompt
