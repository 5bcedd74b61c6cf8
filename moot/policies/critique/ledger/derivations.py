"""Checks the arithmetic given for a figure, by a model or by the claim itself: the program reckons every step again.

- A step is one sum, such as `(2.4 + 3.6) * 2/3 = 4.0`; several are parted by semicolons or lines. What a step gives is
  known to the steps after it, exactly and as it is rounded, after the equals sign or where it is used. Words,
  currencies and units beside the numbers do not matter.
- An operand is known when a cited source, the question, an assumption of the claim or another claim's reckoning states
  it, also as a share of one (35 % and 0.35) or in thousands and millions. Beside at least one of those, the numbers of
  the calendar, powers of ten and small whole numbers may be used.
- The result has to be the figure as it is rounded, in ones, thousands or millions; "about", "nearly" and "over" allow
  what they allow of a stated figure (figures.py). So may what a part of the sum gives, such as 38 - 33.5 in brackets,
  and the shares it takes: half where it is divided by two.

A step that cannot be read, or needs a number nobody stated, proves nothing. One that gives something else than is
written behind its equals sign speaks against whoever claims what is written. Powers are read: `1.041^-20`.
"""

import ast
import operator
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor, isclose, isfinite, log10

from moot.policies.critique.ledger import figure_words as words
from moot.policies.critique.ledger.dates import Figure
from moot.policies.critique.ledger.figures import is_near, read_separators
from moot.policies.language import fold
from moot.state.base import Texts
from moot.state.evidence import ReckonedStep

_LONGEST_LINE, _MOST_LINES, _MOST_NUMBERS = 200, 8, 12
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_RESULT = re.compile(r"\d+(?:[.,]\d+)*(?:\s*/\s*\d+)?")
"""What stands behind an equals sign: a number or a fraction."""
_QUOTIENT = re.compile(r"(?<![\d.])\d+ / \d+(?![\d.])")
_PAIR = re.compile(r"N(\d+)\s*/\s*N(\d+)")
_FREE = frozenset({*range(1, 13), 24, 30, 52, 60, 100, 365, 1_000, 1_000_000})
"""Numbers that may be used beside stated ones: small counts, the calendar, powers of ten."""
_SCALES = tuple(10.0**power for power in (-9, -6, -3, 0, 3, 6, 9))
_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-", "·": "*", "[": "(", "]": ")", "^": "**"})
_RAISED = re.compile("[⁺⁻]?[⁰¹²³⁴-⁹]+")
_RAISED_SIGNS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
_MOST_POWER = 1_200
_CLEARLY_OTHER = 0.02
"""A result that differs by more is not a matter of rounding."""
_TIMES = re.compile(r"(?<=[\d)])\s*[xX]\s*(?=[\d(])")
_PERCENT = re.compile(r"(N\d+)\s*%")
_PLAIN = re.compile(r"[N\d+\-*/(). ]*")
_PART = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+\$?|\S")
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_LOOSEST = 0.05
_SPANS = frozenset(unit for unit, _ in words.DURATIONS.values())
_BESIDE_NUMBERS = frozenset((*words.LARGE, *words.PERCENT, *words.CURRENCY_WORDS, *words.DURATIONS, "x"))


def reckon_steps(text: str, known: Collection[float], earlier: Collection[float] = ()) -> tuple[ReckonedStep, ...]:
    """Reckon every step again, and keep those that stand on known numbers; `earlier` was reckoned before."""
    steps: list[ReckonedStep] = []
    usable, results = [*known, *earlier], [*earlier]
    for line in _split_lines(text):
        found: list[ReckonedStep] = []
        for side in line.split("="):
            found += _reckon(side, usable, results)
            usable += [each.value for each in found]
            results += [each.value for each in found]
            # Whoever goes on reckoning uses what was written down: 1.35, not 1.3545.
            usable += [value for value in _read_alone(side) if is_result(value, [each.value for each in found])]
        # 3,420 may be 3.42 as well: what was written down as the result tells which was meant.
        written = [value for side in line.split("=")[1:] for value in _read_alone(side)]
        steps += [each for each in found if any(is_result(value, [each.value]) for value in written)] or found
    return tuple(dict.fromkeys(steps))


def find_false_steps(text: str) -> tuple[ReckonedStep, ...]:
    """Find the steps whose result, however their numbers are read, is clearly not what is written behind them."""
    found: list[ReckonedStep] = []
    for line in _split_lines(text):
        for left, right in pairwise(line.split("=")):
            written = _RESULT.search(right)
            results = _reckon(left, None) if written and _is_plain(left) else []
            if written is None or not results:
                continue
            told = [*read_written(written[0]), *(each.value for each in _reckon(right, None) if _is_plain(right))]
            if not any(_comes_to(each.value, told) for each in results):
                found.append(results[0].model_copy(update={"written": written[0]}))
    return tuple(dict.fromkeys(found))


def find_unread(text: str) -> Texts:
    """Find the steps that cannot be read: nothing is shown by them."""
    return tuple(
        line.strip()
        for line in _split_lines(text)
        if any(map(str.isdigit, line)) and not any(_reckon(side, None) for side in line.split("="))
    )


