"""What buildings, wonders and progress tokens do at once when they come into a city.

Sections "Cards of the ages", "Wonders", "Progress tokens". Who pays and whose turn is next is said elsewhere.
"""

from msgspec.structs import replace

from companion.games.duel.rules.counting import coins_when_built
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.military import advance, lose_coins, supremacy
from companion.games.duel.rules.price import Price
from companion.games.duel.rules.science import has_supremacy, makes_pair
from companion.games.duel.rules.state import City, State, all_built, discarded, with_city

ECONOMY = 1 << FACTS.token_index["economy"]
STRATEGY = 1 << FACTS.token_index["strategy"]
THEOLOGY = 1 << FACTS.token_index["theology"]
URBANISM = 1 << FACTS.token_index["urbanism"]
_RED = FACTS.colors["red"]


def pay(state: State, seat: int, price: Price) -> State:
    """Coins go to the bank; those spent in trade to an opponent with Economy. Nobody pays what he does not have."""
    if not price.coins and not price.trade:
        return state
    city, rival = state.cities[seat], state.cities[1 - seat]
    paid = min(city.coins, price.total)
    cities = with_city(state.cities, seat, _richer(city, -paid))
    if price.trade and rival.tokens & ECONOMY:
        cities = with_city(cities, 1 - seat, _richer(rival, min(paid, price.trade)))
    return replace(state, cities=cities)


def _richer(city: City, coins: int) -> City:
    return City(city.cards, city.wonders, city.built, city.tokens, city.coins + coins)


def gain(state: State, seat: int, coins: int) -> State:
    """Coins come out of the bank."""
    if not coins:
        return state
    return replace(state, cities=with_city(state.cities, seat, _richer(state.cities[seat], coins)))


def add_building(state: State, seat: int, card: int, *, chained: bool = False) -> State:
    """A building comes into the city, with all its effects; ``chained``: free by its chain symbol (Urbanism)."""
    old = state.cities[seat]
    city = City(old.cards | 1 << card, old.wonders, old.built, old.tokens, old.coins)
    cities = with_city(state.cities, seat, city)
    coins = coins_when_built(cities, seat, card)
    if chained and city.tokens & URBANISM:
        coins += FACTS.table.urbanism_coins
    if coins:
        cities = with_city(cities, seat, _richer(city, coins))
    state = replace(state, cities=cities)
    printed = FACTS.cards[card]
    if printed.shields:
        extra = FACTS.table.strategy_shields if city.tokens & STRATEGY and _RED >> card & 1 else 0
        return advance(state, seat, printed.shields + extra)
    return _after_symbol(state, seat, card) if printed.symbol else state


def _after_symbol(state: State, seat: int, card: int) -> State:
    """Six different symbols win; a pair lets its owner take a token from the board, if any is left there."""
    city = state.cities[seat]
    if has_supremacy(city):
        return supremacy(state, seat, "science")
    if makes_pair(city, card) and (state.board or state.unread > 0):
        return replace(state, choice="board")
    return state


def add_wonder(state: State, seat: int, wonder: int) -> State:
    """A wonder is built, with all its effects; the eighth goes back to the box when the seventh is built."""
    printed, old = FACTS.wonders[wonder], state.cities[seat]
    city = City(old.cards, old.wonders, old.built | 1 << wonder, old.tokens, old.coins + printed.gains)
    cities = with_city(state.cities, seat, city)
    state = returned(replace(state, cities=cities))
    if printed.rival_loses:
        state = lose_coins(state, 1 - seat, printed.rival_loses)
    return turn_after(advance(state, seat, printed.shields), seat, wonder)


def turn_after(state: State, seat: int, wonder: int) -> State:
    """The turn goes on as a wonder that was built just now has it: another one, something to be chosen."""
    if state.finished:
        return state
    printed = FACTS.wonders[wonder]
    again = printed.again or bool(state.cities[seat].tokens & THEOLOGY)
    return replace(state, again=again, choice=printed.choice if _can_choose(state, seat, printed.choice) else "")


def returned(state: State) -> State:
    """Section "Seven wonders, no more"."""
    if not all_built(state):
        return state
    city, other = state.cities
    return replace(state, returned=(city.wonders | other.wonders) & ~(city.built | other.built))


def _can_choose(state: State, seat: int, choice: str) -> bool:
    """Whether a wonder's choice has anything to choose from."""
    if not choice or state.finished:
        return False
    if choice == "revive":
        return discarded(state) != 0
    return choice == "box" or state.cities[1 - seat].cards & FACTS.colors[choice] != 0


def add_token(state: State, seat: int, token: int) -> State:
    """A progress token comes into the city: coins at once, or Law's symbol, or an effect from now on."""
    old = state.cities[seat]
    printed = FACTS.tokens[token]
    city = City(old.cards, old.wonders, old.built, old.tokens | 1 << token, old.coins + printed.gains)
    state = replace(state, cities=with_city(state.cities, seat, city))
    if printed.symbol and has_supremacy(city):
        return supremacy(state, seat, "science")
    return state


def destroy(state: State, seat: int, card: int) -> State:
    """The opponent's card goes to the discard pile; what it gave once stays given."""
    old = state.cities[1 - seat]
    city = City(old.cards & ~(1 << card), old.wonders, old.built, old.tokens, old.coins)
    return replace(state, cities=with_city(state.cities, 1 - seat, city), discard=state.discard | 1 << card)
