"""Boardrooms: who accepts a ruling says so itself, and opposed advice is never "no conflict" (X-34, X-44)."""

from typing import Any

import pytest

from tests.acceptance.table import Document, Table, conditions, entry, position, released, unmet
from tests.support.scenario import Entry

EUROPE = "Should the company stay in Europe?"
DEPARTMENTS = ("analyst", "commercial", "financial", "market", "reviewer")
NEUTRAL = "The weekly reports hold the figures that were asked for."
LEAVE = "I only accept leaving Europe. I recommend closing the European business this year."
ENTER = "I only accept entering Europe. I recommend keeping the European business and expanding it."
ONLY = pytest.mark.parametrize(
    ("leave", "enter"),
    [
        pytest.param(LEAVE, ENTER, id="with more words"),
        pytest.param("I only accept leaving Europe.", "I only accept entering Europe.", id="in so many words"),
    ],
)
SELL = "Sell the company."


def room(**said: str) -> list[Entry]:
    """Let departments answer; who is not named says nothing that could be contradicted."""
    return [
        entry(("position", "revise"), seat, reply=position(f"{seat} view", said.get(seat, NEUTRAL)))
        for seat in DEPARTMENTS
    ]


def rules(decision: str = SELL, **fields: Any) -> Entry:
    sure = {"critical_divergence": False, "uncertainty": "none", "divergences": [], "consensus_points": ["It pays."]}
    return entry("synthesize", "reviewer", reply={"decision": decision, "confidence": 90, **sure, **fields})


def says(seat: str, stance: str, because: str = "It leaves my point open.") -> Entry:
    return entry("accept", seat, reply={"stance": stance, "because": because})


def meet(table: Table, *entries: Entry, question: str = EUROPE, arguments: tuple[str, ...] = ()) -> Document:
    nothing = entry("compare", reply={"pairs": []})
    apart = [{"label": f"{seat} view", "seats": [seat]} for seat in DEPARTMENTS]
    alone = {"when": {"phase": "ballot"}, "reply": {"options": apart, "opposed": [], "points": []}}
    table.play(*entries, nothing, alone)
    return table.run("--profile", "boardroom", *arguments, question=question)[1]


@ONLY
def test_the_parties_say_themselves_that_they_oppose(table: Table, leave: str, enter: str) -> None:
    """ "I only accept leaving" and "I only accept entering" support no sale, and neither is neutral."""
    opposed = (says("commercial", "opposes", "I am against it."), says("financial", "opposes", "I am against it."))
    document = meet(table, *room(commercial=leave, financial=enter), rules(), *opposed)
    (result,) = document["consensus_results"]
    assert (result["supporting_agents"], result["neutral_agents"]) == (["reviewer"], [])
    assert result["opposing_agents"] == ["commercial", "financial"]
    assert {"Commercial: I am against it.", "Financial: I am against it."} <= set(result["unresolved_aspects"])
    assert [each[1] for each in table.scenario.asked("accept")] == ["commercial", "financial"]
    assert "opposing: Commercial, Financial" in conditions(document)["accepted"]["detail"]


def test_who_accepts_with_a_reservation_supports_and_keeps_it_on_record(table: Table) -> None:
    said = (says("commercial", "accepts"), says("financial", "accepts_with_reservation", "The price is open."))
    document = meet(table, *room(commercial=LEAVE, financial=ENTER), rules(), *said)
    (result,) = document["consensus_results"]
    assert released(document)
    assert sorted(result["supporting_agents"]) == ["commercial", "financial", "reviewer"]
    assert "Financial: The price is open." in result["unresolved_aspects"]


@pytest.mark.parametrize("fault", ["fail", "refusal", "nonsense"])
def test_who_did_not_answer_has_not_accepted(table: Table, fault: str) -> None:
    silent = entry(("accept", "repair"), "financial", fault=fault)
    document = meet(table, silent, *room(commercial=LEAVE, financial=ENTER), rules(), says("commercial", "accepts"))
    (result,) = document["consensus_results"]
    assert result["neutral_agents"] == ["financial"]
    assert document["status"] == "needs_review"
    assert "accepted" in unmet(document)
    assert "not heard on the ruling: Financial" in conditions(document)["accepted"]["detail"]


