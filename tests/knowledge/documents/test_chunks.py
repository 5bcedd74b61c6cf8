"""Where documents are cut."""

from hypothesis import given
from hypothesis import strategies as st

from moot.knowledge.documents.chunks import _MAX_CHUNK_CHARS, _TARGET_CHARS, Passage, cut_chunks, join_headings

SENTENCE = "The rents in the old town rose by a fifth. "


def test_paragraphs_under_one_heading_stay_together() -> None:
    passages = [Passage("One.", "A"), Passage("Two.", "A"), Passage("Three.", "B"), Passage("Four.", "B", "page 2")]
    assert [each.text for each in cut_chunks(passages)] == ["One.\n\nTwo.", "Three.", "Four."]


def test_a_chunk_has_a_size() -> None:
    chunks = cut_chunks([Passage("x" * 400)] * 5)
    assert [len(each.text) for each in chunks] == [802, 802, 400]


def test_a_long_paragraph_is_cut_after_a_sentence() -> None:
    chunks = cut_chunks([Passage((SENTENCE * 60).strip(), "A")])
    assert all(each.text.endswith("fifth.") and len(each.text) <= _MAX_CHUNK_CHARS for each in chunks)
    assert " ".join(each.text for each in chunks) == (SENTENCE * 60).strip()


def test_a_line_without_sentences_is_cut_between_words() -> None:
    chunks = cut_chunks([Passage(("word " * 1000).strip())])
    assert {word for each in chunks for word in each.text.split()} == {"word"}
    assert all(len(each.text) <= _MAX_CHUNK_CHARS for each in cut_chunks([Passage("x" * 100_000)]))


def test_headings_are_bounded() -> None:
    assert join_headings([" A \n b ", "", "C"]) == "A b > C"
    assert join_headings(["x" * 500, "nearest"]).endswith(" > nearest")
    assert len(join_headings(["x" * 500, "nearest"])) == 200


_TEXT = st.text(alphabet="ab .\n!é", min_size=1, max_size=3000).map(str.strip).filter(bool)


@given(st.lists(st.builds(Passage, _TEXT, st.sampled_from(["", "A", "B"])), max_size=6))
def test_nothing_is_lost_and_nothing_is_too_long(passages: list[Passage]) -> None:
    chunks = cut_chunks(passages)
    said = "".join("".join(each.text.split()) for each in passages)
    assert "".join("".join(each.text.split()) for each in chunks) == said
    assert all(0 < len(each.text) <= max(_MAX_CHUNK_CHARS, _TARGET_CHARS) for each in chunks)
