"""Who finds no incident is counted, heard and quoted with its whole reason."""

from moot.policies.agreement.voting import cast_hypothesis_ballots, find_baselines
from moot.policies.root_cause.conclusion import _list_calm
from moot.policies.root_cause.evidence.quotes import find_mismatch
from moot.prompts.hypotheses import describe_silent, digest_others, digest_previous
from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.hypotheses import Hypothesis, HypothesisSheet

NONE = "No incident was found"


def make_calm(seat: str, round_number: int, because: str) -> HypothesisSheet:
    return HypothesisSheet(seat=seat, round=round_number, status="ok", no_incident=True, no_incident_because=because)


CAUSE = Hypothesis(id="kg_1", source="kg_focused", hypothesis="The carrier was down", confidence=0.3)
NAMED = HypothesisSheet(seat="kg_focused", round=1, status="ok", hypotheses=(CAUSE,))


def test_the_first_seat_alone_would_have_found_none() -> None:
    options = (BallotOption(id="A", text=NONE, origin="found"), BallotOption(id="B", text="carrier", origin="found"))
    seats = ("log_focused", "kg_focused", "hybrid")
    votes = tuple(Vote(round=1, seat=seat, option=option) for seat, option in zip(seats, "ABA", strict=True))
    sheets = [make_calm("log_focused", 1, "x"), NAMED, make_calm("hybrid", 1, "y")]
    found = find_baselines(cast_hypothesis_ballots(sheets, Ballot(round=1, options=options, votes=votes)), seats)
    assert (found.single_seat, found.single_answer) == ("log_focused", NONE)
    assert (found.vote_answer, round(found.vote_share or 0, 2)) == (NONE, 0.67)


def test_the_others_and_the_judge_read_why() -> None:
    calm = [make_calm("hybrid", 1, "all polls are ordinary")]
    assert describe_silent(calm) == "hybrid finds no incident: all polls are ordinary"
    assert "all polls are ordinary" in digest_others([CAUSE], (), "kg_focused", calm)
    assert "all polls are ordinary" in digest_previous([CAUSE], (), "hybrid", calm)
    assert "ordinary" not in digest_previous([CAUSE], (), "kg_focused", calm)


def test_the_whole_reason_stays() -> None:
    sheets = [make_calm("hybrid", 1, "six errors, spread over the log"), make_calm("hybrid", 2, "Unchanged")]
    assert [each.because for each in _list_calm(sheets)] == ["six errors, spread over the log"]


def test_half_the_words_of_a_name_are_not_enough() -> None:
    source = "ERROR InventoryClient reservation failed for sku 342 (UnknownHostException: inventory.prd.internal)"
    assert find_mismatch("connection refused by inventory.prd.internal", source) is not None
    assert find_mismatch("reservation failed, UnknownHostException: inventory.prd.internal", source) is None
    statement = "LOG statement: ALTER TABLE orders ADD COLUMN channel text"
    assert find_mismatch("statement: DROP TABLE orders", statement) is not None
    assert find_mismatch("statement: ALTER TABLE orders", statement) is None
