"""DECIDED has to be earned: what must never be released, whatever a model writes or fails to write (DESIGN 9)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.table import (
    COUNCIL,
    SEATS,
    Document,
    Table,
    ballot,
    conditions,
    council,
    entry,
    hold,
    position,
    released,
    synthesis,
    unmet,
)
from tests.support.scenario import Entry

OPEN, CLOSE = "open in March", "Close all shops at once"
IN_OTHER_WORDS = {
    "cro": ("spring opening", "Welcome the first customers in the new town before Easter, as the leases allow."),
    "cfo": (
        "start in the third month",
        "Begin trading there as soon as February's rent is paid, so that cash returns.",
    ),
    "coo": ("launch when fitted", "Have both places fitted by late winter and let the doors go up right afterwards."),
    "cmo": ("March it is", "Announce the first week of March, when people come back to the high street."),
}


def paraphrase() -> list[Entry]:
    return [hold(seat, stance, advice, timing="late winter") for seat, (stance, advice) in IN_OTHER_WORDS.items()]


GROUPED = [*paraphrase(), ballot({"Open the new shops in March": SEATS})]
EQUAL = [hold(None, OPEN, "Open the new shops in March")]


@pytest.mark.parametrize("seats", [pytest.param(EQUAL, id="equal words"), pytest.param(GROUPED, id="grouped")])
@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="minimal choice"),
        pytest.param({"choice": "A"}, id="names the option, states another"),
        pytest.param({"choice": "none"}, id="names none"),
        pytest.param({"choice": "none", "departs_because": "Rents rose."}, id="departs"),
        pytest.param({"choice": "A", "departs_because": "Rents rose."}, id="departs without saying where to"),
    ],
)
def test_a_decision_that_nobody_voted_for(table: Table, seats: list[Entry], fields: Document) -> None:
    """(a) All say "open in March"; the synthesizer writes that all shops are closed."""
    table.play(*seats, synthesis(CLOSE, **fields))
    code, document = table.run()
    assert document["ballot"]["settled"] == "A"
    if released(document):
        assert "close" not in document["decision"].lower()
        assert "synthesis_rebound" in document["confidence_flags"]
        assert code == 0
    else:
        assert (code, document["status"], unmet(document)[0]) == (3, "needs_review", "bound")


@pytest.mark.parametrize("seats", [pytest.param(EQUAL, id="equal words"), pytest.param(GROUPED, id="grouped")])
def test_a_departure_that_chooses_none_of_the_options_is_put_to_a_person(table: Table, seats: list[Entry]) -> None:
    """(a) It is the only way to depart from what all said, so its reason is kept; no text of the option replaces it."""
    table.play(*seats, synthesis(CLOSE, choice="none", departs_because="The market collapsed, and no seat saw it."))
    code, document = table.run()
    assert (code, document["status"], document["decision"]) == (3, "needs_review", CLOSE)
    assert "The market collapsed" in conditions(document)["bound"]["detail"]
    assert document["synthesis"]["departs_because"].startswith("The market collapsed")


@pytest.mark.parametrize("reason", ["", "n/a", "none"])
def test_a_departure_without_a_reason_is_none(table: Table, reason: str) -> None:
    """(a) Words that say nothing are no reason: the option's own words stand."""
    table.play(*EQUAL, synthesis(CLOSE, choice="none", departs_because=reason))
    code, document = table.run()
    assert (code, document["decision"]) == (0, "Open the new shops in March")
    assert "synthesis_rebound" in document["confidence_flags"]


def test_a_council_text_that_departs_is_not_called_bound(table: Table) -> None:
    """(b) What a person is asked to approve is the council's text, so the condition speaks of that one."""
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), *council(CLOSE, choice="none"))
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, document["decision"]) == (3, CLOSE)
    assert not conditions(document)["bound"]["met"]


