"""Reading in a bad light: strong uneven lamps, flicker, a passing shadow, glare, noise, a soft lens, sloppy hands."""

from collections.abc import Sequence
from functools import partial
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.architects.places import central_places, seat_places
from companion.games.architects.proxies import PROXIES
from companion.games.architects.twin import TWIN
from companion.print.mats import mat_picture
from companion.referee import watching
from companion.twin.arrangement import arrange
from companion.twin.artist import Artist
from companion.twin.laying import Layer
from companion.twin.scenes import SCENES
from companion.twin.world import Piece, World
from tests.learned import learned
from vision.geometry.alignment import align
from vision.geometry.difference import box, changed, coarse, difference, look_at
from vision.geometry.image import Image, Points
from vision.geometry.photometric import light_between
from vision.geometry.plane import Plane, Planes
from vision.geometry.pose import Pose
from vision.live.mat_reader import MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import SeenPiece, Zone

MAT = 1
SHEET = next(mat for mat in watching.printed_mats() if mat.number == MAT)
CARD = (55.0, 80.0)
FACES = tuple(f"architects/{name}" for name in ("wood", "glass", "papyrus", "coin", "vp3", "tablet"))
CITY = Zone("seat/0/city", MAT, "spread", 184, 1, 235, 295, CARD, (), FACES)
SMALLEST_PIECE = 400.0
"""mm² of the smallest token that can come or go."""


class CruelTable:
    """One seat's mat on a table in the cruel scene; nothing lies there yet."""

    def __init__(self, seed: int) -> None:
        places = (*central_places(3), *seat_places(0, "giza"), *seat_places(1, "rhodes"))
        self.layer = Layer(places, TWIN.columns, Random(f"layer {seed}"), SCENES["cruel"].sloppiness)
        self.world = World(arrange(2, Random(f"mats {seed}"), SCENES["cruel"].askew), {}, 0)
        self.artist = Artist(self.world, SCENES["cruel"], seed, partial(mat_picture, "architects", px_per_mm=3.0))
        planes = Planes()
        planes.update(self.artist.frame(), (SHEET,), 0.0)
        self.plane: Plane = planes.mats[MAT]

    def lay(self, face: str, colour: str) -> Piece:
        """A sloppy hand lays a card into a colour's column of the city."""
        new = Piece(len(self.world.pieces), face, "architects/back/central", True, "", 0, 0.0, 0.0, 0.0, 0)
        *_, laid = self.layer.lay(self.world, new, "seat/0/city", up=True, column=colour)
        self.world = self.world.lay([laid])
        self.artist.show(self.world)
        return self.world.pieces[new.id]

    def pull(self, piece: Piece) -> None:
        """A card is taken away."""
        left = {number: one for number, one in self.world.pieces.items() if number != piece.id}
        self.world = World(self.world.arrangement, left, self.world.top)
        self.artist.show(self.world)

    def sheet(self, frames: int = 1) -> Image:
        """The mat as the camera sees it now, in a new moment's light; the mean of several frames."""
        self.artist.relight()
        pictures = [self.plane.rectify(self.artist.frame()).astype(np.float32) for _ in range(frames)]
        return np.asarray(np.round(np.mean(pictures, axis=0)), np.uint8)

    def corners(self, piece: Piece) -> Points:
        """Where a card's corners are seen on the mat (4 x 2, mm)."""
        angle = np.deg2rad(piece.angle)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * CARD / 2 @ turn + (piece.x, piece.y)
        mat = self.world.arrangement.mats[MAT]
        pixels = self.artist.lens.pixels(np.array([mat.to_table(x, y) for x, y in around]))
        return self.plane.millimetres(pixels)


class Reader:
    """A city being read, picture by picture."""

    def __init__(self, library: Library) -> None:
        self._reader = MatReader(library, LibraryRecogniser(library))
        self._memory, self._new_track = MatMemory.blank((SHEET.width, SHEET.height)), TrackNumbers()

    def read(self, sheet: Image) -> tuple[SeenPiece, ...]:
        """The pieces now."""
        self._reader.update(self._memory, sheet, (CITY,), self._new_track, "", markers=SHEET.markers)
        return tuple(piece.seen() for piece in self._memory.pieces[CITY.name])


