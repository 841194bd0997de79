"""The data files hold what the box holds."""

from typing import Any

import pytest

from companion.games.duel.rules.facts import FACTS, RESOURCES, Card, places
from tests.shared_facts import facts


@pytest.fixture
def shared() -> Any:
    return facts("duel")


def test_23_23_20_and_7_cards_12_wonders_10_tokens() -> None:
    ages = [bits.bit_count() for bits in FACTS.ages]
    assert ages == [0, 23, 23, 27]
    assert FACTS.colors["purple"].bit_count() == 7
    assert (len(FACTS.wonders), len(FACTS.tokens)) == (12, 10)


def test_every_chain_symbol_needed_is_given_once() -> None:
    given = [card.gives for card in FACTS.cards if card.gives]
    needed = [card.needs for card in FACTS.cards if card.needs]
    assert sorted(given) == sorted(needed)
    assert len(set(given)) == len(given) == 17


def test_each_symbol_is_on_two_cards_and_scales_on_law_alone() -> None:
    assert {symbol: bits.bit_count() for symbol, bits in FACTS.symbols.items()} == dict.fromkeys(
        ("pendulum", "wheel", "quill", "mortar", "sundial", "globe"), 2
    )
    assert [token.symbol for token in FACTS.tokens if token.symbol] == ["scales"]


def effects(card: Card) -> list[tuple[str, Any]]:
    """A card's effects as the shared file's type and amount."""
    found: list[tuple[str, Any]] = [("produce", ([resource], count)) for resource, count in card.produces.items()]
    if card.one_of:
        found.append(("produce", (sorted(card.one_of), 1)))
    if card.price_one:
        found.append(("trade_price", sorted(card.price_one)))
    if card.symbol:
        found.append(("science", card.symbol))
    amounts = {
        "points": card.points,
        "shields": card.shields,
        "coins": card.gains,
        "coins_per": card.coins_each,
        "points_per": card.points_each,
    }
    return sorted([*found, *((kind, amount) for kind, amount in amounts.items() if amount)], key=str)


def shared_effects(card: Any) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for effect in card["effects"]:
        kind = effect["type"]
        if kind == "produce":
            found.append((kind, (sorted(effect["options"]), effect["amount"])))
        elif kind == "trade_price":
            found.append((kind, sorted(effect["resources"])))
        else:
            found.append((kind, effect["options"][0] if kind == "science" else effect["amount"]))
    return sorted(found, key=str)


COUNTED = {"brown_or_grey": "brown_grey", "coin_set_of_3": "treasury"}


def test_cards_are_the_shared_ones(shared: Any) -> None:
    assert [card["id"] for card in shared["cards"]] == [card.id for card in FACTS.cards]
    for mine, card in zip(FACTS.cards, shared["cards"], strict=True):
        assert (mine.name, mine.age, mine.color) == (card["name"], card["age"], card["color"])
        assert (mine.coins, mine.cost) == (card["cost"]["coins"], card["cost"]["resources"]), mine.id
        assert effects(mine) == shared_effects(card), mine.id
        assert (mine.gives, mine.needs) == (card["chain_symbol_given"], card["chain_symbol_needed"])
        parents = [FACTS.cards[place].id for place in places(FACTS.parents[FACTS.index[mine.id]])]
        assert parents == card["chain_from"]
        counted = {effect["count"].removesuffix("_card") for effect in card["effects"] if "count" in effect}
        assert {COUNTED.get(what, what) for what in counted} == ({mine.counts} if mine.counts else set())
        scopes = {scope for effect in card["effects"] for scope in effect.get("scope", ())}
        assert scopes <= ({"city_with_most"} if mine.color == "purple" else {"self"})


