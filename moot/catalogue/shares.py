"""Rounds shares for people: half up, except that what is just below a gate is not shown as having reached it."""

import math

_DIGITS = 9
_GATES_LIE_ON = 5
"""Gates are set at 50 %, 60 %, 65 %, 70 %: a figure is rounded up to a multiple of this only where it stands there."""


class GatedShare(float):
    """A share that is told beside the gate it is held against."""

    __slots__ = ("gate",)

    gate: float

    def __new__(cls, share: float, gate: float) -> "GatedShare":
        """Keep the gate beside the share."""
        made = super().__new__(cls, share)
        made.gate = gate
        return made


def round_points(share: float, places: int = 0, gate: float | None = None) -> float:
    """Turn a share into percent: 66.67 is 67 and 66.7, but neither 69.6 nor 69.96 is 70, nor 66.6 the gate 67."""
    scale = 10.0**places
    exact = round(share * 100 * scale, _DIGITS)
    rounded = math.floor(exact + 0.5)
    barred = rounded % (_GATES_LIE_ON * scale) == 0 or (
        gate is not None and exact < round(gate * 100 * scale, _DIGITS) <= math.ceil(exact)
    )
    return (math.floor(exact) if rounded > exact and barred else rounded) / scale
