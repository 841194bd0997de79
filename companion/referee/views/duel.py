"""The picture of a table of Duel."""

from companion.games import duel
from companion.games.common import Sheet
from companion.games.duel.facts import mask
from companion.games.duel.say import card_ids, player, wonder_ids
from companion.games.duel.state import free_cards
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
        winners=sheet.winners if over else (),
        age=state.age,
        left=said["left"],
        layout=tuple(said["layout"]),
        free={} if over else _free(state),
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
    """What every card that may be taken, or may turn out to lie there, costs the player to move."""
    if state.age == 0:
        return {}
    return {card: _price(state, state.to_move, card) for card in card_ids(mask(free_cards(state)))}


def _price(state: duel.State, seat: int, piece: str) -> Price:
    price = duel.quote(state, seat, piece)
    return Price(price.total, duel.price_words(price))
