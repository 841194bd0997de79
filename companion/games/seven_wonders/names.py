# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""The names of everything in the box of 7 Wonders (first edition): as printed where a rule text names it."""

from collections.abc import Callable
from typing import Final

from companion.games.architects.names import WONDERS as _CITIES
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable
from companion.words.facet import HouseRule, Lines, Move
from companion.words.language import N_, _, plural, within
from companion.words.names import card, player, resource
from companion.words.written import written

_GAME: Final = "seven_wonders"
NAME: Final = N_("7 Wonders")
TITLE: Final = N_("7 Wonders")
BOARD_GAME_GEEK: Final = ("7 Wonders", 68448)
"""As board game databases call it, and its number on BoardGameGeek."""
_WRITTEN = written(__package__).names
RESOURCES: Final = _WRITTEN["resources"]
SYMBOLS: Final = _WRITTEN["symbols"]
CATEGORIES: Final = _WRITTEN["categories"]
PIECES: Final = _WRITTEN["pieces"]
BACKS: Final = _WRITTEN["backs"]
BOARDS: Final = {board.wonder: board.name for board in FACTS.boards}
"""What is built in each city."""
WONDERS: Final = {name: _CITIES[name] for name in BOARDS}
CARDS: Final = {
    **{card.id: card.name for card in FACTS.cards},
    "fortifications": within("building", "Fortifications"),
    "?": N_("an unseen card"),
}
HOUSE_RULES: Final[dict[str, HouseRule]] = {
    "craftsmens_guild_points": (
        N_("Craftsmens Guild, each grey card"),
        ((2, N_("2 points")), (1, N_("1 point"))),
    ),
    "free_city_first": (
        N_("The Free City acts in a turn"),
        ((True, N_("first")), (False, N_("last"))),
    ),
    "copied_shipowners_count_themselves": (
        N_("A copied Shipowners Guild counts itself"),
        ((False, N_("no")), (True, N_("yes"))),
    ),
}
"""Where the rulebook is silent."""


def called(seat: SevenWondersSeat) -> str:
    """A seat that is nobody's: the Free City."""
    return _("Free City") if seat.free_city else ""


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
            parts.append(_("{what} from {player}").format(what=what, player=player(table, other)))
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
