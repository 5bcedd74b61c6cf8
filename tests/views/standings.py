"""Ballots and warrants to look at."""

from moot.state.ballot import Ballot, BallotOption, Vote
from moot.state.warrant import Condition, Warrant

SPLIT = Ballot(
    round=2,
    options=(
        BallotOption(id="A", text="Open in March", origin="found", seats=("cfo", "coo", "cro")),
        BallotOption(id="B", text="Do not open", origin="found", seats=("cmo",)),
        BallotOption(id="C", text="Ask the bank", origin="found"),
    ),
    votes=(
        *(Vote(round=1, seat=seat, option=option) for seat, option in (("cfo", "C"), ("cmo", "B"), ("cro", "A"))),
        *(Vote(round=2, seat=seat, option="A") for seat in ("cfo", "coo", "cro")),
        Vote(round=2, seat="cmo", option="B"),
    ),
    opposed=(("A", "B"), ("B", "C")),
    settled=None,
    share=0.75,
    source="model",
)
"""Three against one, after the cfo came over."""

SETTLED = SPLIT.model_copy(update={"settled": "A"})
BY_WORDS = SPLIT.model_copy(update={"source": "words", "note": "The model's grouping named no seat."})

_COMPLETE = (
    Condition(id="quorum", needed=True, met=True, detail="4 of 4 answered"),
    Condition(id="settled", needed=True, met=True, detail="the votes settle option A"),
    Condition(id="critiques", needed=False, met=False, detail="1 CRITICAL and 0 MAJOR open"),
    Condition(id="data", needed=False, met=True, detail="does not apply"),
)
COMPLETE = Warrant(complete=True, conditions=_COMPLETE)
UNSETTLED = Warrant(
    complete=False,
    conditions=(
        _COMPLETE[0],
        Condition(id="settled", needed=True, met=False, detail="the votes settle no option"),
        Condition(id="bound", needed=True, met=False, detail="the decision does not state what was settled"),
        *_COMPLETE[2:],
    ),
)