def test_nothing_of_a_refused_text_stands_beside_the_decision(table: Table, tmp_path: Path) -> None:
    """(a) Its reasons and next steps belonged to another decision; its text is quoted as refused, and nothing else."""
    divergence = {"theme": "when to close", "nature": "timing", "sides": [{"seat": "cro", "view": "shut now"}]}
    refused = synthesis(
        CLOSE, choice="A", next_steps=["Shut the doors"], consensus_points=["The doors must be shut"],
        tensions=["shut or half shut"], gaps=["what it costs to shut"], divergences=[{**divergence, "impact": "shut"}],
    )  # fmt: skip
    table.play(*EQUAL, refused)
    code, document = table.run("--out", str(tmp_path / "out"))
    assert (code, document["decision"]) == (0, "Open the new shops in March")
    files = {each.name: each.read_text(encoding="utf-8") for each in (tmp_path / "out").iterdir()}
    for name, text in {"result": json.dumps(document), "show": table.show(), **files}.items():
        assert "shut" not in text.lower(), name
    assert document["synthesis"]["refused"] == CLOSE
    assert all(CLOSE in text for text in (table.show(), files["report.html"], files["report.txt"]))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        pytest.param(("--edit", "Wait until autumn."), 0, id="edited"),
        pytest.param(("--reject", "no"), 4, id="rejected"),
    ],
)
def test_what_a_person_did_not_take_over_does_not_stand_as_decided(
    table: Table, answer: tuple[str, ...], code: int
) -> None:
    """Nobody compared a person's own words with the votes; the steps of a rejected proposal are no steps."""
    table.play(*EQUAL, synthesis("Open the new shops in March.", confidence=60), *council("Open in March", 55))
    table.run("--irreversible")
    done = table.command("review", "case", *answer, "--json", "--quiet")
    assert done.code == code
    shown = table.show()
    if code:
        assert "Next steps" not in shown
    else:
        bound = conditions(done.document)["bound"]
        assert (bound["met"], "which nobody compared with the votes; " in bound["detail"]) == (True, True)
        assert "those of the proposal" in " ".join(shown.split())


def test_a_decision_that_nobody_voted_for_is_asked_for_once_more(table: Table) -> None:
    """(a) One repair: the second text states the option, and nothing is flagged."""
    repaired = synthesis("Open the new shops in March.", choice="A")
    table.play(*EQUAL, {**synthesis(CLOSE), "times": 1}, repaired)
    code, document = table.run()
    assert (code, document["decision"]) == (0, "Open the new shops in March.")
    assert released(document)
    assert "synthesis_rebound" not in document["confidence_flags"]
    assert len([call for call in table.scenario.calls if call.seat == "synthesizer"]) == 2


def test_a_departure_from_what_all_said_needs_a_person(table: Table) -> None:
    """(a) With given options the synthesizer can name the other one; a reason alone does not release it."""
    table.play(
        entry(("position", "revise"), reply=position("open in March", choice="A")),
        synthesis("Close all shops", choice="B", departs_because="Rents rose by half last week."),
        *council("Close all shops"),
    )
    code, document = table.run("--option", "Open in March", "--option", "Close all shops")
    assert (code, document["status"]) == (3, "needs_review")
    assert "bound" in unmet(document)
    assert "Rents rose" in conditions(document)["bound"]["detail"]


@pytest.mark.parametrize("fault", ["refused", "nonsense", "refusal", "malformed_content"])
def test_a_council_that_does_not_answer(table: Table, fault: str) -> None:
    """(b) An irreversible matter of 900,000 with a silent council goes to a person, who is told why."""
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), {"fault": fault})
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, document["status"]) == (3, "needs_review")
    assert not released(document)
    assert unmet(document) == ["reviewed"]
    detail = conditions(document)["reviewed"]["detail"]
    assert all(member.removeprefix("council_") in detail for member in COUNCIL)
    assert "reviewed" in table.show()
    request = document["review"]["request"]["action_requests"][0]
    assert "reviewed" in request["description"]


