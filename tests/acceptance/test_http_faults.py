"""A fault at any one call of a debate over HTTP: it is decided with a complete warrant, or it says what is unmet."""

import pytest

from tests.acceptance.table import COUNCIL, SEATS, Table, council, hold, released, synthesis, unmet
from tests.support.scenario import Entry

STORY: list[Entry] = [
    hold(None, "open in March", "Open the new shops in March"),
    synthesis("Open the new shops in March.", choice="A"),
    *council("Open the new shops in March."),
]
ACTORS = ("cfo", "synthesizer", *COUNCIL)
LIMITS = ("--set", "timeout.per_agent=0.3", "--set", "timeout.council=0.9", "--irreversible")


@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("fault", ["refused", "nonsense", "refusal", "malformed_content", "hang", "minimal"])
def test_one_actor_in_trouble(table: Table, actor: str, fault: str) -> None:
    trouble: Entry = {"when": {"seat": actor}, **({} if fault == "minimal" else {"fault": fault})}
    table.play(trouble, *STORY)
    code, document = table.run(*LIMITS)
    if released(document):
        assert code == 0
        # One seat of four may be missing; of those who have to look nobody may be, and what is replaced is marked.
        assert actor in SEATS or fault == "minimal" or document["confidence_flags"]
        assert document["decision"] == "Open the new shops in March."
    else:
        assert code in {3, 4}
        assert unmet(document)


def test_without_trouble_it_is_decided(table: Table) -> None:
    table.play(*STORY)
    code, document = table.run(*LIMITS)
    assert (code, released(document), unmet(document)) == (0, True, [])


@pytest.mark.parametrize("fault", ["fail", "drop", "malformed"])
def test_a_fault_that_passes_changes_nothing(table: Table, fault: str) -> None:
    """The same request is made again, and answered."""
    table.play({"when": {"seat": "cfo"}, "fault": fault, "times": 1}, *STORY)
    code, document = table.run("--irreversible")
    assert (code, released(document)) == (0, True)
