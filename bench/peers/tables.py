"""What was measured, as Markdown tables: every figure with its ratio to the bare client, the best framework in bold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.peers.aims import write_aims
from bench.peers.process import BARE, MOOT

Figures = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """One figure of everybody."""

    name: str
    get: Callable[[Figures], float | None]
    form: str = "{:.0f}"
    more_is_better: bool = False


def at(size: str, name: str) -> Callable[[Figures], float | None]:
    """A figure of one size."""
    return lambda figures: figures["sizes"][size].get(name)


def prompt_tokens(size: str) -> Callable[[Figures], float | None]:
    """All tokens of a size's requests, the form of the answer included."""
    return lambda figures: figures["sizes"][size]["message_tokens"] + figures["sizes"][size]["form_tokens"]


def growth(size: str) -> Callable[[Figures], float | None]:
    """How many times the prompt tokens of three agents and three rounds."""
    return lambda figures: (prompt_tokens(size)(figures) or 0) / (prompt_tokens("3x3")(figures) or 1)


SPEED = (
    Column("wall / critical path", lambda each: each["wall_over_path"], "{:.2f}"),
    Column("CPU ms per debate", lambda each: each["cpu_ms"]),
    Column("debates/s, all at once", lambda each: each["per_second"], "{:.1f}", more_is_better=True),
    Column("CPU ms, all at once", lambda each: each["cpu_ms_at_once"]),
    Column("peak MB", lambda each: each["peak_mb"]),
    Column("import s of CPU", lambda each: each["import_cpu_s"], "{:.2f}"),
    Column("complete among faults, %", lambda each: each["completed"] * 100, "{:.0f}", more_is_better=True),
)
TOKENS = (
    Column("3 agents, 3 rounds", prompt_tokens("3x3"), "{:,.0f}"),
    Column("of which messages", at("3x3", "message_tokens"), "{:,.0f}"),
    Column("12 agents, 3 rounds", prompt_tokens("12x3"), "{:,.0f}"),
    Column("3 agents, 6 rounds", prompt_tokens("3x6"), "{:,.0f}"),
    Column("12 agents, 6 rounds", prompt_tokens("12x6"), "{:,.0f}"),
)
GROWTH = (
    Column("tokens, 3 to 12 agents", growth("12x3"), "{:.1f}"),
    Column("tokens, 3 to 6 rounds", growth("3x6"), "{:.2f}"),
    Column("wall / critical path, 12 agents", at("12x3", "wall_over_path"), "{:.2f}"),
    Column("wall / critical path, 6 rounds", at("3x6", "wall_over_path"), "{:.2f}"),
    Column("CPU ms, 12 agents", at("12x3", "cpu_ms")),
    Column("CPU ms, 6 rounds", at("3x6", "cpu_ms")),
)


def write_tables(report: Figures) -> str:
    """All tables and what they say about moot."""
    peers: Mapping[str, Figures] = report["peers"]
    parts = [
        "### Time, memory and faults",
        draw(peers, SPEED),
        write_places(peers, SPEED),
        write_aims(peers),
        "### Prompt tokens",
        draw(peers, TOKENS),
        write_shares(peers),
        "### Growth",
        draw(peers, GROWTH),
        write_places(peers, GROWTH),
        "### Prompt tokens by the length of answers",
        draw(peers, length_columns(peers)),
    ]
    if report["skipped"]:
        parts += ["Left out: " + "; ".join(f"{name} ({why})" for name, why in report["skipped"].items()) + "."]
    return "\n\n".join(part for part in parts if part)


def length_columns(peers: Mapping[str, Figures]) -> list[Column]:
    """A column for each length of an answer, as long as the answers to the bare client were."""
    lengths: Mapping[str, Figures] = next(iter(peers.values()))["lengths"]

    def total(length: str) -> Callable[[Figures], float | None]:
        return lambda each: each["lengths"][length]["prompt_tokens"]

    return [
        Column(f"answers of {row['answer_tokens']:.0f} tokens", total(length), "{:,.0f}")
        for length, row in lengths.items()
    ]


def draw(peers: Mapping[str, Figures], columns: Sequence[Column]) -> str:
    """A table with a row for everybody."""
    lines = ["| | " + " | ".join(column.name for column in columns) + " |", "| --- " + "| ---: " * len(columns) + "|"]
    best = [find_best(peers, column) for column in columns]
    for name, figures in peers.items():
        cells = [cell(peers, column, figures, bold=name in first) for column, first in zip(columns, best, strict=True)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def cell(peers: Mapping[str, Figures], column: Column, figures: Figures, *, bold: bool) -> str:
    """A figure, and how many times the bare client's it is."""
    value = column.get(figures)
    if value is None:
        return "-"
    text = column.form.format(value)
    text = f"**{text}**" if bold else text
    bare = column.get(peers[BARE.name]) if BARE.name in peers else None
    return f"{text} ({value / bare:.2f}x)" if bare else text


def find_best(peers: Mapping[str, Figures], column: Column) -> set[str]:
    """Who is best of the frameworks, as far as the figure is shown; the bare client is none."""
    values = {name: column.get(figures) for name, figures in peers.items() if name != BARE.name}
    shown = {name: float(column.form.format(value).replace(",", "")) for name, value in values.items() if value}
    if not shown:
        return set()
    first = max(shown.values()) if column.more_is_better else min(shown.values())
    return {name for name, value in shown.items() if value == first}


def write_places(peers: Mapping[str, Figures], columns: Sequence[Column]) -> str:
    """In which figures moot is the best framework, in which only without its store, and in which it is not."""
    if MOOT.name not in peers:
        return ""
    best = {column.name: find_best(peers, column) for column in columns}
    won = [name for name, first in best.items() if MOOT.name in first]
    alone = [
        name for name, first in best.items() if name not in won and all(who.startswith(MOOT.name) for who in first)
    ]
    lost = [f"{name} ({', '.join(sorted(best[name]))})" for name in best if name not in (*won, *alone)]
    said = f"moot is the best framework, or one of the best, in: {', '.join(won) or 'nothing'}."
    said += f" Its graph without a store is in: {', '.join(alone)}." if alone else ""
    return f"{said} It is not the best in: {'; '.join(lost)}." if lost else said


def write_shares(peers: Mapping[str, Figures]) -> str:
    """What moot sends, as a share of what the others send."""
    if MOOT.name not in peers:
        return ""
    lines = []
    for column in TOKENS:
        ours = column.get(peers[MOOT.name]) or 0
        others = {name: column.get(figures) or 1 for name, figures in peers.items() if not name.startswith("moot")}
        shares = ", ".join(f"{ours / theirs:.0%} of {name}" for name, theirs in others.items())
        lines.append(f"- {column.name}: moot sends {shares}.")
    return "\n".join(lines)
