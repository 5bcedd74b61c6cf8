"""What a synthesis leaves out is put on record (D-46, D-47)."""

import pytest

from moot.policies.verdict.synthesis.dissent import keep_divergences, keep_reservations
from moot.state.outcome import Divergence, Side, Synthesis
from moot.state.positions import Position

FUNDED = "Custeio de R$ 2,6 milhões por ano garantido em lei antes da licitação"


def _divergence(theme: str, *sides: tuple[str, str]) -> Divergence:
    return Divergence(theme=theme, nature="timing", sides=tuple(Side(seat=seat, view=view) for seat, view in sides))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        pytest.param((), ["cfo"], id="nothing was told"),
        pytest.param(
            (_divergence("Um posto ou dois", ("cfo", "licitar no primeiro semestre"), ("cro", "em etapas")),),
            ["cfo", "cro", "cfo"],
            id="a seat that differs on something else still holds its reservation",
        ),
        pytest.param(
            (_divergence("Custeio", ("cfo", "só com os R$ 2,6 milhões por ano garantidos em lei")),),
            ["cfo"],
            id="told in other words",
        ),
        pytest.param(
            (_divergence("Custeio garantido em lei antes da licitação", ("cro", FUNDED)),),
            ["cro", "cfo"],
            id="what another seat says is not this seat's",
        ),
    ],
)
def test_reservations_stay_on_record(written: tuple[Divergence, ...], told: list[str]) -> None:
    kept = keep_reservations(
        Synthesis(decision="Construir os postos.", confidence=0.7, divergences=written),
        [
            Position(seat="cfo", round=2, stance="construir os postos", reservation=FUNDED),
            Position(seat="cmo", round=2, stance="construir os postos"),
        ],
        "pt",
    )
    assert [side.seat for each in kept.divergences for side in each.sides] == told


def test_a_forced_synthesis_tells_what_stayed_open() -> None:
    composed = Synthesis(decision="Undecided", confidence=0.5, divergences=(_divergence("Price", ("cfo", "Too high")),))
    silent = Synthesis(decision="Enter", confidence=0.7)
    assert keep_divergences(silent, composed).divergences == composed.divergences
    own = silent.model_copy(update={"divergences": (_divergence("Date", ("cro", "Later")),)})
    assert keep_divergences(own, composed) == own
