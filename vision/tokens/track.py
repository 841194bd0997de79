"""Where a pawn stands on a track of equal places: by what covers the track, or by the pawn's own colour."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points

_FINE = 5
"""Positions looked at for each place."""
_REACH = 0.42
"""Radius of what is looked at, in distances between places."""
_ASIDE = (-0.25, 0.0, 0.25)
"""How far beside the track a pawn may stand, in distances between places: its own foot is half of one wide."""
_NOISE, _CHROMA_NOISE = 4.0, 7.0
"""Grey levels, and Lab units of colour, by which a place without a pawn differs (chosen by hand; the run is not
recorded)."""
_CLEAR = 2.0
"""How many times that a pawn must differ to be told at all (chosen by hand; the run is not recorded)."""
_WIDE = 1.2
"""Distances between places over which light is smooth: more than a pawn is wide."""


class Track(NamedTuple):
    """A straight track in a picture: the centres of its first and last places (px) and how many there are.

    ``middle``: the centre of the middle place, where the camera looks so much aslant that places shrink.
    """

    first: tuple[float, float]
    last: tuple[float, float]
    places: int
    middle: tuple[float, float] | None = None

    def at(self, place: Image) -> Points:
        """The picture's points (N x 2) of these places (fractions too; the first is 0)."""
        share = np.asarray(place, np.float64) / (self.places - 1)
        first, last = np.array(self.first), np.array(self.last)
        if self.middle is not None:
            along = last - first
            seen = float((np.array(self.middle) - first) @ along / (along @ along))
            # A straight line seen aslant: shares s become w s / (1 + (w - 1) s), and 1/2 is seen at w / (1 + w).
            weight = seen / (1 - seen)
            share = weight * share / (1 + (weight - 1) * share)
        return np.asarray(first + share[:, None] * (last - first))

    def moved(self, dx: float, dy: float) -> "Track":
        """The same track in a picture whose origin lies elsewhere."""
        first, last = (self.first[0] + dx, self.first[1] + dy), (self.last[0] + dx, self.last[1] + dy)
        middle = self.middle and (self.middle[0] + dx, self.middle[1] + dy)
        return Track(first, last, self.places, middle)

    @property
    def step(self) -> float:
        """The usual distance between two places (px)."""
        return float(np.hypot(*np.subtract(self.last, self.first))) / (self.places - 1)


class PawnPlace(NamedTuple):
    """The pawn's place (the first is 0; None: none can be told) and how sure that is (0..1)."""

    place: int | None
    sure: float


def find_pawn(picture: Image, track: Track, bare: Image | None, colour: tuple[int, int, int] | None) -> PawnPlace:
    """Which place of a track the pawn in a picture (uint8 BGR) stands on.

    ``bare``: the same view with no pawn (uint8 BGR, same size); without it, what differs from the rest of the
    track counts, and that is less sure. ``colour``: the pawn's, BGR, as enrolled.
    """
    picture, bare, track = _strip(picture, bare, track)
    where = np.arange(-0.4, track.places - 0.6 + 1e-6, 1 / _FINE)
    merit = np.zeros(len(where))
    if bare is not None:
        merit += np.maximum(_profile(_apart(picture, bare, track.step), track, where) / _NOISE - 1, 0)
    else:
        merit += _profile(_odd(picture, track), track, where)
    if colour is not None:
        merit += 2 * _profile(_likeness(picture, colour, track.step), track, where)
    smooth = np.convolve(merit, np.array([0.25, 0.5, 0.25]), "same")
    best = int(smooth.argmax())
    others = smooth[np.abs(where - where[best]) > 1.1]
    rival = float(others.max()) if len(others) else 0.0
    if smooth[best] < _CLEAR:
        return PawnPlace(None, 0.0)
    centre = _centre(smooth, where, best)
    place = round(centre)
    within = 1 - min(1.0, 2 * max(0.0, abs(centre - place) - 0.3))
    lead = float(smooth[best]) / (rival + 0.5)
    return PawnPlace(min(max(place, 0), track.places - 1), float((1 - np.exp(-0.9 * max(0.0, lead - 1))) * within))


