"""What a round token shows whichever way it is turned: rings unrolled to rows, in which a turn is a shift.

Each enrolled face is unrolled once. A token seen is unrolled about its centre and slid along each of them
(by FFT, all shifts at once): where they agree best says which face it may be, and how it is turned.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image
from vision.recognition.library import Face
from vision.tokens.discs import Disc, Ring, edges_of, fit_rim, rings_of

SIDE = 64
"""Pixels of a token brought upright: a token of 28 mm has about 60 on the live table."""
RINGS, TURNS = 12, 64
"""Rows and columns unrolled: a turn of 5.6 degrees a column, between which a parabola tells (chosen by hand; the run
is not recorded)."""
_INNER, _OUTER = 0.14, 0.95
"""Shares of the radius: within, a turn changes nothing; beyond lies the cut edge (chosen by hand; the run is not
recorded)."""
GLARE = 250
"""From this grey level on nothing is known."""
_LUMA, _CHROMA = 12.0, 1.2
"""What normalised lightness and a Lab unit of colour weigh (chosen by hand; the run is not recorded)."""
_LEAST_SEEN = 0.02
"""Share of a token's rings that must be in sight for a fit to mean anything (chosen by hand; the run is not
recorded)."""
_SOLID = 127
"""Opacity (0..255) above which a pixel of an enrolled picture is the piece's."""
_THREAD = 0.1
"""Share of an enrolled picture's side: what is thinner is no piece, but what a careless cut left beside it."""
_RADII = np.linspace(_INNER, _OUTER, RINGS)
_ANGLES = np.arange(TURNS) * 2 * np.pi / TURNS
_MAP_X = (np.cos(_ANGLES)[None] * _RADII[:, None]).astype(np.float32)
_MAP_Y = (np.sin(_ANGLES)[None] * _RADII[:, None]).astype(np.float32)
_RING_WEIGHT = np.sqrt(_RADII).astype(np.float32)[:, None]


class Match(NamedTuple):
    """How well a face fits: -1..1; ``turn``: degrees clockwise by which the token seen is turned."""

    face: str
    score: float
    turn: float


class Unrolled(NamedTuple):
    """A token's rings under some moves: features (moves x 3 x rings x turns, float32), and what counts of them."""

    features: Image
    weight: Image


class Template(NamedTuple):
    """An enrolled face: its disc in its own picture (px) and radius (mm), its spectrum unrolled, that of its energy.

    ``rings``: the circles printed on it, the rim first.
    """

    face: str
    disc: Disc
    radius_mm: float
    spectrum: Image
    energy: Image
    rings: tuple[Ring, ...]


def upright(picture: Image, x: float, y: float, frame: Image, side: int = SIDE) -> Image:
    """The patch (side x side) whose inscribed circle is the unit disc under ``frame`` (2 x 2, to pixels) at (x, y)."""
    step = frame * (2 / side)
    matrix = np.zeros((2, 3))
    matrix[:, :2] = step
    matrix[:, 2] = np.array([x, y]) - frame @ np.full(2, 1 - 1 / side)
    shrink = float(np.sqrt(abs(np.linalg.det(step))))
    if shrink > 1.3:
        reach = 1.2 * np.abs(frame).sum(1) + 4
        left, top = (max(0, int(at - far)) for at, far in zip((x, y), reach, strict=True))
        picture = picture[top : int(y + reach[1]) + 1, left : int(x + reach[0]) + 1]
        if not picture.size:
            return np.zeros((side, side, *picture.shape[2:]), np.uint8)
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink)
        matrix[:, 2] -= left, top
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)


class Layer(NamedTuple):
    """A token brought upright, ready to be unrolled about any point near its centre."""

    channels: Image
    weight: Image
    spread: float


