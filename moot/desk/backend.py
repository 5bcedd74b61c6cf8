"""Declares what the desk needs of the place where debates live, and the values that pass between the two.

Two places offer it: a store of ours (`store_backend`) and a LangGraph server (`server_backend`). Neither is told
anything but checked values: no path, no address of a store and no free model name ever comes from a browser.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from markupsafe import Markup

from moot.catalogue import frame_language
from moot.runs.live import SaidRemark
from moot.state.debate import MultiAgentState
from moot.state.outcome import ReviewResponse
from moot.stores import Entry
from moot.views.pages import Section
from moot.views.report import Story
from moot.views.result import project_result, read_details, tell_state

PAGE_SIZE = 25
"""So many debates stand on one page of the inbox."""

InboxFilter = Literal["waiting", "running", "decided", "undecided", "all"]

STATUSES_BY_FILTER: Mapping[InboxFilter, Sequence[str]] = {
    "waiting": ("needs_review",),
    "running": ("running", "interrupted"),
    "decided": ("decided",),
    "undecided": ("rejected", "inconclusive", "aborted", "failed"),
    "all": (),
}
"""The statuses of each filter."""


@dataclass(frozen=True, slots=True)
class Person:
    """Names who uses the desk. The key is theirs: a server that filters by owner is asked in their name."""

    name: str = ""
    key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class InboxQuery:
    """Says what somebody looks for in the inbox."""

    show: InboxFilter = "waiting"
    search: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class InboxPage:
    """Holds one page of debates, and whether another follows."""

    entries: Sequence[Entry]
    more: bool = False


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """Holds an open request to a person; the mark names this very pause and no later one."""

    mark: str
    request: Mapping[str, Any]

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Return what the person needs to decide."""
        return read_details(self.request)

    @property
    def allowed(self) -> Sequence[str]:
        """Return what the person may answer."""
        allowed: Sequence[str] = self.request["review_configs"][0]["allowed_decisions"]
        return allowed


@dataclass(slots=True)
class DrawnViews:
    """The views of one debate, kept once they are drawn."""

    headline: Markup = field(default_factory=Markup)
    sections: Sequence[Section] = ()
    fragments: dict[str, str] = field(default_factory=dict)
    """What is sent while the debate runs, by language and address."""


@dataclass(frozen=True, slots=True)
class DebateStanding:
    """Holds one debate as it stands. It has no story before its first step is stored."""

    entry: Entry
    story: Story | None = None
    asked: OpenRequest | None = None
    drawn: DrawnViews = field(default_factory=DrawnViews, compare=False, repr=False)
    """Views already drawn of this standing, so that many viewers cost one drawing."""
    state: MultiAgentState | None = field(default=None, compare=False, repr=False)
    """What the story was told from: facts, which another language tells in other words."""
    told: "dict[str, DebateStanding]" = field(default_factory=dict, compare=False, repr=False)
    """The same standing in other languages, once somebody wanted it."""

    def tell_in(self, language: str) -> "DebateStanding":
        """Return the same standing, told in this language."""
        if self.story is None or self.state is None or language == frame_language(self.story.result.language):
            return self
        if language not in self.told:
            paused = self.asked.request if self.asked else None
            result = project_result(self.state, self.entry.thread, paused=paused, language=language)
            story = Story(result, tell_state(self.state, language), self.story.influences)
            self.told[language] = replace(self, story=story, drawn=DrawnViews(), told={})
        return self.told[language]

    @property
    def last_answer(self) -> ReviewResponse | None:
        """Return what the last person answered, if anybody did."""
        reviews = (self.story.state.get("reviews") or []) if self.story else []
        return reviews[-1].response if reviews else None


@dataclass(frozen=True, slots=True)
class NewDebate:
    """Describes a debate somebody wants to start; every value is checked before it gets here."""

    question: str
    profile: str
    model: str | None = None
    overrides: Mapping[str, Any] = field(default_factory=dict)
    evidence: Sequence[Mapping[str, str]] = ()
    case: Mapping[str, Any] = field(default_factory=dict)
    """Value at risk, risk, irreversible and route, where given."""
    options: Sequence[str] = ()
    """The answers to choose from, where given."""


@dataclass(frozen=True, slots=True)
class ForkRequest:
    """Says how a fork differs from the debate it comes from."""

    round: int
    without: Sequence[str] = ()
    overrides: Mapping[str, Any] = field(default_factory=dict)
    evidence: Sequence[Mapping[str, str]] = ()


@dataclass(frozen=True, slots=True)
class AnswerReceipt:
    """Says whether an answer counted; if not, why not."""

    accepted: bool
    reason: str = ""


EventFrames = AsyncIterator[bytes]
"""Server-sent events, ready to be sent; it ends when the debate pauses or ends."""


class Backend(ABC):
    """Reads and runs debates where they live. Unknown debates raise ThreadError, unusable wishes another UsageError."""

    can_fork = True
    """Whether debates can be branched here."""
    can_seat = True
    """Whether a debate may have other seats than its profile."""
    model: str | None = None
    """The model that answers where nobody chooses another, as far as the desk knows it."""

    @abstractmethod
    async def search(self, query: InboxQuery, who: Person) -> InboxPage:
        """Read one page of the inbox, the newest first."""

    @abstractmethod
    async def read(self, thread: str, who: Person, *, fresh: bool = True) -> DebateStanding:
        """Read one debate; a view that is redrawn all the time may be a moment old."""

    @abstractmethod
    def watch(self, thread: str, who: Person) -> AbstractAsyncContextManager[EventFrames | None]:
        """Follow what happens in a running debate from now on; None when it does not run."""

    @abstractmethod
    async def start(self, wanted: NewDebate, who: Person) -> str:
        """Start a debate and name it."""

    @abstractmethod
    async def review(self, thread: str, mark: str, answer: ReviewResponse, who: Person) -> AnswerReceipt:
        """Answer one pause; the first answer wins."""

    @abstractmethod
    async def say(self, thread: str, text: str, who: Person) -> SaidRemark:
        """Tell a debate something without pausing it."""

    @abstractmethod
    async def stop(self, thread: str, who: Person) -> None:
        """Stop a debate after what is being said; it can be resumed."""

    @abstractmethod
    async def resume(self, thread: str, who: Person) -> None:
        """Go on with a debate that was interrupted."""

    @abstractmethod
    async def fork(self, thread: str, branch: ForkRequest, who: Person) -> str:
        """Branch a debate and name the branch."""

    @abstractmethod
    async def aclose(self) -> None:
        """Let go of everything; running debates can be resumed."""
