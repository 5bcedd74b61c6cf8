"""A model says who means the same, where votes and words do not settle a round; seats vote by choice (DESIGN 9)."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.types import Command

from moot import Result, build_graph, load_profile, open_store
from moot.errors import InputError
from moot.graph import topology
from tests.support.scripts import (
    EXECUTIVES,
    Heard,
    Levels,
    Watch,
    council,
    group,
    hold,
    listen,
    run,
    say,
    share,
    synthesis,
    views,
    write,
)
from tests.support.words import english

CLOSE: Levels = (1, 1, 0.5, 0)
MODEL = {"convergence.comparator": "model"}
ONCE = {"rounds.max": 1}
TOGETHER = ("expand into Europe", *EXECUTIVES)
OPTIONS = ("Expand into Europe", "Stay at home")
WORDED = {
    "cro": "Open the Lisbon office in March",
    "cfo": "Start in Portugal, first quarter, from an office",
    "coo": "A Lisbon branch should begin this spring",
    "cmo": "Go ahead with our Portuguese location",
}
SAME: dict[str, Any] = {"premises": ["demand grows"], "risks": ["currency swings"], "timing": "in spring"}


def paraphrases(**fields: Any) -> list[Any]:
    """Everybody recommends the same, in other words."""
    return [hold(seat, stance=text, recommendation=f"{text}.", **SAME, **fields) for seat, text in WORDED.items()]


def state_of(graph: Any, model: str, given: dict[str, Any]) -> Any:
    config: Any = {"configurable": {"thread_id": "t"}}
    return graph.ainvoke({"question": "Should we expand?", **given}, config, context={"model": model})


async def decide(tmp_path: Path, *parts: Any, **options: Any) -> tuple[Result, Heard]:
    with listen() as heard:
        result = await run(tmp_path, *parts, synthesis(85, decision="Open the Lisbon office."), council(), **options)
    return result, heard


async def test_the_same_in_other_words_settles_in_round_one(tmp_path: Path) -> None:
    """Issue 14: four paraphrases, one more call, one round; the baseline knows one answer."""
    result, heard = await decide(tmp_path, paraphrases(), group(("open an office in Lisbon", *EXECUTIVES)))
    assert (result.stop_reason, len(result.rounds)) == ("converged", 1)
    # One call for the round, by the role's own name.
    assert [(each.seat, each.round, each.schema_name) for each in heard.of("ballot")] == [("comparer", 1, "Ballot")]
    assert result.usage.by_seat["comparer"].calls == 1
    assert result.baselines is not None
    assert result.baselines.vote is not None
    assert result.baselines.vote.share == 1.0


async def test_the_question_shows_everything_that_is_compared(tmp_path: Path) -> None:
    _, heard = await decide(tmp_path, paraphrases(), group(TOGETHER), overrides=ONCE)
    (asked,) = heard.of("ballot")
    for said in (*WORDED.values(), *(f"{text}." for text in WORDED.values()), *EXECUTIVES, "demand grows", "in spring"):
        assert said in asked.prompt


@pytest.mark.parametrize(
    ("script", "overrides", "asked"),
    [
        pytest.param(views((1, 1, 1, 1)), {}, 0, id="the same words"),
        pytest.param(views(CLOSE), {}, 1, id="words too far apart on the rest"),
        pytest.param(paraphrases(), {}, 1, id="other words"),
        pytest.param(paraphrases(), {"convergence.comparator": "lexical"}, 0, id="never asked"),
        pytest.param(paraphrases()[:1], {}, 1, id="three who add nothing, and one"),
        pytest.param([paraphrases()[0], *(say("position", seat, fail=401) for seat in EXECUTIVES[1:])], {}, 0,
                     id="nobody to compare with"),
        pytest.param(
            [hold(seat, stance="expand" if seat in ("cro", "cfo") else "do not expand", recommendation="", timing="",
                  premises=[], risks=[]) for seat in EXECUTIVES],
            {}, 0, id="plainly the opposite",
        ),
    ],
)  # fmt: skip
async def test_it_is_asked_only_where_words_settle_nothing(
    tmp_path: Path, script: list[Any], overrides: dict[str, Any], asked: int
) -> None:
    _, heard = await decide(tmp_path, script, group(TOGETHER), overrides={**ONCE, **overrides})
    assert len(heard.of("ballot")) == asked


async def test_a_script_without_such_an_answer_is_not_asked(tmp_path: Path) -> None:
    """Issue 14: comparator `auto` with words alone, and it says so; `model` asks all the same."""
    graph = build_graph("conclave", checkpointer=open_store("memory:"))
    state = await state_of(graph, write(tmp_path, paraphrases(), synthesis(85), council()), {})
    assert "comparer" not in {turn.seat for turn in state["turns"]}
    assert state["ballot"].source == "words"
    assert "Wording was compared" in english(state["ballot"].note)
    with listen() as heard:
        await run(tmp_path, paraphrases(), synthesis(85), council(), overrides={**MODEL, **ONCE})
    assert len(heard.of("ballot")) == 1


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"fail": 401}, id="unreachable"),
        pytest.param({"fail": "refusal"}, id="refused"),
        pytest.param({"fail": "malformed"}, id="cut in the middle"),
        pytest.param({"reply": {"options": [], "opposed": [], "points": []}}, id="no option"),
        pytest.param({"reply": {"options": [{"label": "expand", "seats": ["x", "y"]}]}}, id="strangers"),
        pytest.param({"reply": "They all agree."}, id="prose"),
    ],
)
async def test_words_decide_when_the_model_cannot(tmp_path: Path, answer: dict[str, Any]) -> None:
    """Issue 14: a failed or nonsensical answer falls back to words and says so."""
    graph = build_graph(load_profile("conclave", ONCE), checkpointer=open_store("memory:"))
    asked = say(["ballot", "repair"], "comparer", **answer)
    state = await state_of(graph, write(tmp_path, views(CLOSE), asked, synthesis(85), council()), {})
    assert state["convergence"].value == pytest.approx(0.675)
    (agreement,) = state["agreements"]
    assert (agreement.by, agreement.grouping) == ("lexical", None)
    assert "Wording was compared" in english(agreement.note)
    assert state["ballot"].note == agreement.note


async def test_points_that_are_shared_in_substance_count(tmp_path: Path) -> None:
    """DESIGN 9: who shares a point and contradicts none agrees fully, who contradicts does not."""
    points = [share("risks", *EXECUTIVES), share("timing", "cro", "cfo", against=["coo"])]
    result, _ = await decide(tmp_path, views(CLOSE), group(TOGETHER, points=points), overrides=ONCE)
    details = result.rounds[0].details
    assert details["risks"] == 1.0
    # cro and cfo share it, both are contradicted by coo, the other three pairs merely differ.
    assert details["timing"] == pytest.approx((1 + 0 + 0 + 0.5 * 3) / 6)


async def test_opposition_in_round_one_is_argued(tmp_path: Path) -> None:
    """Issue 14: three say enter, one says the opposite in other words: nobody stops after round 1."""
    told = group(("enter", "cro", "cfo", "coo"), ("stay away", "cmo"), opposed=[("Enter", "stay away")], round=1)
    result, heard = await decide(tmp_path, paraphrases(), told, overrides={"rounds.max": 2})
    assert len(result.rounds) == 2
    assert heard.of("revise", 2)


async def test_a_flip_without_a_reason_is_not_shown_to_the_comparer(tmp_path: Path) -> None:
    """X-84: the model compares what the seats have accounted for."""
    flipped = [
        hold(seat, 2, stance="retreat at once", recommendation="retreat at once", choice="new", keeps_position="no")
        for seat in EXECUTIVES[:3]
    ]
    alone = [(f"{seat} alone", seat) for seat in EXECUTIVES]
    _, heard = await decide(tmp_path, views((0, 0, 0, 0)), flipped, group(*alone), overrides={"rounds.max": 2})
    assert not any("retreat" in each.prompt for each in heard.of("ballot", 2))


async def test_seats_choose_by_enum_from_round_two_on(tmp_path: Path) -> None:
    """INTERFACES 5: no choice in round 1; then the options and `new`, optional in a revision."""
    told = group(("enter", "cro", "cfo"), ("wait", "coo", "cmo"), opposed=[("enter", "wait")])
    moved = [
        hold(seat, 2, choice="A", keeps_position="no", changes=[{"what": "vote", "because": ["K1"]}])
        for seat in ("coo", "cmo")
    ]
    critique = say("critique", "cro", 1, reply={"critiques": [
        {"target": "coo", "target_claim_id": "C1", "issue_type": "logic_gap", "description": "x", "severity": "MINOR",
         "suggested_fix": "y"}]})  # fmt: skip
    result, heard = await decide(tmp_path, paraphrases(), told, moved, critique, overrides={"rounds.max": 3})
    assert all("choice" not in each.schema["properties"] for each in heard.of("position"))
    asked = heard.of("revise", 2)[0]
    assert asked.schema["properties"]["choice"]["anyOf"][0]["enum"] == ["A", "B", "new"]
    assert "choice" not in asked.schema["required"]
    assert "option A: enter (votes: agent 1, agent 2)" in asked.prompt
    assert "70% is needed in all, and as many of the pairs have to vote alike" in asked.prompt
    assert result.ballot is not None
    assert {(vote.seat, vote.option) for vote in result.ballot.votes if vote.round == 2} == {
        (seat, "A") for seat in EXECUTIVES
    }


async def test_given_options_close_the_ballot(tmp_path: Path) -> None:
    """Issue 14: seats choose among them from round 1 on; nothing new, and choices make the votes."""
    chosen = [hold(seat, choice="B" if seat == "cmo" else "A", stance=f"{seat} says", **SAME) for seat in EXECUTIVES]
    watch = Watch()
    result, heard = await decide(tmp_path, chosen, options=OPTIONS, overrides={"rounds.max": 2}, watch=watch)
    asked = heard.of("position")[0]
    assert asked.schema["properties"]["choice"]["enum"] == ["A", "B"]
    assert "choice" in asked.schema["required"]
    assert "option B: Stay at home" in asked.prompt
    assert heard.of("revise")[0].schema["properties"]["choice"]["anyOf"][0]["enum"] == ["A", "B"]
    assert result.ballot is not None
    assert [(each.id, each.text, each.origin) for each in result.ballot.options] == [
        ("A", OPTIONS[0], "given"), ("B", OPTIONS[1], "given"),
    ]  # fmt: skip
    told = watch.named("round_closed")[0]["ballot"]
    assert [each["seats"] for each in told["options"]] == [["cro", "cfo", "coo"], ["cmo"]]
    assert (told["share"], told["settled"]) == (0.75, None)


async def test_a_choice_outside_the_options_is_mended_once_and_then_dropped(tmp_path: Path) -> None:
    """Issue 14: a model that was given an enum is held to it."""
    chosen = [hold(seat, choice="A", stance="expand", **SAME) for seat in EXECUTIVES[1:]]
    wrong = say(["position", "repair"], "cro", reply={"choice": "Z", "stance": "expand", **SAME})
    result, heard = await decide(tmp_path, wrong, chosen, options=OPTIONS, overrides=ONCE)
    assert [each.phase for each in heard.requests if each.seat == "cro"][:2] == ["position", "repair"]
    assert result.ballot is not None
    assert [vote.seat for vote in result.ballot.votes] == ["cfo", "cmo", "coo"]


async def test_an_invalid_choice_in_a_revision_is_no_unchanged_vote(tmp_path: Path) -> None:
    chosen = [hold(seat, choice="B" if seat == "cmo" else "A", stance=f"{seat} says", **SAME) for seat in EXECUTIVES]
    wrong = say(["revise", "repair"], "cro", 2, reply={"choice": "Z", "stance": "cro says"})
    result, _ = await decide(tmp_path, chosen, wrong, options=OPTIONS, overrides={"rounds.max": 2})
    assert result.ballot is not None
    assert "cro" not in {vote.seat for vote in result.ballot.votes if vote.round == 2}
    assert {"cfo", "coo", "cmo"} <= {vote.seat for vote in result.ballot.votes if vote.round == 2}


@pytest.mark.parametrize(
    ("options", "profile", "told"),
    [
        pytest.param(["one"], "conclave", "1 given; name 2 to 12", id="one"),
        pytest.param([f"option {n}" for n in range(13)], "conclave", "13 given", id="too many"),
        pytest.param(["go", " Go "], "conclave", "given twice", id="twice"),
        pytest.param(["go", "  "], "conclave", "number 2 is blank", id="blank"),
        pytest.param("go", "conclave", "a list of texts", id="a text"),
        pytest.param(["go", "stay"], "rca", "nobody votes in the profile rca", id="no votes"),
    ],
)
async def test_options_nobody_can_choose_between_are_refused(
    tmp_path: Path, options: Any, profile: str, told: str
) -> None:
    with pytest.raises(InputError, match=told):
        await run(tmp_path, options=options, profile=profile)
    given: Any = {"question": "Go?", "options": options}
    context: Any = {"model": write(tmp_path)}
    with pytest.raises(InputError, match=told):
        await build_graph(profile).ainvoke(given, context=context)


async def test_an_override_may_name_another_comparator(tmp_path: Path) -> None:
    """The wiring does not depend on it."""
    context: Any = {"model": write(tmp_path, paraphrases(), group(TOGETHER), synthesis(85)), "overrides": MODEL}
    with listen() as heard:
        await build_graph("conclave").ainvoke({"question": "Should we expand?"}, context=context)
    assert heard.of("ballot")


async def test_a_stored_debate_may_wait_in_the_node_of_earlier_versions(tmp_path: Path) -> None:
    """Where a model compared, debates were stored with the node `compare` next; no way leads there any more."""
    older, usual = load_profile("conclave", MODEL), load_profile("conclave")
    words_only = load_profile("conclave", {"convergence.comparator": "lexical"})
    assert topology(older) == topology(usual) == topology(words_only)
    assert "compare" not in build_graph(usual).nodes
    graph = build_graph(older, checkpointer=open_store("memory:"))
    config: Any = {"configurable": {"thread_id": "t"}}
    model = write(tmp_path, paraphrases(), group(TOGETHER), synthesis(85, decision="Expand into Europe."))
    context: Any = {"model": model}
    await graph.ainvoke({"question": "Should we expand?"}, config, context=context, interrupt_before=["ballot"])
    before = (await graph.aget_state(config)).values
    other: Any = {"configurable": {"thread_id": "older"}}
    await graph.aupdate_state(other, before, as_node="emit")
    with listen() as heard:
        state = await graph.ainvoke(Command(goto="compare"), other, context=context)
    assert [each.phase for each in heard.requests if each.seat == "comparer"] == ["ballot"]
    assert state["ballot"].settled == "A"
