"""The resolution that a scan's file states: dots per inch, from PNG, JPEG (JFIF, Exif) or TIFF."""

import warnings
from pathlib import Path

from PIL import Image as Pillow

_BELIEVED = (20.0, 5000.0)
"""Dots per inch between which a scanner's lie."""
_X_RESOLUTION = 0x011A


def stated_dpi(path: Path) -> float | None:
    """Dots per inch of a picture file; None where it states none that can be read."""
    try:
        with warnings.catch_warnings():
            # Only the head is read: neither a broken tag further on nor a large page matters.
            warnings.simplefilter("ignore")
            with Pillow.open(path) as picture:
                dpi = float(picture.info["dpi"][0])
                in_exif = "exif" in picture.info and picture.info.get("jfif_unit") not in {1, 2}
                if in_exif and _X_RESOLUTION not in picture.getexif():
                    # Pillow says 72 where an Exif block states nothing.
                    return None
    except (OSError, SyntaxError, ValueError, LookupError, ZeroDivisionError, Pillow.DecompressionBombError):
        # A file cut short, or nonsense where the resolution should be, states none.
        return None
    return dpi if _BELIEVED[0] < dpi < _BELIEVED[1] else None
