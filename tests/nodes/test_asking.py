"""What models are told of a round: seats go by their labels, and points by their words."""

from moot.nodes.asking import tell_points
from moot.state.facts import state_fact


def test_who_denies_a_point_goes_by_a_label() -> None:
    """In a debate without names nobody is named beside a quotation either."""
    denied = state_fact(
        "agreement.denied",
        criterion="premises",
        text="The saving that the cfo states can be relied on",
        seats=("cfo",),
        against=("cro", "coo"),
    )
    told = tell_points((denied, "as it was said"), {"cro": "agent 1", "cfo": "agent 2", "coo": "agent 3"})
    assert told[0].endswith("the cfo states can be relied on” (agent 2) is contradicted by agent 1 and agent 3")
    assert told[1] == "as it was said"
    assert "(cfo) is contradicted by cro and coo" in tell_points((denied,))[0]
