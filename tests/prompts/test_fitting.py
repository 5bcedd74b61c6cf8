"""What a prompt shows within its budget: whole sentences, whole lines, and a count of what is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.prompts.fitting import (
    Line,
    arrange,
    count_tokens,
    join_texts,
    list_lines,
    share_lines,
    share_out,
    shorten,
    split_sentences,
)

_SENTENCES = ("Cash covers 16 months.", "A subsidiary adds 110 thousand a month!", "Is it worth it?", "Nobody knows.")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        pytest.param("One. Two! Three?", ["One.", "Two!", "Three?"], id="ends"),
        pytest.param(
            "It rose by 3.5 percent. Then it fell.", ["It rose by 3.5 percent.", "Then it fell."], id="figures"
        ),
        pytest.param(
            "Use tools, e.g. SQL. Go on.", ["Use tools, e.g. SQL.", "Go on."], id="an abbreviation ends nothing"
        ),
        pytest.param(
            "Menurut Pasal 852 anak mewaris. Titik.", ["Menurut Pasal 852 anak mewaris.", "Titik."], id="pasal"
        ),
        pytest.param("lower case. goes on", ["lower case. goes on"], id="nothing begins"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


def test_a_long_text_is_shown_by_whole_sentences_and_the_rest_is_counted() -> None:
    text = " ".join(_SENTENCES)
    assert shorten(text, 100) == text
    assert shorten(text, 18) == f"{_SENTENCES[0]} {_SENTENCES[1]} (+2 sentences)"
    assert shorten("word " * 90, 5) == "word word word word ... (430 more characters)"


@given(st.lists(st.sampled_from(_SENTENCES), min_size=1, max_size=20), st.integers(11, 300))
def test_no_sentence_is_cut(sentences: list[str], tokens: int) -> None:
    shown = shorten(" ".join(sentences), tokens).partition(" (+")[0]
    assert split_sentences(shown) == sentences[: len(split_sentences(shown))]


def test_lines_are_shown_by_rank_in_their_order_and_others_counted_by_kind() -> None:
    lines = [Line("a" * 40, 2, "claims"), Line("b" * 40, 1, "claims"), Line("c" * 400, 0), Line("d" * 40, 3, "fields")]
    assert arrange(lines, 120) == "\n".join(
        [lines[0].text, lines[1].text, lines[2].text, "(left out for length: 1 fields)"]
    )
    assert arrange(lines, 0) == f"{lines[2].text}\n(left out for length: 2 claims, 1 fields)"


def test_nobodys_tenth_line_takes_the_room_of_anothers_first() -> None:
    lines = [Line("a" * 40, turn=0), Line("b" * 40, turn=1), Line("c" * 40, turn=0)]
    assert arrange(lines, 20).splitlines()[:2] == ["a" * 40, "c" * 40]


@given(st.lists(st.text(max_size=80), max_size=20), st.integers(0, 200))
def test_a_list_shows_whole_texts_or_counts_them(texts: list[str], tokens: int) -> None:
    lines = [line for text in texts if (line := " ".join(text.split()))]
    rows = list_lines(texts, tokens, "points").splitlines() if list_lines(texts, tokens, "points") else []
    shown = [row for row in rows if row.startswith("- ")]
    missing = [row for row in rows if row.startswith("(left out for length: ")]
    assert len(shown) + sum(int(row.split()[4]) for row in missing) == len(lines)
    assert sum(map(count_tokens, shown)) <= tokens


@given(st.lists(st.integers(0, 500), max_size=12), st.integers(0, 2000))
def test_a_budget_is_shared_and_never_exceeded(sizes: list[int], tokens: int) -> None:
    given_out = share_out(sizes, tokens)
    assert sum(given_out) <= max(tokens, 0)
    assert all(room <= size for room, size in zip(given_out, sizes, strict=True))
    assert sum(sizes) > tokens or given_out == sizes


def test_a_row_shows_texts_whole_and_counts_the_others() -> None:
    assert join_texts(["one", "", "two words"], 100) == "one | two words"
    assert join_texts(["a sentence that is far longer than the room.", "b" * 80, "c"], 13) == (
        "a sentence that is far longer than the room. | c (+1 more)"
    )
    assert join_texts(["x" * 400], 5) == "x" * 400
    assert join_texts([], 5) == ""


def test_long_texts_give_way_to_short_ones_by_sentences() -> None:
    long = "The first sentence stands here. The second one is left out."
    assert share_lines([("a: ", "short."), ("b: ", long)], 12) == [
        "a: short.",
        "b: The first sentence stands here. (+1 sentences)",
    ]
