"""Declares the keyword arguments of the functions that run debates."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from langgraph.runtime import RunControl

from moot.policies.agreement import Strategy
from moot.state.protocol import Profile
from moot.stores import Store

if TYPE_CHECKING:
    from moot.knowledge.incidents import LogIndex

Watcher = Callable[[str, Any], None]
"""Told of everything that happens: the stream mode (`custom`, `messages` or `updates`) and its data.

One with an attribute `modes` is told of those only, which costs the less the fewer they are.
"""


class _RunOptions(TypedDict, total=False):
    """Options of every run."""

    store: str | Store | None
    """A URL or an open store; without it MOOT_STORE, else one file in the user's data folder."""
    record: str | None
    """Keep every exchange with a model in this file."""
    replay: str | None
    """Answer from such a file instead of asking a model."""
    watch: Watcher | None
    control: RunControl | None
    """Asked to drain, it ends the run after the step under way; what was in flight is kept, the rest is resumed."""
    knowledge: str | Path | None
    """A folder of documents to look things up in; a debate that is resumed remembers its own."""
    log: "LogIndex | str | None"
    """The log of an incident, or where it stands, for reasoners to ask; a resumed debate remembers its own."""


class _ModelOptions(_RunOptions, total=False):
    """Options that say which models answer, under which settings."""

    profile: str | Path | Profile | None
    """A name, the path of a YAML file, or a profile; without it MOOT_PROFILE, else `conclave`."""
    model: str | None
    base_url: str | None
    seat_models: Mapping[str, str] | None
    overrides: Mapping[str, Any] | None
    """Settings of the profile by dotted key."""


class DebateOptions(_ModelOptions, total=False):
    """Options of `debate`: everything `moot run` can be told."""

    thread: str | None
    context: Sequence[Mapping[str, str]]
    """Evidence the agents may cite: id and text, if known kind and locator."""
    value_at_risk: float | None
    irreversible: bool
    risk: str | None
    route: str | None
    domain_hint: str | None
    models: Sequence[str]
    """One model for each seat, in the profile's order; the first also serves the roles. `seat_models` goes before."""
    options: Sequence[str]
    """The answers to choose from, 2 to 12; without them the seats find their own."""
    incident: Mapping[str, Any] | None
    """What a log says, for root causes."""
    expected: Mapping[str, Any] | None
    """What the debate was forecast to use, for its report; a replay has what was recorded."""
    max_cost: float | None
    max_tokens: int | None
    strategy: Strategy | None
    """Judges agreement in the place of the profile's strategy."""


class ResumeOptions(_ModelOptions, total=False):
    """Options of `resume`."""

    accept_changes: bool
    """Go on although the profile, the prompts, the models or the graph changed."""


class ReviewOptions(_RunOptions, total=False):
    """Options of `review`."""

    asked: str | None
    """The id of the pause that is answered; a debate that has moved on since then is left alone."""
    history: str | None
    """The incident graph that learns what is said of a root cause."""


class ForkOptions(_ModelOptions, total=False):
    """Options of `fork`: how the branch differs from the debate it comes from."""

    without: Sequence[str]
    without_critique: str | None
    """A critique that is left out: what it was answered with, and everything after, is asked again."""
    evidence: Sequence[Mapping[str, str]]
    new_thread: str | None
