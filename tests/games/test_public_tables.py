"""The public pictures of tables on the wire: each is read back as its own game's, whoever made the game."""

import sys
from random import Random
from types import ModuleType

import msgspec
import pytest

from companion.games import catalogue
from companion.games.catalogue import GAMES, game_named
from companion.games.tables import AnyTable, Plain, TableView, picture_of, read_table


class Message(msgspec.Struct):
    table: AnyTable | None


class Pebbles(TableView, frozen=True, kw_only=True, tag="pebbles"):
    heaps: dict[int, int]


def read(text: bytes) -> TableView | None:
    return msgspec.json.decode(text, type=Message, dec_hook=read_table).table


@pytest.mark.parametrize("name", GAMES)
def test_a_table_comes_over_the_wire_as_it_was_sent(name: str) -> None:
    rules = game_named(name)
    game = rules.play(rules.PLAYERS[0], Random(5), rules.POLICIES["random"])
    state = rules.begin(game.setup)
    for k, move in enumerate(game.moves):
        if k % 7 == 0:
            table = picture_of(name).table(state, rules.scores(state), over=False)
            assert read(msgspec.json.encode(Message(table))) == table
            assert type(table) is picture_of(name).Table
        state = rules.apply(state, move)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_the_facet_is_shown_by_what_all_tables_have(name: str) -> None:
    rules, plain = game_named(name), Plain(name)
    game = rules.play(rules.PLAYERS[0], Random(5), rules.POLICIES["random"])
    sheet = rules.scores(game.final)
    table = plain.table(game.final, sheet, over=True)
    assert [seat.score for seat in table.players] == list(sheet.totals)
    assert (table.finished, table.winners, table.moves) == (True, sheet.winners, ())
    start = rules.begin(game.setup)
    before = plain.table(start, rules.scores(start), over=False)
    assert list(before.moves) == [rules.dump_move(move) for move in rules.legal(start)]
    assert plain.public_table(before).moves == ()


def test_no_table_is_none() -> None:
    assert read(b'{"table": null}') is None


def test_a_game_of_another_distribution_is_read_without_being_named_here(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("elsewhere_pebbles.table")
    module.Table = Pebbles  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "elsewhere_pebbles", ModuleType("elsewhere_pebbles"))
    monkeypatch.setitem(sys.modules, "elsewhere_pebbles.table", module)
    monkeypatch.setattr(catalogue, "packages", lambda: {"pebbles": "elsewhere_pebbles"})
    sent = Pebbles(players=(), turn=1, to_move=0, obligations=(), moves=(), finished=False, heaps={3: 7})
    assert read(msgspec.json.encode(Message(sent))) == sent
    catalogue.facet.cache_clear()
    picture_of.cache_clear()


@pytest.mark.parametrize("table", ['{"game": "chess"}', '{"turn": 3}', "[]", '{"game": "duel", "turn": "x"}'])
def test_what_is_no_table_is_an_error_of_validation(table: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(f'{{"table": {table}}}'.encode())
