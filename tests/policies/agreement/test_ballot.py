"""Who votes for what: by choice, by words, by meaning; options that stay; what settles and what excludes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.policies.agreement.ballot.counting import (
    _lead,
    count_ballot,
    count_rounds,
    is_contested,
    is_unanimous,
    name_option,
    open_ballot,
    rewind_ballot,
    tell_votes,
)
from moot.policies.agreement.pairs import measure_pairs
from moot.policies.language import words
from moot.state.ballot import Ballot, BallotOption, BallotRules, Grouping, OptionGroup, SharedPoint, Vote
from moot.state.positions import Position
from tests.policies.voices import pair, position
from tests.support.words import english

THRESHOLD = 0.7
SEATS = "abcdefg"


def held(*stances: str | None, number: int = 1, **fields: Any) -> list[Position]:
    """Seats a, b, c ... with these stances; None is a seat that failed."""
    return [
        position(seat, number, status="failed")
        if stance is None
        else position(seat, number, stance=stance, recommendation=f"{stance}.", **fields)
        for seat, stance in zip(SEATS, stances, strict=False)
    ]


def chosen(*choices: str | None, number: int = 1, **fields: Any) -> list[Position]:
    """Seats that choose; each argues in words of its own."""
    return [
        position(seat, number, recommendation=f"Reason of {seat} in {number}", choice=choice, **fields)
        for seat, choice in zip(SEATS, choices, strict=False)
    ]


def group(*groups: str, opposed: tuple[tuple[str, ...], ...] = (), **fields: Any) -> Grouping:
    """A model's groups, each as `label: seats`."""
    parts = [each.split(": ") for each in groups]
    options = tuple(OptionGroup(label=label, seats=tuple(seats.split())) for label, seats in parts)
    return Grouping(options=options, opposed=opposed, **fields)


def count(positions: list[Position], number: int = 1, **fields: Any) -> Ballot:
    return count_ballot(number, positions, "en", THRESHOLD, **fields)


def votes(ballot: Ballot, number: int | None = None) -> str:
    """The votes of a round, one letter per seat; a dot is a seat without one."""
    found = [ballot.vote_of(seat, number) or "." for seat in SEATS]
    return "".join(found).rstrip(".")


# Round 1


@pytest.mark.parametrize(
    ("positions", "grouping", "expected", "texts", "source"),
    [
        pytest.param(held("Open", "open!", "Wait"), None, "AAB", ("Open", "Wait"), "words", id="equal words, folded"),
        pytest.param(
            held("Open a shop in Lisbon", "Open a shop in Lisbon soon", "Wait"), None, "AAB",
            ("Open a shop in Lisbon", "Wait"), "words", id="D-33 words that agree fully",
        ),
        pytest.param(held("Open", "Start", "Go"), None, "ABC", ("Open", "Start", "Go"), "words", id="words are all"),
        pytest.param(held("Open", None, "Open"), None, "A.A", ("Open",), "words", id="D-79 who failed has no vote"),
        pytest.param(
            [*held("Open"), position("b", timing="now")], None, "A", ("Open",), "words", id="X-21b who advises nothing"
        ),
        pytest.param(
            [position("a", stance="Open"), position("b", recommendation="open")], None, ".A", ("open",), "words",
            id="X-16 a stance alone is no answer",
        ),
        pytest.param(
            held("Open", "Start", "Go", "Wait"), group("Begin trading: a b c", "Hold: d"), "AAAB",
            ("Begin trading", "Hold"), "model", id="grouped by meaning",
        ),
        pytest.param(
            held("Open", "Start", "Go", "Wait"), group("Hold: d", "Begin: c b a"), "AAAB", ("Begin", "Hold"), "model",
            id="ids in the order of the seats, not of the answer",
        ),
        pytest.param(
            held("Open", "Start", "Go"), group("Begin: a b"), "AAB", ("Begin", "Go"), "model",
            id="a seat that was left out stands alone",
        ),
        pytest.param(
            held("Open", "Start", "Go"), group("Begin: a b", "Stop: b c"), "ACB", ("Begin", "Stop", "Start"), "model",
            id="a seat named twice stands alone",
        ),
        pytest.param(
            held("Open", "Do not open"), group("Open: a b"), "AB", ("Open", "Do not open"), "words",
            id="who puts opposites together has grouped nobody",
        ),
        pytest.param(
            held("Open", "Start"), group("Begin: a ghost", "Stop: b"), "AB", ("Begin", "Stop"), "model",
            id="unknown seats are dropped",
        ),
        pytest.param(
            held("Open", "open", "Wait"), group("One: a", "Two: b c"), "AAB", ("One", "Two"), "model",
            id="equal words are never separated: they follow the first",
        ),
        pytest.param(
            held("Open", "Start"), group("Same: a", "same!: b"), "AA", ("Same",), "model", id="equal labels are one"
        ),
        pytest.param(
            held("Open", "Start"), Grouping(options=(OptionGroup(label="", seats=("a", "b")),)), "AA", ("Open",),
            "model", id="without a label the first stance",
        ),
        pytest.param(held("Open", "Start"), Grouping(), "AB", ("Open", "Start"), "words", id="X-16 no option: words"),
        pytest.param(
            held("Open", "Start"), group("Begin: x y"), "AB", ("Open", "Start"), "words", id="X-16 no known seat: words"
        ),
        pytest.param([], None, "", (), "words", id="X-16 nobody"),
    ],
)  # fmt: skip
def test_the_first_round(
    positions: list[Position], grouping: Grouping | None, expected: str, texts: tuple[str, ...], source: str
) -> None:
    ballot = count(positions, grouping=grouping)
    assert votes(ballot) == expected
    assert tuple(option.text for option in ballot.options) == texts
    assert ballot.source == source
    assert bool(ballot.note) is (grouping is not None and source == "words")


