"""Tables for the finding benchmark: a camera above a mat, plain wood or a busy cloth, before and after pieces land.

A scene is a pinhole view of a plane (tilt up to 25 degrees) under warm, uneven light; every exposure has its own
light (a lamp changes, the exposure drifts, somebody's soft shadow falls in), blur, noise and JPEG. Lengths are mm
on the table, pixels in the picture; every number comes from a seed.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points, read_picture
from vision.recognition.kinds import Size, kind_of

Rng = np.random.Generator
Ground = Literal["mat", "wood", "busy"]
GROUNDS: tuple[Ground, ...] = ("mat", "wood", "busy")
SHAPE = (1014, 1352)
"""Rows and columns of a preview of the 12-megapixel camera, a third of its sides."""

_SUPER_MM = 4.0
_RADIUS = 0.045


class Art(NamedTuple):
    """A piece's picture and its size in mm (width, height)."""

    picture: Image
    size: Size


class Place(NamedTuple):
    """Where a piece lies: its centre in mm and its turn in radians."""

    x: float
    y: float
    turn: float


class Exposure(NamedTuple):
    """One picture (uint8 BGR) and the corners (4 x 2 pixels) of the pieces that were laid since the one before."""

    picture: Image
    quads: tuple[Points, ...]


class Box(NamedTuple):
    """Pieces of one box to lay, and pictures from which a busy cloth is sewn."""

    name: str
    arts: tuple[Art, ...]
    cloth: tuple[Image, ...]


def boxes(cards: Path | None, seed: int = 0) -> tuple[Box, ...]:
    """The boxes in a folder of boxes (a folder of pictures named by their faces each), else generated art."""
    found = []
    for folder in sorted(one for one in cards.iterdir() if one.is_dir()) if cards is not None else ():
        arts = [_art(path) for path in sorted(folder.glob("*.jpg")) if path.stem.count("__") >= 1]
        kept = tuple(one for one in arts if one is not None)
        if len(kept) >= 8:
            found.append((folder.name, kept))
    if not found:
        found = [("generated", generated_arts(seed))]
    pool = [one.picture for _, arts in found for one in arts]
    return tuple(Box(name, arts, tuple(pool)) for name, arts in found)


def _art(path: Path) -> Art | None:
    kind = kind_of(path.stem.replace("__", "/"))
    if kind.group not in {"card", "back", "board"} or kind.size is None:
        return None
    picture = read_picture(path)
    lies, stands = picture.shape[1] > picture.shape[0], kind.size[0] > kind.size[1]
    return Art(picture, kind.size) if lies == stands else None


def generated_arts(seed: int, count: int = 24, size: Size = (55.0, 80.0)) -> tuple[Art, ...]:
    """Cards of our own: one frame and header for all, as in a real box, and a scene of shapes on each."""
    return tuple(Art(_generated(np.random.default_rng([seed, index])), size) for index in range(count))


