"""What requests cost, and how models are named."""

from pathlib import Path

import pytest

from moot.configs.tables import ModelPrice, load_prices
from moot.errors import ProfileError
from moot.models.settings import Settings
from moot.models.usage.counting import _find_highest_price, cost_of, estimate_tokens, find_price

PRICES = {
    "local": ModelPrice(prompt=0, completion=0),
    "big": ModelPrice(prompt=2, completion=8, cached=0.5),
    "big-mini": ModelPrice(prompt=1, completion=4),
}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("big", "big"),
        ("big-2025-08-07", "big"),
        ("big-20250807", "big"),
        ("big-latest", "big"),
        ("big-mini-2025-08-07", "big-mini"),
        ("vendor/big", "big"),
        ("vendor/big-2025-08-07", "big"),
        ("local:tiny", "local"),
        ("localized", None),
        ("big-micro", None),
        ("bigger", None),
        ("", None),
    ],
)
def test_find_price(name: str, found: str | None) -> None:
    assert find_price(name, PRICES) == (PRICES[found] if found else None)


@pytest.mark.parametrize(
    ("price", "asked", "said", "cached", "cost"),
    [
        pytest.param("big", 1_000_000, 0, 0, 2.0, id="prompt"),
        pytest.param("big", 0, 1_000_000, 0, 8.0, id="completion"),
        pytest.param("big", 1_000_000, 0, 1_000_000, 0.5, id="cached"),
        pytest.param("big", 1_000_000, 0, 5_000_000, 0.5, id="never more cached than asked"),
        pytest.param("big-mini", 1_000_000, 0, 1_000_000, 1.0, id="no price for the cache"),
        pytest.param(None, 1_000_000, 1_000_000, 0, None, id="unknown is unknown, never 0"),
    ],
)
def test_cost(price: str | None, asked: int, said: int, cached: int, cost: float | None) -> None:
    assert cost_of(PRICES[price] if price else None, asked, said, cached) == cost


def test_the_table_that_comes_with_moot() -> None:
    prices = load_prices()
    assert prices["gpt-4o"].prompt == 2.5
    assert prices["local"].prompt == prices["scripted"].completion == 0
    for price in prices.values():
        assert price.cached is None or price.cached <= price.prompt <= price.completion
        assert _find_highest_price(price) is not None
    assert _find_highest_price(None) is None


def test_a_table_of_ones_own_is_laid_over_it(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text("models:\n  gpt-4o: {prompt: 1, completion: 2}\n  mine: {prompt: 3, completion: 4}\n")
    prices = load_prices(str(path))
    assert (prices["gpt-4o"].prompt, prices["mine"].completion, prices["gpt-5"].prompt) == (1, 4, 1.25)


@pytest.mark.parametrize("text", ["models: {m: {prompt: -1, completion: 2}}", "models: {m: 3}", "prices: {}"])
def test_a_table_that_is_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(text)
    with pytest.raises(ProfileError, match=r"prices\.yaml: .*prompt: 2\.5"):
        load_prices(str(path))


def test_settings() -> None:
    settings = Settings(model="a", seat_models=(("x", "b"),), fallbacks=(("x", ("c", "a")),))
    assert settings.models_for("x") == ("b", "c", "a")
    assert settings.models_for("y") == ("a",)
    assert settings.models == ("a", "b", "c")
    assert Settings(model="").models_for("y") == ("local",)
    assert hash(settings) == hash(Settings(model="a", seat_models=(("x", "b"),), fallbacks=(("x", ("c", "a")),)))


@pytest.mark.parametrize(
    ("text", "real", "estimate"),
    [
        # Counted with the embedded model's tokenizer, whose small English vocabulary is a hard case.
        pytest.param("The board should expand into Europe only after the second quarter.", 12, 22, id="English"),
        pytest.param(
            "A diretoria deve expandir para a Europa somente depois do segundo trimestre.", 22, 26, id="Portuguese"
        ),
        pytest.param(
            "Dewan sebaiknya melakukan ekspansi ke Eropa hanya setelah kuartal kedua.", 32, 24, id="Indonesian: too low"
        ),
        pytest.param('{"id": "C1", "kind": "fact", "confidence": 85}', 20, 16, id="dense JSON: too low"),
        pytest.param("董事会应当在第二季度之后才考虑向欧洲扩张业务。", 46, 46, id="Chinese"),
        pytest.param("", 0, 0, id="nothing"),
    ],
)
def test_estimates(text: str, real: int, estimate: int) -> None:
    assert estimate_tokens(text) == estimate
    assert 0.75 * real <= estimate <= 2 * real, "what the documentation says of the error"
