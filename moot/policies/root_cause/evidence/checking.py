"""Checks the evidence of a hypothesis by content (R-33): it exists, it says that, and it bears on the hypothesis.

- A line that cites ids (L17, HDFS_001, P1) rests on them: all of them have to exist and, together, to say what the
  evidence says, figures and names included (see `quotes`). An id alone says nothing wrong.
- A line without an id is compared with everything its prefix names (everything, without a prefix), and has to share two
  thirds of its telling words; of several sources that say the same, the one that shares most words is taken, ties in
  the order of the incident.
- A pattern is named by its components, in their order; every step of it has to be known: components that follow each
  other, or a past incident that names the two in that order.
- What holds supports a hypothesis if it bears on it: an ordinary line shares a name or a value with the hypothesis or
  its reasoning, or a telling word that is no name of a component, and not only words of any change (a setting changed)
  where it says which, and the hypothesis does not; a warning, an error or a past incident shares any, says a word of
  the hypothesis's category, or the reasoning argues with its id; a pattern names a component that the hypothesis names.
  What holds and does not bear is left to the judge.
- A sentence of the hypothesis or its reasoning that argues with a line which is not there is evidence that does not
  hold, beside the pieces that are listed as evidence; what it says of lines that are there is for the judge to weigh.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from moot.policies.language import fold, words
from moot.policies.root_cause.evidence.quotes import find_mismatch, list_names, share_word, telling_words
from moot.policies.root_cause.evidence.sources import Origin, Source, list_sources
from moot.state.base import Texts
from moot.state.facts import Fact, state_fact
from moot.state.hypotheses import Category, EvidenceCheck, FinalHypothesis, Hypothesis
from moot.state.incident import LINE_ID, Incident
from moot.state.inspection import Inspected

_PREFIX = re.compile(r"\s*(log|historical|history|pattern)s?\s*:\s*", re.IGNORECASE)
_ORIGINS: dict[str, Origin] = {"log": "log", "historical": "history", "history": "history", "pattern": "pattern"}
_LINE = re.compile(rf"\b{LINE_ID}\b(?!\s+cache)")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)")
_SHORTEST_NAME = 4
"""A component with a shorter name may be a word."""
_ARROW = re.compile(r"\s*(?:→|->|=>|➔)\s*")


_CATEGORY_WORDS: dict[Category, str] = {
    "hardware": "hardware ddr ecc parity machine interrupt fan temperature voltage power sector smart nic dimm",
    "network": "network route unreachable link packet dns resolve socket port partition leader election latency",
    "resource": "memory heap oom space disk full quota exhausted pool limit capacity swap descriptors threads cpu",
    "config": "config configuration setting flag changed reloaded property missing undefined unset environment",
    "software": "exception traceback null assertion panic segfault deadlock version release deployed bug",
    "unknown": "",
}
"""Words that logs use for a kind of cause, where people use others."""


_ANY_CHANGE = telling_words(
    "setting settings changed change changes refreshed reloaded updated version parameter config configuration value "
    "mudou mudança alterado parâmetro configuração atualizado versão pengaturan berubah diubah versi diperbarui"
)
"""Words of any change of a setting."""


def _list_specific(text: str) -> frozenset[str]:
    """List the names and values of a text that hardly stand in it by chance."""
    values = (each for each in re.findall(r"(?<![\w.-])\d[\w.:-]{3,}\w", text) if not _CLOCK.search(each))
    return frozenset(fold(each) for each in (*list_names(text.replace("=", " ")), *values))


class _Link(NamedTuple):
    """Where one line of evidence leads."""

    text: str
    ids: Texts
    """The lines, incidents or patterns it rests on; none when it does not hold."""
    reason: Fact


def check_evidence(
    hypothesis: Hypothesis | FinalHypothesis,
    incident: Incident,
    seen: Iterable[Inspected] = (),
) -> tuple[EvidenceCheck, ...]:
    """Check every piece of a hypothesis's evidence: what it cites exists, says it, and bears on the hypothesis."""
    sources = list_sources(incident, seen)
    components = {event.component for event in (*incident.events, *incident.timeline)}
    subject = _Subject(hypothesis, components)
    names = frozenset(name for each in components if len(name := fold(each)) >= _SHORTEST_NAME)
    listed = tuple(_check(_resolve(text, sources, names), sources, subject) for text in hypothesis.evidence)
    return (*listed, *_doubt_sentences(hypothesis, sources))


def _doubt_sentences(hypothesis: Hypothesis | FinalHypothesis, sources: Sequence[Source]) -> Iterator[EvidenceCheck]:
    """Find the sentences that argue with lines which are not there; each line counts once, where it is named first."""
    lines = {source.id for source in sources if _LINE.fullmatch(source.id)}
    # Of several logs a line has the name of its log: what has none, as the L7 of a load balancer, is no line.
    several = any(not name.startswith("L") for name in lines)
    told = set(_LINE.findall(" ".join(hypothesis.evidence)))
    for text in (hypothesis.hypothesis, hypothesis.reasoning, *hypothesis.contributing):
        for sentence in _SENTENCE_ENDS.split(text):
            named = {name for name in _LINE.findall(sentence) if not (several and name.startswith("L"))}
            if lines and (strange := sorted(named - lines - told)):
                told.update(strange)
                reason = state_fact("cause.check.no_line", name=strange[0])
                yield EvidenceCheck(text=sentence.strip(), holds=False, reason=reason)


