"""How figures are worded: shares, money, durations, and names in a row."""

import pytest

from moot.views.wording.figures.figures import (
    as_percentage,
    join_names,
    say_confidence,
    say_money,
    say_percent,
    say_time,
    whole_percent,
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param(as_percentage(0.55), 55, id="W-D7 a whole percentage"),
        pytest.param(as_percentage(0.2167), 21.67, id="a fraction"),
        pytest.param(as_percentage(None), None, id="X-16 unknown"),
        pytest.param(say_percent(0.696), "69.6 %", id="not rounded up to the threshold"),
        pytest.param(say_percent(0.69999), "69.9 %", id="not rounded up to a gate"),
        pytest.param(say_percent(2 / 3), "66.7 %", id="rounded half up elsewhere"),
        pytest.param(say_percent(0.6725), "67.3 %", id="exactly half is rounded up"),
        pytest.param(say_percent(0.99996), "99.9 %", id="not quite all is not all"),
        pytest.param(whole_percent(2 / 3), 67, id="whole percents are rounded"),
        pytest.param(whole_percent(0.6996), 69, id="whole percents do not reach a gate"),
        pytest.param(whole_percent(0.6666, 0.67), 66, id="nor a gate of the reader's own"),
        pytest.param(whole_percent(0.6701, 0.67), 67, id="what reached the gate is rounded"),
        pytest.param(say_percent(0.7), "70 %", id="exactly the threshold"),
        pytest.param(say_percent(0.7000000000000001 - 1e-15), "70 %", id="noise of binary fractions is not below"),
        pytest.param(say_confidence(0.699), "medium (69.9 %)", id="69.9 is below 70"),
        pytest.param(as_percentage(0.699999), 69.99, id="not rounded up to a gate in records either"),
        pytest.param(as_percentage(2 / 3), 66.67, id="rounded in records as well"),
        pytest.param(say_percent(None), "unknown", id="unknown is not zero"),
        pytest.param(say_confidence(0.81), "high (81 %)", id="D-141 high"),
        pytest.param(say_confidence(0.8), "medium (80 %)", id="D-141 medium"),
        pytest.param(say_confidence(0.49), "low (49 %)", id="D-141 low"),
        pytest.param(say_money(None), "price unknown", id="unknown is not free"),
        pytest.param(say_money(0.0), "no charge", id="free"),
        pytest.param(say_money(0.00123), "US$ 0.0012", id="cents"),
        pytest.param(say_money(1234.5), "US$ 1,234.50", id="dollars"),
        pytest.param(say_time(59_940), "59.9 s", id="seconds"),
        pytest.param(say_time(61_000), "1 min", id="minutes"),
        pytest.param(say_time(9_000_000), "2.5 h", id="hours"),
        pytest.param(join_names(()), "", id="nobody"),
        pytest.param(join_names(("a",)), "a", id="one"),
        pytest.param(join_names(("a", "b", "c")), "a, b and c", id="three"),
    ],
)
def test_words_for_people(said: object, expected: object) -> None:
    assert said == expected
