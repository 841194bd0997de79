"""Whether a round token lies about its spot, where exactly, and how it is turned: people lay them any way round."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.recognition.kinds import kind_of
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser
from vision.tokens.discs import Disc, edges_of
from vision.tokens.heap import rounds_in
from vision.tokens.naming import TokenReader, worth_trying
from vision.tokens.polar import STAY, Move, layer_of

_REACH, _STEP = 0.3, 0.06
"""How far from its spot a token may lie, and how finely that is searched: shares of its radius."""
_FINER = (0.03, 0.015)
"""Then at these steps: the last is a fifth of a mm on a token of 28 mm."""
_SPREAD = 1.0 + _REACH + 0.1
"""Radii about the spot that are unrolled: what may be reached and a little ground."""
_RIM_VOTES = 1.5
"""Votes (``discs``) of a rim that is sought in one place. Of 1,080 places of bare wood, felt and cloth none had more
than 0.9, of nine tokens on a cloth in bad light none less than 2.0."""


class Turned:
    """Finds the poses under which round tokens of a library fit a place."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library, self._reader = library, TokenReader(library, recogniser)

    def poses(self, sheet: Image, start: Pose, candidates: Sequence[str]) -> list[Pose]:
        """The likeliest poses (the best first, a few) of a token near ``start`` on a rectified mat (uint8 BGR).

        None where a candidate is no round token: how others lie is printed on the mat.
        """
        tokens = [face for face in candidates if face in self._library.faces]
        if not tokens or any(kind_of(face).group != "token" or not self._reader.is_compact(face) for face in tokens):
            return []
        radius = float(np.median([self._reader.templates.of[face].radius_mm for face in tokens])) * PX_PER_MM
        disc = Disc(start.x * PX_PER_MM - 0.5, start.y * PX_PER_MM - 0.5, radius, radius)
        layer = layer_of(sheet, disc, spread=_SPREAD)
        move, _ = self._reader.templates.match(layer, tokens, _about())
        found = self._reader.settled(layer, disc, tokens, move, _FINER)
        return [Pose.of_quad(self._reader.quad(found.disc, match)) for match in worth_trying(found.matches)]


def shows_rim(sheet: Image, start: Pose, candidates: Sequence[str]) -> bool:
    """Whether something round and so large lies about ``start`` on a rectified mat (uint8 BGR), whatever it shows.

    Not where a candidate is no token.
    """
    if start.width != start.height or any(kind_of(face).group != "token" for face in candidates):
        return False
    around = start._replace(width=_SPREAD * start.width, height=_SPREAD * start.height).cut(sheet)
    radius, middle = start.width / 2 * PX_PER_MM, (np.array(around.shape[1::-1]) - 1) / 2
    rounds = rounds_in(edges_of(around), radius, _RIM_VOTES)
    return any(float(np.hypot(*(np.array((disc.x, disc.y)) - middle))) < _REACH * radius for disc in rounds)


def _about() -> list[Move]:
    """The place itself and those around it."""
    reach = np.arange(-_REACH, _REACH + 1e-6, _STEP)
    around = [(float(dx), float(dy), 1.0) for dx in reach for dy in reach if np.hypot(dx, dy) <= _REACH]
    return [STAY, *around]
