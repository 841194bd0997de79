"""Medals at the live table: set up, claimed by finger, and what only the box's owner knows asked for once."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import words
from companion.errors import Unusable
from companion.games.architects.rules.expansion import OwnWonder
from companion.games.architects.table import ArchitectsTable
from companion.referee.boxfile import FILE_NAME, BoxFile, as_toml
from companion.referee.game import resume
from tests.games.medal_tables import INVENTED_BOX
from tests.referee.games import Played

BOX: dict[str, Any] = msgspec.to_builtins(INVENTED_BOX)
SETUP = {
    "game": "architects",
    "wonders": ["giza", "rhodes", "olympia"],
    "expansions": ["medals"],
    "medals": ["medal_3_blue", "medal_3_red", "medal_3_green"],
}
ROME = SETUP | {"wonders": ["rome", "ur", "giza"]}
BLUE = {"move": "medal", "seat": 0, "medal": "medal_3_blue", "where": "left"}


def table(folder: Path, setup: dict[str, Any] = SETUP) -> Played:
    played = Played(folder, 3, 1, camera=False)
    reply = played.do("setup", setup)
    assert reply.ok, reply.error
    return played


def take(seat: int, card: str) -> dict[str, Any]:
    return {"move": "take", "seat": seat, "from": "left", "card": card}


def three_blue(live: Played) -> None:
    """Seat 0 has three blue cards, which the medal to the left is for."""
    for turn in range(3):
        for seat, card in ((0, "vp3" if turn else "vp2_cat"), (1, ("wood", "glass", "coin")[turn]), (2, "coin")):
            if turn < 2 or seat == 0:
                found = live.do("move", take(seat, card))
                assert found.ok, found.error
                view = live.referee.view()
                for move in view.table.moves if view.table is not None else ():
                    if move["move"] == "build":
                        live.do("move", move)
                        break


def test_a_medal_is_shown_owed_and_taken_by_finger(tmp_path: Path) -> None:
    live = table(tmp_path)
    three_blue(live)
    view = live.referee.view().table
    assert isinstance(view, ArchitectsTable)
    assert view.medals == ("medal_3_blue", "medal_3_red", "medal_3_green")
    assert BLUE in view.moves
    assert any("medal" in line for line in words.duties(view))
    assert live.do("move", BLUE).findings == ()
    view = live.referee.view().table
    assert isinstance(view, ArchitectsTable)
    assert (view.medals[0], view.players[0].medals, view.to_move) == (None, ("medal_3_blue",), 1)


def test_a_medal_forgotten_at_the_table_is_a_finding_and_offered_late(tmp_path: Path) -> None:
    live = table(tmp_path)
    three_blue(live)
    assert [found.code for found in live.do("move", take(1, "coin")).findings] == ["medal_forgotten"]
    view = live.referee.view().table
    assert isinstance(view, ArchitectsTable)
    assert view.late == (BLUE,)
    assert [found.code for found in live.do("move", BLUE).findings] == ["medal_late"]


def test_what_the_box_file_lacks_is_asked_for_once_and_kept(tmp_path: Path) -> None:
    live = Played(tmp_path, 3, 1, camera=False)
    reply = live.do("setup", ROME)
    assert not reply.ok
    assert "Colosseum of Rome is not published" in reply.error
    assert live.do("setup", ROME | {"box": BOX}).ok
    assert BoxFile(tmp_path).of("architects") == INVENTED_BOX
    assert live.do("end", {}).ok
    assert live.do("setup", ROME).ok, "the second time nobody is asked"


def test_a_journal_holds_what_the_box_file_said_and_is_folded_without_it(tmp_path: Path) -> None:
    BoxFile(tmp_path).keep("architects", INVENTED_BOX)
    live = table(tmp_path, ROME)
    assert live.do("move", take(0, "wood")).ok
    state = live.game.state
    path = live.game.journal.path
    live.referee.close()
    (tmp_path / FILE_NAME).unlink()
    again = resume(path)
    assert again is not None
    assert again.state == state
    again.journal.close()


def test_a_box_file_is_written_and_read(tmp_path: Path) -> None:
    file = BoxFile(tmp_path / "new")
    assert file.of("architects") == {}
    file.keep("architects", {"ur": INVENTED_BOX["ur"]})
    file.keep("architects", {"rome": INVENTED_BOX["rome"]})
    assert file.of("architects") == INVENTED_BOX
    assert [path.name for path in file.path.parent.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("architects = 3", "Expected `object`"),
        ("[architects", "at the end of a table"),
        ("[architects.giza]\nstages = []\ncards = {}", "only asked about rome and ur"),
        ("[architects.ur]\nstages = []\ncards = {}", "ur has 0 stages"),
        ("[duel]\n", "duel"),
        (as_toml({"architects": INVENTED_BOX}).replace("vp = 7", 'vp = "seven"'), "vp"),
    ],
)
def test_a_box_file_that_no_box_can_have_is_one_clear_line(tmp_path: Path, text: str, part: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    with pytest.raises(Unusable) as caught:
        BoxFile(tmp_path).of("architects")
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
    live = Played(tmp_path, 3, 1, camera=False)
    assert part in live.do("setup", ROME).error
    assert live.do("setup", SETUP).ok, "who does not play with these wonders is not troubled"


def test_the_example_in_the_manual_is_a_box_file(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "boxfile.md").read_text(encoding="utf-8")
    (tmp_path / FILE_NAME).write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    assert set(BoxFile(tmp_path).of("architects")) == {"rome"}


def test_what_a_set_up_says_itself_counts_more_than_the_box_file(tmp_path: Path) -> None:
    other = OwnWonder(INVENTED_BOX["rome"].stages, INVENTED_BOX["ur"].cards | {"wood": 1, "coin": 2})
    file = BoxFile(tmp_path)
    file.keep("architects", INVENTED_BOX)
    setup = ROME | {"box": {"rome": msgspec.to_builtins(other)}}
    assert set(file.completed(setup)["box"]) == {"rome", "ur"}
    assert file.completed(setup)["box"]["rome"] == msgspec.to_builtins(other)
