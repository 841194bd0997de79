"""A QR code on paper, with what it is for beside it."""

from typing import Final

import segno
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from companion.results.score_sheet import style

_SIDE: Final = 34 * mm
HEIGHT: Final = _SIDE + 4 * mm
"""How much of the page it takes, the space above it included."""
_QUIET: Final = 4
"""Modules that stay white around a code."""


class Code(Flowable):  # type: ignore[misc]  # reportlab has no annotations
    """A code of 34 mm, which a phone reads from a hand's breadth away, and words on its right."""

    def __init__(self, content: str, words: str) -> None:
        super().__init__()
        self._modules = [list(row) for row in segno.make(content, error="l", micro=False).matrix]
        self._words = style.text(words)

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """As wide as may be."""
        self.width = width
        return width, HEIGHT

    def draw(self) -> None:
        """Paint each run of black modules as one bar, so that no hairs of white show between them."""
        side = _SIDE / (len(self._modules) + 2 * _QUIET)
        self.canv.setFillColor(style.BLACK)
        for row, modules in enumerate(self._modules):
            y = _SIDE - (row + 1 + _QUIET) * side
            start = 0
            for column, module in enumerate([*modules, 0]):
                if not module:
                    if column > start:
                        # From the left edge of the page's text: the white around it is the margin's.
                        self.canv.rect(start * side, y, (column - start) * side, side, stroke=0, fill=1)
                    start = column + 1
        _width, height = self._words.wrap(110 * mm, _SIDE)
        self._words.drawOn(self.canv, _SIDE, (_SIDE - height) / 2)