@pytest.mark.parametrize("member", COUNCIL)
def test_a_council_without_one_of_its_members(table: Table, member: str) -> None:
    """(b) Two of three are no council."""
    silent = {"when": {"phase": [member, "repair"], "seat": member}, "fault": "refused"}
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), silent, *council("Open in March"))
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, unmet(document)) == (3, ["reviewed"])


def test_a_whole_council_releases(table: Table) -> None:
    """(b) The same matter with a council that answers is decided by it."""
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), *council("Open the new shops in March."))
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, document["decision"]) == (0, "Open the new shops in March.")
    assert released(document)
    assert conditions(document)["reviewed"]["needed"]


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        pytest.param({}, "next steps", id="nothing but a sentence"),
        pytest.param({"next_steps": ["a", "b"]}, "next steps", id="two steps"),
        pytest.param({"next_steps": ["a", "b", "c"]}, "residual risks", id="no risks"),
        pytest.param({"next_steps": ["a", "b", "c"], "residual_risks": ["d"]}, "reversal criteria", id="no way back"),
    ],
)
def test_a_council_that_says_do_it(table: Table, fields: Document, missing: str) -> None:
    """(f) A resolution without steps, risks or reversal criteria: one repair, then a person."""
    empty: Document = {"next_steps": [], "residual_risks": [], "reversal_criteria": [], "modifications": []}
    do_it = {
        "when": {"schema": "CouncilResolution"},
        "reply": {**empty, "decision": "Do it.", "confidence": 99} | fields,
    }
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), do_it, *council("Open in March"))
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    # Nothing shows that "Do it." states the option either.
    assert (code, unmet(document)) == (3, ["bound", "reviewed"])
    assert missing in conditions(document)["reviewed"]["detail"].replace("_", " ")
    assert len([call for call in table.scenario.calls if call.seat == "council_synthesizer"]) == 2


def test_a_council_that_completes_its_resolution(table: Table) -> None:
    """(f) The repair may cure it."""
    do_it = {"when": {"schema": "CouncilResolution"}, "reply": {"decision": "Do it.", "confidence": 99}, "times": 1}
    whole = council("Open the new shops in March.")
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), do_it, *whole)
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, released(document)) == (0, True)
    assert len([call for call in table.scenario.calls if call.seat == "council_synthesizer"]) == 2


def enter_or_not(*more: Entry) -> list[Entry]:
    return [
        hold("cmo", "do not enter the market", "Do not enter the market", keeps_position="yes"),
        hold(None, "enter the market", "Enter the market"),
        synthesis("Enter the market", choice="A"),
        *more,
    ]


@pytest.mark.parametrize(
    "grouping",
    [
        pytest.param([], id="words"),
        pytest.param([ballot({"Enter": SEATS[:3], "Do not enter": ["cmo"]}, [["Enter", "Do not enter"]])], id="model"),
    ],
)
def test_whoever_stands_alone_is_heard(table: Table, grouping: list[Entry]) -> None:
    """(c) Three against one: round 1 does not converge, and the one has a rebuttal."""
    table.play(*enter_or_not(*grouping), *council("Enter the market"))
    _, document = table.run()
    assert len(document["rounds"]) >= 2
    assert document["rounds"][0]["convergence"] < 0.7
    assert ("revise", "cmo", 2) in table.scenario.asked("revise")
    first = {each["seat"]: each["option"] for each in document["ballot"]["votes"] if each["round"] == 1}
    assert len(set(first.values())) == 2
    assert [seat for seat, option in first.items() if option != first["cro"]] == ["cmo"]
    assert [first["cro"], first["cmo"]] in [sorted(pair) for pair in document["ballot"]["opposed"]]
    assert document["baselines"]["vote"]["share"] == 0.75
    assert conditions(document)["heard"]["met"]
    assert not released(document) or document["decider"] == "council"


