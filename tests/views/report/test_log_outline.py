"""The course of a log: what is drawn in the report and what reasoners and the terminal are told are the same facts."""

from pathlib import Path

from moot.knowledge.incidents import read_incident
from moot.prompts import view_incident
from moot.views.report.log_timeline import draw_timeline


def test_the_burst_and_the_gaps_are_the_same_wherever_they_are_drawn(tmp_path: Path) -> None:
    """Four hours; nothing at all from 11:00 to 11:30, few one-off errors, and a flood from 12:30 to 12:40."""
    lines = []
    for second in range(36_000, 50_400, 6):
        clock = f"2026-03-02 {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
        if 39_600 <= second < 41_400:
            continue
        lines.append(f"{clock} INFO [web] GET /cart 200")
        if 45_000 <= second < 45_600:
            lines.append(f"{clock} ERROR [orders] no connection from pool main")
        if second % 5400 == 0:
            lines.append(f"{clock} ERROR [mail] bounce {second}")
    log = tmp_path / "app.log"
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    incident, _ = read_incident(str(log))
    assert incident.burst is not None
    assert incident.outline is not None
    assert (incident.outline.burst_from, incident.outline.burst_to) == (incident.burst.start, incident.burst.end)
    assert incident.histogram[6:9] == "___"
    assert "_ = no entry at all" in view_incident(incident, "log_focused")[0]
    drawn = draw_timeline(incident.outline, None)
    assert drawn is not None
    assert f"from {incident.burst.start} to {incident.burst.end}" in drawn.words
    assert "no entry at all from 2026-03-02T11:00:00 to 2026-03-02T11:28:00" in drawn.words
    assert drawn.band is not None
    high = [bar for bar in drawn.bars if bar.error_height > 20]
    assert all(drawn.band[0] <= bar.x + 0.01 < sum(drawn.band) for bar in high)
