"""A table of Architects that is joined in the middle of a game: what really lies there, as people tell it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.state import State, built_stages
from companion.games.finished import NUMBER, Told
from companion.twin.dealer import Dealer


def played_unseen(dealer: Dealer, moves: int) -> None:
    """So many moves are played before anybody looks on, and the turn to its end."""
    while len(dealer.played) < moves or dealer.state.turn.opened:
        if dealer.step() is None:
            return


def told_of(state: State) -> list[dict[str, dict[str, int]]]:
    """What lies before each player."""
    cities = []
    for seat, city in enumerate(state.cities):
        told = {
            "wonder": {city.wonder: 1},
            "cards": {card.id: count for card, count in zip(FACTS.cards, city.cards, strict=True) if count},
            "stages": dict.fromkeys(built_stages(state.facts, city), 1),
            "progress": dict(Counter(city.progress)),
            "military": {NUMBER: city.military} if city.military else {},
            "cat": {NUMBER: 1} if state.cat == seat else {},
        }
        cities.append({field: counts for field, counts in told.items() if counts})
    return cities


def fields_apart(seen: Sequence[Told], true: Sequence[Told]) -> int:
    """In how many fields of a city what was seen is put right; the wonder is known from the set-up."""
    fields = {field for told in (*seen, *true) for field in told} - {"wonder"}
    return sum(
        one.get(field, {}) != other.get(field, {}) for one, other in zip(seen, true, strict=True) for field in fields
    )


def as_known(state: State) -> tuple[Any, ...]:
    """A table but for what nobody can see who joins: what lies in the decks, and which turn it is."""
    return state.cities, state.cat, state.battle, state.to_move, sorted(state.face_up), state.finished
