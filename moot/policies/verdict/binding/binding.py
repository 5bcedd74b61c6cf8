"""Binds a synthesis to the ballot: it writes down what the votes settle, and chooses nothing else (DESIGN 9).

A text that says nothing but what an option says states it; one that is the same but for a negation, or has another
figure in the place of one of its figures, does not, whoever compared it. Any other is shown to whoever compares
meanings: it may repeat an option only to turn it round, and words that seem to deny it may deny only its date. Where
nobody tells, a text states an option when a clause of it begins with most of its content words, in their order, says
nothing else in the place of those it leaves out, and nothing that may turn them round; it does not when it denies them.
Where that cannot be told, the stances and recommendations of those who vote for it are compared in the same way: one
that is denied leaves it open, half of them speak against it. Everything else is not shown. Words that fit two options
which exclude each other tell nothing.

A departure names another option, states it, and says why; naming one option and stating another is no departure, but an
incoherent answer. Who names none of the options and says why departs as well, unless the text states what is settled.

Whoever decides with authority (council, supervisor, mediator) is held to the same: the option it names counts only when
its text is shown to state it. Where nobody can compare meanings that takes words of the option; a name alone, above a
text in other words, shows nothing, and a person decides. Where the votes settle nothing there is nothing to be held to:
a ruling keeps the option it names unless nobody compared and its words deny it or have nothing in common with it.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from moot.policies.agreement.ballot import is_unanimous, open_ballot
from moot.policies.comparison.wording import (
    Reading,
    contradict,
    may_reverse,
    plainly_opposite,
    read_text,
    replaces_figures,
    says_the_same,
)
from moot.policies.language import Language, is_placeholder
from moot.policies.thresholds import reaches
from moot.policies.verdict.confidence import DETERMINISTIC
from moot.state.ballot import NO_OPTION, Ballot
from moot.state.base import Texts, Value
from moot.state.facts import Saying, state_fact
from moot.state.findings import Extent
from moot.state.outcome import Binding, CouncilResolution, Synthesis
from moot.state.positions import Position

SYNTHESIS_REBOUND = "synthesis_rebound"
"""Marks a decision in the own words of the settled option, because the synthesis did not state it."""

Stated = Literal["yes", "no", "unsure"]
_MOST = 0.6


class BindingFacts(Value):
    """Whether the decision states the option that was settled."""

    states: bool
    departs_because: Saying = ""
    """Why it states another one on purpose."""
    unanimous: bool = False
    accepted: bool = False
    """A council accepted the departure."""
    detail: Saying = ""


def offer_choices(ballot: Ballot, settled: str | None) -> Texts:
    """List what a synthesis may choose: what is settled first, none of them last."""
    ids = [option.id for option in sorted(ballot.options, key=lambda option: -len(option.seats))]
    first = (settled,) if settled else ()
    return tuple(dict.fromkeys((*first, *ids, NO_OPTION)))


def list_wordings(ballot: Ballot, option: str, positions: Sequence[Position]) -> Texts:
    """List how an option is worded: as it stands on the ballot, and by those who vote for it.

    Where its voters have put a found option otherwise, what they say now stands on the ballot, and not its first label.
    """
    listed = ballot.option(option)
    spoken = _list_voters(ballot, option, positions)
    said = (text for each in spoken for text in (each.stance, each.recommendation))
    return tuple(dict.fromkeys(text for text in (listed.wording if listed else "", *said) if text and text.strip()))


def states_option(text: str, wordings: Sequence[str], language: Language) -> Stated:
    """Say by words alone whether a text states an option; how it stands on the ballot, the first wording, comes first.

    A text that denies the first wording and states another one may deny no more than a date of the first.
    """
    if replaces_figures(text, wordings):
        return "no"
    found = [_compare(text, read_text(wording, language), language) for wording in wordings]
    if found and (found[0] == "yes" or (found[0] == "no" and "yes" not in found)):
        return found[0]
    if "yes" in found:
        return "unsure" if "no" in found else "yes"
    # One voter of several may have said it by what it excludes.
    return "no" if found and 2 * found.count("no") >= len(found) - 1 and "no" in found else "unsure"


def _compare(text: str, wanted: Reading, language: Language) -> Stated:
    said = read_text(text, language)
    if said.words == wanted.words:
        return "yes"
    if contradict(said, wanted):
        return "no"
    if not wanted.stems:
        return "yes" if wanted.words and set(wanted.words) <= set(said.words) else "unsure"
    most = reaches(len(wanted.stems & said.stems) / len(wanted.stems), _MOST)
    return "yes" if most and not may_reverse(text, wanted, language) else "unsure"


def adds_nothing(text: str, wordings: Sequence[str], language: Language) -> bool:
    """Say whether a text says one wording of an option and nothing else: then words show that it states it."""
    said = read_text(text, language)
    readings = (read_text(wording, language) for wording in wordings)
    return any(says_the_same(said, each) and _compare(text, each, language) == "yes" for each in readings)


def _denies_openly(text: str, wordings: Sequence[str], language: Language) -> bool:
    """Say whether a text is one wording of an option but for a negation or a figure: then nobody need compare them."""
    if replaces_figures(text, wordings):
        return True
    said = read_text(text, language)
    plain = any(plainly_opposite(said, read_text(wording, language)) for wording in wordings)
    return plain and states_option(text, wordings, language) == "no"


def weigh_alone(text: str, wordings: Sequence[str], language: Language) -> Stated:
    """Say what words alone show of a text and an option so that nobody need compare their meanings, if anything."""
    if _denies_openly(text, wordings, language):
        return "no"
    stated = states_option(text, wordings, language) == "yes" and adds_nothing(text, wordings, language)
    return "yes" if stated else "unsure"


def weigh_name(
    text: str, wordings: Sequence[str], language: Language, compared: Extent | None = None, *, asked: bool
) -> Stated:
    """Say whether a ruling states the option it names: as whoever compared meanings said, else by its words.

    Who was asked and said nothing of it leaves it to the words; where they do not tell, nothing is shown. Where nobody
    could be asked, words that have nothing in common with the option speak against its name, and any others leave it
    unsure.
    """
    if compared is not None and not _denies_openly(text, wordings, language):
        return "no" if compared == "none" else "yes"
    found = states_option(text, wordings, language)
    if found != "unsure":
        return found
    return "unsure" if not asked and _share_words(read_text(text, language), wordings, language) else "no"


def _share_words(said: Reading, wordings: Sequence[str], language: Language) -> bool:
    readings = (read_text(wording, language) for wording in wordings)
    return any(each.stems & said.stems if each.stems else set(each.words) & set(said.words) for each in readings)


def hold_resolution(resolution: CouncilResolution, settled: str | None, found: Stated) -> CouncilResolution:
    """Keep the option that a council names where its text states it; with settled votes the rest binds nobody."""
    if found == "yes" or (found == "unsure" and settled is None):
        return resolution
    return resolution.model_copy(update={"choice": NO_OPTION, "binding": "unbound" if settled is not None else None})


def find_target(synthesis: Synthesis, ballot: Ballot, settled: str) -> str:
    """Find the option that a synthesis has to state: the settled one, or the one it departs to with a reason."""
    named = synthesis.choice
    departs = named not in (None, NO_OPTION, settled) and synthesis.departs_because.strip()
    return str(named) if departs and ballot.option(str(named)) is not None else settled


def leaves_options(synthesis: Synthesis) -> bool:
    """Say whether a synthesis departs from all options on purpose: it chooses none of them, and says why."""
    return synthesis.choice == NO_OPTION and not is_placeholder(synthesis.departs_because)


def names_another(synthesis: Synthesis, ballot: Ballot, settled: str) -> bool:
    """Say whether a synthesis chooses an option it does not have to state, without a reason: an incoherent answer."""
    target = find_target(synthesis, ballot, settled)
    return synthesis.choice not in (None, settled, target) and not leaves_options(synthesis)


def check_binding(
    synthesis: Synthesis, ballot: Ballot, settled: str, positions: Sequence[Position], language: Language
) -> Stated:
    """Say by words alone whether a synthesis states what it has to state; a choice without its reason is incoherent."""
    target = find_target(synthesis, ballot, settled)
    if names_another(synthesis, ballot, settled):
        return "no"
    found = states_option(synthesis.decision, list_wordings(ballot, target, positions), language)
    if found != "yes":
        return found
    others = (option.id for option in ballot.options if option.id != target and ballot.is_opposed(option.id, target))
    said = read_text(synthesis.decision, language)
    rivals = (read_text(text, language) for other in others for text in list_wordings(ballot, other, positions))
    # Words that fit two options that exclude each other tell nothing.
    return "unsure" if any(each.stems and each.stems <= said.stems for each in rivals) else "yes"


def bind_synthesis(synthesis: Synthesis, ballot: Ballot, settled: str) -> Synthesis:
    """Mark a synthesis that was shown to state its option."""
    target = find_target(synthesis, ballot, settled)
    binding: Binding = "stated" if target == settled else "departs"
    return synthesis.model_copy(update={"choice": target, "binding": binding})


def rebind_synthesis(
    written: Synthesis, by_rule: Synthesis, ballot: Ballot, settled: str, positions: Sequence[Position]
) -> Synthesis:
    """Put the own words of the settled option in the place of a decision that does not state it.

    What else stood in the refused text (its reasons, its next steps) belonged to another decision; in its place stands
    `by_rule`, what the seats said. It is no surer than the seats were, and doubts that were declared stay declared.
    """
    sure = [written.confidence, written.positions_confidence]
    return by_rule.model_copy(
        update={
            "decision": quote_option(ballot, settled, positions) or by_rule.decision,
            "choice": settled,
            "confidence": min(each for each in sure if each is not None),
            "uncertainty": written.uncertainty,
            "critical_divergence": written.critical_divergence,
            "binding": "rebound",
            "rewritten": written.rewritten,
            "refused": "" if written.author == DETERMINISTIC else written.decision,
            "author": written.author,
            "positions_confidence": written.positions_confidence,
            "flags": tuple(dict.fromkeys((*written.flags, SYNTHESIS_REBOUND))),
        }
    )


def quote_option(ballot: Ballot, option: str, positions: Sequence[Position]) -> str:
    """Quote an option in its own words: as it was given, else as the surest seat that votes for it recommends."""
    listed = ballot.option(option)
    if listed is not None and listed.origin == "given":
        return listed.text
    voters = sorted(_list_voters(ballot, option, positions), key=lambda each: -(each.confidence or 0.0))
    said = (each.recommendation or each.stance or "" for each in voters)
    return next((text for text in said if text.strip()), listed.wording if listed else "")


def read_binding(
    synthesis: Synthesis, ballot: Ballot | None, settled: str | None, positions: Sequence[Position], language: Language
) -> Binding:
    """Say how a synthesis stands to what is settled; one that nobody compared yet is compared by its words."""
    if synthesis.binding is not None:
        return synthesis.binding
    if ballot is None or settled is None:
        return "unbound" if synthesis.author == DETERMINISTIC else "open"
    if check_binding(synthesis, ballot, settled, positions, language) == "yes":
        return bind_synthesis(synthesis, ballot, settled).binding or "unbound"
    return "departs" if leaves_options(synthesis) else "unbound"


def bind_ruling(
    ruling: Synthesis | None, ballot: Ballot | None, positions: Sequence[Position], language: Language
) -> BindingFacts:
    """Hold a ruling to the votes: whoever decides may choose, but not against what they settle without a person."""
    settled = ballot.settled if ballot else None
    if ballot is None or settled is None or ruling is None:
        return BindingFacts(states=ruling is not None, detail=state_fact("warrant.bound.own_words"))
    if ruling.binding is None:
        # What a rule put together is a seat's own words: they are believed unless they deny what is settled.
        denied = states_option(ruling.decision, list_wordings(ballot, settled, positions), language) == "no"
        stated = ruling.choice in (None, settled) and not denied
    else:
        stated = ruling.binding == "stated"
    if stated:
        return BindingFacts(states=True, detail=state_fact("warrant.bound.option", option=settled))
    otherwise = state_fact("warrant.bound.ruled_otherwise", who=ruling.author, settled=settled)
    why = ruling.departs_because or otherwise
    return BindingFacts(states=False, departs_because=why, unanimous=is_unanimous(ballot))


def bind_answer(answer: Position, options: Sequence[str], language: Language) -> BindingFacts:
    """Hold one agent's answer to the options that were given: it chooses one of them, and its text may be read so."""
    own = state_fact("warrant.bound.one_agent")
    if not options:
        return BindingFacts(states=True, detail=own)
    chosen = next((each for each in open_ballot(tuple(options)) if each.id == answer.choice), None)
    text = answer.recommendation or ""
    if chosen is None or weigh_name(text, (chosen.text, chosen.id), language, asked=False) == "no":
        return BindingFacts(states=False, detail=state_fact("warrant.bound.silent"))
    return BindingFacts(states=True, detail=own)


def _list_voters(ballot: Ballot, option: str, positions: Sequence[Position]) -> Iterator[Position]:
    """Find what the voters of the last round said, each at its last word."""
    listed = ballot.option(option)
    for seat in listed.seats if listed else ():
        spoken = [each for each in positions if each.seat == seat and each.spoke and each.round <= ballot.round]
        if spoken:
            yield max(spoken, key=lambda each: each.round)
