"""Which face a rectified patch shows: the seam behind which recognisers are exchanged."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np

from vision.describe import describe
from vision.image import Image
from vision.kinds import GRIDS, Group, kind_of
from vision.library import Library
from vision.sighting import FaceProbability

Ranked = tuple[FaceProbability, ...]
"""Best first; what is missing to 1 is the probability that it is none of the enrolled faces."""

_WORTH_SAYING = 0.002


class Recogniser(Protocol):
    """Names the face on patches that hold one piece each."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """For each patch (uint8 BGR, the piece filling it, right way up) the candidates, ranked.

        ``candidates``: the only faces that it may be, of any group; empty: any of the library's.
        """


class LibraryRecogniser:
    """Descriptor and discriminant; the baseline."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._split = lru_cache(maxsize=256)(self._groups)

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``; several groups are each asked, and the surest answer counts."""
        tables = []
        for group, names, allowed in self._split(tuple(candidates)):
            ready = self._library.discriminants[group]
            tables.append((names, ready.probabilities(describe(patches, GRIDS[group]), allowed)[:, allowed]))
        return [_rank([(names, table[k]) for names, table in tables]) for k in range(len(patches))]

    def _groups(self, candidates: tuple[str, ...]) -> tuple[tuple[Group, tuple[str, ...], Image], ...]:
        wanted = [face for face in candidates or self._library.faces if face in self._library.faces]
        groups = sorted({kind_of(face).group for face in wanted})
        split = []
        for group in groups:
            faces = self._library.discriminants[group].faces
            allowed = np.array([face in wanted for face in faces])
            split.append((group, tuple(np.array(faces)[allowed].tolist()), allowed))
        return tuple(split)


def _rank(tables: list[tuple[tuple[str, ...], Image]]) -> Ranked:
    total = sum(float(shares.sum()) for _, shares in tables)
    scale = 1 / max(total, 1.0)
    found = [
        FaceProbability(name, round(float(share) * scale, 4))
        for names, shares in tables
        for name, share in zip(names, shares, strict=True)
        if share * scale > _WORTH_SAYING
    ]
    return tuple(sorted(found, key=lambda one: -one.probability))


def certainty(ranked: Ranked) -> float:
    """The probability that it is any of the enrolled faces."""
    return sum(one.probability for one in ranked)


def cut(image: Image, centre: tuple[float, float], size: tuple[float, float], turn: float, scale: float) -> Image:
    """The upright patch of a piece in a rectified picture of ``scale`` pixels a mm.

    ``centre`` and ``size`` in mm, ``turn`` in degrees clockwise; the patch has the picture's scale.
    """
    width, height = max(8, round(size[0] * scale)), max(8, round(size[1] * scale))
    angle = np.deg2rad(turn)
    cosine, sine = np.cos(angle), np.sin(angle)
    fx, fy = size[0] * scale / width, size[1] * scale / height
    x, y = centre[0] * scale - 0.5, centre[1] * scale - 0.5
    matrix = np.array(
        [
            [cosine * fx, -sine * fy, x - cosine * fx * (width - 1) / 2 + sine * fy * (height - 1) / 2],
            [sine * fx, cosine * fy, y - sine * fx * (width - 1) / 2 - cosine * fy * (height - 1) / 2],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
