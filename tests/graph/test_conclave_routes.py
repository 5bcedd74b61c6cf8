"""Which way a question takes before anybody argues."""

from pathlib import Path
from typing import Any

import pytest

from moot import debate, open_store, resume
from moot.errors import InputError
from tests.support.scripts import EXECUTIVES, Watch, council, listen, run, say, synthesis, views, write

AGREED = views((1, 1, 1, 1))


def alone(confidence: int = 80) -> dict[str, Any]:
    return say(
        "answer", reply={"answer": "Yes, from June.", "confidence": confidence, "limitations": ["No churn data"]}
    )


@pytest.mark.parametrize(
    ("options", "route", "by"),
    [
        pytest.param({}, "debate", "rules", id="W-D1 D-07 two or more roles"),
        pytest.param({"overrides": {"seats": ["cfo"]}}, "simple", "rules", id="W-D1 D-07 one role suffices"),
        pytest.param({"route": "simple"}, "simple", "caller", id="W-D1 the caller says simple"),
        pytest.param({"route": "council"}, "council", "caller", id="W-D1 the caller says council"),
        pytest.param({"irreversible": True}, "council", "rules", id="W-D1 X-14 Q-02 a critical matter"),
        pytest.param({"risk": "severe"}, "council", "rules", id="W-D1 Q-02 a severe risk"),
        pytest.param({"risk": "moderate"}, "debate", "rules", id="Q-02 a moderate risk"),
        pytest.param(
            {"overrides": {"routing.default": "council"}}, "council", "rules", id="D-07 the profile's default"
        ),
        pytest.param({"irreversible": True, "route": "debate"}, "debate", "caller", id="D-07 the caller's word wins"),
    ],
)
async def test_the_route(tmp_path: Path, options: dict[str, Any], route: str, by: str) -> None:
    """D-06: the question passes one checkpoint, which names exactly one route."""
    watch = Watch()
    result = await run(tmp_path, alone(), AGREED, synthesis(85), council(75), watch=watch, **options)
    assert result.route == route
    assert [(each["route"], each["by"]) for each in watch.named("routed")] == [(route, by)]
    assert watch.nodes()[:2] == ["intake", "route"]


async def test_a_simple_question_is_answered_without_a_round(tmp_path: Path) -> None:
    """W-D1 D-08 X-15: one role answers, its own confidence meets the gate, nothing is compared."""
    with listen() as heard:
        result = await run(tmp_path, alone(), route="simple")
    assert [(each.phase, each.seat) for each in heard.requests] == [("answer", "cro")]
    assert (result.rounds, result.convergence, result.stop_reason) == ((), None, "single")
    assert (result.status, result.decision, result.decider) == ("decided", "Yes, from June.", "cro")
    assert result.confidence == pytest.approx(0.80)
    assert result.synthesis is not None
    assert result.synthesis.gaps == ("No churn data",)


@pytest.mark.parametrize(
    ("confidence", "target"),
    [
        pytest.param(70, "none", id="X-15 D-14 70"),
        pytest.param(69, "council", id="X-15 D-14 69"),
        pytest.param(49, "human", id="X-15 D-14 49"),
    ],
)
async def test_a_simple_answer_meets_the_gate(tmp_path: Path, confidence: int, target: str) -> None:
    result = await run(tmp_path, alone(confidence), council(75), route="simple")
    assert result.escalation.target == target


async def test_a_simple_answer_that_never_comes(tmp_path: Path) -> None:
    """X-16: nothing was heard; a person is asked, and nothing can be approved."""
    result = await run(tmp_path, say("answer", fail="hang"), route="simple", overrides={"timeout.per_agent": 0.4})
    assert result.status == "needs_review"
    assert result.decision is None
    assert result.review is not None
    request: Any = result.review.request
    assert request["review_configs"][0]["allowed_decisions"] == ["edit", "reject"]


