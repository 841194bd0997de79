"""The live table: commands, who may do what when, and what people see."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.api.protocol import ChancePoint, Chances, Command, Health, Part, View
from companion.errors import Unusable
from companion.games.architects import rules as architects
from companion.games.layout import Layout, Lie, sheet
from companion.games.mats import Place
from companion.games.tables import read_table
from companion.referee.game_files import GameFiles
from companion.referee.journal.journal import NotSavedError
from companion.referee.referee import Referee
from tests.referee.games import Played
from vision.sighting import Pulse
from vision.troubles import too_dark

SETUP = {"game": "architects", "wonders": ["giza", "rhodes", "olympia"], "first": 0, "names": ["Ann", "Bo", "Cy"]}
TAKE = {"move": "take", "seat": 0, "from": "left", "card": "wood"}


def played(folder: Path) -> Played:
    return Played(folder, 3, 1, camera=False)


def test_before_a_game_there_is_a_view_and_nothing_to_watch(tmp_path: Path) -> None:
    referee = Referee(GameFiles(tmp_path))
    assert referee.view().table is None
    assert referee.watch().zones == ()


def test_a_set_up_is_seen_with_its_names_and_watched_with_its_zones(tmp_path: Path) -> None:
    table = Played(tmp_path, 3, 1, camera=False)
    assert table.do("setup", SETUP).ok
    view = table.referee.view()
    assert view.table is not None
    assert [seat.name for seat in view.table.players] == ["Ann", "Bo", "Cy"]
    assert view.table.to_move == 0
    assert view.table.obligations
    zones = {zone.name: zone for zone in table.referee.watch().zones}
    assert zones["holder/2"].kind == "pile"
    assert zones["seat/1/city"].mat == 2


CONTRACT: tuple[dict[str, Any], ...] = (
    {
        "game": "architects", "wonders": ["giza", "rhodes", "olympia"], "first": 0,
        "progress": ["tactics", "culture", "decor"], "expansions": [], "house_rules": {},
    },
    {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"], ["babylon", "A"]]},
    {
        "game": "duel", "first": 1,
        "wonders": [
            ["sphinx", "colossus", "appian_way", "pyramids"],
            ["piraeus", "circus_maximus", "mausoleum", "temple_of_artemis"],
        ],
        "progress": ["law", "masonry", "economy", "theology", "strategy"],
    },
    {"game": "duel"},
)  # fmt: skip


@pytest.mark.parametrize("body", CONTRACT)
@pytest.mark.parametrize("named", [True, False])
def test_every_set_up_of_the_contract_is_taken_with_names_and_without(
    tmp_path: Path, body: dict[str, Any], *, named: bool
) -> None:
    table = played(tmp_path)
    names = ["Ann", "Bo", "Cy"][: 2 if body["game"] == "duel" else 3]
    assert table.do("setup", body | ({"names": names} if named else {})).ok
    view = table.referee.view()
    assert view.game == body["game"]
    assert view.table is not None
    shown = [seat.name for seat in view.table.players]
    assert shown == names if named else all(shown)
    table.again()
    assert table.referee.view() == view
    table.referee.close()


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"wonders": ["giza"] * 8}, "8 players"),
        ({"wonders": ["giza", "atlantis"]}, "atlantis"),
        ({"game": "chess", "wonders": ["giza", "rhodes"]}, "chess"),
        ({}, "wonders"),
        ({"wonders": 3}, "wonders"),
        ({"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"]]}, "Free City"),
        ({"game": "seven_wonders", "wonders": [["giza", "C"], ["rhodes", "B"], ["babylon", "A"]]}, "side"),
        ({"game": "duel", "names": ["Ann"]}, "2 players"),
        ({"game": "duel", "progress": ["law", "luck"]}, "luck"),
    ],
)
def test_a_set_up_that_no_table_can_have_is_one_line_and_writes_nothing(
    tmp_path: Path, body: dict[str, Any], word: str
) -> None:
    referee = Referee(GameFiles(tmp_path))
    reply = referee.handle(Command("a", "setup", body)).reply
    assert reply is not None
    assert not reply.ok
    assert word in reply.error
    assert "\n" not in reply.error
    assert list(tmp_path.rglob("*.sqlite")) == []


def test_the_same_command_twice_is_done_once_also_across_a_restart(tmp_path: Path) -> None:
    table = played(tmp_path)
    first = table.do("move", TAKE, "tap-1")
    assert first == table.do("move", TAKE, "tap-1")
    assert table.game.seq == 2
    table.again()
    again = table.do("move", TAKE, "tap-1")
    assert (again.ok, again.seq) == (first.ok, first.seq)
    assert len(table.game.fold.played) == 1


@pytest.mark.parametrize(
    ("do", "body"),
    [
        ("move", {}),
        ("move", {"move": "take", "seat": 0}),
        ("move", {"move": "take", "seat": 0, "from": "left", "card": "gold"}),
        ("move", {"moves": 3}),
        ("move", {"moves": [3]}),
        ("answer", {"question": 1, "option": 0}),
        ("undo", {"seq": "x"}),
        ("undo", {}),
        ("correct", {"seq": 1, "move": TAKE}),
        ("correct", {"move": TAKE}),
        ("setup", {"wonders": 3}),
    ],
)
def test_a_command_that_cannot_be_done_is_one_line_and_changes_nothing(
    tmp_path: Path, do: str, body: dict[str, Any]
) -> None:
    table = played(tmp_path)
    before = table.referee.view()
    reply = table.do(do, body)
    assert not reply.ok
    assert reply.error
    assert "\n" not in reply.error
    assert table.referee.view() == before
    assert table.game.seq == 1


def test_several_moves_are_accepted_together_or_not_at_all(tmp_path: Path) -> None:
    table = played(tmp_path)
    other = {"move": "take", "seat": 1, "from": "central", "card": "coin"}
    assert not table.do("move", {"moves": [TAKE, {"move": "take", "seat": 1, "from": "up", "card": "coin"}]}).ok
    assert table.game.seq == 1
    assert table.do("move", {"moves": [TAKE, other]}).ok
    assert len(table.game.fold.played) == 2


def test_an_irregular_move_by_finger_is_recorded_with_its_finding(tmp_path: Path) -> None:
    table = played(tmp_path)
    reply = table.do("move", {"move": "take", "seat": 2, "from": "central", "card": "coin"})
    assert reply.ok
    assert [finding.code for finding in reply.findings] == ["out_of_turn"]
    assert table.referee.view().log[-1].findings == reply.findings


def test_a_game_that_is_being_played_is_not_replaced_unless_it_is_ended(tmp_path: Path) -> None:
    table = played(tmp_path)
    assert table.do("move", TAKE).ok
    assert "end it first" in table.do("setup", SETUP).error
    assert table.do("end").ok
    view = table.referee.view()
    assert view.table is not None
    assert view.table.finished
    assert view.table.winners == (), "nobody wins a game that was ended before its end"
    assert not table.do("move", TAKE).ok
    assert table.do("setup", SETUP).ok
    assert table.referee.view().seq == 1
    assert len(table.referee._files.games()) == 2


def test_a_game_ended_by_mistake_goes_on_after_an_undo(tmp_path: Path) -> None:
    table = played(tmp_path)
    assert table.do("move", TAKE).ok
    assert table.do("end").ok
    assert table.do("undo", {"seq": 3}).ok
    view = table.referee.view()
    assert view.table is not None
    assert not view.table.finished
    assert len(table.game.fold.played) == 1


def test_two_referees_never_keep_the_same_games(tmp_path: Path) -> None:
    first = Referee(GameFiles(tmp_path))
    with pytest.raises(Unusable, match="another referee"):
        GameFiles(tmp_path)
    first.close()
    GameFiles(tmp_path).close()


def test_a_damaged_journal_is_shown_and_the_game_goes_on(tmp_path: Path) -> None:
    table = played(tmp_path)
    for card in ("wood", "coin", "clay"):
        assert table.do("move", {"move": "take", "seat": 0, "from": "central", "card": card}).ok
    path = table.game.journal.path
    table.referee.close()
    path.write_bytes(path.read_bytes()[:6000])
    referee = Referee(GameFiles(tmp_path))
    view = referee.view()
    assert view.seq == 4
    assert [part for part in view.parts if part.name == "journal" and "intact up to event 4" in part.trouble]


def test_what_the_disk_refuses_is_refused_and_seen_and_can_be_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tmp_path)

    def full(*_: object) -> None:
        raise NotSavedError("game-0001.sqlite: not saved (database or disk is full); free some space")

    with monkeypatch.context() as patch:
        patch.setattr(table.game.journal, "append", full)
        reply = table.do("move", TAKE, "tap")
        assert not reply.ok
        assert "free some space" in reply.error
        assert [part.name for part in table.referee.view().parts if part.state == "down"] == ["journal"]
        assert table.game.fold.played == ()
    assert table.do("move", TAKE, "tap").ok
    assert table.referee.view().parts == ()


def test_the_health_of_the_parts_is_seen(tmp_path: Path) -> None:
    table = played(tmp_path)
    parts = (Part("vision", "down", "no camera"), Part("hw", "absent"))
    assert table.referee.handle(Health(parts)).changed
    assert not table.referee.handle(Health(parts)).changed
    assert table.referee.view().parts == parts


def test_what_the_view_depends_on_is_worked_out_once_a_message_and_anew_after_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, told = played(tmp_path), Referee._shown
    table.referee.handle(Health((Part("hw", "absent"),)))
    asked: list[Referee] = []

    def counted(referee: Referee) -> tuple[Any, ...]:
        asked.append(referee)
        return told(referee)

    monkeypatch.setattr(Referee, "_shown", counted)
    for number in range(1, 4):
        assert not table.referee.handle(Pulse(number, number / 10, moving=False, mats=(0,))).changed
    assert len(asked) == 3
    assert table.do("move", TAKE, "tap").ok
    assert not table.referee.handle(Pulse(4, 0.4, moving=False, mats=(0,))).changed
    assert len(asked) == 5


def test_a_camera_in_trouble_is_seen_with_its_code_until_it_is_well(tmp_path: Path) -> None:
    table = played(tmp_path)
    trouble = too_dark()
    pulse = Pulse(1, 0.1, moving=False, mats=(0,), trouble=str(trouble), code=trouble.code)
    assert table.referee.handle(pulse).changed
    view = table.referee.view()
    assert (view.camera, view.camera_code) == ("the table is too dark: switch a lamp on", "too_dark")
    assert table.referee.handle(Pulse(2, 0.2, moving=False, mats=(0,))).changed
    assert (table.referee.view().camera, table.referee.view().camera_code) == ("", "")


def test_a_view_goes_over_the_wire_and_comes_back_the_same(tmp_path: Path) -> None:
    table = Played(tmp_path, 4, 2)
    for _ in range(40):
        table.move()
        view = table.referee.view()
        assert msgspec.json.decode(msgspec.json.encode(view), type=View, dec_hook=read_table) == view


def test_the_legal_moves_of_the_view_are_what_a_finger_may_send(tmp_path: Path) -> None:
    table = played(tmp_path)
    view = table.referee.view()
    assert view.table is not None
    legal = view.table.moves
    assert [architects.parse_move(move) for move in legal] == list(architects.legal(table.state))
    reply = table.do("move", legal[0])
    assert reply.ok
    assert reply.findings == ()


def test_chances_are_kept_by_event_and_go_with_their_game(tmp_path: Path) -> None:
    table = played(tmp_path)
    assert table.do("move", TAKE).ok

    def tell(*points: ChancePoint) -> bool:
        return table.referee.handle(Chances(points)).changed

    first, second, better = (ChancePoint(seq, (0.5, 0.3, 0.2), n) for seq, n in ((2, 10), (1, 10), (2, 99)))
    assert tell(first, second)
    assert table.referee.view().chances == (second, first)
    assert tell(better)
    assert table.referee.view().chances == (second, better)
    assert not tell(better), "nothing new is no news"
    assert not tell(ChancePoint(9, (0.5, 0.3, 0.2), 5)), "of an event that there is not"
    assert not tell(ChancePoint(1, (0.5, 0.5), 5)), "of another table"
    assert table.do("end").ok
    assert table.do("setup", SETUP).ok
    assert table.referee.view().chances == ()
    table.referee.close()


def test_an_open_table_is_watched_where_it_lies_also_by_the_next_referee(tmp_path: Path) -> None:
    table = Played(tmp_path, 3, 1, camera=False)
    tags = {240: ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))}
    sheets = tuple(sheet(mat, Lie(500, 400 * mat, 10), (500, 300), tags) for mat in range(4))
    layout = Layout(sheets, (Place("holder/2", 3, "pile", 7, 8, 60, 90, (55, 80)),), ("central/discard",))
    assert table.do("setup", {**SETUP, "layout": msgspec.to_builtins(layout)}).ok
    watched = table.referee.watch()
    zones = {zone.name: zone for zone in watched.zones}
    assert (zones["holder/2"].x, zones["holder/2"].y) == (7, 8)
    assert "central/discard" not in zones
    assert watched.mats == sheets
    table.referee.close()
    assert Referee(GameFiles(tmp_path)).watch() == watched


def test_a_layout_that_is_none_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    table = Played(tmp_path, 3, 1, camera=False)
    before = table.referee.watch()
    reply = table.do("setup", {**SETUP, "layout": {"mats": 3}})
    assert not reply.ok
    assert "layout" in reply.error
    assert table.referee.watch() == before
