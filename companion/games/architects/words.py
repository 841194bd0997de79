"""What Architects says that stands in no table: English gaps, how moves are told, what breaks a tie."""

from collections.abc import Callable
from typing import Any, Final

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.state import State
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.vocabulary import UNREAD
from companion.words.facet import Lines, Move
from companion.words.language import _, plural
from companion.words.names import (
    card,
    medal,
    medal_place,
    source,
    spent,
    stage_number,
    token,
    token_taken,
    where,
    wonder,
)

_GAME: Final = "architects"
_DECKS: Final = {"left": "left (own deck)", "right": "right neighbour's deck", "central": "central deck"}
_SIDES: Final = {"centre": "in the centre, within reach", "left": "to the left", "right": "to the right"}


def player(state: State, seat: int) -> str:
    """A player by name, or by wonder and seat."""
    return state.names[seat] if state.names else f"{state.wonders[seat].capitalize()} (seat {seat})"


def _source(source: str) -> str:
    kind, colon, seat = source.partition(":")
    if colon:
        return f"cards before seat {seat}" if kind == "city" else f"deck of seat {seat}"
    return _DECKS[source]


def _token(token: str) -> str:
    return TOKENS[token].name if token in TOKENS else token


LONG_GAPS: Final[dict[str, Callable[[Any], str]]] = {
    "card": lambda card: FACTS.cards[FACTS.index[card]].name,
    "cards": lambda cards: " + ".join(cards) or "nothing",
    "source": _source,
    "sources": lambda sources: ", ".join(map(_source, sources)) or "nowhere",
    "stages": " or ".join,
    "below": " and ".join,
    "due": "; ".join,
    "token": _token,
    "reason": str.capitalize,
    "medal": lambda medal: MEDALS[MEDAL_PLACE[medal]].goal,
    "where": lambda where: _SIDES[where],
    "wrong_reason/first_card.reason": str,
    "wrong_deck/none.source": repr,
    "medal_not_there.medal": str,
    "medal_not_there/seen.medal": str,
    "deck.source": str,
    "token.token": str,
    "medal.medal": str,
    "medal_at.medal": str,
    "medal_at.where": str,
}
"""Names in the sentences, by gap, or by code and gap: where there is none, the id is said."""


def tie_break(seat: ArchitectsSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "End of the game"), and in words."""
    built = sum(seat.stages.values())
    return built, plural("{n} stage built", "{n} stages built", built)


def _take(body: Move, table: ArchitectsTable) -> Lines:
    reason = body.get("because")
    given = (token if reason in TOKENS else wonder)(reason, _GAME) if reason not in (None, UNREAD) else ""
    return card(body["card"], _GAME), " · ".join(part for part in (source(body["from"], table), given) if part)


def _stage(body: Move, _table: ArchitectsTable) -> Lines:
    return _("stage {n} built").format(n=stage_number(body["stage"])), spent(body.get("spent", ()), _GAME)


def _progress(body: Move, _table: ArchitectsTable) -> Lines:
    place = _("from the stack") if body.get("from") == "stack" else _("face up")
    paid = spent(body.get("spent", ()), _GAME)
    return token_taken(body["token"], _GAME), f"{place} · {paid}" if paid else place


def _medal(body: Move, _table: ArchitectsTable) -> Lines:
    return _("medal “{name}”").format(name=medal(body["medal"])), where(body["where"])


def _turn_up(body: Move, _table: ArchitectsTable) -> Lines:
    return _("turns up {name}").format(name=card(body["card"], _GAME)), ""


MOVES: Final[dict[str, Callable[[Move, ArchitectsTable], Lines]]] = {
    "take": _take,
    "build": _stage,
    "progress": _progress,
    "reveal": lambda body, _table: (_("New token face up"), token(body["token"], _GAME)),
    "end_turn": lambda _body, _table: (_("ends the turn"), ""),
    "medal": _medal,
    "turn_up": _turn_up,
    "reveal_medal": lambda body, table: (medal(body["medal"]), medal_place(body.get("left_of"), table)),
}