async def test_a_simple_answer_that_fails(tmp_path: Path) -> None:
    """X-16 INTERFACES 2: a model that cannot be reached is a failure, not a question to a person; it can be resumed."""
    store = open_store("memory:")
    model = write(tmp_path, say("answer", fail=401), name="dead")
    result = await debate("Should we expand?", model=model, store=store, thread="t", route="simple")
    assert (result.status, result.decision, result.stop_reason) == ("failed", None, "insufficient_positions")
    again = await resume("t", model=write(tmp_path, alone()), accept_changes=True, store=store)
    assert (again.status, again.decision) == ("decided", "Yes, from June.")


async def test_a_model_may_route(tmp_path: Path) -> None:
    """D-07: `routing.by: model` asks once; the model also chooses who sits there."""
    script = say("route", reply={"route": "debate", "seats": ["cmo", "cfo"], "reason": "money and market"})
    with listen() as heard:
        result = await run(tmp_path, script, AGREED, synthesis(85), overrides={"routing.by": "model"})
    assert [each.seat for each in heard.of("route")] == ["router"]
    assert sorted(heard.seats("position")) == ["cfo", "cmo"]
    assert {each.seat for each in result.positions} == {"cfo", "cmo"}
    assert result.usage.by_seat["router"].calls == 1


@pytest.mark.parametrize(
    ("reply", "route", "seats"),
    [
        pytest.param({"route": "simple", "seats": ["coo"]}, "simple", ["coo"], id="D-07 one role"),
        pytest.param({"route": "council"}, "council", list(EXECUTIVES), id="D-07 critical"),
        pytest.param({"route": "refine"}, "debate", list(EXECUTIVES), id="D-07 a route the profile does not have"),
        pytest.param({"route": "debate", "seats": ["cfo"]}, "debate", list(EXECUTIVES), id="D-104 one is too few"),
        pytest.param({"route": "debate", "seats": ["ceo"]}, "debate", list(EXECUTIVES), id="D-90 nobody of that name"),
    ],
)
async def test_what_a_routing_model_may_say(
    tmp_path: Path, reply: dict[str, Any], route: str, seats: list[str]
) -> None:
    watch = Watch()
    result = await run(
        tmp_path, say("route", reply=reply), alone(), AGREED, synthesis(85), council(75),
        overrides={"routing.by": "model"}, watch=watch,
    )  # fmt: skip
    assert result.route == route
    (told,) = watch.named("routed")
    assert told["seats"] == seats


async def test_a_routing_model_that_fails(tmp_path: Path) -> None:
    """D-07: then the rules decide, and say so."""
    watch = Watch()
    result = await run(
        tmp_path, say("route", fail=401), AGREED, synthesis(85), overrides={"routing.by": "model"}, watch=watch
    )
    assert (result.route, result.status) == ("debate", "decided")
    assert [each["by"] for each in watch.named("routed")] == ["fallback"]


async def test_the_caller_is_not_overruled_by_a_model(tmp_path: Path) -> None:
    """D-07: where the caller chose, no model is asked."""
    with listen() as heard:
        await run(tmp_path, AGREED, synthesis(85), route="debate", overrides={"routing.by": "model"})
    assert not heard.of("route")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(
            {"route": "refine", "overrides": {"refinement.enabled": False}},
            "use simple or debate or council",
            id="D-07 not a route of this profile",
        ),
        pytest.param({"route": "vote"}, "route", id="D-07 unknown route"),
        pytest.param({"risk": "huge"}, "risk", id="D-68 unknown risk"),
        pytest.param({"value_at_risk": -1}, "value_at_risk", id="D-63 negative amount"),
        pytest.param({"context": [{"id": "E1"}]}, "text", id="L-08 evidence without a text"),
    ],
)
async def test_wrong_input_is_one_clear_line(tmp_path: Path, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        await run(tmp_path, **options)
    assert "\n" not in str(caught.value)
