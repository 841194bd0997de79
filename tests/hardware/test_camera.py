"""The Pi's own camera through the product's own class."""

from itertools import islice

import numpy as np

from vision.cameras.pi import PiCamera


def test_the_camera_gives_ten_different_full_frames_with_rising_times() -> None:
    camera = PiCamera()
    try:
        frames = list(islice(camera, 10))
    finally:
        camera.close()
    exposed = [frame.exposed for frame in frames]
    assert exposed == sorted(set(exposed))
    assert all(frame.image.ndim == 3 and frame.image.dtype == np.uint8 for frame in frames)
    assert max(float(frame.image.std()) for frame in frames) > 1, "all black: is the lens cap on?"


def test_it_can_be_opened_again_after_closing() -> None:
    for _ in range(3):
        camera = PiCamera()
        try:
            assert next(iter(camera)).image.size > 0
        finally:
            camera.close()


def test_locking_keeps_the_picture_as_it_is() -> None:
    camera = PiCamera()
    try:
        frames = iter(camera)
        before = float(np.mean([frame.image.mean() for frame in islice(frames, 15)][-3:]))
        camera.lock()
        after = float(np.mean([frame.image.mean() for frame in islice(frames, 10)][-3:]))
    finally:
        camera.close()
    assert "exposure" in camera.locked
    assert abs(after - before) < 0.15 * before + 3