def test_ids_follow_the_order_of_the_profile() -> None:
    ballot = count(held("Open", "Wait"), order=("b", "a"))
    assert [(option.id, option.text) for option in ballot.options] == [("A", "Wait"), ("B", "Open")]


def test_a_chain_of_small_differences_is_no_agreement() -> None:
    """Neighbours agree fully, the ends of the chain do not agree at all."""
    names = ["ash birch cedar fir oak", "birch cedar fir oak pine", "cedar fir oak pine yew"]
    far = [*names, "pine yew elm lime larch"]
    told = tuple(
        pair(a, b, level, None, None, None)
        for (a, b), level in {("a", "b"): 1, ("b", "c"): 1, ("c", "d"): 1, ("a", "c"): 0.5, ("b", "d"): 0.5}.items()
    )
    assert votes(count(held(*names), told=told)) == "AAA"
    assert votes(count(held(*far), told=(*told, pair("a", "d", 0, None, None, None)))) == "ABCD"


def test_another_comparators_word_decides_in_its_round() -> None:
    told = (pair("a", "b", 1, None, None, None), pair("a", "c", 0, None, None, None))
    assert votes(count(held("Open a shop", "Start trading", "Open a shop now"), told=told)) == "AAB"


@pytest.mark.parametrize(
    ("place", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_the_names_of_options(place: int, name: str) -> None:
    assert name_option(place) == name


# Later rounds

FIRST = count(held("Open", "Open", "Wait"))


@pytest.mark.parametrize(
    ("revised", "grouping", "expected", "texts"),
    [
        pytest.param(chosen("A", "A", "A", number=2), None, "AAA", ("Open", "Wait"), id="choices"),
        pytest.param(chosen("B", "A", "A", number=2), None, "BAA", ("Open", "Wait"), id="whatever they say"),
        pytest.param(
            chosen(None, "A", "A", number=2, keeps_position="yes"), None, "AAA", ("Open", "Wait"),
            id="no choice is an unchanged vote",
        ),
        pytest.param(
            held("Open", "Wait!", "Wait", number=2, keeps_position="yes"), None, "ABB", ("Open", "Wait"),
            id="no choice, but the words of another option",
        ),
        pytest.param(
            held("Open it", "Do not open", "Wait", number=2, keeps_position="yes"), None, "ACB",
            ("Open", "Wait", "Do not open"), id="who denies what it held does not keep it",
        ),
        pytest.param(
            held("Open", "Sell the house", "Wait", number=2, keeps_position="no"), None, "ACB",
            ("Open", "Wait", "Sell the house"), id="something new in words",
        ),
        pytest.param(
            held("Open", "Open slowly", "Wait", number=2, keeps_position="partly"), None, "AAB", ("Open", "Wait"),
            id="partly, and partly the same words: an unchanged vote",
        ),
        pytest.param(
            held("Open", "Sell the house", "Wait", number=2, keeps_position="partly"), None, "ACB",
            ("Open", "Wait", "Sell the house"), id="partly, and nothing in common",
        ),
        pytest.param(
            chosen("A", "Z", "B", number=2, keeps_position="yes"), None, "AAB", ("Open", "Wait"),
            id="an option that does not exist is no choice",
        ),
        pytest.param(
            held("Rent it", "Rent it", "Wait", number=2, choice="new"), None, "CCB", ("Open", "Wait", "Rent it"),
            id="new by two seats with equal words; equal words of an option are that option",
        ),
        pytest.param(
            held("Rent", "Lease", "Sell", number=2, choice="new"), None, "CDE",
            ("Open", "Wait", "Rent", "Lease", "Sell"), id="new by everybody",
        ),
        pytest.param(
            held("Rent", "Lease", "Hold on", number=2, choice="new"), group("Rent it: a b", "B: c"), "CCB",
            ("Open", "Wait", "Rent it"), id="a model may put what is new into an option it names by id",
        ),
        pytest.param(
            held("Rent", "Lease", "Hold on", number=2, choice="new"), group("Rent it: a b", "wait: c"), "CCB",
            ("Open", "Wait", "Rent it"), id="or by its text",
        ),
        pytest.param(
            [*chosen("A", number=2), position("b", 2, recommendation="Begin", choice="new")], group("Begin: a b"), "AA",
            ("Open", "Wait"), id="or into the option that others of the group vote for",
        ),
        pytest.param(held(None, "Open", None, number=2), None, ".A", ("Open", "Wait"), id="D-79 who fell silent"),
    ],
)  # fmt: skip
def test_later_rounds(
    revised: list[Position], grouping: Grouping | None, expected: str, texts: tuple[str, ...]
) -> None:
    ballot = count([*held("Open", "Open", "Wait"), *revised], 2, previous=FIRST, grouping=grouping)
    assert votes(ballot) == expected
    assert votes(ballot, 1) == "AAB", "earlier votes stay"
    assert tuple(option.text for option in ballot.options) == texts


def test_options_nobody_holds_any_more_stay_listed() -> None:
    ballot = count([*held("Open", "Open", "Wait"), *chosen("A", "A", "A", number=2)], 2, previous=FIRST)
    assert [(option.id, option.seats) for option in ballot.options] == [("A", ("a", "b", "c")), ("B", ())]
    assert is_unanimous(ballot)


def test_what_a_model_told_apart_stays_so_while_seats_choose() -> None:
    first = count(held("Open", "Start", "Wait"), grouping=group("Go: a b", "Hold: c", opposed=(("Go", "Hold"),)))
    said = [*held("Open", "Start", "Wait"), *chosen("A", "A", "B", number=2)]
    assert count(said, 2, previous=first).source == "model"
    assert count(said, 2, previous=first).opposed == (("A", "B"),)
    more = [*held("Open", "Start", "Wait"), *held("Open", "Start", "Sell", number=2, keeps_position="no")]
    assert count(more, 2, previous=first).source == "words"


@pytest.mark.parametrize(
    ("standing", "seats", "share"),
    [
        pytest.param((), ("a",), 0.5, id="only who speaks counts"),
        pytest.param(("c", "d"), ("a", "c", "d"), 0.75, id="who was not asked stands by its last vote"),
        pytest.param(("a", "c", "e"), ("a", "c"), 0.667, id="who spoke, or never voted, adds nothing"),
    ],
)
def test_votes_of_seats_that_were_not_asked(standing: tuple[str, ...], seats: tuple[str, ...], share: float) -> None:
    """C-25: where only the parties of a conflict argue on, the others keep their votes; they cast none."""
    first = count(held("stay", "go", "stay", "stay"))
    ballot = count([*held("stay", "go", number=2)], 2, previous=first, standing=standing)
    assert (ballot.options[0].seats, round(ballot.share or 0, 3)) == (seats, share)
    assert {vote.seat for vote in ballot.votes if vote.round == 2} == {"a", "b"}


def test_a_round_can_be_counted_again() -> None:
    said = [*held("Open", "Open", "Wait"), *held("Open", "Rent", "Sell", number=2, choice="new")]
    once = count(said, 2, previous=FIRST)
    assert count(said, 2, previous=once) == once
    assert rewind_ballot(once, 1) is None
    rewound = rewind_ballot(once, 2)
    assert rewound is not None
    assert [option.id for option in rewound.options] == ["A", "B"]


def test_a_debate_without_a_ballot_is_counted_from_its_beginning() -> None:
    said = [*held("Open", "Open", "Wait"), *held("Open", "Open", "Open", number=2)]
    ballot = count_rounds(2, said, "en", THRESHOLD)
    assert ballot is not None
    assert (votes(ballot, 1), votes(ballot, 2)) == ("AAB", "AAA")
    assert count_rounds(0, said, "en", THRESHOLD) is None


def test_an_unexplained_flip_keeps_its_earlier_vote() -> None:
    """X-84."""
    said = [*held("Open", "Wait"), *held("Open", "Open", number=2, unexplained=True)]
    ballot = count_rounds(2, said, "en", THRESHOLD)
    assert ballot is not None
    assert votes(ballot, 2) == "AB"


# Options that were given

GIVEN = ("Enter in March", "Enter in June", "Stay out")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param(("A", "B", "A"), None, "ABA", id="choices"),
        pytest.param(("A", None, "new"), None, "A", id="without a valid choice there is no vote"),
        pytest.param(("A", "Z", "A"), None, "A.A", id="an option that does not exist"),
        pytest.param(("A", "B", "B"), ("B", None, None), "BBB", id="nothing in a revision is an unchanged vote"),
        pytest.param((None, "B", "B"), (None, "A", None), ".AB", id="nothing twice is still no vote"),
        pytest.param(("A", "B", "B"), (None, "A", "Q"), "AA", id="an option that does not exist is no unchanged vote"),
    ],
)
def test_given_options(first: tuple[str | None, ...], second: tuple[str | None, ...] | None, expected: str) -> None:
    said = chosen(*first)
    ballot = count(said, given=GIVEN, grouping=group("Wrong: a b c"))
    if second:
        said += chosen(*second, number=2)
        ballot = count(said, 2, given=GIVEN, previous=ballot)
    assert votes(ballot) == expected
    assert [(option.id, option.text) for option in ballot.options] == list(zip("ABC", GIVEN, strict=True))
    assert ballot.opposed == (("A", "B"), ("A", "C"), ("B", "C")), "alternatives exclude each other"
    assert (ballot.open, ballot.source) == (False, "given")