@pytest.fixture(scope="module")
def cards() -> Library:
    """Six of the proxies' cards, learned from one picture each."""
    return learned({face: (PROXIES.picture(face, 5.0), CARD) for face in FACES}, 40)


def largest_change(before: Image, now: Image) -> float:
    """The area (mm²) of the largest thing on the mat, its markers apart, that is said to have changed."""
    one, other = coarse(now), coarse(before)
    mask = changed(difference(look_at(one), look_at(other, light_between(one, other)))).astype(np.uint8)
    for marker in SHEET.markers:
        mask[box(mask.shape, marker.x, marker.y, marker.side, marker.side)] = 0
    _, _, boxes, _ = cv2.connectedComponentsWithStats(mask)
    return float(boxes[1:, cv2.CC_STAT_AREA].max(initial=0))


def names(pieces: Sequence[SeenPiece]) -> list[str]:
    return sorted(piece.faces[0].face if piece.faces else "?" for piece in pieces)


@pytest.mark.parametrize("seed", [21, 22])
def test_flicker_a_passing_shadow_and_glare_alone_are_no_change(seed: int) -> None:
    table = CruelTable(seed)
    for face, colour in zip(FACES, ("grey", "grey", "green", "green", "blue", "yellow"), strict=True):
        table.lay(face, colour)
    before = table.sheet()
    for _ in range(6):
        now = table.sheet()
        assert largest_change(before, now) < SMALLEST_PIECE / 10
        before = now


def test_a_card_that_comes_is_a_change_in_any_light() -> None:
    table = CruelTable(23)
    for face, colour in zip(FACES, ("grey", "grey", "green", "green", "blue", "yellow"), strict=True):
        before = table.sheet()
        table.lay(face, colour)
        assert largest_change(before, table.sheet()) > SMALLEST_PIECE


def test_a_card_that_lies_still_does_not_seem_to_move_when_a_shadow_passes() -> None:
    table = CruelTable(27)
    laid = [table.lay(face, colour) for face, colour in zip(FACES, ("grey", "green", "blue", "yellow"), strict=False)]
    before = table.sheet()
    for _ in range(5):
        now = table.sheet()
        for card in laid:
            x, y = table.corners(card).mean(0)
            pose = Pose(float(x), float(y), card.angle, *CARD)
            shift = align(pose.cut(before), pose.cut(now))
            assert np.hypot(shift.dx, shift.dy) < 0.04
            assert shift.agreement > 0.98
        before = now


@pytest.mark.parametrize("seed", [pytest.param(24, marks=pytest.mark.proof), 25])
def test_the_newest_card_of_a_tucked_column_is_found_to_two_percent_of_its_size(cards: Library, seed: int) -> None:
    table, reader = CruelTable(seed), Reader(cards)
    reader.read(table.sheet())
    laid = []
    for face in FACES:
        laid.append(table.lay(face, "green"))
        pieces = reader.read(table.sheet())
        assert names(pieces) == sorted(piece.front for piece in laid)
        newest = pieces[-1]
        assert newest.faces[0].face == face
        off = np.linalg.norm(np.array(newest.quad) - table.corners(laid[-1]), axis=1)
        assert off.max() < 0.02 * CARD[1]


def test_what_comes_to_light_under_a_card_is_known_although_the_light_has_changed_since(cards: Library) -> None:
    table, reader = CruelTable(26), Reader(cards)
    reader.read(table.sheet())
    laid = []
    for face in FACES[:3]:
        laid.append(table.lay(face, "grey"))
        reader.read(table.sheet())
    kept = {piece.faces[0].face: piece.track for piece in reader.read(table.sheet())}
    for piece in laid:
        table.pull(piece)
        del kept[piece.front]
        assert {one.faces[0].face: one.track for one in reader.read(table.sheet()) if one.faces} == kept
    assert reader.read(table.sheet()) == ()
