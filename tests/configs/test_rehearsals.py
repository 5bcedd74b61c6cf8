"""The rehearsed debate: the same story in three languages, argued under the real protocol (INTERFACES 8)."""

from typing import Any

import pytest

from moot import debate
from moot.configs.scripts import load_rehearsal, rehearsal_languages
from moot.errors import UnknownNameError
from moot.views.result import Result

LANGUAGES = ("en", "id", "pt")


async def run(language: str) -> Result:
    """The rehearsed debate up to its pause, as `moot demo --fast` starts it."""
    rehearsal = load_rehearsal(language)
    return await debate(
        rehearsal.question,
        profile=rehearsal.profile,
        model=f"rehearsed:{language}:fast",
        context=rehearsal.evidence,
        options=rehearsal.options,
        irreversible=rehearsal.irreversible,
        store="memory:",
    )


def test_it_is_there_in_three_languages() -> None:
    assert rehearsal_languages() == LANGUAGES
    with pytest.raises(UnknownNameError, match="known languages are en, id, pt"):
        load_rehearsal("fr")


def shape(entries: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [(len(entry.when.seat), entry.when.phase, entry.when.round, entry.delay) for entry in entries]


@pytest.mark.parametrize("language", ["pt", "id"])
def test_every_language_tells_the_same_story(language: str) -> None:
    english, other = load_rehearsal("en"), load_rehearsal(language)
    assert shape(other.script.answers) == shape(english.script.answers)
    assert len(other.options) == len(english.options)
    assert len(other.evidence) == len(english.evidence)
    assert other.profile.language == language


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_protocol_does_with_it_what_it_does_with_any_debate(language: str) -> None:
    result = await run(language)
    seats = load_rehearsal(language).profile.seat_ids
    convert, dissenter = seats[0], seats[3]
    # It pauses, and only because it cannot be undone.
    assert result.status == "needs_review"
    assert result.warrant is not None
    assert [each.id for each in result.warrant.conditions if each.needed and not each.met] == ["reviewed"]
    # A seat changes its mind because of a critique that the critic then closes.
    first, second = (each for each in result.positions if each.seat == convert)
    assert (first.choice, second.choice, second.unexplained) == ("A", "B", False)
    critiques = {each.id: each for each in result.critiques}
    [because] = [each for change in second.changes for each in change.because if each in critiques]
    assert critiques[because].severity == "CRITICAL"
    assert all(each.resolved for each in result.critiques)
    assert len(result.critiques) == 4
    # The ledger catches one figure, in round 1, and nothing else.
    caught = [each for each in result.evidence.claims if each.verdict == "unsupported"]
    assert [(each.seat, each.round, each.claim_id) for each in caught] == [(convert, 1, "C2")]
    assert "45" in caught[0].reason
    # Every other claim stands on a document, and one seat still says no.
    assert {each.verdict for each in result.evidence.claims if each not in caught} == {"supported"}
    assert result.ballot is not None
    assert result.ballot.settled == "B"
    assert next(each for each in result.positions if each.seat == dissenter and each.round == 2).choice == "C"
    assert result.decision is not None
    assert result.decision.startswith(load_rehearsal(language).options[1][:20])
    assert result.language == language


def test_pauses_are_what_fast_leaves_out() -> None:
    rehearsal = load_rehearsal("en")
    assert all(entry.piece_delay > 0 for entry in rehearsal.script.answers)
    assert all(entry.piece_delay == entry.delay == 0 for entry in rehearsal.without_pauses().answers)