def _generated(rng: Rng) -> Image:
    coarse = rng.uniform(0, 255, (6, 5, 3)).astype(np.float32)
    image = cv2.resize(coarse, (220, 320), interpolation=cv2.INTER_CUBIC)
    image += cv2.resize(rng.normal(0, 25, (64, 44, 3)).astype(np.float32), (220, 320))
    for _ in range(16):
        x, y = rng.uniform(0, 220), rng.uniform(0, 320)
        box = cv2.boxPoints(((x, y), tuple(rng.uniform(8, 90, 2)), float(rng.uniform(0, 180)))).astype(np.int32)
        cv2.fillPoly(image, [box], rng.uniform(0, 255, 3).tolist(), cv2.LINE_AA)
    header = [(70, 120, 60), (60, 60, 170), (150, 110, 50), (90, 140, 170)][rng.integers(4)]
    cv2.rectangle(image, (0, 0), (220, 46), header, -1)
    for k in range(int(rng.integers(1, 4))):
        cv2.circle(image, (30 + 44 * k, 23), 16, rng.uniform(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    cv2.rectangle(image, (0, 0), (219, 319), (205, 215, 220) if rng.random() < 0.7 else (30, 35, 40), 8)
    return np.clip(image, 0, 255).astype(np.uint8)


class Table:
    """A table under one camera. Pieces stay where they are laid; every ``expose`` is a picture of its own."""

    def __init__(
        self, ground: Ground, box: Box, card_px: float, seed: Sequence[int], shape: tuple[int, int] = SHAPE
    ) -> None:
        self.rng = np.random.default_rng([*seed, 1])
        self.box = box
        self.shape = shape
        longest = float(np.median([max(art.size) for art in box.arts]))
        self.view, self.scale = _camera(shape, card_px / longest, self.rng)
        self._picture = _ground(ground, shape, self.view, box.cloth, self.rng)
        self._light = _lamp(shape, self.rng)
        self._blur = float(self.rng.uniform(0.4, 0.95))
        self._noise = float(self.rng.uniform(1.0, 4.5))

    def corners(self, art: Art, place: Place) -> Points:
        """The corners of a piece at a place, in pixels: from its own top left, clockwise."""
        return np.asarray(cv2.perspectiveTransform(_box(art.size, place)[None], self.view)[0])

    def inside(self, quad: Points, margin: float = 6.0) -> bool:
        """Whether all corners are in the picture."""
        height, width = self.shape
        return bool((quad > margin).all() and (quad < (width - margin, height - margin)).all())

    def lay(self, art: Art, place: Place) -> Points:
        """Lay a piece on top of what lies there; its corners in pixels."""
        quad = self.corners(art, place)
        _lay(self._picture, art.picture, quad, self.rng)
        return quad

    def expose(self, drift: float = 1.0) -> Image:
        """A picture (uint8 BGR) of the table as it is now. ``drift``: how far the light goes from its usual."""
        rng = self.rng
        light = self._light * _drift(self.shape, rng, drift)
        linear = cv2.pow(self._picture.astype(np.float32) / 255, 2.2) * light
        shown = cv2.pow(np.clip(linear, 0, 1), 1 / 2.2) * 255
        shown = cv2.GaussianBlur(shown, (0, 0), self._blur)
        move = rng.normal(0, 0.12, 2).astype(np.float32)
        shift = np.array([[1, 0, move[0]], [0, 1, move[1]]], np.float32)
        shown = cv2.warpAffine(shown, shift, self.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        shown += rng.standard_normal(shown.shape, np.float32) * np.float32(self._noise)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))]
        data = cv2.imencode(".jpg", np.clip(shown, 0, 255).astype(np.uint8), quality)[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def separate(ground: Ground, box: Box, seed: int, shape: tuple[int, int] = SHAPE) -> tuple[Exposure, Exposure]:
    """The empty table, and the same with 9 to 14 pieces lying apart (fewer where large ones leave no room)."""
    rng = np.random.default_rng([seed, GROUNDS.index(ground), 2])
    zoom = shape[0] / SHAPE[0]
    table = Table(ground, box, float(rng.uniform(105, 250)) * zoom, [seed, GROUNDS.index(ground)], shape)
    empty = table.expose()
    quads: list[Points] = []
    taken = np.zeros((shape[0] // 2, shape[1] // 2), np.uint8)
    wanted = int(rng.integers(9, 15))
    for _ in range(400):
        if len(quads) == wanted:
            break
        art = box.arts[rng.integers(len(box.arts))]
        spot = rng.uniform(0, 1, 2) * shape[::-1]
        mm = cv2.perspectiveTransform(spot.reshape(1, 1, 2), np.linalg.inv(table.view))[0, 0]
        place = Place(float(mm[0]), float(mm[1]), float(rng.uniform(0, 2 * np.pi)))
        quad = table.corners(art, place)
        mask = np.zeros_like(taken)
        cv2.fillConvexPoly(mask, (_grown(quad, 1.04) / 2).round().astype(np.int32), 1)
        if table.inside(quad) and not (mask & taken).any():
            taken |= mask
            quads.append(table.lay(art, place))
    return Exposure(empty, ()), Exposure(table.expose(), tuple(quads))


def tucked(ground: Ground, box: Box, seed: int, count: int = 5) -> tuple[Exposure, ...]:
    """A row of cards laid one after another, each leaving a header strip of the one before; all the pictures."""
    rng = np.random.default_rng([seed, GROUNDS.index(ground), 3])
    arts = [art for art in box.arts if art.size == max(set(_sizes(box)), key=_sizes(box).count)]
    size = arts[0].size
    for attempt in range(60):
        table = Table(ground, box, float(rng.uniform(105, 215)), [seed, GROUNDS.index(ground), attempt])
        whole, strip = rng.uniform(0, 2 * np.pi), rng.uniform(0.17, 0.3) * size[1]
        start = np.array([rng.uniform(-0.4, 0.4), -0.5]) * strip * (count - 1)
        away = rng.uniform(-0.3, 0.3, 2) * SHAPE[::-1] / table.scale
        places = []
        for index in range(count):
            x, y = start[0] + rng.normal(0, 0.02) * size[0], start[1] + index * strip + rng.normal(0, 0.4)
            c, s = np.cos(whole), np.sin(whole)
            places.append(Place(c * x - s * y + away[0], s * x + c * y + away[1], whole + rng.normal(0, 0.03)))
        chosen = [arts[int(k)] for k in rng.integers(0, len(arts), count)]
        if all(table.inside(table.corners(art, place)) for art, place in zip(chosen, places, strict=True)):
            break
    shots = [Exposure(table.expose(), ())]
    for art, place in zip(chosen, places, strict=True):
        quad = table.lay(art, place)
        shots.append(Exposure(table.expose(), (quad,)))
    return tuple(shots)


def heaped(ground: Ground, box: Box, seed: int, count: int = 5) -> tuple[Exposure, ...]:
    """Cards that land one after another, each at any turn partly on one that lies there; all the pictures."""
    rng = np.random.default_rng([seed, GROUNDS.index(ground), 5])
    arts = [art for art in box.arts if art.size == max(set(_sizes(box)), key=_sizes(box).count)]
    width, height = arts[0].size
    table = Table(ground, box, float(rng.uniform(105, 215)), [seed, GROUNDS.index(ground), 5])
    shots = [Exposure(table.expose(), ())]
    middles = [rng.uniform(-0.2, 0.2, 2) * SHAPE[::-1] / table.scale]
    while len(shots) <= count:
        away, turn = rng.uniform(0, 2 * np.pi), float(rng.uniform(0, 2 * np.pi))
        far = rng.uniform(0.3, 0.85) * (width + height) / 2 if len(shots) > 1 else 0.0
        x, y = middles[rng.integers(len(middles))] + far * np.array([np.cos(away), np.sin(away)])
        art, place = arts[rng.integers(len(arts))], Place(float(x), float(y), turn)
        if table.inside(table.corners(art, place)):
            middles.append(np.array([x, y]))
            quad = table.lay(art, place)
            shots.append(Exposure(table.expose(), (quad,)))
    return tuple(shots)


def quiet(ground: Ground, box: Box, seed: int) -> tuple[Exposure, Exposure]:
    """A table with pieces on it, seen twice: only the light differs."""
    rng = np.random.default_rng([seed, GROUNDS.index(ground), 4])
    table = Table(ground, box, float(rng.uniform(105, 250)), [seed, GROUNDS.index(ground), 9])
    for _ in range(5):
        art = box.arts[rng.integers(len(box.arts))]
        place = Place(*(rng.uniform(-0.35, 0.35, 2) * SHAPE[::-1] / table.scale), float(rng.uniform(0, 6.28)))
        table.lay(art, place)
    return Exposure(table.expose(), ()), Exposure(table.expose(), ())


def _sizes(box: Box) -> list[Size]:
    return [art.size for art in box.arts]


def _box(size: Size, place: Place) -> Points:
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    c, s = np.cos(place.turn), np.sin(place.turn)
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + (place.x, place.y))


def _grown(quad: Points, factor: float) -> Points:
    middle = quad.mean(0)
    return np.asarray(middle + (quad - middle) * factor)


def _camera(shape: tuple[int, int], scale: float, rng: Rng) -> tuple[Image, float]:
    """A pinhole camera tilted by up to 25 degrees: homography from mm (0, 0 in the middle) to pixels."""
    height, width = shape
    distance = width * float(rng.uniform(1.1, 1.7)) / scale
    direction, tilt = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, 25))
    turned = cv2.Rodrigues(np.array([np.cos(direction), np.sin(direction), 0.0]) * tilt)[0]
    view = np.column_stack([turned[:, 0], turned[:, 1], [0.0, 0.0, distance]])
    lens = np.array([[scale * distance, 0, width / 2], [0, scale * distance, height / 2], [0, 0, 1.0]])
    return lens @ view, scale