def is_supported(checks: Sequence[EvidenceCheck]) -> bool:
    """Tell whether at least one piece of evidence holds and bears on its hypothesis."""
    return any(check.holds and check.bears for check in checks)


def share_holding(checks: Sequence[EvidenceCheck]) -> float:
    """Find the share of evidence that holds; nothing without any that supports the hypothesis."""
    return sum(check.holds for check in checks) / len(checks) if is_supported(checks) else 0.0


def list_cited_lines(texts: Iterable[str]) -> Texts:
    """List the names of the lines that texts cite, each once."""
    return tuple(dict.fromkeys(name for text in texts for name in _LINE.findall(text)))


def list_cited_sources(
    hypotheses: Iterable[Hypothesis], incident: Incident, seen: Iterable[Inspected] = ()
) -> dict[str, str]:
    """Find everything that the evidence of some hypotheses names, in the order of the incident: its id and its text."""
    texts = [text for each in hypotheses for text in each.texts]
    return {
        source.id: " ".join(source.shown.split())
        for source in list_sources(incident, seen)
        if source.shown and any(_names(text, source.id) for text in texts)
    }


class _Subject:
    """What a hypothesis speaks of."""

    def __init__(self, hypothesis: Hypothesis | FinalHypothesis, components: Iterable[str]) -> None:
        self.text = f"{hypothesis.hypothesis} {hypothesis.reasoning}"
        names = {*components, *hypothesis.affected_components}
        self.components = frozenset(word for name in names for word in (*words(name), *telling_words(name)))
        self.told = telling_words(self.text)
        self.specific = _list_specific(self.text) - self.components
        self.affected = telling_words(" ".join(hypothesis.affected_components))
        self.category = frozenset(_CATEGORY_WORDS[hypothesis.category].split())
        self.named = fold(f"{self.text} {' '.join(hypothesis.affected_components)}")


def _check(link: _Link, sources: Sequence[Source], subject: _Subject) -> EvidenceCheck:
    if not link.ids:
        return EvidenceCheck(text=link.text, holds=False, reason=link.reason)
    cited = [source for source in sources if source.id in link.ids]
    bears = any(_bears_on(source, subject) for source in cited)
    reason = link.reason if bears else state_fact("cause.check.shares_nothing")
    return EvidenceCheck(text=link.text, holds=True, bears=bears, sources=link.ids, reason=reason)


def _bears_on(source: Source, subject: _Subject) -> bool:
    if source.origin == "pattern":
        ends = _ARROW.split(source.text.partition(" seen ")[0])
        return any(fold(step).strip() in subject.named for step in ends if step.strip())
    if fold(source.id) in subject.named and source.origin == "history":
        return True
    # Not by what is counted of it: every kind has a rate.
    shown = source.shown or source.text
    told = telling_words(shown)
    if source.quiet:
        named = _list_specific(shown) - subject.components
        if named & subject.specific:
            return True
        told -= subject.components
        other = {word for word in told if named and share_word(frozenset((word,)), _ANY_CHANGE)}
        return share_word(told - other, subject.told - subject.components)
    return _names(subject.text, source.id) or share_word(told, subject.told | subject.affected | subject.category)


def _resolve(text: str, sources: Sequence[Source], components: Iterable[str]) -> _Link:
    prefix = _PREFIX.match(text)
    origin = _ORIGINS[prefix[1].lower()] if prefix else "unknown"
    body = text[prefix.end() :] if prefix else text
    asked = [source for source in sources if origin in ("unknown", source.origin)]
    strangers = sorted(set(_LINE.findall(body)) - {source.id for source in sources})
    if strangers and origin != "pattern":
        return _Link(text, (), state_fact("cause.check.no_line", name=strangers[0]))
    if origin == "pattern":
        return _resolve_pattern(text, body, [each for each in sources if each.origin in ("pattern", "history")])
    cited = [source for source in asked if _names(body, source.id)]
    if cited:
        return _resolve_cited(text, body, cited, components)
    found = _find_saying(body, asked)
    if found is None:
        return _Link(text, (), state_fact("cause.check.nothing_says"))
    return _Link(text, (found.id,), state_fact("cause.check.says_same"))


def find_misquote(said: str, cited: Sequence[Source]) -> Fact | None:
    """Say what a text has that the sources it cites have not; None when they say it, or it cites none."""
    if not cited:
        return None
    for source in cited:
        said = re.sub(rf"(?<!\w){re.escape(source.id)}(?!\w)", " ", said)
    ids = {each.id for each in cited}
    allowed = (len(ids), *_list_gaps(each.time for each in cited))
    single = len(ids) == 1 and not any(each.counts for each in cited)
    return find_mismatch(said, " ".join(f"{each.id} {each.text}" for each in cited), allowed=allowed, single=single)