def test_whoever_stands_alone_may_be_convinced(table: Table) -> None:
    """(c) Once the one gives in with a reason, the votes settle it."""
    critique = {
        "critiques": [
            {
                "target": "cmo",
                "target_claim_id": "C1",
                "issue_type": "logic_gap",
                "description": "The market is not full.",
                "severity": "MINOR",
                "suggested_fix": "Look at the survey.",
            }
        ]
    }
    convinced = position(
        "enter the market",
        "Enter the market",
        choice="A",
        keeps_position="no",
        changes=[{"what": "the recommendation", "because": ["K1"]}],
        answers=[{"critique_id": "K1", "outcome": "accepted", "reason": "The survey says so."}],
    )
    table.play(entry("critique", "cro", reply=critique), entry("revise", "cmo", reply=convinced), *enter_or_not())
    code, document = table.run()
    assert (code, len(document["rounds"])) == (0, 2)
    assert released(document)
    assert document["ballot"]["share"] == 1.0


@pytest.mark.parametrize("fault", ["refused", "nonsense", "hang"])
def test_half_the_seats_never_answer(table: Table, fault: str) -> None:
    """(e) Two of four that agree are no quorum; who is missing is named beside the decision."""
    silent = {"when": {"seat": ["coo", "cmo"]}, "fault": fault}
    table.play(silent, *EQUAL, synthesis("Open the new shops in March.", choice="A"), *council("Open in March"))
    _, document = table.run("--set", "timeout.per_agent=0.4", "--set", "timeout.per_round=1")
    assert not released(document)
    assert "quorum" in unmet(document)
    detail = conditions(document)["quorum"]["detail"]
    assert "COO" in detail
    assert "CMO" in detail
    shown = table.show()
    assert "quorum" in shown


def test_a_missing_seat_is_named_beside_a_decision(table: Table) -> None:
    """(e) Three of four are enough, and the headline says who did not speak."""
    silent = {"when": {"seat": "cmo"}, "fault": "refused"}
    table.play(silent, *EQUAL, synthesis("Open the new shops in March.", choice="A"), *council("Open in March"))
    code, document = table.run()
    assert (code, released(document)) == (0, True)
    assert "CMO" in conditions(document)["quorum"]["detail"]
    head = table.show().split("\n\n")[0]
    assert "CMO" in head


@pytest.mark.parametrize(
    ("recommendation", "converged"), [pytest.param("39.8", False, id="69.9"), pytest.param("40", True, id="70")]
)
def test_almost_is_not_enough(table: Table, recommendation: str, converged: bool) -> None:
    """69.9 is below 70, at the gate and in what people read."""
    own = [hold(seat, OPEN, premises=[f"{seat} counted {seat}fully"]) for seat in SEATS]
    table.play(*own, synthesis("Open in March.", choice="A"), *council("Open in March"))
    weights = {
        "recommendation": recommendation,
        "premises": str(100 - float(recommendation)),
        "risks": "0",
        "timing": "0",
    }
    changed = [part for name, value in weights.items() for part in ("--set", f"convergence.weights.{name}={value}")]
    _, document = table.run(*changed, "--set", "rounds.max=1")
    assert document["rounds"][0]["convergence"] == pytest.approx(
        float(recommendation) / 100 + 0.5 - float(recommendation) / 200
    )
    assert (document["stop_reason"] == "converged") == converged
    shown = "agreement 70 %" if converged else "agreement 69.9 %"
    assert shown in table.show()


def test_a_person_answers_for_what_was_not_met(table: Table) -> None:
    """Who approves takes it on, and the warrant says so."""
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), {"fault": "refused"})
    table.run("--irreversible", "--value-at-risk", "900000")
    done = table.command("review", "case", "--approve", "--json", "--quiet")
    document: Any = done.document
    assert (done.code, released(document)) == (0, True)
    assert conditions(document)["reviewed"]["detail"] == "decided by a person"


def test_a_council_that_chooses_what_nobody_votes_for(table: Table) -> None:
    """Three for one option, one for another: a third one is a departure from all of them."""
    cities = ("Ottawa", "Toronto", "Montreal")
    table.play(
        entry(("position", "revise"), "cmo", reply=position("Toronto", choice="B", keeps_position="yes")),
        entry(("position", "revise"), reply=position("Ottawa", choice="A", keeps_position="yes")),
        synthesis("Montreal", choice="C"), *council("Montreal", choice="C"),
    )  # fmt: skip
    code, document = table.run(*(part for city in cities for part in ("--option", city)))
    assert (code, released(document)) == (3, False)
    assert "which nobody votes for" in conditions(document)["reviewed"]["detail"]


