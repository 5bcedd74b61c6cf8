"""Going on with a stored debate: what counts as a change, and what another release may change."""

from typing import Any

import pytest

from moot.configs import load_profile
from moot.errors import ThreadError
from moot.graph import topology
from moot.nodes import Context
from moot.nodes.intake import identify_protocol
from moot.runs.revisit import accept_protocol
from moot.state.protocol import Models


def stored(**parts: str) -> dict[str, Any]:
    """A debate that was stored with these parts of its protocol."""
    profile = load_profile("conclave")
    protocol = identify_protocol(profile, Models(), topology(profile))
    return {"protocol": protocol.model_copy(update={"parts": {**protocol.parts, **parts}})}


def test_settings_that_a_release_added_are_no_change() -> None:
    """Profiles are compared by what they say: what was not there has its default in both."""
    assert accept_protocol(stored(), Context(), None, accept=False) is None
    assert accept_protocol(stored(profile="as it was written"), Context(), None, accept=False) is None
    with pytest.raises(ThreadError, match="changed since the debate started: profile;"):
        accept_protocol(stored(), Context(overrides={"rounds.max": 2}), None, accept=False)


def test_another_graph_may_go_on_where_the_debate_waits() -> None:
    values = stored(graph="of an earlier release", prompts="of an earlier release")
    with pytest.raises(ThreadError, match=r"changed since the debate started: graph, prompts; .*--accept-changes"):
        accept_protocol(values, Context(), None, accept=False, waits_in=["revise_cfo"])
    assert accept_protocol(values, Context(), None, accept=True, waits_in=["revise_cfo"]) is not None
    with pytest.raises(ThreadError, match=r"waits in 'compare', which is no part of the graph any more.*moot fork"):
        accept_protocol(values, Context(), None, accept=True, waits_in=["compare"])


def test_who_sits_there_cannot_change() -> None:
    with pytest.raises(ThreadError, match=r"graph and profile changed: .*moot fork"):
        accept_protocol(stored(), Context(overrides={"seats": ["cro", "cfo"]}), None, accept=True)
