"""Cards that lie on one another in fixed slots: each is told by what shows of it, and one that was taken has gone."""

from collections.abc import Sequence
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from tests.vision.painting import BACK, CARD, FACES, MAT, art, noisy
from vision.geometry.difference import Area, coarse
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, sheet_size
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.mat_reader import MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.live.zones import slot
from vision.live.zones.slot import SlotReader
from vision.recognition.displacements import Named
from vision.recognition.library import Library
from vision.recognition.naming import FirstLook, LibraryRecogniser, Odds, look_closely
from vision.sighting import FaceProbability, Marker, Spot, Zone

_PAPER, _WOOD = (205, 215, 222), (90, 140, 190)
_WASHED, _BRIGHT = 0.12, 250.0
"""Share of a card's contrast that a reflection leaves, and the grey level that it brings the rest to."""
_MIRROR = 1.2
"""Width and height of a lamp's reflection beside those of the card: only the card's corners are left."""
_TOP = Spot(200.0, 80.0, *CARD)
_LEFT, _RIGHT = Spot(171.0, 122.0, *CARD), Spot(229.0, 122.0, *CARD)
"""Laid on the lower part of the first one, side by side."""
_SLOTS = tuple(
    Zone(name, 1, "slot", spot.x - 27.5, spot.y - 40, *CARD, CARD, (spot,), (*FACES, BACK))
    for name, spot in (("top", _TOP), ("left", _LEFT), ("right", _RIGHT))
)
_POSE = Pose(_TOP.x, _TOP.y, 0.0, *CARD)
_ALL = frozenset(zone.name for zone in _SLOTS)


class _Table:
    """``markers``: where it is open, with corner tags; else a mat. ``colour``: of what is bare.

    ``lower``: mm by which the upper row lies nearer to the other one than its slot.
    """

    def __init__(
        self,
        library: Library,
        markers: tuple[Marker, ...] = (),
        colour: tuple[int, int, int] = _PAPER,
        lower: float = 0.0,
    ) -> None:
        self._markers, self._colour, self._lower = markers, colour, lower
        self._reader = MatReader(library, LibraryRecogniser(library))
        self._memory, self._tracks = MatMemory.blank((MAT.width, MAT.height)), TrackNumbers()
        self._moment = 0

    def show(self, *, glare: str = "", washed: str = "", **faces: str) -> dict[str, str | None]:
        """The face seen in each slot that is not empty, when these lie there in the order of the slots.

        ``glare``: a lamp is mirrored in the sleeve of this one; ``washed``: beside this one, so that hardly more than
        white is seen of it.
        """
        self._moment += 1
        width, height = sheet_size((MAT.width, MAT.height))
        sheet = np.full((height, width, 3), self._colour, np.uint8)
        for zone in _SLOTS:
            if zone.name in faces:
                (spot,) = zone.spots
                spot = replace(spot, y=spot.y + self._lower) if zone.name == "top" else spot
                _lay(sheet, faces[zone.name], spot, _WASHED if zone.name == washed else 1.0)
            if zone.name == glare:
                left, right, top, bottom = (
                    round(v * PX_PER_MM) for v in (zone.x, zone.x + zone.width, zone.y, zone.y + zone.height)
                )
                card = sheet[top:bottom, left:right]
                x, y = (side / 2 for side in card.shape[1::-1])
                cv2.ellipse(card, ((x, y), (2 * x * _MIRROR, 2 * y * _MIRROR), 0), (255, 255, 255), -1)
        picture = noisy(sheet, self._moment)
        self._reader.update(self._memory, picture, _SLOTS, self._tracks, "", markers=self._markers, touched=_ALL)
        return {name: pieces[0].face for name, pieces in self._memory.pieces.items() if pieces}

    def overlook(self, name: str) -> None:
        """The card there was taken for the bare table."""
        memory = self._memory
        assert memory.sheet is not None
        for piece in memory.pieces[name]:
            mark = piece.stamp.within(memory.bare.shape[:2])
            memory.bare[mark.rows, mark.columns] = coarse(memory.sheet)[mark.rows, mark.columns]
            memory.bare_known[mark.rows, mark.columns] = True
        memory.pieces[name] = ()

    def forget(self, name: str) -> None:
        """The card there was seen and not read."""
        pieces = self._memory.pieces
        pieces[name] = tuple(piece.with_faces(()) for piece in pieces[name])

    @property
    def hidden(self) -> set[str]:
        return {name for name, pieces in self._memory.pieces.items() if any(piece.hidden for piece in pieces)}

    @property
    def tracks(self) -> dict[str, int]:
        return {name: pieces[0].track for name, pieces in self._memory.pieces.items() if pieces}