def layer_of(picture: Image, disc: Disc, seen: Image | None = None, spread: float = 1.25) -> Layer:
    """Of a disc in a picture (uint8 BGR). ``seen``: what of the picture counts (float32 0..1; None: all but glare)."""
    side = round(SIDE * spread)
    frame = disc.frame() * spread
    patch = upright(picture, disc.x, disc.y, frame, side)
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32)
    luma = lab[..., 0]
    apart = luma - cv2.GaussianBlur(luma, (0, 0), 7)
    lab[..., 0] = apart / np.sqrt(cv2.GaussianBlur(apart**2, (0, 0), 9) + 30)
    glare = cv2.dilate((channels.least(patch) >= GLARE).astype(np.uint8), np.ones((3, 3), np.uint8))
    weight = 1 - glare.astype(np.float32)
    if seen is not None:
        weight *= upright(seen, disc.x, disc.y, frame, side)
    return Layer(lab, weight, spread)


Move = tuple[float, float, float]
"""A small error of a disc: shifts right and down (shares of the radius), and how much larger it is."""

STAY: Move = (0.0, 0.0, 1.0)


def unroll(layer: Layer, moves: Sequence[Move] = (STAY,)) -> Unrolled:
    """The rings of a layer's disc after each of these moves."""
    half = layer.weight.shape[0] / 2
    unit, middle = half / layer.spread, half - 0.5
    x = np.concatenate([(_MAP_X * grown + dx) * unit + middle for dx, _, grown in moves])
    y = np.concatenate([(_MAP_Y * grown + dy) * unit + middle for _, dy, grown in moves])
    shape = (len(moves), RINGS, TURNS)
    rings = cv2.remap(layer.channels, x, y, cv2.INTER_LINEAR).reshape(*shape, 3)
    weight = cv2.remap(layer.weight, x, y, cv2.INTER_LINEAR).reshape(shape) * _RING_WEIGHT
    chroma = rings[..., 1:]
    total = weight.sum((1, 2))[:, None] + 1e-3
    mean = np.einsum("mrtc,mrt->mc", chroma, weight) / total
    features = np.concatenate([rings[..., :1] * _LUMA, (chroma - mean[:, None, None]) * _CHROMA], axis=3)
    return Unrolled(np.ascontiguousarray(features.transpose(0, 3, 1, 2)), weight)


class _Asked(NamedTuple):
    """Templates that are asked about together, for each frequency: spectra and energies, a column a face."""

    templates: tuple[Template, ...]
    spectra: Image
    energies: Image


class Templates:
    """The enrolled faces, unrolled."""

    def __init__(self, faces: Mapping[str, Face]) -> None:
        self.of = {name: _template(face) for name, face in faces.items()}
        self._together = lru_cache(maxsize=64)(self._stacked)

    def _stacked(self, faces: frozenset[str]) -> _Asked:
        templates = tuple(self.of[face] for face in sorted(faces))
        return _Asked(
            templates,
            _by_frequency(np.conj([one.spectrum for one in templates])).swapaxes(1, 2),
            _by_frequency(np.conj([one.energy for one in templates])).swapaxes(1, 2),
        )

    def match(
        self, layer: Layer, candidates: Sequence[str], moves: Sequence[Move] = (STAY,)
    ) -> tuple[Move, list[Match]]:
        """The move under which one of the candidates fits best, and how well all then do, the best first."""
        asked = self._together(frozenset(candidates))
        tried = _scores(unroll(layer, moves), asked)
        chosen = int(tried.max((1, 2)).argmax())
        scores = tried[chosen]
        best = scores.argmax(1)
        rows = np.arange(len(best))
        turns = (best + _between(scores, best)) * (360 / TURNS)
        found = [
            Match(t.face, float(s), float(a))
            for t, s, a in zip(asked.templates, scores[rows, best], turns, strict=True)
        ]
        return moves[chosen], sorted(found, key=lambda one: -one.score)


def _scores(seen: Unrolled, asked: _Asked) -> Image:
    """Correlation (moves x faces x turns) over what is seen."""
    weighted = seen.features * seen.weight[:, None]
    agreement = _correlated(weighted, asked.spectra)
    theirs = _correlated(seen.weight, asked.energies)
    mine = (weighted * seen.features).sum((1, 2, 3))[:, None, None]
    enough = (seen.weight.mean((1, 2)) >= _LEAST_SEEN)[:, None, None]
    scores: Image = agreement / np.sqrt(np.maximum(theirs, 1e-3) * np.maximum(mine, 1e-3)) * enough
    return scores


