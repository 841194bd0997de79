"""Cameras: a Pi's, a USB one, one on the network, a telephone's, a video, a folder of pictures, the twin are all alike.

``open_camera(source)`` gives a ``Camera``: iterate it for frames, close it when done.
"""

from vision.cameras.camera import Camera, CameraUnavailable, Lockable
from vision.cameras.opening import open_camera
from vision.geometry.image import Frame

__all__ = ["Camera", "CameraUnavailable", "Frame", "Lockable", "open_camera"]