def _lay(sheet: Image, face: str, spot: Spot, contrast: float) -> None:
    """A card about its slot: a millimetre off and a little turned. ``contrast``: what a reflection leaves of it."""
    pose = Pose(spot.x + 1.0, spot.y - 0.7, 1.5, *CARD)
    corners = (np.array(pose.quad()) * PX_PER_MM - 0.5).astype(np.float32)
    picture = np.asarray(_BRIGHT - contrast * (_BRIGHT - cv2.GaussianBlur(art(face), (0, 0), 1.2)), np.uint8)
    source = np.array([[0, 0], [220, 0], [220, 320], [0, 320]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, corners)
    cv2.warpPerspective(picture, matrix, sheet.shape[1::-1], dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)


def test_cards_laid_in_one_go_are_told_by_what_shows_of_them_and_leave_one_by_one(library: Library) -> None:
    table, laid = _Table(library), {"top": FACES[0], "left": FACES[1], "right": FACES[2]}
    assert table.show() == {}
    assert table.show(**laid) == laid
    before = table.tracks
    # What comes to light of the card beneath is no card in the slot that was emptied.
    assert table.show(top=FACES[0], left=FACES[1]) == {"top": FACES[0], "left": FACES[1]}
    assert table.show(top=FACES[0]) == {"top": FACES[0]}
    assert table.tracks["top"] == before["top"], "it has lain there all the time"
    assert table.show() == {}


def test_a_card_that_is_turned_up_where_it_lies_is_another_piece(library: Library) -> None:
    table = _Table(library)
    table.show()
    assert table.show(top=BACK) == {"top": BACK}
    before = table.tracks
    assert table.show(top=FACES[3]) == {"top": FACES[3]}
    assert table.tracks["top"] != before["top"]


_TAG = Marker(0, 0.0, 0.0, 40.0, ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)))


@pytest.mark.parametrize("turned_up", [False, True])
def test_a_back_that_no_box_knows_is_sought_again_when_it_is_turned_up_but_not_when_a_card_is_taken_from_it(
    library: Library, monkeypatch: pytest.MonkeyPatch, *, turned_up: bool
) -> None:
    table, unknown = _Table(library, (_TAG,), _WOOD), "strange/back"
    table.show()
    table.show(top=unknown, left=FACES[1], right=FACES[2])
    sought, name = list[float](), SlotReader._name

    def noted(reader: SlotReader, comparison: Comparison, start: Pose, opened: Image, faces: Sequence[str]) -> Named:
        sought.append(start.y)
        return name(reader, comparison, start, opened, faces)

    monkeypatch.setattr(SlotReader, "_name", noted)
    table.show(top=FACES[3] if turned_up else unknown, left=FACES[1])
    assert any(y < _LEFT.y - 20 for y in sought) is turned_up


def test_a_card_that_was_not_read_while_others_lay_on_it_is_read_as_soon_as_all_of_it_is_open(library: Library) -> None:
    table, laid = _Table(library, (_TAG,), _WOOD), {"top": FACES[0], "left": FACES[1], "right": FACES[2]}
    table.show()
    assert table.show(**laid) == laid
    table.forget("top")
    assert table.show(top=FACES[0], left=FACES[1]) == {"top": None, "left": FACES[1]}
    assert table.show(top=FACES[0]) == {"top": FACES[0]}


def test_where_a_card_was_taken_for_the_bare_table_nothing_lies_when_it_has_gone(library: Library) -> None:
    table = _Table(library, (_TAG,))
    table.show()
    assert table.show(top=BACK) == {"top": BACK}
    table.overlook("top")
    assert table.show() == {}


