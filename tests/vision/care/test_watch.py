"""The camera's own troubles are noticed, named, and taken back when mended; noise is none."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import numpy as np
import pytest

from vision.care.marks import Mark
from vision.care.watch import LOOK_SECONDS, Care
from vision.troubles import CODES, Code

MATS = (0, 1, 2, 3)


def steady(gain: float, _x: float) -> float:
    return gain


@dataclass
class Table:
    """Four mats under a lamp; ``marks`` is what a noisy camera makes of it."""

    shift: dict[int, tuple[float, float]] = field(default_factory=dict)
    gain: Callable[[float], float] = lambda _x: 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: Callable[[float], float] = lambda _x: 0.9
    hidden: tuple[int, ...] = ()
    care: Care = field(default_factory=Care)
    now: float = 0.0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def marks(self) -> dict[int, Mark]:
        marks = {}
        for marker in range(16):
            mat = marker // 4
            if mat in self.hidden:
                continue
            x, y = 300.0 + 700 * (mat % 2) + 500 * (marker % 2), 200.0 + 500 * (mat // 2) + 350 * (marker % 4 // 2)
            dx, dy = self.shift.get(mat, (0.0, 0.0))
            side = x / 1800
            light = self.gain(side) * (0.9 + 0.2 * side) * 140 * (1 + self.rng.normal(0, 0.01))
            white = tuple(float(min(255.0, light * one)) for one in self.tint)
            noise = self.rng.normal(0, 0.15, 2)
            blur = self.blur(side) * (1 + self.rng.normal(0, 0.04))
            at = (x + dx + noise[0], y + dy + noise[1])
            marks[marker] = Mark(mat, at, cast("tuple[float, float, float]", white), blur)
        return marks

    def watch(self, seconds: float) -> set[Code]:
        """Look on for so long; every trouble that was said."""
        said: set[Code] = set()
        for _ in range(round(seconds / LOOK_SECONDS)):
            self.now += LOOK_SECONDS
            self.care.check(self.marks(), MATS, self.now)
            said |= {trouble.code for trouble in self.care.troubles}
        return said

    def says(self) -> tuple[Code, ...]:
        return tuple(trouble.code for trouble in self.care.troubles)


@pytest.fixture
def table() -> Table:
    table = Table()
    assert table.watch(10) == set()
    assert table.care.calibrated
    return table


def test_calibration_waits_for_all_mats_and_stillness_then_asks_to_lock_once() -> None:
    table = Table(hidden=(2,))
    table.watch(10)
    assert (table.care.lock, table.care.calibrated) == (False, False)
    table.hidden = ()
    for step in range(10):
        table.shift = dict.fromkeys(MATS, (5.0 * step, 0.0))
        table.watch(LOOK_SECONDS)
    assert not table.care.lock
    table.watch(1.5)
    assert (table.care.lock, table.care.calibrated) == (True, False)
    table.care.lock = False
    table.watch(4)
    assert (table.care.lock, table.care.calibrated) == (False, True)


def test_long_noise_and_a_stand_that_sags_by_hairs_are_silent(table: Table) -> None:
    for step in range(120):
        table.shift = dict.fromkeys(MATS, (0.08 * step, 0.03 * step))
        assert table.watch(10) == set()


def test_a_bumped_camera_is_said_and_forgotten_when_the_mats_are_measured_anew(table: Table) -> None:
    table.shift = {0: (9.0, 3.0), 1: (9.0, -3.0), 2: (11.0, 3.0), 3: (0.5, 0.2)}
    table.watch(LOOK_SECONDS)
    assert table.says() == ("camera_moved",)
    table.watch(12)
    assert table.says() == ()


def test_a_mat_that_a_moved_camera_does_not_see_any_more_is_named_until_it_is(table: Table) -> None:
    table.shift, table.hidden = dict.fromkeys(MATS, (40.0, 0.0)), (3,)
    table.watch(60)
    (trouble,) = table.care.troubles
    assert (trouble.code, trouble.mats) == ("mat_hidden", (3,))
    assert "turn the camera" in str(trouble)
    table.hidden = ()
    table.watch(1)
    assert table.says() == ()


def test_one_pushed_mat_is_named_and_a_small_push_is_not(table: Table) -> None:
    table.shift = {1: (5.0, 0.0)}
    assert table.watch(5) == set()
    table.shift = {1: (5.0, 30.0)}
    table.watch(1)
    (trouble,) = table.care.troubles
    assert (trouble.code, trouble.mats) == ("mat_moved", (1,))
    table.watch(12)
    assert table.says() == ()


@pytest.mark.parametrize(
    ("change", "code", "word"),
    [
        ({"gain": lambda _x: 0.6}, "light_changed", "darker"),
        ({"gain": lambda _x: 1.6}, "light_changed", "brighter"),
        ({"gain": lambda x: 0.5 if x > 0.6 else 1.0}, "light_changed", "one side"),
        ({"tint": (0.8, 1.0, 1.05)}, "light_changed", "tint"),
        ({"gain": lambda _x: 0.3}, "too_dark", "dark"),
        ({"gain": lambda _x: 3.0}, "too_bright", "bright"),
        ({"blur": lambda _x: 1.6}, "blurred", "less sharp"),
        ({"blur": lambda x: 2.0 if x < 0.4 else 0.9}, "blurred", "part"),
    ],
)
def test_a_change_is_said_within_seconds_and_taken_back_when_it_is_gone(
    table: Table, change: dict[str, object], code: Code, word: str
) -> None:
    usual = {name: getattr(table, name) for name in change}
    for name, value in change.items():
        setattr(table, name, value)
    table.watch(4)
    found = {trouble.code: str(trouble) for trouble in table.care.troubles}
    assert code in found
    assert word in found[code]
    assert table.says()[0] == code
    for name, value in usual.items():
        setattr(table, name, value)
    table.watch(3)
    assert table.says() == ()


def test_a_passing_shadow_is_no_change_of_light(table: Table) -> None:
    for _ in range(20):
        table.gain = lambda x: 0.5 if x > 0.6 else 1.0
        assert table.watch(1.5) == set()
        table.gain = lambda _x: 1.0
        assert table.watch(1.5) == set()


def test_what_lies_between_the_limits_does_not_flicker(table: Table) -> None:
    changes = 0
    before: tuple[Code, ...] = ()
    for step in range(400):
        # About the limit itself, noise on top.
        gain = float(np.exp(-0.39 + 0.03 * np.sin(step / 9)))
        table.gain = partial(steady, gain)
        table.watch(LOOK_SECONDS)
        changes += table.says() != before
        before = table.says()
    # Said, then learned as the usual light at most: never on and off.
    assert changes <= 4


def test_a_light_that_stays_becomes_the_usual_one_and_the_camera_is_locked_to_it(table: Table) -> None:
    table.care.lock = False
    table.gain = lambda _x: 0.6
    table.watch(30)
    assert (table.says(), table.care.lock) == (("light_changed",), False)
    table.watch(45)
    assert (table.says(), table.care.lock) == ((), True)
    table.watch(5)
    assert table.care.calibrated
    table.gain = lambda _x: 1.0
    table.watch(5)
    assert table.says() == ("light_changed",)


def test_covered_markers_are_said_until_they_are_uncovered(table: Table) -> None:
    table.hidden = (1, 2)
    assert table.watch(4) == set()
    table.watch(3)
    (trouble,) = table.care.troubles
    assert trouble.code == "mat_hidden"
    assert str(trouble) == "mats 1, 2 are not seen any more: uncover the corner markers"
    table.hidden = ()
    table.watch(1)
    assert table.says() == ()


def test_what_is_to_be_mended_first_is_said_first(table: Table) -> None:
    table.blur, table.gain, table.hidden = (lambda _x: 2.5), (lambda _x: 0.3), (3,)
    table.watch(8)
    assert table.says() == ("mat_hidden", "too_dark", "light_changed", "blurred")
    assert list(table.says()) == sorted(table.says(), key=CODES.index)
