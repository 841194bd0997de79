"""Tokens as a camera sees them: at any turn, tilted, on mat, wood or cloth, in hard light; alone and in heaps."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image

Rng = np.random.Generator
Piece = tuple[str, Image, float]
"""Face, its picture (BGRA) and its width in mm."""


class Lies(NamedTuple):
    """Where a piece lies in a view: its face, centre (px), the matrix (2 x 2) from the unit disc to pixels."""

    face: str
    x: float
    y: float
    frame: Image
    hidden: float


class View(NamedTuple):
    """A picture, the same table without the pieces a moment earlier, what lies there, and pixels a mm."""

    picture: Image
    bare: Image
    pieces: tuple[Lies, ...]
    px_per_mm: float


def ground(rng: Rng, side: int, kind: str) -> Image:
    """A table top: ``mat`` (plain), ``wood`` or ``cloth`` (busy), uint8 BGR."""
    if kind == "mat":
        colour = np.array(
            [(60, 90, 40), (40, 40, 45), (110, 60, 40), (215, 220, 222), (150, 150, 150)][rng.integers(5)]
        )
        slow = cv2.resize(rng.normal(0, 8, (5, 5)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
        made = colour + slow[..., None] + rng.normal(0, 4, (side, side, 1))
    elif kind == "wood":
        x = np.arange(side)[None, :]
        bend = cv2.resize(rng.normal(0, 1, (6, 12)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
        grain = np.sin(x * 0.09 + 3 * bend) + 0.6 * cv2.resize(
            rng.normal(0, 1, (30, side)).astype(np.float32), (side, side)
        )
        base = np.array([(70, 110, 160), (45, 75, 120), (110, 150, 190)][rng.integers(3)])
        made = base + grain[..., None] * np.array([9, 13, 16])
        made[:, :: int(rng.uniform(120, 220))] *= 0.6
    else:
        made = np.full((side, side, 3), rng.uniform(60, 200, 3))
        for _ in range(160):
            spot = tuple(int(value) for value in rng.integers(0, side, 2))
            cv2.circle(
                made, spot, int(rng.integers(4, 28)), rng.uniform(20, 240, 3).tolist(), int(rng.choice((-1, 2, 4)))
            )
    return np.clip(made, 0, 255).astype(np.uint8)


def single(piece: Piece, rng: Rng, across: float, kind: str, *, hard: float = 1.0) -> View:
    """One piece, about ``across`` pixels wide, at any turn."""
    scale = across / piece[2]
    side = round(across * 2.0)
    middle = side / 2 + rng.uniform(-0.1, 0.1, 2) * across
    return _seen([(piece, middle[0], middle[1], rng.uniform(0, 360))], side, scale, kind, rng, hard)


def heap(
    pieces: list[Piece], rng: Rng, px_per_mm: float, kind: str, overlap: float | None, *, hard: float = 0.6
) -> View:
    """Pieces close together. ``overlap``: how far each reaches over another (share of a radius sum); None: apart."""
    placed: list[tuple[float, float, float]] = []
    for _, _, across in pieces:
        placed.append(_place(placed, across / 2, overlap, rng))
    spots = np.array(placed)
    low, high = (spots[:, :2] - spots[:, 2:]).min(0), (spots[:, :2] + spots[:, 2:]).max(0)
    side = round((max(high - low) + 30) * px_per_mm)
    shift = side / 2 / px_per_mm - (low + high) / 2
    laid = [
        (piece, (x + shift[0]) * px_per_mm, (y + shift[1]) * px_per_mm, rng.uniform(0, 360))
        for piece, (x, y, _) in zip(pieces, placed, strict=True)
    ]
    return _seen(laid, side, px_per_mm, kind, rng, hard)


def _place(
    placed: list[tuple[float, float, float]], radius: float, overlap: float | None, rng: Rng
) -> tuple[float, float, float]:
    """Beside (or reaching over) one that lies there, and over no other one by more than that."""
    if not placed:
        return 0.0, 0.0, radius
    gap = 1.0 - (overlap or 0.0)
    for _ in range(400):
        x, y, other = placed[rng.integers(len(placed))]
        far = (other + radius) * gap + (rng.uniform(1.5, 9) if overlap is None else 0.0)
        angle = rng.uniform(0, 2 * np.pi)
        at = x + far * np.cos(angle), y + far * np.sin(angle)
        room = 1.0 if overlap is None else 0.999
        if all(
            np.hypot(at[0] - a, at[1] - b) >= (c + radius) * gap * room + (1.5 if overlap is None else 0)
            for a, b, c in placed
        ):
            return at[0], at[1], radius
    raise AssertionError("no room for a piece")


def _seen(  # noqa: PLR0917 - one call, in the order of painting
    laid: list[tuple[Piece, float, float, float]], side: int, scale: float, kind: str, rng: Rng, hard: float
) -> View:
    """Paint flat (pieces in the order of laying), then tilt, light and photograph."""
    bare = ground(rng, side, kind).astype(np.float32)
    canvas: Image = bare.copy()
    owner = np.full((side, side), -1)
    frames = []
    shade = rng.uniform(0.15, 0.45)
    for index, ((_, picture, across), x, y, turn) in enumerate(laid):
        matrix = _onto(picture, across * scale, x, y, turn)
        shrink = picture.shape[1] / (across * scale)
        soft = cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink) if shrink > 1.3 else picture
        drawn = cv2.warpAffine(soft, matrix, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32)
        alpha = drawn[..., 3:] / 255
        thick = max(1, round(1.2 * scale))
        shadow = cv2.GaussianBlur(np.roll(alpha[..., 0], (thick, thick), (0, 1)), (0, 0), max(1.0, 0.6 * scale))
        canvas = canvas * (1 - shade * shadow * (1 - alpha[..., 0]))[..., None]
        canvas = canvas * (1 - alpha) + drawn[..., :3] * alpha
        owner[alpha[..., 0] > 0.5] = index
        half = across * scale / 2
        angle = np.deg2rad(turn)
        frames.append(half * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]))
    tilt = _tilt(side, rng, 22 * min(1.0, hard))
    size = (side, side)
    tilted, empty = (cv2.warpPerspective(one, tilt, size, borderMode=cv2.BORDER_REFLECT_101) for one in (canvas, bare))
    light = _light(side, rng, hard)
    later = light * rng.uniform(0.94, 1.06)
    pieces = []
    for index, ((piece, x, y, _), frame) in enumerate(zip(laid, frames, strict=True)):
        there = _through(tilt, np.array([[x, y]]))[0]
        slope = (
            np.column_stack([_through(tilt, np.array([[x, y]]) + frame[:, k] * 0.02)[0] - there for k in (0, 1)]) / 0.02
        )
        whole = np.pi * (piece[2] * scale / 2) ** 2
        hidden = max(0.0, 1 - float((owner == index).sum()) / whole)
        pieces.append(Lies(piece[0], float(there[0]), float(there[1]), slope, hidden))
    picture = _photographed(_lit(tilted, light, rng, hard), rng, hard)
    before = _photographed(_lit(empty, later, rng, 0.0), rng, hard * 0.5)
    return View(picture, before, tuple(pieces), scale)


def _onto(picture: Image, across: float, x: float, y: float, turn: float) -> Image:
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), -turn, across / width)
    matrix[:, 2] += np.array([x - 0.5, y - 0.5]) - (width / 2 - 0.5, height / 2 - 0.5)
    return np.asarray(matrix)


def _through(matrix: Image, points: Image) -> Image:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0])


def _tilt(side: int, rng: Rng, most: float) -> Image:
    """The camera leans by up to so many degrees."""
    azimuth, lean = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, most))
    axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    turned, _ = cv2.Rodrigues(axis * lean)
    far = 4.0 * side
    corners = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5) * side
    space = np.c_[corners, np.zeros(4)] @ turned.T
    seen = space[:, :2] * (far / (space[:, 2:] + far)) + side / 2
    return np.asarray(cv2.getPerspectiveTransform((corners + side / 2).astype(np.float32), seen.astype(np.float32)))


def _light(side: int, rng: Rng, hard: float) -> Image:
    """Uneven and tinted light with, often, the edge of a shadow: factors (side x side x 3)."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    light = 1 + hard * rng.uniform(0, 0.7) * (np.cos(angle) * x + np.sin(angle) * y)
    if rng.random() < 0.5 * hard:
        angle, place, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3), rng.uniform(0.01, 0.12)
        edge = 1 / (1 + np.exp(-np.clip((np.cos(angle) * x + np.sin(angle) * y - place) / soft, -30, 30)))
        deep = rng.uniform(0.25, 0.65)
        light = light * (deep + (1 - deep) * edge)
    tint = np.array([rng.uniform(0.55, 1.05), rng.uniform(0.9, 1.05), rng.uniform(0.95, 1.35)])
    level = rng.uniform(0.45, 1.5) if hard >= 1 else rng.uniform(0.7, 1.2)
    return np.asarray(light[..., None] * (1 + (tint - 1) * min(1.0, 0.4 + hard * 0.6)) * level, np.float32)


