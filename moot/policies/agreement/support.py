"""How sure the lead of one answer over another is, given how many voices each has.

Whoever asks a panel sees only some of the voices it might have heard. If every share of the two answers was equally
likely before anybody spoke, then after hearing `ahead` and `behind` voices the share p of the first answer follows a
Beta distribution, and the support of the lead is the chance that p is above one half. 1 minus the support is the error
bound: the chance that more such voices would favour the other answer. So the same share counts for more in a larger
panel: 2 of 3 give 0.69, 4 of 6 give 0.77, 8 of 12 give 0.87.

The bound is about what the panel would say, not about what is true (R-61), and it supposes voices that were raised
independently.
"""

import math

from moot.policies.language import tidy

_STEPS = 1000
_SMALL = 1e-300
_CLOSE = 1e-13


def measure_support(ahead: float, behind: float) -> float:
    """Measure the chance that the first answer also leads among more voices of the same kind, 0 to 1."""
    return tidy(min(1.0, max(0.0, _below_half(max(0.0, behind) + 1.0, max(0.0, ahead) + 1.0))))


def _below_half(a: float, b: float) -> float:
    """The regularised incomplete beta function at one half: the chance that Beta(a, b) is below it."""
    if a < b:
        # The fraction converges fast only on this side of the mean.
        return 1.0 - _below_half(b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - (a + b) * math.log(2.0))
    return front * _continued_fraction(a, b) / a


def _continued_fraction(a: float, b: float, x: float = 0.5) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1.0 / _apart(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / _apart(1.0 + term * d)
            c = _apart(1.0 + term / c)
            value *= d * c
        if abs(d * c - 1.0) < _CLOSE:
            break
    return value


def _apart(value: float) -> float:
    """Keep a divisor away from zero."""
    return value if abs(value) > _SMALL else _SMALL
