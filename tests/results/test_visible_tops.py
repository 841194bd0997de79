"""The chance to win knows what lies face up on top of the decks, as far as the camera has read it (issue 13, R)."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.chances.course import Course
from companion.chances.playouts import Task, tallies
from companion.games.architects import rules
from companion.games.architects.rules.deal import put_on_top
from companion.referee.game_files import games
from companion.referee.journal.journal import verify
from tests.referee.games import Played


def lying(live: Played) -> dict[str, str]:
    """The tops of the holders that really lie on the table."""
    zones = {zone: pieces for zone, pieces in live.table.zones.items() if zone.startswith("holder/")}
    return {zone: pieces[0].face for zone, pieces in zones.items() if pieces}


def course(folder: Path) -> Course:
    path = games(folder / "games")[-1]
    found = Course(path)
    found.show(verify(path).events, ())
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_the_tops_of_a_watched_game_are_those_that_lie_there(tmp_path: Path, seed: int) -> None:
    live = Played(tmp_path, 3, seed)
    for _ in range(12):
        live.move()
        known = course(tmp_path)
        tops = known.position(known.newest).tops
        assert {place: face for place, face in tops.items() if place.startswith("holder/")} == lying(live)
        assert "central/deck" not in tops


def test_a_top_that_was_taken_unseen_is_not_known_any_more(tmp_path: Path) -> None:
    live = Played(tmp_path, 3, 1)
    live.move()
    before = course(tmp_path)
    tops = before.position(before.newest).tops
    table = live.state
    taken = next(
        move
        for move in rules.legal(table)
        if isinstance(move, rules.TakeCard) and move.source == "left" and move.seat == table.to_move
    )
    assert live.do("move", rules.dump_move(taken)).ok
    after = course(tmp_path)
    assert tops.keys() - after.position(after.newest).tops.keys() == {f"holder/{taken.seat}"}


def test_nothing_is_known_of_the_tops_where_no_camera_looks(tmp_path: Path) -> None:
    live = Played(tmp_path, 3, 1, camera=False)
    known = course(tmp_path)
    assert live.state.decks
    assert known.position(known.newest).tops == {}


def test_a_deal_is_imagined_with_these_cards_on_top_and_the_same_cards_in_all() -> None:
    state = rules.begin(rules.parse_setup({"wonders": ["giza", "rhodes"]}))
    plain, seen = rules.imagine(state, Random(3)), rules.imagine(state, Random(3))
    put_on_top(seen, {"holder/0": "architects/wood", "holder/1": "architects/vp3", "central/deck": "architects/coin"})
    assert [deck[-1] for deck in seen.decks[:2]] == ["wood", "vp3"]
    assert [Counter(deck) for deck in seen.decks] == [Counter(deck) for deck in plain.decks]
    assert seen.decks[-1] == plain.decks[-1]


def test_a_playout_begins_with_the_card_that_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = Played(tmp_path, 2, 1)
    known = course(tmp_path)
    position = known.position(known.newest)
    laid: list[dict[str, str]] = []
    monkeypatch.setattr(rules, "put_on_top", lambda _deal, tops: laid.append(dict(tops)))
    assert sum(tally.playouts for tally in tallies(Task(1, position, "random", 1, 0, 1, 3))) == 3
    assert laid == [lying(live)] * 3
