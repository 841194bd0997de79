# ruff: noqa: PLR0917 - coordinates come in their usual order
"""One set of strokes, two papers: the same mat as an SVG (for the twin's camera) and as a PDF page.

Millimetres, x right, y down, as on the mats.
"""

import math
from collections.abc import Sequence
from typing import Protocol

import msgspec
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.art import drawing
from companion.art.drawing import Point
from companion.art.palette import MAT_FAINT, MAT_LINE
from companion.paper.document import BOLD, register_fonts


class Ink(msgspec.Struct, frozen=True):
    """How a shape is inked: ``fill`` and ``line`` are ``#rrggbb`` or None; ``dash``: stroke and gap in mm."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.3
    dash: tuple[float, float] | None = None


DASHED = Ink(line=MAT_LINE, width=0.35, dash=(2.0, 1.6))
FAINT = Ink(line=MAT_FAINT, width=0.3)
WORDS, SMALL = 3.4, 2.6
"""Sizes of what is written on a mat (mm)."""
RULER = 100.0
"""Length of a printed ruler (mm)."""


class Pen(Protocol):
    """What a mat is drawn with."""

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A closed polygon."""

    def strip(self, points: Sequence[Point], ink: Ink) -> None:
        """An open line through the points."""

    def box(self, x: float, y: float, width: float, height: float, ink: Ink, radius: float = 0.0) -> None:
        """A rectangle, its corners rounded by ``radius``."""

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """A circle around its centre."""

    def words(self, text: str, x: float, y: float, size: float, colour: str, anchor: str = "middle") -> None:
        """Bold text on its baseline; ``anchor``: start, middle or end; ``size`` in mm."""


class SvgPen:
    """Draws into an SVG document."""

    def __init__(self) -> None:
        self._content: list[str] = []

    @staticmethod
    def _ink(ink: Ink) -> tuple[str, str]:
        extra = ""
        if ink.line:
            extra = f'stroke="{ink.line}" stroke-width="{drawing.n(ink.width)}" stroke-linejoin="round"'
            if ink.dash:
                extra += f' stroke-dasharray="{drawing.n(ink.dash[0])} {drawing.n(ink.dash[1])}"'
        return ink.fill or "none", extra

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A closed polygon."""
        self._content.append(drawing.polygon(points, *self._ink(ink)))

    def strip(self, points: Sequence[Point], ink: Ink) -> None:
        """An open line through the points."""
        _, extra = self._ink(ink)
        listed = " ".join(f"{drawing.n(x)},{drawing.n(y)}" for x, y in points)
        self._content.append(f'<polyline points="{listed}" fill="none" {extra}/>')

    def box(self, x: float, y: float, width: float, height: float, ink: Ink, radius: float = 0.0) -> None:
        """A rectangle, its corners rounded by ``radius``."""
        fill, extra = self._ink(ink)
        self._content.append(drawing.rect(x, y, width, height, fill, radius, extra))

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """A circle around its centre."""
        self._content.append(drawing.circle(x, y, radius, *self._ink(ink)))

    def words(self, text: str, x: float, y: float, size: float, colour: str, anchor: str = "middle") -> None:
        """Bold text on its baseline."""
        self._content.append(drawing.text(text, x, y, size, colour, anchor))

    def document(self, width: float, height: float) -> str:
        """All that was drawn, on white paper of this size."""
        paper = drawing.rect(0, 0, width, height, "#ffffff")
        return drawing.document(width, height, paper + "".join(self._content))


class PdfPen:
    """Draws onto a page of a reportlab canvas; ``left``: how far (mm) the page's corner lies from the mat's."""

    def __init__(self, canvas: Canvas, page_height: float, left: float = 0.0) -> None:
        self._canvas = canvas
        self._height, self._left = page_height, left
        register_fonts()

    def _at(self, x: float, y: float) -> Point:
        return (x - self._left) * mm, (self._height - y) * mm

    def _set(self, ink: Ink) -> dict[str, int]:
        if ink.fill:
            self._canvas.setFillColor(HexColor(ink.fill))
        if ink.line:
            self._canvas.setStrokeColor(HexColor(ink.line))
            self._canvas.setLineWidth(ink.width * mm)
            self._canvas.setLineJoin(1)
            self._canvas.setDash(*([[length * mm for length in ink.dash]] if ink.dash else []))
        return {"fill": int(bool(ink.fill)), "stroke": int(bool(ink.line))}

    def _trace(self, points: Sequence[Point], ink: Ink, *, closed: bool) -> None:
        how = self._set(ink)
        outline = self._canvas.beginPath()
        outline.moveTo(*self._at(*points[0]))
        for point in points[1:]:
            outline.lineTo(*self._at(*point))
        if closed:
            outline.close()
        self._canvas.drawPath(outline, **how)

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A closed polygon."""
        self._trace(points, ink, closed=True)

    def strip(self, points: Sequence[Point], ink: Ink) -> None:
        """An open line through the points."""
        self._trace(points, ink, closed=False)

    def box(self, x: float, y: float, width: float, height: float, ink: Ink, radius: float = 0.0) -> None:
        """A rectangle, its corners rounded by ``radius``."""
        how = self._set(ink)
        left, bottom = self._at(x, y + height)
        self._canvas.roundRect(left, bottom, width * mm, height * mm, radius * mm, **how)

    def disc(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """A circle around its centre."""
        how = self._set(ink)
        self._canvas.circle(*self._at(x, y), radius * mm, **how)

    def words(self, text: str, x: float, y: float, size: float, colour: str, anchor: str = "middle") -> None:
        """Bold text on its baseline."""
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.setFont(BOLD, size * mm)
        draw = {
            "start": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "end": self._canvas.drawRightString,
        }[anchor]
        draw(*self._at(x, y), text)


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Points on a circle between two angles in degrees (0 is right, 90 is down)."""
    angles = (math.radians(start + (end - start) * k / 16) for k in range(17))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def symbol(pen: Pen, name: str, x: float, y: float, size: float, colour: str) -> None:
    """A card colour's sign around (x, y): diamond, circle, bar, triangle or cross."""
    half = size / 2
    ink = Ink(fill=colour)
    if name == "diamond":
        pen.polygon([(x, y - half), (x + half * 0.8, y), (x, y + half), (x - half * 0.8, y)], ink)
    elif name == "circle":
        pen.disc(x, y, half * 0.85, ink)
    elif name == "bar":
        pen.box(x - half * 0.9, y - half * 0.4, size * 0.9, half * 0.8, ink)
    elif name == "triangle":
        pen.polygon([(x, y - half * 0.85), (x + half, y + half * 0.75), (x - half, y + half * 0.75)], ink)
    else:
        for sign in (-1, 1):
            a, b = half * 0.85, half * 0.85 - size * 0.18
            pen.polygon(
                [(x - sign * a, y - b), (x - sign * b, y - a), (x + sign * a, y + b), (x + sign * b, y + a)], ink
            )


def ruler(pen: Pen, x: float, y: float) -> None:
    """A ruler of 100 mm from (x, y) to the right: measure it to see whether the print is to scale."""
    ink = Ink(line="#606060", width=0.25)
    pen.strip([(x, y), (x + RULER, y)], ink)
    for k in range(11):
        pen.strip([(x + 10 * k, y), (x + 10 * k, y - (2.0 if k % 5 == 0 else 1.2))], ink)
    pen.words("100 mm", x + RULER + 1.5, y, 2.2, "#606060", "start")
