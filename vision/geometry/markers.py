"""Find the printed ArUco markers (4x4, dictionary of 250) in a frame."""

import cv2
import numpy as np

from vision.geometry.image import Image, Points

_SEARCH_WIDTH = 1600
"""Pixels: a marker of 30 mm on a table 1.5 m wide then has 32 of them."""
_WINDOW = 0.6
"""Share of a marker's diagonal that is searched around it: a push is not further between two looks."""


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 31
    parameters.adaptiveThreshWinSizeStep = 12
    parameters.minMarkerPerimeterRate = 0.02
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


_DETECTOR = _detector()


def find_markers(image: Image) -> dict[int, Points]:
    """Every marker of the frame: its id and four corners (4 x 2, pixels, clockwise from its top left).

    Searched in the frame made smaller, then measured in the full one. A marker that is seen twice
    is left out: one of the two is false.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, _SEARCH_WIDTH / grey.shape[1])
    small = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = _detect(small)
    # cv2.resize maps pixel areas onto each other: a centre moves by half a pixel of each grid.
    return {marker: refine_corners(grey, (corners + 0.5) / scale - 0.5) for marker, corners in found.items()}


def find_markers_near(image: Image, expected: dict[int, Points]) -> dict[int, Points]:
    """The same, but only where each marker was last seen: much quicker on a table that lies still."""
    found: dict[int, Points] = {}
    height, width = image.shape[:2]
    for marker, corners in expected.items():
        margin = _WINDOW * float(np.linalg.norm(corners[2] - corners[0]))
        x0, y0 = np.maximum(corners.min(0) - margin, 0).astype(int)
        x1, y1 = np.minimum(corners.max(0) + margin, (width, height)).astype(int)
        if x1 - x0 < 12 or y1 - y0 < 12:
            continue
        window = cv2.cvtColor(image[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
        here = _detect(window, fewest=0.1)
        if marker in here:
            found[marker] = refine_corners(window, here[marker]) + np.array([x0, y0], np.float32)
    return found


def _detect(grey: Image, fewest: float = 0.02) -> dict[int, Points]:
    parameters = _DETECTOR.getDetectorParameters()
    parameters.minMarkerPerimeterRate = fewest
    _DETECTOR.setDetectorParameters(parameters)
    corners, ids, _ = _DETECTOR.detectMarkers(grey)
    # With nothing found, ids is None, whatever OpenCV's annotations say.
    names = [int(one) for one in np.ravel(ids)] if len(corners) else []
    return {
        name: np.asarray(quad, np.float32).reshape(4, 2)
        for name, quad in zip(names, corners, strict=True)
        if names.count(name) == 1
    }


def refine_corners(grey: Image, corners: Points) -> Points:
    """The corners to a fraction of a pixel, from the black square's own edges."""
    side = float(np.linalg.norm(corners[1] - corners[0]))
    window = int(np.clip(side / 12, 2, 6))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    start = np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(grey, start, (window, window), (-1, -1), criteria)).reshape(4, 2)