@pytest.mark.parametrize(
    "ruling",
    [
        pytest.param(entry(("synthesize", "repair"), "reviewer", fault="drop"), id="cut off"),
        pytest.param(rules("TBD"), id="a placeholder"),
        pytest.param(rules("[decision]"), id="a template"),
        pytest.param(rules("I'm sorry, but I can't help with that."), id="a refusal"),
    ],
)
def test_a_reviewer_that_gives_no_decision_has_not_decided(table: Table, ruling: Entry) -> None:
    document = meet(table, ruling, *room(commercial=LEAVE, financial=ENTER))
    assert not released(document)
    assert "settled" in unmet(document)


def test_who_declined_to_answer_has_not_accepted(table: Table) -> None:
    """A word from a list, above a refusal in words."""
    said = (says("commercial", "accepts"), says("financial", "accepts", "I cannot help with that."))
    document = meet(table, *room(commercial=LEAVE, financial=ENTER), rules(), *said)
    assert not released(document)
    assert "not heard on the ruling: Financial" in conditions(document)["accepted"]["detail"]


@pytest.mark.parametrize(
    ("question", "leave", "stay"),
    [
        ("A empresa deve sair da Europa neste ano?", "Recomendo sair da Europa.", "Recomendo não sair da Europa."),
        ("Apakah perusahaan harus keluar dari Eropa tahun ini?", "Keluar dari Eropa.", "Jangan keluar dari Eropa."),
    ],
)
def test_a_model_that_calls_nothing_opposed_makes_no_peace(table: Table, question: str, leave: str, stay: str) -> None:
    """X-34: who says the same but for a negation is argued with, whatever a model said of it."""
    said = [
        entry(("position", "revise"), seat, reply=position(text, text))
        for seat, text in (("commercial", leave), ("financial", stay))
    ]
    document = meet(table, *said, *room(), rules("Vender a empresa."), question=question)
    assert document["stop_reason"] != "no_conflict"
    assert [sorted(each["agents_involved"]) for each in document["conflict_report"]["conflicts"]] == [
        ["commercial", "financial"]
    ]
    assert [each[1] for each in table.scenario.asked("accept")] == ["commercial", "financial"]


def test_a_reviewer_that_is_cut_off_by_time_has_not_decided(table: Table) -> None:
    silent = entry(("synthesize", "repair"), "reviewer", fault="hang")
    limits = ("--set", "timeout.per_agent=3", "--set", "timeout.total=9")
    document = meet(table, silent, *room(commercial=LEAVE, financial=ENTER), arguments=limits)
    assert not released(document)
    assert "settled" in unmet(document)


def test_opposed_recommendations_are_argued(table: Table) -> None:
    """Read by words in the free stage: closing against keeping."""
    document = meet(table, *room(commercial=LEAVE, financial=ENTER), rules())
    assert document["conflict_report"]["requires_debate"]
    assert document["stop_reason"] != "no_conflict"
    assert LEAVE.split(". ")[1][:30] in document["conflict_report"]["debate_topics"][0]


def test_what_words_miss_a_model_sees(table: Table) -> None:
    """The ballot's one question covers all pairs; options it calls opposed are argued, and the topic names both."""
    names = {"commercial": "spend the surplus", "financial": "repay debt"}
    others = [seat for seat in DEPARTMENTS if seat not in names]
    options = [{"label": label, "seats": [seat]} for seat, label in names.items()]
    grouped = {"options": [*options, {"label": "carry on", "seats": others}], "opposed": [list(names.values())]}
    said = room(
        commercial="Put the surplus to work in fourteen towns.", financial="Debt first; the bonds cost us dearly."
    )
    document = meet(
        table, entry("ballot", reply={**grouped, "points": []}), *said, rules(), question="What about the surplus?"
    )
    assert len([each for each in table.scenario.asked("ballot") if each[2] == 1]) == 1
    assert not [each for each in table.scenario.asked("compare") if each[2] == 1]
    (conflict,) = document["conflict_report"]["conflicts"]
    assert (conflict["found_by"], conflict["topic"]) == ("model", "spend the surplus / repay debt")
    assert {each[1] for each in table.scenario.asked("revise")} == {"commercial", "financial"}


