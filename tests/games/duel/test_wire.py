"""Moves and set-ups as JSON, and what checks can ask."""

from typing import Any

import pytest

from companion.games.duel import rules
from companion.games.duel.rules import CHECKS, Setup
from companion.games.duel.rules import moves as act
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.say import price_line
from companion.games.vocabulary import InvalidSetup, UnknownMoveError
from tests.games import english
from tests.games.duel.tables import TOKENS, WONDERS, city, table

WRITTEN: list[tuple[Any, dict[str, Any]]] = [
    (act.Build(0, "altar"), {"seat": 0, "move": "build", "card": "altar"}),
    (act.Discard(1, "clay_pit"), {"seat": 1, "move": "discard", "card": "clay_pit"}),
    (
        act.BuildWonder(0, "scriptorium", "temple_of_artemis"),
        {"seat": 0, "move": "wonder", "card": "scriptorium", "wonder": "temple_of_artemis"},
    ),
    (act.Destroy(1, "clay_pool"), {"seat": 1, "move": "destroy", "card": "clay_pool"}),
    (act.Revive(0, "walls"), {"seat": 0, "move": "revive", "card": "walls"}),
    (act.TakeProgress(0, "law"), {"seat": 0, "move": "progress", "token": "law"}),
    (act.TakeProgress(0, "law", "box"), {"seat": 0, "move": "progress", "token": "law", "from": "box"}),
    (act.ChooseStarter(1), {"move": "starter", "seat": 1}),
    (act.DraftWonder(0, "sphinx"), {"seat": 0, "move": "draft", "wonder": "sphinx"}),
    (act.Offer(("sphinx", "piraeus")), {"offer": ["sphinx", "piraeus"]}),
    (
        act.LayOut(1, ("altar", *(None,) * 19)),
        {"age": 1, "layout": ["altar", *[None] * 19]},
    ),
    (act.Reveal(9, "altar"), {"reveal": 9, "card": "altar"}),
]


@pytest.mark.parametrize(("move", "written"), WRITTEN, ids=[type(move).__name__ for move, _ in WRITTEN])
def test_moves_are_written_as_in_the_contract_and_read_back(move: Any, written: dict[str, Any]) -> None:
    assert rules.dump_move(move) == written
    assert rules.parse_move(written) == move


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seat": 0, "move": "build", "card": "alter"}, "no card 'alter': known are lumber_yard"),
        ({"seat": 0, "move": "destroy", "card": "x"}, "no card 'x'"),
        ({"seat": 0, "move": "revive", "card": "x"}, "no card 'x'"),
        ({"seat": 0, "move": "discard", "card": "x"}, "no card 'x'"),
        ({"seat": 0, "move": "wonder", "card": "x", "wonder": "sphinx"}, "no card 'x'"),
        ({"seat": 0, "move": "wonder", "card": "altar", "wonder": "giza"}, "no wonder 'giza'"),
        ({"seat": 0, "move": "draft", "wonder": "giza"}, "no wonder 'giza'"),
        ({"offer": ["sphinx", "giza"]}, "no wonder 'giza'"),
        ({"seat": 0, "move": "progress", "token": "decor"}, "no progress token 'decor'"),
        ({"seat": 0, "move": "progress", "token": "law", "from": "bag"}, "not a move: Invalid enum value 'bag'"),
        ({"reveal": 3, "card": "x"}, "no card 'x'"),
        ({"age": 1, "layout": ["altar"]}, "a layout of 1 slots: there are 20"),
        ({"age": 4, "layout": [None] * 20}, "a layout of age 4: the ages are 1 to 3"),
        ({"age": 0, "layout": [None] * 20}, "a layout of age 0"),
        ({"age": 1, "layout": ["x", *[None] * 19]}, "no card 'x'"),
        ({"seat": 0, "move": "sell", "card": "altar"}, "not a move: Invalid value 'sell'"),
        ({"seat": "0", "move": "build", "card": "altar"}, "not a move: Expected `int`"),
        ({"seat": 0, "move": "build"}, "not a move: Object missing required field `card`"),
        ({"seat": 0, "move": "build", "card": "altar", "for": 3}, "not a move: Object contains unknown field `for`"),
        ({"seat": 0}, "not a move: "),
        ([], "not a move: "),
    ],
)
def test_what_is_no_move_is_refused_in_one_line(wrong: Any, says: str) -> None:
    with pytest.raises(UnknownMoveError) as refused:
        rules.parse_move(wrong)
    assert str(refused.value).startswith(says)


CONTRACT = {"game": "duel", "first": 1, "wonders": [list(own) for own in WONDERS], "progress": list(TOKENS)}


