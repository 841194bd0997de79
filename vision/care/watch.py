"""Watches the camera itself: has it been bumped, has the light changed, is the lens dirty, was a mat pushed?

Fed with the marks of still frames; everything is compared with how it was at calibration, when all mats had been
found and nothing moved. All times are those of frames. What is said goes away by itself once it is mended.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from vision.care.marks import Mark, Marks
from vision.troubles import (
    CODES,
    Trouble,
    blurred,
    camera_moved,
    light_changed,
    mat_hidden,
    mat_moved,
    too_bright,
    too_dark,
)

LOOK_SECONDS = 0.5
"""Frame time from one look to the next."""

_STEADY_LOOKS = 3
"""Looks at which nothing has moved: 1.5 s."""
_LOCK_SECONDS = 1.5
"""After the lock the driver's automatics may still take a few frames."""
_SAY_AFTER, _SILENT_AFTER = 3.0, 1.0
"""Seconds that a trouble holds before it is said, and is gone before it is taken back: a passing shadow is none."""
_HIDDEN_AFTER = 5.0
"""Seconds: people lean over the table for less."""
_TOLD_SECONDS = 10.0
"""Seconds for which a movement is told: it is over at once, and somebody should have read it."""
_LEARN_AFTER = 60.0
"""Seconds after which another light is the usual one."""
_MOVED_PX, _PUSHED_PX = 3.0, 8.0
"""Frame pixels: a marker that lies still trembles by tenths; a push that is worth a word."""
_TOGETHER = 0.6
"""When so many of the mats have moved at once, it was the camera. Small pushes of a mat are part of playing."""
_CREEP = 0.05
"""Share of the way that a place follows at each look: half of it in 7 s."""
_LIGHT, _TINT = 0.4, 0.12
"""Logarithms: half as bright again, or one colour by an eighth against another. Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_DARK, _BRIGHT = 60.0, 250.0
"""Grey levels of white paper (of 255)."""
_BLUR_FACTOR, _BLUR_PX, _SOFT_PX = 1.5, 0.35, 2.0
"""Sigma of edges: so much softer than at calibration, at least so many pixels; soft by itself. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_SHARE = 0.25
"""Share of the markers that make a trouble: a lamp at one side, a smear on one side of the lens."""
_RELAX = 0.7
"""A trouble ends where its measure has fallen to this share of what began it."""


@dataclass
class _Latch:
    """A condition that is said when it has held for a while, and taken back when it has been gone for a while."""

    after: float = _SAY_AFTER
    on: bool = False
    _since: float | None = None

    def update(self, now: float, *, high: bool, low: bool) -> bool:
        """``high``: beyond what begins it. ``low``: below what ends it."""
        against = low if self.on else high
        if not against:
            self._since = None
        elif self._since is None:
            self._since = now
        if self._since is not None and now - self._since >= (_SILENT_AFTER if self.on else self.after):
            self.on, self._since = not self.on, None
        return self.on


@dataclass
class _Calibrating:
    """The state before there is a measure. ``locked_at``: when the camera was locked (s); None: not yet.

    ``steady``: the latest looks, as long as all mats were seen and nothing moved.
    """

    locked_at: float | None = None
    steady: list[Marks] = field(default_factory=list)

    def keeps_still(self, marks: Marks, wanted: Collection[int]) -> bool:
        """Whether all wanted mats have been seen and kept still for long enough; ``marks``: the next look."""
        if not wanted or not {mark.mat for mark in marks.values()} >= set(wanted):
            self.steady.clear()
            return False
        if self.steady and max(_apart(marks, _places(self.steady[-1])).values(), default=0.0) > _MOVED_PX:
            self.steady.clear()
        self.steady.append(marks)
        return len(self.steady) >= _STEADY_LOOKS


class _Light(NamedTuple):
    """Against calibration, by marker: log of brightness, largest log of one colour against another."""

    brightness: np.ndarray[tuple[int], np.dtype[np.float64]]
    tint: np.ndarray[tuple[int], np.dtype[np.float64]]


