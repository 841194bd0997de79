"""From the name of a source (``pi``, ``usb:0``, a path, ``twin:SOCKET``) to its camera."""

from pathlib import Path

from vision.cameras.camera import Camera, CameraUnavailable
from vision.cameras.folder import FolderCamera
from vision.cameras.opencv import UsbCamera, VideoCamera
from vision.cameras.twin import TwinCamera


def open_camera(source: str) -> Camera:
    """Open the camera called ``source``.

    ``pi`` (a Raspberry Pi's own), ``usb:N``, ``twin:SOCKET``, a folder of pictures or a video
    file. Raises ``CameraUnavailable`` with one line that says how to mend it.
    """
    if source == "pi":
        from vision.cameras.pi import PiCamera  # noqa: PLC0415 - Picamera2 is there on a Pi only

        return PiCamera()
    kind, _, rest = source.partition(":")
    if kind == "usb":
        if not rest.isdigit():
            raise CameraUnavailable(f"camera {source!r}: a USB camera is usb:0, usb:1, ...")
        return UsbCamera(int(rest))
    if kind == "twin":
        return TwinCamera(Path(rest))
    path = Path(source)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise CameraUnavailable(
        f"camera {source!r}: no such file or folder (or say pi, usb:0, or leave it out for the demo table)"
    )
