"""The pure functions that people import from `moot.policies` (INTERFACES 4)."""

import pytest

import moot.policies


@pytest.mark.parametrize("name", moot.policies.__all__)
def test_every_public_function_can_be_imported(name: str) -> None:
    assert callable(getattr(moot.policies, name))


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'decide'"):
        _ = moot.policies.decide
