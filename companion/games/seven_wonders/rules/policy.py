"""Players for practice: one that plays anything, one that plays what is worth most at once."""

from collections.abc import Sequence

from companion.games.playing import greedy, random_policy
from companion.games.seven_wonders.rules.counting import count
from companion.games.seven_wonders.rules.effects import (
    Coins,
    CoinsPer,
    Effect,
    Points,
    PointsPer,
    Price,
    Produce,
    Science,
    Shields,
)
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, OF_COLOR, TABLE
from companion.games.seven_wonders.rules.military import shields
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Decline, Discard, Hand, Move, Trade
from companion.games.seven_wonders.rules.payments import named_payment
from companion.games.seven_wonders.rules.production import prices
from companion.games.seven_wonders.rules.state import City, State, neighbours
from companion.games.seven_wonders.rules.trade import bought
from companion.games.vocabulary import Policy

_COIN = 1 / TABLE.coins_per_point
"""Points for a coin."""
_EACH: dict[type, float] = {Points: 1.0, PointsPer: 1.0, Coins: _COIN, CoinsPer: _COIN}


def _worth(state: State, move: Move) -> float:
    """What a move brings by itself: points, resources while there is time to use them, strength in need."""
    if isinstance(move, Discard):
        return TABLE.discard_coins * _COIN
    if isinstance(move, Decline | Hand):
        return 0.0
    city = state.cities[move.seat]
    spent = _coins_spent(city, move.trade) if isinstance(move, Build | BuildStage) else 0
    if isinstance(move, BuildStage):
        stage = BOARDS[city.board].stages[city.stages]
        return 1.0 + _effects_worth(state, move.seat, stage.effects) - spent * _COIN
    effects = CARDS[state.facts.index[move.card]].effects
    return 0.5 + _effects_worth(state, move.seat, effects) - spent * _COIN


def _coins_spent(city: City, trade: Trade | None) -> int:
    if trade is None:
        return 0
    return named_payment(*bought(trade), prices(city.board, city.cards, city.stages)).coins


def _effects_worth(state: State, seat: int, effects: Sequence[Effect]) -> float:
    return sum(_effect_worth(state, seat, effect) for effect in effects)


def _effect_worth(state: State, seat: int, effect: Effect) -> float:
    """About how many points an effect is worth to a city now."""
    if isinstance(effect, Points | Coins):
        return effect.amount * _EACH[type(effect)]
    if isinstance(effect, CoinsPer | PointsPer):
        return effect.amount * _EACH[type(effect)] * count(effect.what, effect.where, state.cities, seat)
    if isinstance(effect, Shields):
        return _shields_worth(state, seat, effect.amount)
    if isinstance(effect, Science):
        return 1.5 + 1.1 * (state.cities[seat].cards & OF_COLOR["green"]).bit_count()
    if isinstance(effect, Produce):
        return (4.0 - state.age) * (1.0 + 0.3 * len(effect.resources)) * effect.amount if state.age < 3 else 0.0
    return 4.0 - state.age if isinstance(effect, Price) else 3.0


def _shields_worth(state: State, seat: int, amount: int) -> float:
    """What these shields would win in the next conflicts, and a little for the later ones."""
    own = shields(state.cities[seat])
    victory = TABLE.victory_points[state.age - 1]
    worth = 0.4 * amount
    for other in neighbours(len(state.cities), seat):
        strength = shields(state.cities[other])
        worth += victory * ((own + amount > strength) - (own > strength)) + (
            (own + amount >= strength) - (own >= strength)
        )
    return worth


POLICIES: dict[str, Policy[State, Move]] = {"random": random_policy, "greedy": greedy(_worth)}
