"""Disputes in prompts: each once, as it stands now, with what is open; proposals with who accepted them."""

import pytest

from moot.policies.conflicts.boardroom import find_open_reservations, list_disputes
from moot.prompts.disputes import disputes
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.conflicts import Acceptance, Conflict, ConflictDebate, DebateEnd, Reservation
from moot.state.outcome import CouncilResolution
from moot.state.positions import Concession, Position
from tests.prompts import samples

_NAMES = {"commercial": "A", "financial": "B", "analyst": "C"}


def vote(*rounds: dict[str, str]) -> Ballot:
    """Count votes for two options, round by round."""
    votes = [
        Vote(round=number, seat=seat, option=option)
        for number, cast in enumerate(rounds, 1)
        for seat, option in cast.items()
    ]
    last = rounds[-1]
    options = [
        BallotOption(id=name, text=text, origin="found", seats=tuple(seat for seat in last if last[seat] == name))
        for name, text in (("P", "pay now"), ("Q", "pay later"))
    ]
    return Ballot(round=len(rounds), options=tuple(options), votes=tuple(votes), source="model")


def between(one: str, other: str, topic: str = "pay now / pay later") -> Conflict:
    positions = dict.fromkeys((one, other), samples.CONFLICT.positions["financial"])
    update = {"conflict_id": f"{one}-{other}", "agents_involved": (one, other), "topic": topic, "positions": positions}
    return samples.CONFLICT.model_copy(update=update)


def tell(*conflicts: Conflict, ballot: Ballot | None = None, debates: tuple[ConflictDebate, ...] = ()) -> str:
    report = samples.CONFLICT_REPORT.model_copy(update={"conflicts": conflicts})
    found = list_disputes(report, debates, (), ballot, ())
    return disputes.digest_disputes(found, _NAMES, find_open_reservations(debates, ()))


def test_a_dispute_is_told_once_however_many_pairs_have_it() -> None:
    """C-25: a pair that words found is the same dispute as a pair that a model found, if its options are."""
    first = {"commercial": "P", "financial": "Q", "analyst": "P"}
    told = tell(
        between("commercial", "financial", "Recusar a proposta vs iniciar só a primeira etapa"),
        between("financial", "analyst"),
        ballot=vote(first),
    )
    assert told == "option P against option Q: A, C against B"


def test_a_dispute_says_who_stands_where_now() -> None:
    first, then = {"commercial": "P", "financial": "Q"}, {"commercial": "P", "financial": "P"}
    told = tell(between("commercial", "financial"), ballot=vote(first, then))
    assert told == "all of them vote for option P by now\nno longer disputed: P against Q"


def test_who_took_over_what_is_told_with_its_round() -> None:
    """C-25: what was added to a party's terms since is not taken over, and who argues has to see which it was."""
    taken = Concession(seat="financial", part="terms", exception="no fee")
    said = [
        Position(seat="commercial", round=2, recommendation="pay", accepts=("financial",)),
        Position(seat="commercial", round=3, recommendation="pay"),
        Position(seat="analyst", round=3, recommendation="pay", takes_over=(taken,)),
    ]
    assert disputes.digest_disputes((), _NAMES, (), said).splitlines() == [
        "A accepts the terms of B (round 2, as it stood until then)",
        "C takes over the terms of B (round 3, as it stood until then), except: no fee",
    ]


def test_a_reservation_that_nobody_accepted_is_told() -> None:
    debate = ConflictDebate(
        conflict_id="commercial-financial",
        parties=("commercial", "financial"),
        reservations=(Reservation(seat="financial", text="Only with a cap."),),
    )
    both = {"commercial": "P", "financial": "P"}
    told = tell(between("commercial", "financial"), ballot=vote({**both, "financial": "Q"}, both), debates=(debate,))
    assert told.splitlines()[2:] == ["reservation of B, not accepted by the others: Only with a cap."]


@pytest.mark.parametrize(
    ("ended_by", "told"),
    [
        pytest.param("converged", "come to stand for the same option", id="agreed"),
        pytest.param("max_rounds", "you decide what is open between them", id="open"),
    ],
)
def test_whoever_decides_is_told_what_is_left_to_decide(ended_by: DebateEnd, told: str) -> None:
    debate = samples.CONFLICT_DEBATE.model_copy(update={"ended_by": ended_by})
    found = list_disputes(samples.CONFLICT_REPORT, [debate])
    assert told in disputes.explain_deciding(found, again=False)
    assert "A person sent the earlier proposal back" in disputes.explain_deciding(found, again=True)


def test_whoever_decides_sees_each_argument_once_under_its_round() -> None:
    """C-37: seven conflicts argued with the same words are not seven arguments."""
    closed = samples.CONFLICT_DEBATE.rounds[1].model_copy(update={"round_number": 4})
    debate = samples.CONFLICT_DEBATE.model_copy(
        update={"ended_by": "repeated", "rounds": (samples.CONFLICT_DEBATE.rounds[0], closed)}
    )
    found = list_disputes(samples.CONFLICT_REPORT, [debate])
    told = disputes.digest_debates(found, [debate, debate], _NAMES).splitlines()
    arguments = [line for line in told if line.startswith("round ")]
    assert len(arguments) == len(set(arguments)) == 4
    assert "round 4, A: Without it we lose share." in arguments
    assert "open, the parties repeat themselves" in told[0]


def test_after_a_council_its_proposal_is_shown_and_not_the_one_before_it() -> None:
    resolution = CouncilResolution(
        decision="Open one shop.",
        confidence=0.6,
        modifications=("One shop in place of two",),
        residual_risks=("Rents rise: fix them now (cfo)",),
        reversal_criteria=("If rents double, then close",),
    )
    told = disputes.digest_proposal(samples.SYNTHESIS, resolution, (), (), _NAMES)
    assert told.startswith(
        "proposed decision: Open one shop.\nchanged by the council: One shop in place of two\n"
        "risk that was left then: Rents rise: fix them now (cfo)\nto be reversed: If rents double, then close"
    )
    assert samples.SYNTHESIS.decision not in told


def test_who_argues_on_is_told_what_the_advocate_holds_against_the_proposal() -> None:
    """A seat that was opened again has to meet it, and the council judges whether it did."""
    told = disputes.digest_proposal(samples.SYNTHESIS, None, (), (), _NAMES, advocate=samples.DISSENT)
    for said in (
        samples.DISSENT.weakest_premise,
        samples.DISSENT.undiscussed_risk,
        samples.DISSENT.ignored_alternative,
    ):
        assert f"as the council's advocate finds: {said}" in told


def test_a_proposal_is_shown_with_who_accepted_it_and_why_a_person_was_asked() -> None:
    unheard = Acceptance(seat="analyst", round=2)
    told = disputes.digest_proposal(
        samples.SYNTHESIS, None, (*samples.ACCEPTANCES, unheard), ["claims without support"], _NAMES
    ).splitlines()
    assert told[0].startswith("proposed decision: ")
    assert "B accepts it with a reservation: No cap is named." in told
    assert "C did not answer: no reason given" in told
    assert told[-1] == "a person was asked because: claims without support"
