"""Players for practice: one that plays anything, one that plays what is worth most at once."""

from collections.abc import Sequence
from random import Random

from companion.games.duel.rules.counting import coins_when_built, count
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.moves import Build, BuildWonder, Destroy, DraftWonder, Move, Revive, TakeProgress
from companion.games.duel.rules.price import Price, building_price, trade_prices, wonder_price
from companion.games.duel.rules.science import symbol_count
from companion.games.duel.rules.state import City, State, with_city
from companion.games.playing import greedy
from companion.games.vocabulary import Policy

_TOKEN_WORTH = {
    "agriculture": 6.0,
    "architecture": 4.0,
    "economy": 4.0,
    "law": 5.0,
    "masonry": 3.0,
    "mathematics": 5.0,
    "philosophy": 7.0,
    "strategy": 4.5,
    "theology": 6.0,
    "urbanism": 5.0,
}
"""How much the greedy player likes a token: roughly the points that it brings."""
_CHOICE_WORTH = {"": 0.0, "brown": 2.5, "grey": 2.5, "revive": 4.0, "box": 5.5}
_AGAIN = 2.5
_WIN = 1000.0


def random_policy(state: State, moves: Sequence[Move], rng: Random) -> Move:  # noqa: ARG001 - a Policy's signature
    """Any of the moves, all alike: with one draw a move, as recorded games have it."""
    return moves[int(rng.random() * len(moves))]


def _worth(state: State, move: Move) -> float:
    """About how many points a move brings: points, shields, symbols, production, against what it costs."""
    if isinstance(move, Build):
        return _build_worth(state, move)
    if isinstance(move, BuildWonder):
        return _wonder_worth(state, move)
    if isinstance(move, TakeProgress):
        return _TOKEN_WORTH[move.token]
    if isinstance(move, Revive | Destroy):
        owner = move.seat if isinstance(move, Revive) else 1 - move.seat
        return card_worth(state, owner, FACTS.index[move.card])
    if isinstance(move, DraftWonder):
        return _printed_worth(FACTS.wonder_index[move.wonder])
    return 0.9


def _build_worth(state: State, move: Build) -> float:
    city, rival = state.cities[move.seat], state.cities[1 - move.seat]
    card = FACTS.index[move.card]
    return card_worth(state, move.seat, card) - _coin_worth(building_price(city, rival, card))


def _coin_worth(price: Price) -> float:
    return 0.4 * price.total


def card_worth(state: State, seat: int, place: int) -> float:
    """About how many points a card is worth in a player's city now, price aside."""
    card, city = FACTS.cards[place], state.cities[seat]
    rival = state.cities[1 - seat]
    with_card = City(city.cards | 1 << place, city.wonders, city.built, city.tokens, city.coins)
    cities = with_city(state.cities, seat, with_card)
    worth = card.points + 0.33 * coins_when_built(cities, seat, place) + _shield_worth(state, seat, card.shields)
    if card.symbol:
        worth += _symbol_worth(city, with_card)
    if card.points_each and card.counts:
        worth += card.points_each * max(count(city, card.counts), count(rival, card.counts))
    if card.produces or card.one_of or card.price_one:
        saved = sum(trade_prices(city, rival)) - sum(trade_prices(with_card, rival))
        worth += (4 - state.age) * (0.9 * sum(card.produces.values()) + 0.6 * bool(card.one_of) + 0.3 * saved)
    return worth + (0.8 if card.gives else 0.0)


def _symbol_worth(before: City, after: City) -> float:
    different = symbol_count(after)
    if different >= FACTS.table.symbols_to_win:
        return _WIN
    if different == symbol_count(before):
        return 4.5
    return 1.0 + 0.5 * different


def _shield_worth(state: State, seat: int, shields: int) -> float:
    if not shields:
        return 0.0
    ahead = -state.pawn if seat else state.pawn
    if ahead + shields >= FACTS.table.capital:
        return _WIN
    return shields * (1.1 + 0.15 * abs(ahead))


def _printed_worth(place: int) -> float:
    wonder = FACTS.wonders[place]
    worth = wonder.points + 0.33 * (wonder.gains + wonder.rival_loses) + _CHOICE_WORTH[wonder.choice]
    return worth + (_AGAIN if wonder.again else 0.0) + 1.5 * bool(wonder.one_of) + 1.2 * wonder.shields


def _wonder_worth(state: State, move: BuildWonder) -> float:
    city, rival = state.cities[move.seat], state.cities[1 - move.seat]
    place = FACTS.wonder_index[move.wonder]
    worth = _printed_worth(place) + _shield_worth(state, move.seat, FACTS.wonders[place].shields)
    lost = 0.05 * len(places(FACTS.parents[FACTS.index[move.card]] & city.cards))
    return worth - _coin_worth(wonder_price(city, rival, place)) - lost


POLICIES: dict[str, Policy[State, Move]] = {"random": random_policy, "greedy": greedy(_worth)}
