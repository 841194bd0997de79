"""The picture of a table of Duel."""

from msgspec.structs import replace

from companion.games.duel import rules as duel
from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.play import discard_gain
from companion.games.duel.rules.say import card_ids, player, wonder_ids
from companion.games.duel.rules.state import free_cards
from companion.games.vocabulary import Sheet
from companion.referee.fold import Fold
from companion.referee.messages import LogEntry
from companion.referee.tables import DuelSeat, DuelTable, Price

_UNREAD = "?"


def table(state: duel.State, sheet: Sheet, *, over: bool) -> DuelTable:
    """The table; ``over``: nobody is to move any more."""
    said = duel.describe(state)
    return DuelTable(
        players=tuple(_seat(state, seat, sheet) for seat in range(state.players)),
        turn=state.number,
        to_move=None if over else state.to_move,
        obligations=() if over else duel.obligations(state),
        moves=() if over else tuple(duel.dump_move(move) for move in duel.legal(state)),
        finished=over,
        winners=sheet.winners if state.finished else (),
        age=state.age,
        left=said["left"],
        layout=tuple(said["layout"]),
        free={} if over else _free(state),
        gain=0 if over else discard_gain(state.cities[state.to_move]),
        pawn=state.pawn,
        loot={token["at"]: token["coins"] for token in said["loot"]},
        board=(*said["board"], *(_UNREAD,) * state.unread),
        offer=tuple(said["offer"]),
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
        name=player(state, seat),
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
    )


def _free(state: duel.State) -> dict[str, Price]:
    """What each card that may be taken costs the player to move; of a known layout only those that were read."""
    if state.age == 0:
        return {}
    free = free_cards(state)
    there = [card for card in free if card in state.laid] if state.laid else free
    return {card: _price(state, state.to_move, card) for card in card_ids(mask(there))}


def _price(state: duel.State, seat: int, piece: str) -> Price:
    price = duel.quote(state, seat, piece)
    return Price(price.total, duel.price_words(price))


def secrets(_: Fold) -> frozenset[int]:
    """No move is hidden; what was looked at before it was turned up is left out by ``public_entry``."""
    return frozenset()


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
