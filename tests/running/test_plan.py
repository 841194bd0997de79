"""What a table is begun with: nothing is invented where no camera sees, and a window may have its size."""

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.errors import Unusable
from companion.games.catalogue import packages
from companion.games.layout import TAGS
from companion.print.tags import tag_picture
from companion.run.parts import parts_of
from companion.run.plan import NO_CAMERA, Wish, make_plan
from companion.twin.dealer import Dealer


@pytest.mark.parametrize("game", packages())
@pytest.mark.parametrize("screen", ["touch", "none"])
def test_without_a_camera_no_game_is_invented(tmp_path: Path, game: str, screen: str) -> None:
    assert make_plan(Wish(game, camera=NO_CAMERA, screen=screen, state=tmp_path)).setup is None


def test_the_demo_table_is_dealt_at_once(tmp_path: Path) -> None:
    assert make_plan(Wish(camera="twin", screen="none", state=tmp_path)).setup is not None


def test_the_size_of_the_window_is_passed_on(tmp_path: Path) -> None:
    plan = make_plan(Wish(camera=NO_CAMERA, screen="touch", state=tmp_path, size="1024x600"))
    [command] = [spec.command for spec in parts_of(plan, tmp_path, tmp_path / "link.sock") if spec.name == "ui"]
    assert command[command.index("--size") + 1] == "1024x600"


@pytest.mark.parametrize("size", ["large", "800", "800x", "800x480x2", "8x9", "-800x480"])
def test_what_is_no_size_is_one_line(tmp_path: Path, size: str) -> None:
    with pytest.raises(Unusable, match="1024x600"):
        make_plan(Wish(camera=NO_CAMERA, screen="touch", state=tmp_path, size=size))


@pytest.mark.parametrize(("marker", "table"), [(TAGS[1], "open"), (1, "mats")])
def test_a_recording_says_by_its_tags_how_its_table_is_laid_out(tmp_path: Path, marker: int, table: str) -> None:
    picture = np.full((400, 600, 3), 160, np.uint8)
    tag = tag_picture(marker, 3.0)
    picture[100 : 100 + tag.shape[0], 200 : 200 + tag.shape[1]] = tag
    cv2.imwrite(str(tmp_path / "frame-000000-0.000.png"), picture)
    setup = Dealer("architects", 2, 1).setup_object()
    (tmp_path / "table.json").write_bytes(msgspec.json.encode({"setup": setup}))
    wish = Wish(camera=str(tmp_path), screen="none", state=tmp_path / "state")
    assert make_plan(wish).table == table
