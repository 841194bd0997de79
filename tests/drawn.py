"""Pictures of proxies and mats: each drawn once, whichever test process wants it first, and kept on disk.

A kept one is found by what it is drawn from: the vector picture, its size, and all that has a say in how it is drawn.
"""

import hashlib
import os
from functools import cache
from importlib import metadata
from pathlib import Path

import cv2
import numpy as np

from companion.art import proxy_set, raster
from companion.paper.fonts import font_files
from companion.print import mats

_KEPT = Path(__file__).parents[1] / ".pytest_cache" / "drawn"


def keep() -> None:
    """From now on they are looked up there first: to draw a card takes ten times as long."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    for module in (proxy_set, mats):
        vars(module)["rasterise"] = _rasterised


def _rasterised(svg: str, width: int, height: int) -> raster.Image:
    path = _KEPT / f"{hashlib.sha256(_drawing() + f'{width} {height} {svg}'.encode()).hexdigest()[:24]}.png"
    try:
        image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    except FileNotFoundError:
        image = None
    if image is None:
        image = raster.rasterise(svg, width, height)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_bytes(cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes())
        new.replace(path)
    kept = np.asarray(image, np.uint8)
    kept.setflags(write=False)
    return kept


@cache
def _drawing() -> bytes:
    """What has a say beside the picture itself: our own code, the renderer, OpenCV, the fonts."""
    digest = hashlib.sha256(f"{metadata.version('resvg_py')} {cv2.__version__}".encode())
    for path in (Path(raster.__file__), *map(Path, font_files())):
        digest.update(path.read_bytes())
    return digest.digest()
