"""A heap of coins on a mat: each is named, so that they can be counted; those that stay keep their tracks."""

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.art.proxy_set import proxies_with
from tests.learned import learned
from tests.vision.painting import COARSE, SHEET
from tests.vision.token_views import Piece, View, heap
from vision.geometry.difference import coarse
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.zones.heap import HeapReader
from vision.recognition.naming import LibraryRecogniser, Ranked
from vision.sighting import Coin, FaceProbability, Zone
from vision.tokens.discs import Disc
from vision.tokens.heap import Heap
from vision.tokens.naming import NamedToken

COINS = ("duel/coin/1", "duel/coin/3", "duel/coin/6")
LYING = (COINS[0], COINS[0], COINS[1], COINS[2], COINS[0])
LEFT, TOP = 40, 30
"""Where the painted heap is put on the mat, in mm."""


@pytest.fixture(scope="module")
def reader() -> HeapReader:
    pictures = {face: (proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)) for face in COINS}
    library = learned(pictures, 20)
    return HeapReader(library, LibraryRecogniser(library))


@pytest.fixture(scope="module")
def view() -> View:
    pieces: list[Piece] = [
        (face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]) for face in LYING
    ]
    return heap(pieces, np.random.default_rng(8), PX_PER_MM, "mat", None, hard=0.1)


class Asked(LibraryRecogniser):
    """Counts how often it is asked."""

    count = 0

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        self.count += 1
        return super().best_of(tries, candidates)


def zone(view: View) -> Zone:
    side = view.picture.shape[0] / PX_PER_MM
    return Zone("bank", 0, "heap", LEFT, TOP, side, side, (24.0, 24.0), (), COINS)


def sheet(picture: Image) -> Image:
    """The picture on a rectified mat."""
    whole: Image = np.full((SHEET[1], SHEET[0], 3), 120, np.uint8)
    left, top = round(LEFT * PX_PER_MM), round(TOP * PX_PER_MM)
    whole[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
    return whole


def compared(now: Image, before: Image | None, bare: Image | None) -> Comparison:
    known = np.full(COARSE[::-1], bare is not None)
    return Comparison(now, before, coarse(now if bare is None else bare), known, np.zeros_like(known))


@pytest.mark.parametrize("bare_known", [False, True])
def test_every_coin_is_named_where_it_lies(reader: HeapReader, view: View, *, bare_known: bool) -> None:
    comparison = compared(sheet(view.picture), None, sheet(view.bare) if bare_known else None)
    pieces = reader.read(zone(view), comparison, None, TrackNumbers())
    assert Counter(piece.face for piece in pieces) == Counter(LYING)
    for piece in pieces:
        spots = [
            (lies.x / PX_PER_MM + LEFT, lies.y / PX_PER_MM + TOP) for lies in view.pieces if lies.face == piece.face
        ]
        assert min(np.hypot(x - piece.pose.x, y - piece.pose.y) for x, y in spots) < 2.0


@pytest.mark.parametrize(("coins", "sure"), [(False, 0.96), (True, 0.48)])
def test_what_a_token_shows_is_as_sure_in_a_heap_of_which_the_count_is_not_but_of_coins_the_count_is_told(
    reader: HeapReader, view: View, monkeypatch: pytest.MonkeyPatch, *, coins: bool, sure: float
) -> None:
    disc = Disc(40.0, 40.0, 20.0, 20.0)
    token = NamedToken(disc, (FaceProbability(COINS[0], 0.96),), np.array([[20, 20], [60, 20], [60, 60], [20, 60]]))
    monkeypatch.setattr("vision.live.zones.heap.find_tokens", lambda *_, **__: Heap((token,), (), 0.5))
    there = replace(zone(view), coins=(Coin(COINS[0], 20.0, golden=False),) if coins else ())
    (piece,) = reader.read(there, compared(sheet(view.picture), None, None), None, TrackNumbers())
    assert piece.faces[0].probability == pytest.approx(sure)


@pytest.mark.parametrize(("colour", "strange"), [((70, 160, 60), 0), ((160, 160, 160), 1)])
def test_what_is_round_beside_coins_and_of_no_metal_is_printed_there(
    reader: HeapReader, view: View, colour: tuple[int, int, int], strange: int
) -> None:
    """A green sun on a board; what is grey may be a coin that was not recognised."""
    there, painted = zone(view), sheet(view.picture)
    there = replace(there, width=there.width + 60, coins=(Coin(COINS[0], 20.0, golden=False),))
    at = round((there.x + there.width - 30) * PX_PER_MM), round((there.y + 45) * PX_PER_MM)
    cv2.circle(painted, at, round(12 * PX_PER_MM), colour, -1, cv2.LINE_AA)
    pieces = reader.read(there, compared(painted, None, None), None, TrackNumbers())
    assert Counter(piece.face for piece in pieces if piece.face) == Counter(LYING)
    assert sum(not piece.face for piece in pieces) == strange


def test_coins_that_stay_keep_their_tracks_when_one_is_taken(reader: HeapReader, view: View) -> None:
    before = sheet(view.picture)
    pieces = reader.read(zone(view), compared(before, None, None), None, TrackNumbers())
    taken = next(piece for piece in pieces if piece.face == COINS[2])
    now = before.copy()
    hole = np.s_[
        round((taken.pose.y - 16) * PX_PER_MM) : round((taken.pose.y + 16) * PX_PER_MM),
        round((taken.pose.x - 16) * PX_PER_MM) : round((taken.pose.x + 16) * PX_PER_MM),
    ]
    now[hole] = sheet(view.bare)[hole]
    after = reader.read(zone(view), compared(now, before, None), pieces, TrackNumbers(99))
    assert {piece.track for piece in after} <= {piece.track for piece in pieces} - {taken.track}
    assert sum(piece.face == COINS[2] for piece in after) == 0


def test_a_heap_that_nothing_touched_is_not_read_again(reader: HeapReader, view: View) -> None:
    now = sheet(view.picture)
    pieces = reader.read(zone(view), compared(now, None, None), None, TrackNumbers())
    again = reader.read(zone(view), compared(now, now, None), pieces, TrackNumbers(99))
    assert [one is other for one, other in zip(again, pieces, strict=True)] == [True] * len(pieces)


def test_while_somebody_waits_only_coins_whose_place_has_changed_are_looked_at_closely(view: View) -> None:
    pictures = {face: (proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)) for face in COINS}
    library = learned(pictures, 20)
    recogniser = Asked(library)
    asked = HeapReader(library, recogniser)
    bare, before = sheet(view.bare), sheet(view.picture)
    x, y = (round(at + corner * PX_PER_MM) for at, corner in zip(view.pieces[0][1:3], (LEFT, TOP), strict=True))
    side = round(11 * PX_PER_MM)
    without = before.copy()
    hole = np.s_[y - side : y + side, x - side : x + side]
    without[hole] = bare[hole]
    pieces = asked.read(zone(view), compared(without, None, bare), None, TrackNumbers())
    recogniser.count = 0
    after = asked.read(zone(view), compared(before, without, bare), pieces, TrackNumbers(99))
    assert Counter(piece.face for piece in after) == Counter(LYING)
    assert {piece.track for piece in pieces} < {piece.track for piece in after}
    assert recogniser.count == len(LYING) - len(pieces)


