"""A Raspberry Pi's own camera, through Picamera2.

One long-lived Picamera2 object, configured once: configuring again leaks the camera's memory.
"""

import contextlib
from collections.abc import Container, Iterator, Mapping
from typing import Any

import cv2

from vision.cameras.camera import CameraUnavailable, opens
from vision.geometry.image import Frame, Image

_SIZE = (2304, 1728)
"""Pixels: the sensor of Camera Module 3, halved (2 x 2 binned) and cut to 4:3."""
_RATE = 10.0
"""Frames a second."""
_MAINS_US = 10000
"""Lamps on 50 Hz mains flicker a hundred times a second: an exposure of whole periods does not see it."""
_LONGEST_US = 40000
"""Longer, and a hand smears (four mains periods)."""
_HEIGHT_ABOVE_TABLE_M = 0.9
"""Where the stand holds the camera: focus starts there."""
_SETTLING_FRAMES = 15
"""What the automatics need at most to settle."""
_AUTOMATIC, _CONTINUOUS, _MANUAL = True, 2, 0


class PiCamera:
    """Frames of the first camera, each dated by its sensor; its automatics run until ``lock``.

    ``locked``: what is locked, in words.
    """

    live = True

    def __init__(self) -> None:
        self.trouble = self.locked = ""
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
            raise CameraUnavailable(f"camera 'pi': cannot be started ({error})", "no_picture") from error

    def _start(self) -> None:
        # In the configuration, not set afterwards: a mode switch resets what was set afterwards.
        wanted = {"FrameRate": _RATE, "AfMode": _CONTINUOUS, "LensPosition": 1 / _HEIGHT_ABOVE_TABLE_M}
        controls = {name: value for name, value in wanted.items() if name in self._picam.camera_controls}
        self._picam.configure(
            self._picam.create_video_configuration(main={"size": _SIZE, "format": "RGB888"}, controls=controls)
        )
        # What was asked for is not always what one gets: a virtual camera always gives NV12.
        main = self._picam.camera_configuration()["main"]
        self._format, self._width, self._height = str(main["format"]), int(main["size"][0]), int(main["size"][1])
        self._picam.start()

    def lock(self) -> None:
        """Fix exposure, white balance and focus at what the automatics chose: a hand must not change them.

        Called again, it lets the automatics choose anew first.
        """
        known = self._picam.camera_controls
        try:
            if self.locked:
                automatic = {"AeEnable": _AUTOMATIC, "AwbEnable": _AUTOMATIC, "AfMode": _CONTINUOUS}
                self._picam.set_controls({name: value for name, value in automatic.items() if name in known})
                for _ in range(_SETTLING_FRAMES):
                    self._picam.capture_metadata()
            controls = locked_controls(known, self._picam.capture_metadata())
            self._picam.set_controls(controls)
        except RuntimeError as error:
            raise CameraUnavailable(f"camera 'pi': its settings cannot be locked ({error})") from error
        self.locked = locked_words(controls)

    def __iter__(self) -> Iterator[Frame]:
        number = 0
        while True:
            try:
                # A request must go back at once: there are only a few, and the camera stalls without.
                with self._picam.captured_request() as request:
                    raw, metadata = request.make_array("main"), request.get_metadata()
            except RuntimeError as error:
                raise CameraUnavailable(f"camera 'pi': gives no more pictures ({error})", "no_picture") from error
            image = to_bgr(raw, self._format, self._width, self._height)
            yield Frame(number, metadata["SensorTimestamp"] / 1e9, image)
            number += 1

    def close(self) -> None:
        """Stop and give the camera back; a camera whose ribbon was pulled may refuse."""
        with contextlib.suppress(RuntimeError):
            self._picam.stop()
            self._picam.close()


@opens("pi")
def open_pi(rest: str) -> PiCamera:
    """The camera called ``pi``: there is one."""
    if rest:
        raise CameraUnavailable(f"camera {f'pi:{rest}'!r}: the Raspberry Pi's own camera is pi")
    return PiCamera()


def locked_controls(known: Container[str], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Picamera2's controls that fix what the automatics have chosen (a frame's metadata), as far as they are known.

    The light on the sensor stays the same, with the nearest exposure of whole mains periods that needs no
    gain below 1: a lamp does not flicker then.
    """
    controls: dict[str, Any] = {}
    if "ExposureTime" in known and "AnalogueGain" in known and "ExposureTime" in chosen:
        light = chosen["ExposureTime"] * chosen.get("AnalogueGain", 1.0)
        periods = min(max(1, int(min(chosen["ExposureTime"], light) / _MAINS_US + 0.5)), _LONGEST_US // _MAINS_US)
        while periods > 1 and light < periods * _MAINS_US:
            periods -= 1
        # Switched off alone, the automatics may freeze on black: both values go with it.
        controls = {"AeEnable": False, "ExposureTime": periods * _MAINS_US}
        controls["AnalogueGain"] = max(1.0, light / (periods * _MAINS_US))
    if "AwbEnable" in known and "ColourGains" in known and "ColourGains" in chosen:
        # Switched off alone, white balance falls back to its last preset.
        controls |= {"AwbEnable": False, "ColourGains": chosen["ColourGains"]}
    if "AfMode" in known and "LensPosition" in known:
        controls |= {"AfMode": _MANUAL, "LensPosition": chosen.get("LensPosition", 1 / _HEIGHT_ABOVE_TABLE_M)}
    return {name: value for name, value in controls.items() if name in known}


def locked_words(controls: Container[str]) -> str:
    """What these controls lock, in words."""
    words = {"ExposureTime": "exposure", "ColourGains": "white balance", "LensPosition": "focus"}
    return ", ".join(word for name, word in words.items() if name in controls)


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
        raise CameraUnavailable(f"camera 'pi': gives pictures as {pixels}, which is not supported", "no_picture")
    return cv2.cvtColor(raw, codes[pixels])[:height, :width]
