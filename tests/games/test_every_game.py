"""Laws that hold in every game of the catalogue, for every number of players, on games played at random."""

import importlib
import json
import pkgutil
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.catalogue import GAMES
from companion.games.vocabulary import Game, IllegalMove, NeedsSeatError, Playthrough, seat_of
from companion.games.watched import rules_of
from tests.games import english

TABLES = [(name, players) for name, game in GAMES.items() for players in game.PLAYERS]

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@cache
def played(name: str, players: int) -> tuple[Playthrough[Any, Any, Any], tuple[Any, ...]]:
    """A random game, and the state before each of its moves and after the last, by strict play."""
    game = GAMES[name]
    through = game.play(players, Random(players), game.POLICIES["random"])
    states = [game.begin(through.setup)]
    for move in through.moves:
        states.append(game.apply(states[-1], move))
    return through, tuple(states)


def some(states: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """A few of these, evenly spread."""
    return states[:: max(1, len(states) // count)]


@every_table
def test_a_recorded_game_replays_to_the_same_end(name: str, players: int) -> None:
    through, states = played(name, players)
    assert states[-1] == through.final
    assert states[-1].finished
    assert [state.finished for state in states].index(True) == len(states) - 1, "only the last move ends it"
    assert all(state.players == players for state in states)


@every_table
def test_what_is_played_by_the_rules_is_never_irregular(name: str, players: int) -> None:
    game, (through, states) = GAMES[name], played(name, players)
    for state, move in zip(states, through.moves, strict=False):
        assert game.judge(state, move) == ()
        assert game.apply(state, move, strict=False) == game.apply(state, move)
    assert [game.status(state) for state in some(states, 20)] == [frozenset()] * len(some(states, 20))


@every_table
def test_every_legal_move_is_clean_and_listed_once(name: str, players: int) -> None:
    game, rng = GAMES[name], Random(players)
    for state in some(played(name, players)[1], 8):
        moves = game.legal(state)
        assert len(set(moves)) == len(moves)
        assert bool(moves) is not state.finished
        for move in rng.sample(moves, min(len(moves), 25)):
            assert game.judge(state, move) == (), move


@every_table
def test_what_lies_there_is_read_at_any_time_also_after_the_end(name: str, players: int) -> None:
    rules = rules_of(name)
    states = played(name, players)[1][:-1]
    for state in (*some(states, 6), *(state for state in states if rules.reveals(state))):
        told = rules.reveals(state)
        assert set(told) == {move for move in rules.legal(state) if seat_of(move) is None}
        ended = msgspec.structs.replace(state, finished=True)
        for move in told[:2]:
            read = rules.apply(state, move)
            assert rules.apply(ended, move) == msgspec.structs.replace(read, finished=True)
            assert rules.scores(ended) == rules.scores(rules.apply(ended, move)), "it lies before nobody"


@every_table
def test_every_move_made_was_listed_as_legal(name: str, players: int) -> None:
    """Not what lies there when cards are laid out or looked at: that can be too much to list."""
    through, states = played(name, players)
    made = [(state, move) for state, move in zip(states, through.moves, strict=False) if hasattr(move, "seat")]
    assert [move for state, move in made[::7] if move not in GAMES[name].legal(state)] == []


@every_table
def test_moves_are_written_and_read_back_alike(name: str, players: int) -> None:
    game = GAMES[name]
    for move in set(played(name, players)[0].moves):
        assert game.parse_move(json.loads(json.dumps(game.dump_move(move)))) == move


@every_table
def test_every_point_is_explained_and_the_best_total_wins(name: str, players: int) -> None:
    game = GAMES[name]
    for state in some(played(name, players)[1], 12):
        sheet = game.scores(state)
        assert len(sheet.categories) == players
        for seat, row in enumerate(sheet.categories):
            assert tuple(row) == game.CATEGORIES
            for category, points in row.items():
                lines = [line for line in sheet.explain if (line.seat, line.category) == (seat, category)]
                assert points == sum(line.points for line in lines)
                assert all(line.why and line.rule for line in lines)
        assert set(sheet.winners) <= set(range(players))


def strangers(game: Game, name: str, players: int, state: Any) -> list[Any]:
    """Moves made at other times of the same game and in a greedy one: mostly out of place now."""
    other = game.play(players, Random(99), game.POLICIES["greedy"])
    moves = [*played(name, players)[0].moves, *other.moves]
    return [move for move in Random(len(moves)).sample(moves, 25) if game.judge(state, move)]


@every_table
def test_strict_play_refuses_exactly_what_judging_finds_and_the_rest_goes_on(name: str, players: int) -> None:
    game = GAMES[name]
    for state in some(played(name, players)[1], 3)[:3]:
        found = 0
        for move in strangers(game, name, players, state):
            findings = game.judge(state, move)
            with pytest.raises(IllegalMove) as caught:
                game.apply(state, move)
            assert caught.value.findings == findings
            assert str(caught.value) == "; ".join(finding.code for finding in findings)
            for finding in findings:
                assert finding.rule == game.CATALOGUE[finding.code].rule
                assert english.message(game, state, finding).endswith((".", "?"))
            after = game.apply(state, move, strict=False)
            assert after.finished or game.legal(after), "the game goes on"
            found += 1
        assert found > 3


@every_table
def test_an_imagined_deal_plays_on_to_the_end_by_the_rules(name: str, players: int) -> None:
    game = GAMES[name]
    states = played(name, players)[1]
    for k, state in enumerate(some(states[:-1], 3)[:3]):
        rng = Random(k)
        deal, now = game.imagine(state, rng), state
        for move, after in game.steps(deal, state, rng, game.POLICIES["random"]):
            assert game.judge(now, move) == (), move
            now = after
        assert now.finished
        assert game.status(now) == frozenset()


@every_table
def test_the_same_seed_plays_the_same_game(name: str, players: int) -> None:
    game = GAMES[name]
    for policy in game.POLICIES.values():
        assert game.play(players, Random(5), policy) == game.play(players, Random(5), policy)


@every_table
def test_the_table_can_be_told_in_json_at_any_time(name: str, players: int) -> None:
    game = GAMES[name]
    for state in some(played(name, players)[1], 6):
        told = json.loads(json.dumps(english.told(game, state)))
        assert told["finished"] is state.finished
        assert told["seats"][:players] == [json.loads(json.dumps(english.seat(game, state, k))) for k in range(players)]
        assert not (state.finished and game.obligations(state))
        assert all(game.wonders(state, seat) is not None for seat in range(players))


@every_table
def test_every_check_is_answered_for_a_seat_or_for_the_table(name: str, players: int) -> None:
    game = GAMES[name]
    final = played(name, players)[1][-1]
    for what, check in game.CHECKS.items():
        answers = [check(final, seat) for seat in range(players)]
        try:
            answers.append(check(final, None))
        except NeedsSeatError:
            assert len(answers) == players
        assert json.dumps(answers), what


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_says_its_name_how_many_may_play_and_what_can_be_asked(name: str) -> None:
    game = GAMES[name]
    assert (game.NAME, game.PLAYERS, game.EXPANSIONS, " ".join(sorted(game.CHECKS))) == {
        "architects": ("architects", range(2, 8), ("medals",), "shields"),
        "seven_wonders": (
            "seven_wonders",
            range(2, 8),
            (),
            "age cards coins conflict_tokens discard hand shields stages turn",
        ),
        "duel": ("duel", range(2, 3), (), "age coins loot pawn progress shields symbols to_move wonders"),
    }[name]


INSIDE = {
    "architects": "City Facts Medals Payment State Turn",
    "seven_wonders": "Chosen City Ending Facts Market Payment Production State _Purchase",
    "duel": "Bought City Facts Layout Price State Structure Victory",
}
"""Structures that only the rules themselves make; all others are read from files or messages."""


@pytest.mark.parametrize("name", list(GAMES))
def test_every_structure_of_a_game_is_frozen_and_what_is_read_refuses_unknown_keys(name: str) -> None:
    package = importlib.import_module(f"companion.games.{name}.rules")
    names = [f"{package.__name__}.{each.name}" for each in pkgutil.iter_modules(package.__path__)]
    kinds = {
        kind
        for module in map(importlib.import_module, names)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    }
    assert [kind for kind in kinds if not kind.__struct_config__.frozen] == []
    lax = {kind.__name__ for kind in kinds if not kind.__struct_config__.forbid_unknown_fields}
    assert lax == set(INSIDE[name].split())


@every_table
def test_nothing_of_a_game_can_be_changed_afterwards(name: str, players: int) -> None:
    through, states = played(name, players)
    for thing in (through.setup, *through.moves, *some(states, 3)):
        field = thing.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(thing, field, getattr(thing, field))