def _find_stranger(body: str, cited: Sequence[Source], components: Iterable[str]) -> Fact | None:
    """Find a component that a text has something happen to, and none of the lines it cites names."""
    if any(source.origin != "log" or source.counts for source in cited):
        return None
    told, there = fold(body), fold(" ".join(source.text for source in cited))
    strange = sorted(name for name in components if _names(told, name) and name not in there)
    return state_fact("cause.check.not_named", what=strange[0]) if strange else None


def doubt_step(text: str, known: Mapping[str, Source]) -> Fact | None:
    """Say what is wrong with a step of the course: a line that is not there, or what its lines do not say."""
    cited = dict.fromkeys(_LINE.findall(text))
    strange = next((name for name in cited if name not in known), None)
    if strange is not None:
        return state_fact("cause.check.no_line", name=strange)
    return find_misquote(text, [known[name] for name in cited])


def doubt_steps(
    hypotheses: Iterable[Hypothesis], incident: Incident, seen: Iterable[Inspected] = ()
) -> dict[str, Fact]:
    """Find the triggers, effects and ends of hypotheses that do not hold, each with what is wrong with it."""
    known = {each.id: each for each in list_sources(incident, seen) if each.origin == "log"}
    steps = {text for each in hypotheses for text in (each.trigger, *each.effects, each.ended) if text}
    return {text: wrong for text in sorted(steps) if (wrong := doubt_step(text, known))}


def _resolve_cited(text: str, body: str, cited: Sequence[Source], components: Iterable[str]) -> _Link:
    names = dict.fromkeys(source.id for source in cited)
    problem = find_misquote(body, cited) or _find_stranger(body, cited, components)
    if problem is not None:
        if len(names) > 1:
            return _Link(text, (), state_fact("cause.check.cited_but", problem=problem))
        return _Link(text, (), state_fact("cause.check.but", name=next(iter(names)), problem=problem))
    return _Link(text, tuple(names), state_fact("cause.check.says_cited"))


def _list_gaps(times: Iterable[str]) -> set[int]:
    """List the seconds, and the minutes, that lie between the lines: whoever cites both may say so."""
    clocks = [int(h) * 3600 + int(m) * 60 + int(s) for time in times for h, m, s in _CLOCK.findall(time)[:1]]
    gaps = {abs(one - other) for one, other in combinations(clocks, 2)}
    return {near for gap in gaps for near in (gap, gap + 1, gap // 60, gap // 60 + 1)}


def _names(body: str, identifier: str) -> bool:
    return bool(identifier) and re.search(rf"(?<!\w){re.escape(identifier)}(?!\w)", body) is not None


def _find_saying(body: str, sources: Iterable[Source]) -> Source | None:
    telling = telling_words(body)
    best, most = None, 0
    for source in sources:
        shared = len(telling & telling_words(source.text))
        enough = shared >= max(min(2, len(telling)), len(telling) * 2 / 3)
        if shared > most and enough and not find_mismatch(body, source.text):
            best, most = source, shared
    return best


def _resolve_pattern(text: str, body: str, sources: Sequence[Source]) -> _Link:
    """A pattern is known when each of its steps is: components that follow each other, or a past incident says so."""
    steps = [step for step in (fold(step).strip(" .,;:\"'") for step in _ARROW.split(body)) if step]
    if len(steps) < 2:
        named = next((each for each in sources if _names_in_order(fold(body), each)), None)
        told = state_fact("cause.check.pattern" if named else "cause.check.no_pattern")
        return _Link(text, (named.id,) if named else (), told)
    used: dict[str, None] = {}
    for before, after in pairwise(steps):
        source = next((each for each in sources if _leads(each, before, after)), None)
        if source is None:
            return _Link(text, (), state_fact("cause.check.no_step", before=before, after=after))
        used[source.id] = None
    return _Link(text, tuple(used), state_fact("cause.check.pattern"))


def _names_in_order(told: str, source: Source) -> bool:
    """Tell whether a text in words names the components of a pattern in their order."""
    if source.origin != "pattern":
        return False
    place = 0
    for step in (fold(step).strip() for step in _ARROW.split(source.text.partition(" seen ")[0])):
        found = told.find(step, place)
        if found < 0:
            return False
        place = found + len(step)
    return True


def _leads(source: Source, before: str, after: str) -> bool:
    """Tell whether a source has one component follow another."""
    if source.origin == "pattern":
        ends = [fold(step).strip() for step in _ARROW.split(source.text.partition(" seen ")[0])]
        return any(one in before and other in after for one, other in pairwise(ends) if one and other)
    if source.origin != "history":
        return False
    told = fold(source.text)
    first = told.find(before)
    return first >= 0 and told.find(after, first + len(before)) >= 0
