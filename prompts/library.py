"""Renders the prompts, one Markdown file per phase, with the values of a debate.

How to add a prompt. Write `prompts/<phase>.md`, add the phase to `PHASES`, and add a case to tests/prompts/cases.py;
`UPDATE_GOLDEN=1 pytest tests/prompts` writes its golden file. In the file:

- `$name` is a variable. It is text from outside and gets a fence of its own, so it stands alone on its line, unless the
  file's first line `<!-- plain: a, b -->` declares it ours: a number, a label, the profile's or the reviewer's words.
- A line whose variables are all empty (None or "") is left out, so optional parts need no second file.
- `<!-- include: fields -->` puts the text of `_fields.md` in its place.
- `<!-- own -->` stands between the shared part, equal for every seat of a wave, and the seat's own part. Nothing that
  differs between the seats of a wave may stand before it: the shared part is what providers cache.
- Models do not see the schema: describe each field of the answer with its bounds.

A variable that is missing, or given and not used, is an error that names the prompt and the variable. The system
message is the same for every call of every debate.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import count, groupby
from string import Template

from moot.catalogue import speak_to_models

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")
"""Characters that no prompt needs; two of them look like line breaks to some readers and not to others."""

_SHORTEST_CODE = 4


def clean(text: str) -> str:
    """Keep what can be sent and shown: no control characters, no half surrogate pairs, Unix line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub(" ", lines).encode("utf-8", "replace").decode("utf-8").strip()


def choose_code(text: str) -> str:
    """Find a short code that follows from the text and does not occur in it."""
    folded = text.lower()
    # Longer with each try: even a text made of all short codes runs out.
    codes = (sha256(f"{tries}:{text}".encode()).hexdigest()[: _SHORTEST_CODE + tries] for tries in count())
    return next(code for code in codes if code not in folded)


@lru_cache(maxsize=256)  # the seats of a wave share most of what they are shown
def fence(name: str, text: str) -> str:
    """Put a text from outside between two tags it cannot close; an empty text gives nothing.

    Both tags carry a code that follows from the text and does not occur in it, whatever its case: so no text can pass
    for an instruction, and the same text always gets the same fence, so equal prompts stay equal.
    """
    body = clean(text)
    if not body:
        return ""
    code = choose_code(body)
    return f"<{name} {code}>\n{body}\n</{name} {code}>"


PHASES = (
    "position", "critique", "revise", "argue", "decide", "hypotheses", "refine_hypotheses", "judge", "compare",
    "synthesize", "supervise", "council_critic", "council_advocate", "council_synthesizer", "answer", "route",
    "classify", "structure", "restructure", "methodology", "force", "retrieve", "repair", "probe", "audit",
    "ballot", "read_answers", "accept", "same_cause", "inspect", "settle", "verify",
)  # fmt: skip
"""Every prompt of the library."""

_LANGUAGES = {"pt": "Portuguese", "en": "English", "id": "Indonesian"}
"""What models call the languages of a debate; another name is passed on as it is."""

_DIRECTIVE = re.compile(r"<!-- (plain|include|own)(?:: ([\w, ]+))? -->")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent: the same system message always, a part shared by the wave, and the seat's own part last."""

    system: str
    shared: str
    own: str

    @property
    def text(self) -> str:
        """The user's message."""
        return self.shared + self.own


@dataclass(frozen=True, slots=True)
class _Text:
    """Some lines of a prompt file, and the variables that stand in them."""

    template: Template
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """A prompt file, read and checked once."""

    phase: str
    shared: tuple[_Text, ...]
    own: tuple[_Text, ...]
    plain: frozenset[str]
    names: frozenset[str]


def _read(name: str) -> str:
    return (files("moot.prompts") / f"{name}.md").read_text(encoding="utf-8")


