"""Caution has a price: debates that were decided before, held again with what a decision needs now (DESIGN 9)."""

from typing import Any

import pytest

from tests.acceptance.caution import DEBATES, HAND, Ending, count_decided, hold_again


@pytest.mark.parametrize("told", [pytest.param(each, id=each["name"]) for each in DEBATES])
def test_a_debate_that_was_decided_before(told: Any) -> None:
    """It ends as the list says: decided, or with the condition that is not met and why that is right."""
    ending = hold_again(told)
    assert ending.found == told["ends"], ending.detail
    assert (ending.found == "decided") == ("why" not in told)


def test_the_price_is_what_the_guide_says() -> None:
    """The figures of the page on decisions are those of this list."""
    endings = {each["name"]: Ending("decided" if each["ends"] == "decided" else "", each["ends"]) for each in DEBATES}
    decided, sensible = count_decided(endings)
    guide = (HAND.parents[2] / "docs/when-moot-says-decided.md").read_text(encoding="utf-8")
    assert f"{decided} of the {sensible}" in " ".join(guide.split())