REVERSALS = [
    "To open the new shops in March would be a mistake; close them.",
    "Rather than open the new shops in March, sell the leases.",
    "All said: open the new shops in March. It is folly, and the shops stay shut.",
]


@pytest.mark.parametrize("text", REVERSALS)
@pytest.mark.parametrize("extent", ["none", "fault"])
def test_a_text_that_repeats_the_option_only_to_turn_it_round(table: Table, text: str, extent: str) -> None:
    """The option's words in a text show nothing by themselves; a comparer that does not answer shows nothing either."""
    pair = {"a": "decision", "b": "option", **dict.fromkeys(("recommendation", "premises", "risks", "timing"), "none")}
    told: Entry = {"fault": "refused"} if extent == "fault" else {"reply": {"pairs": [pair]}}
    table.play(*EQUAL, synthesis(text, choice="A"), {"when": {"phase": ["compare"]}, **told})
    code, document = table.run()
    assert (code, document["decision"]) == (0, "Open the new shops in March")
    assert "synthesis_rebound" in document["confidence_flags"]


@pytest.mark.parametrize(
    ("text", "extent"),
    [
        pytest.param("Open 30 shops in March.", "full", id="another figure, and a comparer that does not mind"),
        pytest.param("Do not open 3 shops in March.", "full", id="denied, and a comparer that does not mind"),
        pytest.param("Open 3 shops in May.", "none", id="a month that is a small word too"),
    ],
)
def test_a_text_with_something_in_the_place_of_what_was_settled(table: Table, text: str, extent: str) -> None:
    """What words plainly show needs nobody's word; what they do not show is asked."""
    pair = {"a": "decision", "b": "option", **dict.fromkeys(("recommendation", "premises", "risks", "timing"), extent)}
    table.play(
        hold(None, "open 3 shops in March"), synthesis(text, choice="A"), entry("compare", reply={"pairs": [pair]})
    )
    code, document = table.run()
    assert (code, document["decision"]) == (0, "open 3 shops in March")
    assert "synthesis_rebound" in document["confidence_flags"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("open 3 shops", "open 30 shops", id="another figure"),
        pytest.param("enter the market", "reject entering the market", id="a refusal"),
    ],
)
def test_a_model_that_puts_opposite_advice_together_has_read_nothing(table: Table, one: str, other: str) -> None:
    grouped = ballot({one: SEATS})
    table.play(hold(["cro", "cfo"], one), hold(None, other), grouped, synthesis(one, choice="A"))
    _, document = table.run("--set", "rounds.max=2")
    assert not released(document)
    assert sorted(sorted(each["seats"]) for each in document["ballot"]["options"]) == [["cfo", "cro"], ["cmo", "coo"]]
    assert "wording" in table.show()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("40", "400", id="another figure"),
        pytest.param("March", "May", id="another month"),
    ],
)
def test_long_texts_that_share_most_words_are_not_the_same(table: Table, one: str, other: str) -> None:
    """With words alone seats never look more united than they are."""
    long = "Buy {} lorries of the same make as before for the depots in Lyon, Porto, Ghent and Turin".format
    table.play(hold(["cro", "cfo"], long(one)), hold(None, long(other)), synthesis(long(one), choice="A"))
    _, document = table.run("--set", "convergence.comparator=lexical", "--set", "rounds.max=2")
    assert not released(document)
    assert len([each for each in document["ballot"]["options"] if each["seats"]]) == 2


