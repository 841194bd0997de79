"""A line of letters, read by a network: how likely each letter is at each place of the line.

The network is PP-OCRv6's small recogniser, whose file comes in the wheel ``rapidocr``; of that package nothing is run.
Chosen by measurement (docs/photos.md): on the ribbons of two photographs of real cities it read 33 of 33 names,
Tesseract 25, and it needs no language pack.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.geometry.image import Image, Points

_DISTRIBUTION, _FILE = "rapidocr", "rapidocr/models/PP-OCRv6_rec_small.onnx"
_HEIGHT = 48
"""Pixels of a line's height as the network was taught with."""
_WIDTHS = (64, 160, 240, 320, 400, 480, 560, 640)
"""Widths to which lines are filled up: few, so that the network's memory is laid out seldom. What the network takes
grows with them: a digit by itself is 48 wide."""
_PLAIN_HEIGHT, _PLAIN, _DARK = 24, 0.01, 5.0
"""Pixels of a line's height at which it is looked at whether anything stands on it, the logarithm of brightness by
which pixels next to one another differ there, but for a tenth of them, where nothing does (of eight photographs names
have 0.015 or more, three quarters of the bars in the twin's 0.006 or less), and what is added to brightness (of 255):
noise in the dark is no letter."""
BLANK = 0
"""The network's class for no letter."""


@dataclass(frozen=True, eq=False)
class Line:
    """What a line may say: log probabilities (places x classes) and the letter of each class (0: none)."""

    logs: Image
    letters: Sequence[str]

    @cached_property
    def text(self) -> str:
        """The likeliest letter of each place, repetitions and blanks left out."""
        best = self.logs.argmax(1)
        kept = [k for n, k in enumerate(best) if k != BLANK and (n == 0 or best[n - 1] != k)]
        return "".join(self.letters[k] for k in kept)

    def seen(self, letter: str) -> float:
        """The highest log probability of a letter at any place, at least that of one in a hundred."""
        return float(max(np.log(0.01), self.logs[:, self.letters.index(letter)].max()))

    @cached_property
    def best(self) -> float:
        """The log probability of the likeliest path."""
        return float(self.logs.max(1).sum())


class LettersMissing(RuntimeError):
    """The network's file is not installed."""


class Letters:
    """Reads lines. The network is loaded with the first one.

    ``wanted``: the letters that are asked about. Of the network's 18 thousand these and the likeliest are kept.
    """

    def __init__(self, wanted: Iterable[str]) -> None:
        self._wanted = sorted(set(wanted))

    def read(self, lines: Sequence[Image]) -> list[Line]:
        """What lines of letters (uint8 BGR, any size) say."""
        return [self._one(line) for line in lines]

    def _one(self, line: Image) -> Line:
        if _plain(line):
            nothing = np.full((1, len(self._columns)), np.log(1e-9))
            nothing[0, BLANK] = 0.0
            return Line(nothing, [self._classes[k] for k in self._columns])
        height, width = line.shape[:2]
        wide = max(8, min(_WIDTHS[-1], round(width * _HEIGHT / height)))
        whole = next(step for step in _WIDTHS if step >= wide)
        small = cv2.resize(line, (wide, _HEIGHT), interpolation=cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_CUBIC)
        filled = np.zeros((1, 3, _HEIGHT, whole), np.float32)
        filled[0, :, :, :wide] = small.transpose(2, 0, 1).astype(np.float32) / 127.5 - 1
        found = self._session.run(None, {self._session.get_inputs()[0].name: filled})[0][0]
        # Eight pixels a place; what was filled up says nothing.
        found = found[: -(-wide // 8)]
        likeliest = np.setdiff1d(found.argmax(1), self._columns)
        kept = [*self._columns, *likeliest.tolist()]
        return Line(np.log(np.maximum(found[:, kept], 1e-9)), [self._classes[k] for k in kept])

    @cached_property
    def _columns(self) -> list[int]:
        """The classes of no letter and of those that are asked about: the first of every line."""
        known = {letter: k for k, letter in enumerate(self._classes)}
        return [BLANK, *(known[letter] for letter in self._wanted if letter in known)]

    @cached_property
    def _session(self) -> Any:
        # Loaded only where something is read: 100 ms and 80 MB.
        import onnxruntime  # noqa: PLC0415

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(str(_model()), options, providers=["CPUExecutionProvider"])

    @cached_property
    def _classes(self) -> tuple[str, ...]:
        known = self._session.get_modelmeta().custom_metadata_map["character"].split("\n")
        return ("", *known, " ")


def _plain(line: Image) -> bool:
    """Whether nothing stands on a line: along the middle half of it hardly anything is brighter than what is next."""
    height, width = line.shape[:2]
    across = max(2, round(width * _PLAIN_HEIGHT / height))
    small = cv2.resize(line, (across, _PLAIN_HEIGHT), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)[_PLAIN_HEIGHT // 4 : -_PLAIN_HEIGHT // 4]
    steps = np.abs(np.diff(np.log(grey + np.float32(_DARK)), axis=1))
    return bool(np.percentile(steps, 90) < _PLAIN)


def cut(picture: Image, quad: Points, height: int = _HEIGHT) -> Image:
    """What lies within four corners (clockwise from the top left, px) of a picture, laid straight."""
    width = max(
        8, round(height * float(np.linalg.norm(quad[1] - quad[0])) / max(1.0, float(np.linalg.norm(quad[3] - quad[0]))))
    )
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    )


def _model() -> Path:
    try:
        path = Path(str(distribution(_DISTRIBUTION).locate_file(_FILE)))
    except PackageNotFoundError:
        raise LettersMissing(f"names cannot be read: the package {_DISTRIBUTION} is not installed") from None
    if not path.is_file():
        raise LettersMissing(f"names cannot be read: {path} is missing; install {_DISTRIBUTION} anew")
    return path
