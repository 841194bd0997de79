"""A table that is joined in the middle of a game: what really lies there, as people tell it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.architects import joined as architects
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.state import State, built_stages
from companion.games.duel.places import slots
from companion.games.duel.rules.say import card_ids, token_ids, wonder_ids
from companion.games.duel.rules.state import State as DuelState
from companion.games.finished import NUMBER, Told
from companion.games.seven_wonders.finished import belongs as counted
from companion.games.seven_wonders.places import face_of
from companion.games.seven_wonders.rules.facts import cards_in
from companion.games.seven_wonders.rules.state import State as SevenWondersState
from companion.twin.dealer import Dealer
from tests.games.duel import joining as duel
from tests.games.seven_wonders import joining as seven_wonders


def joined_table(game: str, players: int, seed: int, late: int, *expansions: str) -> Dealer:
    """An open table after so many moves that no camera saw."""
    dealer = Dealer(game, players, seed, table="open", expansions=expansions)
    played_unseen(dealer, late)
    return dealer


def played_unseen(dealer: Dealer, moves: int) -> None:
    """So many moves are played before anybody looks on, and on to where the table can be joined."""
    while len(dealer.played) < moves or not can_join(dealer.state):
        if dealer.step() is None:
            return


def can_join(state: Any) -> bool:
    """Whether a table can be joined now: 7 Wonders also in the middle of a turn."""
    if isinstance(state, SevenWondersState):
        return seven_wonders.can_join(state)
    return duel.can_join(state) if isinstance(state, DuelState) else not state.turn.opened


def told_of(state: Any) -> list[dict[str, dict[str, int]]]:
    """What lies before each player; last, if there is any, what is told of the table."""
    of = _of_seven_wonders if isinstance(state, SevenWondersState) else _of_architects
    cities = _of_duel(state) if isinstance(state, DuelState) else of(state)
    return [{field: counts for field, counts in told.items() if counts} for told in cities]


def _of_architects(state: State) -> list[dict[str, dict[str, int]]]:
    return [
        {
            "wonder": {city.wonder: 1},
            "cards": {card.id: count for card, count in zip(FACTS.cards, city.cards, strict=True) if count},
            "stages": dict.fromkeys(built_stages(state.facts, city), 1),
            "progress": dict(Counter(city.progress)),
            "military": {NUMBER: city.military} if city.military else {},
            "cat": {NUMBER: 1} if state.cat == seat else {},
            "medals": {NUMBER: len(city.medals)} if city.medals else {},
        }
        for seat, city in enumerate(state.cities)
    ]


def _of_duel(state: DuelState) -> list[dict[str, dict[str, int]]]:
    cities = [
        {
            "cards": dict.fromkeys(card_ids(city.cards), 1),
            "wonders": dict.fromkeys(wonder_ids(city.built), 1),
            "progress": dict.fromkeys(token_ids(city.tokens), 1),
            "coins": {NUMBER: city.coins} if city.coins else {},
        }
        for city in state.cities
    ]
    numbers = {"pawn": state.pawn, "age": state.age}
    lie = [name.partition("/")[2] for k, name in enumerate(slots(state.age)) if state.laid and state.standing >> k & 1]
    table = {name: {NUMBER: number} if number else {} for name, number in numbers.items()}
    return [*cities, table | {"standing": dict.fromkeys(lie, 1)}]


def _of_seven_wonders(state: SevenWondersState) -> list[dict[str, dict[str, int]]]:
    cities = [
        {
            "cards": {counted(face_of(card.place).partition("/")[2])[1]: 1 for card in cards_in(city.cards)},  # type: ignore[index]
            "tokens": dict(Counter(map(str, city.tokens))),
            "stages": {NUMBER: city.stages} if city.stages else {},
            "coins": {NUMBER: city.coins} if city.coins else {},
            "laid": {laid: 1} if (laid := seven_wonders.laid(state, seat)) else {},
        }
        for seat, city in enumerate(seven_wonders.lying(state))
    ]
    return [*cities, {"age": {NUMBER: state.age}, "turn": {NUMBER: state.turn}}]


def fields_apart(seen: Sequence[Told], true: Sequence[Told]) -> int:
    """In how many fields of a city what was seen is put right; the wonder is known from the set-up.

    What is asked of all players at once is put right at once.
    """
    fields = {field for told in (*seen, *true) for field in told} - {"wonder"}
    together = {field.name for field in architects.fields(1) if field.together}
    pairs = [(field, one, other) for one, other in zip(seen, true, strict=True) for field in fields]
    apart = [field for field, one, other in pairs if one.get(field, {}) != other.get(field, {})]
    return sum(field not in together for field in apart) + any(field in together for field in apart)


def as_known(state: Any) -> Any:
    """A table but for what nobody can see who joins: what lies in the decks or face down, and which turn it is."""
    if isinstance(state, DuelState):
        return duel.as_known(state)
    if isinstance(state, SevenWondersState):
        return seven_wonders.as_known(state)
    # Which medals somebody took is not to be seen.
    cities = [replace(city, medals=("?",) * len(city.medals)) for city in state.cities]
    table = state.cat, state.battle, state.to_move, sorted(state.face_up), state.finished
    return cities, *table, medals_lying(state)


def medals_lying(state: State) -> tuple[list[str | None], list[str]]:
    """The medals between players, place by place, and in the middle."""
    if state.medals is None:
        return [], []
    gaps, lying = state.medals.gaps, state.medals.lying
    return [*lying[:gaps]], sorted(medal for medal in lying[gaps:] if medal is not None)
