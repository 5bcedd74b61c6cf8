"""Sums up what was looked up in the knowledge store, and what of it the debate used (D-87)."""

from collections.abc import Iterator

from moot.policies.critique.evidence import list_cited
from moot.policies.limits.leases import find_citations
from moot.state.base import Texts, Value
from moot.state.debate import MultiAgentState


class RetrievalSummary(Value):
    """What was looked up."""

    total: int = 0
    succeeded: int = 0
    timed_out: int = 0
    refused: int = 0
    chunks_cited: Texts = ()
    """What a claim or a position cites."""
    chunks_retrieved: Texts = ()
    """The rest of what was found."""


def summarise_retrieval(state: MultiAgentState) -> RetrievalSummary:
    """Count the queries, and tell the chunks that were cited from the rest."""
    queries = state.get("queries") or []
    run = [query for query in queries if query.outcome != "refused"]
    found = {chunk for query in run for chunk in query.chunks}
    cited = found & {*list_cited(state.get("positions") or [], found), *_cite_causes(state)}
    return RetrievalSummary(
        total=len(run),
        succeeded=sum(query.outcome == "succeeded" for query in run),
        timed_out=sum(query.outcome == "timed_out" for query in run),
        refused=len(queries) - len(run),
        chunks_cited=tuple(sorted(cited)),
        chunks_retrieved=tuple(sorted(found - cited)),
    )


def _cite_causes(state: MultiAgentState) -> Iterator[str]:
    """Find what hypotheses cite; they are a search's positions."""
    for sheet in state.get("hypotheses") or []:
        for each in sheet.hypotheses:
            yield from find_citations(" ".join((each.reasoning, *each.evidence)))
