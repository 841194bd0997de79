"""One contract, every kind of camera; and one clear line where there is none."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import Camera, CameraUnavailable, Frame, open_camera
from vision.cameras.camera import SCHEMES, opens
from vision.cameras.pi import to_bgr
from vision.cameras.video import VideoCamera
from vision.geometry.image import Image

SIZE = (96, 64)


def picture(k: int) -> Image:
    image = np.full((SIZE[1], SIZE[0], 3), 40, np.uint8)
    cv2.rectangle(image, (4 + 8 * k, 8), (24 + 8 * k, 56), (200, 90, 30), -1)
    return image


def folder(tmp_path: Path) -> str:
    for k in range(3):
        cv2.imwrite(str(tmp_path / f"frame-{k + 5:06d}-{0.5 + 0.1 * k:.3f}.jpg"), picture(k))
    return str(tmp_path)


def video(tmp_path: Path) -> str:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, SIZE)
    for k in range(3):
        writer.write(picture(k))
    writer.release()
    return str(path)


def twin(tmp_path: Path) -> str:
    path = tmp_path / "twin.sock"
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen(1)

    def serve() -> None:
        client, _ = server.accept()
        with client, server:
            for k in range(4):
                if client.recv(1) != b"n":
                    return
                if k == 3:
                    client.sendall(struct.pack("<IIId4x", 0xFFFFFFFF, 0, 0, 0.0))
                    return
                data = struct.pack("<IIId4x", k, SIZE[1], SIZE[0], 0.1 * k) + picture(k).tobytes()
                client.sendall(data[:1000])
                client.sendall(data[1000:])

    threading.Thread(target=serve, daemon=True).start()
    return f"twin:{path}"


@pytest.fixture(params=[folder, video, twin])
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Camera]:
    make: Callable[[Path], str] = request.param
    opened = open_camera(make(tmp_path))
    yield opened
    opened.close()


def test_every_camera_gives_whole_frames_in_order_and_ends(camera: Camera) -> None:
    frames = list(camera)
    assert [frame.image.shape for frame in frames] == [(SIZE[1], SIZE[0], 3)] * 3
    assert np.diff([frame.exposed for frame in frames]) == pytest.approx([0.1, 0.1])
    assert np.diff([frame.number for frame in frames]).tolist() == [1, 1]
    for k, frame in enumerate(frames):
        assert np.abs(frame.image.astype(int) - picture(k)).mean() < 6
    assert camera.trouble == ""


def test_a_camera_can_be_closed_twice(camera: Camera) -> None:
    camera.close()
    camera.close()


def test_a_recorded_folder_says_its_own_numbers_and_times(tmp_path: Path) -> None:
    frames = list(open_camera(folder(tmp_path)))
    assert [(frame.number, frame.exposed) for frame in frames] == [(5, 0.5), (6, 0.6), (7, 0.7)]


def test_a_bad_picture_is_skipped_with_one_line(tmp_path: Path) -> None:
    source = folder(tmp_path)
    whole = (tmp_path / "frame-000006-0.600.jpg").read_bytes()
    (tmp_path / "frame-000006-0.600.jpg").write_bytes(whole[:40])
    (tmp_path / "table.json").write_text("{}")
    camera = open_camera(source)
    assert [frame.number for frame in camera] == [5, 7]
    assert "frame-000006-0.600.jpg" in camera.trouble
    assert "\n" not in camera.trouble


@pytest.mark.parametrize("source", ["usb:97", "usb:x", "/no/such/folder", "twin:/no/such.sock", "pi"])
def test_a_camera_that_is_not_there_is_one_clear_line(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraUnavailable) as caught:
        open_camera(source)
    assert source in str(caught.value)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_a_file_that_is_no_video_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.avi"
    path.write_text("not a video")
    with pytest.raises(CameraUnavailable, match=r"notes\.avi"):
        open_camera(str(path))


def test_a_twin_that_dies_in_the_middle_of_a_frame_is_a_lost_camera(tmp_path: Path) -> None:
    path = tmp_path / "twin.sock"
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen(1)
    camera = open_camera(f"twin:{path}")
    client, _ = server.accept()
    client.sendall(struct.pack("<IIId4x", 1, SIZE[1], SIZE[0], 0.1) + b"half")
    client.close()
    with pytest.raises(CameraUnavailable):
        next(iter(camera))
    camera.close()
    server.close()


@pytest.mark.parametrize("pixels", ["NV12", "YUV420", "RGB888", "BGR888"])
def test_every_pixel_format_of_a_pi_camera_becomes_bgr(pixels: str) -> None:
    image = picture(1)
    width, height = SIZE
    planes = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
    if pixels == "NV12":
        chroma = planes[height:].reshape(2, -1)
        raw = np.vstack([planes[:height], chroma.T.reshape(height // 2, width)])
    elif pixels == "YUV420":
        raw = planes
    else:
        raw = image if pixels == "RGB888" else image[..., ::-1]
    got = to_bgr(np.ascontiguousarray(raw), pixels, width, height)
    assert got.shape == image.shape
    assert np.abs(got.astype(int) - image).mean() < 4


def test_a_pixel_format_that_is_not_known_is_one_clear_line() -> None:
    with pytest.raises(CameraUnavailable, match="SRGGB10"):
        to_bgr(picture(0), "SRGGB10", *SIZE)


def test_a_frame_is_immutable() -> None:
    frame = Frame(1, 0.1, picture(0))
    with pytest.raises(AttributeError):
        frame.number = 2  # type: ignore[misc]


def test_a_new_kind_of_camera_is_one_module_that_registers_itself() -> None:
    made: list[str] = []

    @opens("lamp")
    def lamp(rest: str) -> Camera:
        made.append(rest)
        return VideoCamera(Path(rest))

    try:
        with pytest.raises(CameraUnavailable, match="kitchen"):
            open_camera("lamp:kitchen")
    finally:
        del SCHEMES["lamp"]
    assert made == ["kitchen"]
    assert {"pi", "usb", "twin"} <= SCHEMES.keys()
