"""What may be looked up, how often, and how it is cited."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.limits.leases.retrieval import admit_query, check_scope, find_citations, split_path
from moot.state.evidence import Query
from moot.state.protocol import RetrievalRules
from tests.support.words import english

RULES = RetrievalRules()
OFF = RetrievalRules.model_validate({"internal": {"enabled": False}})


def asked(*outcomes: str) -> list[Query]:
    return [
        Query.model_validate({"seat": "cro", "round": 1, "number": number, "text": "q", "outcome": outcome})
        for number, outcome in enumerate(outcomes)
    ]


@pytest.mark.parametrize(
    ("queries", "options", "allowed"),
    [
        pytest.param([], {}, True, id="D-24 D-54 allowed"),
        pytest.param(asked(*["succeeded"] * 4), {}, True, id="W-D16 X-18 the fifth runs"),
        pytest.param(asked(*["succeeded"] * 5), {}, False, id="W-D16 D-25 D-59 the sixth is refused"),
        pytest.param(asked(*["timed_out"] * 5), {}, False, id="W-D17 X-18 those out of time count"),
        pytest.param(asked(*["refused"] * 9), {}, True, id="X-18 refused ones do not count"),
        pytest.param([], {"leased": 0}, False, id="D-56 the seat's share is used up"),
        pytest.param([], {"leased": 1}, True, id="D-56 one is left to the seat"),
        pytest.param([], {"rules": OFF}, False, id="D-24 switched off"),
        pytest.param([], {"text": "   "}, False, id="D-58 nothing asked"),
        pytest.param([], {"text": "https://example.org/api?q=1"}, False, id="W-D18 D-55 D-59 a web address"),
        pytest.param([], {"text": "look at HTTP://example.org"}, False, id="W-D18 an address inside the text"),
        pytest.param([], {"text": "www.example.org"}, False, id="W-D18 an address without a scheme"),
        pytest.param([], {"text": "data: which churn do we have?"}, True, id="D-58 a question is no address"),
    ],
)
def test_admission(queries: list[Query], options: dict[str, Any], allowed: bool) -> None:
    found = admit_query(options.pop("text", "churn"), options.pop("rules", RULES), queries, **options)
    assert found.allowed is allowed
    assert english(found.reason)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        pytest.param("knowledge/a.md", True, id="D-54 first folder"),
        pytest.param("processing/insights/2024/b.md", True, id="D-54 X-19 second folder, deeper"),
        pytest.param("./knowledge//a.md", True, id="normalised"),
        pytest.param("knowledge\\a.md", True, id="other separators"),
        pytest.param("processing/a.md", False, id="X-19 only the subfolder"),
        pytest.param("secrets/market.md", False, id="W-D18 D-54 another folder"),
        pytest.param("knowledge", False, id="the folder itself is no source"),
        pytest.param("knowledge2/a.md", False, id="a longer name is another folder"),
        pytest.param("knowledge/../secrets/a.md", False, id="W-D18 upwards"),
        pytest.param("knowledge/..\\secrets", False, id="W-D18 upwards, other separators"),
        pytest.param("..", False, id="W-D18 upwards alone"),
        pytest.param("knowledge/. ./a", False, id="W-D18 dots and blanks"),
        pytest.param("/knowledge/a.md", False, id="W-D18 absolute"),
        pytest.param("C:/knowledge/a.md", False, id="W-D18 drive"),
        pytest.param("~/knowledge/a.md", False, id="W-D18 home"),
        pytest.param("file:///knowledge/a.md", False, id="W-D18 an address"),
        pytest.param("s3://knowledge/a.md", False, id="W-D18 a remote store"),
        pytest.param("knowledge/a\0.md", False, id="no path"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_scope(path: str, allowed: bool) -> None:
    assert check_scope(path, RULES.internal.scope).allowed is allowed


def test_citations() -> None:
    """W-D19, D-57."""
    assert find_citations("See [RAG:CG001_042], [RAG:X-1] and [RAG:CG001_042]; not [RAG: y] or RAG:z") == (
        "[RAG:CG001_042]",
        "[RAG:X-1]",
    )


@given(st.text(min_size=1).filter(lambda text: not any(sign.isspace() or sign in "[]" for sign in text)))
def test_what_is_cited_can_be_found_again(chunk: str) -> None:
    assert find_citations(f"before [RAG:{chunk}] after") == (f"[RAG:{chunk}]",)


@given(st.lists(st.sampled_from(["knowledge", "..", ".", "", "/", "\\", "a", "C:", "~"]), max_size=6).map("/".join))
def test_an_admitted_path_never_leaves_its_folder(path: str) -> None:
    if check_scope(path, RULES.internal.scope).allowed:
        steps = split_path(path)
        assert steps is not None
        assert steps[0] == "knowledge"
        assert ".." not in steps
