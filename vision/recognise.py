"""Which face a rectified patch shows: the seam behind which recognisers are exchanged."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from vision.calibration import Judged, probabilities
from vision.cells import CELL_GRIDS, describe_cells
from vision.describe import describe
from vision.image import Image
from vision.kinds import GRIDS, Group, kind_of
from vision.library import Library
from vision.sighting import FaceProbability

Ranked = tuple[FaceProbability, ...]
"""Best first; what is missing to 1 is the probability that it is none of the enrolled faces."""

_WORTH_SAYING = 0.0001
_CLOSE_LOOKS = 4


class Recogniser(Protocol):
    """Names the face on patches that hold one piece each."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """For each patch (uint8 BGR, the piece filling it, right way up) the candidates, ranked.

        ``candidates``: the only faces that it may be, of any group; empty: any of the library's.
        """

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """Of several tries at cutting out one piece: which shows it best, and what it shows."""


class _Look(NamedTuple):
    """What a close look says: probabilities by face of one group, and how well the best fits (evidence a cell)."""

    names: tuple[str, ...]
    shares: Image
    fit: float


class LibraryRecogniser:
    """A quick look at everything (a discriminant), a close look (cell by cell) where it counts."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._split = lru_cache(maxsize=256)(self._groups)

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``; several groups are each asked, and the surest answer counts."""
        return [ranked for _, ranked in self._close_looks(patches, candidates)]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """As ``Recogniser``; a quick look chooses which tries are worth a close one."""
        promising = list(range(len(tries)))
        if len(tries) > _CLOSE_LOOKS:
            quick = self._quick_look(tries, candidates)
            promising = np.argsort(-quick)[:_CLOSE_LOOKS].tolist()
        looked = self._close_looks([tries[k] for k in promising], candidates)
        # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
        best = max(range(len(looked)), key=lambda k: looked[k][0])
        return promising[best], looked[best][1]

    def _close_looks(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[tuple[float, Ranked]]:
        """For each patch how well the best candidate fits (evidence a cell), and all of them, ranked."""
        groups = self._split(tuple(candidates))
        found = []
        for patch in patches:
            looks = [self._close_look(patch, *group) for group in groups]
            fit = max((look.fit for look in looks), default=-np.inf)
            found.append((fit, _rank([(look.names, look.shares) for look in looks])))
        return found

    def _close_look(self, patch: Image, group: Group, names: tuple[str, ...], allowed: Image) -> _Look:
        cells = describe_cells(patch, CELL_GRIDS[group])
        scores = self._library.evidence[group].scores(cells)
        judged = Judged(scores[None, :], np.array([cells.seen.sum()]), len(cells.seen))
        table = probabilities(judged, allowed, self._library.calibrations[group])
        return _Look(names, table[0, allowed], float(scores[allowed].max()) / len(cells.seen))

    def _quick_look(self, patches: Sequence[Image], candidates: Sequence[str]) -> Image:
        """How promising each patch is: its distance to the nearest candidate, turned round."""
        best: Image = np.full(len(patches), -np.inf)
        for group, _, allowed in self._split(tuple(candidates)):
            distances = self._library.discriminants[group].distances(describe(patches, GRIDS[group]))
            best = np.maximum(best, -distances[:, allowed].min(1))
        return best

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
        FaceProbability(name, float(share) * scale)
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