@pytest.mark.parametrize("text", REVERSALS)
def test_a_council_that_repeats_the_option_only_to_turn_it_round(table: Table, text: str) -> None:
    pair = {"a": "decision", "b": "option", **dict.fromkeys(("recommendation", "premises", "risks", "timing"), "none")}
    compared = entry("compare", reply={"pairs": [pair]})
    table.play(*EQUAL, synthesis("Open the new shops in March.", choice="A"), *council(text, choice="A"), compared)
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, released(document)) == (3, False)


@pytest.mark.parametrize(
    ("seats", "steps", "missing"),
    [
        pytest.param("n/a", ["Sign", "Ask", "Hire"], "quorum", id="seats that fill their place"),
        pytest.param(OPEN, ["TBD", "...", "-"], "reviewed", id="steps that fill their place"),
        pytest.param(OPEN, ["Sign the leases"] * 3, "reviewed", id="one step three times"),
    ],
)
def test_what_only_fills_a_place_is_not_there(table: Table, seats: str, steps: list[str], missing: str) -> None:
    filled = hold(["coo", "cmo"], seats)
    agreed = [filled, *EQUAL, synthesis("Open the new shops in March.", choice="A")]
    table.play(*agreed, *council("Open in March", next_steps=steps))
    code, document = table.run("--irreversible", "--set", "rounds.max=1")
    assert (code, released(document)) == (3, False)
    assert missing in unmet(document)


PILOT = "Run a pilot for three months first."


@pytest.mark.parametrize(
    ("said", "decided"),
    [
        pytest.param("More data is needed.", False, id="en"),
        pytest.param("São necessários mais dados.", False, id="pt"),
        pytest.param("Diperlukan lebih banyak data.", False, id="id"),
        pytest.param(PILOT, True, id="something to do"),
        pytest.param(f"More data is needed. {PILOT}", True, id="and what to do for it"),
    ],
)
def test_to_put_a_question_off_is_no_advice(table: Table, said: str, decided: bool) -> None:
    """Four seats that wait for data have not answered; who says how to get it has."""
    table.play(hold(None, said), synthesis(said, choice="A"), *council(said, choice="A"))
    code, document = table.run()
    assert (code, released(document)) == ((0, True) if decided else (3, False))
    assert ("quorum" in unmet(document)) != decided


def test_a_seat_that_the_comparer_puts_into_two_groups(table: Table) -> None:
    """Whoever names the one against three on both sides has not made them agree."""
    both = ballot({"Enter": SEATS, "Stay out": ["cmo"]}, [["Enter", "Stay out"]])
    table.play(
        hold("cmo", "stay at home", "Sell where we are known"), hold("cfo", "go abroad", "Begin to sell there"),
        hold(None, "enter the market", "Enter the market"), synthesis("Enter the market", choice="A"), both,
    )  # fmt: skip
    _, document = table.run("--set", "rounds.max=2")
    assert not released(document)
    assert "settled" in unmet(document)


@pytest.mark.parametrize("fault", ["fail", "nonsense"])
def test_a_council_whose_text_nobody_could_compare_chose_nothing(table: Table, fault: str) -> None:
    """A comparer that was asked and did not answer shows nothing: against what all said a person decides."""
    table.play(
        *EQUAL, synthesis("Open the new shops in March.", confidence=60), *council(CLOSE, choice="A"),
        entry(("compare", "repair"), fault=fault),
    )  # fmt: skip
    code, document = table.run("--irreversible", "--value-at-risk", "900000")
    assert (code, document["status"]) == (3, "needs_review")
    assert not released(document)


def test_all_say_the_same_with_lists_of_their_own(table: Table) -> None:
    """Complementary premises, risks and timings part nobody who recommends the same: round 1, one further call."""
    own = [
        hold(seat, stance, advice, premises=[f"{seat} sees this"], risks=[f"{seat} fears that"], timing=f"{seat} time")
        for seat, (stance, advice) in IN_OTHER_WORDS.items()
    ]
    table.play(*own, ballot({"Open the new shops in March": SEATS}), synthesis("Open the new shops in March."))
    _, document = table.run()
    assert (document["stop_reason"], len(document["rounds"])) == ("converged", 1)
    assert document["convergence"] >= 0.7
