"""Draws a graph as a picture: SVG without any library, PNG with Pillow where it is installed.

Nodes stand in layers, in the order in which a debate passes them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from io import BytesIO

from langchain_core.runnables.graph import Graph

from moot.errors import UsageError

_STAGES = (
    ("__start__",),
    ("intake",),
    ("route",),
    ("orchestrator",),
    ("structurer",),
    ("methodologist",),
    ("force_decision", "request_guidance"),
    ("ask_user",),
    ("refined",),
    ("open_round",),
    ("position_",),
    ("revise_",),
    ("judge", "ballot"),
    ("ladder",),
    ("disputes",),
    ("verify",),
    ("settle",),
    ("settle_",),
    ("checkpoint",),
    ("audit",),
    ("stronger",),
    ("critique_",),
    ("answer", "synthesize"),
    ("bind",),
    ("escalate",),
    ("council_critic", "council_advocate"),
    ("council_synthesizer",),
    ("council_ruling",),
    ("request_review", "reopen"),
    ("human_review",),
    ("emit",),
    ("__end__",),
)
"""Which nodes stand side by side; a name that ends with an underscore stands for every seat."""

_NAMES = {"__start__": "START", "__end__": "END"}


@dataclass(frozen=True, slots=True)
class _Line:
    """An edge between two placed nodes."""

    source: str
    target: str
    conditional: bool
    back: bool
    """It leads up or sideways: a loop of the debate."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Nodes in layers from top to bottom, and the lines between them."""

    layers: tuple[tuple[str, ...], ...]
    lines: tuple[_Line, ...]


def _lay_out(graph: Graph) -> _Layout:
    """Put every node into the layer of its stage; seats keep the order of the profile."""
    layers = tuple(layer for stage in _STAGES if (layer := tuple(_members(stage, graph.nodes))))
    depth = {name: level for level, layer in enumerate(layers) for name in layer}
    lines = (
        _Line(edge.source, edge.target, edge.conditional, depth[edge.target] <= depth[edge.source])
        for edge in graph.edges
        if edge.source in depth and edge.target in depth
    )
    return _Layout(layers, tuple(dict.fromkeys(lines)))


def _title_of(name: str) -> str:
    """Name a node in a picture."""
    return _NAMES.get(name, name.replace("_", " "))


def _members(stage: tuple[str, ...], names: Iterable[str]) -> Iterable[str]:
    for name in names:
        if any(name == each or (each.endswith("_") and name.startswith(each) and each != "__end__") for each in stage):
            yield name


_WIDTH, _HEIGHT = 168, 34
_GAP_X, _GAP_Y = 22, 46
_MARGIN = 90
"""Room at the sides for the lines that lead back."""

_ARROW = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 8 4 0 8z" fill="#6b7280"/></marker></defs>'
)

_Point = tuple[float, float]


