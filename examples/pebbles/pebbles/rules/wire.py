"""Set-ups, moves and states as JSON objects."""

from typing import Any

from companion.games.reading import check_known, read_move, read_setup, write_move
from companion.games.vocabulary import InvalidSetup, UnknownMoveError
from pebbles.rules.judge import obligations
from pebbles.rules.pieces import CARDS, PILES, SEATS
from pebbles.rules.state import Counts, Setup, State, Take


def parse_setup(obj: Any) -> Setup:
    """The set-up. Raises ``InvalidSetup`` with one clear line."""
    return read_setup(obj, "pebbles", Setup, _check_setup, '{"game": "pebbles", "first": 0}')


def _check_setup(setup: Setup) -> None:
    if not 0 <= setup.first < SEATS:
        raise InvalidSetup(f"Seat {setup.first} cannot begin: the seats are 0 and 1.")
    if setup.names and len(setup.names) != SEATS:
        raise InvalidSetup(f"There are {len(setup.names)} names: Pebbles is for 2 players; give two names, or none.")


def parse_move(obj: Any) -> Take:
    """The move. Raises ``UnknownMoveError`` with one clear line."""
    move: Take = read_move(obj, Take)
    check_known("card", move.card, CARDS)
    check_known("pile", move.source, PILES)
    if not 0 <= move.seat < SEATS:
        raise UnknownMoveError(f"no seat {move.seat}: the seats are 0 and 1")
    return move


dump_move = write_move


def counted(cards: Counts) -> dict[str, int]:
    """Cards by id, those only that are there."""
    return {card: count for card, count in zip(CARDS, cards, strict=True) if count}


def describe_seat(state: State, seat: int) -> dict[str, Any]:
    """One player's side of the table."""
    return {"cards": counted(state.cities[seat]), "starfish": state.starfish[seat]}


def describe(state: State) -> dict[str, Any]:
    """The whole table."""
    return {
        "to_move": state.to_move,
        "piles": dict(zip(PILES, state.piles, strict=True)),
        "tide": state.tide,
        "discard": counted(state.discard),
        "finished": state.finished,
        "obligations": list(obligations(state)),
        "seats": [describe_seat(state, seat) for seat in range(SEATS)],
    }
