"""Reads which candidates a comparison has: profiles, settings and models that answer the same questions.

```yaml
baseline: quick                      # what the others are compared with; without it, the first one
candidates:
  quick: {profile: quick}
  debate: {profile: conclave}
  adaptive: {profile: conclave, strategy: adaptive}
  two models: {profile: conclave, models: [openai:gpt-5, openai:gpt-5-mini]}
  one agent: {profile: conclave, alone: true}
```

What a candidate leaves open is what the command says. Paths are those of the file's own folder.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from moot.configs.yaml_files import read_yaml
from moot.errors import InputError
from moot.state.base import Value

_FEWEST, _MOST = 2, 12
_MAX_NAME_CHARS = 40


class Candidate(Value):
    """One way to answer every question; what it leaves out is what the command says."""

    profile: str | None = None
    """A profile's name, or the path of a YAML file."""
    strategy: str | None = None
    """The same as `set: {convergence.strategy: ...}`."""
    set: Mapping[str, Any] = {}
    """Any settings of the profile by dotted key."""
    model: str | None = None
    base_url: str | None = None
    models: tuple[str, ...] = ()
    """A model for each seat, in order."""
    seat_models: Mapping[str, str] = {}
    route: Literal["simple", "debate", "council"] | None = None
    """The way every question takes; otherwise the profile chooses."""
    alone: bool = False
    """One agent, the first seat, gives one answer, and nobody else looks at it."""

    @property
    def overrides(self) -> dict[str, Any]:
        """List the settings that differ from the profile's."""
        return {**self.set, **({"convergence.strategy": self.strategy} if self.strategy else {})}


class CandidateSet(Value):
    """The candidates by name, and the one that the others are compared with."""

    baseline: str
    candidates: Annotated[dict[str, Candidate], Field(min_length=_FEWEST, max_length=_MOST)]


def read_comparison(path: Path) -> CandidateSet:
    """Read the candidates of a comparison; what is wrong is named with its place."""
    given = read_yaml(path)
    if not isinstance(given, dict) or not isinstance(given.get("candidates"), dict):
        raise InputError(f"{path}: no candidates; it needs `candidates:` with a name and settings for each")
    named = {str(name): each or {} for name, each in given["candidates"].items()}
    if not _FEWEST <= len(named) <= _MOST:
        raise InputError(f"{path}: candidates: {len(named)} of them; name {_FEWEST} to {_MOST}")
    for name in named:
        if not name.strip() or len(name) > _MAX_NAME_CHARS or not name.isprintable():
            raise InputError(f"{path}: candidates: {name!r} is no name; use up to {_MAX_NAME_CHARS} characters")
    first = next(iter(named))
    try:
        found = CandidateSet.model_validate({"baseline": first, **given, "candidates": named})
    except ValidationError as error:
        raise InputError(f"{path}: {_tell_error(error)}") from error
    if found.baseline not in found.candidates:
        raise InputError(f"{path}: baseline: {found.baseline!r} is none of the candidates ({', '.join(named)})")
    placed = {name: _place(each, path.parent) for name, each in found.candidates.items()}
    return found.model_copy(update={"candidates": placed})


def _place(candidate: Candidate, folder: Path) -> Candidate:
    """Find a profile that stands beside the file."""
    named = candidate.profile or ""
    if not named.endswith((".yaml", ".yml")):
        return candidate
    return candidate.model_copy(update={"profile": str(folder / named)})  # an absolute path stays as it is


def _tell_error(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    if first["type"] != "extra_forbidden":
        return f"{place}: {first['msg']}"
    fields = Candidate.model_fields if len(first["loc"]) > 1 else CandidateSet.model_fields
    close = get_close_matches(str(first["loc"][-1]), list(fields), n=1)
    return f"{place}: unknown; " + (f"did you mean {close[0]!r}?" if close else f"known are {', '.join(fields)}")
