"""What a change leaves unexplained in a city is read like a photograph if it is as large as what shows of a card."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from tests.learned import practice
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import Explanation
from vision.live.pieces import Piece
from vision.live.zones.reader import NewTrack
from vision.live.zones.spread_photograph import Photographs
from vision.recognition.displacements import Named
from vision.sighting import FaceProbability, Zone

_FACES = ("architects/wood", "architects/stone", "architects/gear")
_CITY = Zone("city", 1, "spread", 0.0, 0.0, 300.0, 240.0, (55.0, 80.0), faces=_FACES)
_ALL = (slice(0, 240), slice(0, 300))
_OTHER = np.full((160, 110, 3), 120, np.uint8)


@pytest.fixture
def photographs() -> Photographs:
    """They are learned as soon as they begin to be."""
    return _photographs(_shown)


def _photographs(shows_print: Callable[[Image, Named], bool]) -> Photographs:
    read = Photographs(practice(), shows_print)
    read.reader.prepare = _at_once  # type: ignore[method-assign]
    return read


def test_what_is_left_along_edges_makes_no_city_wait_however_much_it_is_in_all(photographs: Photographs) -> None:
    along_edges = np.zeros((240, 300), np.float32)
    along_edges[:, ::20] = along_edges[:, 1::20] = along_edges[:, 2::20] = 2.0
    assert along_edges.sum() > 4000
    photographs.note(_CITY, _comparison(), _left(along_edges), _ALL)
    assert not _waits(photographs)
    photographs.note(_CITY, _comparison(), _left(_strip(100, 40)), _ALL)
    assert _waits(photographs)


def test_what_lies_at_another_place_that_a_city_reaches_over_makes_no_city_wait(photographs: Photographs) -> None:
    comparison = _comparison()
    comparison.beside[40:55, 100:155] = True
    photographs.note(_CITY, comparison, _left(_strip(100, 40)), _ALL)
    assert not _waits(photographs)


def test_a_strip_waits_until_its_place_is_explained_whatever_changes_elsewhere(photographs: Photographs) -> None:
    nothing = np.zeros((240, 300), np.float32)
    photographs.note(_CITY, _comparison(), _left(_strip(100, 40)), _ALL)
    photographs.note(_CITY, _comparison(), _left(nothing[:, 200:]), (slice(0, 240), slice(200, 300)))
    assert _waits(photographs)
    photographs.note(_CITY, _comparison(), _left(nothing[:100]), (slice(0, 100), slice(0, 300)))
    assert not _waits(photographs)


def test_a_card_that_a_photograph_shows_where_nothing_was_left_unexplained_is_none(photographs: Photographs) -> None:
    known = (_card(7, "architects/wood", 30, 40),)
    shown = _card(-1, "architects/stone", 100, 40)
    assert _looked_over(photographs, _strip(200, 40), known, shown) == ["architects/wood"]
    assert _looked_over(photographs, _strip(100, 40), known, shown) == ["architects/wood", "architects/stone"]


def test_a_card_that_a_photograph_shows_without_being_sure_is_none(photographs: Photographs) -> None:
    known = (_card(7, "architects/wood", 30, 40),)
    doubtful = _card(-1, "architects/stone", 100, 40, 0.87)
    assert _looked_over(photographs, _strip(100, 40), known, doubtful) == ["architects/wood"]


def test_a_look_that_finds_nothing_uses_up_no_number(photographs: Photographs) -> None:
    photographs.note(_CITY, _comparison(), _left(_strip(100, 40)), _ALL)
    _waits(photographs)
    known = (_card(7, "architects/wood", 30, 40),)

    def looks(new_track: NewTrack) -> tuple[Piece, ...]:
        return (_card(new_track(), "architects/wood", 30, 40),)

    assert photographs.looked_over(_CITY.name, known, looks, _unused) == known


def test_a_city_waits_where_a_card_was_placed_whose_print_is_not_there(photographs: Photographs) -> None:
    # Two cards that come together, one almost over the other, look like one between them.
    placed = Named(Pose(100.0, 100.0, 0.0, 55.0, 80.0), (FaceProbability("architects/wood", 0.99),))
    explained = _left(np.zeros((240, 300), np.float32))._replace(new=(placed,))
    photographs.note(_CITY, _comparison(), explained, _ALL)
    assert not _waits(photographs)
    amiss = _photographs(_not_shown)
    amiss.note(_CITY, _comparison(), explained, _ALL)
    assert _waits(amiss)


def test_a_process_that_ends_while_photographs_are_learned_ends_well() -> None:
    ending = f"from {__name__} import begin_to_learn; begin_to_learn()"
    root = Path(__file__).parents[4]
    path = {**os.environ, "PYTHONPATH": str(root)}
    ended = subprocess.run([sys.executable, "-c", ending], cwd=root, env=path, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def begin_to_learn() -> None:
    """Learning goes on behind, inside OpenCV, when this returns."""
    read, begun = Photographs(practice(), _shown), Event()

    def blur(face: str) -> None:
        begun.set()
        cv2.GaussianBlur(np.zeros((100, 100), np.float32), (0, 0), len(face))

    read.reader._templates.prepare = blur  # type: ignore[method-assign]
    read.note(_CITY, _comparison(), _left(_strip(100, 40)), _ALL)
    begun.wait()
    assert read.waiting == frozenset()


def _looked_over(photographs: Photographs, left: Image, known: tuple[Piece, ...], shown: Piece) -> list[str | None]:
    photographs.note(_CITY, _comparison(), _left(left), _ALL)
    assert _waits(photographs)
    found = photographs.looked_over(_CITY.name, known, lambda _: (*known, shown), lambda: 8)
    return [piece.face for piece in found]


def _unused() -> int:
    raise AssertionError("a number was used up")


def _shown(_sheet: Image, _placed: Named) -> bool:
    return True


def _not_shown(_sheet: Image, _placed: Named) -> bool:
    return False


def _comparison() -> Comparison:
    sheet = np.full((480, 600, 3), 120, np.uint8)
    known = np.ones((240, 300), bool)
    return Comparison(sheet, sheet, sheet[::2, ::2].copy(), known, ~known)


def _left(apart: Image) -> Explanation:
    return Explanation(0.0, frozenset(), tuple[Named, ...](), apart, {})


def _strip(left: int, top: int) -> Image:
    """What shows of a card that lies there under another one is unexplained (mm)."""
    apart = np.zeros((240, 300), np.float32)
    apart[top : top + 15, left : left + 55] = 1.5
    return apart


def _card(track: int, face: str, left: float, top: float, probability: float = 0.99) -> Piece:
    pose = Pose(left + 27.5, top + 40.0, 0.0, 55.0, 80.0)
    return Piece(track, pose, (FaceProbability(face, probability),), _OTHER)


def _at_once(wanted: Callable[[], bool] = lambda: True) -> None:
    assert wanted()


def _waits(photographs: Photographs) -> bool:
    """Whether the city is to be read like a photograph, once that is learned."""
    if photographs._learning is not None:
        photographs._learning.join()
    return photographs.waiting == {_CITY.name}