def test_the_words_of_a_given_option_are_no_choice() -> None:
    assert votes(count(held("Enter in March", "Stay out"), given=GIVEN)) == ""


def test_options_are_listed_before_anybody_votes() -> None:
    assert [(each.id, each.text, each.origin) for each in open_ballot(GIVEN[:2])] == [
        ("A", "Enter in March", "given"),
        ("B", "Enter in June", "given"),
    ]


# What settles, what excludes, what is open


@pytest.mark.parametrize(
    ("stances", "settled", "share", "pairs"),
    [
        pytest.param(("x",) * 4, "A", 1.0, 1.0, id="X-21a all"),
        pytest.param(("x", "x", "x", "y"), None, 0.75, 0.5, id="X-21a three against one of four is 0.5"),
        pytest.param(("x",) * 6 + ("y",), "A", 6 / 7, 15 / 21, id="X-21a six against one of seven is 0.71"),
        pytest.param(("x", "x", "y", "y"), None, 0.5, 1 / 3, id="X-21a a tie settles nothing"),
        pytest.param(("x",), None, 1.0, None, id="X-16 one seat settles nothing"),
        pytest.param((), None, None, None, id="X-16 nobody"),
    ],
)
def test_what_settles(stances: tuple[str, ...], settled: str | None, share: float | None, pairs: float | None) -> None:
    ballot = count(held(*stances))
    assert ballot.settled == settled
    assert ballot.share == (share if share is None else pytest.approx(share))
    assert _lead(ballot.options)[2] == (pairs if pairs is None else pytest.approx(pairs))


