"""A whole table read once: every piece of an open table of the twin is found and named, and nothing else."""

import math

import numpy as np
import pytest

from companion.box.faces import library_of
from companion.games.layout import TAG_SIDE, TAGS
from companion.games.open_table import proposed
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from tests.twin.surveys import dealt
from vision.geometry.homography import rectangle
from vision.geometry.image import Frame, Image
from vision.live.watcher import LOOKS
from vision.process.surveyor import Surveyor
from vision.recognition.landmarks import Features, detect_features
from vision.recognition.library import Library
from vision.sighting import FaceProbability, Survey, Watch
from vision.stills import photograph
from vision.stills.photograph import StillReader
from vision.stills.whole_table import OnTable, TableReader, told_by_metal, told_by_rims

_A_TILE = 0.8
"""The share of a table for two that is read at once, as wide as it is."""


def _surveyed(frame: Frame) -> Survey:
    surveyor, library = Surveyor(), Library.load(library_of(None))
    surveyor.ask(Watch((), survey=1, tags=TAGS, tag_side=TAG_SIDE))
    for _ in range(LOOKS):
        assert surveyor._running is None
        assert surveyor.step(frame, library) is None
    assert surveyor._running is not None
    surveyor._running.result(timeout=60)
    survey = surveyor.step(frame, library)
    assert survey is not None
    assert not surveyor.busy
    return survey


@pytest.mark.proof
@pytest.mark.parametrize("scene", ["kitchen"])
def test_what_lies_on_an_open_table_is_found_and_proposed(scene: str) -> None:
    dealer = dealt(2, 1)
    survey = _surveyed(Frame(1, 0.0, Artist(dealer.world, SCENES[scene], 1, dealer.mats()).frame()))
    assert sorted(survey.tags) == sorted(TAGS)
    found = proposed("architects", survey, {})
    assert sorted(found.setup["wonders"]) == sorted(dealer.setup_object()["wonders"])
    assert sorted(found.setup["progress"]) == sorted(dealer.setup_object()["progress"])
    assert found.doubts == ()
    mats = dealer.world.arrangement.mats
    one, other = (survey.tags[TAGS[k]] for k in (0, 2))
    middles = [(sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4) for quad in (one, other)]
    assert math.dist(*middles) == pytest.approx(math.dist((mats[3].x, mats[3].y), (mats[5].x, mats[5].y)), rel=0.01)


_BACK = "architects/back/central"


@pytest.mark.proof
def test_what_is_missed_or_misplaced_among_all_the_rest_is_found_where_it_lies_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealer, reader = dealt(2, 1), TableReader(Library.load(library_of(None)))
    picture = Artist(dealer.world, SCENES["kitchen"], 1, dealer.mats()).frame()
    monkeypatch.setattr(reader, "_round", lambda *_: ([], []))

    def seen(*printed: OnTable) -> dict[str, OnTable]:
        monkeypatch.setattr(reader, "_printed", lambda *_: iter(printed))
        read = reader.read(picture, TAGS, TAG_SIDE)
        assert read is not None
        return {one.faces[0].face: one for one in read.pieces if one.faces}

    missed = seen()
    assert missed.keys() >= {_BACK, *(dealer.world.at(f"holder/{seat}")[-1].face for seat in range(2))}
    there = missed[_BACK]
    beside = seen(OnTable(there.quad + 9.0, (FaceProbability(_BACK, 0.7),)))[_BACK]
    assert beside.faces[0].probability > 0.9
    assert np.abs(beside.quad - there.quad).max() < 4.0


class _Counted(Exception):
    """So many features were left out; nothing more is to be read."""


@pytest.mark.proof
def test_in_cruel_light_no_feature_of_a_table_is_left_out_for_the_grain_of_its_cloth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def counted(grey: Image, most: int) -> Features:
        raise _Counted(len(detect_features(grey, 10**6).places) - len(detect_features(grey, most).places))

    monkeypatch.setattr(photograph, "detect_features", counted)
    dealer = Dealer.in_scene(SCENES["cruel"], "duel", 2, 1, table="open")
    picture = Artist(dealer.world, SCENES["cruel"], 1, dealer.mats()).frame()
    part = picture[:, : round(_A_TILE * picture.shape[1])]
    with pytest.raises(_Counted) as left_out:
        StillReader(Library.load(library_of(None, "duel")), px_per_mm=1.2).read(part)
    assert left_out.value.args == (0,)


def test_a_picture_without_tags_says_so() -> None:
    dealer = dealt(2, 1)
    frame = Frame(1, 0.0, Artist(dealer.world, SCENES["studio"], 1, lambda _mat: None).frame())
    survey = _surveyed(frame)
    assert survey.why == "no_tags"
    assert survey.pieces == ()


@pytest.mark.parametrize(("by_picture", "beside"), [(0, 3), (1, 2), (3, 0)])
def test_coins_are_told_by_their_metal_where_pictures_tell_fewer_of_them(by_picture: int, beside: int) -> None:
    corners = np.array([(0, 0), (22, 0), (22, 22), (0, 22)], np.float64)
    metal = [OnTable(corners + 50 * k, (FaceProbability("game/coin/1", 0.99),)) for k in range(3)]
    found = [OnTable(one.quad + 1, (FaceProbability("game/coin/3", 0.9),)) for one in metal[:by_picture]]
    assert len(told_by_metal(metal, found, {"game/coin/1", "game/coin/3"})) == beside


@pytest.mark.parametrize(("sure", "aside", "stays"), [(0.5, 2.0, False), (0.95, 2.0, True), (0.5, 20.0, True)])
def test_what_is_doubtfully_read_in_the_middle_of_something_larger_and_round_is_no_token(
    sure: float, aside: float, *, stays: bool
) -> None:
    quad = rectangle((24.0, 24.0)) + np.array([5.0 + aside, 5.0])
    token = OnTable(quad, (FaceProbability("architects/token/cat", sure),))
    assert told_by_rims([token], [rectangle((34.0, 34.0))]) == [token] * stays