@dataclass
class Care:
    """``check`` the marks of still frames now and then; ``troubles`` says what is wrong, first what to mend first.

    ``lock``: true once when the camera's automatics are to be locked (again); who does that sets it to false.
    """

    lock: bool = False
    _home: dict[int, Mark] = field(default_factory=dict)
    _places: dict[int, tuple[float, float]] = field(default_factory=dict)
    _calibrating: _Calibrating | None = field(default_factory=_Calibrating)
    _told: Trouble | None = None
    _told_at: float = 0.0
    _camera_moved: bool = False
    _seen: dict[int, float] = field(default_factory=dict)
    _light: _Latch = field(default_factory=_Latch)
    _dark: _Latch = field(default_factory=_Latch)
    _bright: _Latch = field(default_factory=_Latch)
    _blur: _Latch = field(default_factory=_Latch)
    _other_light: float | None = None
    _said: dict[str, Trouble] = field(default_factory=dict)

    @property
    def calibrated(self) -> bool:
        """Whether there is something to compare with."""
        return self._calibrating is None

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong now."""
        return tuple(sorted(self._said.values(), key=lambda one: CODES.index(one.code)))

    def check(self, marks: Marks, wanted: Collection[int], now: float) -> None:
        """Take the marks of a still frame (``vision.care.marks.marks``), exposed at ``now``.

        ``wanted``: mats that belong to the table.
        """
        for mark in marks.values():
            self._seen[mark.mat] = now
        if self._calibrating is not None and not self._calibrate(self._calibrating, marks, wanted, now):
            return
        for marker in marks.keys() - self._places.keys():
            # Covered at the start, or out of sight when the camera was moved: from now on it counts.
            self._home.setdefault(marker, marks[marker])
            self._places[marker] = marks[marker].at
        self._look_at_places(marks, now)
        self._look_for_hidden(wanted, now)
        self._look_at_light(marks, now)
        self._look_at_edges(marks, now)

    def _calibrate(self, state: _Calibrating, marks: Marks, wanted: Collection[int], now: float) -> bool:
        """Lock the camera once the table keeps still; a moment later what is seen is the measure, and this is done."""
        if not state.keeps_still(marks, wanted):
            return False
        if state.locked_at is None:
            self.lock, state.locked_at = True, now
        if now - state.locked_at < _LOCK_SECONDS:
            return False
        self._home = _mean(state.steady[-_STEADY_LOOKS:])
        self._places = _places(self._home)
        self._calibrating = None
        return True

    def _look_at_places(self, marks: Marks, now: float) -> None:
        apart = _apart(marks, self._places)
        moved = {mat for mat, distance in apart.items() if distance > _MOVED_PX}
        if len(moved) >= max(2, _TOGETHER * len(apart)):
            self._camera_moved = True
            self._told, self._told_at = camera_moved(), now
            self._places = {marker: place for marker, place in self._places.items() if marker in marks}
        elif far := tuple(sorted(mat for mat in moved if apart[mat] > _PUSHED_PX)):
            self._told, self._told_at = mat_moved(far, alone=len(apart) == 1), now
        for marker in marks.keys() & self._places.keys():
            # A stand that sags by hairs is no bump: the measure follows slowly.
            share = 1.0 if marks[marker].mat in moved else _CREEP
            old, new = self._places[marker], marks[marker].at
            self._places[marker] = (old[0] + share * (new[0] - old[0]), old[1] + share * (new[1] - old[1]))
        if self._told is not None and now - self._told_at >= _TOLD_SECONDS:
            self._told = None
        for code in ("camera_moved", "mat_moved"):
            self._say(code, self._told if self._told is not None and self._told.code == code else None)

    def _look_for_hidden(self, wanted: Collection[int], now: float) -> None:
        hidden = tuple(sorted(mat for mat in wanted if now - self._seen.setdefault(mat, now) >= _HIDDEN_AFTER))
        self._say("mat_hidden", mat_hidden(hidden, moved=self._camera_moved) if hidden else None)
        if not hidden and self._told is None:
            self._camera_moved = False

    def _look_at_light(self, marks: Marks, now: float) -> None:
        white = np.array([mark.white for mark in marks.values()]).reshape(-1, 3)
        if len(white) == 0:
            return
        level = white.mean(axis=1)
        dark = float(np.median(level))
        self._say("too_dark", too_dark() if self._dark.update(now, high=dark < _DARK, low=dark > _DARK * 1.2) else None)
        burnt = float((white.min(axis=1) > _BRIGHT).mean())
        over = self._bright.update(now, high=burnt > _SHARE, low=burnt <= _SHARE * _RELAX)
        self._say("too_bright", too_bright() if over else None)
        light = _against(marks, self._home)
        size = np.maximum(np.abs(light.brightness) / _LIGHT, light.tint / _TINT)
        changed = self._light.update(now, high=_wide(size > 1.0), low=not _wide(size > _RELAX))
        self._say("light_changed", light_changed(_way(light)) if changed else None)
        self._learn(marks, now, changed=changed)

    def _learn(self, marks: Marks, now: float, *, changed: bool) -> None:
        """A light that stays becomes the usual one, and the camera is locked to it."""
        if not changed:
            self._other_light = None
        elif self._other_light is None:
            self._other_light = now
        elif now - self._other_light >= _LEARN_AFTER:
            self._other_light, self.lock = None, True
            self._calibrating, self._light = _Calibrating(now, [marks]), _Latch()
            self._say("light_changed", None)

    def _look_at_edges(self, marks: Marks, now: float) -> None:
        ratios = np.array([_softer(marks[marker], self._home[marker]) for marker in marks.keys() & self._home.keys()])
        if self._blur.update(now, high=_wide(ratios > 1.0), low=not _wide(ratios > _RELAX)):
            whole = float((ratios > _RELAX).mean()) > 0.7
            self._say("blurred", blurred("" if whole else " in a part"))
        else:
            self._say("blurred", None)

    def _say(self, code: str, trouble: Trouble | None) -> None:
        if trouble is None:
            self._said.pop(code, None)
        else:
            self._said[code] = trouble


def at_a_glance(marks: Marks) -> tuple[Trouble, ...]:
    """What one picture tells, without a calibration to compare with: too dark, too bright, out of focus."""
    if not marks:
        return ()
    white = np.array([mark.white for mark in marks.values()])
    blur = float(np.median([mark.blur for mark in marks.values()]))
    found = []
    if float(np.median(white.mean(axis=1))) < _DARK:
        found.append(too_dark())
    if float((white.min(axis=1) > _BRIGHT).mean()) > _SHARE:
        found.append(too_bright())
    if blur > _SOFT_PX:
        found.append(Trouble("blurred", f"edges are {blur:.1f} pixels soft", blurred("").mend))
    return tuple(found)


def _places(marks: Marks) -> dict[int, tuple[float, float]]:
    return {marker: mark.at for marker, mark in marks.items()}


def _apart(marks: Marks, places: dict[int, tuple[float, float]]) -> dict[int, float]:
    """By mat: how far its markers are from these places (pixels), the median of them."""
    apart: dict[int, list[float]] = {}
    for marker in marks.keys() & places.keys():
        (x, y), (was_x, was_y) = marks[marker].at, places[marker]
        apart.setdefault(marks[marker].mat, []).append(float(np.hypot(x - was_x, y - was_y)))
    return {mat: float(np.median(distances)) for mat, distances in apart.items()}


def _mean(looks: Iterable[Marks]) -> dict[int, Mark]:
    """The middle of several looks at each marker."""
    by_marker: dict[int, list[Mark]] = {}
    for look in looks:
        for marker, mark in look.items():
            by_marker.setdefault(marker, []).append(mark)
    return {marker: sorted(seen, key=lambda mark: mark.blur)[len(seen) // 2] for marker, seen in by_marker.items()}


def _against(marks: Marks, home: dict[int, Mark]) -> _Light:
    both = sorted(marks.keys() & home.keys())
    ratio = np.log([np.maximum(marks[marker].white, 1.0) for marker in both])
    ratio = ratio.reshape(-1, 3) - np.log([np.maximum(home[marker].white, 1.0) for marker in both]).reshape(-1, 3)
    return _Light(ratio.mean(axis=1), np.ptp(ratio, axis=1))


def _wide(beyond: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> bool:
    """Whether this is so for a fair share of the markers, and not of a single one where there are several."""
    return len(beyond) > 0 and int(beyond.sum()) >= max(min(2, len(beyond)), _SHARE * len(beyond))


def _way(light: _Light) -> str:
    middle = float(np.median(light.brightness))
    if np.abs(light.brightness).max(initial=0.0) / _LIGHT >= light.tint.max(initial=0.0) / _TINT:
        strongest = float(light.brightness[np.abs(light.brightness).argmax()])
        word = "brighter" if (middle if abs(middle) > _LIGHT / 2 else strongest) > 0 else "darker"
        return word if abs(middle) > _LIGHT / 2 else f"{word} on one side"
    return "another tint"


def _softer(now: Mark, home: Mark) -> float:
    """1 where the edges are as much softer as makes a trouble."""
    return (now.blur - home.blur) / max((_BLUR_FACTOR - 1) * home.blur, _BLUR_PX)