def test_the_set_up_of_the_contract_is_read_with_and_without_its_key() -> None:
    assert rules.parse_setup({"setup": CONTRACT}) == rules.parse_setup(CONTRACT) == Setup(1, WONDERS, TOKENS)
    assert rules.parse_setup({"game": "duel"}) == Setup()
    named = rules.parse_setup({**CONTRACT, "names": ["Anton", "Dmytro"], "house_rules": {"progress_optional": False}})
    state = rules.begin(named)
    assert state.names == ("Anton", "Dmytro")
    found = rules.judge(state, act.Discard(0, "altar"))
    assert english.message(rules, state, found[0]) == "Anton acted, but it is Dmytro's turn."


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ([], "The set-up must be a JSON object"),
        ({"game": "architects"}, "This is a set-up of the game 'architects', not of duel."),
        ({"first": 2}, "Seat 2 cannot begin: the seats are 0 and 1."),
        ({"first": -1}, "Seat -1 cannot begin"),
        ({"names": ["one"]}, "There are 1 names: Duel is for 2 players"),
        ({"wonders": [["sphinx"]]}, "There are wonders for 1 players: Duel is for 2."),
        ({"wonders": [list(WONDERS[0]), ["sphinx"]]}, "Seat 1 has 1 wonders: give 4 each, or none for a draft."),
        ({"wonders": [list(WONDERS[0]), list(WONDERS[0])]}, "The wonder pyramids is there twice."),
        ({"wonders": [list(WONDERS[0]), ["giza", *WONDERS[1][1:]]]}, "There is no wonder 'giza'"),
        ({"progress": ["law", "law"]}, "The progress token law is there twice."),
        ({"progress": ["decor"]}, "There is no progress token 'decor'"),
        ({"progress": ["law", "economy", "masonry", "strategy", "theology", "?"]}, "6 progress tokens on the board"),
        ({"house_rules": {"fun": True}}, "The set-up cannot be read: "),
        ({"colour": "red"}, "The set-up cannot be read: "),
    ],
)
def test_a_set_up_that_no_table_can_have_is_refused_in_one_line(wrong: Any, says: str) -> None:
    with pytest.raises(InvalidSetup) as refused:
        rules.parse_setup(wrong)
    assert str(refused.value).startswith(says)


def test_checks_ask_what_the_contract_names_and_more() -> None:
    own = city("walls library altar", built="sphinx colossus", progress="law economy", coins=11)
    state = table(own, pawn=4, loot=0b110_100)
    asked = {name: (check(state, 0), check(state, 1)) for name, check in CHECKS.items()}
    assert asked == {
        "coins": (11, 7),
        "shields": (4, 0),
        "symbols": ({"quill": 1, "scales": 1}, {}),
        "progress": (["economy", "law"], []),
        "wonders": (["colossus", "sphinx"], []),
        "pawn": (4, -4),
        "loot": (1, 2),
        "age": (1, 1),
        "to_move": (0, 0),
    }
    assert [CHECKS[name](state, None) for name in ("pawn", "loot", "age", "to_move")] == [4, 3, 1, 0]


def test_the_description_of_a_seat() -> None:
    own = city("lumber_yard walls", own="sphinx", built="colossus", progress="law", coins=5)
    state = table(own, city("glassworks stone_reserve"))
    assert english.seat(rules, state, 0) == {
        "cards": ["lumber_yard", "walls"],
        "wonders": ["colossus"],
        "wonders_left": {
            "sphinx": {"coins": 10, "why": "10 coins: 1 stone bought at 2, 1 clay bought at 2, 2 glass bought at 3"}
        },
        "progress": ["law"],
        "coins": 5,
        "shields": 4,
        "symbols": {"scales": 1},
        "production": {"wood": 1, "stone": 0, "clay": 0, "glass": 0, "papyrus": 0},
        "trade": {"wood": 2, "stone": 2, "clay": 2, "glass": 3, "papyrus": 2},
    }


def test_the_description_of_the_table() -> None:
    state = table(discard="altar theater", pawn=-2, returned=1)
    described = rules.describe(state)
    assert {
        key: described[key]
        for key in ("age", "turn", "to_move", "choice", "again", "left", "layout", "free", "pawn", "board", "unread")
    } == {
        "age": 1,
        "turn": 1,
        "to_move": 0,
        "choice": None,
        "again": False,
        "left": 20,
        "layout": [],
        "free": {},
        "pawn": -2,
        "board": list(TOKENS),
        "unread": 0,
    }
    assert (described["discard"], described["returned"]) == (["theater", "altar"], ["appian_way"])
    assert (described["offer"], described["finished"], described["supremacy"]) == ([], False, None)
    assert english.told(rules, state)["obligations"] == [
        "play a free card: build it, discard it, or build a wonder (A turn)"
    ]
    assert len(described["seats"]) == state.players == 2


def test_prices_in_words() -> None:
    beside_an_altar = table(city("altar"), age=2)
    quoted = [(beside_an_altar, "temple"), (table(), "altar"), (table(), "clay_pit")]
    said = [english.line(rules, price_line(quote(state, 0, card))) for state, card in quoted]
    assert said == ["free by its chain symbol", "nothing to pay", "1 coin: 1 printed"]