def _strip(picture: Image, bare: Image | None, track: Track) -> tuple[Image, Image | None, Track]:
    """Only the part of the pictures where the track is."""
    ends = np.array([track.first, track.last])
    left, top = np.maximum(ends.min(0) - 1.6 * track.step, 0).astype(int)
    right, bottom = (ends.max(0) + 1.6 * track.step + 1).astype(int)
    part = np.s_[top:bottom, left:right]
    moved = track.moved(-float(left), -float(top))
    return picture[part], None if bare is None else bare[part], moved


def _centre(merit: Image, where: Image, best: int) -> float:
    """The middle of a peak: its own mass within half a place or so."""
    near = np.abs(where - where[best]) <= 0.7
    weight = np.maximum(merit[near] - 0.5 * merit[best], 0)
    return float((weight * where[near]).sum() / weight.sum())


def _profile(values: Image, track: Track, where: Image) -> Image:
    """The mean of an image (float32) around each position; a pawn may stand a little aside."""
    radius = max(1.0, _REACH * track.step)
    side = 2 * int(radius) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.float32)
    means = cv2.filter2D(values.astype(np.float32), cv2.CV_32F, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
    along = np.subtract(track.last, track.first) / ((track.places - 1) * track.step)
    across = np.array([-along[1], along[0]]) * track.step
    found = []
    for aside in _ASIDE:
        x, y = (track.at(where) + aside * across).T.astype(np.float32)
        found.append(cv2.remap(means, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0])
    return np.asarray(np.max(found, axis=0))


def _apart(picture: Image, bare: Image, step: float) -> Image:
    """How much each pixel differs from the bare view, more than around it: grey levels, float32."""
    now, then = (cv2.GaussianBlur(one, (0, 0), 1.2).astype(np.float32) for one in (picture, bare))
    gain = np.median(now.reshape(-1, 3) / np.maximum(then.reshape(-1, 3), 8), axis=0)
    apart = now - then * gain
    # A veil of glare or a shadow is wide; a pawn is not.
    apart -= cv2.GaussianBlur(apart, (0, 0), _WIDE * step)
    # A shadow darkens all colours alike: chroma counts more.
    mean = channels.mean(apart)
    chroma = apart - mean[..., None]
    return np.asarray(channels.most(np.abs(chroma)) + 0.4 * np.abs(mean))


def _likeness(picture: Image, colour: tuple[int, int, int], step: float) -> Image:
    """1 where a pixel has this colour's hue and about its strength, whatever the light's level; else near 0."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    wanted = cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2LAB)[0, 0].astype(np.float32)[1:] - 128
    chroma = lab[..., 1:] - 128
    tint = cv2.GaussianBlur(chroma, (0, 0), _WIDE * step)
    strength = float(np.linalg.norm(wanted)) + 1e-3
    along = ((chroma - tint) @ wanted) / strength
    aside = np.abs((chroma - tint) @ np.array([-wanted[1], wanted[0]])) / strength
    return np.asarray(np.clip(along / strength, 0, 1) * np.exp(-((aside / (0.35 * strength + _CHROMA_NOISE)) ** 2)))


def _odd(picture: Image, track: Track) -> Image:
    """How far each pixel's colour is from the track's usual one."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    x, y = track.at(np.arange(0, track.places - 1, 0.25)).T.astype(np.float32)
    line = cv2.remap(lab, x[None], y[None], cv2.INTER_LINEAR)[0]
    return np.asarray(np.linalg.norm((lab - np.median(line, axis=0))[..., 1:], axis=-1) / _CHROMA_NOISE)


def colour_of(picture: Image) -> tuple[int, int, int]:
    """The most usual strong colour (BGR) of an enrolled face (uint8 BGR or BGRA)."""
    opaque = picture[..., 3] > 200 if picture.shape[2] == 4 else np.ones(picture.shape[:2], bool)
    colours = np.ascontiguousarray(picture[..., :3])
    chroma = np.linalg.norm(cv2.cvtColor(colours, cv2.COLOR_BGR2LAB).astype(np.float32)[..., 1:] - 128, axis=-1)
    strong = opaque & (chroma >= np.quantile(chroma[opaque], 0.6))
    blue, green, red = np.median(colours[strong], axis=0)
    return int(blue), int(green), int(red)
