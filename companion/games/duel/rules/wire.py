"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

from collections.abc import Iterable
from typing import Any

from companion.games.duel.rules import moves as act
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.setup import UNREAD_CARD, UNREAD_TOKEN, UNREAD_WONDER
from companion.games.reading import check_known, read_move, write_move
from companion.games.vocabulary import UnknownMoveError

_SEEN = ("offer", "layout", "reveal")
"""What was turned up is told by these keys; its objects have no key ``move``."""


def dump_move(move: act.Move) -> dict[str, Any]:
    """A move as the JSON object that files and messages hold; what is not said is left out."""
    obj = write_move(move)
    if isinstance(move, act.Offer | act.LayOut | act.Reveal):
        del obj["move"]
    return obj


def parse_move(obj: Any) -> act.Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for wrong keys, types and unknown names."""
    if isinstance(obj, dict) and "move" not in obj:
        told = [key for key in _SEEN if key in obj]
        obj = {**obj, "move": told[0]} if told else obj
    move: act.Move = read_move(obj, act.Move)
    _check_names(move)
    return move


def _check_names(move: act.Move) -> None:
    if isinstance(move, act.TakeProgress):
        for token in (move.token, *(move.among or ())):
            if token != UNREAD_TOKEN:
                check_known("progress token", token, FACTS.token_index)
    elif isinstance(move, act.Offer):
        _check_wonders(move.offer)
    elif isinstance(move, act.LayOut):
        _check_layout(move)
    elif isinstance(move, act.BuildWonder):
        _check_built(move)
    elif isinstance(move, act.DraftWonder):
        _check_wonders((move.wonder,))
    elif not isinstance(move, act.ChooseStarter):
        check_known("card", move.card, FACTS.index)


def _check_built(move: act.BuildWonder) -> None:
    if move.card != UNREAD_CARD:
        check_known("card", move.card, FACTS.index)
    elif move.wonder == UNREAD_WONDER and not move.among:
        raise UnknownMoveError(f"a wonder {UNREAD_WONDER} over a card {UNREAD_CARD}: say among which it is")
    _check_wonders((move.wonder, *(move.among or ())))


def _check_wonders(names: Iterable[str]) -> None:
    for wonder in names:
        if wonder != UNREAD_WONDER:
            check_known("wonder", wonder, FACTS.wonder_index)


def _check_layout(move: act.LayOut) -> None:
    slots = FACTS.table.cards_per_age
    if len(move.layout) != slots:
        raise UnknownMoveError(f"a layout of {len(move.layout)} slots: there are {slots}; null where no card was read")
    if not 1 <= move.age <= FACTS.table.ages:
        raise UnknownMoveError(f"a layout of age {move.age}: the ages are 1 to {FACTS.table.ages}")
    for card in move.layout:
        if card is not None:
            check_known("card", card, FACTS.index)
