"""What is printed on cards and boards by our data beside what the shared facts say of them."""

from collections.abc import Sequence
from typing import Any

from companion.games.seven_wonders.rules.effects import CoinsPer, PointsIf, PointsPer, Price, Produce, Science, Special
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, Card, Facts, named


def same_cards(cards: Sequence[Card], printed: Sequence[dict[str, Any]]) -> None:
    """These cards are the printed ones, in their order, with prices, chains and effects."""
    assert [card.id for card in cards] == [theirs["id"] for theirs in printed]
    for card, theirs in zip(cards, printed, strict=True):
        assert (card.name, card.age, card.color) == (theirs["name"], theirs["age"], theirs["color"])
        assert (list(card.marks), card.copies) == (theirs["players"], theirs["copies"])
        assert {"coins": card.coins, "resources": named(card.cost)} == theirs["cost"]
        assert {other.id for other in CARDS if card.chain_mask & other.bit} == set(theirs["chain_from"])
        assert {other.id for other in CARDS if other.chain_mask & card.bit} == set(theirs["chain_to"])
        assert [_effect(effect) for effect in card.effects] == [_theirs(effect) for effect in theirs["effects"]]


def same_boards(facts: Facts, wonders: Sequence[dict[str, Any]]) -> None:
    """The boards of these facts are the printed ones, stage by stage."""
    for wonder in wonders:
        for side, theirs in wonder["sides"].items():
            board = BOARDS[facts.board_index[wonder["id"], side]]
            assert (board.city, board.name, board.resource) == (
                wonder["city"],
                wonder["wonder"],
                wonder["start_resource"],
            )
            assert [
                ({"coins": stage.coins, "resources": named(stage.cost)}, [_effect(effect) for effect in stage.effects])
                for stage in board.stages
            ] == [(stage["cost"], [_theirs(effect) for effect in stage["effects"]]) for stage in theirs["stages"]]


_COUNTED = {"stage": "wonder_stage", "defeat": "defeat_token"}


def _effect(effect: Any) -> tuple[Any, ...]:
    """One of our effects as a tuple to compare."""
    said: tuple[Any, ...]
    match effect:
        case Produce():
            said = set(effect.resources), effect.amount, effect.for_sale
        case Science():
            said = (set(effect.symbols),)
        case Price():
            said = set(effect.resources), set(effect.sides), effect.price
        case CoinsPer() | PointsPer():
            said = _COUNTED.get(effect.what, f"{effect.what}_card"), set(effect.where), effect.amount
        case PointsIf():
            said = effect.condition, effect.amount
        case Special():
            said = (effect.name.replace("neighbour", "neighbor"),)
        case _:
            said = (effect.amount,)
    return type(effect).__struct_config__.tag, *said


def _theirs(effect: dict[str, Any]) -> tuple[Any, ...]:
    """One of the shared effects as a tuple to compare."""
    kind = effect["type"]
    if kind == "produce":
        return kind, set(effect["options"]), effect["amount"], effect["tradable"]
    if kind == "science":
        return kind, set(effect["options"])
    if kind == "trade_price":
        return "price", set(effect["resources"]), set(effect["from"]), effect["price"]
    if kind in {"coins_per", "points_per"}:
        return kind, effect["count"], set(effect["scope"]), effect["amount"]
    if "condition" in effect:
        return kind, effect["condition"], effect["amount"]
    return kind, effect["name"] if kind == "special" else effect["amount"]
