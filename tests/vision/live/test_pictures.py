"""What vision keeps of how zones looked: under the hash that is said, for a day, and only where it can be kept."""

import hashlib
import os
from pathlib import Path

import cv2
import numpy as np

from companion.uplink.messages import LARGEST_PICTURE
from tests.vision.painting import FACES, MATS, ZONES, Table
from vision.geometry.plane import Plane
from vision.live.pictures import KEPT_SECONDS, Pictures
from vision.live.watcher import Watcher
from vision.recognition.library import Library
from vision.sighting import Zone

NOISE = np.random.default_rng(1).integers(0, 255, (900, 1200, 3), np.uint8)
PLANE = Plane(1, (600.0, 450.0), np.diag([2.0, 2.0, 1.0]), {})
ZONE = Zone("city", 1, "spread", 100, 50, 400, 300, (60, 90))


def test_a_picture_is_what_lies_in_the_zone_and_no_larger_than_a_hub_takes(tmp_path: Path) -> None:
    frame = NOISE.copy()
    frame[100:700, 200:1000] = (0, 0, 255)
    frame[100:400, 200:600] = NOISE[100:400, 200:600]
    name = Pictures(tmp_path).keep(frame, PLANE, ZONE)
    data = (tmp_path / f"{name}.jpg").read_bytes()
    assert hashlib.sha256(data).hexdigest() == name
    assert len(data) <= LARGEST_PICTURE
    shown = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape[1] / shown.shape[0] == ZONE.width / ZONE.height
    right = shown[:, shown.shape[1] * 5 // 8 :].reshape(-1, 3)
    assert np.abs(right.mean(axis=0) - (0, 0, 255)).max() < 12


def test_pictures_are_kept_for_a_day_and_no_longer(tmp_path: Path) -> None:
    now = 2_000_000.0
    name = Pictures(tmp_path, lambda: now).keep(NOISE, PLANE, ZONE)
    os.utime(tmp_path / f"{name}.jpg", (now, now))
    Pictures(tmp_path, lambda: now + KEPT_SECONDS - 1)
    assert len(list(tmp_path.iterdir())) == 1
    Pictures(tmp_path, lambda: now + KEPT_SECONDS + 1)
    assert list(tmp_path.iterdir()) == []


def test_where_none_can_be_kept_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert Pictures(tmp_path / "file" / "folder").keep(NOISE, PLANE, ZONE) == ""


def test_what_is_said_of_a_zone_names_the_picture_of_it(library: Library, tmp_path: Path) -> None:
    table = Table()
    table.lay(FACES[0], 213.5, 45)
    watcher = Watcher(library, pictures=Pictures(tmp_path))
    watcher.watch(MATS, ZONES)
    said = [zone for frame in table.frames(8) for scene in watcher.observe(frame) for zone in scene.zones]
    assert {zone.zone for zone in said} == {zone.name for zone in ZONES}
    for zone in said:
        assert hashlib.sha256((tmp_path / f"{zone.picture}.jpg").read_bytes()).hexdigest() == zone.picture
