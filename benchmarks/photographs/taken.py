"""A city of the twin as a phone takes it: 40 to 70 cm away, tilted to 35 degrees, kitchen light, perhaps a hand.

The hand lies beside the city, or over some of it, whichever is asked for.

Pieces are laid into the picture at its own resolution, each with its height above the table; the table is a plane, the
phone's lens has no barrel (phones take it out).
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import cv2
import numpy as np

from companion.art.proxy_set import proxies_with
from companion.twin.arm import reach_in
from companion.twin.dealer import Dealer
from companion.twin.faceart import FaceArt, Wardrobe, open_art
from companion.twin.light import UNIT, Light
from companion.twin.scenes import SCENES
from companion.twin.sensor import Sensor
from companion.twin.sprites import thickness
from companion.twin.surfaces import surface
from companion.twin.world import Piece, World
from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points

_FOCAL = 0.75
"""Focal length by the long side of the picture: 26 mm by 36 mm."""
_FAR = (400.0, 700.0)
"""mm between lens and table."""
_TILT = 35.0
_SIDE = 3200
"""Pixels of the long side; a phone has 4000, a messenger sends 2000."""
_ART = 5.0
"""Pixels a mm of the faces that are laid in."""
_GROUND = 2.0
"""Pixels a mm of the table."""
_RIM = 0.04
"""Share of the picture that is left about the city."""
_AROUND = 60.0
"""mm about a city in which what lies near it is seen, too."""
_HAND, _OVER = 0.3, 25.0
"""How many photographs show a hand, and how far (mm) from the nearest piece its fingers are."""
_SMALLEST, _LARGEST = 0.85, 1.15
"""A hand's size, by a usual one's, where it lies over pieces."""
_ARM = 1000.0
"""mm from the fingertips to where an arm comes from: beyond any picture."""
_OPAQUE = 64
"""Of white and of black under a hand, so much (0..255) is left of their difference at most."""


class Lain(NamedTuple):
    """A piece in the photograph: its face, corners (px, from its own top left), visible share, whether the seat's."""

    face: str
    quad: Points
    visible: float
    mine: bool


class Taken(NamedTuple):
    """A photograph (uint8 BGR) of one seat's city and what lies in it, the lowest first."""

    picture: Image
    pieces: tuple[Lain, ...]
    said: str


class Camera(NamedTuple):
    """``to_camera``: 3 x 4, from mm on the table (z up) to pixels times depth; ``size``: width and height, px."""

    to_camera: Image
    size: tuple[int, int]

    def plane(self, height: float) -> Image:
        """The homography of the plane at a height above the table: mm to pixels."""
        columns = self.to_camera
        return np.column_stack([columns[:, 0], columns[:, 1], columns[:, 3] + height * columns[:, 2]])


def played(game: str, players: int, seed: int, edition: int | None) -> Dealer:
    """A whole game on a table without mats."""
    dealer = Dealer(game, players, seed, table="open", edition=edition)
    while dealer.step() is not None:
        pass
    return dealer


def photograph(dealer: Dealer, seat: int, box: Path, seed: int, *, hand_over: bool = False) -> Taken:
    """What a phone sees of a seat's city, with all that lies near it; ``hand_over``: and a hand that covers some."""
    rng = Random(f"photograph {seed} {seat}")
    world, (near, mine) = dealer.world, _near(dealer.world, seat)
    corners = np.concatenate([_corners(world, piece) for piece in near if piece.id in mine])
    camera, said = _aimed(corners, dealer.world.arrangement.mats[seat + 1].angle, rng)
    look = SCENES["kitchen"]
    picture = _table(camera, corners, seed)
    laid, owners = _laid(picture, camera, world, near, mine, open_art(box))
    width, height = camera.size
    light = Light(look, width, height, seed)
    lit = cv2.multiply(picture, light.gain, scale=1 / UNIT)
    if hand_over:
        laid = _hidden(laid, owners, _over(lit, light.gain, laid, camera, Random(f"hand {seed} {seat}")))
        said += ", a hand over it"
    elif rng.random() < _HAND:
        _hand(lit, light.gain, camera, corners, rng)
        said += ", a hand"
    if light.glare is not None:
        lit = cv2.add(lit, light.glare)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.6, 1.2))
    return Taken(Sensor(width, height, look.noise, look.jpeg, seed).expose(np.asarray(soft)), laid, said)


