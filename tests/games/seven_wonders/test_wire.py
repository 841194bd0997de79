"""Moves on the wire, and what the outside asks of a state: described, checked, said."""

from typing import Any

import msgspec
import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Move, Setup, dump_move, parse_move
from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.payments import Payment
from companion.games.seven_wonders.rules.say import cost_line, payment_line
from companion.games.seven_wonders.words import player
from companion.games.vocabulary import NeedsSeatError, UnknownMoveError, line
from tests.games import english
from tests.games.refusals import refused_in_one_line
from tests.games.seven_wonders.cities import some
from tests.games.seven_wonders.played import build, play, turn
from tests.games.seven_wonders.tables import at, begin, built, holding, lay, thrown, two

WIRE: list[tuple[dict[str, Any], Move]] = [
    ({"seat": 0, "move": "build", "card": "altar"}, act.Build(0, "altar")),
    (
        {"seat": 0, "move": "build", "card": "forum", "trade": {"left": {"clay": 1}, "right": {}}},
        act.Build(0, "forum", act.Trade(act.Bought(clay=1), act.Bought())),
    ),
    ({"seat": 1, "move": "stage", "card": "altar"}, act.BuildStage(1, "altar")),
    (
        {"seat": 1, "move": "stage", "card": "?", "trade": {"left": {}, "right": {"ore": 2, "glass": 1}}},
        act.BuildStage(1, trade=act.Trade(act.Bought(), act.Bought(ore=2, glass=1))),
    ),
    ({"seat": 2, "move": "discard", "card": "altar"}, act.Discard(2, "altar")),
    ({"seat": 2, "move": "free", "card": "palace"}, act.Free(2, "palace")),
    ({"seat": 2, "move": "revive", "card": "palace"}, act.Revive(2, "palace")),
    ({"seat": 2, "move": "decline"}, act.Decline(2)),
    ({"seat": 2, "move": "hand", "cards": ["altar", "baths"]}, act.Hand(2, ("altar", "baths"))),
]


@pytest.mark.parametrize(("obj", "move"), WIRE)
def test_a_move_is_written_as_the_contract_says_and_read_back(obj: dict[str, Any], move: Move) -> None:
    assert dump_move(move) == obj
    assert parse_move(obj) == move
    assert parse_move(msgspec.json.decode(msgspec.json.encode(dump_move(move)))) == move


def test_what_is_left_out_is_not_said() -> None:
    assert parse_move({"seat": 0, "move": "discard"}) == act.Discard(0, "?")
    assert parse_move({"seat": 0, "move": "stage"}) == act.BuildStage(0)
    assert parse_move({"seat": 0, "move": "build", "card": "altar", "trade": {"left": {"ore": 1}}}) == build(
        0, "altar", left="ore"
    )
    assert "trade" not in dump_move(act.Build(0, "altar"))


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        ({"seat": 0, "move": "sell", "card": "altar"}, "sell"),
        ({"seat": 0, "move": "build"}, "card"),
        ({"seat": 0, "move": "build", "card": "?"}, "no card '?'"),
        ({"seat": 0, "move": "build", "card": "castle"}, "no card 'castle'"),
        ({"seat": 0, "move": "hand", "cards": ["?"]}, "no card '?'"),
        ({"seat": "0", "move": "discard"}, "seat"),
        ({"seat": 0, "move": "discard", "price": 3}, "price"),
        ({"seat": 0, "move": "build", "card": "altar", "trade": {"left": {"gold": 1}}}, "gold"),
        ({"seat": 0, "move": "build", "card": "altar", "trade": {"left": {"ore": -1}}}, "trade.left.ore"),
        ({"seat": 0, "move": "build", "card": "altar", "trade": {"front": {}}}, "front"),
        (7, "not a move"),
    ],
)
def test_what_is_no_move_is_refused_in_one_line(obj: Any, words: str) -> None:
    with refused_in_one_line(UnknownMoveError, words):
        parse_move(obj)


