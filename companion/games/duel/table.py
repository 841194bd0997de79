"""The picture of a table of Duel."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.games.duel import rules as duel
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.play import discard_gain
from companion.games.duel.rules.possible import possible
from companion.games.duel.rules.say import card_ids, price_line, wonder_ids
from companion.games.duel.rules.state import free_cards
from companion.games.tables import LogEntry, SeatView, TableView, common
from companion.games.vocabulary import Line, Sheet

_UNREAD = "?"


class Price(msgspec.Struct, frozen=True):
    """What something costs a player now, in coins, trade included, and why."""

    coins: int
    why: Line


class DuelSeat(SeatView, frozen=True, kw_only=True):
    """One city of Duel.

    ``wonders``: built or not, by id, in the order of the facts; ``unread_wonders``: of those that nobody has read, the
    same; ``prices``: of each wonder not built. ``symbols``: scientific ones by name; ``production``, ``trade``: how
    many, and at which price, by resource.
    """

    coins: int
    shields: int
    wonders: dict[str, bool]
    prices: dict[str, Price]
    progress: tuple[str, ...]
    symbols: dict[str, int]
    production: dict[str, int]
    trade: dict[str, int]
    unread_wonders: tuple[bool, ...] = ()

    @property
    def own(self) -> tuple[tuple[str, bool], ...]:
        """Every wonder (``"?"``: nobody has read it), and whether it is built."""
        return (*self.wonders.items(), *((_UNREAD, built) for built in self.unread_wonders))


class DuelTable(TableView, frozen=True, kw_only=True, tag="duel"):
    """A table of Duel: ``age`` 0 while wonders are drafted; ``left``: the cards left in the structure.

    ``layout``: the card of each of 20 slots (``"?"``: face down or unread, ``null``: taken; empty: not known);
    ``free``: what each card that may be taken costs the player to move; ``gain``: coins for discarding one.
    ``pawn``: -9..9, positive towards seat 1's capital. ``loot``: the military tokens left, by the pawn's place.
    ``board``: progress tokens to be won. ``choice``: what the player to move must choose (empty: nothing).
    ``supremacy``: how the game was won before its end, if so.
    """

    players: tuple[DuelSeat, ...]
    age: int
    left: int
    layout: tuple[str | None, ...]
    free: dict[str, Price]
    pawn: int
    loot: dict[int, int]
    board: tuple[str, ...]
    offer: tuple[str, ...]
    discard: tuple[str, ...]
    gain: int = 0
    choice: str = ""
    again: bool = False
    supremacy: Literal["", "military", "scientific"] = ""


Table = DuelTable


def table(state: duel.State, sheet: Sheet, *, over: bool) -> DuelTable:
    """The table; ``over``: nobody is to move any more. Where nobody knows whose turn it is, as it likeliest is."""
    state = possible(state)[0]
    said = duel.describe(state)
    return DuelTable(
        players=tuple(_seat(state, seat, sheet) for seat in range(state.players)),
        turn=state.number,
        **common("duel", state, sheet, over=over),
        age=state.age,
        left=said["left"],
        layout=tuple(said["layout"]),
        free={} if over else _free(state),
        gain=0 if over else discard_gain(state.cities[state.to_move]),
        pawn=state.pawn,
        loot={token["at"]: token["coins"] for token in said["loot"]},
        board=(*said["board"], *(_UNREAD,) * state.unread),
        offer=(*said["offer"], *(_UNREAD,) * state.offer_unread),
        discard=tuple(said["discard"]),
        choice="" if over else state.choice,
        again=state.again,
        supremacy="scientific" if state.supremacy == "science" else state.supremacy,
    )


def _seat(state: duel.State, seat: int, sheet: Sheet) -> DuelSeat:
    said, city = duel.describe_seat(state, seat), state.cities[seat]
    own = wonder_ids(city.wonders)
    return DuelSeat(
        seat=seat,
        name=state.names[seat] if state.names else f"Seat {seat}",
        score=sheet.totals[seat],
        categories=sheet.categories[seat],
        cards=dict.fromkeys(card_ids(city.cards), 1),
        coins=city.coins,
        shields=said["shields"],
        wonders={wonder: wonder in said["wonders"] for wonder in own},
        prices={wonder: _price(state, seat, wonder) for wonder in said["wonders_left"]},
        progress=tuple(said["progress"]),
        symbols=said["symbols"],
        production=said["production"],
        trade=said["trade"],
        unread_wonders=(*(True,) * state.raised[seat], *(False,) * state.unnamed[seat]),
    )


def _free(state: duel.State) -> dict[str, Price]:
    """What each card that may be taken costs the player to move; of a known layout only those that were read."""
    if state.age == 0:
        return {}
    free = free_cards(state)
    there = [card for card in free if card in state.laid] if state.laid else free
    return {card: _price(state, state.to_move, card) for card in card_ids(mask(there))}


def _price(state: duel.State, seat: int, piece: str) -> Price:
    price = quote(state, seat, piece)
    return Price(price.total, price_line(price))


def public_table(table: DuelTable) -> DuelTable:
    """Without the moves; a card that was laid face down and has a card on it shows its back."""
    laid = FACTS.layouts[table.age]
    standing = mask(slot for slot, card in enumerate(table.layout) if card is not None)
    layout = tuple(
        _UNREAD if card is not None and not laid.face_up >> slot & 1 and laid.covered_by[slot] & standing else card
        for slot, card in enumerate(table.layout)
    )
    return replace(table, moves=(), layout=layout)


def public_entry(entry: LogEntry) -> LogEntry:
    """An event without the cards that lay face down; what was irregular about turning one up, it was covered."""
    move = entry.move
    if move is not None and "layout" in move:
        up = FACTS.layouts[move["age"]].face_up
        cards = [card if up >> slot & 1 else None for slot, card in enumerate(move["layout"])]
        return replace(entry, move={**move, "layout": cards}, findings=())
    if move is not None and "reveal" in move and (entry.findings or entry.undone):
        return replace(entry, move=None, findings=())
    return entry
