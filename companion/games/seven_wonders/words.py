# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What 7 Wonders says that stands in no table: names out of the rules' data, English gaps, how moves are told."""

from collections.abc import Callable
from typing import Final

from companion.games.seven_wonders.rules.facts import BOARDS, CARDS
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable
from companion.games.tables import SeatView
from companion.words.facet import Lines, Move, written
from companion.words.language import N_, _, plain, plural, within
from companion.words.names import card, resource
from companion.words.names import player as named

_GAME: Final = "seven_wonders"
NAMES: Final = {
    **written(_GAME).names,
    "wonders": {board.wonder: board.city for board in BOARDS},
    "cards": {
        **{card.id: card.name for card in CARDS},
        "altar": within("seven_wonders", "Altar"),
        "fortifications": within("building", "Fortifications"),
        "?": N_("an unseen card"),
    },
}
_BUILT: Final = {f"wonder/{board.wonder}": board.name for board in BOARDS}
"""What is built in each city."""
SHORT: Final = written(_GAME).short | _BUILT
LONG: Final = written(_GAME).long | _BUILT
LONG_GAPS: Final = {
    "card": lambda card: plain(NAMES["cards"][card]),
    "card.card": str,
    "purchases": " and ".join,
}


def player(state: State, seat: int) -> str:
    """A player by name, or by city and seat; the Free City by its name."""
    if seat >= state.players:
        return "the Free City"
    if state.names:
        return state.names[seat]
    return f"{BOARDS[state.cities[seat].board].city} (seat {seat})"


def called(seat: SeatView) -> str:
    """A seat that is nobody's: the Free City."""
    return _("Free City") if isinstance(seat, SevenWondersSeat) and seat.free_city else ""


def plays(seat: SevenWondersSeat) -> bool:
    """Whether the points of this seat count: the Free City's do not."""
    return not seat.free_city


def tie_break(seat: SevenWondersSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "End of the game"), and in words."""
    return seat.coins, plural("{n} coin", "{n} coins", seat.coins)


def trade(body: Move, table: SevenWondersTable) -> str:
    """What a move buys from whom: ``2 x Clay from Anna``; empty: nothing."""
    bought = body.get("trade") or {}
    count, seat = len(table.players), int(body["seat"])
    parts = []
    for side, other in (("left", (seat + 1) % count), ("right", (seat - 1) % count)):
        goods = {name: number for name, number in (bought.get(side) or {}).items() if number}
        if goods:
            what = ", ".join(f"{number} × {resource(name)}" for name, number in goods.items())
            parts.append(_("{what} from {player}").format(what=what, player=named(table, other)))
    return " · ".join(parts)


def _built(body: Move, table: SevenWondersTable) -> Lines:
    return card(body["card"], _GAME), trade(body, table)


def _wonder_stage(body: Move, table: SevenWondersTable) -> Lines:
    return _("builds a stage of the wonder"), " · ".join(part for part in (_under(body), trade(body, table)) if part)


def _under(body: Move) -> str:
    """The card that goes face down, where somebody has seen it."""
    return card(body["card"], _GAME) if body.get("card", "?") != "?" else ""


def _hand(body: Move, _table: SevenWondersTable) -> Lines:
    return _("hand seen"), ", ".join(card(face, _GAME) for face in body["cards"])


MOVES: Final[dict[str, Callable[[Move, SevenWondersTable], Lines]]] = {
    "build": _built,
    "stage": _wonder_stage,
    "discard": lambda body, _table: (_("discards a card for 3 coins"), _under(body)),
    "free": lambda body, _table: (card(body["card"], _GAME), _("built for free: Olympia")),
    "revive": lambda body, _table: (card(body["card"], _GAME), _("from the discard pile")),
    "choose": lambda _body, _table: (_("has chosen a card"), ""),
    "decline": lambda _body, _table: (_("declines"), ""),
    "hand": _hand,
}
"""``choose``: a choice that is secret yet."""
