"""A set-up that no table can have is refused with one clear line; every other begins."""

from typing import Any

import pytest

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, HouseRules
from companion.games.vocabulary import InvalidSetup

WONDERS = list(FACTS.wonders)


@pytest.mark.parametrize("players", range(2, 8))
def test_a_table_begins_with_all_cards_in_its_decks(players: int) -> None:
    table = rules.begin(rules.parse_setup({"setup": {"game": "architects", "wonders": WONDERS[:players]}}))
    assert sum(map(sum, table.decks)) == 25 * players + 60
    assert table.conflict == {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}[players]
    assert (table.face_up, table.stack, table.cat, table.to_move) == (("?", "?", "?"), 12, None, 0)


def test_face_up_tokens_may_be_given_and_the_rest_is_unread() -> None:
    table = rules.begin(rules.parse_setup({"wonders": ["giza", "rhodes"], "first": 1, "progress": ["culture"]}))
    assert (table.face_up, table.to_move, table.stack) == (("culture", "?", "?"), 1, 12)
    assert sum(table.hidden) == 14


@pytest.mark.parametrize(
    ("setup", "part"),
    [
        ({"wonders": [*WONDERS, "giza"]}, "8 players"),
        ({"wonders": ["giza"]}, "1 players"),
        ({"wonders": ["giza", "atlantis"]}, "no wonder 'atlantis'"),
        ({"wonders": ["giza", "rhodes", "giza"]}, "giza is there twice"),
        ({"wonders": ["giza", "rhodes"], "first": 2}, "Seat 2 cannot begin"),
        ({"wonders": ["giza", "rhodes"], "progress": ["tactics", "tactics"]}, "face up 2 times"),
        ({"wonders": ["giza", "rhodes"], "progress": ["magic"]}, "no progress token 'magic'"),
        ({"wonders": ["giza", "rhodes"], "progress": ["?", "?", "?", "?"]}, "4 progress tokens"),
        ({"wonders": ["giza", "rhodes"], "expansions": ["cities"]}, "no expansion 'cities'"),
        ({"wonders": ["giza", "rhodes"], "names": ["Ann"]}, "1 names for 2 players"),
        ({"wonders": ["giza", "rhodes"], "house_rules": {"flying": True}}, "flying"),
        ({"wonders": ["giza", "rhodes"], "house_rules": {"no_source_policy": "dance"}}, "no_source_policy"),
        ({"wonders": ["giza", "rhodes"], "colour": "blue"}, "colour"),
        ({"wonders": "giza"}, "wonders"),
        ({}, "wonders"),
        ({"game": "duel", "wonders": ["giza", "rhodes"]}, "'duel'"),
        (["giza"], "JSON object"),
    ],
)
def test_an_impossible_set_up_is_one_clear_line(setup: Any, part: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        rules.parse_setup(setup)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_house_rules_are_read_with_the_suggested_defaults() -> None:
    setup = rules.parse_setup({"wonders": ["giza", "rhodes"], "house_rules": {"token_retroactive": True}})
    assert setup.house_rules == HouseRules(token_retroactive=True)
