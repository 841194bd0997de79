"""How pieces come to lie: cards lean on what is under them and are a little bent, board lies flat."""

import math
from collections import defaultdict
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.photoreal.scene import Point, Solid
from companion.art.proxy_set import proxies_with
from companion.twin.faceart import FaceArt, Wardrobe
from companion.twin.sprites import thickness
from companion.twin.world import Piece, World
from vision.geometry.image import Image

_PX_PER_MM = 8.0
"""Of a face's picture: four times finer than the camera sees it."""
_SHOWN = 3
"""Of a pile, so many of the uppermost are laid as cards of their own; the others are blocks of four."""
_BLOCK = 4
_BEND = 1.6
"""mm that a bent card's ends stand up at most: twice what played, unsleeved cards were seen to do."""


class Pictures:
    """The faces as files for Blender, and their shapes."""

    def __init__(self, folder: Path, art: FaceArt | None) -> None:
        self._folder = folder
        self._wardrobe = Wardrobe(_PX_PER_MM, art)
        self._files: dict[str, tuple[str, tuple[Point, ...]]] = {}
        self.white = str(folder / "white.png")
        cv2.imwrite(self.white, np.full((8, 8, 3), 225, np.uint8))

    def file(self, face: str) -> str:
        """The face's picture (PNG, alpha is its shape)."""
        return self._made(face)[0]

    def outline(self, face: str) -> tuple[Point, ...]:
        """The piece's shape in mm from its centre, corners clockwise."""
        return self._made(face)[1]

    def _made(self, face: str) -> tuple[str, tuple[Point, ...]]:
        if face not in self._files:
            picture = self._wardrobe.picture(face)
            path = self._folder / f"{face.replace('/', '__')}.png"
            cv2.imwrite(str(path), picture)
            self._files[face] = str(path), _outline(picture)
        return self._files[face]


def _outline(picture: Image) -> tuple[Point, ...]:
    solid = (picture[..., 3] > 127).astype(np.uint8)
    found = max(cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)
    corners = cv2.approxPolyDP(found, 1.2, closed=True)[:, 0].astype(float)
    height, width = solid.shape
    return tuple(
        (float(x + 0.5 - width / 2) / _PX_PER_MM, float(y + 0.5 - height / 2) / _PX_PER_MM) for x, y in corners
    )


class Heap:
    """The table as heights (mm, one a square mm), built up piece by piece."""

    def __init__(self, width: float, height: float) -> None:
        self._heights = np.full((math.ceil(height) + 1, math.ceil(width) + 1), 0.4)

    def under(self, points: Image) -> Image:
        """How high it is at these points (N x 2, mm)."""
        return np.asarray(self._heights[self._cells(points)])

    def cover(self, points: Image, heights: Image) -> None:
        """It is at least this high at these points now."""
        np.maximum.at(self._heights, self._cells(points), heights)

    def _cells(self, points: Image) -> tuple[Image, Image]:
        """Rows and columns of these points; what is off the table is at its edge."""
        columns, rows = points[:, 0].astype(int), points[:, 1].astype(int)
        height, width = self._heights.shape
        return np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)


def solids(world: World, pictures: Pictures, *, sleeved: bool) -> tuple[Solid, ...]:
    """Every piece of a table as a solid, from below upwards."""
    heap = Heap(world.arrangement.width, world.arrangement.height)
    piles: defaultdict[tuple[str, float], list[int]] = defaultdict(list)
    pieces = sorted(world.pieces.values(), key=lambda piece: piece.z)
    for piece in pieces:
        if piece.piled:
            piles[piece.place, piece.slot].append(piece.id)
    shown = {number for pile in piles.values() for number in pile[-_SHOWN:]}
    blocks = {number for pile in piles.values() for number in pile[:-_SHOWN][::_BLOCK]}
    found: list[Solid] = []
    for piece in pieces:
        if not piece.piled or piece.id in shown or piece.id in blocks:
            block = piece.piled and piece.id not in shown
            found.append(_laid(world, piece, heap, pictures, block=block, sleeved=sleeved))
    return tuple(found)


def _laid(world: World, piece: Piece, heap: Heap, pictures: Pictures, *, block: bool, sleeved: bool) -> Solid:
    """The piece on whatever lies there; of a ``block`` only the edge is ever seen."""
    centre = world.point(piece)
    angle = piece.angle + world.arrangement.mats[piece.mat].angle
    size = proxies_with(piece.face).size_mm(piece.face)
    flat = thickness(piece.face)
    own = np.stack(np.meshgrid(*(np.arange(-side / 2 + 0.5, side / 2, 1.0) for side in size)), axis=-1).reshape(-1, 2)
    turn = math.radians(angle)
    turned = own @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + np.array(centre)
    under = heap.under(turned)
    if block or flat > 1:
        thick = _BLOCK * flat if block else flat
        height = float(np.percentile(under, 95))
        heap.cover(turned, np.full(len(turned), height + thick))
        if block and flat < 1:
            half = size[0] / 2, size[1] / 2
            corners = ((-half[0], -half[1]), (half[0], -half[1]), half, (-half[0], half[1]))
            return Solid(pictures.white, centre, angle, size, height, thick=thick, outline=corners)
        file, outline = pictures.file(piece.face), pictures.outline(piece.face)
        return Solid(file, centre, angle, size, height, thick=thick, outline=outline)
    plane = np.column_stack([own, np.ones(len(own))])
    slope = np.linalg.lstsq(plane, under, rcond=None)[0]
    above = under - plane @ slope
    height = float(slope[2] + above.max() + 0.25)
    rng = Random(f"bend {piece.id} {piece.front}")
    bend = (rng.uniform(0, _BEND) * 0.5, rng.uniform(0, _BEND)) if not piece.piled else (0.1, 0.1)
    surface = height + own @ slope[:2] + (2 * own / np.array(size)) ** 2 @ np.array(bend)
    heap.cover(turned, surface + flat * (2.0 if sleeved else 1.0))
    lean = float(slope[0]), float(slope[1])
    return Solid(pictures.file(piece.face), centre, angle, size, height + flat, lean, bend, sleeved=sleeved)
