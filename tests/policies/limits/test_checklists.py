"""The checklists before, during and after a debate: each item can pass and can fail."""

from typing import Any

import pytest

from moot.policies.limits.breaker.checklists import _check_question, check_after, check_before, check_during
from moot.state.budget import Spent
from moot.state.findings import Checklist, Escalation, Loop, RoundRecord
from moot.state.outcome import Council, Outcome, Review, Synthesis
from moot.state.routing import Routing
from tests.policies.making import SEATS, converged, diverged, make_profile
from tests.support.words import english

QUESTION = "Should we expand?"
STARTED = "2026-02-03T10:00:00.000+00:00"


def failed(checklist: Checklist) -> list[str]:
    assert all(check.reason for check in checklist.checks)
    return [check.item for check in checklist.checks if not check.passed]


def route(*seats: str, **fields: Any) -> Routing:
    return Routing.model_validate({"route": "debate", "seats": seats or SEATS, "reason": "tested", **fields})


@pytest.mark.parametrize(
    ("question", "routing", "options", "missing"),
    [
        pytest.param(QUESTION, route(), {}, [], id="D-90 everything is ready"),
        pytest.param("", route(), {}, ["question_clear"], id="Q-02 empty"),
        pytest.param("Expand?", route(), {}, ["question_clear"], id="Q-02 one word"),
        pytest.param("word " * 4001, route(), {}, ["question_clear"], id="Q-02 too long"),
        pytest.param("word " * 4000, route(), {}, [], id="Q-02 exactly 20000 characters"),
        pytest.param(QUESTION, route("cro"), {}, ["agents_selected"], id="D-104 one agent cannot argue"),
        pytest.param(QUESTION, route("cro", "cro"), {}, ["agents_selected"], id="D-104 one agent twice"),
        pytest.param(
            QUESTION, route("cro", route="council"), {}, ["agents_selected"], id="X-15 nor before the council"
        ),
        pytest.param(QUESTION, route("cro", route="simple"), {}, [], id="X-15 one agent may answer"),
        pytest.param(QUESTION, route("cro", critics=("cfo",)), {}, [], id="X-56l one argues, one criticises"),
        pytest.param(QUESTION, route("cro", "ceo"), {}, ["agents_selected"], id="D-90 a stranger"),
        pytest.param(QUESTION, route(), {"knowledge": "missing"}, ["retrieval_available"], id="D-90 no knowledge"),
        pytest.param(QUESTION, route(), {"knowledge": "available"}, [], id="D-90 knowledge"),
        pytest.param(QUESTION, route(), {"started_at": ""}, ["log_started"], id="D-90 no log"),
        pytest.param(
            QUESTION,
            route(),
            {"timeout": {"per_agent": None, "per_round": None, "total": None}},
            ["timeouts_configured"],
            id="D-90 nothing stops an agent that hangs",
        ),
        pytest.param(
            QUESTION, route(), {"circuit_breaker": {"enabled": False}}, ["breaker_active"], id="W-D24 breaker disabled"
        ),
        pytest.param(
            QUESTION, route("cro", route="simple"), {"circuit_breaker": {"enabled": False}}, [], id="X-15 nobody argues"
        ),
        pytest.param(QUESTION, route(), {"timeout": {"total": None}}, [], id="X-78 no limit is a warning"),
        pytest.param(
            QUESTION,
            route(),
            {"rag": {"internal": {"enabled": False}}, "knowledge": "missing"},
            [],
            id="D-90 retrieval switched off",
        ),
    ],
)
def test_before(question: str, routing: Routing, options: dict[str, Any], missing: list[str]) -> None:
    started = options.pop("started_at", STARTED)
    knowledge = options.pop("knowledge", "not_needed")
    found = check_before(make_profile(**options), question, routing, started_at=started, knowledge=knowledge)
    assert failed(found) == missing
    assert found.passed is (not missing)
    assert len(found.checks) == 6


def test_switched_off_limits_are_named() -> None:
    """X-78."""
    found = check_before(make_profile(timeout={"total": None}), QUESTION, route(), started_at=STARTED)
    (told,) = (english(check.reason) for check in found.checks if check.item == "timeouts_configured")
    assert told == "no limit for the whole debate"


@pytest.mark.parametrize(
    ("question", "clear"),
    [
        pytest.param("  \n ", False, id="Q-02 blanks"),
        pytest.param("???", False, id="Q-02 only signs"),
        pytest.param("Devemos expandir?", True, id="Q-02 two words"),
    ],
)
def test_questions(question: str, clear: bool) -> None:
    assert _check_question(question).passed is clear


def record(number: int, convergence: float | None, timed_out: tuple[str, ...] = ()) -> RoundRecord:
    return RoundRecord(number=number, kind="positions", duration_ms=1, convergence=convergence, timed_out=timed_out)


