"""Real files through the real path: what was recorded is seen again and scored the same."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.rehearsal.rehearsal import rehearsal
from companion.rehearsal.report import Plan, Report
from companion.twin.theatre import SECONDS_A_FRAME

_MOVES = 4
_FRAMES_A_SECOND = 1 / SECONDS_A_FRAME


@pytest.fixture(scope="module")
def recorded(proxies: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    folder = tmp_path_factory.mktemp("recorded") / "frames"
    with rehearsal(Plan("architects", 2, 1, proxies, record=folder)) as game:
        for _ in range(_MOVES):
            assert game.step()
        return folder, game.report()


def _run(camera: Path, state: Path) -> dict[str, Any]:
    done = subprocess.run(
        [
            sys.executable, "-c", "from companion.cli import main; main()",
            "run", "--camera", str(camera), "--screen", "none", "--state", str(state), "--json",
        ],
        capture_output=True, text=True, timeout=180, check=True,
    )  # fmt: skip
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def _points(document: dict[str, Any]) -> tuple[int, ...]:
    return tuple(player["total"] for player in document["sheet"]["players"])


def test_what_is_played_is_what_is_scored(recorded: tuple[Path, Report]) -> None:
    """Frames go in at one end, a correct, explained, durable score comes out at the other."""
    _folder, report = recorded
    assert (report.wrong, report.missed) == (0, 0)
    assert report.state_exact
    assert report.score_exact
    assert report.recognised + report.questions >= report.moves == _MOVES


def test_a_recorded_folder_ends_with_the_score_of_its_rehearsal(recorded: tuple[Path, Report], tmp_path: Path) -> None:
    folder, report = recorded
    assert report.state_exact
    document = _run(folder, tmp_path)
    assert _points(document) == report.totals
    assert document["questions"] == report.questions


@pytest.mark.proof
def test_a_video_file_goes_the_way_of_a_usb_camera(recorded: tuple[Path, Report], tmp_path: Path) -> None:
    folder, report = recorded
    frames = sorted(folder.glob("frame-*.jpg"))
    shape = cv2.imread(str(frames[0]))
    assert shape is not None
    video = tmp_path / "game.avi"
    codec = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(video), codec, _FRAMES_A_SECOND, (shape.shape[1], shape.shape[0]))
    for path in frames:
        image = cv2.imread(str(path))
        assert image is not None
        writer.write(image)
    writer.release()
    shutil.copy(folder / "table.json", tmp_path / "table.json")
    assert _points(_run(video, tmp_path / "state")) == report.totals


@pytest.mark.proof
def test_a_recording_of_an_open_table_that_nobody_set_up_is_read_before_it_goes_on(
    proxies: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "frames"
    with rehearsal(Plan("architects", 2, 1, proxies, record=folder, table="open")) as game:
        for _ in range(_MOVES):
            assert game.step()
        report = game.report()
    told = json.loads((folder / "table.json").read_text())
    del told["setup"]["layout"]
    (folder / "table.json").write_text(json.dumps(told))
    assert _points(_run(folder, tmp_path / "state")) == report.totals
