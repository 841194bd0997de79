"""A survey is made of the mean of a few frames of a table that lies still all the while."""

import numpy as np
import pytest

from vision.geometry.image import Frame
from vision.live.watcher import LOOKS
from vision.process import surveyor as surveying
from vision.process.surveyor import Surveyor
from vision.recognition.library import Library
from vision.sighting import Watch


def test_a_survey_reads_the_mean_of_frames_between_which_nothing_has_moved(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[int, int]] = []
    monkeypatch.setattr(surveying, "TableReader", lambda _: None)
    monkeypatch.setattr(
        surveying, "surveyed", lambda _, frame, __: read.append((frame.number, int(frame.image.mean())))
    )
    surveyor = Surveyor()
    surveyor.ask(Watch((), survey=1))
    grey = [200, 200, *range(90, 90 + 10 * LOOKS, 10)]
    for number, level in enumerate(grey):
        if number == 2:
            surveyor.moved()
        surveyor.step(Frame(number, 0.1 * number, np.full((4, 4, 3), level, np.uint8)), library)
    assert surveyor._running is not None or read
    if surveyor._running is not None:
        surveyor._running.result(timeout=10)
    assert read == [(len(grey) - 1, 110)]
