"""The top of a pile: a pale one is no paper (issue 13, E1), and what was taken for paper is looked at again."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.learned import learned
from tests.vision.painting import BACK, CARD, DECK, MAT, art, noisy
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM, sheet_size
from vision.geometry.pose import Pose
from vision.live.mat_reader import Again, MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.live.pieces import Piece
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Ranked
from vision.recognition.paper import is_printed
from vision.sighting import FaceProbability, Marker

_PAPER = (205, 215, 222)
_SPOT = DECK.spots[0]
_ON_IT = Pose(_SPOT.x, _SPOT.y, 0.0, *CARD)
_WHOLE = frozenset({DECK.name})
_WOOD = (70, 130, 200)
_TAG = (Marker(0, 0.0, 0.0, 40.0, ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))),)
"""What tells an open table from a printed mat."""


def _pale(strength: float = 0.16) -> Image:
    """A back that hardly differs from paper."""
    picture = np.full((320, 220, 3), _PAPER, np.float32)
    picture[40:-40, 40:-40] += strength * (art(BACK)[40:-40, 40:-40].astype(np.float32) - 128)
    cv2.rectangle(picture, (30, 30), (190, 290), (120, 120, 125), 2)
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def backs() -> Library:
    return learned({BACK: (_pale(), CARD), "architects/back/giza": (art("architects/back/giza"), CARD)}, 40)


class _OnlyExactly(LibraryRecogniser):
    """Knows a card wherever it lies, but which of two it is only where it is cut out exactly, as ``exact`` shows it."""

    exact: Image

    def best_of(self, patches: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:  # noqa: ARG002
        off = [float(np.abs(patch.astype(np.float32) - self.exact).mean()) for patch in patches]
        best = int(np.argmin(off))
        told = ((BACK, 0.99),) if off[best] < 4 else (("architects/back/giza", 0.6), (BACK, 0.35))
        return best, tuple(FaceProbability(*one) for one in told)


class _Table:
    """A mat with one deck, read picture by picture."""

    def __init__(self, library: Library, recogniser: LibraryRecogniser | None = None) -> None:
        self._reader = MatReader(library, recogniser or LibraryRecogniser(library))
        self.memory, self._tracks = MatMemory.blank((MAT.width, MAT.height)), TrackNumbers()
        self._moment = 0

    def picture(self, at: Pose | None, veil: float = 0.0, ground: tuple[int, int, int] = _PAPER) -> Image:
        """The mat with the deck lying so, or without; ``veil``: share of its contrast that a reflection takes."""
        self._moment += 1
        width, height = sheet_size((MAT.width, MAT.height))
        sheet = np.full((height, width, 3), ground, np.uint8)
        if at is not None:
            corners = (np.array(at.quad()) * PX_PER_MM - 0.5).astype(np.float32)
            back = cv2.GaussianBlur(_pale(), (0, 0), 1.2)
            source = np.array([[0, 0], [220, 0], [220, 320], [0, 320]], np.float32) - 0.5
            matrix = cv2.getPerspectiveTransform(source, corners)
            cv2.warpPerspective(back, matrix, (width, height), dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)
        return noisy(sheet * np.float32(1 - veil) + np.float32(veil) * np.array(_PAPER, np.float32), self._moment)

    def read(
        self, sheet: Image, *, touched: bool = True, markers: tuple[Marker, ...] = (), again: Again = ""
    ) -> tuple[Piece, ...]:
        """The deck now; ``touched``: a hand has been there, else it is a look when nobody waits."""
        whole = _WHOLE if touched else None
        self._reader.update(self.memory, sheet, (DECK,), self._tracks, again, markers=markers, touched=whole)
        return self.memory.pieces[DECK.name]


def _face(pieces: tuple[Piece, ...]) -> str | None:
    return pieces[0].face if pieces else "nothing"


def test_e1_the_back_is_paler_than_what_counts_as_printed(backs: Library) -> None:
    table = _Table(backs)
    assert not is_printed(_ON_IT.cut(table.picture(_ON_IT)))
    assert _face(table.read(table.picture(_ON_IT))) == BACK


@pytest.mark.parametrize("moved", [(0.0, 0.0), (2.0, 0.5), (-1.0, -2.0)])
def test_e1_a_pale_deck_whose_top_card_was_taken_is_still_there(backs: Library, moved: tuple[float, float]) -> None:
    table = _Table(backs)
    table.read(table.picture(_ON_IT))
    for step in range(3):
        seen = table.read(table.picture(_ON_IT.moved(step * moved[0], step * moved[1])))
        assert _face(seen) == BACK


def test_e1_a_veil_over_a_deck_does_not_take_it_away(backs: Library) -> None:
    table = _Table(backs)
    table.read(table.picture(_ON_IT))
    for veil in (0.3, 0.45, 0.3, 0.0):
        assert _face(table.read(table.picture(_ON_IT.moved(veil, 0), veil))) == BACK


def test_a_pale_deck_that_is_used_up_has_gone_and_one_that_comes_is_seen(backs: Library) -> None:
    table = _Table(backs)
    table.read(table.picture(_ON_IT))
    assert table.read(table.picture(None)) == ()
    assert _face(table.read(table.picture(_ON_IT))) == BACK
    assert table.read(table.picture(None)) == ()


def test_e1_what_was_taken_for_the_bare_mat_is_looked_at_again(backs: Library) -> None:
    table = _Table(backs)
    table.read(table.picture(None))
    # Once it was not recognised, and its picture became that of the bare mat.
    wrong = cv2.resize(table.picture(_ON_IT), table.memory.bare.shape[1::-1], interpolation=cv2.INTER_AREA)
    table.memory.bare[:] = wrong
    table.memory.sheet = table.picture(_ON_IT)
    assert _face(table.read(table.picture(_ON_IT), touched=False)) == BACK


def test_where_it_is_only_sure_that_a_card_lies_there_it_is_looked_for_where_it_lies_until_it_is_told_which(
    backs: Library,
) -> None:
    recogniser = _OnlyExactly(backs)
    table, lies = _Table(backs, recogniser), _ON_IT.moved(0.0, -2.4)
    picture = table.picture(lies)
    recogniser.exact = lies.cut(picture).astype(np.float32)
    assert _face(table.read(picture)) == BACK


def test_an_empty_place_on_grained_wood_is_looked_at_three_times_and_again_when_it_looks_otherwise(
    backs: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    best_of = LibraryRecogniser.best_of

    def counted(self: LibraryRecogniser, patches: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        tries.append(len(patches))
        return best_of(self, patches, candidates)

    monkeypatch.setattr(LibraryRecogniser, "best_of", counted)
    table = _Table(backs)
    grain = _grain(table.picture(None).shape)

    def empty() -> Image:
        return np.asarray(np.clip(table.picture(None, ground=_WOOD) + grain, 0, 255), np.uint8)

    table.read(empty(), markers=_TAG)
    looks = []
    for _ in range(6):
        tries.clear()
        assert table.read(empty(), touched=False, markers=_TAG) == ()
        looks.append(sum(tries))
    assert looks[0] > 0
    assert looks[3:] == [0, 0, 0]
    assert _face(table.read(table.picture(_ON_IT, ground=_WOOD), touched=False, markers=_TAG)) == BACK


def _grain(shape: tuple[int, ...]) -> Image:
    """What wood has, along the table; it is print at the two pixels a mm of a sheet."""
    noise = np.random.default_rng(5).normal(0, 150, shape[:2]).astype(np.float32)
    return cv2.GaussianBlur(noise, (0, 0), 9, sigmaY=1.5)[..., None]


def test_pale_backs_that_a_lamp_burns_out_lie_there_although_tokens_beside_them_are_white_too(backs: Library) -> None:
    table = _Table(backs)
    tops = []
    for step in range(3):
        beneath_lamp = _lit(table.picture(_ON_IT.moved(0.9 * step, -0.8 * step), ground=_WOOD))
        # A heap of tokens, of which the layout knows nothing.
        beneath_lamp[100:300, 100:300] = 255
        assert not is_printed(_ON_IT.cut(beneath_lamp), 0.6)
        seen = table.read(beneath_lamp, markers=_TAG)
        assert _face(seen) == BACK
        tops += [piece.track for piece in seen]
    assert len(set(tops)) == 3


@pytest.mark.parametrize("veil", [0.8, 0.9, 0.95])
def test_a_burnt_out_top_seen_once_more_on_the_same_still_table_is_the_same_card(backs: Library, veil: float) -> None:
    table = _Table(backs)
    table.read(_lit(table.picture(None, ground=_WOOD)), markers=_TAG)
    laid, *there = (
        table.read(_lit(table.picture(_ON_IT, veil, ground=_WOOD)), markers=_TAG, again=again)
        for again in ("", "better", "better")
    )
    assert [[piece.track for piece in pieces] for pieces in there] == [[piece.track for piece in laid]] * 2


def test_a_reflection_on_an_empty_place_of_a_table_is_no_deck(backs: Library) -> None:
    table = _Table(backs)
    wood = table.picture(None, ground=_WOOD)
    rows, columns = np.indices(wood.shape[:2]) / PX_PER_MM
    far = np.hypot(columns - _SPOT.x, rows - _SPOT.y)
    shines = wood + 400.0 * np.exp(-((far / 45.0) ** 2))[..., None]
    assert table.read(np.asarray(np.clip(shines, 0, 255), np.uint8), markers=_TAG) == ()


def _lit(picture: Image) -> Image:
    """Beneath a lamp that burns out what is nearly white."""
    return np.asarray(np.clip(picture * np.float32(1.22), 0, 255), np.uint8)
