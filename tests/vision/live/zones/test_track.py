"""A pawn on a track of a mat: on which place it stands, and that it is the same pawn while it stands there."""

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from tests.learned import learned
from tests.vision.painting import COARSE, SHEET
from tests.vision.token_views import TrackView, track
from vision.geometry.difference import coarse
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.zones.track import TrackReader
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Spot, Zone

PAWN = "duel/token/conflict_pawn"
PLACES = 19


@pytest.fixture(scope="module")
def reader() -> TrackReader:
    library = learned({PAWN: (proxies_with(PAWN).picture(PAWN, 6.0), proxies_with(PAWN).size_mm(PAWN))}, 20)
    return TrackReader(library, LibraryRecogniser(library))


def seen(place: int | None, seed: int = 12) -> TrackView:
    """A track seen from straight above, at the resolution of a rectified mat."""
    return track(
        proxies_with(PAWN).picture(PAWN, 8.0), np.random.default_rng(seed), place, px_per_mm=PX_PER_MM, hard=0.0
    )


def sheet(picture: Image) -> Image:
    """The middle of the picture, where the track is, on a rectified mat."""
    whole: Image = np.full((SHEET[1], SHEET[0], 3), 120, np.uint8)
    part = picture[: SHEET[1], : SHEET[0]]
    whole[: part.shape[0], : part.shape[1]] = part
    return whole


def zone(view: TrackView) -> Zone:
    first, last = np.array(view.ends) / PX_PER_MM
    points = [first + (last - first) * k / (PLACES - 1) for k in range(PLACES)]
    spots = tuple(Spot(float(x), float(y), 15.0, 15.0) for x, y in points)
    left, top = first - 12
    return Zone("track", 0, "track", float(left), float(top), 310.0, 24.0, (14.0, 14.0), spots, (PAWN,))


def compared(now: Image, before: Image | None, bare: Image) -> Comparison:
    known = np.ones(COARSE[::-1], bool)
    return Comparison(now, before, coarse(bare), known, np.zeros_like(known))


@pytest.mark.parametrize("place", [0, 9, 13])
def test_the_pawn_is_seen_on_its_place(reader: TrackReader, place: int) -> None:
    view = seen(place)
    (pawn,) = reader.read(zone(view), compared(sheet(view.picture), None, sheet(view.bare)), None, TrackNumbers())
    assert (pawn.spot, pawn.face) == (place, PAWN)


def test_a_track_without_its_pawn_holds_nothing(reader: TrackReader) -> None:
    view = seen(None)
    comparison = compared(sheet(view.picture), None, sheet(view.bare))
    assert reader.read(zone(view), comparison, None, TrackNumbers()) == ()


def test_a_pawn_that_stays_keeps_its_track_and_one_that_goes_on_has_another(reader: TrackReader) -> None:
    views = [seen(4), seen(4), seen(6)]
    sheets, new_track = [sheet(view.picture) for view in views], TrackNumbers()
    # A shadow over a corner of the track, so that it is looked at anew.
    sheets[1] = cv2.convertScaleAbs(sheets[1], alpha=0.9)
    before = None
    tracks = []
    for k, (view, now) in enumerate(zip(views, sheets, strict=True)):
        comparison = compared(now, sheets[k - 1] if k else None, sheet(view.bare))
        before = reader.read(zone(view), comparison, before, new_track)
        tracks.append([piece.track for piece in before])
    assert tracks == [[1], [1], [2]]


def on_a_table(place: int | None) -> Image:
    """An open table on which nothing is printed, with a pawn where a track has this place."""
    whole: Image = np.full((SHEET[1], SHEET[0], 3), (90, 130, 170), np.uint8)
    if place is not None:
        spot = zone(seen(None)).spots[place]
        middle = round(spot.x * PX_PER_MM), round(spot.y * PX_PER_MM)
        cv2.circle(whole, middle, round(7 * PX_PER_MM), (40, 30, 200), -1)
    return whole


def test_a_pawn_that_was_taken_for_the_bare_table_is_seen_all_the_same(reader: TrackReader) -> None:
    now = on_a_table(9)
    (pawn,) = reader.read(zone(seen(None)), compared(now, None, now), (), TrackNumbers())
    assert pawn.spot == 9


def test_a_pawn_that_leaves_where_it_has_always_stood_is_seen_where_it_stands_now(reader: TrackReader) -> None:
    track = zone(seen(None))
    x, y = round(track.spots[9].x), round(track.spots[9].y)
    known = np.ones(COARSE[::-1], bool)
    known[y - 12 : y + 12, x - 12 : x + 12] = False
    bare = coarse(on_a_table(None)).copy()
    bare[~known] = 0
    comparison = Comparison(on_a_table(10), on_a_table(9), bare, known, np.zeros_like(known))
    (pawn,) = reader.read(track, comparison, (), TrackNumbers())
    assert pawn.spot == 10
