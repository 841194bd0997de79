"""From the name of a source (``pi``, ``usb:0``, ``http://…``, a path, ``twin:SOCKET``) to its camera.

Every module of this folder is a kind of camera, or belongs to one: it registers itself (``camera.opens``).
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from vision.cameras.camera import PATHS, SCHEMES, Camera, CameraUnavailable


def open_camera(source: str) -> Camera:
    """Open the camera called ``source``.

    ``pi`` (a Raspberry Pi's own), ``usb:N``, ``http://…`` or ``https://…`` (MJPEG), ``rtsp://…``, ``phone:SOCKET``,
    ``twin:SOCKET``, a folder of pictures or a video file.
    Raises ``CameraUnavailable`` with one line that says how to mend it.
    """
    _register()
    scheme, _, rest = source.partition(":")
    if scheme in SCHEMES:
        return SCHEMES[scheme](rest)
    path = Path(source)
    for takes, opener in PATHS:
        if takes(path):
            return opener(path)
    raise CameraUnavailable(
        f"camera {source!r}: no such file or folder (or say pi, usb:0, or leave it out for the demo table)"
    )


@cache
def _register() -> None:
    """Import every module beside this one."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
