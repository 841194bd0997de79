"""Tokens and stages to be asked about: our own drawings, and scans of real boxes where there are any."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.art.proxy_set import proxies_with
from tests.vision.token_views import Lies, Piece, View
from vision.enrolment.learn_box import build_library
from vision.geometry.image import Image, read_picture
from vision.recognition.kinds import GRIDS, Size, kind_of
from vision.recognition.naming import LibraryRecogniser
from vision.tokens.discs import Disc
from vision.tokens.naming import TokenReader
from vision.tokens.polar import enrolled_disc

CARDS = Path(__file__).resolve().parents[2] / "shared" / "cards"
COINS = {"duel/coin/1": 1, "duel/coin/3": 3, "duel/coin/6": 6}

Pictures = dict[str, tuple[Image, Size | None]]
"""Pictures as they are enrolled, by face."""


def enrolled(box: str, pattern: str) -> Pictures:
    """A box's pictures as they are enrolled."""
    folder = CARDS / box
    return {
        path.stem.replace("__", "/"): (read_picture(path), None) for path in sorted(folder.glob(f"*__{pattern}__*.jpg"))
    }


def cut_round(face: str, picture: Image) -> Piece:
    """A scanned token without its paper: what lies on the table."""
    disc = enrolled_disc(picture)
    side, usual = round(2 * disc.radius), kind_of(face).size
    assert usual is not None
    shift = np.array([[1, 0, disc.radius - disc.x], [0, 1, disc.radius - disc.y]])
    cut = cv2.warpAffine(picture, shift, (side, side), borderMode=cv2.BORDER_REPLICATE)
    opaque = np.zeros((side, side), np.uint8)
    cv2.circle(opaque, (side // 2, side // 2), side // 2 - 1, 255, -1)
    return face, np.dstack([cut, cv2.GaussianBlur(opaque, (0, 0), 0.7)]), usual[0] * side / picture.shape[1]


def proxy(face: str) -> Piece:
    """One of our own drawings."""
    return face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]


def drawn(pieces: Sequence[Piece]) -> Pictures:
    """Our own drawings of these, as they are enrolled."""
    return {face: (proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)) for face, _, _ in pieces}


def whole(face: str, picture: Image) -> Piece:
    """A scanned piece that is not round: the scan is the piece."""
    usual = kind_of(face).size
    assert usual is not None
    return face, opaque(picture), usual[0]


def opaque(picture: Image) -> Image:
    """With an opacity of its own (BGRA)."""
    return picture if picture.shape[2] == 4 else np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def reader(pictures: Pictures) -> TokenReader:
    """Who reads tokens, these being enrolled."""
    library = build_library(pictures)[0]
    return TokenReader(library, LibraryRecogniser(library))


def given(lies: Lies, rng: np.random.Generator) -> Disc:
    """A disc as a finder would give it: a pixel or so beside it, a little too large or small, its turn unknown."""
    turned, half, _ = np.linalg.svd(lies.frame)
    tilt = float(np.rad2deg(np.arctan2(turned[1, 0], turned[0, 0])))
    x, y = lies.x + rng.normal(0, 1), lies.y + rng.normal(0, 1)
    return Disc(x, y, float(half[0]), float(half[1]), tilt).grown(rng.normal(1, 0.02))


def upright(view: View, aspect: float, rng: np.random.Generator) -> Image:
    """The piece cut out upright, its corners a pixel or so off."""
    lies = view.pieces[0]
    corners = np.array([[-1, -aspect], [1, -aspect], [1, aspect], [-1, aspect]]) @ lies.frame.T + (lies.x, lies.y)
    corners += rng.normal(0, 1, (4, 2))
    width, height = (2 * side for side in GRIDS["stage"])
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(view.picture, matrix, (width, height), flags=cv2.INTER_AREA)
