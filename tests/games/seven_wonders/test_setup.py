"""What tables can begin, and how."""

from typing import Any

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Setup, parse_setup
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.vocabulary import InvalidSetup
from tests.games.refusals import refused_in_one_line

THREE = [["giza", "A"], ["rhodes", "B"], ["babylon", "A"]]


def test_the_contracts_set_up_is_read_with_or_without_its_key() -> None:
    setup = parse_setup({"setup": {"game": "seven_wonders", "wonders": THREE}})
    assert setup == parse_setup({"wonders": THREE}) == Setup((("giza", "A"), ("rhodes", "B"), ("babylon", "A")))
    assert [FACTS.boards[city.board].side for city in rules.begin(setup).cities] == ["A", "B", "A"]


def test_two_players_name_the_free_city() -> None:
    setup = parse_setup({"wonders": THREE[:2], "free_city": ["babylon", "A"], "names": ["Ada", "Bo"]})
    state = rules.begin(setup)
    assert (state.players, len(state.cities), state.names) == (2, 3, ("Ada", "Bo"))
    assert rules.wonders(state, 2) == ("babylon A",)


@pytest.mark.parametrize("players", range(3, 8))
def test_three_to_seven_players_may_play(players: int) -> None:
    boards = tuple((wonder, "B") for wonder in FACTS.wonders[:players])
    state = rules.begin(Setup(boards))
    assert len(state.hands) == players
    by_age = [
        sum(count for card, count in zip(FACTS.cards, state.unseen, strict=True) if card.age == age) for age in (1, 2)
    ]
    assert by_age == [7 * players] * 2
    third = sum(count for card, count in zip(FACTS.cards, state.unseen, strict=True) if card.age == 3)
    assert third - 10 + players + 2 == 7 * players


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        ([], "must be a JSON object"),
        ({"game": "duel", "wonders": THREE}, "game 'duel'"),
        ({"wonders": THREE, "colour": 1}, "colour"),
        ({"wonders": [["giza", "C"], *THREE[1:]]}, "giza has no side 'C'"),
        ({"wonders": [["troy", "A"], *THREE[1:]]}, "no wonder 'troy' (seat 0)"),
        ({"wonders": [*THREE, ["giza", "B"]]}, "giza is there twice (seats 0 and 3)"),
        ({"wonders": THREE[:2]}, "free_city"),
        ({"wonders": THREE[:2], "free_city": ["giza", "B"]}, "giza is there twice (seats 0 and 2)"),
        ({"wonders": THREE, "free_city": ["olympia", "B"]}, "leave free_city out"),
        ({"wonders": THREE[:1]}, "1 players"),
        ({"wonders": []}, "0 players"),
        ({"wonders": [[wonder, "A"] for wonder in (*FACTS.wonders, "giza")]}, "8 players"),
        ({"wonders": THREE, "names": ["Ada"]}, "1 names for 3 players"),
        ({"wonders": THREE, "edition": 3}, "no edition 3"),
        ({"wonders": THREE, "edition": "second"}, "edition"),
        ({"wonders": THREE[:2], "edition": 2}, "3 to 7"),
        ({"wonders": THREE, "edition": 2, "free_city": ["olympia", "B"]}, "leave free_city out"),
        ({"wonders": THREE, "house_rules": {"craftsmens_guild_points": 3}}, "craftsmens_guild_points"),
        ({"wonders": THREE, "house_rules": {"chess": True}}, "chess"),
    ],
)
def test_what_no_table_can_be_is_refused_in_one_line(obj: Any, words: str) -> None:
    with refused_in_one_line(InvalidSetup, words):
        parse_setup(obj)


def test_begin_checks_too() -> None:
    with pytest.raises(InvalidSetup):
        rules.begin(Setup((("giza", "A"),)))


def test_the_suggested_house_rules_are_those_that_hold_without_a_word() -> None:
    assert HouseRules() == HouseRules(craftsmens_guild_points=2, free_city_first=True)
