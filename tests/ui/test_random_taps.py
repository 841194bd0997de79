"""Somebody's child at the screen: whatever is tapped, nothing breaks, and there is always a way on."""

from random import Random
from typing import TYPE_CHECKING

from tests.ui.near import NearReferee, setup

if TYPE_CHECKING:
    import pytest

    from tests.ui.pilot import Pilot

TAPS = 800
EVERYWHERE = {"table", "moves", "compose", "log", "sheet", "seat", "home"}


def test_random_taps_break_nothing_and_never_lead_to_a_dead_end(
    pilot: "Pilot", near: NearReferee, capsys: "pytest.CaptureFixture[str]"
) -> None:
    random = Random(1)
    visited: set[str] = set()
    near.do("setup", setup(4))
    # Which page a tap meets depends on how quickly the referee answers: go on until all have been seen.
    for tap in range(4 * TAPS):
        if tap >= TAPS and visited >= EVERYWHERE:
            break
        if tap % 4 == 0:
            targets = pilot.taps()
            visited.add(pilot.shell.page.name)
            assert targets, f"nothing can be tapped on {pilot.shell.page.name}"
        if tap % 5 == 4:
            pilot.poke(random.uniform(0, 800), random.uniform(0, 480))
        else:
            target = random.choice(targets)
            pilot.poke(*target.to_window(*target.center))
        if tap % 100 == 99:
            pilot.frames(1)
            pilot.until(lambda: not pilot.shell.waiting)
    assert "failed" not in capsys.readouterr().err
    assert visited >= EVERYWHERE
    assert len({command.id for command in near.sent}) == len(near.sent)
    pilot.shell.known()
    pilot.settle()
    assert pilot.shell.page.name in {"table", "home"}