@pytest.mark.parametrize(
    ("choice", "reason", "missing"),
    [
        pytest.param("A", "", [], id="what all agree on"),
        pytest.param("none", "It is cheaper.", ["bound", "reviewed"], id="with a reason, a person accepts it"),
        pytest.param("B", "", ["bound", "reviewed"], id="another option"),
    ],
)
def test_a_ruling_against_what_all_agree_on_needs_a_person(
    table: Table, choice: str, reason: str, missing: list[str]
) -> None:
    """Issue of a synthesis that contradicts the vote, in a boardroom: whoever decides may choose, not against all."""
    others = [seat for seat in DEPARTMENTS if seat != "commercial"]
    options = [{"label": "stay in Europe", "seats": others}, {"label": "leave Europe", "seats": ["commercial"]}]
    grouped = {"options": options, "opposed": [["stay in Europe", "leave Europe"]], "points": []}
    comes_round = position("stay after all", "Stay in Europe.", keeps_position="no", choice="A")
    document = meet(
        table,
        entry("ballot", reply=grouped),
        entry("revise", "commercial", reply={**comes_round, "changes": [{"what": "all", "because": []}]}),
        entry("revise", reply={"keeps_position": "yes", "choice": "A"}),
        *room(commercial="Leave Europe this year.", **dict.fromkeys(others, "Stay in Europe.")),
        rules("Stay in Europe." if choice == "A" else SELL, choice=choice, departs_because=reason),
        *(says(seat, "accepts") for seat in DEPARTMENTS),
    )
    assert unmet(document) == missing
    assert released(document) is not bool(missing)


def test_without_an_answer_words_decide_and_the_report_says_so(table: Table) -> None:
    document = meet(
        table, entry(("ballot", "repair"), fault="fail"), *room(market="Rivals are quiet."), rules("Go on.")
    )
    assert "Wording was compared" in document["conflict_report"]["note"]


def test_votes_that_exclude_each_other_by_words_are_argued_and_their_parties_asked(table: Table) -> None:
    """X-34: without a comparer a contested ballot is no "no conflict", and the ruling on it has to be accepted."""
    grant, refuse = "Grant discounts of 15% and raise investment", "Grant no discounts and cut investment"
    document = meet(
        table,
        entry(("ballot", "repair"), fault="fail"),
        entry(("position", "revise"), "commercial", reply=position(grant, f"{grant} for sixty days.")),
        entry(("position", "revise"), "financial", reply=position(refuse, f"{refuse} for ninety days.")),
        *room(),
        rules("Try it in twenty accounts."),
        says("commercial", "accepts"),
        says("financial", "opposes"),
        question="What about the lost sales?",
    )
    assert document["ballot"]["opposed"]
    assert document["stop_reason"] != "no_conflict"
    assert {"commercial", "financial"} <= {each[1] for each in table.scenario.asked("accept")}


def test_the_reviewer_reads_every_answer_and_names_what_was_missed(table: Table) -> None:
    """Without a conflict it decides with all answers in view; what it names is recorded, and its parties are asked."""
    sides = [{"seat": "commercial", "view": "towns"}, {"seat": "financial", "view": "bonds"}]
    missed = {"theme": "use of the surplus", "nature": "priorities", "sides": sides, "impact": "money is spent twice"}
    said = {"commercial": "Put the surplus to work in fourteen towns.", "financial": "The bonds cost us dearly."}
    document = meet(table, *room(**said), rules("Half each.", divergences=[missed]), question="What about the surplus?")
    (call,) = [each for each in table.scenario.calls if each.headers["x-moot-phase"] == "synthesize"]
    assert all(text in call.prompt for text in (*said.values(), NEUTRAL))
    (conflict,) = document["conflict_report"]["conflicts"]
    assert (conflict["found_by"], conflict["topic"]) == ("mediator", "use of the surplus")
    assert document["stop_reason"] != "no_conflict"
    assert [each[1] for each in table.scenario.asked("accept")] == ["commercial", "financial"]
    assert released(document)