@pytest.mark.parametrize(
    ("rounds", "last", "loop", "spent", "missing"),
    [
        pytest.param([], None, None, Spent(), [], id="D-91 nothing yet"),
        pytest.param([record(1, 0.4), record(2, 0.5)], diverged(), None, Spent(), [], id="D-91 all well"),
        pytest.param(
            [record(1, 0.5), record(2, 0.5)], diverged(), None, Spent(), ["convergence_progressing"], id="D-91 stuck"
        ),
        pytest.param([record(1, 0.9), record(2, 0.8)], converged(), None, Spent(), [], id="D-91 agreed is progress"),
        pytest.param([record(1, None), record(2, 0.3)], diverged(), None, Spent(), [], id="X-16 measured once"),
        pytest.param(
            [record(1, 0.4, ("cro",)), record(2, 0.5, ("cfo", "cro"))],
            diverged(),
            None,
            Spent(),
            ["no_prolonged_timeout"],
            id="D-91 late twice in a row",
        ),
        pytest.param(
            [record(1, 0.4, ("cro",)), record(2, 0.5, ("cfo",))],
            diverged(),
            None,
            Spent(),
            [],
            id="D-91 late once each",
        ),
        pytest.param(
            [record(1, 0.4)],
            diverged(),
            Loop(detected=True, counter=1, fingerprint="f", reason="same"),
            Spent(),
            ["no_loop"],
            id="D-91 loop",
        ),
        pytest.param([record(1, 0.4)], diverged(), None, Spent(seconds=300), ["time_left"], id="D-91 300 s"),
        pytest.param([record(1, 0.4)], diverged(), None, Spent(queries=5), [], id="X-18 five queries are in order"),
        pytest.param(
            [record(1, 0.4)], diverged(), None, Spent(queries=6), ["queries_within_limit"], id="X-18 six are not"
        ),
    ],
)
def test_during(rounds: list[RoundRecord], last: Any, loop: Loop | None, spent: Spent, missing: list[str]) -> None:
    found = check_during(make_profile(), rounds, last, loop, spent)
    assert failed(found) == missing
    assert found.round == len(rounds)


SYNTHESIS = Synthesis(decision="Expand", confidence=0.8)
ENDED = "2026-02-03T10:05:00.000+00:00"
DECIDED = Outcome(status="decided", decision="Expand in two steps", ended_at=ENDED)
READY: dict[str, Any] = {
    "synthesis": SYNTHESIS,
    "confidence": 0.8,
    "escalation": Escalation(target="none", reasons=("sure",)),
    "outcome": DECIDED,
}
COUNCIL = Escalation(target="council", reasons=("unsure",))
HUMAN = Escalation(target="human", reasons=("doubt",))
REVIEW = Review(request={})


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        pytest.param({}, [], id="D-92 all done"),
        pytest.param({"synthesis": None}, ["synthesis_produced"], id="D-92 no synthesis"),
        pytest.param({"confidence": None}, ["confidence_computed"], id="D-92 no confidence"),
        pytest.param({"outcome": Outcome(status="failed")}, ["log_closed"], id="D-92 no end"),
        pytest.param({"opened": 1}, ["log_closed"], id="D-92 a round was never closed"),
        pytest.param({"escalation": None}, ["escalation_done"], id="D-92 gate not passed"),
        pytest.param({"escalation": COUNCIL}, ["escalation_done"], id="D-92 no council"),
        pytest.param({"escalation": COUNCIL, "council": Council()}, [], id="D-92 council has looked"),
        pytest.param({"escalation": HUMAN, "council": Council()}, ["escalation_done"], id="D-92 nobody asked"),
        pytest.param({"escalation": HUMAN, "reviews": [REVIEW]}, [], id="D-92 a person has looked"),
        pytest.param(
            {"escalation": COUNCIL.model_copy(update={"then_human": True}), "council": Council()},
            ["escalation_done"],
            id="X-08 the council alone is not enough",
        ),
        pytest.param({"outcome": None}, ["log_closed", "decision_clear"], id="D-92 no outcome"),
        pytest.param(
            {"outcome": Outcome(status="decided", decision=" ", ended_at=ENDED)},
            ["decision_clear"],
            id="D-92 empty decision",
        ),
        pytest.param({"outcome": Outcome(status="inconclusive", ended_at=ENDED)}, [], id="D-130 nothing is claimed"),
    ],
)
def test_after(changes: dict[str, Any], missing: list[str]) -> None:
    assert failed(check_after(**{**READY, **changes})) == missing


def test_a_refinement_is_checked_for_what_applies_to_it() -> None:
    """D-90, D-92: an idea has to be there; where nobody argued there is no synthesis, no confidence and no gate."""
    before = check_before(make_profile(), QUESTION, route(route="refine"), started_at=STARTED)
    assert before.checks[0].item == "idea_given"
    empty = check_before(make_profile(), " ", route(route="refine"), started_at=STARTED)
    assert failed(empty) == ["idea_given"]
    after = check_after(None, None, None, None, argued=False)
    assert [check.item for check in after.checks] == ["log_closed", "decision_clear"]
    assert failed(after) == ["log_closed", "decision_clear"]