def _near(world: World, seat: int) -> tuple[list[Piece], set[int]]:
    """The pieces in and about a city, the lowest first; the ids of those that are the seat's own."""
    own = {piece.id for piece in world.pieces.values() if piece.place.startswith(f"seat/{seat}/")}
    places = np.array([world.point(world.pieces[one]) for one in own])
    low, high = places.min(0) - _AROUND, places.max(0) + _AROUND
    near = [
        piece
        for piece in sorted(world.pieces.values(), key=lambda piece: piece.z)
        if piece.id in own or ((low <= world.point(piece)).all() and (world.point(piece) <= high).all())
    ]
    return near, own


def _corners(world: World, piece: Piece) -> Points:
    """Where a piece's corners lie on the table (mm), clockwise from its own top left."""
    width, height = proxies_with(piece.face).size_mm(piece.face)
    turn = np.deg2rad(piece.angle + world.arrangement.mats[piece.mat].angle)
    box = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    across = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(box @ across + world.point(piece))


def _aimed(corners: Points, angle: float, rng: Random) -> tuple[Camera, str]:
    """A phone held by who sits there, so that the whole city is in the picture, as near as it may be."""
    width, height = (_SIDE, _SIDE * 3 // 4)
    turn = angle + rng.gauss(0, 6) + rng.choice((0.0, 0.0, 90.0, 270.0, 180.0))
    tilt, toward = np.deg2rad(rng.uniform(0, _TILT)), rng.uniform(0, 2 * np.pi)
    middle = (corners.min(0) + corners.max(0)) / 2
    focal = _FOCAL * max(width, height)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    about, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.deg2rad(-turn)]))
    aslant, _ = cv2.Rodrigues(np.array([np.cos(toward), np.sin(toward), 0.0]) * tilt)
    # Heights count upwards, the camera's axis looks down.
    pose = aslant @ about @ np.diag([1.0, 1.0, -1.0])
    for far in np.arange(rng.uniform(*_FAR), 2000.0, 10.0):
        shift = pose @ np.array([-middle[0], -middle[1], 0.0]) + np.array([0.0, 0.0, far])
        camera = Camera(lens @ np.column_stack([pose, shift]), (width, height))
        seen = transform_points(camera.plane(0.0), corners) / (width, height)
        if seen.min() > _RIM and seen.max() < 1 - _RIM:
            break
    return camera, f"{far:.0f} mm, tilt {np.rad2deg(tilt):.0f}, turn {turn % 360:.0f}"