def _lines(name: str) -> Iterable[tuple[str, str]]:
    """Yield each line as (directive, text), with the included files in their place."""
    for line in _read(name).splitlines():
        found = _DIRECTIVE.fullmatch(line)
        if found is None:
            yield "", line
        elif found[1] == "include":
            yield from _lines(f"_{found[2]}")
        else:
            yield found[1], found[2] or ""


def _check(phase: str, template: Template, plain: frozenset[str]) -> None:
    if not template.is_valid():
        raise ValueError(f"prompt {phase!r}: {template.template!r} is not a template; write $$ for a dollar sign")
    bare = [name for name in template.get_identifiers() if name not in plain]
    if bare and template.template != f"${bare[0]}":
        raise ValueError(f"prompt {phase!r}: ${bare[0]} is fenced, so it stands alone on its line, or is plain")


@cache
def _source(phase: str) -> _Source:
    if phase not in PHASES:
        raise ValueError(f"no prompt is called {phase!r}; there are {', '.join(sorted(PHASES))}")
    parts: dict[str, list[Template]] = {"shared": [], "own": []}
    plain: frozenset[str] = frozenset()
    part = "shared"
    for directive, text in _lines(phase):
        if directive == "plain":
            plain |= {name.strip() for name in text.split(",")}
        elif directive == "own":
            part = "own"
        else:
            parts[part].append(Template(text))
    for template in (*parts["shared"], *parts["own"]):
        _check(phase, template, plain)
    shared, own = (_merge(parts[part]) for part in ("shared", "own"))
    names = frozenset(name for text in (*shared, *own) for name in text.names)
    if plain - names:
        raise ValueError(f"prompt {phase!r}: {min(plain - names)!r} is declared plain and not used")
    return _Source(phase, shared, own, plain, names)


def _merge(lines: Iterable[Template]) -> tuple[_Text, ...]:
    """Lines without a variable become one text; each of the others is kept or left out by itself."""
    merged: list[_Text] = []
    for bare, group in groupby(lines, key=lambda line: not line.get_identifiers()):
        texts = [f"{line.template}\n" for line in group]
        merged += [_Text(Template(text)) for text in (["".join(texts)] if bare else texts)]
    return tuple(replace(text, names=tuple(text.template.get_identifiers())) for text in merged)


def _fill(texts: Iterable[_Text], values: Mapping[str, str]) -> str:
    """Render line by line; a line whose variables are all empty is left out."""
    kept = (text for text in texts if not text.names or any(values[name] for name in text.names))
    return "".join(text.template.substitute(values) for text in kept)


@cache
def system_message() -> str:
    """Say what holds for every call: equal for all seats of all waves."""
    return _read("system").strip()


def render_prompt(phase: str, **variables: str | int | None) -> Prompt:
    """Render a phase's prompt; whatever comes from outside is fenced."""
    source = _source(phase)
    for problem, names in (("needs", source.names - set(variables)), ("does not use", set(variables) - source.names)):
        if names:
            raise TypeError(f"prompt {phase!r} {problem} the variable {', '.join(map(repr, sorted(names)))}")
    texts = {name: "" if value is None else str(value) for name, value in variables.items()}
    if "language" in texts:
        texts["language"] = _name_language(texts["language"])
    values = {name: clean(text) if name in source.plain else fence(name, text) for name, text in texts.items()}
    return Prompt(system_message(), _fill(source.shared, values), _fill(source.own, values))


def _name_language(code: str) -> str:
    """Name the language to write in as models know it; a text that is no code is passed on as it is."""
    if code in _LANGUAGES or not re.fullmatch("[a-z]{2,3}", code):
        return _LANGUAGES.get(code, code)
    return speak_to_models().language_name(code)


@cache
def fingerprint_prompts() -> str:
    """Identify the wording of all prompts: a debate resumed under other prompts is another debate."""
    texts = sorted((entry.name, entry.read_bytes()) for entry in files("moot.prompts").iterdir() if ".md" in entry.name)
    return sha256(b"\0".join(name.encode() + b"\0" + text for name, text in texts)).hexdigest()
