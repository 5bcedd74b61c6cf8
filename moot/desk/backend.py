"""What the desk needs of the place where debates live, and the values that pass between the two.

Two places offer it: a store of ours (`moot.desk.local`) and a LangGraph server (`moot.desk.server`). Neither is told
anything but checked values: no path, no address of a store and no free model name ever comes from a browser.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Literal

from moot.state.outcome import ReviewResponse
from moot.stores import Entry
from moot.views.report import Html, Story

PAGE = 25
"""So many debates stand on one page of the inbox."""

Shelf = Literal["waiting", "running", "decided", "undecided", "all"]

SHELVES: Mapping[Shelf, Sequence[str]] = {
    "waiting": ("needs_review",),
    "running": ("running", "interrupted"),
    "decided": ("decided",),
    "undecided": ("rejected", "inconclusive", "aborted", "failed"),
    "all": (),
}
"""The statuses of each filter."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits at the desk. The key is theirs: a server that filters by owner is asked in their name."""

    name: str = ""
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody looks for in the inbox."""

    shelf: Shelf = "waiting"
    search: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class Page:
    """One page of debates, and whether another follows."""

    entries: Sequence[Entry]
    more: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """An open request to a person; the mark names this very pause and no later one."""

    mark: str
    request: Mapping[str, Any]

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What the person needs to decide."""
        arguments: Mapping[str, Any] = self.request["action_requests"][0]["args"]
        return arguments

    @property
    def allowed(self) -> Sequence[str]:
        """What the person may answer."""
        allowed: Sequence[str] = self.request["review_configs"][0]["allowed_decisions"]
        return allowed


@dataclass(frozen=True, slots=True)
class Standing:
    """One debate as it stands. It has no story before its first step is stored."""

    entry: Entry
    story: Story | None = None
    asked: Asked | None = None
    drawn: dict[str, Html] = field(default_factory=dict, compare=False, repr=False)
    """Views already drawn of this standing, so that many viewers cost one drawing."""

    @property
    def last_answer(self) -> ReviewResponse | None:
        """What the last person answered, if anybody did."""
        reviews = (self.story.state.get("reviews") or []) if self.story else []
        return reviews[-1].response if reviews else None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A debate somebody wants to start; every value is checked before it gets here."""

    question: str
    profile: str
    model: str | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)
    evidence: Sequence[Mapping[str, str]] = ()
    case: Mapping[str, Any] = field(default_factory=dict)
    """Value at risk, risk, irreversible and route, where given."""


@dataclass(frozen=True, slots=True)
class Branch:
    """How a fork differs from the debate it comes from."""

    round: int
    without: Sequence[str] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)
    evidence: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer counted; if not, why not."""

    accepted: bool
    reason: str = ""


Frames = AsyncIterator[bytes]
"""Server-sent events, ready to be sent; it ends when the debate pauses or ends."""


class Backend(ABC):
    """Where debates live. Unknown debates raise ThreadError, unusable wishes another UsageError."""

    can_fork = True
    """Whether debates can be branched here."""

    @abstractmethod
    async def search(self, query: Query, who: Person) -> Page:
        """One page of the inbox, the newest first."""

    @abstractmethod
    async def read(self, thread: str, who: Person, *, fresh: bool = True) -> Standing:
        """One debate; a view that is redrawn all the time may be a moment old."""

    @abstractmethod
    def watch(self, thread: str, who: Person) -> AbstractAsyncContextManager[Frames | None]:
        """What happens in a running debate from now on; None when it does not run."""

    @abstractmethod
    async def start(self, wanted: Wanted, who: Person) -> str:
        """Start a debate and name it."""

    @abstractmethod
    async def review(self, thread: str, mark: str, answer: ReviewResponse, who: Person) -> Verdict:
        """Answer one pause; the first answer wins."""

    @abstractmethod
    async def resume(self, thread: str, who: Person) -> None:
        """Go on with a debate that was interrupted."""

    @abstractmethod
    async def fork(self, thread: str, branch: Branch, who: Person) -> str:
        """Branch a debate and name the branch."""

    @abstractmethod
    async def aclose(self) -> None:
        """Let go of everything; running debates can be resumed."""