def find_false_sums(statement: str) -> tuple[ReckonedStep, ...]:
    """Find the sums that a statement shows itself and that do not come to what it says."""
    return find_false_steps("\n".join(_find_sums(statement)))


def _split_lines(text: str) -> list[str]:
    return re.split(r"[;\n]", text)[:_MOST_LINES]


def _is_plain(expression: str) -> bool:
    """Say whether a sum has numbers and signs only: beside units and words its result may be of another kind."""
    letters = re.sub(r"(?<=[\d)])\s*[xX]\s*(?=[\d(])", "*", expression)
    ranged = re.fullmatch(r"\s*([\d.,]+)\s*[-–]\s*([\d.,]+)\s*", expression)
    return not any(map(str.isalpha, letters)) and not (
        ranged and min(read_separators(ranged[1].strip(".,"))) < max(read_separators(ranged[2].strip(".,")))
    )


def read_written(text: str) -> list[float]:
    """Read what is written as a result: a number in every way it can be read, or a fraction."""
    part, _, whole = text.partition("/")
    if not whole:
        return list(read_separators(text))
    values = ((one, other) for one in read_separators(part.strip()) for other in read_separators(whole.strip()))
    return [one / other for one, other in values if other]


def _comes_to(value: float, written: Sequence[float]) -> bool:
    return any(
        isclose(abs(value) * scale, abs(each), rel_tol=_CLEARLY_OTHER) or is_result(each, [value * scale])
        for each in written
        for scale in (*_SCALES, 100.0, 0.01)
    )


def reckon_shown(statement: str, known: Collection[float]) -> tuple[ReckonedStep, ...]:
    """Reckon the sums that a statement shows itself, such as `0.45 + 1.7 = 2.15`."""
    return reckon_steps("\n".join(_find_sums(statement)), known)


def _find_sums(statement: str) -> Iterator[str]:
    """Find what stands before each equals sign, as far as it is numbers, signs and their units, and what follows it."""
    for before, after in pairwise(statement.split("=")):
        taken: list[str] = []
        closed = 0
        for part in reversed(_PART.findall(_plainly(before[-_LONGEST_LINE:]))):
            if not (part[0].isdigit() or part in "+-*/()%" or fold(part) in _BESIDE_NUMBERS):
                break
            closed += (part == ")") - (part == "(")
            if closed < 0:
                break  # the sum stands in brackets as a whole: (7 - 3 = 4)
            taken.append(part)
        result = _RESULT.search(after)
        if taken:
            shown = " ".join(reversed(taken)).replace("* *", "**")
            yield f"{shown} = {result[0] if result else ''}"


def show_steps(steps: Sequence[ReckonedStep]) -> Texts:
    """List steps as they can be read, each result once."""
    return tuple(dict.fromkeys(f"{each.shown} = {each.value:.10g}" for each in steps))


def is_derived(figure: Figure, steps: Sequence[ReckonedStep]) -> bool:
    """Say whether a figure is what one of the steps gives, as it is rounded and with what is said of it.

    A span over which a claim reckons, such as three months, is borne by a step that uses its number.
    """
    if figure.kind != "number":
        return False
    if figure.unit in _SPANS and any(not figure.written.isdisjoint(each.operands) for each in steps):
        return True
    if figure.parts and any(figure.parts <= {each.value, *each.operands} for each in steps):
        return True  # four of seven, where 7 - 3 = 4
    scales = (*_SCALES, 100.0) if figure.unit == "%" else _SCALES
    given = [value for each in steps for value in (each.value, *_list_parts(each.shown))]
    results = [each * scale for each in given for scale in scales]
    return any(
        is_result(value, results) or any(is_near(figure, value, abs(each)) for each in results)
        for value in figure.written
    )


def is_operand(figure: Figure, steps: Sequence[ReckonedStep]) -> bool:
    """Say whether a figure is one of the numbers that steps use, as it is written there."""
    return any(
        isclose(value * scale, operand, rel_tol=1e-6)
        for each in steps
        for operand in each.operands
        for value in figure.written
        for scale in _SCALES
    )


def is_result(value: float, results: Sequence[float]) -> bool:
    """Say whether a number is one of the results, rounded as it is written."""
    return any(_rounds_to(each, value) for each in results)


@lru_cache(maxsize=512)
def _list_parts(shown: str) -> tuple[float, ...]:
    """List what the parts of a sum come to, and the shares that it takes by a fraction or a division."""
    plain = shown.replace("%", "/100").replace("^", "**")
    try:
        nodes = [each for each in ast.walk(ast.parse(plain, mode="eval")) if isinstance(each, ast.BinOp)]
        parts = [_walk(each) for each in nodes]
        parts += [1 / _walk(each.right) for each in nodes if isinstance(each.op, ast.Div)]
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return ()
    shares = (read_written(each) for each in _QUOTIENT.findall(shown))
    return tuple(dict.fromkeys([*parts, *(value for each in shares for value in each)]))


