"""What Duel says that stands in no table: names out of the rules' data, English gaps, how moves are told."""

from collections.abc import Callable
from typing import Final

from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.state import State
from companion.games.duel.table import DuelSeat, DuelTable
from companion.words.facet import Lines, Move, written
from companion.words.language import N_, _, plain, plural, within
from companion.words.names import card, token, token_taken, wonder

_GAME: Final = "duel"
_OTHERWISE = {
    **dict.fromkeys(("scriptorium", "barracks", "town_hall", "siege_workshop"), "duel"),
    "fortifications": "building",
}
"""Cards that some language calls otherwise here than elsewhere, and where that is."""
NAMES: Final = {
    **written(_GAME).names,
    "tokens": {token.id: token.name for token in FACTS.tokens} | {"?": N_("not read yet")},
    "wonders": {wonder.id: wonder.name for wonder in FACTS.wonders},
    "cards": {
        card.id: within(_OTHERWISE[card.id], card.name) if card.id in _OTHERWISE else card.name for card in FACTS.cards
    }
    | {"?": N_("an unseen card")},
}
LONG_GAPS: Final = {
    **dict.fromkeys(("card", "before"), lambda card: plain(NAMES["cards"][card])),
    "wonder": lambda wonder: plain((NAMES["wonders"] | NAMES["tokens"])[wonder]),
    "token": lambda token: plain(NAMES["tokens"][token]),
    "resources": " and ".join,
    **{f"{kind}.{kind}": str for kind in ("card", "wonder", "token")},
    "starter.other": "seat {}".format,
}


def player(state: State, seat: int) -> str:
    """A player by name, or by seat."""
    return state.names[seat] if state.names else f"Seat {seat}"


def supremacy(table: DuelTable) -> str:
    """What won the game before its end; empty: nothing did."""
    if not table.supremacy:
        return ""
    return _("Military supremacy") if table.supremacy == "military" else _("Scientific supremacy")


def tie_break(seat: DuelSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "Civilian victory"), and in words."""
    blue = seat.categories["civilian"]
    return blue, plural("{n} point on blue cards", "{n} points on blue cards", blue)


def _wonder_name(name: str) -> str:
    """A wonder's name; of one that nobody has read that it is not read."""
    return wonder(name, _GAME) if name in NAMES["wonders"] else token(name, _GAME)


def _draft(body: Move, _table: DuelTable) -> Lines:
    return _("chooses {name}").format(name=_wonder_name(body["wonder"])), ""


def _wonder(body: Move, _table: DuelTable) -> Lines:
    return _wonder_name(body["wonder"]), _("under it: {name}").format(name=card(body["card"], _GAME))


def _token(body: Move, _table: DuelTable) -> Lines:
    return token_taken(body["token"], _GAME), _("from the box") if body.get("from") == "box" else ""


MOVES: Final[dict[str, Callable[[Move, DuelTable], Lines]]] = {
    "build": lambda body, _table: (card(body["card"], _GAME), ""),
    "discard": lambda body, _table: (_("discards {name}").format(name=card(body["card"], _GAME)), ""),
    "wonder": _wonder,
    "destroy": lambda body, _table: (_("discards the opponent's {name}").format(name=card(body["card"], _GAME)), ""),
    "revive": lambda body, _table: (card(body["card"], _GAME), _("from the discard pile")),
    "progress": _token,
    "starter": lambda _body, _table: (_("begins the next age"), ""),
    "draft": _draft,
    "offer": lambda body, _table: (_("Wonders on offer"), ", ".join(_wonder_name(name) for name in body["offer"])),
    "layout": lambda body, _table: (_("Cards of age {age} laid out").format(age="I" * body["age"]), ""),
    "reveal": lambda body, _table: (_("Card turned up"), card(body["card"], _GAME)),
}
"""What was turned up has no kind of its own: it is told by its key."""
