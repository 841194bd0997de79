# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""Moves of all three games in two lines: who did what, and with what or from where."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import TableView
from companion.words import names
from companion.words.language import _
from companion.words.names import card, medal, player, source, spent, stage_number, token, where, wonder

Move = Mapping[str, Any]
Lines = tuple[str, str]


def move(body: Move, table: TableView) -> Lines:
    """A move (a JSON object as in docs/moves.md) in two lines; the second may be empty."""
    seat = body.get("seat")
    who = player(table, seat) if isinstance(seat, int) else ""
    if isinstance(table, SevenWondersTable):
        said = _SEVEN_WONDERS.get(str(body.get("move")))
    elif isinstance(table, DuelTable):
        said = _DUEL.get(_kind(body))
    else:
        said = _ARCHITECTS.get(str(body.get("move")))
    what, detail = said(body, table) if said else (_kind(body), "")
    return (_("{player}: {what}").format(player=who, what=what) if who else what), detail


def _kind(body: Move) -> str:
    """What kind of move this is; in Duel what was turned up is told by its own key."""
    seen = [key for key in ("reveal", "offer", "layout") if key in body]
    return str(body.get("move") or (seen[0] if seen else ""))


def _take(body: Move, table: TableView) -> Lines:
    reason = body.get("because")
    given = names.giver(reason) if reason else ""
    return card(body["card"], "architects"), " · ".join(part for part in (source(body["from"], table), given) if part)


def _stage(body: Move, _table: TableView) -> Lines:
    return _("stage {n} built").format(n=stage_number(body["stage"])), spent(body.get("spent", ()))


def _progress(body: Move, _table: TableView) -> Lines:
    place = _("from the stack") if body.get("from") == "stack" else _("face up")
    paid = spent(body.get("spent", ()))
    return _token(body["token"], "architects"), f"{place} · {paid}" if paid else place


def _token(name: str, game: str) -> str:
    return _("token {name}").format(name=token(name, game))


def _medal(body: Move, _table: TableView) -> Lines:
    return _("medal “{name}”").format(name=medal(body["medal"])), where(body["where"])


def _turn_up(body: Move, _table: TableView) -> Lines:
    return _("turns up {name}").format(name=card(body["card"], "architects")), ""


_ARCHITECTS: Final[dict[str, Callable[[Move, Any], Lines]]] = {
    "take": _take,
    "build": _stage,
    "progress": _progress,
    "reveal": lambda body, _table: (_("New token face up"), token(body["token"], "architects")),
    "end_turn": lambda _body, _table: (_("ends the turn"), ""),
    "medal": _medal,
    "turn_up": _turn_up,
    "reveal_medal": lambda body, table: (medal(body["medal"]), names.medal_place(body.get("left_of"), table)),
}


def trade(body: Move, table: SevenWondersTable) -> str:
    """What a move of 7 Wonders buys from whom: ``2 x Clay from Anna``; empty: nothing."""
    bought = body.get("trade") or {}
    count, seat = len(table.players), int(body["seat"])
    parts = []
    for side, other in (("left", (seat + 1) % count), ("right", (seat - 1) % count)):
        goods = {name: number for name, number in (bought.get(side) or {}).items() if number}
        if goods:
            what = ", ".join(f"{number} × {names.resource(name)}" for name, number in goods.items())
            parts.append(_("{what} from {player}").format(what=what, player=player(table, other)))
    return " · ".join(parts)


def _built(body: Move, table: SevenWondersTable) -> Lines:
    return card(body["card"], "seven_wonders"), trade(body, table)


def _wonder_stage(body: Move, table: SevenWondersTable) -> Lines:
    return _("builds a stage of the wonder"), " · ".join(part for part in (_under(body), trade(body, table)) if part)


def _under(body: Move) -> str:
    """The card that goes face down, where somebody has seen it."""
    return card(body["card"], "seven_wonders") if body.get("card", "?") != "?" else ""


def _hand(body: Move, _table: TableView) -> Lines:
    return _("hand seen"), ", ".join(card(face, "seven_wonders") for face in body["cards"])


_SEVEN_WONDERS: Final[dict[str, Callable[[Move, Any], Lines]]] = {
    "build": _built,
    "stage": _wonder_stage,
    "discard": lambda body, _table: (_("discards a card for 3 coins"), _under(body)),
    "free": lambda body, _table: (card(body["card"], "seven_wonders"), _("built for free: Olympia")),
    "revive": lambda body, _table: (card(body["card"], "seven_wonders"), _("from the discard pile")),
    "choose": lambda _body, _table: (_("has chosen a card"), ""),
    "decline": lambda _body, _table: (_("declines"), ""),
    "hand": _hand,
}


def _draft(body: Move, _table: TableView) -> Lines:
    return _("chooses {name}").format(name=wonder(body["wonder"], "duel")), ""


def _wonder(body: Move, _table: TableView) -> Lines:
    return wonder(body["wonder"], "duel"), _("under it: {name}").format(name=card(body["card"], "duel"))


def _board_token(body: Move, _table: TableView) -> Lines:
    return _token(body["token"], "duel"), _("from the box") if body.get("from") == "box" else ""


_DUEL: Final[dict[str, Callable[[Move, Any], Lines]]] = {
    "build": lambda body, _table: (card(body["card"], "duel"), ""),
    "discard": lambda body, _table: (_("discards {name}").format(name=card(body["card"], "duel")), ""),
    "wonder": _wonder,
    "destroy": lambda body, _table: (_("discards the opponent's {name}").format(name=card(body["card"], "duel")), ""),
    "revive": lambda body, _table: (card(body["card"], "duel"), _("from the discard pile")),
    "progress": _board_token,
    "starter": lambda _body, _table: (_("begins the next age"), ""),
    "draft": _draft,
    "offer": lambda body, _table: (_("Wonders on offer"), ", ".join(wonder(name, "duel") for name in body["offer"])),
    "layout": lambda body, _table: (_("Cards of age {age} laid out").format(age="I" * body["age"]), ""),
    "reveal": lambda body, _table: (_("Card turned up"), card(body["card"], "duel")),
}

MOVES: Final = {"architects": _ARCHITECTS, "seven_wonders": _SEVEN_WONDERS, "duel": _DUEL}
"""By game: how each kind of move is told, by its name on the wire; ``choose`` is a choice that is secret yet."""
