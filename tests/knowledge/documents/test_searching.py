"""Finding chunks: languages, accents, ranking, and large stores."""

import json
from pathlib import Path

import pytest

from moot.knowledge.documents import searching as module
from moot.knowledge.documents.index import DocumentIndex, open_index
from moot.knowledge.documents.ingestion import ingest_documents
from moot.knowledge.documents.searching import search_documents
from moot.knowledge.documents.terms import _split_words, index_terms, query_terms
from tests.knowledge.conftest import Write

SCOPE = ("knowledge/", "processing/insights/")
ENGLISH = Path(__file__).parents[2] / "data/retrieval_english.json"


def found(index: DocumentIndex, query: str, limit: int = 3) -> list[str]:
    return [hit.chunk.id for hit in search_documents(index, query, limit)]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        pytest.param("Who approves large refunds?", "refund_policy.md", id="X-90 English, inflected"),
        pytest.param("contratos das lojas vazias", "segunda_loja.md", id="X-90 Portuguese, inflected"),
        pytest.param("ALUGUEIS NO CENTRO", "segunda_loja.md", id="X-90 without accents, in capitals"),
        pytest.param("kontrak ruko", "CG001_sewa.txt", id="X-90 Indonesian"),
        pytest.param("menyewakan ruko", "CG001_sewa.txt", id="X-90 Indonesian, inflected"),
        pytest.param("R$ 1,200", "refund_policy.md", id="D-58 a number"),
        pytest.param("small refunds", "refund_policy.md", id="D-58 a heading"),
    ],
)
def test_three_languages_in_one_store(library: Path, query: str, path: str) -> None:
    with open_index(ingest_documents(library, SCOPE).store) as index:
        hits = search_documents(index, query, 3)
        assert hits[0].chunk.locator.endswith(path)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(
    "query", ["", " ", "the of and", "zzzunknown", '"', "'; DROP TABLE chunks; --", "NEAR(a b)", "a AND OR", "*", "\0"]
)
def test_a_query_is_words_and_nothing_else(library: Path, query: str) -> None:
    """W-D18: no query is a command to the store."""
    with open_index(ingest_documents(library, SCOPE).store) as index:
        assert found(index, query) == []
        assert found(index, "refund")


def test_a_long_query_is_bounded(library: Path) -> None:
    with open_index(ingest_documents(library, SCOPE).store) as index:
        assert found(index, "refund " + "word " * 100_000)


def test_frequent_words_rank_but_do_not_select(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large store a rare word selects the candidates, and frequent ones decide among them."""
    monkeypatch.setattr(module, "_MAX_CANDIDATES", 3)
    monkeypatch.setattr("moot.knowledge.documents.index._FREQUENT", 5)
    for at in range(20):
        write(f"knowledge/d{at:02d}.txt", f"Rents and leases in town number {at}.")
    write("knowledge/x1.txt", "Rents in Alverca.")
    write("knowledge/x2.txt", "Bread in Alverca.")
    with open_index(ingest_documents(tmp_path, SCOPE).store) as index:
        assert index.facts().frequent.keys() >= {"rent", "leas", "town"}
        assert [hit.chunk.locator for hit in search_documents(index, "rents in Alverca", 5)] == [
            "knowledge/x1.txt", "knowledge/x2.txt",
        ]  # fmt: skip
        # Where every word is frequent, chunks that hold all of them are the candidates.
        assert len(search_documents(index, "rents leases", 5)) == 5


def test_what_changed_is_seen_by_whoever_has_the_store_open(library: Path, write: Write) -> None:
    done = ingest_documents(library, SCOPE)
    with open_index(done.store) as index:
        assert found(index, "photovoltaic") == []
        write("knowledge/roof.md", "Photovoltaic panels on the roof.")
        ingest_documents(library, SCOPE)
        assert len(found(index, "photovoltaic")) == 1
        assert index.holds(found(index, "photovoltaic")[0])


@pytest.mark.parametrize(
    ("chunk", "there"),
    [("RP297_001", True), ("RP297_003", False), ("RP297_1", False), ("RP297", False), ("", False), ("_001", False),
     ("RP297_" + "9" * 400, False), ("../../x_001", False)],
)  # fmt: skip
def test_which_chunks_exist(library: Path, chunk: str, there: bool) -> None:
    with open_index(ingest_documents(library, SCOPE).store) as index:
        assert index.holds(chunk) is there


def test_words() -> None:
    assert _split_words("D’água, “ação” & don't straße 10%") == ["dagua", "acao", "dont", "strasse", "10"]
    assert _split_words("Привет мир") == ["привет", "мир"]
    assert index_terms("As informações das ações " + "x" * 60, "pt") == "informaco aco"
    assert query_terms("As informações das ações", ("pt",)) == [("informaco",), ("aco",)]
    assert query_terms("refunds", ("en", "pt")) == [("refund", "refunds")]


def test_the_english_figure_of_the_documentation(tmp_path: Path, write: Write) -> None:
    """docs/knowledge.md states it: 41 questions on 40 paragraphs, most of them paraphrased."""
    articles = json.loads(ENGLISH.read_text(encoding="utf-8"))["data"]
    paragraphs = [each for article in articles for each in article["paragraphs"]]
    for at, each in enumerate(paragraphs):
        write(f"knowledge/p{at:03d}.txt", each["context"])
    with open_index(ingest_documents(tmp_path, SCOPE).store) as index:
        ranks = [
            [hit.chunk.locator for hit in search_documents(index, question["question"], 5)].index(
                f"knowledge/p{at:03d}.txt"
            )
            if any(
                hit.chunk.locator.endswith(f"p{at:03d}.txt") for hit in search_documents(index, question["question"], 5)
            )
            else 99
            for at, each in enumerate(paragraphs)
            for question in each["qas"]
        ]
    assert len(ranks) == 41
    assert sum(rank == 0 for rank in ranks) / 41 >= 0.75
    assert sum(rank < 5 for rank in ranks) / 41 >= 0.95
