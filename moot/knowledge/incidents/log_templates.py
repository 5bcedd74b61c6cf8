"""Which lines of a log are of one form.

Variable parts (numbers, addresses, identifiers) are masked first; then Drain groups what is left (R-62: depth 4,
similarity 0.4, at most 100 children). Two things are done to what Drain is given, because it looks at the number of
words and at the first one: a list of variable parts is shortened to one, and variable parts in front are left out.

Equal masked lines are looked up, not searched: searching again would find the same template and change nothing.
"""

import re
from collections.abc import Iterator

from moot.errors import UsageError

DEPTH, SIMILARITY, MAX_CHILDREN = 4, 0.4, 100
MAX_TEMPLATES = 1000
"""A log with more forms than this is no log; what comes after is counted together."""

OTHER = 0
"""The number of the template for everything that came after."""

MASK = re.compile(
    # Beginning with a set of characters lets the search skip along; only then is it asked what stands before.
    r"[0-9a-f+-](?:(?<![A-Za-z0-9].)(?:"
    r"(?<=[0-9a-f])[0-9a-f]{7}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?<=0)x[0-9a-fA-F]++"
    r"|(?<=[0-9a-f])[0-9a-f]{15,}+"
    # No unbounded repetition of a repetition: a hostile line must not take a second.
    r"|(?:(?<=\d)\d*+|(?<=[+-])\d++)(?:[.:,]\d++){0,8}+(?:%|[KMGT]i?B|[mun]?s)?+)"
    # A long number behind letters counts somebody; a short one may be part of a name, as in utf8.
    r"|(?<=[A-Za-z]\d)\d{2,}+"
    r")(?![A-Za-z0-9])"
)
"""What varies from line to line: identifiers, hexadecimal numbers, addresses, numbers with their units."""

_LIST = re.compile(r"<\*>(?:[,;]<\*>)+")
_FRONT = re.compile(r"(?:(?:\[[A-Za-z ]*:? ?)?/?<\*>[\]),:;]*\s+)+")


def mask(message: str) -> str:
    """Replace what varies in a message by `<*>`."""
    return MASK.sub("<*>", message)


class Templates:
    """The forms of a log's messages, found while it is read."""

    def __init__(self) -> None:
        try:
            from drain3.drain import Drain
        except ImportError as error:
            raise UsageError("reading logs needs an extra; install it with: pip install 'moot[rca]'") from error
        self._drain = Drain(depth=DEPTH, sim_th=SIMILARITY, max_children=MAX_CHILDREN)
        self._fronts: dict[int, str] = {}
        self.full = False

    def find(self, masked: str) -> int:
        """The number of a masked message's template; a new one if there is none yet."""
        short = " ".join(_shorten(_LIST.sub("<*>", masked).split()))
        front = _FRONT.match(f"{short} ")
        body = short[front.end() :] if front else short
        body = body or short
        if self.full:
            tokens = self._drain.get_content_as_tokens(body)
            found = self._drain.tree_search(self._drain.root_node, tokens, SIMILARITY, False)
            return int(found.cluster_id) if found is not None else OTHER
        cluster, change = self._drain.add_log_message(body)
        if change == "cluster_created":
            self._fronts[cluster.cluster_id] = short[: len(short) - len(body)]
            self.full = len(self._drain.id_to_cluster) >= MAX_TEMPLATES
        return int(cluster.cluster_id)

    def describe(self, number: int) -> str:
        """The template's text, with `<*>` for what varies."""
        if number == OTHER:
            return "(other forms)"
        return f"{self._fronts.get(number, '')}{self._drain.id_to_cluster[number].get_template()}"


def _shorten(words: list[str]) -> Iterator[str]:
    """Leave out a variable part that repeats the one before it."""
    before = ""
    for word in words:
        bare = word.rstrip(",;")
        if bare != before or "<*>" not in bare:
            yield word
        before = bare
