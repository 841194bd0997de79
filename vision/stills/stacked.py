"""Whether a card lies on others of its size: beside its print shows the side of the stack, on the card's far edges.

Where that side lies in the shade, it and the table beside it are dark.
"""

from itertools import pairwise

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import rectangle, shifted
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size
from vision.stills.placing import Shown

_PX_PER_MM = 4.0
"""At which edges are looked for: the nearest photographs have five."""
_BESIDE, _TABLE = 6.0, 1.5
"""mm about the card that are looked at, the outermost of which are taken for the table."""
_BORDER = 1.0
"""mm within the card's edge at which its border's colour is taken."""
_CORNER = 4.0
"""mm of an edge next to its corners that are left out: they are round, and the next edge's side shows there."""
_CLEAR = 12.0
"""Difference of colour (CIE L*a*b*) between border and table from which on it shows where one ends."""
_SHADE = 0.75
"""mm of shade beside an edge that are a stack's: a card of 0.3 mm casts as much only where the lamp stands lower than
22 degrees. Of the twin's lone cards none had two such edges, of decks nearly all."""
_IN_SHADE, _LIGHT_ENOUGH = 0.5, 0.03
"""Share of the table's light that is left in the shade; light of a table (of white paper's) on which that shows."""


def beyond_print(picture: Shown, quad: Points, size: Size, *, upright: bool = False) -> float | None:
    """How far (mm) paper reaches beyond a card's print, on the edge where it does most.

    ``quad``: the card's corners (px) as its print says, ``size``: in mm; ``upright``: only its left and right edges are
    looked at, for something shows above it. ``None``: no edge stands out from the table.
    """
    reached = [_beyond(side) for side in _sides(picture, quad, size)]
    # Where the place found is a mm aside, one edge loses what the opposite one has too much; where it is too small,
    # both have half of it.
    opposite = list(zip(reached[:2], reached[2:], strict=True))[upright:]
    pairs = ([one for one in pair if one is not None] for pair in opposite)
    both = [(max(pair), sum(pair)) for pair in pairs if pair]
    return min(max(edge for edge, _ in both), max(wider for _, wider in both)) if both else None


def casts_shade(picture: Shown, quad: Points, size: Size) -> bool:
    """Whether a shade as wide as a stack's lies along two neighbouring edges; as ``beyond_print``.

    A lone card that is bent casts one beside opposite edges, or beside one.
    """
    wide = [_shade(side) >= _SHADE for side in _sides(picture, quad, size)]
    return any(one and next_ for one, next_ in pairwise([*wide, wide[0]]))


def _sides(picture: Shown, quad: Points, size: Size) -> list[Image]:
    """The card and what is beside it (CIE L*a*b*), each of its edges uppermost in turn."""
    corners = rectangle(size).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), float)
    region = (size[0] + 2 * _BESIDE, size[1] + 2 * _BESIDE)
    frame = (round(region[0] * _PX_PER_MM), round(region[1] * _PX_PER_MM))
    seen = picture.patch(matrix @ shifted(-_BESIDE, -_BESIDE), region, frame)
    lab = cie_lab(seen)
    return [np.rot90(lab, turns) for turns in range(4)]


def _rows(lab: Image) -> Image:
    """The colours along the upper edge, from the border outwards.

    Half of an edge is enough, a token or a finger may lie on the rest.
    """
    aside = round((_BESIDE + _CORNER) * _PX_PER_MM)
    return np.asarray(np.median(lab[: round((_BESIDE + _BORDER) * _PX_PER_MM), aside:-aside], axis=1)[::-1])


def _shade(lab: Image) -> float:
    """How wide (mm) the shade beside the upper edge is."""
    light = ((_rows(lab)[:, 0] + 16) / 116) ** 3
    table = float(np.median(light[-round(_TABLE * _PX_PER_MM) :]))
    dark = light < _IN_SHADE * table
    return float(dark.sum() / _PX_PER_MM) if table > _LIGHT_ENOUGH else 0.0


def _beyond(lab: Image) -> float | None:
    """The same of the upper edge; ``None``: it cannot be told from the table, or does not end."""
    rows = _rows(lab)
    table = np.median(rows[-round(_TABLE * _PX_PER_MM) :], axis=0)
    apart = rows[0] - table
    if float(np.linalg.norm(apart)) < _CLEAR:
        return None
    like_border = (rows - table) @ apart / (apart @ apart)
    ends = np.flatnonzero(like_border < 0.5)
    if not len(ends) or ends[0] >= round((_BESIDE + _BORDER - _TABLE) * _PX_PER_MM):
        return None
    before, after = like_border[ends[0] - 1], like_border[ends[0]]
    return float((ends[0] - 0.5 + (before - 0.5) / (before - after)) / _PX_PER_MM - _BORDER)
