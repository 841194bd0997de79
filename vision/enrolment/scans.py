"""Pages from a flatbed scanner: every piece on the page, in reading order."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.enrolment.cutting import Cut, cut_out
from vision.enrolment.finding import Outline, outline_of
from vision.geometry import channels
from vision.geometry.image import Image
from vision.geometry.quads import area, clockwise, straightened, whole_things
from vision.recognition.kinds import Kind, Size

_WORK_SIDE = 1400
"""Pixels of a page's long side at which pieces are sought: 0.2 mm of A4."""
_LEAST_SHARE = 0.15
"""Of the largest piece's side: what is smaller is no piece (chosen by hand; the run is not recorded)."""
_SMALLEST_MM, _SMALLEST_SHARE = 9.0, 0.02
"""A piece's shorter side at least, in mm or, where no resolution is stated, as a share of the page: 6 mm of A4."""
_EDGE = 0.012
"""Share of the page's side, 3.5 mm of A4, along its edges: it tells the lid's colour, and its rim's shadow lies
there."""
_LEAST_STEP = 5.0
"""Grey levels by which a piece differs from the lid at least (chosen by hand; the run is not recorded)."""
_GAP_THREAD = (7, 9)
"""Pixels (of ``_WORK_SIDE``) of a gap that is closed, and of a thread that is cut off: 1.5 and 2 mm of A4."""
_INCH_MM = 25.4
"""mm of an inch."""


class Found(NamedTuple):
    """A piece on a page: its outline and where its middle lies, as fractions of the page's width and height."""

    outline: Outline
    place: tuple[float, float]


def pieces_on(page: Image, dpi: float | None) -> tuple[Found, ...]:
    """Every piece on a scanned page (uint8 BGR) in reading order: rows from the top, each from the left.

    The lid may be white, black or grey; pieces must not touch each other. ``dpi``: tells dust from tokens.
    """
    scale = min(1.0, _WORK_SIDE / max(page.shape[:2]))
    small = page if scale == 1 else cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    least = _SMALLEST_MM * dpi * scale / _INCH_MM if dpi else _SMALLEST_SHARE * max(small.shape[:2])
    outlines = []
    for contour in _contours(small):
        if min(cv2.minAreaRect(contour)[1]) < least:
            continue
        points = (contour.reshape(-1, 2).astype(np.float64) + 0.5) / scale - 0.5
        outlines.append(outline_of(points))
    large = max((area(outline.quad) for outline in outlines), default=0.0)
    pieces = [outline for outline in outlines if area(outline.quad) > _LEAST_SHARE**2 * large]
    sharp = [
        outline._replace(quad=straightened(outline.quad, outline.contour)) if outline.shape == "rectangle" else outline
        for outline in pieces
    ]
    return tuple(_found(outline, page) for outline in _in_reading_order(sharp))


def cut_piece(page: Image, found: Found, kind: Kind) -> Cut:
    """A found piece's own picture; its top is the side nearest to the page's top."""
    return cut_out(page, found.outline, kind)


def true_size(cut: Cut, dpi: float) -> Size:
    """Width and height in mm of a piece that was scanned at so many dots per inch."""
    return round(cut.sides[0] * _INCH_MM / dpi, 1), round(cut.sides[1] * _INCH_MM / dpi, 1)


def _off_the_lid(page: Image) -> Image:
    """The places (bool) that are not the lid's colour, which is that of most of what lies along the page's edges.

    A scanner's light is even and its noise small: a white card's edge on a white lid is a few grey levels away.
    """
    smooth = cv2.GaussianBlur(page, (0, 0), 1.0).astype(np.float32)
    margin = max(2, round(_EDGE * max(page.shape[:2])))
    strips = (smooth[:margin], smooth[-margin:], smooth[:, :margin], smooth[:, -margin:])
    edge = np.concatenate([strip.reshape(-1, 3) for strip in strips])
    lid = np.median(edge, axis=0)
    noise = 1.48 * float(np.median(np.abs(edge - lid).max(1)))
    return np.asarray(channels.most(np.abs(smooth - lid)) > max(_LEAST_STEP, 3 * noise))


def _contours(page: Image) -> list[Image]:
    mask = _off_the_lid(page).astype(np.uint8)
    margin = max(2, round(_EDGE * max(page.shape[:2])))
    # The shadow of the lid's rim and the glass's edge run along the page's own.
    mask[:margin], mask[-margin:], mask[:, :margin], mask[:, -margin:] = 0, 0, 0, 0
    # Smoothing has let everything grow by a pixel; hairs and threads that lie against a card are cut off.
    solid = cv2.erode(whole_things(mask, *_GAP_THREAD), np.ones((3, 3), np.uint8))
    return list(cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0])


def _in_reading_order(outlines: Sequence[Outline]) -> list[Outline]:
    """Those whose middles lie within the height of a row's first piece are one row."""
    left = sorted(outlines, key=lambda outline: float(outline.quad[:, 1].mean()))
    ordered: list[Outline] = []
    while left:
        first = left[0].quad
        middle, half = float(first[:, 1].mean()), float(np.ptp(clockwise(first)[:, 1])) / 2
        row = [outline for outline in left if abs(float(outline.quad[:, 1].mean()) - middle) < half]
        ordered += sorted(row, key=lambda outline: float(outline.quad[:, 0].mean()))
        left = [outline for outline in left if not any(outline is other for other in row)]
    return ordered


def _found(outline: Outline, page: Image) -> Found:
    x, y = outline.quad.mean(0) / (page.shape[1], page.shape[0])
    return Found(outline, (float(x), float(y)))
