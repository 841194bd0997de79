"""A game's own drawn pieces: the shape of its facet ``proxies``, whose one constant is ``PROXIES``.

For practice, for tests and for printing; no art of the real game is in them. Sizes are millimetres.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import cast

import msgspec

from companion.art.drawing import document
from companion.art.raster import Image, rasterise
from companion.errors import Unusable
from companion.games.catalogue import UnknownGameError, facet

_KEPT = 600
"""Pictures kept at once: a whole box at two resolutions."""


class Printed(msgspec.Struct, frozen=True):
    """Something to cut out: its front and, where it has one, its back (both the same size)."""

    front: str
    back: str | None = None


class Label(msgspec.Struct, frozen=True):
    """What stands on a card's sleeve label: its face, its title, the sign of its colour (see ``drawing.symbol``)."""

    face: str
    title: str
    symbol: str


class ProxySet:
    """Every face of a game that we have drawn.

    ``title``: the game's, as it stands on paper. ``sizes``: width and height of each (mm). ``draw``: the inside of a
    face's picture, in SVG. ``cards``: the faces that are paper cut straight; all others are punched board of any shape.
    ``printed`` and ``labels``: what is printed of the set, with every copy in the box or each face once; without them
    each face once, and no labels.
    """

    def __init__(
        self,
        title: str,
        sizes: Mapping[str, tuple[float, float]],
        draw: Callable[[str], str],
        *,
        cards: frozenset[str] = frozenset(),
        printed: Callable[[bool], tuple[Printed, ...]] | None = None,
        labels: Callable[[bool], tuple[Label, ...]] | None = None,
    ) -> None:
        self.title = title
        self.cards = cards
        self._sizes = sizes
        self._draw = draw
        self._printed = printed
        self._labels = labels
        self._kept = lru_cache(maxsize=_KEPT)(self._rasterised)

    def face_ids(self) -> tuple[str, ...]:
        """Every face of the set."""
        return tuple(self._sizes)

    def size_mm(self, face: str) -> tuple[float, float]:
        """Width and height of a face. Raises ``KeyError`` with one line for a face that is not in the set."""
        if face not in self._sizes:
            raise KeyError(f"no proxy for face {face!r} among those of {self.title}")
        return self._sizes[face]

    def svg(self, face: str) -> str:
        """The face as an SVG document, one user unit a millimetre. Raises ``KeyError`` as ``size_mm`` does."""
        return document(*self.size_mm(face), self._draw(face))

    def picture(self, face: str, px_per_mm: float = 6.0) -> Image:
        """The face in pixels: uint8 height x width x 4, BGRA, read-only; alpha is the piece's shape."""
        return self._kept(face, px_per_mm)

    def _rasterised(self, face: str, px_per_mm: float) -> Image:
        width, height = (round(side * px_per_mm) for side in self.size_mm(face))
        return rasterise(self.svg(face), width, height)

    def printed(self, *, every: bool) -> tuple[Printed, ...]:
        """The pieces to cut out: the whole box, or each face once."""
        return self._printed(every) if self._printed else tuple(Printed(face) for face in self._sizes)

    def labels(self, *, every: bool) -> tuple[Label, ...]:
        """The sleeve labels: for every card of the box, or for each face once."""
        return self._labels(every) if self._labels else ()


def proxies_of(game: str) -> ProxySet:
    """A game's drawn pieces. Raises ``Unusable`` where there is no such game, or none are drawn."""
    try:
        drawn = facet(game, "proxies")
    except UnknownGameError as error:
        raise Unusable(str(error)) from error
    if drawn is None:
        raise Unusable(f"{game}: no pieces of its own are drawn for it")
    return cast("ProxySet", drawn.PROXIES)


def proxies_with(face: str) -> ProxySet:
    """The drawn pieces among which a face is: those of the game that its id begins with."""
    return proxies_of(face.partition("/")[0])
