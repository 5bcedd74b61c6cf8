"""Shortens texts to a bound that is decided before they are written.

Short texts are never cut to make room for long ones: what they leave is shared by the others. A cut falls between
words where there is one and is marked with an ellipsis. What does not fit at all is counted, never dropped silently.
"""

from collections.abc import Iterable

from moot.prompts.fitting import share_out, squash

_SMALLEST = 40
"""Fewer characters than this say nothing: rather leave the text out and say so."""


def clip(text: str, limit: int) -> str:
    """Bring a text onto one line of at most so many characters."""
    line = squash(text)
    if len(line) <= limit:
        return line
    if limit <= 1:
        return "…"[:limit]
    cut = line[: limit - 1]
    head = cut if line[limit - 1] == " " else cut.rpartition(" ")[0]
    # At most half is given up for a clean end; a very long word is cut inside.
    kept = head if len(head) * 2 >= len(cut) else cut
    return kept.rstrip(" ,;:") + "…"


def fit(texts: Iterable[str], limit: int) -> list[str]:
    """Bring each text onto one line so that all together stay within the limit."""
    lines = [line for line in map(squash, texts) if line]
    if sum(map(len, lines)) <= limit:
        return lines
    shown = lines[: max(1, limit // _SMALLEST)]
    hidden = len(lines) - len(shown)
    fitted = [clip(line, share) for line, share in zip(shown, share_out([len(s) for s in shown], limit), strict=True)]
    return [*fitted, f"(+{hidden} more)"] if hidden else fitted


def bullet(texts: Iterable[str], limit: int) -> str:
    """List texts, one line each, within a limit."""
    return "\n".join(f"- {line}" for line in fit(texts, limit))
