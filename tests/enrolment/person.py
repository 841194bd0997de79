"""Somebody who lays our proxy cards one after another under a camera: a table, a lamp, a hand, noise, JPEG.

A camera like any other (iterate it); every frame is 0.1 s after the one before. What is done is a script of
``Act``s; with ``patient`` the person waits for each beep (``heard``) instead of for a fixed time.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from companion.games.architects.proxies import PROXIES
from companion.twin.scenes import SCENES
from companion.twin.surfaces import surface
from vision.cameras import Frame
from vision.geometry.image import Image

SECONDS = 0.1
_MOST_WAIT = 60
_SKIN = (128, 158, 206)


@dataclass(frozen=True)
class Act:
    """One card laid and taken away again: where (fractions of the picture), how turned (degrees), for how long.

    ``lamp``: how much of a lamp's reflection is on it. ``softness``: how far it is out of focus (sigma, pixels).
    ``stay``: it is not taken away: the next one is laid on top.
    """

    face: str
    turn: float = 0.0
    x: float = 0.5
    y: float = 0.5
    lamp: float = 0.0
    softness: float = 0.0
    stay: bool = False
    still: int = 16


@dataclass
class Person:
    """See above. ``picture``: the art of a face (BGRA) and its size in mm."""

    acts: Iterable[Act]
    seed: int = 1
    scene: str = "kitchen"
    shape: tuple[int, int] = (1280, 960)
    px_per_mm: float = 3.2
    patient: bool = False
    picture: Callable[[str], tuple[Image, tuple[float, float]]] = lambda face: (
        PROXIES.picture(face, 5.0),
        PROXIES.size_mm(face),
    )
    live: bool = False
    trouble: str = ""
    number: int = 0
    heard: int = 0
    rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)

    def close(self) -> None:
        """Nothing to give back."""

    def __iter__(self) -> Iterator[Frame]:
        table = _table(self.scene, self.shape, self.px_per_mm, self.seed)
        yield from self._frames(table, 14)
        lying = table
        for act in self.acts:
            under = lying
            laid = self._laid(under, act)
            # The hand brings it, lets go, leaves.
            for reach in (0.35, 0.7, 1.0):
                yield self._frame(self._hand(under, act, reach))
            for reach in (1.0, 0.7, 0.35):
                yield self._frame(self._hand(laid, act, reach))
            before = self.heard
            for k in range(_MOST_WAIT if self.patient else act.still):
                yield self._frame(laid, act)
                if self.patient and self.heard > before and k > 3:
                    break
            if self.patient:
                yield from self._frames(laid, 4)
            if act.stay:
                lying = laid
                continue
            for reach in (0.4, 0.9):
                yield self._frame(self._hand(laid, act, reach))
            lying = table
            for reach in (0.9, 0.4):
                yield self._frame(self._hand(lying, act, reach))
            yield from self._frames(lying, 8)
        yield from self._frames(lying, 8)

    def record(self, folder: Path) -> None:
        """Write the frames as a folder of pictures."""
        folder.mkdir(parents=True, exist_ok=True)
        for frame in self:
            name = f"frame-{frame.number:06d}-{frame.exposed:.3f}.jpg"
            cv2.imwrite(str(folder / name), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])

    def _frames(self, image: Image, count: int) -> Iterator[Frame]:
        for _ in range(count):
            yield self._frame(image)

    def _frame(self, image: Image, act: Act | None = None) -> Frame:
        if act is not None and (act.lamp or act.softness):
            image = _spoilt(image, act, self.shape)
        look = SCENES[self.scene]
        lit = cv2.multiply(image, _light(self.scene, self.shape), scale=1 / 128)
        lit = cv2.GaussianBlur(lit, (0, 0), max(0.3, look.defocus))
        rolled = np.roll(_noise(look.noise, self.shape), tuple(self.rng.integers(0, 400, 2)), axis=(0, 1))
        noisy = cv2.add(lit.astype(np.int16), rolled, dtype=cv2.CV_8U)
        frame = Frame(self.number, round(self.number * SECONDS, 3), noisy)
        self.number += 1
        return frame

    def _corners(self, act: Act, size: tuple[float, float]) -> Image:
        angle = np.deg2rad(act.turn)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        half = np.array(size) * self.px_per_mm / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        return np.asarray(corners @ turn.T + np.array(self.shape) * (act.x, act.y))

    def _laid(self, under: Image, act: Act) -> Image:
        art, size = self.picture(act.face)
        height, width = art.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        corners = self._corners(act, size).astype(np.float32)
        if art.shape[2] == 3:
            art = np.dstack([art, np.full(art.shape[:2], 255, np.uint8)])
        shrink = width / (size[0] * self.px_per_mm)
        if shrink > 1.3:
            art = cv2.GaussianBlur(art, (0, 0), 0.4 * shrink)
        drawn = cv2.warpPerspective(art, cv2.getPerspectiveTransform(source, corners), self.shape)
        # A card is 0.3 mm thick: its shadow falls no further than about that.
        aside = (round(0.5 * self.px_per_mm), round(0.3 * self.px_per_mm))
        shade = cv2.GaussianBlur(np.roll(drawn[..., 3], aside, (0, 1)), (0, 0), 0.9 * self.px_per_mm) / np.float32(255)
        ground = under * (1 - 0.35 * shade[..., None])
        opacity = drawn[..., 3:].astype(np.float32) / 255
        return np.asarray(ground * (1 - opacity) + drawn[..., :3] * opacity, np.uint8)

    def _hand(self, image: Image, act: Act, reach: float) -> Image:
        shown = image.copy()
        width, height = self.shape
        tip = np.array([act.x * width + 30, height + reach * (act.y * height + 40 - height)])
        foot = np.array([0.62 * width, height * 1.2])
        across = round(36 * self.px_per_mm)
        ends = [tuple(int(v) for v in point) for point in (foot, tip)]
        cv2.line(shown, ends[0], ends[1], _SKIN, across)
        cv2.circle(shown, ends[1], round(0.6 * across), _SKIN, -1)
        return shown


@cache
def _table(scene: str, shape: tuple[int, int], px_per_mm: float, seed: int) -> Image:
    return surface(SCENES[scene], *shape, px_per_mm, seed)


@cache
def _light(scene: str, shape: tuple[int, int]) -> Image:
    """Light at each place, 128 = one (uint8 x 3)."""
    look = SCENES[scene]
    y, x = np.mgrid[0 : shape[1], 0 : shape[0]].astype(np.float32)
    light = np.zeros((*shape[::-1], 3), np.float32) + np.array(look.ambient, np.float32)
    for lamp in look.lamps:
        away = ((x / shape[0] - lamp.x) ** 2 + (y / shape[1] - lamp.y) ** 2) / lamp.reach**2
        light += (lamp.power * np.exp(-away))[..., None] * np.array(lamp.tint, np.float32)
    return np.asarray(np.clip(128 * light, 0, 255), np.uint8)


@cache
def _noise(sigma: float, shape: tuple[int, int]) -> Image:
    rng = np.random.default_rng(3)
    return np.rint(rng.normal(0, sigma, (shape[1], shape[0], 3))).astype(np.int16)


def _spoilt(image: Image, act: Act, shape: tuple[int, int]) -> Image:
    spoilt = cv2.GaussianBlur(image, (0, 0), act.softness) if act.softness else image
    if act.lamp:
        y, x = np.mgrid[0 : shape[1], 0 : shape[0]].astype(np.float32)
        away = ((x - act.x * shape[0]) ** 2 + (y - act.y * shape[1]) ** 2) / (60.0**2)
        spoilt = np.clip(spoilt + (act.lamp * 400 * np.exp(-away))[..., None], 0, 255).astype(np.uint8)
    return np.asarray(spoilt)
