"""Whether pictures can be read."""

from importlib import metadata

from companion.doctor.check import Check, Place

ORDER = 20


def look(_: Place) -> Check:
    """Whether pictures can be read."""
    try:
        import cv2  # noqa: PLC0415 - whether it can be imported is what is asked
    except ImportError as error:
        return Check("opencv", "mend", str(error), "make setup (installs opencv-python-headless)")
    if "opencv-python" in {item.metadata["Name"] for item in metadata.distributions()}:
        return Check("opencv", "mend", "opencv-python is there too", "pip uninstall opencv-python (its Qt breaks Kivy)")
    return Check("opencv", "well", cv2.__version__)
