"""Figures of a synthesis that nobody stated, and reasons that a council struck out (D-110, D-126)."""

import pytest

from moot.policies.critique.ledger.summing import find_unstated, keep_standing

KNOWN = ("Do falls per 1,000 patient-days go down over twelve months?", "About a fifth of the staff left in 2024")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Satisfaction rises by about 35 percent", ("35 percent",)),
        ("Run it on at least ten wards", ("ten wards",)),
        ("All four seats agree on 12 months", ()),
        ("20 % left in 2024, and falls are counted per 1000 patient-days (C14, K3)", ()),
        ("It costs 3 million euros, and 3 million euros more", ("3 million euros",)),
        ("No figure at all", ()),
        ("Commit 9bd01e4f, request 550e8400-e29b-41d4-a716-446655440000 and pod node7b2c9 carry it", ()),
        ("It begins at 14h30 and costs 40k euros", ("14 h 30", "40 k euros")),
    ],
)
def test_figures_that_nobody_stated(text: str, found: tuple[str, ...]) -> None:
    """D-110: a count of seats, an id and another spelling of a stated figure are no new figures."""
    assert find_unstated((text,), KNOWN, 4, "en") == found


def test_what_a_council_struck_out_is_no_reason() -> None:
    """D-126: by its figure beside a word they share, or by half of its words; the other reasons stand."""
    points = (
        "Whether safety improves is not known",
        "All seats hold that self-scheduling raises satisfaction by about 20 percent",
        "Nurses who leave cost money",
        "Turnover of 20 percent is on record",
    )
    changed = ("The 20 percent on satisfaction is struck out", "Not that nurses who leave cost money")
    assert keep_standing(points, changed, "en") == (points[0], points[3])
    assert keep_standing(points, (), "en") == points
