"""Judges what a server says it counted, against our own estimate of the same request.

- A report counts when it is plausible: both numbers are counts, and neither is below half of our estimate. The
  estimate is high on purpose, but no tokenizer reads twice as much into a token as it assumes. A schema is left out
  here: many servers make a grammar of it and count nothing.
- Otherwise the larger of report and estimate counts, number by number, and the contradiction is kept: a server that
  reports nothing spent, or nonsense, cannot make a budget meaningless.
- A number that is no count (negative, or larger than any model reads or writes) is left out: then the estimate counts.
- More than we estimated is plausible as long as it is a count: thoughts are written and paid for, but not sent.
- What was cached is a part of the prompt; it is never more than that, and after a contradiction nothing was.
"""

from moot.state.base import Value
from moot.state.budget import Count

_LARGEST_COUNT = 10_000_000
_LEAST_SHARE = 2
"""A report below the estimate divided by this is not plausible."""


class CountedTokens(Value):
    """What is charged for a request."""

    prompt: Count
    completion: Count
    cached: Count = 0
    contradicted: bool = False
    """The server's report cannot be true."""


def judge_report(reported: tuple[int, int, int], expected: tuple[int, int], spoken: int) -> CountedTokens:
    """Find what counts of a report of prompt, completion and cached tokens.

    `expected` are our estimates of prompt and completion; `spoken` is the part of the prompt that is text.
    """
    prompt, completion, cached = reported
    least = (spoken // _LEAST_SHARE, expected[1] // _LEAST_SHARE)
    if all(low <= said <= _LARGEST_COUNT for low, said in zip(least, (prompt, completion), strict=True)):
        return CountedTokens(prompt=prompt, completion=completion, cached=max(0, min(cached, prompt)))
    return CountedTokens(
        prompt=_larger(prompt, expected[0]), completion=_larger(completion, expected[1]), contradicted=True
    )


def _larger(said: int, expected: int) -> int:
    return max(said, expected) if 0 <= said <= _LARGEST_COUNT else expected