@pytest.mark.parametrize(
    ("stances", "grouping", "opposed"),
    [
        pytest.param(("Enter", "Do not enter"), None, (("A", "B"),), id="X-21a by words: one denies the other"),
        pytest.param(("Enter", "Rent"), None, (), id="X-21a different is not opposed"),
        pytest.param(
            ("Enter", "Rent", "Sell"), group("Go: a", "Let: b", "Out: c", opposed=(("go", "OUT"), ("Go", "none"))),
            (("A", "C"),), id="X-21a as the model says, by label",
        ),
        pytest.param(
            ("Enter", "Do not enter"), group("Go: a", "Stay: b"), (("A", "B"),),
            id="X-21a plain opposites, even if the model forgot them",
        ),
        pytest.param(
            ("Enter the city with care", "Do not enter the city at once"), group("Go: a", "Stay: b"), (),
            id="X-21a in doubt the model's word",
        ),
        pytest.param(("Enter", "Begin"), group("Go: a b", opposed=(("Go", "Go"),)), (), id="nothing excludes itself"),
    ],
)  # fmt: skip
def test_what_excludes(
    stances: tuple[str, ...], grouping: Grouping | None, opposed: tuple[tuple[str, str], ...]
) -> None:
    ballot = count(held(*stances), grouping=grouping)
    assert ballot.opposed == opposed
    assert is_contested(ballot) is bool(opposed)


