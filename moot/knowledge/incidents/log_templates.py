"""Finds the form of log lines: what varies is masked, and Drain groups what is left (R-62).

Depth 4, similarity 0.4, at most 100 children. Two things are done to what Drain is given, because it looks at the
number of words and at the first one: a list of variable parts is shortened to one, and variable parts in front are left
out.
"""

import re
from collections.abc import Iterator, Sequence

from moot.errors import UsageError
from moot.program import name_extra

DRAIN_DEPTH, DRAIN_SIMILARITY, DRAIN_MAX_CHILDREN = 4, 0.4, 100
_MAX_TEMPLATES = 1000
"""A log with more forms than this is no log; what comes after is counted together."""

OTHER_TEMPLATE = 0
"""The number of the template for everything that came after."""

_VARIABLE_PART = re.compile(
    # Beginning with a set of characters lets the search skip along; only then is it asked what stands before.
    r"[0-9a-f+-](?:(?<![A-Za-z0-9].)(?:"
    r"(?<=[0-9a-f])[0-9a-f]{7}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?<=0)x[0-9a-fA-F]++"
    # An identifier of a request may be short; with a digit in it, it is no word.
    r"|(?:(?<=\d)|(?<=[a-f])(?=[a-f]*\d))[0-9a-f]{5,}+"
    # Nor is a long one of these letters alone.
    r"|(?<=[a-f])[0-9a-f]{7,}+"
    # No unbounded repetition of a repetition: a hostile line must not take a second.
    r"|(?:(?<=\d)\d*+|(?<=[+-])\d++)(?:[.:,]\d++){0,8}+(?:%|[KMGT]i?B|[mun]?s)?+)"
    # A long number behind letters counts somebody; a short one may be part of a name, as in utf8.
    r"|(?<=[A-Za-z]\d)\d{2,}+"
    r")(?![A-Za-z0-9])"
)
"""What varies from line to line: identifiers, hexadecimal numbers, addresses, numbers with their units."""
_ISO_REST = re.compile(r"<\*>-<\*>-\d\dT\d\d:[\d:<*>.+-]*+Z?", re.ASCII)
"""What is left of a date with a time, where a T stands between them."""
_POD_END = re.compile(r"-(?<=[a-z0-9>]-)(?=[a-z]*\d)[b-df-hj-np-tv-xz2-9]{5,10}+(?![A-Za-z0-9])", re.ASCII)
"""What Kubernetes puts behind the name of a pod: letters that form no words, and digits."""

_QUICK_PART = re.compile(
    # Beginning with a digit lets the search skip along much further, and most digits inside of words end it there.
    r"[0-9](?:(?<![A-Za-z0-9].)"
    # A status or an exit code is kept: it tells a failure from its harmless kin; so is a level that is a number.
    r"(?!(?<=[ =:]5)[0-2]\d(?!\w))(?<!(?:code[ =]|atus )\d)(?<!(?:vel|lvl|ity|ITY|ode|tus)\":\d)"
    r"(?<!(?:vel|lvl|ity|ITY|ode|tus)\":[ \"]\d)(?<!(?:vel|ity|ITY)\": \"\d)(?:"
    # The time of a day behind its date, where a T parts them.
    r"(?<=-\d)\dT\d\d:\d\d(?::\d\d(?:[.,]\d++)?+)?+(?:Z|(?=[+-])|(?!\w))|"
    r"\d*+(?:[.:,]\d++){0,8}+(?:%|[KMGT]i?B|[mun]?s)?+(?![A-Za-z0-9]|-[0-9a-f]{4}-)"
    r"|(?<=0)x[0-9a-fA-F]++(?!\w)|[0-9a-f]{5,}+(?![A-Za-z0-9]|-[0-9a-f]{4}-)"
    r"|[0-9a-f]{7}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![A-Za-z0-9]))"
    r"|(?<=[A-Za-z]\d)(?:[0-9a-f]{5,}+|\d{2,}+)(?![A-Za-z0-9]|-[0-9a-f]{4}-)"
    r"|[0-9a-f]{0,6}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![A-Za-z0-9])"
    r")",
    re.ASCII,
)
"""The same in a hurry: letters in front of an identifier's first digit stay. Lines that differ only in them are looked
at closely once each."""

_VARIABLE_LIST = re.compile(r"<\*>(?:[,;]<\*>)+")
_VARIABLE_FRONT = re.compile(r"(?:(?:\[[A-Za-z ]*:? ?)?/?<\*>[\]),:;]*\s+)+")


def mask_variables(message: str) -> str:
    """Replace what varies in a message by `<*>`."""
    masked = _ISO_REST.sub("<*>", _VARIABLE_PART.sub("<*>", message))
    return _POD_END.sub("-<*>", masked)


def mask_many(messages: Sequence[str]) -> list[str]:
    """Replace what varies in messages without line breaks, all at once: one call for many takes a third of the time."""
    return mask_variables("\n".join(messages)).split("\n")


def mask_quickly(messages: Sequence[str]) -> list[str]:
    """Replace most of what varies in messages without line breaks; what is left out splits, and never joins."""
    return _QUICK_PART.sub("<*>", "\n".join(messages)).split("\n")


class LineTemplates:
    """Finds the templates of a log's messages while it is read."""

    def __init__(self) -> None:
        try:
            from drain3.drain import Drain
        except ImportError as error:
            raise UsageError(f"reading logs needs an extra; install it with: {name_extra('rca')}") from error
        self._drain = Drain(depth=DRAIN_DEPTH, sim_th=DRAIN_SIMILARITY, max_children=DRAIN_MAX_CHILDREN)
        self._fronts: dict[int, str] = {}
        self.full = False

    def find(self, masked: str) -> int:
        """Find the number of a masked message's template; a new one if there is none yet."""
        short = " ".join(_drop_repeats(_VARIABLE_LIST.sub("<*>", masked).split()))
        front = _VARIABLE_FRONT.match(f"{short} ")
        body = short[front.end() :] if front else short
        body = body or short
        if self.full:
            tokens = self._drain.get_content_as_tokens(body)
            found = self._drain.tree_search(self._drain.root_node, tokens, DRAIN_SIMILARITY, False)
            return int(found.cluster_id) if found is not None else OTHER_TEMPLATE
        cluster, change = self._drain.add_log_message(body)
        if change == "cluster_created":
            self._fronts[cluster.cluster_id] = short[: len(short) - len(body)]
            self.full = len(self._drain.id_to_cluster) >= _MAX_TEMPLATES
        return int(cluster.cluster_id)

    def describe(self, number: int) -> str:
        """Return the template's text, with `<*>` for what varies."""
        if number == OTHER_TEMPLATE:
            return "(other forms)"
        return f"{self._fronts.get(number, '')}{self._drain.id_to_cluster[number].get_template()}"


def _drop_repeats(words: list[str]) -> Iterator[str]:
    """Leave out a variable part that repeats the one before it."""
    before = ""
    for word in words:
        bare = word.rstrip(",;")
        if bare != before or "<*>" not in bare:
            yield word
        before = bare
