from itertools import pairwise
from pathlib import Path
from threading import Thread

import msgspec
import numpy as np
import pytest

from companion.games.architects.rules import parse_setup
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import SECONDS_A_FRAME, TABLE_FILE, Theatre
from companion.twin.world import Action
from tests.twin.mats import plain_mat
from tests.twin.tables import dealer
from vision.cameras.folder import FolderCamera
from vision.geometry.image import Frame, Image


@pytest.fixture
def made() -> Dealer:
    return dealer(2, 1, moves=8)


def _theatre(made: Dealer, record: Path | None = None) -> Theatre:
    return Theatre(made.world, plain_mat, SCENES["kitchen"], 1, record, setup=made.setup_object())


def _frames(theatre: Theatre, still: int) -> list[Frame]:
    """Every frame until the table has lain still for so many."""
    frames = []
    while theatre.still_frames < still:
        frame = theatre.next_frame()
        assert frame is not None
        frames.append(frame)
    return frames


def _actions(made: Dealer) -> tuple[Action, ...]:
    step = made.step()
    assert step is not None
    assert step.actions
    return step.actions


def _differ(one: Image, other: Image) -> bool:
    """Whether more than noise differs."""
    return bool((np.abs(one.astype(int) - other).max(axis=2) > 60).mean() > 0.002)


def test_a_hand_comes_and_goes_and_then_the_table_lies_still(made: Dealer) -> None:
    theatre = _theatre(made)
    before = _frames(theatre, 2)[-1]
    theatre.perform(_actions(made))
    assert theatre.still_frames == 0
    frames = _frames(theatre, 3)
    assert 3 + 3 <= len(frames) <= 30
    assert _differ(before.image, frames[0].image)
    assert _differ(before.image, frames[-1].image)
    assert not _differ(frames[-1].image, frames[-2].image)
    assert not _differ(frames[-2].image, frames[-3].image)


def test_its_clock_goes_on_a_twentieth_of_a_second_a_frame(made: Dealer) -> None:
    theatre = _theatre(made)
    theatre.perform(_actions(made))
    frames = _frames(theatre, 4)
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert all(after.exposed - before.exposed == pytest.approx(0.05) for before, after in pairwise(frames))


def test_a_lingering_hand_stays_in_the_picture(made: Dealer) -> None:
    action = msgspec.structs.replace(_actions(made)[-1], linger=5)
    theatre = _theatre(dealer(2, 1, moves=8))
    still = _frames(theatre, 1)[-1]
    theatre.perform([action])
    frames = _frames(theatre, 1)
    resting = [one for one, other in pairwise(frames[:-1]) if not _differ(one.image, other.image)]
    assert len(resting) >= 4
    assert all(_differ(still.image, frame.image) for frame in resting)


def test_it_waits_for_frames_taken_by_another_thread(made: Dealer) -> None:
    theatre = _theatre(made)
    theatre.perform(_actions(made))
    assert not theatre.wait_still(1, timeout=0)
    reader = Thread(target=lambda: [None for _ in iter(theatre.next_frame, None)])
    reader.start()
    assert theatre.wait_still(3, timeout=30)
    theatre.close()
    reader.join(30)
    assert not reader.is_alive()
    assert theatre.next_frame() is None
    assert not theatre.wait_still(1, timeout=0)


def test_pictures_painted_ahead_show_the_table_as_it_lies(made: Dealer) -> None:
    theatre, other = _theatre(made), _theatre(made)
    theatre.paint_ahead()
    for _ in range(3):
        actions = _actions(made)
        for one in (theatre, other):
            one.perform(actions)
        after, expected = _frames(theatre, 5), _frames(other, 5)
        assert not any(_differ(frame.image, expected[-1].image) for frame in after[-5:])
    theatre.close()


def test_whoever_missed_frames_of_a_table_at_rest_gets_the_newest_one(made: Dealer) -> None:
    theatre = _theatre(made)
    theatre.paint_ahead()
    theatre.perform(_actions(made))
    theatre.miss(3)
    last = _frames(theatre, 1)[-1]
    theatre.miss(2)
    frame = theatre.next_frame()
    assert frame is not None
    assert (frame.number, theatre.still_frames) == (last.number + 3, 4)
    assert frame.exposed == pytest.approx(last.exposed + 3 * SECONDS_A_FRAME)
    assert not _differ(frame.image, last.image)
    theatre.close()


def test_a_recording_is_read_back_frame_by_frame(made: Dealer, tmp_path: Path) -> None:
    theatre = _theatre(made, tmp_path)
    theatre.perform(_actions(made))
    frames = _frames(theatre, 2)
    again = list(FolderCamera(tmp_path))
    assert [(frame.number, frame.exposed) for frame in again] == [(frame.number, frame.exposed) for frame in frames]
    assert all(not _differ(one.image, other.image) for one, other in zip(frames, again, strict=True))
    recorded = msgspec.json.decode((tmp_path / TABLE_FILE).read_bytes())
    assert parse_setup(recorded) == made.setup


def test_nobody_waits_for_a_picture_of_a_table_at_rest(made: Dealer) -> None:
    # No camera takes time of the computer: what is painted anew comes beside the pictures that are there.
    theatre = _theatre(made)
    theatre.paint_ahead()
    theatre.perform(_actions(made))
    _frames(theatre, 1)
    painted = [theatre.next_frame() for _ in range(60)]
    images = {id(frame.image) for frame in painted if frame is not None}
    assert 2 < len(images) < len(painted)
    assert all(
        one is not None and other is not None and one.image is not other.image for one, other in pairwise(painted)
    )
    theatre.close()
