# ruff: noqa: PLR0917 - coordinates come in their usual order
"""The few SVG strokes that every proxy is drawn with: strings in, strings out, millimetres throughout."""

import math
from collections.abc import Iterable
from itertools import pairwise

from companion.art.palette import INK

Point = tuple[float, float]
FONT = "DejaVu Sans"


def n(value: float) -> str:
    """A number as short as 10 micrometres allow."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def rect(x: float, y: float, width: float, height: float, fill: str, radius: float = 0, extra: str = "") -> str:
    """A rectangle from its top left corner; ``radius`` rounds it."""
    rounded = f' rx="{n(radius)}"' if radius else ""
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"{rounded} fill="{fill}" {extra}/>'


def circle(x: float, y: float, radius: float, fill: str, extra: str = "") -> str:
    """A disc around its centre."""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}" {extra}/>'


def ring(x: float, y: float, radius: float, stroke: str, width: float) -> str:
    """A circle's line."""
    return circle(x, y, radius, "none", f'stroke="{stroke}" stroke-width="{n(width)}" ')


def ellipse(x: float, y: float, across: float, down: float, fill: str, extra: str = "") -> str:
    """An ellipse from its centre and half axes."""
    return f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="{n(across)}" ry="{n(down)}" fill="{fill}" {extra}/>'


def polygon(points: Iterable[Point], fill: str, extra: str = "") -> str:
    """A closed polygon."""
    listed = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return f'<polygon points="{listed}" fill="{fill}" {extra}/>'


def line(points: Iterable[Point], stroke: str, width: float, extra: str = "") -> str:
    """An open line with round ends."""
    listed = " ".join(f"{n(x)},{n(y)}" for x, y in points)
    return (
        f'<polyline points="{listed}" fill="none" stroke="{stroke}" stroke-width="{n(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round" {extra}/>'
    )


def path(data: str, fill: str, extra: str = "") -> str:
    """Any path, by its SVG data."""
    return f'<path d="{data}" fill="{fill}" {extra}/>'


def stroke(data: str, colour: str, width: float) -> str:
    """Any path as a line with round ends."""
    return path(
        data,
        "none",
        f'stroke="{colour}" stroke-width="{n(width)}" stroke-linecap="round" stroke-linejoin="round" ',
    )


def group(content: str, extra: str = "") -> str:
    """Several strokes as one, with attributes."""
    return f"<g {extra}>{content}</g>"


def place(content: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """The content moved to (x, y), turned by degrees and scaled about its own origin."""
    turned = f" rotate({n(turn)})" if turn else ""
    return group(content, f'transform="translate({n(x)} {n(y)}){turned} scale({scale:.4f})"')


def text(words: str, x: float, y: float, size: float, fill: str = INK, anchor: str = "middle") -> str:
    """Bold text on its baseline."""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-family="{FONT}" font-weight="bold" font-size="{n(size)}" '
        f'text-anchor="{anchor}" fill="{fill}">{words}</text>'
    )


def text_below(words: str, x: float, y: float, radius: float, size: float, fill: str) -> str:
    """Bold text that follows the lower half of a circle, read from its centre."""
    # Set ten times as large and scaled down: glyph advances are rounded at the size that is set.
    half = f"M{n(-10 * radius)},0 A{n(10 * radius)},{n(10 * radius)} 0 0 0 {n(10 * radius)},0"
    curved = (
        f'<defs><path id="below" d="{half}"/></defs><text font-family="{FONT}" font-weight="bold" '
        f'font-size="{n(10 * size)}" text-anchor="middle" fill="{fill}"><textPath href="#below" startOffset="50%">'
        f"{words}</textPath></text>"
    )
    return place(curved, x, y, 0.1)


def clipped(content: str, shape: str, name: str) -> str:
    """The content cut to a shape; ``name`` must be unique within the picture."""
    return f'<clipPath id="{name}">{shape}</clipPath><g clip-path="url(#{name})">{content}</g>'


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> list[Point]:
    """Corners of a regular polygon, the first straight up if ``turn`` (degrees) is 0."""
    angles = (math.radians(turn + 360 * k / corners) for k in range(corners))
    return [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles]


def star(x: float, y: float, outer: float, inner: float, rays: int, turn: float = 0.0) -> list[Point]:
    """Corners of a star."""
    tips = regular(x, y, outer, rays, turn)
    notches = regular(x, y, inner, rays, turn + 180 / rays)
    return [point for pair in zip(tips, notches, strict=True) for point in pair]


def wave(x0: float, x1: float, y: float, height: float, length: float) -> str:
    """Path data of a wavy line from left to right."""
    count = max(1, round((x1 - x0) / length))
    step = (x1 - x0) / count
    xs = [x0 + k * step for k in range(count + 1)]
    bends = " ".join(
        f"Q{n((a + b) / 2)},{n(y + height * (1 if k % 2 else -1))} {n(b)},{n(y)}"
        for k, (a, b) in enumerate(pairwise(xs))
    )
    return f"M{n(x0)},{n(y)} {bends}"


def document(width: float, height: float, content: str) -> str:
    """A whole picture of this size in mm."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{n(width)}mm" height="{n(height)}mm" '
        f'viewBox="0 0 {n(width)} {n(height)}">{content}</svg>'
    )