def test_a_seat_is_described_with_all_that_lies_open() -> None:
    state = play(built(lay(at(begin(), 1, 6), 1, "stockade", "altar"), 1, 2), act.Discard(1))
    assert rules.describe_seat(state, 1) == {
        "wonder": "rhodes",
        "side": "A",
        "stages": 2,
        "cards": ["altar", "stockade"],
        "coins": 3,
        "conflict_tokens": [],
        "shields": 3,
        "hand": 1,
        "chosen": True,
    }


def test_the_table_is_described() -> None:
    state = two()
    table = rules.describe(state)
    assert {key: table[key] for key in ("age", "turn", "to_move", "offers", "discard", "finished")} == {
        "age": 1,
        "turn": 1,
        "to_move": [0, 1, 2],
        "offers": [],
        "discard": 0,
        "finished": False,
    }
    assert table["free_city_controller"] == 0
    assert [seat["hand"] for seat in table["seats"]] == [8, 7, 0]
    assert rules.describe(begin())["free_city_controller"] is None
    assert table["obligations"] == list(rules.obligations(state))
    assert msgspec.json.encode(table)


def test_nothing_secret_is_described() -> None:
    """No hand, no card chosen and not yet turned up, none that lies face down."""
    state = thrown(play(holding(begin(), 0, "altar", "loom_1"), act.Discard(0, "altar")), "theater")
    words = str(rules.describe(state))
    assert not any(card in words for card in ("altar", "loom_1", "theater"))


def test_checks_answer_what_they_are_asked() -> None:
    state = lay(built(begin(), 1, 2), 1, "stockade")
    state = thrown(holding(state, 0, "altar", "loom_1"), "theater", "?")
    checks = rules.CHECKS
    assert checks["coins"](state, 1) == 3
    assert checks["shields"](state, 1) == 3
    assert checks["stages"](state, 1) == 2
    assert checks["cards"](state, 1) == ["stockade"]
    assert checks["conflict_tokens"](state, 1) == []
    assert checks["hand"](state, 0) == ["?"] * 5 + ["altar", "loom_1"]
    assert checks["discard"](state, None) == ["?", "theater"]
    assert (checks["age"](state, None), checks["turn"](state, None)) == (1, 1)
    with pytest.raises(NeedsSeatError):
        checks["coins"](state, None)


def test_what_is_due_is_said_for_each_seat() -> None:
    state = play(begin(), act.Discard(1))
    assert english.due(rules, state) == (
        "Giza (seat 0): choose a card (Choosing a card)",
        "Ephesus (seat 2): choose a card (Choosing a card)",
    )
    offered = turn(built(at(begin("babylon B", "rhodes A", "ephesus A"), 1, 6), 0, 2), act.Discard(0))
    assert english.due(rules, offered) == (
        "Babylon (seat 0): play the seventh card (Descriptions of the wonders: Babylon), or decline",
    )


def test_players_are_called_by_their_names_where_they_have_one() -> None:
    named = rules.begin(Setup((("giza", "A"), ("rhodes", "B")), ("olympia", "A"), names=("Ada", "Bo")))
    assert [player(named, seat) for seat in range(3)] == ["Ada", "Bo", "the Free City"]
    assert player(begin(), 1) == "Rhodes (seat 1)"


def test_costs_and_payments_are_said_in_words() -> None:
    said = {
        cost_line(0, some("wood wood clay")): "2 wood, 1 clay",
        cost_line(1, some("")): "1 coin",
        cost_line(0, some("")): "nothing",
        payment_line(Payment(some("clay"), some("ore ore"), 1, 4)): (
            "1 clay from the left for 1 and 2 ore from the right for 4"
        ),
        payment_line(Payment(some(""), some(""), 0, 0)): "without trade",
        line("building", card="?"): "an unseen card",
        line("building", card="loom_2"): "Loom",
    }
    assert {each: english.line(rules, each) for each in said} == said
