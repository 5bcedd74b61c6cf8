"""Checks the arithmetic a model gives for a figure: each operand has to be known, and the program reckons it again.

- A line is one sum, such as `(2.4 + 3.6) * 2/3 = 4.0`; several are parted by semicolons or lines. What a line gives is
  known to the lines after it. Words, currencies and units beside the numbers do not matter.
- An operand is known when a cited source, the question or an assumption of the claim states it, also as a share of one
  (35 % and 0.35) or in thousands and millions. Beside at least one of those, the numbers of the calendar, powers of
  ten and small whole numbers may be used.
- The result has to be the figure as it is rounded, in ones, thousands or millions.

A line that cannot be read, or needs a number nobody stated, proves nothing.
"""

import ast
import operator
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product
from math import floor, isclose, isfinite, log10

from moot.policies.critique.dates import Figure
from moot.policies.critique.figure_words import DURATIONS
from moot.policies.critique.figures import read_separators

_LONGEST_LINE, _MOST_LINES, _MOST_NUMBERS, _MOST_READINGS = 200, 8, 12, 64
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FREE = frozenset({*range(1, 13), 24, 30, 52, 60, 100, 365, 1_000, 1_000_000})
"""Numbers that may be used beside stated ones: small counts, the calendar, powers of ten."""
_SCALES = tuple(10.0**power for power in (-9, -6, -3, 0, 3, 6, 9))
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "·": "*", "[": "(", "]": ")"})
_TIMES = re.compile(r"(?<=[\d)])\s*[xX]\s*(?=[\d(])")
_PERCENT = re.compile(r"(N\d+)\s*%")
_PLAIN = re.compile(r"[N\d+\-*/(). ]*")
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_LOOSEST = 0.05
_SPANS = frozenset(unit for unit, _ in DURATIONS.values())


def reckon_lines(text: str, known: Collection[float]) -> tuple[float, ...]:
    """Reckon every line again, and give the results of those that stand on known numbers."""
    results: list[float] = []
    for line in re.split(r"[;\n]", text)[:_MOST_LINES]:
        for side in line.split("="):
            results += _reckon(side, [*known, *results])
    return tuple(dict.fromkeys(results))


def is_derived(figure: Figure, results: Sequence[float]) -> bool:
    """Say whether a figure is one of the results, rounded as it is written.

    A few months or weeks are the span over which a claim reckons: beside any result that stands they need no source.
    """
    if results and figure.unit in _SPANS and figure.values <= _FREE:
        return True
    scales = (*_SCALES, 100.0) if figure.unit == "%" else _SCALES
    return figure.kind == "number" and any(
        _rounds_to(result * scale, value) for value in figure.values for result in results for scale in scales
    )


def _reckon(expression: str, known: Sequence[float]) -> list[float]:
    if len(expression) > _LONGEST_LINE:
        return []
    numbers: list[str] = []

    def mark(found: re.Match[str]) -> str:
        numbers.append(found[0])
        return f"N{len(numbers) - 1}"

    plain = _NUMBER.sub(mark, _TIMES.sub("*", expression.translate(_SIGNS)))
    plain = _PERCENT.sub(r"(\1/100)", plain)
    plain = re.sub(r"(?<!N)[^\W\dN]+|[$€£]", " ", plain)
    if not 2 <= len(numbers) <= _MOST_NUMBERS or not _PLAIN.fullmatch(plain):
        return []
    readings = [sorted(set(read_separators(each))) for each in numbers]
    return [
        result
        for chosen in _choose(readings)
        if _may_be_used(chosen, known) and (result := _evaluate(plain, chosen)) is not None
    ]


def _choose(readings: Sequence[Sequence[float]]) -> Iterator[tuple[float, ...]]:
    for place, chosen in enumerate(product(*readings)):
        if place >= _MOST_READINGS:
            return
        yield chosen


def _may_be_used(operands: Sequence[float], known: Sequence[float]) -> bool:
    stated = [_is_stated(each, known) for each in operands]
    return any(stated) and all(fits or each in _FREE for each, fits in zip(operands, stated, strict=True))


def _is_stated(operand: float, known: Sequence[float]) -> bool:
    scales = (*_SCALES, 100.0)
    return any(isclose(operand * scale, each, rel_tol=1e-6) for each in known if each for scale in scales)


def _evaluate(plain: str, numbers: Sequence[float]) -> float | None:
    source = re.sub(r"N(\d+)", lambda found: repr(numbers[int(found[1])]), plain)
    try:
        value = _walk(ast.parse(source.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    return value if isfinite(value) and value else None


def _walk(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=float() | int() as value):
            return float(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_walk(operand)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as sign, right=right):
            return _OPERATORS[type(sign)](_walk(left), _walk(right))
        case _:
            raise ValueError(ast.dump(node))


def _rounds_to(result: float, value: float) -> bool:
    """Say whether a number, written with as many digits as the value has, is the value."""
    if not value:
        return False
    digits = len(f"{abs(value):.10g}".replace(".", "").strip("0")) or 1
    unit = 10.0 ** (floor(log10(abs(value))) - digits + 1)
    return abs(abs(result) - abs(value)) <= min(0.5 * unit * (1 + 1e-9), _LOOSEST * abs(value))