def test_only_voted_options_are_contested() -> None:
    first = count(held("Enter", "Do not enter", "Enter"))
    assert is_contested(first)
    assert not is_contested(first, ("a", "c"))
    later = count([*held("Enter", "Do not enter", "Enter"), *chosen("A", "A", "A", number=2)], 2, previous=first)
    assert later.opposed == (("A", "B"),)
    assert not is_contested(later)


@pytest.mark.parametrize(
    ("given_options", "rules", "expected"),
    [
        pytest.param((), BallotRules(), True, id="seats may bring up more"),
        pytest.param(GIVEN, BallotRules(), False, id="given options close it"),
        pytest.param((), BallotRules(open=False), False, id="the profile closes it"),
        pytest.param((), BallotRules(max_options=2), False, id="it is full"),
    ],
)
def test_whether_it_is_open(given_options: tuple[str, ...], rules: BallotRules, expected: bool) -> None:
    assert count(held("Enter", "Rent", "Sell"), given=given_options, rules=rules).open is expected


@pytest.mark.parametrize(
    ("stances", "told"),
    [
        pytest.param(("x", "x", "x", "not x"), "3 of 4 vote for A, 1 for B, which exclude each other", id="X-21a"),
        pytest.param(("y", "x", "x"), "2 of 3 vote for B, 1 for A", id="the largest first"),
        pytest.param(
            ("x", "not x", "y"), "1 of 3 vote for A, 1 for B, 1 for C; A and B exclude each other", id="of three, two"
        ),
        pytest.param(("x", "x"), "2 of 2 vote for A", id="one option"),
        pytest.param((), "nobody votes for an option", id="nobody"),
    ],
)
def test_the_votes_in_words(stances: tuple[str, ...], told: str) -> None:
    assert english(tell_votes(count(held(*stances)))) == told


def test_points_are_kept_only_from_an_answer_that_counts() -> None:
    shared = SharedPoint(criterion="risks", text="Rents rise", seats=("a", "b"))
    assert count(held("x", "y"), grouping=group("z: a b", points=(shared,))).points == (shared,)
    assert count(held("x", "y"), grouping=group("z: ghost", points=(shared,))).points == ()


# What always holds

PHRASES = st.sampled_from(
    ["Open", "open!", "Do not open", "Open a shop now", "Open a shop", "Esperar", "Não abrir", "jangan buka", "", "the"]
)
CHOICES = st.none() | st.sampled_from(["A", "B", "C", "new", "none", "Z", ""])


def _positions(number: int) -> st.SearchStrategy[list[Position]]:
    one = st.builds(
        Position,
        seat=st.sampled_from(SEATS[:5]),
        round=st.just(number),
        stance=st.none() | PHRASES,
        recommendation=st.none() | PHRASES,
        choice=CHOICES,
        keeps_position=st.sampled_from([None, "yes", "no", "partly"]),
        unexplained=st.booleans(),
    )
    return st.lists(one, max_size=5, unique_by=lambda each: each.seat)


NAMES = st.sampled_from([*SEATS[:5], "ghost"])
GROUPINGS = st.none() | st.builds(
    Grouping,
    options=st.lists(
        st.builds(OptionGroup, label=PHRASES | CHOICES.map(str), seats=st.lists(NAMES, max_size=4).map(tuple)),
        max_size=4,
    ).map(tuple),
    opposed=st.lists(st.lists(PHRASES, max_size=3).map(tuple), max_size=2).map(tuple),
)
OPTIONS = st.sampled_from([(), GIVEN])
Rounds = tuple[list[Position], list[Position]]


def play(rounds: Rounds, grouping: Grouping | None, options: tuple[str, ...]) -> tuple[Ballot, Ballot]:
    first = count(rounds[0], given=options, grouping=grouping)
    return first, count([*rounds[0], *rounds[1]], 2, given=options, previous=first, grouping=grouping)


