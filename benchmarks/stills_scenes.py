"""Made-up photographs of a table with known pieces on it: separate, overlapping, fanned in columns, tilted."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.recognition.kinds import kind_of

Rng = np.random.Generator

GROUNDS = ("mat", "wood", "busy")
LAYOUTS = ("separate", "overlapping", "fanned")


@dataclass(frozen=True)
class Lain:
    """A piece on the table: its face (None: of no enrolled face), corners in picture pixels, visible share."""

    face: str | None
    quad: Points
    visible: float


@dataclass(frozen=True)
class Snapshot:
    """A photograph (uint8 BGR) and what truly lies on it, lowest first."""

    picture: Image
    pieces: tuple[Lain, ...]


def snapshot(  # noqa: PLR0917 - a scene has this many sides
    pictures: dict[str, Image],
    strangers: list[Image],
    layout: str,
    ground: str,
    seed: int,
    count: int = 14,
    card_px: float | None = None,
    hard: float = 0.5,
) -> Snapshot:
    """One photograph of ``count`` pieces, about one in eight of them a stranger where there are any."""
    rng = np.random.default_rng(seed)
    faces = sorted(pictures)
    size = kind_of(faces[0]).size or (60.0, 90.0)
    card_px = card_px or float(rng.uniform(105, 350))
    chosen: list[str | None] = [str(face) for face in rng.choice(faces, count, replace=count > len(faces))]
    if strangers:
        chosen = [None if rng.random() < 0.125 else face for face in chosen]
    places = _places(layout, count, size, rng)
    corners = np.concatenate([_corners(size, place) for place in places])
    low, high = corners.min(0) - 0.4 * size[1], corners.max(0) + 0.4 * size[1]
    camera, shape = _camera(low, high, card_px / size[1], rng)
    picture = _ground(ground, shape, rng)
    owners = np.full(shape, -1, np.int16)
    quads = []
    for index, (face, place) in enumerate(zip(chosen, places, strict=True)):
        art = strangers[int(rng.integers(len(strangers)))] if face is None else pictures[face]
        quad = cv2.perspectiveTransform(_corners(size, place)[None].astype(np.float64), camera)[0]
        _lay(picture, owners, index, (art, quad), rng)
        quads.append(quad)
    picture = _photographed(_lit(picture, rng, hard), rng, hard)
    pieces = []
    for index, (face, quad) in enumerate(zip(chosen, quads, strict=True)):
        area = cv2.contourArea(quad.astype(np.float32))
        pieces.append(Lain(face, quad, float((owners == index).sum() / max(area, 1.0))))
    return Snapshot(picture, tuple(pieces))


def _corners(size: tuple[float, float], place: tuple[float, float, float]) -> Points:
    x, y, turn = place
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(box @ np.array([[c, s], [-s, c]]) + (x, y))


def _places(layout: str, count: int, size: tuple[float, float], rng: Rng) -> list[tuple[float, float, float]]:
    """Centres in mm and turns in radians, in the order of laying."""
    if layout == "fanned":
        return _columns(count, size, rng)
    diagonal = float(np.hypot(*size))
    columns = int(np.ceil(np.sqrt(count * 1.3)))
    places = []
    for index in range(count):
        row, column = divmod(index, columns)
        middle = np.array([column, row]) * diagonal * 1.12 + rng.normal(0, 0.02 * diagonal, 2)
        places.append((float(middle[0]), float(middle[1]), float(rng.uniform(0, 2 * np.pi))))
    if layout == "overlapping":
        # Every other piece lies over its neighbour, which keeps 50 to 75 per cent of itself in sight.
        for index in range(1, count, 2):
            x, y, turn = places[index - 1]
            share, side = rng.uniform(0.3, 0.55), rng.integers(4)
            step = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]][side]) * np.array(size) * (1 - share)
            c, s = np.cos(turn), np.sin(turn)
            moved = np.array([[c, -s], [s, c]]) @ step
            places[index] = (x + float(moved[0]), y + float(moved[1]), turn + float(rng.normal(0, 0.15)))
    return places


def _columns(count: int, size: tuple[float, float], rng: Rng) -> list[tuple[float, float, float]]:
    """Columns of cards, each covering the one before but for a header strip of about a fifth."""
    places: list[tuple[float, float, float]] = []
    whole = float(rng.uniform(0, 2 * np.pi))
    column, left = 0, count
    while left:
        length = min(left, int(rng.integers(3, 7)))
        turn = float(rng.normal(0, 0.04))
        for k in range(length):
            x = column * size[0] * 1.12 + float(rng.normal(0, 0.015)) * size[0]
            y = k * size[1] * float(rng.uniform(0.19, 0.22)) + float(rng.normal(0, 0.3))
            c, s = np.cos(whole), np.sin(whole)
            places.append((c * x - s * y, s * x + c * y, whole + turn + float(rng.normal(0, 0.012))))
        column, left = column + 1, left - length
    return places


def _camera(low: Points, high: Points, scale: float, rng: Rng) -> tuple[Image, tuple[int, int]]:
    """A pinhole camera over the table, tilted by up to 25 degrees: mm to pixels, and the picture's shape."""
    middle, extent = (low + high) / 2, high - low
    distance = 1.6 * float(extent.max())
    direction, tilt = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, 25))
    axis = np.array([np.cos(direction), np.sin(direction), 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turned = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    focal = scale * distance
    lens = np.diag([focal, focal, 1.0])
    view = np.column_stack([turned[:, 0], turned[:, 1], turned @ np.array([-middle[0], -middle[1], 0])])
    view[2, 2] += distance
    matrix = lens @ view
    edge = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float64)
    seen = cv2.perspectiveTransform(edge[None], matrix)[0]
    shift = np.eye(3)
    shift[:2, 2] = -seen.min(0)
    width, height = np.ceil(np.ptp(seen, axis=0)).astype(int)
    return shift @ matrix, (int(height), int(width))


def _ground(kind: str, shape: tuple[int, int], rng: Rng) -> Image:
    height, width = shape
    if kind == "busy":
        return _patchwork(shape, rng)
    waves = cv2.resize(rng.normal(0, 1, (6, 6)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    grain = rng.normal(0, 5, (height, width)).astype(np.float32)
    if kind == "mat":
        tones = [[60, 90, 40], [40, 40, 45], [110, 60, 40], [70, 70, 130], [150, 150, 150], [30, 60, 80]]
        tone = np.array(tones[rng.integers(len(tones))], np.float32)
        return np.clip(tone + (grain + 8 * waves)[..., None], 0, 255).astype(np.uint8)
    tone = np.array([[70, 110, 160], [45, 75, 120], [110, 150, 190]][rng.integers(3)], np.float32)
    bend = cv2.resize(rng.normal(0, 1, (8, 40)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    streaks = cv2.resize(rng.normal(0, 1, (max(4, height // 24), width)).astype(np.float32), (width, height))
    rings = np.sin(np.arange(width, dtype=np.float32)[None] * 0.09 + bend * 3) + 0.6 * streaks
    wood = tone + rings[..., None] * np.array([9, 13, 16], np.float32) + grain[..., None]
    plank = int(rng.uniform(150, 300))
    wood[:, np.arange(width) % plank < 3] *= 0.55
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


def _patchwork(shape: tuple[int, int], rng: Rng) -> Image:
    """A cloth printed with bright shapes, stripes and lines of every size: nothing of the pieces' own art."""
    height, width = shape
    image = np.zeros((height, width, 3), np.uint8)
    for y in range(0, height, 320):
        for x in range(0, width, 320):
            image[y : y + 320, x : x + 320] = _patch(rng)[: height - y, : width - x]
    return image


def _patch(rng: Rng) -> Image:
    side = 320
    coarse = rng.uniform(0, 255, (5, 5, 3)).astype(np.float32)
    image = cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    image = image + cv2.resize(rng.normal(0, 30, (40, 40, 3)).astype(np.float32), (side, side))
    for _ in range(28):
        x, y = (int(v) for v in rng.uniform(0, side, 2))
        colour, radius = rng.uniform(0, 255, 3).tolist(), int(rng.uniform(3, 50))
        if rng.random() < 0.5:
            cv2.circle(image, (x, y), radius, colour, -1 if rng.random() < 0.6 else 3, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((x, y), (2 * radius, radius), float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillPoly(image, [box], colour, cv2.LINE_AA)
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _lay(picture: Image, owners: Image, index: int, piece: tuple[Image, Points], rng: Rng) -> None:
    """Warp a piece into the picture, with rounded corners and a soft shadow beside it."""
    (art, quad), (height, width) = piece, picture.shape[:2]
    low = np.maximum(np.floor(quad.min(0) - 14), 0).astype(int)
    high = np.minimum(np.ceil(quad.max(0) + 14), (width, height)).astype(int)
    box = np.s_[low[1] : high[1], low[0] : high[0]]
    art = np.ascontiguousarray(art[..., :3])
    h, w = art.shape[:2]
    scale = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2 / h
    if scale < 0.75:
        art = cv2.GaussianBlur(art, (0, 0), 0.42 / scale)
    mask = np.zeros((h, w), np.uint8)
    r = round(0.04 * h)
    for one, other in (((r, 0), (w - r - 1, h - 1)), ((0, r), (w - 1, h - r - 1))):
        cv2.rectangle(mask, one, other, 255, -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - low - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    drawn = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    shadow = cv2.GaussianBlur(np.roll(alpha[..., 0], (3, 3), (0, 1)), (0, 0), 4)[..., None] * rng.uniform(0.15, 0.45)
    under = picture[box] * (1 - shadow)
    picture[box] = np.clip(under * (1 - alpha) + drawn * alpha, 0, 255).astype(np.uint8)
    owners[box][alpha[..., 0] > 0.5] = index


def _lit(picture: Image, rng: Rng, hard: float) -> Image:
    height, width = picture.shape[:2]
    light = np.array([rng.uniform(0.6, 1.05), rng.uniform(0.92, 1.05), rng.uniform(0.95, 1.25)], np.float32)
    light = light * rng.uniform(0.6, 1.25)
    y, x = np.mgrid[0:60, 0:80].astype(np.float32)
    u, v = x / 80 - 0.5, y / 60 - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    along = np.cos(angle) * u + np.sin(angle) * v
    field = 1 + hard * rng.uniform(0, 0.8) * along
    if rng.random() < 0.6 * hard:
        deep = rng.uniform(0.35, 0.7)
        field *= deep + (1 - deep) / (1 + np.exp(-np.clip((along - rng.uniform(-0.3, 0.3)) * 25, -30, 30)))
    field = cv2.resize(field.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    gain = (field[..., None] * light) ** np.float32(1 / 2.2)
    return np.asarray(picture * gain)


def _photographed(lit: Image, rng: Rng, hard: float) -> Image:
    soft = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), float(rng.uniform(0.4, 0.7 + 0.5 * hard)))
    soft = soft + rng.standard_normal(soft.shape, np.float32) * np.float32(rng.uniform(1, 2 + 5 * hard))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))]
    data = cv2.imencode(".jpg", np.clip(soft, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
