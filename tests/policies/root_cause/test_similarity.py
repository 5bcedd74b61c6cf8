"""How much a past incident resembles the one at hand (R-56 amended)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.policies.root_cause.material.similarity import Trait, measure_similarity, rank_similar, weigh_trait

TRAITS = st.frozensets(
    st.tuples(st.sampled_from(["event", "error", "entity"]), st.text("abc", min_size=1, max_size=2)), max_size=8
)


@pytest.mark.parametrize(
    ("trait", "seen", "incidents", "weight"),
    [
        pytest.param(("event", "a"), 1, 1, 1.0, id="W-R15 an event is worth one point"),
        pytest.param(("error", "a"), 1, 1, 2.0, id="W-R15 an error two"),
        pytest.param(("entity", "a"), 1, 1, 1.5, id="W-R15 an entity one and a half"),
        pytest.param(("event", "a"), 100, 100, 0.15, id="R-56 what every incident has weighs little"),
        pytest.param(("event", "a"), 0, 100, 1.0, id="R-56 what none has weighs all"),
        pytest.param(("event", "a"), 0, 0, 1.0, id="an empty graph"),
    ],
)
def test_the_weight_of_a_trait(trait: Trait, seen: int, incidents: int, weight: float) -> None:
    assert weigh_trait(trait, seen, incidents) == pytest.approx(weight, abs=0.005)


@given(TRAITS, TRAITS)
def test_similarity_is_a_share_and_mutual(own: frozenset[Trait], theirs: frozenset[Trait]) -> None:
    """R-56: from 0 to 1, 1 for identical incidents whatever their size, the same in both directions."""
    weights = {trait: weigh_trait(trait, 1, 5) for trait in own | theirs}
    found = measure_similarity(own, theirs, weights)
    assert 0 <= found <= 1
    assert found == measure_similarity(theirs, own, weights)
    assert measure_similarity(own, own, weights) == (1.0 if own else 0.0)
    assert (found > 0) == bool(own & theirs)


def test_the_rare_trait_decides() -> None:
    """R-56: an incident that shares what is rare comes before one that shares what is common."""
    own = frozenset[Trait]({("event", "common"), ("event", "rare")})
    past = {"A": frozenset[Trait]({("event", "common")}), "B": frozenset[Trait]({("event", "rare")})}
    ranked = rank_similar(own, past, {("event", "common"): 50, ("event", "rare"): 1}, 50)
    assert [incident for incident, _ in ranked] == ["B", "A"]


@given(TRAITS, st.dictionaries(st.text("xyz", min_size=1), TRAITS, max_size=30))
def test_the_best_ten_and_only_what_is_alike(own: frozenset[Trait], past: dict[str, frozenset[Trait]]) -> None:
    """R-56: above 0, best 10; the order in which incidents come does not matter."""
    ranked = rank_similar(own, past, {}, len(past))
    assert len(ranked) <= 10
    assert all(score > 0 for _, score in ranked)
    assert [score for _, score in ranked] == sorted((score for _, score in ranked), reverse=True)
    assert ranked == rank_similar(own, dict(reversed(past.items())), {}, len(past))