def _correlated(seen: Image, spectra: Image) -> Image:
    """The circular correlation (moves x faces x turns) of what is seen (moves x ... x turns) with each face."""
    products = _by_frequency(np.fft.rfft(seen, axis=-1)) @ spectra
    return np.asarray(np.fft.irfft(products.transpose(1, 2, 0), TURNS))


def _by_frequency(spectra: Image) -> Image:
    """Some spectra (n x ... x frequencies) as frequencies x n x all else: so one product does for each frequency."""
    return np.ascontiguousarray(spectra.reshape(len(spectra), -1, spectra.shape[-1]).transpose(2, 0, 1))


def _between(scores: Image, best: Image) -> Image:
    """Where between the turns tried the best one lies: the top of a parabola."""
    rows = np.arange(len(best))
    before, at, after = (scores[rows, (best + k) % TURNS] for k in (-1, 0, 1))
    bend = before - 2 * at + after
    return np.clip(np.where(bend < -1e-9, 0.5 * (before - after) / np.minimum(bend, -1e-9), 0), -0.5, 0.5)


def _template(face: Face) -> Template:
    image = face.image()
    flat = _on_grey(image)
    disc = enrolled_disc(image)
    features = unroll(layer_of(flat, disc)).features[0]
    millimetres = disc.radius * face.size[0] / image.shape[1]
    spectrum, energies = (np.fft.rfft(one, axis=-1) for one in (features, (features**2).sum(0)))
    return Template(face.face, disc, millimetres, spectrum, energies, rings_of(flat, disc))


def _on_grey(image: Image) -> Image:
    if image.shape[2] == 3:
        return image
    opacity = image[..., 3:].astype(np.float32) / 255
    return np.rint(image[..., :3] * opacity + 128 * (1 - opacity)).astype(np.uint8)


def enrolled_disc(picture: Image) -> Disc:
    """The token's rim in its own picture (uint8 BGR or BGRA); where it has no round one, the circle that holds it."""
    height, width = picture.shape[:2]
    half = min(width, height) / 2
    whole = Disc(width / 2 - 0.5, height / 2 - 0.5, half, half)
    if abs(width / height - 1) > 0.12:
        return whole
    whole = _opaque(picture) or whole
    edges = edges_of(cv2.copyMakeBorder(_on_grey(picture), 8, 8, 8, 8, cv2.BORDER_REPLICATE))
    guess = whole._replace(x=whole.x + 8, y=whole.y + 8).grown(0.97)
    rim = fit_rim(edges, guess, 0.08)
    if rim is None or rim.support < 0.75:
        return whole
    return rim._replace(x=rim.x - 8, y=rim.y - 8)


def _opaque(picture: Image) -> Disc | None:
    """The circle as large as what is opaque of a picture, without threads that a careless cut left beside it.

    None: so much of it is opaque that no round piece was cut out.
    """
    height, width = picture.shape[:2]
    if picture.shape[2] == 3:
        return None
    thread = round(_THREAD * min(height, width))
    solid = np.pad((picture[..., 3] > _SOLID).astype(np.uint8), thread)
    body = cv2.morphologyEx(solid, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thread, thread)))
    _, _, stats, middles = cv2.connectedComponentsWithStats(body)
    largest = max(range(1, len(stats)), key=lambda k: int(stats[k, cv2.CC_STAT_AREA]), default=0)
    radius = float(np.sqrt(stats[largest, cv2.CC_STAT_AREA] / np.pi))
    if not largest or radius > min(height, width) / 2:
        return None
    return Disc(float(middles[largest, 0]) - thread, float(middles[largest, 1]) - thread, radius, radius)


def neighbours(at: Move, step: float) -> list[Move]:
    """A move and those that are one step (a share of the radius) beside it."""
    dx, dy, grown = at
    shifts = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)]
    return [
        at,
        *((dx + x, dy + y, grown) for x, y in shifts),
        *((dx, dy, grown * (1 + more)) for more in (step, -step)),
    ]
