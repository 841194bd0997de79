"""7 Wonders: cities whose pieces were read by what is printed on them, as one table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.seven_wonders import printed
from companion.games.seven_wonders.finished import share_twins
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, EDITIONS, FACTS
from companion.games.seven_wonders.rules.position import score_position
from companion.games.vocabulary import PositionError
from companion.photographed.named import CitySeen, unread

prints = printed.prints
"""What can be read without a box."""


_NEIGHBOURS, _MOST_TOKENS = 2, 6
"""Conflict tokens of one victory, and of all, that a city can have."""
_TABLE = 3
"""Players from which on each has two neighbours."""
_GUILDS = {card.id for card in CARDS if card.color == "purple"}
"""Cards that may count what the neighbours have."""
_ASKED = 0.9
"""A side, coin or token less probable than this is asked about."""


def named_position(
    cities: Sequence[tuple[str, CitySeen]], wonders: Sequence[str], edition: int
) -> tuple[dict[str, Any], list[str]]:
    """The described position of cities read by their names, and what a person should look at. Raises ``Unusable``."""
    asked: list[str] = []
    players = []
    for seat, (image, city) in enumerate(cities):
        if len(city.boards) > 1:
            raise Unusable(
                f"{image}: the boards {' and '.join(city.boards[:2])} are in it; give one photograph a player"
            )
        board = city.board
        said = _said(wonders[seat]) if seat < len(wonders) and wonders[seat] else None
        if said is None and board is None:
            raise Unusable(
                f"{image}: no wonder's board is seen in it; say which it is with --wonders 'giza A,rhodes B,...'"
            )
        wonder, side = said or (board.name, board.side)  # type: ignore[union-attr]  # one of the two is there
        asked += unread(image, city)
        asked += _doubts(image, city, edition, wonder, side, told=said is not None)
        players.append(
            {
                "wonder": wonder,
                "side": side,
                "stages": (board.stages if board else None) or 0,
                "coins": sum(one.value or 0 for one in city.rounds if one.kind == "coin"),
                "conflict_tokens": _tokens(image, city, asked),
                "cards": [card.card for card in city.cards if card.card is not None],
            }
        )
    position = {"game": "seven_wonders", "edition": edition, "players": players}
    share_twins(players, edition)
    return _fitting(position, asked), asked


def _tokens(image: str, city: CitySeen, asked: list[str]) -> list[int]:
    """The conflict tokens that can be a city's: no more than two of each victory and six in all, the surest."""
    kept: list[int] = []
    for one in sorted((one for one in city.rounds if one.kind == "token"), key=lambda one: -one.sure):
        if one.value is None:
            asked.append(f"{image}: a conflict token cannot be read; it is not counted")
        elif len(kept) >= _MOST_TOKENS or (one.value > 0 and kept.count(one.value) >= _NEIGHBOURS):
            asked.append(f"{image}: a conflict token of {one.value} is one too many; it is not counted")
        else:
            kept.append(one.value)
            if one.sure < _ASKED:
                asked.append(f"{image}: is a conflict token worth {one.value}? It is counted so")
    return sorted(kept)


def _fitting(position: dict[str, Any], asked: list[str]) -> dict[str, Any]:
    """The position; where the cities do not fit together, that is asked about and they are scored as they were read."""
    players = position["players"]
    if len(players) < _TABLE and any(_GUILDS & set(player["cards"]) for player in players):
        asked.append(
            f"{len(players)} photographs: guilds count only the neighbours that are in them; with more players give "
            "all cities, in seat order"
        )
    try:
        score_position(position)
    except PositionError as error:
        asked.append(f"the photographs do not fit together ({error}): see what was not read; scored as it was read")
        return position | {"partial": True}
    return position


def _doubts(image: str, city: CitySeen, edition: int, wonder: str, side: str, *, told: bool) -> list[str]:
    """What of the board and the pieces on it is not certain."""
    board, asked = city.board, []
    if board is None or board.stages is None:
        most = len(BOARDS[EDITIONS[edition].board_index[wonder, side]].stages)
        asked.append(f"{image}: how many of the {most} stages of {wonder} {side} are built? None is counted")
    if board is not None and not told and board.sure < _ASKED:
        asked.append(f"{image}: which side of {wonder} is up? {side} is counted")
    unsure = Counter(one.value for one in city.rounds if one.sure < _ASKED and one.kind == "coin")
    if unsure:
        said = " and ".join(f"{count} of {value}" for value, count in sorted(unsure.items(), key=str))
        asked.append(f"{image}: of the coins that are counted {said} may be painted: is that right?")
    return asked


def _said(words: str) -> tuple[str, str]:
    wonder, _, side = words.partition(" ")
    if (wonder, side) not in FACTS.board_index:
        raise Unusable(f"--wonders {words}: no such board; say one such as giza A, of {', '.join(FACTS.wonders)}")
    return wonder, side
