"""The data files hold what the box holds."""

from typing import Any

import pytest

from companion.games.seven_wonders.rules.facts import EDITION, FACTS, RESOURCES, SYMBOLS, load, named
from tests.games.seven_wonders.printed import same_boards, same_cards
from tests.shared_facts import facts


@pytest.fixture(scope="module")
def shared() -> Any:
    return facts("seven_wonders")


def test_the_box_holds_49_49_and_50_cards_ten_of_them_guilds() -> None:
    assert [sum(card.copies for card in FACTS.cards if card.age == age) for age in (1, 2, 3)] == [49, 49, 50]
    assert sum(card.copies for card in FACTS.cards if card.color == "purple") == 10


@pytest.mark.parametrize("players", range(2, 8))
def test_each_deck_has_seven_cards_a_player(players: int) -> None:
    cards = 7 * (3 if players == 2 else players)
    copies = FACTS.copies(players)
    for age in (1, 2, 3):
        there = sum(copies[card.place] for card in FACTS.cards if card.age == age and card.color != "purple")
        assert there + (FACTS.guilds_in_play(players) if age == 3 else 0) == cards


@pytest.mark.parametrize(("players", "guilds"), [(2, 5), (3, 5), (4, 6), (5, 7), (6, 8), (7, 9)])
def test_guilds_in_play_are_two_more_than_the_players(players: int, guilds: int) -> None:
    assert FACTS.guilds_in_play(players) == guilds


def test_two_play_with_the_decks_of_three() -> None:
    assert FACTS.copies(2) == FACTS.copies(3)
    assert FACTS.copies(3) != FACTS.copies(4)


def test_a_copy_is_used_from_as_many_players_as_its_mark_says() -> None:
    tavern = FACTS.index["tavern"]
    assert [FACTS.copies(players)[tavern] for players in range(3, 8)] == [0, 1, 2, 2, 3]


def test_each_guild_can_be_in_the_game_once_whatever_the_players() -> None:
    guilds = [card.place for card in FACTS.cards if card.color == "purple"]
    for players in range(2, 8):
        assert [FACTS.copies(players)[guild] for guild in guilds] == [1] * 10


def test_a_card_has_its_number_bit_and_face() -> None:
    for number, card in enumerate(FACTS.cards):
        assert (card.place, card.bit, card.face) == (number, 1 << number, f"seven_wonders/{card.id}")
    assert len(FACTS.index) == len(FACTS.cards) == 78


def test_only_looms_glassworks_and_presses_are_there_in_two_ages() -> None:
    twins = {card.id for card in FACTS.cards if card.same_name != card.bit}
    assert twins == {"loom_1", "loom_2", "glassworks_1", "glassworks_2", "press_1", "press_2"}
    assert FACTS.cards[FACTS.index["loom_1"]].same_name == 1 << FACTS.index["loom_1"] | 1 << FACTS.index["loom_2"]


def test_colours_and_ages_are_masks_that_share_no_card() -> None:
    assert sum(FACTS.colors.values()) == sum(FACTS.ages) == (1 << 78) - 1
    assert {color: mask.bit_count() for color, mask in FACTS.colors.items()} == {
        "brown": 14,
        "grey": 6,
        "blue": 13,
        "yellow": 12,
        "red": 11,
        "green": 12,
        "purple": 10,
    }


def test_costs_named_in_the_text() -> None:
    costs = {card.id: (card.coins, named(card.cost)) for card in FACTS.cards}
    assert costs["marketplace"] == (0, {})
    assert costs["east_trading_post"] == (0, {})
    assert costs["mine"] == (1, {})
    assert costs["timber_yard"] == (1, {})
    assert costs["baths"] == (0, {"stone": 1})
    assert costs["barracks"] == (0, {"ore": 1})
    assert costs["scriptorium"] == (0, {"papyrus": 1})
    assert costs["aqueduct"] == (0, {"stone": 3})
    assert costs["arena"] == (0, {"stone": 2, "ore": 1})
    assert costs["university"] == (0, {"wood": 2, "glass": 1, "papyrus": 1})
    assert costs["library"] == (0, {"stone": 2, "cloth": 1})
    assert costs["forum"] == (0, {"clay": 2})
    assert costs["stables"] == (0, {"clay": 1, "wood": 1, "ore": 1})


def test_seven_wonders_with_two_sides_each() -> None:
    assert len(FACTS.wonders) == 7
    assert [(board.wonder, board.side) for board in FACTS.boards] == [
        (wonder, side) for wonder in FACTS.wonders for side in "AB"
    ]
    assert {board: FACTS.boards[number].place for board, number in FACTS.board_index.items()} == FACTS.board_index


def test_an_edition_is_a_folder_of_data() -> None:
    assert load(EDITION, "first") == FACTS
    with pytest.raises(FileNotFoundError):
        load(3, "none")


def test_cards_are_the_shared_ones(shared: Any) -> None:
    same_cards(FACTS.cards, shared["cards"])


def test_boards_are_the_shared_ones(shared: Any) -> None:
    same_boards(FACTS, shared["wonders"])


def test_numbers_of_the_game_are_the_shared_ones(shared: Any) -> None:
    table, economy, setup = FACTS.table, shared["economy"], shared["setup"]
    assert (table.trade_price, table.discard_coins) == (economy["trade_price"], economy["discard_gain_coins"])
    assert table.coins_per_point == economy["coins_per_point_end"]
    assert (table.hand, table.turns, table.starting_coins) == (
        setup["hand_size"],
        setup["turns_per_age"],
        setup["starting_coins"],
    )
    assert list(table.pass_to) == list(setup["pass_direction"].values())
    assert list(table.victory_points) == list(shared["military"]["victory_points_by_age"].values())
    assert table.defeat_points == shared["military"]["defeat_points"]
    assert table.science_set_points == shared["science_scoring"]["set_of_three_different"]
    assert (table.min_players, table.max_players) == (shared["players"]["min"], shared["players"]["max"])
    assert {str(players): FACTS.guilds_in_play(players) for players in range(3, 8)} == setup[
        "guilds_in_play_by_players"
    ]
    assert [
        f"player_{side}_of_free_city" for side in (table.two_players.free_city_holder if table.two_players else ())
    ] == list(shared["two_player_variant"]["free_city_card_first_holder"].values())
    assert set(RESOURCES) == {name for kind in shared["resources"].values() for name in kind}
    assert list(SYMBOLS) == shared["science_symbols"]
