"""Which parts a table has: only what has a camera can be taught, and an own box goes before the practice cards."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.run.parts import HUB, parts_of
from companion.run.plan import NO_CAMERA, TWIN, Plan, Wish, make_plan
from companion.run.supervisor import Spec
from companion.uplink.pictures import FOLDER
from vision.process import parse
from vision.recognition.contents import FILE_NAME

PRACTICE = Path("/practice/proxies-0.faces")


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return make_plan(Wish(camera=NO_CAMERA, screen="none", state=tmp_path))


def parts(plan: Plan, library: Path | None = PRACTICE) -> dict[str, Spec]:
    return {spec.name: spec for spec in parts_of(plan, library, Path("/link.sock"))}


def libraries(spec: Spec) -> list[str]:
    """What stands behind ``--library``, up to the next option."""
    after = spec.command[spec.command.index("--library") + 1 :]
    return [word for k, word in enumerate(after) if not any(each.startswith("--") for each in after[: k + 1])]


@pytest.mark.parametrize(("camera", "taught"), [("usb:0", True), (TWIN, False), (NO_CAMERA, False)])
def test_a_table_is_taught_only_where_cards_can_be_shown_to_its_camera(
    plan: Plan, camera: str, *, taught: bool
) -> None:
    assert ("enrolment" in parts(replace(plan, camera=camera))) == taught


def test_a_box_that_comes_to_be_is_read_before_the_practice_cards(plan: Plan, tmp_path: Path) -> None:
    mine = parts(replace(plan, camera="usb:0"))
    for name in ("vision", "referee"):
        assert libraries(mine[name]) == [str(tmp_path / "box" / FILE_NAME), str(PRACTICE)]
    assert str(tmp_path / "box") in mine["enrolment"].command


def test_where_nothing_is_seen_no_library_is_needed(plan: Plan) -> None:
    by_finger = parts(plan, None)
    assert "vision" not in by_finger
    assert not [spec.name for spec in by_finger.values() if "--library" in spec.command]


def test_phones_are_served_by_a_process_of_their_own_unless_nobody_wants_them(plan: Plan) -> None:
    served = parts(replace(plan, board="127.0.0.1:8500"))
    assert served["board"].command[-2:] == ("--listen", "127.0.0.1:8500")
    assert "127.0.0.1:8500" not in served["referee"].command
    assert "board" not in parts(replace(plan, board="none"))


def test_a_box_that_was_named_is_the_only_one(plan: Plan, tmp_path: Path) -> None:
    box = tmp_path / "mine"
    box.mkdir()
    named = parts(replace(plan, camera="usb:0", box=box), box / FILE_NAME)
    assert libraries(named["vision"]) == [str(box / FILE_NAME)]
    assert str(box) in named["enrolment"].command


def test_only_a_table_of_a_hub_keeps_pictures_and_its_uplink_finds_them(plan: Plan, tmp_path: Path) -> None:
    watched = replace(plan, camera="usb:0")
    assert "--pictures" not in parts(watched)["vision"].command
    (tmp_path / HUB).write_text("{}")
    command = parts(watched)["vision"].command
    assert command[command.index("--pictures") + 1] == str(tmp_path / FOLDER)
    assert parse((*command[command.index("--camera") :], "--link", "x")).pictures == tmp_path / FOLDER
