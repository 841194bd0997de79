"""Cities of our own drawing: strips with a name on a pale ribbon, a board with a plate, backs beneath; any tilt."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import cv2
import msgspec
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from companion.games.seven_wonders.photo import prints
from vision.geometry.image import Image
from vision.names.prints import Prints

PRINTS = msgspec.convert(prints(2), Prints, strict=False)
FONT = next((Path(__file__).parents[3] / "companion/paper/fonts").glob("*.ttf"))
_SCALE = 8.0
"""Pixels a mm of what is painted."""
_TABLE = (420.0, 360.0)
_STEP = 26.0


Rgb: TypeAlias = tuple[int, int, int]


class Painted(NamedTuple):
    """A city: columns of cards by id, its board and side, how many stages have a card beneath."""

    columns: Sequence[Sequence[str]]
    board: str
    side: str
    stages: int


def photograph(
    city: Painted, language: str, *, tilt: float = 0.0, turn: float = 0.0, side: int = 2400, seed: int = 1
) -> Image:
    """The city as a phone sees it: ``tilt`` and ``turn`` in degrees, ``side``: pixels of the long side."""
    table = _painted(city, language, np.random.default_rng(seed))
    height, width = table.shape[:2]
    focal, distance = 0.75 * side, 0.75 * max(table.shape[:2]) * 1.12
    tilted, _ = cv2.Rodrigues(np.array([np.deg2rad(tilt), 0.0, 0.0]))
    turned, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.deg2rad(turn)]))
    pose = tilted @ turned
    camera = np.array([[focal, 0, side / 2], [0, focal, side * 0.375], [0, 0, 1]])
    plane = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, distance]])
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    seen = cv2.warpPerspective(
        table, camera @ plane @ middle, (side, round(side * 0.75)), flags=cv2.INTER_AREA, borderValue=(60, 85, 120)
    )
    noise = 3 * np.random.default_rng(seed).standard_normal(seen.shape, np.float32)
    lit = seen * np.array([0.82, 0.93, 1.0], np.float32) + noise
    return np.asarray(np.clip(lit, 0, 255, out=lit).astype(np.uint8))


def _painted(city: Painted, language: str, rng: np.random.Generator) -> Image:
    """The table from above."""
    width, height = (round(size * _SCALE) for size in _TABLE)
    grain = cv2.resize(
        rng.normal(0, 9, (height // 6, 12)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    wood = np.dstack([np.clip(grain + colour, 0, 255).astype(np.uint8) for colour in (140, 95, 62)])
    picture = Pillow.fromarray(wood)
    draw = ImageDraw.Draw(picture)
    lowest = 165.0
    for number, column in enumerate(city.columns):
        for row, card in enumerate(column):
            x, y = 12 + 72.0 * number + rng.uniform(-2, 2), lowest - _STEP * (len(column) - row) + rng.uniform(-1, 1)
            _card(draw, x, y, card, language)
    _board(draw, 40.0, lowest, city)
    return np.asarray(picture)[:, :, ::-1].copy()


def _card(draw: ImageDraw.ImageDraw, x: float, y: float, card: str, language: str) -> None:
    band = _rgb(PRINTS.bands[PRINTS.colors[card]])
    _box(draw, (x, y), (65, 100), (90, 110, 90))
    _box(draw, (x, y), (65, _STEP), band)
    _box(draw, (x + 6.5, y + 2.4), (PRINTS.ribbon, 4.3), (245, 235, 222))
    _text(draw, x + 32.5, y + 4.55, PRINTS.names[language][card][0], 3.1)


def _board(draw: ImageDraw.ImageDraw, x: float, y: float, city: Painted) -> None:
    ground = PRINTS.ground
    width, height = ground.size
    for left in ground.stages[f"{city.board} {city.side}"][: city.stages]:
        start = x + left * width + 1
        _box(draw, (start, y + height - 40), (65, 100), (150, 120, 70))
        _box(draw, (start + 3, y + height - 37), (59, 94), (22, 20, 18))
    day = city.side == ground.day
    _box(draw, (x, y), (width, height), (118, 150, 190) if day else (32, 40, 74))
    _box(draw, (x, y + height * 0.8), (width, height * 0.2), (24, 28, 40))
    plate = 26.5 if len(city.board) < 8 else 34.0
    right, middle = x + width - ground.plate[0], y + ground.plate[1]
    _box(draw, (right - plate, middle - 3.3), (plate, 6.6), (247, 240, 232))
    _text(draw, right - plate / 2, middle, ground.names[city.board][0], 4.3)
    centre = (x + width - ground.sign[0], y + ground.sign[1])
    _disc(draw, centre, 1.6 if day else 2.2, (250, 240, 228))
    if not day:
        _disc(draw, (centre[0] + 1.0, centre[1] - 0.5), 1.9, (32, 40, 74))


def _rgb(lab: tuple[float, float, float]) -> Rgb:
    blue, green, red = cv2.cvtColor(np.array([[lab]], np.float32), cv2.COLOR_LAB2BGR)[0, 0] * 255
    return round(float(red)), round(float(green)), round(float(blue))


def _box(draw: ImageDraw.ImageDraw, left_top: tuple[float, float], size: tuple[float, float], fill: Rgb) -> None:
    (x, y), (width, height) = left_top, size
    draw.rectangle([x * _SCALE, y * _SCALE, (x + width) * _SCALE, (y + height) * _SCALE], fill=fill)


def _disc(draw: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, fill: Rgb) -> None:
    x, y = middle
    draw.ellipse(
        [(x - radius) * _SCALE, (y - radius) * _SCALE, (x + radius) * _SCALE, (y + radius) * _SCALE], fill=fill
    )


def _text(draw: ImageDraw.ImageDraw, x: float, y: float, words: str, height: float) -> None:
    font = ImageFont.truetype(str(FONT), round(height * _SCALE))
    draw.text((x * _SCALE, y * _SCALE), words, font=font, fill=(60, 50, 45), anchor="mm")