def test_a_card_that_looks_as_it_did_has_not_gone_whatever_colours_the_table_has(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, laid = _Table(library, (_TAG,)), {"top": FACES[0], "left": FACES[1], "right": FACES[2]}
    table.show()
    assert table.show(**laid) == laid
    monkeypatch.setattr(Comparison, "share_of_table", lambda *_: 1.0)
    assert table.show(top=FACES[0], left=FACES[1]) == {"top": FACES[0], "left": FACES[1]}
    assert table.show(left=FACES[1]) == {"left": FACES[1]}


def _but_in_their_upper_part(_: Comparison, area: Area, _where: Image) -> float:
    """Every card has the table's colours but in its upper part."""
    return float(min(abs(area[0].start - round(zone.y)) for zone in _SLOTS) > 9)


def test_a_card_that_has_the_tables_colours_in_a_part_is_seen_to_have_been_turned_up_where_no_bare_table_was_seen(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, unknown = _Table(library, (_TAG,), _WOOD), "strange/back"
    assert table.show(top=unknown) == {"top": None}
    monkeypatch.setattr(Comparison, "share_of_table", _but_in_their_upper_part)
    assert table.show(top=FACES[3]) == {"top": FACES[3]}
    assert table.show() == {}


@pytest.mark.parametrize("lower", [0.0, 4.0])
def test_a_card_that_has_the_tables_colours_all_over_is_seen_by_its_print_where_the_bare_table_looked_otherwise(
    library: Library, monkeypatch: pytest.MonkeyPatch, lower: float
) -> None:
    table = _Table(library, (_TAG,), _WOOD, lower)
    table.show()
    assert table.show(top=BACK).keys() == {"top"}
    monkeypatch.setattr(Comparison, "share_of_table", lambda *_: 1.0)
    assert table.show(top=FACES[2]) == {"top": FACES[2]}
    assert table.show() == {}


def test_a_card_that_has_the_tables_colours_but_in_its_upper_part_has_come_and_its_slot_is_empty_when_it_has_gone(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, laid = _Table(library, (_TAG,)), {"top": FACES[0], "left": FACES[1], "right": FACES[2]}
    table.show()
    with monkeypatch.context() as patched:
        patched.setattr(Comparison, "share_of_table", _but_in_their_upper_part)
        assert table.show(**laid) == laid
        assert table.show(**laid) == laid
    assert table.show() == {}


def test_a_card_whose_sleeve_mirrors_the_lamp_has_not_gone_and_is_told_again_once_it_does_no_longer(
    library: Library,
) -> None:
    table, lying = _Table(library), {"left": FACES[1], "right": FACES[2]}
    table.show()
    assert table.show(**lying) == lying
    assert table.show(glare="left", **lying) == lying
    assert table.hidden == {"left"}
    assert table.show(**lying) == lying
    assert not table.hidden
    assert table.show(right=FACES[2]) == {"right": FACES[2]}


def test_a_slot_that_a_card_left_is_empty_where_a_lamp_is_mirrored_in_the_card_beneath_it(library: Library) -> None:
    table = _Table(library, (_TAG,), _WOOD)
    laid = {"top": FACES[0], "left": FACES[1], "right": FACES[2]}
    assert table.show(glare="top", **laid).keys() == laid.keys()
    assert table.show(glare="top", top=FACES[0], right=FACES[2]).keys() == {"top", "right"}


def test_a_slot_in_which_a_lamp_is_mirrored_from_the_first_look_on_is_not_empty(library: Library) -> None:
    table, lying = _Table(library), {"left": FACES[1], "right": FACES[2]}
    assert table.show(glare="left", **lying) == {"left": None, "right": FACES[2]}
    assert table.hidden == {"left"}


def test_on_an_open_table_a_card_that_a_lamp_has_washed_out_from_the_first_look_on_is_told_and_not_taken_for_the_table(
    library: Library,
) -> None:
    for face in FACES[:3]:
        table, lying = _Table(library, (_TAG,), _WOOD), {"left": face, "right": FACES[3]}
        for _ in range(2):
            assert table.show(washed="left", **lying) == lying
        assert table.show(right=FACES[3]) == {"right": FACES[3]}


def test_on_an_open_table_an_empty_slot_is_empty_from_the_first_look_on(library: Library) -> None:
    table = _Table(library, (_TAG,), _WOOD)
    assert table.show(right=FACES[3]) == {"right": FACES[3]}
    assert table.show() == {}


@pytest.mark.parametrize("lower", [-12.0, -7.0, 7.0])
def test_on_an_open_table_a_card_turned_up_in_a_row_that_lies_nearer_or_further_than_guessed_is_named_where_it_lies(
    library: Library, lower: float
) -> None:
    table = _Table(library, (_TAG,), _WOOD, lower)
    table.show(top=BACK)
    assert table.show(top=FACES[2]) == {"top": FACES[2]}
    assert table.show() == {}


def test_a_card_of_which_little_can_be_read_is_not_sought_in_another_row_by_what_it_hardly_looks_like_there(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Named(_POSE, (FaceProbability(FACES[2], 0.46),))
    there = Named(_POSE.moved(0.0, 8.0), (FaceProbability(FACES[3], 0.54),))
    reader = SlotReader(library, LibraryRecogniser(library))
    monkeypatch.setattr(slot, "look_closely", lambda _: Odds(0, ((FACES[3], 0.06),)))
    monkeypatch.setattr(reader, "_name", lambda *_: there)
    monkeypatch.setattr(slot, "_opened", lambda *_: np.ones((80, 55), np.float32))
    blank = SimpleNamespace(sheet=np.zeros((400, 600, 3), np.uint8))
    assert reader._in_other_rows(blank, here, _POSE, FACES) is here  # type: ignore[arg-type]


@pytest.mark.parametrize("lower", [-12.0, -7.0, 7.0])
def test_of_the_rows_in_which_a_card_might_lie_only_those_that_look_best_at_a_glance_are_looked_at_closely(
    library: Library, monkeypatch: pytest.MonkeyPatch, lower: float
) -> None:
    table, closely = _Table(library, (_TAG,), _WOOD, lower), list[FirstLook]()
    table.show()

    def noted(tries: Sequence[FirstLook]) -> Odds:
        closely.extend(tries)
        return look_closely(tries)

    monkeypatch.setattr(slot, "look_closely", noted)
    assert table.show(top=FACES[1]) == {"top": FACES[1]}
    assert 0 < len(closely) <= slot._ROWS_CLOSELY