ROUNDS = st.tuples(_positions(1), _positions(2))


@settings(max_examples=200)
@given(ROUNDS, GROUPINGS, OPTIONS, st.randoms())
def test_the_order_of_seats_does_not_matter(
    rounds: Rounds, grouping: Grouping | None, options: tuple[str, ...], chance: Any
) -> None:
    shuffled = tuple(chance.sample(each, len(each)) for each in rounds)
    assert play(rounds, grouping, options) == play((shuffled[0], shuffled[1]), grouping, options)


@settings(max_examples=200)
@given(ROUNDS, st.permutations(SEATS[:5]))
def test_the_order_of_the_profile_changes_names_and_nothing_else(rounds: Rounds, order: list[str]) -> None:
    """Who stands together by words never depends on who comes first."""
    one, other = count(rounds[0]), count(rounds[0], order=order)
    assert {option.seats for option in one.options} == {tuple(sorted(option.seats)) for option in other.options}


@settings(max_examples=200)
@given(ROUNDS, GROUPINGS)
def test_every_seat_that_recommends_something_has_exactly_one_vote(rounds: Rounds, grouping: Grouping | None) -> None:
    for number, ballot in enumerate(play(rounds, grouping, ()), 1):
        voted = [vote.seat for vote in ballot.votes if vote.round == number]
        speaking = {
            each.seat
            for each in rounds[number - 1]
            if each.recommendation is not None and words(each.stance or each.recommendation)
        }
        assert len(voted) == len(set(voted))
        assert speaking <= set(voted)
        assert sorted(voted) == sorted(seat for option in ballot.options for seat in option.seats)


@settings(max_examples=200)
@given(ROUNDS, GROUPINGS, OPTIONS)
def test_options_keep_their_ids_and_texts(rounds: Rounds, grouping: Grouping | None, options: tuple[str, ...]) -> None:
    first, second = play(rounds, grouping, options)
    kept = [(option.id, option.text, option.origin) for option in first.options]
    assert [(option.id, option.text, option.origin) for option in second.options][: len(kept)] == kept
    assert [option.id for option in second.options] == [name_option(at) for at in range(len(second.options))]
    assert [vote for vote in second.votes if vote.round == 1] == list(first.votes)
    assert set(first.opposed) <= set(second.opposed)


@settings(max_examples=200)
@given(ROUNDS, GROUPINGS)
def test_seats_with_equal_words_are_never_separated(rounds: Rounds, grouping: Grouping | None) -> None:
    for number, ballot in enumerate(play(rounds, grouping, ()), 1):
        known = {option.id for option in ballot.options}
        homes: dict[tuple[str, ...], set[str | None]] = {}
        for each in rounds[number - 1]:
            key = words(each.stance or each.recommendation or "")
            if each.recommendation is not None and key and each.choice not in known:
                homes.setdefault(key, set()).add(ballot.vote_of(each.seat))
        assert all(len(found) == 1 for found in homes.values())


@settings(max_examples=100)
@given(ROUNDS, st.lists(PHRASES, max_size=3))
def test_a_nonsensical_grouping_equals_words(rounds: Rounds, labels: list[str]) -> None:
    nonsense = Grouping(
        options=tuple(OptionGroup(label=label, seats=("ghost",)) for label in labels),
        opposed=(tuple(labels),),
        points=(SharedPoint(criterion="risks", text="x", seats=("a", "b")),),
    )
    for told, plain in zip(play(rounds, nonsense, ()), play(rounds, None, ()), strict=True):
        assert told.model_copy(update={"note": ""}) == plain
        assert english(told.note)


@settings(max_examples=100)
@given(ROUNDS, GROUPINGS, OPTIONS, st.floats(0, 1))
def test_what_is_settled_leads(
    rounds: Rounds, grouping: Grouping | None, options: tuple[str, ...], threshold: float
) -> None:
    ballot = count_ballot(1, rounds[0], "pt", threshold, given=options, grouping=grouping)
    if ballot.settled is not None:
        sizes = {option.id: len(option.seats) for option in ballot.options}
        assert all(size < sizes[ballot.settled] for name, size in sizes.items() if name != ballot.settled)
        assert (_lead(ballot.options)[2] or 0) >= round(threshold, 9)
    assert english(tell_votes(ballot))


