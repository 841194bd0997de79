"""Spots for one piece each: an empty one is empty, whatever a recogniser would call it."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.vision.painting import COARSE, FACES, art, noisy
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.pieces import Piece
from vision.live.zones.pile import PileReader
from vision.live.zones.printed_spot import SpotReader
from vision.live.zones.spots import SpotsReader
from vision.recognition.library import Library
from vision.recognition.naming import Ranked
from vision.sighting import FaceProbability, Marker, Spot, Zone

_SPOT = Spot(100.0, 100.0, 28.0, 28.0)
_ZONE = Zone("central/progress", 0, "spots", 60.0, 60.0, 80.0, 80.0, (28.0, 28.0), (_SPOT,))
_HERE = Pose(100.0, 100.0, 0.0, 28.0, 28.0)
_PAPER = (200, 215, 225)
_CARD = FACES[0]


class _Credulous:
    """A recogniser that sees the same token everywhere."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:  # noqa: ARG002
        return [self._ranked for _ in patches]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:  # noqa: ARG002
        return 0, self._ranked

    @property
    def _ranked(self) -> Ranked:
        return (FaceProbability("architects/progress/economy", 0.8),)


def _sheet(*, token: bool, reflection: bool = False) -> Image:
    sheet = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _PAPER, np.uint8)
    middle, radius = (round(100 * PX_PER_MM), round(100 * PX_PER_MM)), round(14 * PX_PER_MM)
    cv2.circle(sheet, middle, radius, (170, 190, 200), 1)
    if token:
        cv2.circle(sheet, middle, radius - 1, (40, 120, 30), -1)
        cv2.circle(sheet, middle, radius // 2, (30, 40, 190), -1)
    if reflection:
        cv2.circle(sheet, middle, 2 * radius, (255, 255, 255), -1)
    return noisy(sheet, 1)


def _read(library: Library, now: Image, *, bare_known: bool) -> tuple[Piece, ...]:
    earlier = _sheet(token=True)
    before = Piece(7, _HERE, (FaceProbability("architects/progress/culture", 0.999),), _HERE.cut(earlier), 0)
    bare = cv2.resize(_sheet(token=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.full(bare.shape[:2], bare_known)
    comparison = Comparison(now, earlier, bare, known, np.zeros_like(known))
    return SpotsReader(library, _Credulous()).read(_ZONE, comparison, (before,), TrackNumbers())


@pytest.mark.parametrize("bare_known", [False, True])
def test_a_spot_whose_token_was_taken_is_empty_and_not_the_palest_token(library: Library, *, bare_known: bool) -> None:
    assert _read(library, _sheet(token=False), bare_known=bare_known) == ()


@pytest.mark.parametrize("bare_known", [False, True])
def test_a_token_under_a_reflection_has_not_gone(library: Library, *, bare_known: bool) -> None:
    found = _read(library, _sheet(token=True, reflection=True), bare_known=bare_known)
    assert [(piece.spot, piece.hidden) for piece in found] == [(0, True)]


class _Unsure(_Credulous):
    """A recogniser to which a piece is likelier none of its faces."""

    @property
    def _ranked(self) -> Ranked:
        return (FaceProbability("architects/progress/economy", 0.36),)


def test_of_a_token_that_is_likelier_none_that_is_enrolled_it_is_said_what_it_faintly_looks_like(
    library: Library,
) -> None:
    bare = cv2.resize(_sheet(token=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(_sheet(token=True), _sheet(token=False), bare, known, np.zeros_like(known))
    (piece,) = SpotsReader(library, _Unsure()).read(_ZONE, comparison, (), TrackNumbers())
    said = piece.seen()
    assert (said.faces, said.faint) == ((), (FaceProbability("architects/progress/economy", 0.36),))
    assert piece.with_faces((FaceProbability("architects/progress/economy", 0.9),)).seen().faint == ()


class _Mute(_Credulous):
    """A recogniser that knows none of what it is shown."""

    @property
    def _ranked(self) -> Ranked:
        return ()


@pytest.mark.parametrize(
    ("kind", "height", "face", "tried"),
    [
        (SpotsReader, 28.0, "architects/progress/culture", True),
        (SpotsReader, 11.0, "architects/progress/culture", False),
        (SpotsReader, 28.0, "lacking", False),
        (PileReader, 28.0, "architects/progress/culture", True),
        (PileReader, 28.0, "lacking", False),
    ],
)
def test_what_sticks_out_from_under_a_board_or_is_of_no_enrolled_face_is_there_and_none_is_sought_in_it(
    library: Library,
    kind: type[SpotReader],
    height: float,
    face: str,
    *,
    tried: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries: list[int] = []

    def best_of(_: _Mute, patches: Sequence[Image], __: Sequence[str]) -> tuple[int, Ranked]:
        tries.append(len(patches))
        return 0, ()

    monkeypatch.setattr(_Mute, "best_of", best_of)
    part = Spot(100.0, 100.0, 28.0, height)
    zone = Zone("tucked", 0, "spots", 60.0, 60.0, 80.0, 80.0, (28.0, 28.0), (part,), (face,))
    bare = cv2.resize(_sheet(token=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(_sheet(token=True), _sheet(token=False), bare, known, np.zeros_like(known))
    found = kind(library, _Mute()).read(zone, comparison, (), TrackNumbers())
    assert [piece.faces for piece in found] == [()]
    assert bool(tries) is tried


@pytest.mark.parametrize(("to_the_left", "lies"), [(35.0, 1), (31.0, 1), (15.0, 0)])
def test_what_reaches_into_a_spot_over_its_edge_does_not_lie_on_it_and_what_covers_its_middle_does(
    library: Library, to_the_left: float, lies: int
) -> None:
    """A stage that sticks out of its wonder; ``to_the_left``: mm from 20 mm left of the spot's middle to its end."""
    bare, now = _sheet(token=False), _sheet(token=False)
    x, y = (round((100 + off) * PX_PER_MM) for off in (-20, -25))
    now[y : y + round(50 * PX_PER_MM), x : x + round(to_the_left * PX_PER_MM)] = (70, 110, 60)
    coarse = cv2.resize(bare, COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(coarse.shape[:2], bool)
    comparison = Comparison(now, bare, coarse, known, np.zeros_like(known))
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, (), TrackNumbers())) == lies


@pytest.mark.parametrize(("faded", "lies"), [((170, 187, 237), 1), ((168, 207, 231), 0)])
def test_of_a_piece_that_a_window_washes_out_the_outline_and_the_tint_are_seen_and_a_shadow_is_grey(
    library: Library, faded: tuple[int, int, int], lies: int
) -> None:
    """A back tucked under a board at 41 of the path-traced games; and as much darker, in the table's tint."""
    bare = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), (184, 227, 253), np.uint8)
    now = bare.copy()
    left, right, top, low = (round(at * PX_PER_MM) for at in (84.0, 116.0, 92.0, 112.0))
    cv2.rectangle(now, (left, top), (right, low), faded, -1)
    cv2.rectangle(now, (left, top), (right, low), (60, 70, 90), round(3 * PX_PER_MM))
    coarse = cv2.resize(bare, COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(coarse.shape[:2], bool)
    part = Spot(100.0, 100.0, 28.0, 11.0)
    zone = Zone("tucked", 0, "spots", 60.0, 60.0, 80.0, 80.0, (28.0, 28.0), (part,), ("architects/progress/culture",))
    comparison = Comparison(now, bare, coarse, known, np.zeros_like(known))
    assert comparison.share_not_bare(comparison.area(93.0, 97.0, 14.0, 5.0)) == 0.0
    assert len(SpotsReader(library, _Mute()).read(zone, comparison, (), TrackNumbers())) == lies


@pytest.mark.parametrize(("lines", "lies"), [(2, 1), (0, 0)])
def test_of_a_piece_that_a_window_washes_out_where_the_table_was_darker_its_lines_are_seen_as_they_come(
    library: Library, lines: int, lies: int
) -> None:
    """A back tucked under a board at 1303 of the path-traced games: a third of it changes, and it has a tint."""
    bare = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), (184, 227, 253), np.uint8)
    now = bare.copy()
    left, right, top, low = (round(at * PX_PER_MM) for at in (84.0, 116.0, 92.0, 112.0))
    cv2.rectangle(now, (left, top), (right, low), (170, 187, 237), -1)
    for row in (96.5, 103.5)[:lines]:
        cv2.line(now, (left, round(row * PX_PER_MM)), (right, round(row * PX_PER_MM)), (220, 240, 255), 2)
    washed = cv2.GaussianBlur(now, (0, 0), 1.0)
    coarse = cv2.resize(bare, COARSE, interpolation=cv2.INTER_AREA)
    coarse[84:116, 84:116] = (coarse[84:116, 84:116] * 0.94).astype(np.uint8)
    known = np.ones(coarse.shape[:2], bool)
    part = Spot(100.0, 100.0, 28.0, 11.0)
    zone = Zone("tucked", 0, "spots", 60.0, 60.0, 80.0, 80.0, (28.0, 28.0), (part,), ("architects/progress/culture",))
    comparison = Comparison(washed, bare, coarse, known, np.zeros_like(known))
    assert len(SpotsReader(library, _Mute()).read(zone, comparison, (), TrackNumbers())) == lies


_BROWN, _LIGHT = (60, 100, 150), (110, 160, 220)
"""The colours of a wooden table, and of a card that has no others."""
_OPEN_TABLE = (Marker(0, 0.0, 0.0, 40.0, ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))),)


def _wooden(*, card: bool, neighbour: bool = False) -> Image:
    """A grained table; on the spot a card of its colours with a printed ring, on whose edge a neighbour may lie."""
    sheet = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _BROWN, np.uint8)
    for row in range(0, len(sheet), 12):
        cv2.line(sheet, (0, row), (sheet.shape[1], row + 6), _LIGHT, 5)
    left, right = (round((100 + side * 14) * PX_PER_MM) for side in (-1, 1))
    if card:
        cv2.rectangle(sheet, (left, left), (right, right), _BROWN, -1)
        cv2.circle(sheet, ((left + right) // 2, (left + right) // 2), (right - left) // 4, _LIGHT, 8)
    if neighbour:
        cv2.rectangle(sheet, (left, left), (left + (right - left) // 4, right), (170, 60, 30), -1)
    return noisy(sheet, 2)


def _shaded(*, ring: bool = False, shadow: bool = False) -> Image:
    """A table of one brown; on the spot a back of hardly another one with a thin light ring, or somebody's shadow."""
    sheet = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _BROWN, np.uint8)
    left, right, middle = (round((100 + side * 14) * PX_PER_MM) for side in (-1, 1, 0))
    if ring or shadow:
        cv2.rectangle(sheet, (left, left), (right, right), tuple(round(level * 0.72) for level in _BROWN), -1)
    if ring:
        cv2.circle(sheet, (middle, middle), round(8 * PX_PER_MM), _LIGHT, 2)
    return noisy(sheet, 3)


@pytest.mark.parametrize(("back", "lies"), [(True, 1), (False, 0)])
def test_a_back_in_a_tables_colours_is_told_from_a_shadow_by_its_lines(
    library: Library, *, back: bool, lies: int
) -> None:
    earlier, now = _shaded(), _shaded(ring=back, shadow=not back)
    # The table had other light when it was seen bare, just there.
    bare = cv2.resize(earlier, COARSE, interpolation=cv2.INTER_AREA)
    bare[84:116, 84:116] = (bare[84:116, 84:116] * 0.8).astype(np.uint8)
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, earlier, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert comparison.share_not_bare(comparison.area(86.0, 86.0, 28.0, 28.0)) < 0.2
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, (), TrackNumbers())) == lies


@pytest.mark.parametrize(("goes", "lies"), [(True, 0), (False, 1)])
def test_a_brown_card_that_leaves_a_brown_table_is_gone_and_one_that_is_partly_covered_is_not(
    library: Library, *, goes: bool, lies: int
) -> None:
    earlier, now = _wooden(card=True), _wooden(card=not goes, neighbour=not goes)
    before = Piece(7, _HERE, (FaceProbability("architects/progress/culture", 0.999),), _HERE.cut(earlier), 0)
    bare = cv2.resize(_wooden(card=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    known[80:120, 80:120] = False
    comparison = Comparison(now, earlier, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert 0.02 < comparison.share_changed(comparison.area(86.0, 86.0, 28.0, 28.0)) < 0.4
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, (before,), TrackNumbers())) == lies


@pytest.mark.parametrize("lies", [0, 1])
def test_a_card_of_a_tables_colours_is_told_by_that_table_although_it_was_not_seen_bare_beside_a_piece(
    library: Library, lies: int
) -> None:
    stripes = np.arange(round(COARSE[0] * PX_PER_MM)) // round(12 * PX_PER_MM) % 2
    row = np.where(stripes[:, None], _BROWN, _LIGHT).astype(np.uint8)
    now = np.tile(row, (round(COARSE[1] * PX_PER_MM), 1, 1))
    bare = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA)
    left, edge = round(86 * PX_PER_MM), round(114 * PX_PER_MM)
    if lies:
        now[left:edge, left:edge] = _LIGHT
        cv2.circle(now, ((left + edge) // 2, (left + edge) // 2), (edge - left) // 4, _BROWN, 8)
    now[edge : edge + 40] = (170, 60, 30)
    known = np.ones(bare.shape[:2], bool)
    known[111:140] = False
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert comparison.share_of_table(comparison.area(86.0, 86.0, 28.0, 28.0)) > 0.92
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, None, TrackNumbers())) == lies


def test_an_empty_spot_of_a_table_holds_nothing_although_other_pieces_begin_at_its_very_edge(library: Library) -> None:
    now = _wooden(card=False)
    edge = round(86 * PX_PER_MM)
    now[edge - 40 : edge, :], now[:, edge - 40 : edge] = (170, 60, 30), (170, 60, 30)
    bare = cv2.resize(_wooden(card=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    known[60:120, 60:120] = False
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert SpotsReader(library, _Mute()).read(_ZONE, comparison, None, TrackNumbers()) == ()


def test_an_empty_spot_of_a_cloth_that_looks_a_little_like_a_piece_holds_nothing(library: Library) -> None:
    cloth = _wooden(card=False)
    bare, known = cv2.resize(cloth, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[60:120, 60:120] = False
    comparison = Comparison(cloth, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert SpotsReader(library, _Credulous()).read(_ZONE, comparison, None, TrackNumbers()) == ()


class _Sure(_Credulous):
    """A recogniser that is sure to see the same card everywhere."""

    @property
    def _ranked(self) -> Ranked:
        return (FaceProbability(_CARD, 0.999),)


@pytest.mark.parametrize("lies", [0, 1])
def test_a_cloth_that_is_surely_read_as_a_card_is_none_where_no_line_is_the_cards(library: Library, lies: int) -> None:
    now = _wooden(card=False)
    width, height = (round(side * PX_PER_MM) for side in (44, 68))
    left, top = round(78 * PX_PER_MM), round(66 * PX_PER_MM)
    bare, known = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[60:140, 70:130] = False
    if lies:
        now[top : top + height, left : left + width] = cv2.resize(art(_CARD), (width, height))
    zone = replace(_ZONE, spots=(replace(_SPOT, width=44.0, height=68.0),))
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert len(SpotsReader(library, _Sure()).read(zone, comparison, None, TrackNumbers())) == lies


def test_the_next_card_of_a_deck_in_a_cloths_colours_keeps_its_name_where_its_print_is_hardly_seen(
    library: Library,
) -> None:
    """Medals 4p 1, cruel: a deck whose top had been taken, its brown back on a red cloth, lay as it had lain."""
    now, spot = _wooden(card=False), Spot(100.0, 100.0, 44.0, 68.0)
    bare, known = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[60:140, 70:130] = False
    here = Pose(spot.x, spot.y, 0.0, spot.width, spot.height)
    before = Piece(7, here, (FaceProbability(_CARD, 0.999),), here.cut(_sheet(token=True)), 0)
    comparison = Comparison(now, _sheet(token=True), bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    found = PileReader(library, _Sure()).read(
        replace(_ZONE, kind="pile", spots=(spot,)), comparison, (before,), TrackNumbers(7)
    )
    assert [(piece.track, piece.face) for piece in found] == [(8, _CARD)]


def _seen_first(library: Library, now: Image) -> tuple[Piece, ...]:
    """What lies on the spot of an open table that is seen for the first time; no piece has a name."""
    unknown = np.zeros((COARSE[1], COARSE[0]), bool)
    bare = np.zeros((*unknown.shape, 3), np.uint8)
    comparison = Comparison(now, None, bare, unknown, unknown, markers=_OPEN_TABLE)
    return SpotsReader(library, _Mute()).read(_ZONE, comparison, None, TrackNumbers())


@pytest.mark.parametrize(("card", "lies"), [(False, 0), (True, 1)])
def test_the_seam_of_two_planks_is_no_piece_on_a_table_that_is_seen_for_the_first_time(
    library: Library, *, card: bool, lies: int
) -> None:
    now = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _BROWN, np.uint8)
    end = round(107 * PX_PER_MM)
    cv2.line(now, (0, end), (now.shape[1], end - 20), (20, 40, 60), 6)
    if card:
        left, right = (round((100 + side * 14) * PX_PER_MM) for side in (-1, 1))
        cv2.rectangle(now, (left, left), (right, right), _LIGHT, -1)
        cv2.circle(now, ((left + right) // 2, (left + right) // 2), (right - left) // 4, _BROWN, 8)
    assert len(_seen_first(library, now)) == lies


def _checked(*, card: bool) -> Image:
    """Two checks of a cloth meet at the spot, and on them a card may lie."""
    now = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _BROWN, np.uint8)
    now[:, round(104 * PX_PER_MM) :] = _LIGHT
    now[::4] = now[::4] * 0.7
    if card:
        left, right = (round((100 + side * 14) * PX_PER_MM) for side in (-1, 1))
        cv2.rectangle(now, (left, left), (right, right), (170, 60, 30), -1)
        cv2.circle(now, ((left + right) // 2, (left + right) // 2), (right - left) // 4, _BROWN, 8)
    return now


@pytest.mark.parametrize(("card", "lies"), [(False, 0), (True, 1)])
def test_where_two_checks_of_a_cloth_meet_is_no_piece_on_a_table_that_is_seen_for_the_first_time(
    library: Library, *, card: bool, lies: int
) -> None:
    assert len(_seen_first(library, _checked(card=card))) == lies


@pytest.mark.parametrize(("card", "lies"), [(False, 0), (True, 1)])
def test_what_had_no_name_on_a_cloth_seen_for_the_first_time_is_none_once_it_is_seen_to_be_the_cloth(
    library: Library, *, card: bool, lies: int
) -> None:
    """7 Wonders 4p 1065, cruel: two checks below a board stayed a card for a stage for the whole game."""
    now = _checked(card=card)
    before = Piece(7, _HERE, (), _HERE.cut(now), 0)
    bare, known = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[80:120, 80:120] = False
    comparison = Comparison(now, now, bare, known, np.zeros_like(known), markers=_OPEN_TABLE, reread=True)
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, (before,), TrackNumbers(7))) == lies


@pytest.mark.parametrize("off", [0.0, 5.0])
def test_a_card_without_a_name_lies_on_a_table_that_is_seen_for_the_first_time_however_it_was_laid(
    library: Library, off: float
) -> None:
    now = _wooden(card=False)
    bare, known = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[60:140, 70:130] = False
    # Its edge lies where else the table goes on.
    card = Pose(100.0 + off, 100.0, 2.0, 44.0, 68.0)
    cv2.fillConvexPoly(now, np.round(np.array(card.quad()) * PX_PER_MM).astype(np.int32), (20, 50, 130))
    for radius in (6, 12, 18):
        cv2.circle(now, (round(card.x * PX_PER_MM), round(card.y * PX_PER_MM)), round(radius * PX_PER_MM), _LIGHT, 5)
    zone = replace(_ZONE, spots=(replace(_SPOT, width=44.0, height=68.0),))
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert len(SpotsReader(library, _Mute()).read(zone, comparison, None, TrackNumbers())) == 1


@pytest.mark.parametrize(("beyond", "lies"), [(0, 1), (30, 0)])
def test_a_plain_back_lies_on_a_table_that_is_seen_for_the_first_time_and_a_shadow_does_not(
    library: Library, beyond: int, lies: int
) -> None:
    now = _wooden(card=False)
    top, bottom = (round((100 + side * (14 + beyond)) * PX_PER_MM) for side in (-1, 1))
    now[top:bottom, top:bottom] = now[top:bottom, top:bottom] * 0.4 if beyond else (190, 110, 30)
    bare, known = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[80:120, 80:120] = False
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert len(SpotsReader(library, _Mute()).read(_ZONE, comparison, None, TrackNumbers())) == lies


@pytest.mark.parametrize("token", [False, True])
def test_a_token_in_the_colours_of_a_cloth_that_is_seen_for_the_first_time_is_told_by_its_rim(
    library: Library, *, token: bool
) -> None:
    now = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _LIGHT, np.uint8)
    # Light falls off to the left, so that all colours between the two are the cloth's.
    dark = np.linspace(1, 0, round(70 * PX_PER_MM))[:, None]
    now[:, : len(dark)] = dark * np.array(_BROWN) + (1 - dark) * np.array(_LIGHT)
    bare = cv2.resize(now, COARSE, interpolation=cv2.INTER_AREA)
    if token:
        cv2.circle(now, (round(100 * PX_PER_MM), round(100 * PX_PER_MM)), round(13.6 * PX_PER_MM), _BROWN, -1)
    known = np.ones(bare.shape[:2], bool)
    known[80:120, 80:120] = False
    comparison = Comparison(now, None, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    assert comparison.share_of_table(comparison.area(86.0, 86.0, 28.0, 28.0)) > 0.92
    zone = replace(_ZONE, faces=("architects/progress/culture",))
    assert len(SpotsReader(library, _Mute()).read(zone, comparison, None, TrackNumbers())) == token


class _SureOfToken(_Credulous):
    """A recogniser that is sure to see the same token everywhere."""

    @property
    def _ranked(self) -> Ranked:
        return (FaceProbability("architects/progress/economy", 0.996),)


@pytest.mark.parametrize("lay", ["economy", "culture"])
@pytest.mark.parametrize("lies", [0, 1])
def test_a_cloth_that_is_surely_read_as_a_token_is_none_where_no_rim_is_seen_whichever_token_lay_there(
    library: Library, lies: int, lay: str
) -> None:
    cloth = np.full((round(COARSE[1] * PX_PER_MM), round(COARSE[0] * PX_PER_MM), 3), _LIGHT, np.uint8)
    cloth[:, round(104 * PX_PER_MM) :] = _BROWN
    with_token = cloth.copy()
    cv2.circle(with_token, (round(100 * PX_PER_MM), round(100 * PX_PER_MM)), round(13.6 * PX_PER_MM), (90, 30, 160), -1)
    before = Piece(7, _HERE, (FaceProbability(f"architects/progress/{lay}", 0.999),), _HERE.cut(with_token), 0)
    bare, known = cv2.resize(cloth, COARSE, interpolation=cv2.INTER_AREA), np.ones((COARSE[1], COARSE[0]), bool)
    known[80:120, 80:120] = False
    now = with_token if lies else cloth
    comparison = Comparison(now, with_token, bare, known, np.zeros_like(known), markers=_OPEN_TABLE)
    zone = replace(_ZONE, faces=("architects/progress/economy", "architects/progress/culture"))
    assert len(SpotsReader(library, _SureOfToken()).read(zone, comparison, (before,), TrackNumbers())) == lies


@pytest.mark.parametrize("reader", [SpotsReader, PileReader])
@pytest.mark.parametrize(("same", "track"), [(True, 7), (False, 1)])
def test_a_piece_that_gets_a_name_where_it_lies_is_still_the_same_one_and_one_that_replaced_it_is_not(
    library: Library, reader: type[SpotReader], *, same: bool, track: int
) -> None:
    earlier, now = _sheet(token=True), _sheet(token=True)
    if not same:
        cv2.rectangle(now, (180, 180), (220, 220), (220, 60, 200), -1)
        cv2.line(now, (172, 172), (228, 228), (0, 0, 0), 9)
    before = Piece(7, _HERE, (), _HERE.cut(earlier), 0)
    bare = cv2.resize(_sheet(token=False), COARSE, interpolation=cv2.INTER_AREA)
    known = np.ones(bare.shape[:2], bool)
    comparison = Comparison(now, earlier, bare, known, np.zeros_like(known), reread=True)
    found = reader(library, _Credulous()).read(_ZONE, comparison, (before,), TrackNumbers())
    assert [(piece.track, bool(piece.faces)) for piece in found] == [(track, True)]