@pytest.mark.parametrize("last", ["accepts", "opposes"])
def test_a_party_that_opposes_what_only_the_reviewer_saw_argues_before_it_stands(table: Table, last: str) -> None:
    """DESIGN 9 (heard): financial could not answer before; what it says of the second ruling is told first."""
    sides = [{"seat": "commercial", "view": "towns"}, {"seat": "financial", "view": "bonds"}]
    missed = {"theme": "use of the surplus", "nature": "priorities", "sides": sides, "impact": "money is spent twice"}
    said = {"commercial": "Put the surplus to work in fourteen towns.", "financial": "The bonds cost us dearly."}
    first = entry("accept", "financial", round=1, reply={"stance": "opposes", "because": "Half leaves the bonds."})
    second = entry("accept", "financial", reply={"stance": last, "because": "The bonds fall due in May."})
    answers = [*room(**said), rules("Half each.", divergences=[missed]), first, second, says("commercial", "accepts")]
    document = meet(table, *answers, question="What about the surplus?")
    assert {each[1] for each in table.scenario.asked("revise")} == {"commercial", "financial"}
    (conflict,) = document["conflict_report"]["conflicts"]
    assert (conflict["found_by"], conflict["requires_debate"]) == ("mediator", True)
    assert conditions(document)["heard"]["met"]
    shown = " ".join(table.show().split())
    assert released(document)
    opposed = "Financial opposes the decision: The bonds fall due in May."
    assert ("; opposed by Financial " in shown[:200], opposed in shown) == ((last == "opposes",) * 2)
    assert (opposed in document["caveats"]) == (last == "opposes")


def test_parties_see_each_others_reasons_and_can_declare_agreement(table: Table) -> None:
    """`accepts` ends a conflict, however few words the two have in common."""
    agreed = [
        entry(
            "revise",
            "commercial",
            reply=position("your terms", "Your terms, then.", keeps_position="no", accepts=["C"]),
        ),
        entry("revise", "financial", reply=position("a cap", "A cap of two million.", keeps_position="partly")),
    ]
    document = meet(table, *agreed, *room(commercial=LEAVE, financial=ENTER), rules())
    (result,) = document["consensus_results"]
    assert (result["ended_by"], result["total_rounds"]) == ("converged", 2)
    prompt = next(each.prompt for each in table.scenario.calls if each.headers["x-moot-phase"] == "revise")
    assert "reasoning: The figures of the last two years carry this." in prompt


OPEN = "Open the new shop in March."
ALL_OPEN = [entry(("position", "revise"), reply=position("open in March", OPEN))]


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        pytest.param("Close all shops at once.", {"choice": "A"}, id="names the option, states another"),
        pytest.param("Close all shops at once.", {"choice": "none"}, id="names none"),
        pytest.param("A decision will be taken later.", {"choice": "A"}, id="puts it off"),
    ],
)
def test_a_reviewer_that_rules_what_nobody_said_needs_a_person(
    table: Table, written: str, fields: dict[str, Any]
) -> None:
    """All five departments say "open in March": their votes bind the ruling, whoever writes it (DESIGN 9, bound)."""
    document = meet(table, *ALL_OPEN, rules(written, **fields), says_another())
    assert document["ballot"]["settled"] == "A"
    assert (document["status"], unmet(document)[0]) == ("needs_review", "bound")
    assert len(table.scenario.asked("synthesize")) == 2, "it is asked once more first"


def test_a_reviewer_is_asked_once_more_and_then_states_the_option(table: Table) -> None:
    first = {**rules("Close all shops at once.", choice="A"), "times": 1}
    document = meet(table, *ALL_OPEN, first, says_another(times=1), rules(OPEN, choice="A"))
    assert released(document)
    assert document["decision"] == OPEN


def says_another(**more: Any) -> Entry:
    """Let the comparer find that the ruling states another act than the option."""
    apart = dict.fromkeys(("recommendation", "premises", "risks", "timing"), "none")
    pair = {"a": "decision", "b": "option", **apart}
    return {**entry("compare", reply={"pairs": [pair]}), **more}


@pytest.mark.parametrize("fault", ["fail", "nonsense"])
def test_differing_advice_that_nobody_could_compare_is_argued(table: Table, fault: str) -> None:
    """The comparer was asked and gave nothing: that two recommendations go together is not shown (X-34)."""
    words = {"commercial": "Raise the price of coffee.", "financial": "Lower the price of tea.", "market": "Rest."}
    document = meet(
        table,
        entry(("ballot", "repair"), fault=fault),
        *room(**words),
        rules("Sell the company."),
        entry(("accept",), fault="fail"),
        question="What about the price list?",
    )
    assert document["stop_reason"] != "no_conflict"
    assert document["conflict_report"]["requires_debate"]
    assert document["status"] == "needs_review"