def test_wonders_are_the_shared_ones(shared: Any) -> None:
    assert [wonder["id"] for wonder in shared["wonders"]] == [wonder.id for wonder in FACTS.wonders]
    choices = {
        "discard_opponent_card": None,
        "choose_progress_token_from_box": "box",
        "build_from_discard_free": "revive",
    }
    for mine, wonder in zip(FACTS.wonders, shared["wonders"], strict=True):
        assert (mine.name, mine.cost, wonder["cost"]["coins"]) == (wonder["name"], wonder["cost"]["resources"], 0)
        by_type = {effect["type"]: effect for effect in wonder["effects"] if effect["type"] != "special"}
        special = {effect["name"]: effect for effect in wonder["effects"] if effect["type"] == "special"}
        assert mine.points == by_type.get("points", {}).get("amount", 0)
        assert mine.shields == by_type.get("shields", {}).get("amount", 0)
        assert mine.gains == by_type.get("coins", {}).get("amount", 0)
        assert sorted(mine.one_of) == sorted(by_type.get("produce", {}).get("options", []))
        assert mine.again == ("extra_turn" in special)
        assert mine.rival_loses == special.get("opponent_loses_coins", {}).get("amount", 0)
        chosen = [choice or special[name]["color"] for name, choice in choices.items() if name in special]
        assert [mine.choice] == (chosen or [""])


def test_tokens_are_the_shared_ones(shared: Any) -> None:
    assert [token["id"] for token in shared["progress_tokens"]] == [token.id for token in FACTS.tokens]
    for mine, token in zip(FACTS.tokens, shared["progress_tokens"], strict=True):
        by_type = {effect["type"]: effect for effect in token["effects"]}
        assert mine.name == token["name"]
        assert (mine.gains, mine.points) == tuple(
            by_type.get(kind, {}).get("amount", 0) for kind in ("coins", "points")
        )
        assert mine.points_per_token == by_type.get("points_per", {}).get("amount", 0)
        assert [mine.symbol] == by_type.get("science", {}).get("options", [None])
        assert mine.spares == by_type.get("special", {}).get("applies_to", "").removesuffix("_card") * (
            by_type.get("special", {}).get("name") == "resource_discount"
        )
    listed = [effect for token in shared["progress_tokens"] for effect in token["effects"]]
    special = {effect["name"]: effect.get("amount") for effect in listed if "name" in effect}
    table = FACTS.table
    assert special["resource_discount"] == table.spared_resources
    assert special["coins_on_chain_build"] == table.urbanism_coins
    assert special["extra_shield_per_new_red_card"] == table.strategy_shields


def test_layouts_are_the_shared_ones(shared: Any) -> None:
    for age, layout in shared["layouts"].items():
        mine = FACTS.layouts[int(age)]
        for slot in layout["slots"]:
            number = slot["slot"]
            assert bool(mine.face_up >> number & 1) == slot["face_up"]
            assert list(places(mine.covered_by[number])) == slot["covered_by"]
        assert len(mine.covered_by) == len(layout["slots"])


def test_the_numbers_of_the_table_are_the_shared_ones(shared: Any) -> None:
    table, setup, economy = FACTS.table, shared["setup"], shared["economy"]
    assert table.starting_coins == setup["starting_coins"]
    assert table.tokens_on_board == setup["progress_tokens_on_board"]
    assert table.wonders_each == setup["wonders_per_player"]
    assert table.wonders_in_all == setup["max_wonders_built_in_game"]
    assert (table.removed_per_age, table.guilds) == (setup["cards_removed_per_age"], setup["guilds_added_to_age_3"])
    assert table.cards_per_age == setup["cards_per_age"]
    assert (table.trade_price, table.fixed_price) == (economy["trade_price_base"], economy["discounted_price"])
    assert table.discard_coins == economy["discard_gain"]["base"]
    assert table.coins_per_point == economy["coins_per_point_end"]
    assert table.symbols_to_win == shared["science"]["supremacy_distinct_symbols"]
    zones = shared["military"]["zones_per_side"][1:]
    lost = "opponent_loses_coins_on_first_entry"
    theirs = [(zone["positions"][0], zone["points"], zone.get(lost, 0)) for zone in zones[:-1]]
    assert theirs == [(zone.at, zone.points, zone.loot) for zone in table.zones]
    assert zones[-1]["positions"] == [table.capital]
    assert list(RESOURCES) == shared["resources"]["raw_materials"] + shared["resources"]["manufactured_goods"]
