"""The log over time, with the burst and the trigger marked."""

from moot.state.hypotheses import ChainLink, FinalHypothesis
from moot.state.inspection import LogBucket, LogOutline
from moot.views.report.log_timeline import draw_timeline

BUCKETS = tuple(LogBucket(start=f"14:0{at}", lines=50, errors=9 if at in (4, 5) else 0, warnings=1) for at in range(8))
OUTLINE = LogOutline(lines=400, errors=18, warnings=8, buckets=BUCKETS, burst_from="14:04", burst_to="14:05:59")


def find_cause(time: str) -> FinalHypothesis:
    return FinalHypothesis(
        hypothesis="A flag", confidence=0.9, judge_score=90, source="hybrid", reasoning="", evidence=(), resolution=(),
        rounds_refined=1, refinements=0, category="config", affected_components=(), hypothesis_id="hybrid_1",
        final_round=1, trigger=ChainLink(text="L1 flag on", lines=("L1",), time=time),
    )  # fmt: skip


def test_the_burst_covers_its_bars() -> None:
    drawn = draw_timeline(OUTLINE, None)
    assert drawn is not None
    assert drawn.band is not None
    start, width = drawn.band
    inside = [bar.words for bar in drawn.bars if start <= bar.x + 0.01 < start + width]
    assert [words.partition(": ")[2] for words in inside] == ["9 errors and 1 warning in 50 lines"] * 2
    assert "the burst runs from 14:04 to 14:05:59" in drawn.words
    assert max(bar.error_height for bar in drawn.bars) < drawn.base


def test_a_time_without_entries_is_shown_and_said() -> None:
    buckets = tuple(each.model_copy(update={"lines": 0, "warnings": 0}) if at in (1, 2) else each
                    for at, each in enumerate(BUCKETS))  # fmt: skip
    drawn = draw_timeline(OUTLINE.model_copy(update={"buckets": buckets}), None)
    assert drawn is not None
    ((start, width),) = drawn.gaps
    assert [bar.words[:5] for bar in drawn.bars if start <= bar.x + 0.01 < start + width] == ["14:01", "14:02"]
    assert "no entry at all from 14:01 to 14:03" in drawn.words
    assert draw_timeline(OUTLINE, None).gaps == ()  # type: ignore[union-attr]


def test_the_trigger_stands_at_its_time() -> None:
    drawn = draw_timeline(OUTLINE, find_cause("14:02:30"))
    assert drawn is not None
    ((place, name),) = drawn.marks
    assert name == "trigger"
    assert drawn.bars[2].x < place < drawn.bars[3].x


def test_a_log_without_times_or_trouble_is_not_drawn() -> None:
    calm = tuple(each.model_copy(update={"errors": 0, "warnings": 0}) for each in BUCKETS)
    assert draw_timeline(None, None) is None
    assert draw_timeline(OUTLINE.model_copy(update={"buckets": ()}), None) is None
    assert draw_timeline(OUTLINE.model_copy(update={"buckets": calm}), None) is None