def draw_svg(graph: Graph) -> str:
    """Draw a graph as one SVG document that reads on light and dark pages."""
    layout = _lay_out(graph)
    boxes, size = _place(layout)
    box = f"0 0 {size[0]:.0f} {size[1]:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" font-family="sans-serif" font-size="13">',
        "<title>The graph of a debate</title>",
        _ARROW,
        f'<rect width="{size[0]:.0f}" height="{size[1]:.0f}" fill="#ffffff"/>',
    ]
    for number, line in enumerate(layout.lines):
        curve = _curve(boxes[line.source], boxes[line.target], size[0], number if line.back else None)
        points = " ".join(f"{x:.1f} {y:.1f}" for x, y in curve[1:])
        dashes = ' stroke-dasharray="5 4"' if line.conditional else ""
        parts.append(
            f'<path d="M{curve[0][0]:.1f} {curve[0][1]:.1f} C{points}" fill="none" stroke="#9ca3af"'
            f' stroke-width="1.2"{dashes} marker-end="url(#tip)"/>'
        )
    for name, (x, y) in boxes.items():
        parts.append(
            f'<rect x="{x - _WIDTH / 2:.1f}" y="{y - _HEIGHT / 2:.1f}" width="{_WIDTH}" height="{_HEIGHT}" rx="8"'
            f' fill="{_colour(name)}" stroke="#4b5563"/>'
            f'<text x="{x:.1f}" y="{y + 4.5:.1f}" text-anchor="middle" fill="#111827">{escape(_title_of(name))}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


def draw_png(graph: Graph) -> bytes:
    """Draw a graph as PNG; needs Pillow."""
    if find_spec("PIL") is None:
        raise UsageError("--format png needs Pillow: pip install pillow; --format mermaid and ascii need nothing")
    from PIL import Image, ImageDraw, ImageFont

    layout = _lay_out(graph)
    boxes, size = _place(layout)
    scale = 2
    image = Image.new("RGB", (int(size[0] * scale), int(size[1] * scale)), "#ffffff")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=13 * scale)
    for number, line in enumerate(layout.lines):
        curve = _curve(boxes[line.source], boxes[line.target], size[0], number if line.back else None)
        points = [(x * scale, y * scale) for x, y in _along(curve)]
        pen.line(points, fill="#9ca3af", width=scale)
        (x, y), r = points[-1], 3 * scale
        pen.ellipse((x - r, y - r, x + r, y + r), fill="#6b7280")
    for name, (x, y) in boxes.items():
        corners = [
            (x - _WIDTH / 2) * scale,
            (y - _HEIGHT / 2) * scale,
            (x + _WIDTH / 2) * scale,
            (y + _HEIGHT / 2) * scale,
        ]
        pen.rounded_rectangle(corners, 8 * scale, fill=_colour(name), outline="#4b5563", width=scale)
        pen.text((x * scale, y * scale), _title_of(name), fill="#111827", font=font, anchor="mm")
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def _place(layout: _Layout) -> tuple[dict[str, _Point], _Point]:
    """Find the middle of every box, and the size of the picture."""
    widest = max(len(layer) for layer in layout.layers)
    width = 2 * _MARGIN + widest * (_WIDTH + _GAP_X)
    boxes = {}
    for depth, layer in enumerate(layout.layers):
        left = (width - (len(layer) - 1) * (_WIDTH + _GAP_X)) / 2
        for at, name in enumerate(layer):
            boxes[name] = (left + at * (_WIDTH + _GAP_X), 30 + _HEIGHT / 2 + depth * (_HEIGHT + _GAP_Y))
    return boxes, (width, 60 + len(layout.layers) * (_HEIGHT + _GAP_Y) - _GAP_Y)


def _curve(start: _Point, end: _Point, width: float, back: int | None) -> tuple[_Point, _Point, _Point, _Point]:
    """Draw a Bezier curve from the bottom of one box to the top of another; loops go around the side."""
    if back is None:
        (x1, y1), (x2, y2) = (start[0], start[1] + _HEIGHT / 2), (end[0], end[1] - _HEIGHT / 2)
        bend = (y2 - y1) / 2
        return (x1, y1), (x1, y1 + bend), (x2, y2 - bend), (x2, y2)
    if start[1] == end[1]:
        # Neighbours of one layer: a straight line between the sides that face each other.
        facing = _WIDTH / 2 if end[0] > start[0] else -_WIDTH / 2
        ends = (start[0] + facing, start[1]), (end[0] - facing, end[1])
        return ends[0], ends[0], ends[1], ends[1]
    right = start[0] >= width / 2
    side = _WIDTH / 2 if right else -_WIDTH / 2
    edge = width - 12 - back % 5 * 12 if right else 12 + back % 5 * 12
    return (start[0] + side, start[1]), (edge, start[1]), (edge, end[1]), (end[0] + side, end[1])


def _along(curve: tuple[_Point, _Point, _Point, _Point], steps: int = 24) -> list[_Point]:
    weights = [
        ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in (n / steps for n in range(steps + 1))
    ]
    return [
        (
            sum(w * p[0] for w, p in zip(each, curve, strict=True)),
            sum(w * p[1] for w, p in zip(each, curve, strict=True)),
        )
        for each in weights
    ]


def _colour(name: str) -> str:
    """Colour a box by who acts: agents blue, deciders amber, people green, the rest plain."""
    if name.startswith(("position_", "critique_", "revise_", "answer")):
        return "#dbeafe"
    if name.startswith(("council_", "judge", "synthesize", "ballot", "force_decision", "methodologist", "escalate")):
        return "#fef3c7"
    return "#dcfce7" if name in ("human_review", "ask_user") else "#f3f4f6"
