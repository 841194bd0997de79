"""The table before the first turn, or as it lies when somebody joins it in the middle of a game."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.games.seven_wonders.rules.facts import CARDS, EDITIONS, TABLE, cards_in
from companion.games.seven_wonders.rules.hands import taken
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.position import CityPosition, cities_of
from companion.games.seven_wonders.rules.setup import STAGE, CityUnderway, Setup, Underway, check_setup
from companion.games.seven_wonders.rules.state import (
    Cards,
    Chosen,
    City,
    State,
    dealt,
    free_city_controller,
    holder_of,
)
from companion.games.seven_wonders.rules.turns import settle
from companion.games.vocabulary import InvalidSetup, PositionError


def begin(setup: Setup) -> State:
    """The table as it is set up. Section 'Set-up'. Raises ``InvalidSetup``."""
    check_setup(setup)
    players = len(setup.wonders)
    facts = EDITIONS[setup.edition]
    boards = (facts.board_index[board] for board in setup.boards)
    cities = tuple(City(board, 0, 0, TABLE.starting_coins) for board in boards)
    state = State(
        players=players,
        rules=setup.house_rules,
        names=setup.names,
        cities=cities,
        hands=dealt(players, 1),
        unseen=facts.copies(players),
        chosen=(None,) * len(cities),
        edition=setup.edition,
    )
    return state if setup.position is None else _underway(state, setup, setup.position)


def _underway(state: State, setup: Setup, position: Underway) -> State:
    """The same table after what has been played. Raises ``InvalidSetup``."""
    _cities(state, setup, position.cities)
    found = _cities(state, setup, [_before_it_laid(city) for city in position.cities])
    last = max((CARDS[card].age for card in _built(found)), default=0)
    if last > position.age:
        raise InvalidSetup(f"A card of age {last} lies there: age {position.age} is being played.")
    played = sum(position.turn - 1 + (city.laid == UNSEEN) for city in position.cities)
    built = Counter(_built(found))
    stages = sum(city.stages for city in found)
    under, discard = _face_down(built.elements(), len(found), stages, position, played)
    waiting = list(under)
    cities = tuple(replace(city, under=tuple(sorted(waiting.pop(0) for _ in range(city.stages)))) for city in found)
    state = replace(
        state,
        cities=cities,
        hands=_held(state.players, position),
        unseen=tuple(count - built[card] for card, count in enumerate(state.unseen)),
        discard=discard,
        guessed=tuple(sorted(under)),
        age=position.age,
        turn=position.turn,
    )
    for seat, city in enumerate(position.cities):
        if city.laid:
            state = _with_laid(state, seat, city.laid)
    return settle(state)


def _cities(state: State, setup: Setup, lying: Sequence[CityUnderway]) -> tuple[City, ...]:
    described = [
        (f"seat {seat}", CityPosition(*board, city.stages, city.coins, city.conflict_tokens, city.cards))
        for seat, (board, city) in enumerate(zip(setup.boards, lying, strict=True))
    ]
    try:
        return cities_of(described, state.players, state.facts)
    except PositionError as error:
        raise InvalidSetup(str(error)) from None


def _before_it_laid(city: CityUnderway) -> CityUnderway:
    """A city without this turn's card, where that is known."""
    cards = tuple(card for card in city.cards if card != city.laid)
    return replace(city, cards=cards, stages=city.stages - (city.laid == STAGE))


def _with_laid(state: State, seat: int, laid: str) -> State:
    """A seat has chosen: what it paid has been paid."""
    if laid == UNSEEN:
        chosen = Chosen("laid", -state.age)
    else:
        chosen = Chosen("stage", -state.age) if laid == STAGE else Chosen("build", state.facts.index[laid])
    hands, unseen = taken(state, holder_of(state, seat), chosen.card)
    every = (*state.chosen[:seat], chosen, *state.chosen[seat + 1 :])
    return replace(state, hands=hands, unseen=unseen, chosen=every)


def _built(cities: Iterable[City]) -> list[int]:
    return [card.place for city in cities for card in cards_in(city.cards)]


def _held(players: int, position: Underway) -> tuple[Cards, ...]:
    """The hands, unseen. With two players whoever controls the Free City has drawn from its pile."""
    hand = (-position.age,) * (TABLE.hand - position.turn + 1)
    if players > 2:
        return (hand,) * players
    holder = free_city_controller(position.age, position.turn)
    return tuple((*hand, -position.age) if seat == holder else hand for seat in range(players))


def _face_down(built: Iterable[int], cities: int, stages: int, position: Underway, played: int) -> tuple[Cards, Cards]:
    """What lies under the boards and what was discarded: all cards that have left the hands but those in the cities.

    When an age is over, all that are left are thrown away. How many of each age lie face down is known, and which of
    them are under the boards is not: those of the earliest ages are taken to be.
    ``played``: how many cards of this age have been.
    """
    there = Counter(CARDS[card].age for card in built)
    gone = dict.fromkeys(range(1, position.age), cities * TABLE.hand) | {position.age: played}
    thrown = sum(gone.values()) - there.total() - stages
    if thrown < 0:
        raise InvalidSetup(
            f"{there.total() + stages} cards lie in the cities and under the boards: before turn {position.turn} of "
            f"age {position.age} {sum(gone.values())} had been played."
        )
    hidden = [-age for age, count in gone.items() for _ in range(count - there[age])]
    return tuple(hidden[:stages]), tuple(sorted(hidden[len(hidden) - thrown :]))