def test_an_option_never_gets_the_name_of_another() -> None:
    """A seat that left takes its option with it; what is brought up next has a name of its own."""
    before = Ballot(
        round=1,
        options=tuple(BallotOption(id=name, text=name, origin="found") for name in ("A", "B", "C")),
        votes=(Vote(round=1, seat="cro", option="A"), Vote(round=1, seat="coo", option="C")),
    )
    fresh = [Position(seat="cfo", round=2, recommendation="Sell the brand abroad", stance="sell the brand")]
    counted = count_ballot(2, fresh, "en", 0.7, previous=before)
    ids = [option.id for option in counted.options]
    assert len(ids) == len(set(ids))
    assert counted.vote_of("cfo") not in {"A", "C"}


def test_points_hold_for_those_who_say_nothing_else_on_them() -> None:
    """DESIGN 9: a model that was asked once is not contradicted by words in a later round."""
    first = [
        Position(seat=seat, round=1, recommendation="Open", stance="open", risks=(f"{seat} sees the rent",))
        for seat in ("cro", "cfo", "coo")
    ]
    point = SharedPoint(criterion="risks", text="the rent", seats=("cro", "cfo", "coo"))
    before = Ballot(
        round=1,
        options=(BallotOption(id="A", text="Open", origin="found", seats=("cro", "cfo", "coo")),),
        votes=tuple(Vote(round=1, seat=seat, option="A") for seat in ("cro", "cfo", "coo")),
        source="model",
        points=(point,),
    )
    later = [each.model_copy(update={"round": 2, "keeps_position": "yes"}) for each in first]
    later[2] = later[2].model_copy(update={"risks": ("the weather",)})
    counted = count_ballot(2, [*first, *later], "en", 0.7, previous=before)
    assert [each.seats for each in counted.points] == [("cro", "cfo")]


_NO_DATA = "There are no data that answer the question."
_UNLIKE = "Unlike districts spoil the comparison."


@pytest.mark.parametrize(
    ("said", "points"),
    [
        pytest.param(
            {"a": ("Nobody showed data.", "Small pilots limit the loss."), "b": (_NO_DATA,), "c": ("x", _NO_DATA)},
            [("There are no data that answer the question", "abc", False)],
            id="who adopts the sentence joins those who held it",
        ),
        pytest.param(
            {"a": ("Small pilots limit the loss.",), "b": ("y",), "c": ("x",)},
            [],
            id="nobody who held it still says it",
        ),
        pytest.param(
            {
                "a": ("Nobody showed data.", "Small pilots limit the loss.", _UNLIKE),
                "b": (_NO_DATA, _UNLIKE),
                "c": ("x",),
            },
            [("There are no data that answer the question", "ab", False), (_UNLIKE, "ab", True)],
            id="who adds something still says it, and a new sentence of two is shared",
        ),
        pytest.param(
            {"a": ("x.",), "b": ("X",), "c": ("x!",)}, [("x.", "abc", True)], id="all say another thing, worded once"
        ),
    ],
)
def test_points_of_a_round_are_those_that_are_said_in_it(
    said: dict[str, tuple[str, ...]], points: list[tuple[str, str, bool]]
) -> None:
    """Nobody was asked in round 2, so what a model found in round 1 is held against what seats say now."""
    then = {"a": ("Nobody showed data.", "Small pilots limit the loss."), "b": (_NO_DATA,), "c": ("Go ahead.",)}
    point = SharedPoint(criterion="premises", text="There are no data that answer the question", seats=("a", "b"))
    first = [Position(seat=seat, round=1, recommendation="Open", premises=texts) for seat, texts in then.items()]
    found = count(first, grouping=group("open: a b c", points=(point,)))
    again = [
        Position(seat=seat, round=2, recommendation="Open", choice="A", premises=texts) for seat, texts in said.items()
    ]
    counted = count([*first, *again], 2, previous=found, order="abc")
    assert [(each.text, "".join(each.seats), each.by_words) for each in counted.points] == points


def test_equal_words_are_shared_without_a_model_and_make_nobody_agree_in_part() -> None:
    """Of who does not say the sentence nothing is known: it agrees as far as its words do."""
    said = [*held("Open", "Open", "Open")]
    texts = (("Ports may strike.",), ("Ports may strike.",), ("Seven swans swim.",))
    said = [each.model_copy(update={"risks": text}) for each, text in zip(said, texts, strict=True)]
    counted = count(said)
    assert [(each.text, each.seats) for each in counted.points] == [("Ports may strike.", ("a", "b"))]
    levels = {(each.a, each.b): each.risks for each in measure_pairs(counted, said, "en")}
    bare = counted.model_copy(update={"points": ()})
    assert levels == {(each.a, each.b): each.risks for each in measure_pairs(bare, said, "en")}


