"""Text from outside, fenced so that it cannot pass for an instruction.

A fence is a pair of tags that share a code. The code follows from the text and does not occur in it, whatever its
case, so no text can close its own fence; the same text always gets the same fence, so equal prompts stay equal.
"""

import re
from functools import lru_cache
from hashlib import sha256
from itertools import count

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")
"""Characters that no prompt needs; two of them look like line breaks to some readers and not to others."""

_SHORTEST = 4


def clean(text: str) -> str:
    """Keep what can be sent and shown: no control characters, no half surrogate pairs, Unix line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub(" ", lines).encode("utf-8", "replace").decode("utf-8").strip()


def choose_code(text: str) -> str:
    """Find a short code that follows from the text and does not occur in it."""
    folded = text.lower()
    # Longer with each try: even a text made of all short codes runs out.
    codes = (sha256(f"{tries}:{text}".encode()).hexdigest()[: _SHORTEST + tries] for tries in count())
    return next(code for code in codes if code not in folded)


@lru_cache(maxsize=256)  # the seats of a wave share most of what they are shown
def fence(name: str, text: str) -> str:
    """Put a text between two tags it cannot close; an empty text gives nothing."""
    body = clean(text)
    if not body:
        return ""
    code = choose_code(body)
    return f"<{name} {code}>\n{body}\n</{name} {code}>"
