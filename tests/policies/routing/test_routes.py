"""Which way a question takes, and who sits there."""

from typing import Any

import pytest

from moot.policies.routing.routes import accept_route, choose_route
from moot.state.outcome import Case
from moot.state.protocol import Profile
from tests.policies.making import SEATS, make_profile
from tests.support.words import english

CONCLAVE = make_profile()
ALONE = make_profile("cro")
RESEARCH = make_profile("orchestrator", "structurer", refinement={"enabled": True}, routing={"default": "refine"})
NO_COUNCIL = make_profile(council={"enabled": False})
LEGAL = make_profile("nla", "ala", routing={"keywords": "legal"})
ONE = make_profile("nla", "ala", routing={"keywords": "legal", "pure_domains": "critic_only"})


@pytest.mark.parametrize(
    ("profile", "case", "seats", "route", "seated"),
    [
        pytest.param(CONCLAVE, {}, None, "debate", SEATS, id="W-D1 D-07 two or more roles"),
        pytest.param(ALONE, {}, None, "simple", ("cro",), id="W-D1 D-07 D-08 one role"),
        pytest.param(CONCLAVE, {}, ["coo"], "simple", ("coo",), id="W-D1 D-07 one role suffices"),
        pytest.param(CONCLAVE, {}, ["coo", "cro"], "debate", ("cro", "coo"), id="D-07 two chosen, in order"),
        pytest.param(CONCLAVE, {"irreversible": True}, None, "council", SEATS, id="W-D1 X-14 Q-02 irreversible"),
        pytest.param(CONCLAVE, {"risk": "severe"}, None, "council", SEATS, id="W-D1 Q-02 severe"),
        pytest.param(CONCLAVE, {"risk": "catastrophic"}, None, "council", SEATS, id="W-D1 Q-02 catastrophic"),
        pytest.param(CONCLAVE, {"risk": "moderate"}, None, "debate", SEATS, id="Q-02 moderate"),
        pytest.param(CONCLAVE, {"value_at_risk": 10**7}, None, "debate", SEATS, id="D-63 the gate looks at the amount"),
        pytest.param(NO_COUNCIL, {"irreversible": True}, None, "debate", SEATS, id="X-14 there is no council"),
        pytest.param(CONCLAVE, {"route": "simple"}, None, "simple", ("cro",), id="D-07 the caller wins"),
        pytest.param(
            ALONE, {"route": "debate"}, None, "debate", ("cro",), id="D-07 the caller wins, the checklist refuses"
        ),
        pytest.param(RESEARCH, {}, None, "refine", ("orchestrator", "structurer"), id="F-01 ideas are refined"),
        pytest.param(RESEARCH, {"irreversible": True}, None, "refine", ("orchestrator", "structurer"), id="F-01 first"),
        pytest.param(make_profile(routing={"default": "council"}), {}, None, "council", SEATS, id="D-07 the default"),
    ],
)
def test_routes(
    profile: Profile, case: dict[str, Any], seats: list[str] | None, route: str, seated: tuple[str, ...]
) -> None:
    found = choose_route(profile, Case(**case), "Should we expand?", seats)
    assert (found.route, found.seats) == (route, seated)
    assert found.by == ("caller" if "route" in case else "rules")
    assert found.reason


@pytest.mark.parametrize(
    ("profile", "question", "hint", "seats", "critics", "label"),
    [
        pytest.param(ONE, "Apa itu wanprestasi?", None, ("nla",), ("ala",), "pure_national", id="X-56l national"),
        pytest.param(ONE, "Apa itu pusako?", None, ("ala",), ("nla",), "pure_adat", id="X-56l adat"),
        pytest.param(LEGAL, "Adat Bali vs KUHPerdata", None, ("nla", "ala"), (), "conflict", id="X-56l both argue"),
        pytest.param(LEGAL, "Apa hukumnya?", None, ("nla", "ala"), (), "consensus", id="X-56l consensus"),
        pytest.param(LEGAL, "Apa hukumnya?", "pure adat", ("nla", "ala"), (), "pure_adat", id="L-09 a hint"),
        pytest.param(LEGAL, "Apa itu pusako?", None, ("nla", "ala"), (), "pure_adat", id="X-56l both always speak"),
        pytest.param(CONCLAVE, "Apa itu pusako?", None, SEATS, (), None, id="L-39 another protocol"),
    ],
)
def test_legal_questions(
    profile: Profile,
    question: str,
    hint: str | None,
    seats: tuple[str, ...],
    critics: tuple[str, ...],
    label: str | None,
) -> None:
    found = choose_route(profile, Case(domain_hint=hint), question)
    assert (found.seats, found.critics, found.label) == (seats, critics, label)
    assert found.critique_rounds == (1 if critics else None)
    assert bool(found.scores) is (label is not None)


@pytest.mark.parametrize(
    ("case", "route", "seats", "expected"),
    [
        pytest.param({}, "debate", ["cfo", "cro"], ("debate", ("cro", "cfo"), "model"), id="D-07 proposed"),
        pytest.param({}, "SIMPLE", ["cfo"], ("simple", ("cfo",), "model"), id="D-07 one role"),
        pytest.param({}, "simple", [], ("simple", ("cro",), "model"), id="D-07 one role, nobody named"),
        pytest.param({}, "debate", ["cfo"], ("debate", SEATS, "model"), id="D-104 one agent cannot argue: all do"),
        pytest.param({}, "council", ["ceo", "cto"], ("council", SEATS, "model"), id="D-90 strangers: all do"),
        pytest.param({}, "vote", ["cfo"], ("debate", SEATS, "fallback"), id="D-07 unknown route: the rules"),
        pytest.param({}, None, [], ("debate", SEATS, "fallback"), id="D-07 no answer: the rules"),
        pytest.param({"route": "council"}, "simple", ["cfo"], ("council", SEATS, "caller"), id="D-07 the caller wins"),
    ],
)
def test_a_model_s_proposal(case: dict[str, Any], route: object, seats: list[str], expected: tuple[Any, ...]) -> None:
    found = accept_route(CONCLAVE, Case(**case), "Should we expand?", route, seats)
    assert (found.route, found.seats, found.by) == expected


def test_without_a_usable_answer_the_words_choose_the_domain() -> None:
    """L-41: the router says that it fell back."""
    found = accept_route(LEGAL, Case(), "Apa itu pusako?", None)
    assert (found.by, found.label, found.seats) == ("fallback", "pure_adat", ("nla", "ala"))


def test_a_proposal_s_reason_is_kept() -> None:
    found = accept_route(CONCLAVE, Case(), "Q", "debate", SEATS, "Two departments are concerned.")
    assert found.reason == "Two departments are concerned."


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(Case(risk="severe"), "The caller called the risk severe.", id="as the caller called it"),
        pytest.param(
            Case(irreversible=True), "The caller said that the decision cannot be undone.", id="what cannot be undone"
        ),
    ],
)
def test_a_critical_matter_is_told_in_the_callers_words(case: Case, told: str) -> None:
    found = choose_route(CONCLAVE, case, "Should we expand?", None)
    assert (found.route, told in english(found.reason)) == ("council", True)