def _ground(kind: Ground, shape: tuple[int, int], view: Image, cloth: Sequence[Image], rng: Rng) -> Image:
    """The bare table as this camera sees it."""
    height, width = shape
    large = (int(width * 1.9), int(height * 1.9))
    flat = {"mat": _mat, "wood": _wood}[kind](large, rng) if kind != "busy" else _cloth(large, cloth, rng)
    if kind != "busy" and rng.random() < 0.5:
        flat = np.ascontiguousarray(np.rot90(flat))
    middle = np.array([[1, 0, -flat.shape[1] / 2], [0, 1, -flat.shape[0] / 2], [0, 0, 1.0]])
    scale = view[0, 0] / view[2, 2]
    to_mm = np.diag([1 / abs(scale), 1 / abs(scale), 1.0]) @ middle
    return cv2.warpPerspective(flat, view @ to_mm, (width, height), borderMode=cv2.BORDER_REFLECT)


def _waves(size: tuple[int, int], cells: tuple[int, int], rng: Rng) -> Image:
    return cv2.resize(rng.normal(0, 1, cells).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)


def _mat(size: tuple[int, int], rng: Rng) -> Image:
    tones = [[60, 90, 40], [40, 40, 45], [110, 60, 40], [70, 70, 130], [150, 150, 150], [30, 60, 80], [200, 205, 210]]
    tone = np.array(tones[rng.integers(len(tones))], np.float32) * rng.uniform(0.85, 1.15)
    weave = cv2.GaussianBlur(rng.normal(0, 9, size[::-1]).astype(np.float32), (0, 0), 0.8)
    return np.clip(tone + (weave + 6 * _waves(size, (6, 6), rng))[..., None], 0, 255).astype(np.uint8)


