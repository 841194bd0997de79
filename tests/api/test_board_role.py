"""The board as a client of the referee: what it is shown, and the little that it may say."""

from pathlib import Path

import pytest

from companion.api.protocol import Answer, Ask, ChancePoint, Chances, Command, Pairing, Phones, Reply, View
from companion.games.vocabulary import Line
from tests.api.fakes import CountingTable, connected, serving

ADDRESS = "http://192.168.1.5:8480"
SERVED = Phones(ADDRESS, watched=False)


def test_screens_are_told_where_phones_find_the_board_and_when_it_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, "screen", "board") as (screen, board):
        assert screen.until(View).board == ""
        assert isinstance(next(board.messages), View)
        board.link.send(SERVED)
        assert screen.until(View).board == ADDRESS
        board.link.close()
        assert list(board.messages) == []
        assert screen.until(View).board == ""


def test_a_screen_s_pairing_is_the_board_s_answer_under_the_screen_s_own_id(tmp_path: Path) -> None:
    path, made = tmp_path / "link.sock", Pairing(1, f"{ADDRESS}/pair/x", 300.0)
    with serving(CountingTable(), path), connected(path, "screen", "screen", "board") as (screen, other, board):
        for reader in (screen, other, board):
            reader.until(View)
        for reader, seat in ((screen, 1), (other, 9)):
            reader.link.send(Ask("same", "pair", {"seat": seat}))
            asked = board.until(Ask)
            assert asked.body == {"seat": seat}
            assert asked.id != "same"
            refused = Answer(asked.id, None, "nobody sits there", Line("nobody_there"))
            board.link.send(Answer(asked.id, made) if seat == 1 else refused)
        assert screen.until(Answer) == Answer("same", made)
        assert other.until(Answer) == Answer("same", None, "nobody sits there", Line("nobody_there"))


@pytest.mark.parametrize("chance", [1e308, 1.5, -0.1])
def test_d12_a_chance_that_is_none_is_refused_before_any_phone_is_shown_it(tmp_path: Path, chance: float) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, "chances", "screen") as (telling, screen):
        screen.until(View)
        screen.link.send(Ask("on", "chances", {"on": True}))
        telling.until(View)
        telling.link.send(Chances((ChancePoint(1, (chance, 0.5), 9),)))
        assert not telling.until(Reply).ok
    assert table.heard == []


@pytest.mark.parametrize(
    ("said", "may"),
    [
        (Command("a", "answer", {"question": 1, "option": 0}), True),
        (Command("a", "answer", {"question": 1, "moves": []}), False),
        (Command("a", "answer", {"question": 1, "option": 0, "moves": []}), False),
        (Command("a", "move", {"question": 1, "option": 0}), False),
        (Command("a", "undo"), False),
        (Command("a", "end"), False),
        (Ask("a", "history"), False),
    ],
)
def test_a_board_may_answer_a_question_by_one_of_its_options_and_nothing_else(
    tmp_path: Path, said: Command | Ask, *, may: bool
) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, "board") as (board,):
        board.until(View)
        board.link.send(said)
        assert board.until(Reply).ok == may
    assert bool(table.heard) == may
