"""Which sources a claim cites, however their ids are written."""

import pytest

from moot.policies.critique.citations import list_citations
from tests.policies.voices import claim

KNOWN = ("E1", "CG001_042", "Q3 report", "can_inherit(ana)", "doc-1")


@pytest.mark.parametrize(
    ("evidence", "known", "strangers"),
    [
        pytest.param(("[RAG:CG001_042]",), ("CG001_042",), (), id="D-57 as chunks are cited"),
        pytest.param(("RAG: cg001_042",), ("CG001_042",), (), id="D-57 without brackets, in any case"),
        pytest.param(("E1; doc-1",), ("E1", "doc-1"), (), id="L-02 two in one entry"),
        pytest.param(("[E1][doc-1]",), ("E1", "doc-1"), (), id="L-02 side by side"),
        pytest.param(("E1 and E9",), ("E1",), ("E9",), id="L-27 one of two exists"),
        pytest.param(("E1, p. 3",), ("E1",), (), id="L-02 a remark is no id"),
        pytest.param(("E1: the second line",), ("E1",), (), id="L-02 a remark after a colon"),
        pytest.param(("Q3 report",), ("Q3 report",), (), id="X-86 an id with a blank"),
        pytest.param(("[can_inherit(ana)]",), ("can_inherit(ana)",), (), id="X-86 an id with brackets of its own"),
        pytest.param(("E7, E8",), (), ("E7", "E8"), id="L-27 several that do not exist"),
        pytest.param(("our report, of last year",), (), ("our report, of last year",), id="L-27 a source in words"),
        pytest.param(("E1", "E1", " [E1] "), ("E1",), (), id="L-02 each once"),
        pytest.param(("", "[]", " "), (), (), id="L-02 blanks"),
    ],
)
def test_what_is_cited(evidence: tuple[str, ...], known: tuple[str, ...], strangers: tuple[str, ...]) -> None:
    found = list_citations(claim("C1", evidence=evidence), KNOWN)
    assert (found.known, found.strangers) == (known, strangers)


def test_a_statement_cites_too() -> None:
    """D-57: a chunk named inside the statement is cited."""
    found = list_citations(claim("C1", statement="Rents fall [RAG:CG001_042], and so on [RAG:X1]."), KNOWN)
    assert (found.known, found.strangers) == (("CG001_042",), ("X1",))