@pytest.mark.parametrize("enrolled", [{}, {"coin/1": "conflict_1", "coin/3": "conflict_3"}])
def test_coins_that_the_box_lacks_or_has_with_other_pictures_are_counted_by_their_metal(
    enrolled: dict[str, str],
) -> None:
    shown = {"token/conflict_5": "conflict_5", **enrolled}
    pictures = {f"seven_wonders/{face}": f"seven_wonders/token/{art}" for face, art in shown.items()}
    library = learned(
        {
            face: (proxies_with(art).picture(art, 6.0), proxies_with(face).size_mm(face))
            for face, art in pictures.items()
        },
        20,
    )
    lacking = HeapReader(library, LibraryRecogniser(library))
    coins = (Coin("seven_wonders/coin/1", 22.0, golden=False), Coin("seven_wonders/coin/3", 27.0, golden=True))
    lying = [coins[0].face, coins[1].face, coins[0].face]
    pieces: list[Piece] = [
        (face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]) for face in lying
    ]
    seen = heap(pieces, np.random.default_rng(3), PX_PER_MM, "mat", None, hard=0.1)
    there = replace(zone(seen), faces=tuple(coin.face for coin in coins), coins=coins)
    found = lacking.read(there, compared(sheet(seen.picture), None, None), None, TrackNumbers())
    assert Counter(piece.face for piece in found) == Counter(lying)


def test_while_somebody_waits_coins_told_by_their_metal_are_kept_where_nothing_has_changed() -> None:
    other = "seven_wonders/token/conflict_5"
    library = learned({other: (proxies_with(other).picture(other, 6.0), proxies_with(other).size_mm(other))}, 20)
    lacking = HeapReader(library, LibraryRecogniser(library))
    coins = (Coin("seven_wonders/coin/1", 22.0, golden=False), Coin("seven_wonders/coin/3", 27.0, golden=True))
    lying = [coins[0].face, coins[1].face, coins[0].face, coins[0].face]
    pieces: list[Piece] = [
        (face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]) for face in lying
    ]
    seen = heap(pieces, np.random.default_rng(3), PX_PER_MM, "mat", None, hard=0.1)
    there = replace(zone(seen), faces=tuple(coin.face for coin in coins), coins=coins)
    bare, after = sheet(seen.bare), sheet(seen.picture)
    last = seen.pieces[-1]
    x, y = (round(at + corner * PX_PER_MM) for at, corner in zip((last.x, last.y), (LEFT, TOP), strict=True))
    side = round(11 * PX_PER_MM)
    before = after.copy()
    hole = np.s_[y - side : y + side, x - side : x + side]
    before[hole] = bare[hole]
    first = lacking.read(there, compared(before, None, bare), None, TrackNumbers())
    found = lacking.read(there, compared(after, before, bare), first, TrackNumbers(99))
    assert Counter(piece.face for piece in found) == Counter(lying)
    kept = [piece for piece in found if piece.track < 99]
    assert {piece.track for piece in kept} == {piece.track for piece in first}
    assert [piece.pose for piece in kept] == [piece.pose for piece in first]
