"""The picture of a table of 7 Wonders. With two players the Free City is the last seat."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from companion.games.seven_wonders import rules as seven_wonders
from companion.games.seven_wonders.rules.describe import buildings
from companion.games.seven_wonders.rules.facts import BOARDS, SYMBOLS, TABLE
from companion.games.seven_wonders.rules.military import shields
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.science import city_symbols, city_wilds
from companion.games.seven_wonders.rules.state import City, free_city_controller, to_choose
from companion.games.tables import LogEntry, Played, SeatView, TableView, common
from companion.games.vocabulary import Finding, Sheet

_FACE_DOWN = ("stage", "discard")
"""What these are done with lies face down."""
_TOLD_BY_HANDS = ("card_not_in_hand", "card_not_left", "card_not_discarded", "free_city_discards")
"""Findings that depend on what is in hands or lies face down."""


class SevenWondersSeat(SeatView, frozen=True, kw_only=True):
    """One city of 7 Wonders (with two players, the last is the Free City).

    ``stages`` of ``stage_count`` are built on ``side`` ``A`` or ``B``; ``conflict_tokens`` in the order won;
    ``science``: symbols by name, wild ones as ``wild``; ``hand``: how many cards are in hand; ``chosen``: whether this
    turn's card is chosen (never which); ``buildings``: the cards in the order of the facts; ``free_city``: this one.
    """

    side: str
    stages: int
    stage_count: int
    coins: int
    shields: int
    conflict_tokens: tuple[int, ...]
    science: dict[str, int]
    hand: int
    chosen: bool
    buildings: tuple[str, ...]
    free_city: bool = False


class SevenWondersTable(TableView, frozen=True, kw_only=True, tag="seven_wonders"):
    """A table of 7 Wonders: ``age`` 1..3, ``passing`` ``left`` or ``right``; ``to_choose``: the seats not ready yet.

    ``offer``: what a wonder offers to the seat that is to choose: its ``seventh`` card, or to ``revive`` one of the
    discard pile (empty: nothing). ``controller``: with two players, who chooses for the Free City now.
    ``edition``: of the box, 1 or 2.
    """

    players: tuple[SevenWondersSeat, ...]
    age: int
    passing: Literal["left", "right"]
    to_choose: tuple[int, ...]
    discard: int
    offer: Literal["", "seventh", "revive"] = ""
    controller: int | None = None
    edition: int = 1


Table = SevenWondersTable


def table(state: seven_wonders.State, sheet: Sheet, *, over: bool) -> SevenWondersTable:
    """The table; ``over``: nobody is to choose any more."""
    return SevenWondersTable(
        players=tuple(_seat(state, seat, sheet) for seat in range(len(state.cities))),
        turn=state.turn,
        **common("seven_wonders", state, sheet, over=over),
        age=state.age,
        passing=TABLE.pass_to[state.age - 1],
        to_choose=() if over else to_choose(state),
        discard=len(state.discard),
        offer=state.offers[0][1] if state.offers and not over else "",
        controller=free_city_controller(state.age, state.turn) if state.players == 2 else None,
        edition=state.edition,
    )


def _seat(state: seven_wonders.State, seat: int, sheet: Sheet) -> SevenWondersSeat:
    city = state.cities[seat]
    board = BOARDS[city.board]
    scored = seat < state.players
    cards = buildings(city)
    return SevenWondersSeat(
        seat=seat,
        name=_name(state, seat),
        wonder=board.wonder,
        score=sheet.totals[seat] if scored else 0,
        categories=sheet.categories[seat] if scored else {},
        cards=dict.fromkeys(cards, 1),
        side=board.side,
        stages=city.stages,
        stage_count=len(board.stages),
        coins=city.coins,
        shields=shields(city),
        conflict_tokens=city.tokens,
        science=_science(city),
        hand=len(state.hands[seat]) if scored else 0,
        chosen=state.chosen[seat] is not None,
        buildings=tuple(cards),
        free_city=not scored,
    )


def _science(city: City) -> dict[str, int]:
    """How many of each symbol a city has, wild ones apart; none of those that it lacks."""
    found = dict(zip(SYMBOLS, city_symbols(city), strict=True)) | {"wild": len(city_wilds(city))}
    return {symbol: count for symbol, count in found.items() if count}


def _name(state: seven_wonders.State, seat: int) -> str:
    """A player's own name, or the city's."""
    named = state.names[seat : seat + 1] or (BOARDS[state.cities[seat].board].wonder.capitalize(),)
    return named[0]


def secrets(played: Sequence[Played], undone: frozenset[int]) -> frozenset[int]:
    """The choices of the turn that is not over; and what was taken back, which may never have been shown."""
    resolved = max((k for k, e in enumerate(played) if any(e.before.chosen) and not any(e.after.chosen)), default=-1)
    choosing = {entry.seq for entry in played[resolved + 1 :] if any(entry.after.chosen)}
    ahead = {entry.seq for entry in played if entry.move in played[-1].after.ahead}
    return undone | choosing | ahead


def public_entry(entry: LogEntry) -> LogEntry:
    """An event without what is in hands, lies face down, or was chosen in a turn that is not over."""
    move = entry.move
    if move is None:
        return entry
    if move["move"] == "hand":
        return replace(entry, move=None, findings=())
    if entry.secret:
        return replace(entry, move={"move": "choose", "seat": move["seat"]}, findings=())
    if move["move"] in _FACE_DOWN:
        move = {**move, "card": UNSEEN}
    return replace(entry, move=move, findings=tuple(_public(f) for f in entry.findings if f.code not in _TOLD_BY_HANDS))


def _public(finding: Finding) -> Finding:
    """What would have been right is made of what is in hands."""
    return replace(finding, legal=())
