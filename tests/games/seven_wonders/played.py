"""What is played at a table of 7 Wonders in tests, and what is asked of it then."""

from collections.abc import Iterable

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Move, State
from companion.games.seven_wonders.rules.describe import buildings
from companion.games.seven_wonders.rules.moves import Bought, Build, BuildStage, Decline, Discard, Hand, Trade
from companion.games.seven_wonders.rules.state import City, to_choose
from companion.games.vocabulary import Finding


def play(state: State, *moves: Move) -> State:
    """The state after legal moves; an irregular one fails the test."""
    for move in moves:
        state = rules.apply(state, move)
    return state


def turn(state: State, *moves: Move) -> State:
    """The state after these choices, everybody else discarding a card that nobody sees."""
    state = play(state, *moves)
    while to_choose(state) and not state.offers and any(state.chosen):
        state = rules.apply(state, Discard(to_choose(state)[0]), strict=False)
    return state


def build(seat: int, card: str, left: str = "", right: str = "") -> Build:
    """Building; ``left`` and ``right``: what is bought, as ``"wood wood clay"``."""
    return Build(seat, card, _trade(left, right))


def stage(seat: int, card: str = "?", left: str = "", right: str = "") -> BuildStage:
    """Building the next stage; ``left`` and ``right`` as for ``build``."""
    return BuildStage(seat, card, _trade(left, right))


def _trade(left: str, right: str) -> Trade | None:
    return Trade(_bought(left), _bought(right)) if left or right else None


def _bought(words: str) -> Bought:
    names = words.split()
    return Bought(**{name: names.count(name) for name in names})


def names(city: City) -> set[str]:
    """The buildings of a city by id."""
    return set(buildings(city))


def coins(state: State) -> tuple[int, ...]:
    """The coins of all cities."""
    return tuple(city.coins for city in state.cities)


def codes(found: Iterable[Finding]) -> list[str]:
    """The codes of findings."""
    return [finding.code for finding in found]


def legal_of(state: State, seat: int) -> set[Move]:
    """The legal moves of one seat."""
    return {move for move in rules.legal(state) if move.seat == seat}


def cards_in(moves: Iterable[Move]) -> set[str]:
    """The cards that these moves name."""
    return {move.card for move in moves if not isinstance(move, Decline | Hand)}
