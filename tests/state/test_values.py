"""Every value is frozen, closed and bounded, and survives the strict serializer unchanged."""

from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import moot.state
from moot.configs import load_profile
from moot.state.base import Value
from moot.state.positions import Claim, Position
from moot.state.protocol import Protocol
from moot.stores import allowed_types, make_serializer
from tests.state.strategies import values

MODULES = [import_module(f"moot.state.{module.name}") for module in iter_modules(moot.state.__path__)]
VALUES = sorted(
    {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Value) and kind is not Value
    },
    key=lambda kind: f"{kind.__module__}.{kind.__name__}",
)
INVALID_ANYWHERE = {
    "ClaimRules", "ConsensusResult", "ConvergenceRules", "CriterionWeights", "EscalationRules", "Lexicon", "Lexicons",
    "Profile", "Protocol", "RiskBands", "RoundRules",
}  # fmt: skip
"""Values whose parts must fit together: random ones are mostly contradictory, tables cover them."""


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_unknown_fields_are_refused(kind: type[Value]) -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        kind.model_validate({"no_such_field": 1})


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_the_serializer_knows_every_value(kind: type[Value]) -> None:
    assert (kind.__module__, kind.__name__) in allowed_types()


@pytest.mark.parametrize(
    "kind", [kind for kind in VALUES if kind.__name__ not in INVALID_ANYWHERE], ids=lambda kind: kind.__name__
)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_values_round_trip_through_the_checkpoint_serializer(kind: type[Value], data: st.DataObject) -> None:
    value = data.draw(values(kind))
    again = make_serializer().loads_typed(make_serializer().dumps_typed(value))
    assert type(again) is kind
    assert again == value


def test_a_value_cannot_be_changed() -> None:
    position = Position(seat="cfo", round=1)
    with pytest.raises(ValidationError, match="frozen"):
        position.seat = "cro"  # type: ignore[misc]  # the point of the test


@pytest.mark.parametrize("confidence", [-0.01, 1.01, float("nan"), float("inf")], ids=str)
def test_confidences_are_bounded(confidence: float) -> None:
    """X-56d, X-75: a confidence lies in 0..1 everywhere inside."""
    with pytest.raises(ValidationError):
        Claim(id="C1", statement="x", confidence=confidence)


def test_a_foreign_type_is_not_rebuilt() -> None:
    """A crafted row cannot make the store construct a type that is not a value of ours."""
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    crafted = JsonPlusSerializer().dumps_typed(Foreign(command="x"))
    assert not isinstance(make_serializer().loads_typed(crafted), Foreign)


class Foreign(Value):
    """Stands for a class an attacker would like to have constructed."""

    command: str


@pytest.mark.parametrize("name", ["boardroom", "conclave", "legal", "rca", "research"])
def test_the_protocol_in_force_round_trips(name: str) -> None:
    protocol = Protocol(profile=load_profile(name), parts={"profile": "a"}, fingerprint="b")
    assert make_serializer().loads_typed(make_serializer().dumps_typed(protocol)) == protocol