def _lit(image: Image, light: Image, rng: Rng, hard: float) -> Image:
    linear = (np.clip(image, 0, 255) / 255) ** 2.2 * light
    if rng.random() < 0.4 * hard:
        side = image.shape[0]
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
        (a, b), (sx, sy) = rng.uniform(0.2, 0.8, 2), rng.uniform(0.05, 0.18, 2)
        linear = (
            linear + (rng.uniform(0.5, 2.0) * np.exp(-0.5 * (((x - a) / sx) ** 2 + ((y - b) / sy) ** 2)))[..., None]
        )
    lit = np.clip(linear, 0, 1) ** (1 / 2.2)
    return np.asarray(np.clip((lit - 0.5) * rng.uniform(1 - 0.2 * hard, 1 + 0.2 * hard) + 0.5, 0, 1) * 255)


def _photographed(image: Image, rng: Rng, hard: float) -> Image:
    soft: Image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.35, 0.6 + 0.65 * hard))
    if rng.random() < 0.5 * hard:
        length, angle = rng.uniform(1.5, 6 if hard >= 1 else 3), rng.uniform(0, np.pi)
        kernel: Image = np.zeros((15, 15), np.float32)
        step = length / 2 * np.array([np.cos(angle), np.sin(angle)])
        first, last = (tuple(round(value) for value in 7 + sign * step) for sign in (-1, 1))
        cv2.line(kernel, first, last, 1, 1)
        kernel = cv2.GaussianBlur(kernel, (3, 3), 0)
        soft = cv2.filter2D(soft, -1, kernel / kernel.sum())
    strength = np.sqrt(rng.uniform(0.02, 0.5) * np.clip(soft, 0, 255) / 4 + rng.uniform(1, 40))
    noisy = np.clip(soft + rng.normal(0, 1, soft.shape) * strength * (0.3 + 0.7 * hard), 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", noisy, quality)[1], cv2.IMREAD_COLOR))


class TrackView(NamedTuple):
    """A track of 19 places, 15 mm apart, with a pawn on one of them: picture, bare picture, ends and middle (px)."""

    picture: Image
    bare: Image
    ends: tuple[tuple[float, float], tuple[float, float]]
    middle: tuple[float, float]
    place: int | None


def track(pawn: Image, rng: Rng, place: int | None, *, px_per_mm: float = 2.0, hard: float = 0.6) -> TrackView:
    """A drawn track with zones of several colours and round marks, the pawn (BGRA, 14 mm) up to 3 mm off its place."""
    side = round(320 * px_per_mm)
    board: Image = ground(rng, side, "mat").astype(np.float32)
    step, start, y = 15 * px_per_mm, side / 2 - 9 * 15 * px_per_mm, side / 2
    zones = [(70, 90, 150), (90, 130, 180), (120, 160, 205), (150, 185, 215), (190, 205, 215)]
    for k in range(19):
        colour = zones[min(4, max(0, 4 - abs(k - 9) // 2))]
        box = [int(start + (k - 0.48) * step), int(y - 0.8 * step), int(start + (k + 0.48) * step), int(y + 0.8 * step)]
        cv2.rectangle(board, (box[0], box[1]), (box[2], box[3]), colour, -1)
        if k % 3 == 0:
            cv2.circle(board, (int(start + k * step), int(y)), int(0.2 * step), (40, 60, 160), -1)
    bare: Image = board.copy()
    laid: Image = board
    if place is not None:
        off = rng.uniform(-3, 3, 2) * px_per_mm
        matrix = _onto(pawn, 14 * px_per_mm, start + place * step + off[0], y + off[1], rng.uniform(0, 360))
        drawn = cv2.warpAffine(pawn, matrix, (side, side), flags=cv2.INTER_AREA).astype(np.float32)
        alpha = drawn[..., 3:] / 255
        laid = board * (1 - alpha) + drawn[..., :3] * alpha
    tilt = _tilt(side, rng, 22 * min(1.0, hard))
    light = _light(side, rng, hard)
    laid, bare = (
        cv2.warpPerspective(one, tilt, (side, side), borderMode=cv2.BORDER_REFLECT_101) for one in (laid, bare)
    )
    first, middle, last = _through(tilt, np.array([[start, y], [start + 9 * step, y], [start + 18 * step, y]]))
    ends = ((float(first[0]), float(first[1])), (float(last[0]), float(last[1])))
    picture = _photographed(_lit(laid, light, rng, hard * 0.5), rng, hard)
    before = _photographed(_lit(bare, light * rng.uniform(0.92, 1.08), rng, 0.0), rng, hard * 0.5)
    return TrackView(picture, before, ends, (float(middle[0]), float(middle[1])), place)
