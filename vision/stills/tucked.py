"""Cards that lie face down under a board: below its lower edge shows what of their backs sticks out.

They lie side by side, each as far out as it was pushed, its lower end or its upper end below. Where a back's end may
lie is looked for roughly; its fine print (``fine_print``) says whether it does.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import shifted
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size, kind_of
from vision.stills.columns import EXPLAINED, closer, named
from vision.stills.fine_print import ROUGH_PX_PER_MM
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found
from vision.stills.templates import Alike

_LEAST, _MOST = 12.0, 50.0
"""mm of a card that stick out: less shows little but its border, more than half of it and it does not stay there."""
_BRIM = 4.0
"""mm beside a board that are looked at, too: a card lies a little askew, a board is found a little aside."""
_PROMISING = 0.4
"""Correlation from which on a place is looked at closely."""
_PLACES = 12
"""Places looked at closely: four cards lie under a board, and three backs are tried at each."""
_APART = 0.5
"""Share of a card's width between two that lie side by side, at least: they are pushed in below their stages."""


class _Place(NamedTuple):
    """Where a back may lie (homography, mm on it to px), and how clearly."""

    clear: float
    matrix: Image


def tucked(table: Table, alike: Alike) -> list[Found]:
    """The backs below the boards that were found."""
    found: list[Found] = []
    backs = [face for face in alike if kind_of(face).group == "back"]
    for board in [one for one in table.accepted if kind_of(one.face).group == "board"]:
        for faces in sorted({alike[back] for back in backs}):
            found += _below(table, board, [face for face in faces if kind_of(face).group == "back"])
    return found


def _below(table: Table, board: Placed, backs: Sequence[str]) -> list[Found]:
    size = table.templates.sizes[backs[0]]
    found: list[Found] = []
    for place in sorted(_places(table, table.quad(board), size, backs), key=lambda one: -one.clear)[:_PLACES]:
        # Those that their features have told are found already.
        lying = [one for one in table.accepted if kind_of(one.face).group == "back"]
        here = table.at(backs[0], place.matrix)
        if any(table.on_each_other(here, one) < _APART * size[0] for one in lying):
            continue
        read = closer(table, place.matrix, backs, [table.quad(one) for one in (board, *lying)])
        if read is None or read.explained < EXPLAINED:
            continue
        placed, ranked = named(table, read)
        table.claim(placed)
        found.append(Found(table.quad(placed), ranked))
    return found


def _places(table: Table, board: Points, size: Size, backs: Sequence[str]) -> Iterator[_Place]:
    """Where below a board (its corners in px) the ends of backs are that look like these, either way up."""
    left, right = table.plane.on_table(board[[3, 2]])
    wide = float(np.hypot(*(right - left)))
    x, y = (right - left) / wide
    # From mm along the board's lower edge and away from it to the table's.
    across = np.array([[x, -y, left[0]], [y, x, left[1]], [0, 0, 1]])
    matrix = np.linalg.inv(table.plane.plane) @ across @ shifted(-_BRIM, 0.0)
    region = (wide + 2 * _BRIM, _MOST)
    seen = table.evened(matrix, region, _pixels(region))
    for back in backs:
        whole = table.templates.fine.rough(back, size)
        depth = round(_LEAST * ROUGH_PX_PER_MM)
        for end, upside_down in ((whole[-depth:], False), (whole[depth - 1 :: -1, ::-1], True)):
            for clear, right_by, down in _peaks(seen, np.ascontiguousarray(end)):
                # Where the card's lowest corner on the left is.
                at = matrix @ shifted(right_by, down + _LEAST)
                own = shifted(size[0], 0.0) @ np.diag([-1.0, -1.0, 1.0]) if upside_down else shifted(0.0, -size[1])
                yield _Place(clear, at @ own)


def _peaks(seen: Image, end: Image) -> Iterator[tuple[float, float, float]]:
    """Where (mm from its upper left) a region shows the end of a card: how clearly, how far right and down."""
    lab = cie_lab(seen)
    if end.shape[0] > lab.shape[0] or end.shape[1] > lab.shape[1]:
        return
    fits = cv2.matchTemplate(lab, end, cv2.TM_CCOEFF_NORMED)
    aside = round(_APART * end.shape[1])
    for _ in range(_PLACES):
        _, clear, _, (right, down) = cv2.minMaxLoc(fits)
        if clear < _PROMISING:
            return
        yield clear, right / ROUGH_PX_PER_MM, down / ROUGH_PX_PER_MM
        fits[:, max(0, right - aside) : right + aside + 1] = -1


def _pixels(size: Size) -> tuple[int, int]:
    return round(size[0] * ROUGH_PX_PER_MM), round(size[1] * ROUGH_PX_PER_MM)
