"""One question a round: what do the cited passages say of the claims? It feeds the warrant's evidence."""

import re
from pathlib import Path
from typing import Any

from tests.support.scripts import EXECUTIVES, council, hold, listen, run, say, synthesis

GIVEN = [{"id": "E1", "text": "The plant in Porto runs two shifts. Output rose to 410 tonnes in March."}]
CLAIM = {
    "id": "C1",
    "statement": "The Porto plant works around the clock",
    "kind": "fact",
    "evidence": ["E1"],
    "confidence": 80,
}
SAME: dict[str, Any] = {"recommendation": "expand into Europe", "stance": "expand", "claims": [CLAIM]}


def script(**verify: Any) -> list[Any]:
    seats = [hold(seat, **SAME) for seat in EXECUTIVES]
    asked = [say("verify", **verify)] if verify else []
    return [*seats, *asked, synthesis(85, decision="Expand into Europe."), *council()]


async def test_what_a_source_denies_does_not_carry_a_decision(tmp_path: Path) -> None:
    verdicts = [{"claim_id": "cfo C1", "verdict": "contradicted", "span": "runs two shifts"}]
    with listen() as heard:
        result = await run(tmp_path, script(reply={"verdicts": verdicts}), context=GIVEN, overrides={"rounds.max": 1})
    # All four say the same of the same source, so it is asked once.
    (asked,) = heard.of("verify")
    assert (asked.seat, asked.schema_name) == ("verifier", "Verification")
    assert "around the clock" in asked.prompt
    assert "410 tonnes" in asked.prompt
    assert re.search(r"\nToday is \d{4}-\d\d-\d\d\.\n", asked.prompt)
    assert {each.verdict for each in result.evidence.claims} == {"unsupported"}
    assert result.warrant is not None
    assert not next(each for each in result.warrant.conditions if each.id == "evidence").met
    assert result.status == "needs_review"


async def test_a_failed_answer_leaves_claims_as_they_were_and_says_so(tmp_path: Path) -> None:
    result = await run(tmp_path, script(fail=401), context=GIVEN, overrides={"rounds.max": 1})
    assert {each.verdict for each in result.evidence.claims} == {"supported"}
    assert result.evidence.unverified
    assert "verifier" in result.usage.by_seat
    # Nobody has shown that they stand: a verifier that was asked and gave no answer passes no gate.
    assert result.status == "needs_review"
    assert result.warrant is not None
    assert "evidence" in {each.id for each in result.warrant.unmet}


async def test_a_script_without_such_an_answer_is_not_asked(tmp_path: Path) -> None:
    with listen() as heard:
        await run(tmp_path, script(), context=GIVEN, overrides={"rounds.max": 1})
    assert not heard.of("verify")


async def test_a_debate_without_sources_is_not_asked(tmp_path: Path) -> None:
    with listen() as heard:
        await run(tmp_path, script(reply={"verdicts": []}), overrides={"rounds.max": 1})
    assert not heard.of("verify")
