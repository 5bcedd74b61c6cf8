"""Reads what models cost: the table that comes with moot, and a user's own laid over it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from moot.configs.yaml_files import parse_yaml, read_yaml
from moot.errors import ProfileError
from moot.state.base import Value
from moot.state.budget import Amount


class ModelPrice(Value):
    """Holds what a model costs per million tokens."""

    prompt: Amount
    completion: Amount
    cached: Amount | None = None
    """For the part of the prompt the provider had in its cache; without it, the price of the prompt."""


class _PriceTable(Value):
    models: dict[str, ModelPrice] = {}


@cache
def load_prices(path: str | None = None) -> Mapping[str, ModelPrice]:
    """Load the price table; a file of the same form, given by the user, is laid over it."""
    packaged = (files("moot.configs") / "prices.yaml").read_text(encoding="utf-8")
    prices = _check_prices(parse_yaml(packaged, "prices.yaml"), "prices.yaml")
    return prices if path is None else {**prices, **_check_prices(read_yaml(Path(path)), path)}


def _check_prices(raw: Any, where: str) -> dict[str, ModelPrice]:
    try:
        return _PriceTable.model_validate(raw or {}).models
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place = ".".join(map(str, problem["loc"])) or "the file"
        raise ProfileError(
            f"{where}: {place}: {problem['msg']}; a model is written as NAME: {{prompt: 2.5, completion: 10}}"
        ) from error