_HALF = "The younger line holds an undivided half of the house"


@pytest.mark.parametrize(
    ("votes_now", "withdrawn", "against", "kept"),
    [
        pytest.param("B A A", (), ("b", "c"), [(("a",), ("b", "c"))], id="nobody moved: it still parts them"),
        pytest.param("A A A", (), ("b", "c"), [], id="all vote alike now: it parts nobody"),
        pytest.param("B B A", (), ("b", "c"), [(("a",), ("c",))], id="who moved left its side"),
        pytest.param("B A A", ("C6",), ("b", "c"), [], id="its seat withdrew the claim"),
        pytest.param("B A A", ("C1",), ("b", "c"), [(("a",), ("b", "c"))], id="it withdrew another claim"),
        pytest.param("A A A", (), (), [(("a", "b", "c"), ())], id="what all share outlives a vote"),
    ],
)
def test_a_contradiction_ends_with_the_votes_it_parted(
    votes_now: str, withdrawn: tuple[str, ...], against: tuple[str, ...], kept: list[tuple[Any, Any]]
) -> None:
    """A premise that its seat gave up with its vote does not count against a unanimous one."""
    claims = ({"id": "C1", "statement": "The shop was bought in 2005."}, {"id": "C6", "statement": f"{_HALF} now."})
    first = [
        Position.model_validate(
            {"seat": seat, "round": 1, "recommendation": seat, "premises": (seat,), "claims": claims}
        )
        for seat in "abc"
    ]
    options = tuple(BallotOption(id=name, text=f"do {name}", origin="found") for name in "AB")
    cast = tuple(Vote(round=1, seat=seat, option=option) for seat, option in zip("abc", "BAA", strict=True))
    point = SharedPoint(criterion="premises", text=_HALF, seats=("a",) if against else ("a", "b", "c"), against=against)
    before = Ballot(round=1, options=options, votes=cast, opposed=(("A", "B"),), source="model", points=(point,))
    later = [
        each.model_copy(update={"round": 2, "choice": choice, "withdrawn": withdrawn if each.seat == "a" else ()})
        for each, choice in zip(first, votes_now.split(), strict=True)
    ]
    counted = count_ballot(2, [*first, *later], "en", 0.7, previous=before)
    assert [(each.seats, each.against) for each in counted.points] == kept


def test_a_contradiction_beside_equal_votes_holds_on() -> None:
    """They voted alike when the model found it, so their votes never ended it."""
    first = [
        Position(seat=seat, round=1, recommendation="Open", stance="open", timing=when)
        for seat, when in (("a", "in March"), ("b", "in June"))
    ]
    point = SharedPoint(criterion="timing", text="in March", seats=("a",), against=("b",))
    found = count(first, grouping=group("open: a b", points=(point,)))
    again = [each.model_copy(update={"round": 2, "keeps_position": "yes"}) for each in first]
    assert count([*first, *again], 2, previous=found).points == (point,)


@given(st.lists(st.sampled_from("AB"), min_size=4, max_size=4), st.sets(st.sampled_from("abcd")), st.randoms())
def test_carried_points_never_name_who_moved_against_somebody(now: list[str], against: set[str], random: Any) -> None:
    first = [Position(seat=seat, round=1, recommendation=seat, premises=(seat,)) for seat in "abcd"]
    cast = tuple(Vote(round=1, seat=seat, option=option) for seat, option in zip("abcd", "ABAB", strict=True))
    options = tuple(BallotOption(id=name, text=f"do {name}", origin="found") for name in "AB")
    point = SharedPoint(
        criterion="premises", text="x", seats=tuple(sorted({*"abcd"} - against)), against=tuple(sorted(against))
    )
    before = Ballot(round=1, options=options, votes=cast, source="model", points=(point,))
    later = [each.model_copy(update={"round": 2, "choice": vote}) for each, vote in zip(first, now, strict=True)]
    everything = [*first, *later]
    random.shuffle(everything)
    counted = count_ballot(2, everything, "en", 0.7, previous=before)
    moved = {seat for seat, then, vote in zip("abcd", "ABAB", now, strict=True) if then != vote}
    for each in counted.points:
        assert not (against and moved & {*each.seats, *each.against})
        assert each.seats
        assert not (each.against and len(set(now)) == 1)
