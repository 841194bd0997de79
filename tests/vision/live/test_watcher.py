"""Frames in, sightings out: what lies, what came, what went, under changing light."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.vision.painting import BACK, CITY, DECK, FACES, HOLDER, MATS, PROGRESS, TOKENS, ZONES, Table
from vision.cameras import Frame
from vision.live.memory import Memory
from vision.live.motion import STILL_SECONDS
from vision.live.watcher import Watcher
from vision.recognition.library import Library
from vision.sighting import Scene, SeenPiece, Sighting

WOOD, STONE, CLAY, GLASS, COIN, GEAR = FACES
LEFT = 186 + 27.5


class Seen:
    """Watcher, a table, and the last that was said of each zone."""

    def __init__(self, library: Library, table: Table, memory: Path | None = None) -> None:
        self.watcher = Watcher(library, memory)
        self.watcher.watch(MATS, ZONES)
        self.table = table
        self.said: dict[str, Sighting] = {}

    def settle(self, frames: int = 8) -> list[Scene]:
        scenes = [scene for frame in self.table.frames(frames) for scene in self.watcher.observe(frame)]
        for scene in scenes:
            self.said |= {one.zone: one for one in scene.zones}
        return scenes

    def pieces(self, zone: str) -> tuple[SeenPiece, ...]:
        return self.said[zone].pieces

    def faces(self, zone: str) -> list[str | None]:
        return sorted(names(self.pieces(zone)), key=str)


def names(pieces: Iterable[SeenPiece]) -> list[str | None]:
    return [piece.faces[0].face if piece.faces else None for piece in pieces]


@pytest.fixture
def seen(library: Library) -> Seen:
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    table.lay(BACK, 137.5, 251.5, -0.5)
    table.lay(TOKENS[0], 54.5, 74.6, 2)
    seen = Seen(library, table)
    seen.settle()
    return seen


def test_the_first_scene_holds_every_zone_and_names_what_lies_there(seen: Seen) -> None:
    assert set(seen.said) == {zone.name for zone in ZONES}
    assert seen.faces(HOLDER.name) == [WOOD]
    assert seen.faces(DECK.name) == [BACK]
    assert [(piece.spot, piece.faces[0].face) for piece in seen.pieces(PROGRESS.name)] == [(0, TOKENS[0])]
    assert seen.faces(CITY.name) == []


def test_nothing_is_said_again_while_nothing_changes_but_the_light(seen: Seen) -> None:
    seen.table.gain = 0.97
    seen.settle(4)
    assert seen.settle(30) == []


def test_new_cards_on_a_tucked_column_are_found_where_they_lie(seen: Seen) -> None:
    laid = []
    for k, face in enumerate((WOOD, STONE, CLAY, CLAY)):
        laid.append(seen.table.lay(face, LEFT + (-1) ** k, 45 + 15 * k, 1.5 - k))
        seen.settle()
        assert seen.faces(CITY.name) == sorted(face for face, *_ in laid)
        newest = max(seen.pieces(CITY.name), key=lambda piece: piece.track)
        middle = [sum(corner[axis] for corner in newest.quad) / 4 for axis in (0, 1)]
        assert middle == pytest.approx(laid[-1][1:3], abs=1.5)


def test_cards_that_stay_keep_their_tracks_when_others_are_pulled_out(seen: Seen) -> None:
    laid = []
    for k, face in enumerate((WOOD, STONE, CLAY, GLASS)):
        laid.append(seen.table.lay(face, LEFT, 45 + 15 * k, 1.0 - k / 2))
        seen.settle()
    before = {piece.faces[0].face: piece.track for piece in seen.pieces(CITY.name)}
    seen.table.pieces.remove(laid[1])
    seen.table.pieces.remove(laid[3])
    seen.settle()
    after = {piece.faces[0].face: piece.track for piece in seen.pieces(CITY.name)}
    assert after == {WOOD: before[WOOD], CLAY: before[CLAY]}


def test_a_card_laid_and_another_pulled_out_in_one_go_are_both_seen(seen: Seen) -> None:
    laid = []
    for k, face in enumerate((WOOD, STONE, CLAY)):
        laid.append(seen.table.lay(face, LEFT, 45 + 15 * k, k - 1.0))
        seen.settle()
    seen.table.pieces.remove(laid[0])
    seen.table.lay(GEAR, LEFT + 60, 45, 2)
    seen.settle()
    assert seen.faces(CITY.name) == sorted([STONE, CLAY, GEAR])


def test_a_card_that_lay_hidden_under_another_is_taken_with_it(seen: Seen) -> None:
    stack = []
    for face, y in ((WOOD, 60), (STONE, 60), (CLAY, 75)):
        _hand_over(seen, y)
        stack.append(seen.table.lay(face, LEFT, y, 0.5))
        seen.settle()
    assert seen.faces(CITY.name) == sorted([WOOD, STONE, CLAY])
    for piece in stack[:2]:
        seen.table.pieces.remove(piece)
    seen.settle()
    assert seen.faces(CITY.name) == [CLAY]


def test_a_card_that_looks_like_another_one_at_once_and_with_no_hand_over_it_is_still_the_same_card(seen: Seen) -> None:
    for laid, face in enumerate((WOOD, STONE)):
        seen.table.pieces = seen.table.pieces[: len(seen.table.pieces) - laid]
        seen.table.lay(face, LEFT, 60, 0.5)
        seen.settle()
        assert seen.faces(CITY.name) == [face]


def test_cards_that_are_laid_down_together_are_all_found_when_nobody_waits(seen: Seen) -> None:
    fan = (WOOD, STONE, CLAY)
    for k, face in enumerate(fan):
        seen.table.lay(face, LEFT, 60 + 15 * k, 0.5)
    seen.settle()
    # Learning how faces look in a photograph takes a while, and goes on beside the frames.
    for _ in range(400):
        seen.settle(5)
        if seen.faces(CITY.name) == sorted(fan):
            break
    assert seen.faces(CITY.name) == sorted(fan)


def test_a_city_that_flickers_is_said_to_be_unreadable_and_all_else_is_read_meanwhile(seen: Seen) -> None:
    seen.table.lay(STONE, LEFT, 60)
    seen.settle()
    seen.table.apart, seen.table.number = 0.05, 2 * seen.table.number
    for k in range(60):
        _flickers(seen, k)
    assert seen.faces(HOLDER.name) == [WOOD]
    seen.table.pieces = [piece for piece in seen.table.pieces if piece[0] != WOOD]
    seen.table.lay(GLASS, 67.2, 252.4, 0.6)
    seen.table.lay(CLAY, LEFT, 75)
    for k in range(60):
        _flickers(seen, k)
    assert seen.faces(HOLDER.name) == [GLASS]
    assert [seen.said[zone].unreadable for zone in (CITY.name, HOLDER.name)] == [True, False]
    seen.settle(30)
    assert seen.faces(CITY.name) == sorted([STONE, CLAY]), "what came meanwhile is found"
    assert not seen.said[CITY.name].unreadable


def _hand_over(seen: Seen, y: float) -> None:
    """Something is over a place of the city for a frame, and has left it by the next."""
    hand = seen.table.lay(BACK, LEFT + 8, y + 8, 30)
    seen.settle(1)
    seen.table.pieces.remove(hand)


def _flickers(seen: Seen, picture: int) -> None:
    """One more picture, and something that changes with every three lies in the city."""
    something = seen.table.lay(COIN, LEFT + 50, 140) if picture // 3 % 2 else None
    seen.settle(1)
    if something is not None:
        seen.table.pieces.remove(something)


def test_a_column_laid_anew_with_narrower_strips_keeps_its_cards(seen: Seen) -> None:
    faces = (COIN, COIN, STONE, COIN, GLASS)
    laid = []
    for k, face in enumerate(faces):
        laid.append(seen.table.lay(face, LEFT, 45 + 15 * k, (-1) ** k * 1.0))
        seen.settle()
    for piece in laid:
        seen.table.pieces.remove(piece)
    for k, face in enumerate((*faces, CLAY)):
        seen.table.lay(face, LEFT + (-1) ** k * 0.7, 45 + 12 * k, 1.5 - k / 2)
    seen.settle()
    assert seen.faces(CITY.name) == sorted((*faces, CLAY))


def test_what_an_arm_has_left_is_said_once_it_has_lain_still_and_where_it_came_to_rest(seen: Seen) -> None:
    for frame in seen.table.frames(3):
        arm = frame.image.copy()
        arm[300:360, :700] = 40
        assert not seen.watcher.observe(Frame(frame.number, frame.exposed, arm))
    card = seen.table.lay(STONE, LEFT, 100)
    # It still slides a little when the arm has left the picture.
    assert not seen.watcher.observe(seen.table.frames(1)[0])
    seen.table.pieces.remove(card)
    seen.table.lay(STONE, LEFT + 30, 100)
    frames = seen.table.frames(8)
    scenes = [scene for frame in frames for scene in seen.watcher.observe(frame)]
    assert 0 <= scenes[0].exposed - frames[0].exposed - STILL_SECONDS < frames[1].exposed - frames[0].exposed
    (card_seen,) = next(one for one in scenes[0].zones if one.zone == CITY.name).pieces
    assert names([card_seen]) == [STONE]
    assert sum(x for x, _ in card_seen.quad) / 4 == pytest.approx(LEFT + 30, abs=1.5)


@pytest.mark.parametrize(("zone", "face"), [(HOLDER, WOOD), (DECK, BACK)])
def test_a_new_top_with_the_same_face_is_a_new_track(seen: Seen, zone: object, face: str) -> None:
    name, place = (HOLDER.name, (67.9, 251.8)) if zone is HOLDER else (DECK.name, (137.9, 251.9))
    before = seen.pieces(name)[0].track
    seen.table.lay(face, *place, 0.9)
    seen.settle()
    assert seen.faces(name) == [face]
    assert seen.pieces(name)[0].track != before


def test_a_pile_that_was_only_reached_over_keeps_its_track(seen: Seen) -> None:
    before = seen.pieces(HOLDER.name)[0].track
    hand = seen.table.lay(GEAR, 100, 200, 30)
    seen.settle(2)
    seen.table.pieces.remove(hand)
    seen.settle()
    assert seen.pieces(HOLDER.name)[0].track == before


def test_a_pile_that_a_neighbour_overlaps_keeps_its_track(seen: Seen) -> None:
    before = seen.pieces(HOLDER.name)[0].track
    seen.table.lay(GEAR, 67.5, 173.5, 1)
    seen.settle()
    assert seen.pieces(HOLDER.name)[0].track == before


def test_the_same_face_on_a_tucked_column_can_be_pulled_out(seen: Seen) -> None:
    laid = []
    for k, face in enumerate((CLAY, CLAY, GLASS)):
        laid.append(seen.table.lay(face, LEFT, 45 + 15 * k, 1.0 - k))
        seen.settle()
    for piece in laid[1:]:
        seen.table.pieces.remove(piece)
    seen.settle()
    assert seen.faces(CITY.name) == [CLAY]


def test_a_token_is_named_whichever_way_it_is_turned(seen: Seen) -> None:
    for turn in (38.0, 135.0, 250.0):
        token = seen.table.lay(TOKENS[1], 85.5, 74.0, turn)
        seen.settle()
        assert [(piece.spot, piece.faces[0].face) for piece in seen.pieces(PROGRESS.name)][1:] == [(1, TOKENS[1])]
        seen.table.pieces.remove(token)
        seen.settle()


def test_a_piece_that_is_none_of_the_enrolled_faces_is_seen_but_not_named(seen: Seen) -> None:
    seen.table.lay("architects/a_card_from_another_game", LEFT, 100, 3)
    seen.settle()
    assert seen.faces(CITY.name) == [None]


def test_a_mat_that_is_pushed_brings_its_pieces_along(seen: Seen) -> None:
    seen.table.lay(STONE, LEFT, 100, 1)
    seen.settle()
    before = {zone: seen.pieces(zone) for zone in seen.said}
    # Moved and turned a little about the picture's middle.
    turned = [(x - 0.02 * (y - 400) + 35, y + 0.02 * (x - 550) + 20) for x, y in seen.table.corners]
    seen.table.corners = tuple(turned)
    seen.settle()
    after = {zone: seen.pieces(zone) for zone in seen.said}
    assert {z: [(p.track, names([p])) for p in ps] for z, ps in after.items()} == {
        z: [(p.track, names([p])) for p in ps] for z, ps in before.items()
    }


def test_memory_survives_a_kill_and_finds_what_changed_meanwhile(library: Library, tmp_path: Path) -> None:
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    first = Seen(library, table, tmp_path)
    first.settle()
    for k, face in enumerate((WOOD, STONE, CLAY)):
        table.lay(face, LEFT, 45 + 15 * k)
        first.settle()
    table.lay(GLASS, LEFT, 90)
    second = Seen(library, table, tmp_path)
    second.settle()
    assert second.faces(CITY.name) == sorted([WOOD, STONE, CLAY, GLASS])
    kept = {piece.track for piece in first.pieces(CITY.name)}
    assert kept < {piece.track for piece in second.pieces(CITY.name)}
    assert second.pieces(HOLDER.name)[0].track == first.pieces(HOLDER.name)[0].track


def test_what_was_said_is_on_disk_already(library: Library, tmp_path: Path) -> None:
    # A kill between saying and anything after it must not give other numbers to the same pieces.
    table = Table()
    table.lay(WOOD, LEFT, 45)
    first = Seen(library, table, tmp_path)
    first.settle()
    table.lay(STONE, LEFT, 60)
    scenes: list[Scene] = []
    for frame in table.frames(8):
        scenes += first.watcher.observe(frame)
        if scenes:
            break
    said = {piece.track for one in scenes[0].zones for piece in one.pieces}
    second = Seen(library, table, tmp_path)
    second.settle()
    assert said <= {piece.track for zone in second.said.values() for piece in zone.pieces}


def test_a_record_that_was_not_written_to_its_end_costs_nothing_of_what_was_said(
    library: Library, tmp_path: Path
) -> None:
    # The power goes while a scene that nobody has been told of is being put on disk.
    table = Table()
    table.lay(WOOD, LEFT, 45)
    first = Seen(library, table, tmp_path)
    first.settle()
    file = tmp_path / "mat-1.eyes"
    before, said = file.read_bytes(), first.pieces(CITY.name)
    table.lay(STONE, LEFT, 60)
    first.settle()
    written = file.read_bytes()
    assert written.startswith(before)
    for length in (len(before) + 5, len(before) + 500, len(written) - 1):
        file.write_bytes(written[:length])
        second = Seen(library, table, tmp_path)
        second.settle()
        assert second.faces(CITY.name) == sorted([WOOD, STONE])
        assert said[0].track in {piece.track for piece in second.pieces(CITY.name)}
        third = Seen(library, table, tmp_path)
        assert not third.watcher.pulse(table.frames(1)[0]).trouble.endswith("anew")


def test_a_new_card_adds_little_to_what_is_on_disk(library: Library, tmp_path: Path) -> None:
    table = Table()
    seen = Seen(library, table, tmp_path)
    seen.settle()
    before = (tmp_path / "mat-1.eyes").stat().st_size
    table.lay(WOOD, LEFT, 45)
    seen.settle()
    assert (tmp_path / "mat-1.eyes").stat().st_size < before + 0.15 * before


def test_a_damaged_memory_is_said_and_the_table_read_anew(library: Library, tmp_path: Path) -> None:
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    Seen(library, table, tmp_path).settle()
    file = tmp_path / "mat-1.eyes"
    file.write_bytes(file.read_bytes()[:200_000])
    second = Seen(library, table, tmp_path)
    second.settle()
    assert second.faces(HOLDER.name) == [WOOD]
    assert "read anew" in second.watcher.pulse(table.frames(1)[0]).trouble


def test_without_memory_a_city_is_read_as_far_as_one_picture_tells(library: Library) -> None:
    table = Table()
    faces = (WOOD, STONE, COIN, CLAY)
    for k, face in enumerate(faces):
        table.lay(face, LEFT + (-1) ** k, 45 + 15 * k, 1.0 - k / 2)
    table.lay(GLASS, LEFT + 118, 60, -2)
    seen = Seen(library, table)
    seen.settle()
    assert seen.faces(CITY.name) == sorted((*faces, GLASS))


def test_a_table_in_another_light_is_kept_in_that_light(library: Library, tmp_path: Path) -> None:
    # Put together from pictures in different light it would be full of edges that are not there.
    table = Table()
    table.lay(WOOD, LEFT, 45)
    first = Seen(library, table, tmp_path)
    first.settle()
    table.gain = 0.75
    table.lay(STONE, LEFT, 60)
    first.settle(12)
    first.settle(12)
    kept = Memory(tmp_path).mats[1].sheet
    assert kept is not None
    lit = kept[20:560:20, 20:340:20].astype(float).mean()
    now = first.watcher.planes[1].rectify(table.frames(1)[0].image)[20:560:20, 20:340:20].astype(float).mean()
    assert lit == pytest.approx(now, rel=0.03)