def _wood(size: tuple[int, int], rng: Rng) -> Image:
    tone = np.array([[70, 110, 160], [45, 75, 120], [110, 150, 190]][rng.integers(3)], np.float32)
    streaks = _waves(size, (max(4, size[1] // 24), size[0] // 2), rng)
    rings = np.sin(np.arange(size[0], dtype=np.float32)[None] * 0.09 + 3 * _waves(size, (8, 40), rng)) + 0.6 * streaks
    fine = rng.normal(0, 4, size[::-1]).astype(np.float32)
    wood = tone + rings[..., None] * np.array([9, 13, 16], np.float32) + fine[..., None]
    wood[:, np.arange(size[0]) % int(rng.uniform(150, 300)) < 3] *= 0.55
    return np.clip(wood, 0, 255).astype(np.uint8)


def _cloth(size: tuple[int, int], pool: Sequence[Image], rng: Rng) -> Image:
    """Patches of pictures sewn together: the worst case of a table cloth."""
    out = np.zeros((size[1], size[0], 3), np.uint8)
    side = int(rng.uniform(220, 420))
    for y in range(0, size[1], side):
        for x in range(0, size[0], side):
            art = pool[rng.integers(len(pool))]
            zoom = (side + 8) / min(art.shape[:2])
            patch = np.rot90(cv2.resize(art, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), rng.integers(4))
            room = out[y : y + side, x : x + side]
            room[:] = patch[: room.shape[0], : room.shape[1]]
    return out


def _lay(picture: Image, art: Image, quad: Points, rng: Rng) -> None:
    """Warp a piece into the picture, with rounded corners and the soft shadow of its edge."""
    height, width = picture.shape[:2]
    reach = 10 + 0.06 * float(np.ptp(quad, axis=0).max())
    low = np.maximum(np.floor(quad.min(0) - reach), 0).astype(int)
    high = np.minimum(np.ceil(quad.max(0) + reach), (width, height)).astype(int)
    box = np.s_[low[1] : high[1], low[0] : high[0]]
    h, w = art.shape[:2]
    scale = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2 / h
    if scale < 0.75:
        art = cv2.GaussianBlur(art, (0, 0), 0.42 / scale)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    # Pixel k of the picture shows k to k + 1: its middle is k + 0.5 in the corners' measure.
    matrix = cv2.getPerspectiveTransform(source, (quad - low - 0.5).astype(np.float32))
    drawn = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = _outline((h, w), matrix, size)
    near = np.maximum(2.0, 0.02 * reach * 16)
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.5) * near
    move = np.array([[1, 0, far * np.cos(angle)], [0, 1, far * np.sin(angle)]], np.float32)
    shade = cv2.GaussianBlur(cv2.warpAffine(alpha, move, size), (0, 0), near) * np.float32(rng.uniform(0.1, 0.45))
    under = picture[box] * (1 - shade[..., None])
    picture[box] = np.clip(under * (1 - alpha[..., None]) + drawn * alpha[..., None], 0, 255).astype(np.uint8)


def _outline(shape: tuple[int, int], matrix: Image, size: tuple[int, int]) -> Image:
    """How much of each pixel a piece with rounded corners covers, float32 0..1."""
    h, w = shape
    r = _RADIUS * max(h, w)
    turns = np.linspace(0, np.pi / 2, 7)
    ring = []
    for k, (x, y) in enumerate(((w - r, r), (w - r, h - r), (r, h - r), (r, r))):
        angles = turns + (k - 1) * np.pi / 2
        ring.append(np.column_stack([x + r * np.cos(angles), y + r * np.sin(angles)]))
    seen = cv2.perspectiveTransform(np.concatenate(ring)[None] - 0.5, matrix.astype(np.float64))[0]
    mask = np.zeros((size[1] * 4, size[0] * 4), np.uint8)
    cv2.fillPoly(mask, [np.round(((seen + 0.5) * 4 - 0.5) * 16).astype(np.int32)], 255, shift=4)
    return cv2.resize(mask, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _grid() -> tuple[Image, Image]:
    y, x = np.mgrid[0:60, 0:80].astype(np.float32)
    return x / 80 - 0.5, y / 60 - 0.5


def _lamp(shape: tuple[int, int], rng: Rng) -> Image:
    """The usual light, linear, per channel: warm and uneven."""
    u, v = _grid()
    angle = rng.uniform(0, 2 * np.pi)
    field = 1 + rng.uniform(0, 0.8) * (np.cos(angle) * u + np.sin(angle) * v)
    tint = np.array([rng.uniform(0.55, 1.0), rng.uniform(0.9, 1.0), rng.uniform(0.95, 1.15)], np.float32)
    level = rng.uniform(0.55, 1.1)
    return _full(field[..., None] * tint * level, shape)


def _drift(shape: tuple[int, int], rng: Rng, far: float) -> Image:
    """What this exposure's light is of the usual: exposure drift, a lamp switched, a soft shadow falling in."""
    u, v = _grid()
    field = np.full((*u.shape, 3), np.exp(far * rng.normal(0, 0.06)), np.float32)
    field *= np.exp(far * rng.normal(0, 0.025, 3)).astype(np.float32)
    if rng.random() < 0.3 * far:
        x, y = rng.uniform(-0.7, 0.7, 2)
        lamp = rng.uniform(0.1, 0.5) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / rng.uniform(0.3, 1.0))
        field *= 1 + lamp[..., None] * np.array([rng.uniform(0.6, 0.9), 0.9, 1.0], np.float32)
    if rng.random() < 0.3 * far:
        angle, at, soft = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.45), rng.uniform(12, 40)
        along = np.cos(angle) * u + np.sin(angle) * v
        field *= (1 - rng.uniform(0.1, 0.45) / (1 + np.exp(-(along - at) * soft)))[..., None]
    return _full(field, shape)


def _full(field: Any, shape: tuple[int, int]) -> Image:
    return cv2.resize(field.astype(np.float32), shape[::-1], interpolation=cv2.INTER_LINEAR)
