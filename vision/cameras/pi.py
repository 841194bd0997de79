"""A Raspberry Pi's own camera, through Picamera2.

One long-lived Picamera2 object, configured once: configuring again leaks the camera's memory.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import cv2

from vision.cameras.camera import CameraUnavailable, Frame
from vision.image import Image

_SIZE = (2304, 1728)
_RATE = 10.0
_EXPOSURE_US = 20000  # a multiple of 10 ms: lamps on 50 Hz mains do not flicker then
_HEIGHT_ABOVE_TABLE_M = 0.9
_SETTLING_FRAMES = 15


class PiCamera:
    """Frames of the first camera, exposure and white balance locked once they have settled."""

    live = True

    def __init__(self) -> None:
        self.trouble = ""
        try:
            from picamera2 import Picamera2  # noqa: PLC0415 - there on a Pi only
        except (ImportError, OSError) as error:
            raise CameraUnavailable(
                "camera 'pi': Picamera2 is not installed (sudo apt install python3-picamera2, and a virtual "
                "environment made with --system-site-packages)"
            ) from error
        if not Picamera2.global_camera_info():
            raise CameraUnavailable("camera 'pi': no camera found (is its ribbon seated? see rpicam-hello --list)")
        try:
            self._picam: Any = Picamera2(0)
            self._start()
        except (RuntimeError, OSError, IndexError) as error:
            raise CameraUnavailable(f"camera 'pi': cannot be started ({error})") from error

    def _start(self) -> None:
        known = self._picam.camera_controls
        # In the configuration, not set afterwards: a mode switch resets what was set afterwards.
        wanted = {"FrameRate": _RATE, "AfMode": 0, "LensPosition": 1 / _HEIGHT_ABOVE_TABLE_M}
        controls = {name: value for name, value in wanted.items() if name in known}
        self._picam.configure(
            self._picam.create_video_configuration(main={"size": _SIZE, "format": "RGB888"}, controls=controls)
        )
        # What was asked for is not always what one gets: a virtual camera always gives NV12.
        main = self._picam.camera_configuration()["main"]
        self._format, self._width, self._height = str(main["format"]), int(main["size"][0]), int(main["size"][1])
        self._picam.start()
        self._lock(known)

    def _lock(self, known: Any) -> None:
        """Fix exposure and colour at what the automatics chose: a moving hand must not change them."""
        if "ExposureTime" not in known:
            return
        metadata: dict[str, Any] = {}
        for _ in range(_SETTLING_FRAMES):
            metadata = self._picam.capture_metadata()
        gain = metadata.get("AnalogueGain", 1.0) * metadata.get("ExposureTime", _EXPOSURE_US) / _EXPOSURE_US
        controls: dict[str, Any] = {
            "AeEnable": False,
            "ExposureTime": _EXPOSURE_US,
            "AnalogueGain": max(1.0, gain),
            "AwbEnable": False,
        }
        if "ColourGains" in metadata:
            controls["ColourGains"] = metadata["ColourGains"]
        self._picam.set_controls(controls)

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while True:
            try:
                # A request must go back at once: there are only a few, and the camera stalls without.
                with self._picam.captured_request() as request:
                    raw, metadata = request.make_array("main"), request.get_metadata()
            except RuntimeError as error:
                raise CameraUnavailable(f"camera 'pi': gives no more pictures ({error})") from error
            image = to_bgr(raw, self._format, self._width, self._height)
            yield Frame(number, metadata["SensorTimestamp"] / 1e9, image)
            number += 1

    def close(self) -> None:
        """Stop and give the camera back; a camera whose ribbon was pulled may refuse."""
        with contextlib.suppress(RuntimeError):
            self._picam.stop()
            self._picam.close()


def to_bgr(raw: Image, pixels: str, width: int, height: int) -> Image:
    """A Picamera2 array in one of its formats as BGR, without the padding at the end of rows.

    ``RGB888`` in libcamera's words is BGR in memory. Raises ``CameraUnavailable`` for other formats.
    """
    if pixels == "RGB888":
        return raw[:height, :width, :3]
    if pixels == "BGR888":
        return cv2.cvtColor(raw[:height, :width, :3], cv2.COLOR_RGB2BGR)
    if pixels == "XRGB8888":
        return raw[:height, :width, :3]
    codes = {"NV12": cv2.COLOR_YUV2BGR_NV12, "YUV420": cv2.COLOR_YUV2BGR_I420}
    if pixels not in codes:
        raise CameraUnavailable(f"camera 'pi': gives pictures as {pixels}, which is not supported")
    return cv2.cvtColor(raw, codes[pixels])[:height, :width]
