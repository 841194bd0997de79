"""The table painted from straight above, piece on piece; only what has changed is painted again.

The canvas begins ``PAD`` mm outside the table. A picture of a piece is kept ready as two layers: what is left of
the ground under it (shadow included) and what it adds.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.twin.arrangement import Arrangement, Pose
from companion.twin.faceart import Wardrobe
from companion.twin.sprites import Sprite
from vision.geometry.image import Image

PX_PER_MM = 2.0
PAD = 40.0

Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, the last two exclusive."""
MatArt = Callable[[int], Image | None]
"""The printed picture of a mat (BGR, its top left corner first); None: it is only thought of."""

_KEPT = 700
_EDGE = (196, 208, 214)
_LIGHT_FALLS = np.array([0.62, 0.78])
_MAT_SHADOW = 1.2


@dataclass(frozen=True, eq=False)
class _Layer:
    left: int
    top: int
    keep: Image
    add: Image

    @property
    def rect(self) -> Rect:
        return self.left, self.top, self.left + self.add.shape[1], self.top + self.add.shape[0]


def overlap(one: Rect, other: Rect) -> Rect | None:
    """Where two rectangles meet."""
    both = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return both if both[0] < both[2] and both[1] < both[3] else None


class Canvas:
    """What lies on the table, from above, unlit: ``image`` is uint8 BGR.

    ``ground``: the bare table top, as large as the canvas. ``shadow``: darkness of contact shadows, 0..1.
    """

    def __init__(self, ground: Image, wardrobe: Wardrobe, mat_art: MatArt, shadow: float) -> None:
        self.image = ground.copy()
        self._bare = ground
        self._ground = ground.copy()
        self._wardrobe = wardrobe
        self._mat_art = mat_art
        self._shadow = shadow
        self._table: Arrangement | None = None
        self._sheets: tuple[_Layer | None, ...] = ()
        self._sprites: tuple[Sprite, ...] = ()
        self._layers: OrderedDict[Sprite, _Layer] = OrderedDict()

    def show(self, table: Arrangement, sprites: Sequence[Sprite]) -> list[Rect]:
        """Paint this (the lowest first); returns the rectangles that were painted anew."""
        changed = [self._layer(sprite).rect for sprite in set(sprites) ^ set(self._sprites)]
        self._sprites = tuple(sprites)
        if self._table is None:
            changed.append((0, 0, self.image.shape[1], self.image.shape[0]))
        if table != self._table:
            changed += self._lay_mats(table)
        rects = merge(rect for rect in (self._inside(rect) for rect in changed) if rect)
        for rect in rects:
            self._paint(rect)
        return rects

    def _inside(self, rect: Rect) -> Rect | None:
        return overlap(rect, (0, 0, self.image.shape[1], self.image.shape[0]))

    def _paint(self, rect: Rect) -> None:
        left, top, right, bottom = rect
        self.image[top:bottom, left:right] = self._ground[top:bottom, left:right]
        for sprite in self._sprites:
            layer = self._layer(sprite)
            both = overlap(layer.rect, rect)
            if both:
                _blend(self.image, layer, both)

    def _layer(self, sprite: Sprite) -> _Layer:
        layer = self._layers.get(sprite)
        if layer is None:
            layer = self._layers[sprite] = self._cut(sprite)
            if len(self._layers) > _KEPT:
                self._layers.popitem(last=False)
        else:
            self._layers.move_to_end(sprite)
        return layer

    def _cut(self, sprite: Sprite) -> _Layer:
        """The piece turned, sized and placed, with its soft shadow."""
        picture = self._wardrobe.picture(sprite.face)
        if sprite.edge:
            picture = np.dstack([np.full_like(picture[..., :3], _EDGE), picture[..., 3]])
            picture[..., :3] = (picture[..., :3] * sprite.edge).astype(np.uint8)
        reach = sprite.cast * PX_PER_MM
        offset = _LIGHT_FALLS * reach
        margin = reach * 2.5 + 3
        height, width = picture.shape[:2]
        turn = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), -sprite.angle, sprite.scale)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ turn[:, :2].T
        span = (corners.max(axis=0) - corners.min(axis=0)) / 2 + margin
        centre = (np.array([sprite.x, sprite.y]) + PAD) * PX_PER_MM - 0.5
        left, top = np.floor(centre - span).astype(int)
        right, bottom = np.ceil(centre + span).astype(int) + 1
        turn[:, 2] += centre - (left, top) - (width / 2 - 0.5, height / 2 - 0.5)
        size = (int(right - left), int(bottom - top))
        colour = picture[..., :3].astype(np.float32) * (picture[..., 3:].astype(np.float32) / 255)
        layers = np.dstack([colour, picture[..., 3]]).astype(np.float32)
        laid = cv2.warpAffine(layers, turn, size, flags=cv2.INTER_LINEAR)
        alpha = laid[..., 3] / 255
        shift = np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float64)
        dark = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, size), (0, 0), max(0.8, reach * 0.8))
        keep = (1 - alpha) * (1 - self._shadow * dark) * 255
        return _Layer(
            int(left),
            int(top),
            cv2.merge([np.rint(keep).astype(np.uint8)] * 3),
            np.rint(laid[..., :3]).astype(np.uint8),
        )

    def _lay_mats(self, table: Arrangement) -> list[Rect]:
        """Lay the sheets of paper on the bare table; returns where it looks different from before."""
        sheets = tuple(self._sheet(mat, pose) for mat, pose in enumerate(table.mats))
        moved = [sheet for sheet in set(sheets) ^ set(self._sheets) if sheet]
        changed = [rect for sheet in moved if (rect := self._inside(sheet.rect))]
        self._table, self._sheets = table, sheets
        for left, top, right, bottom in merge(changed):
            self._ground[top:bottom, left:right] = self._bare[top:bottom, left:right]
            for sheet in filter(None, sheets):
                both = overlap(sheet.rect, (left, top, right, bottom))
                if both:
                    _blend(self._ground, sheet, both)
        return changed

    def _sheet(self, mat: int, pose: Pose) -> _Layer | None:
        if self._table is not None and self._table.mats[mat] == pose:
            return self._sheets[mat]
        art = self._mat_art(mat)
        if art is None:
            return None
        height, width = art.shape[:2]
        corners = (np.array(pose.corners()) + PAD) * PX_PER_MM - 0.5
        margin = 4 * _MAT_SHADOW * PX_PER_MM
        low, high = np.floor(corners.min(axis=0) - margin), np.ceil(corners.max(axis=0) + margin) + 1
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        source = np.array([[0, 0], [width, 0], [0, height]], np.float32) - 0.5
        turn = cv2.getAffineTransform(source, (corners[[0, 1, 3]] - low).astype(np.float32))
        paper = cv2.warpAffine(art, turn, size, flags=cv2.INTER_LINEAR)
        alpha = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)
        dark = cv2.GaussianBlur(alpha, (0, 0), _MAT_SHADOW * PX_PER_MM)
        shade = cv2.convertScaleAbs(dark, alpha=-self._shadow, beta=255)
        keep = cv2.multiply(255 - alpha, np.asarray(shade), scale=1 / 255)
        return _Layer(int(low[0]), int(low[1]), cv2.merge([keep] * 3), np.asarray(paper))


def _blend(image: Image, layer: _Layer, where: Rect) -> None:
    left, top, right, bottom = where
    here = image[top:bottom, left:right]
    part = slice(top - layer.top, bottom - layer.top), slice(left - layer.left, right - layer.left)
    cv2.add(cv2.multiply(here, layer.keep[part], scale=1 / 255), layer.add[part], dst=here)


def merge(rects: Iterable[Rect]) -> list[Rect]:
    """The same rectangles, those that meet made one."""
    left: list[Rect] = []
    for rect in rects:
        new = rect
        while True:
            met = [other for other in left if overlap(new, other)]
            if not met:
                break
            left = [other for other in left if other not in met]
            whole = [new, *met]
            new = (
                min(r[0] for r in whole),
                min(r[1] for r in whole),
                max(r[2] for r in whole),
                max(r[3] for r in whole),
            )
        left.append(new)
    return left