def _read_alone(side: str) -> tuple[float, ...]:
    numbers = _NUMBER.findall(side)
    written = _RESULT.search(side)
    whole = written is not None and len(numbers) == len(_NUMBER.findall(written[0]))
    return tuple(read_written(written[0])) if written is not None and whole else ()


def _plainly(expression: str) -> str:
    """Write the signs of a sum as they are reckoned with; raised numbers are powers."""
    powers = _RAISED.sub(lambda found: f"^{found[0].translate(_RAISED_SIGNS)}", expression)
    return powers.translate(_SIGNS)


def reckon_partly(statement: str, known: Collection[float]) -> tuple[ReckonedStep, ...]:
    """Reckon the sums that a statement shows and that use a known number, whatever else they use."""
    found = (each for sum_shown in _find_sums(statement) for each in _reckon(sum_shown.partition("=")[0], None))
    return tuple(each for each in found if any(_is_stated(operand, [*known]) for operand in each.operands))


def _reckon(expression: str, known: Sequence[float] | None, results: Sequence[float] = ()) -> list[ReckonedStep]:
    """Reckon a sum in every way its numbers can be read; without known numbers, whatever they are.

    Of `results`, which were reckoned before, a number may also be used as it is rounded: 1,300 for 1,309.
    """
    if len(expression) > _LONGEST_LINE:
        return []
    numbers: list[str] = []

    def number_off(found: re.Match[str]) -> str:
        numbers.append(found[0])
        return f"N{len(numbers) - 1}"

    plain = _NUMBER.sub(number_off, _TIMES.sub("*", _plainly(expression)))
    plain = _PERCENT.sub(r"(\1/100)", plain)
    plain = re.sub(r"(?<!N)[^\W\dN]+|[$€£]", " ", plain)
    if not 2 <= len(numbers) <= _MOST_NUMBERS or not _PLAIN.fullmatch(plain):
        return []
    readings = list(dict.fromkeys(tuple(_read_by(each, mark) for each in numbers) for mark in (",", ".")))
    usable = [chosen for chosen in readings if known is None or _may_be_used(chosen, known, plain, results)]
    return [
        ReckonedStep(shown=_show(plain, chosen), value=result, operands=chosen)
        for chosen in usable
        if (result := _evaluate(plain, chosen)) is not None
    ]


def _read_by(number: str, grouping: str) -> float:
    """Read a number whose thousands may be parted by a mark: within one sum they are parted alike."""
    read = sorted(set(read_separators(number)))
    return read[-1] if grouping in number else read[0]


def _show(plain: str, numbers: Sequence[float]) -> str:
    """Write a sum in plain numbers and signs."""
    shown = re.sub(r"\(N(\d+)/100\)", lambda found: f"{numbers[int(found[1])]:.10g}%", plain)
    shown = re.sub(r"N(\d+)", lambda found: f"{numbers[int(found[1])]:.10g}", shown)
    spaced = re.sub(r"\s*(\*\*|[+\-*/])\s*", r" \1 ", shown)
    spaced = re.sub(r" \*\*  ?(- )?", lambda found: "^-" if found[1] else "^", spaced)
    return re.sub(r"\(\s+|\s+\)", lambda found: found[0].strip(), " ".join(spaced.split()))


def _may_be_used(operands: Sequence[float], known: Sequence[float], plain: str, results: Sequence[float]) -> bool:
    stated = [_is_stated(each, known) or _is_rounded(each, results) for each in operands]
    pairs = ((operands[int(part)], operands[int(whole)]) for part, whole in _PAIR.findall(plain))
    shares = any(whole and _is_stated(part / whole, known) for part, whole in pairs)
    return (shares or any(stated)) and all(fits or each in _FREE for each, fits in zip(operands, stated, strict=True))


def _is_stated(operand: float, known: Sequence[float]) -> bool:
    scales = (*_SCALES, 100.0)
    return any(isclose(operand * scale, each, rel_tol=1e-6) for each in known if each for scale in scales)


def _is_rounded(operand: float, results: Sequence[float]) -> bool:
    return any(_rounds_to(each, operand) and isclose(each, operand, rel_tol=_CLEARLY_OTHER) for each in results)


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
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _raise(_walk(left), _walk(right))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as sign, right=right):
            return _OPERATORS[type(sign)](_walk(left), _walk(right))
        case _:
            raise ValueError(ast.dump(node))


def _raise(base: float, power: float) -> float:
    if base <= 0 or abs(power) > _MOST_POWER:
        raise ValueError(power)
    return float(base**power)


def _rounds_to(result: float, value: float) -> bool:
    """Say whether a number, written with as many digits as the value has, is the value."""
    if not value or not isfinite(value):
        return False
    digits = len(f"{abs(value):.10g}".replace(".", "").strip("0")) or 1
    unit = 10.0 ** (floor(log10(abs(value))) - digits + 1)
    return abs(abs(result) - abs(value)) <= min(0.5 * unit * (1 + 1e-9), _LOOSEST * abs(value))
