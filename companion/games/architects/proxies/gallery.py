"""The whole proxy set in one picture: ``python -m companion.games.architects.proxies.gallery FILE.png``."""

import sys

import numpy as np
import PIL.Image

from companion.art.raster import Image
from companion.games.architects.places import stage_spots
from companion.games.architects.proxies import face_ids, picture, size_mm
from companion.games.architects.rules.facts import FACTS

_WIDTH, _MARGIN, _GAP = 880.0, 14.0, 7.0
_CLOTH = (196, 212, 206)
Laid = tuple[str, float, float]


def _row(faces: list[str], y: float) -> tuple[list[Laid], float]:
    """Faces side by side, spread over the width, centred on one line; and where the next row begins."""
    sizes = [size_mm(face) for face in faces]
    high = max(height for _, height in sizes)
    room = (_WIDTH - 2 * _MARGIN - sum(width for width, _ in sizes)) / max(1, len(faces) - 1)
    gap = min(room, 3 * _GAP)
    x = (_WIDTH - sum(width for width, _ in sizes) - gap * (len(faces) - 1)) / 2
    laid = []
    for face, (width, height) in zip(faces, sizes, strict=True):
        laid.append((face, x, y + (high - height) / 2))
        x += width + gap
    return laid, y + high + 2 * _GAP


def _wonder(wonder: str, x: float, y: float) -> list[Laid]:
    """A wonder as it stands on its mat, its last stage still being built."""
    laid = []
    for number, spot in enumerate(stage_spots(wonder), 1):
        side = "building" if number == 5 else "built"
        left, top = x + spot.x - spot.width / 2, y + spot.y - spot.height / 2
        laid.append((f"architects/stage/{wonder}_{number}/{side}", left, top))
    return laid


def _laid() -> tuple[list[Laid], float]:
    backs = [face for face in face_ids() if face.startswith("architects/back/")]
    tokens = [face for face in face_ids() if face.startswith(("architects/progress/", "architects/token/"))]
    cards = list(FACTS.card_face_ids)
    laid: list[Laid] = []
    y = _MARGIN
    for faces in (cards[:11], [*cards[11:], *backs], tokens):
        row, y = _row(faces, y)
        laid += row
    for index, wonder in enumerate(FACTS.wonders):
        column, line = index % 4, index // 4
        shift = 0.0 if line == 0 else 110.0
        laid += _wonder(wonder, _MARGIN + shift + 218.0 * column, y - 40 + line * 180.0)
    return laid, y + 2 * 180 + _MARGIN - 10


def gallery(px_per_mm: float = 1.8) -> Image:
    """Every card, back and token once, and the seven wonders standing: uint8 height x width x 3, BGR."""
    laid, height = _laid()
    cloth = np.full((round(height * px_per_mm), round(_WIDTH * px_per_mm), 3), _CLOTH, np.float32)
    for face, x, y in laid:
        image = picture(face, px_per_mm).astype(np.float32)
        high, wide = image.shape[:2]
        top, left = round(y * px_per_mm), round(x * px_per_mm)
        alpha = image[..., 3:] / 255
        under = cloth[top : top + high, left : left + wide]
        cloth[top : top + high, left : left + wide] = under * (1 - alpha) + image[..., :3] * alpha
    return np.rint(cloth).astype(np.uint8)


if __name__ == "__main__":
    # 256 colours are enough for flat art and halve the file.
    whole = PIL.Image.fromarray(gallery()[..., ::-1])
    whole.quantize(256, PIL.Image.Quantize.MAXCOVERAGE, kmeans=3).save(sys.argv[1], optimize=True)