def _table(camera: Camera, corners: Points, seed: int) -> Image:
    """The bare table as the camera sees it."""
    width, height = camera.size
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    shown = transform_points(np.linalg.inv(camera.plane(0.0)), rim)
    low, high = np.maximum(shown.min(0), corners.min(0) - 700), np.minimum(shown.max(0), corners.max(0) + 700)
    size = (np.ceil((high - low) * _GROUND)).astype(int)
    ground = surface(SCENES["kitchen"], int(size[0]), int(size[1]), _GROUND, seed)
    to_mm = np.array([[1 / _GROUND, 0, low[0]], [0, 1 / _GROUND, low[1]], [0, 0, 1]])
    seen = cv2.warpPerspective(ground, camera.plane(0.0) @ to_mm, camera.size, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(seen)


def _laid(  # noqa: PLR0917 - a table has this many sides
    picture: Image, camera: Camera, world: World, near: Sequence[Piece], mine: set[int], art: FaceArt
) -> tuple[tuple[Lain, ...], Image]:
    """Lay the pieces into the picture (in place), the lowest first; and which is in sight at each pixel (-1: none)."""
    wardrobe = Wardrobe(_ART, art)
    owners = np.full(picture.shape[:2], -1, np.int32)
    lifts: dict[tuple[str, float], float] = {}
    quads: list[Points] = []
    for number, piece in enumerate(near):
        stack = (piece.place, piece.slot)
        lift = lifts.get(stack, 0.0) + thickness(piece.face) if piece.piled else thickness(piece.face)
        lifts[stack] = lift
        quads.append(transform_points(camera.plane(lift), _corners(world, piece)))
        _lay(picture, owners, number, wardrobe.picture(piece.face), quads[-1])
    found = []
    for number, (piece, quad) in enumerate(zip(near, quads, strict=True)):
        area = max(1.0, float(cv2.contourArea(quad.astype(np.float32))))
        found.append(Lain(piece.face, quad, float((owners == number).sum()) / area, piece.id in mine))
    return tuple(found), owners


def _lay(picture: Image, owners: Image, number: int, art: Image, quad: Points) -> None:
    """One face into the picture, with a soft shadow beside it."""
    height, width = picture.shape[:2]
    low = np.maximum(np.floor(quad.min(0) - 12), 0).astype(int)
    high = np.minimum(np.ceil(quad.max(0) + 12), (width, height)).astype(int)
    if (high <= low).any():
        return
    box = np.s_[low[1] : high[1], low[0] : high[0]]
    rows, columns = art.shape[:2]
    source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - low - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    scale = float(np.linalg.norm(quad[3] - quad[0])) / rows
    colours = art[..., :3] if scale > 0.75 else cv2.GaussianBlur(art[..., :3], (0, 0), 0.42 / scale)
    drawn = cv2.warpPerspective(np.ascontiguousarray(colours), matrix, size, borderMode=cv2.BORDER_REPLICATE)
    mask = art[..., 3] if art.shape[2] == 4 else np.full((rows, columns), 255, np.uint8)
    alpha = cv2.warpPerspective(np.ascontiguousarray(mask), matrix, size).astype(np.float32)[..., None] / 255
    shadow = cv2.GaussianBlur(np.roll(alpha[..., 0], (3, 3), (0, 1)), (0, 0), 4)[..., None] * 0.3
    under = picture[box] * (1 - shadow)
    picture[box] = np.clip(under * (1 - alpha) + drawn * alpha, 0, 255).astype(np.uint8)
    owners[box][alpha[..., 0] > 0.5] = number


def _hand(lit: Image, gain: Image, camera: Camera, corners: Points, rng: Random) -> None:
    """A hand that reaches in beside the city, from the picture's nearest edge."""
    seen = transform_points(camera.plane(0.0), corners)
    width, height = camera.size
    scale = float(np.median(np.linalg.norm(np.diff(seen.reshape(-1, 4, 2), axis=1), axis=2))) / 60.0
    along, off = rng.uniform(0.2, 0.8), _OVER * scale
    low, high = seen.min(0), seen.max(0)
    tip = (float(low[0] + along * (high[0] - low[0])), float(high[1] + off))
    shoulder = (tip[0] + rng.uniform(-0.2, 0.2) * width, height + 200.0)
    if tip[1] < height:
        reach_in(lit, gain, rng.randrange(7), tip=tip, shoulder=shoulder, scale=scale, blur=0.0)


def _over(lit: Image, gain: Image, laid: Sequence[Lain], camera: Camera, rng: Random) -> Image:
    """A hand, left or right, from any side, its fingers on one of the city's pieces (in place); where it is (bool)."""
    mine = [one.quad for one in laid if one.mine]
    quad = rng.choice(mine)
    tip = quad[0] + rng.random() * (quad[1] - quad[0]) + rng.random() * (quad[3] - quad[0])
    on_table = transform_points(np.linalg.inv(camera.plane(0.0)), tip[None])
    beside = transform_points(camera.plane(0.0), on_table + np.array([[0, 0], [1, 0], [0, 1]]))
    scale = float(np.sqrt(abs(np.linalg.det(np.diff(beside[[1, 0, 2]], axis=0))))) * rng.uniform(_SMALLEST, _LARGEST)
    way = rng.uniform(0, 2 * np.pi)
    shoulder = tip + scale * _ARM * np.array([np.cos(way), np.sin(way)])
    seat, left = rng.randrange(7), rng.random() < 0.5
    width = lit.shape[1]

    def reaching(picture: Image, light: Image) -> Image:
        """A left hand is a right one in a mirror."""
        flip = slice(None, None, -1) if left else slice(None)
        ends = [(float(width - x if left else x), float(y)) for x, y in (tip, shoulder)]
        mirrored = np.ascontiguousarray(picture[:, flip])
        lighting = np.ascontiguousarray(light[:, flip])
        reach_in(mirrored, lighting, seat, tip=ends[0], shoulder=ends[1], scale=scale, blur=0.0)
        return mirrored[:, flip]

    black, white = (reaching(np.full_like(lit, level), gain) for level in (0, 255))
    lit[:] = reaching(lit, gain)
    return np.asarray((white.astype(int) - black).max(2) < _OPAQUE)


def _hidden(laid: Sequence[Lain], owners: Image, hand: Image) -> tuple[Lain, ...]:
    """The pieces, each with what of it a hand leaves in sight."""
    seen = np.bincount(owners[owners >= 0], minlength=len(laid))
    left = np.bincount(owners[(owners >= 0) & ~hand], minlength=len(laid))
    return tuple(
        one._replace(visible=one.visible * still / max(1, before))
        for one, still, before in zip(laid, left, seen, strict=True)
    )
