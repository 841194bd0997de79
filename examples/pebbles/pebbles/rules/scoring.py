"""The score sheet, each point explained, and positions described in files."""

from typing import Any, Final

import msgspec

from companion.games.reading import read_position
from companion.games.scoring import sheet_of
from companion.games.vocabulary import Explanation, PositionError, Sheet, line
from pebbles.rules.pieces import CARD_POINTS, CARDS, SEATS, STARFISH_POINTS
from pebbles.rules.state import NONE, PLACE, Counts, State, added

CATEGORIES: Final = ("shells", "pearls", "battles")
_CATEGORY: Final = {"shell": "shells", "pearl": "pearls"}


def scores(state: State) -> Sheet:
    """The sheet as of now."""
    return sheet(state.cities, state.starfish)


def sheet(cities: tuple[Counts, ...], starfish: tuple[int, ...]) -> Sheet:
    """Points for shells, pearls and starfish; of equal players the one with more pearls is ahead."""
    explain = (told for seat in range(SEATS) for told in _explained(seat, cities[seat], starfish[seat]))
    return sheet_of(explain, CATEGORIES, SEATS, lambda seat, _points: cities[seat][PLACE["pearl"]])


def _explained(seat: int, city: Counts, starfish: int) -> list[Explanation]:
    found = [
        Explanation(
            seat,
            _CATEGORY[card],
            city[PLACE[card]] * each,
            line("cards", card=card, n=city[PLACE[card]], each=each),
            "Scoring",
        )
        for card, each in CARD_POINTS.items()
        if city[PLACE[card]]
    ]
    if starfish:
        points = starfish * STARFISH_POINTS
        found.append(Explanation(seat, "battles", points, line("starfish", n=starfish, each=STARFISH_POINTS), "Battle"))
    return found


class _Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: dict[str, int] = {}
    starfish: int = 0


class _Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: tuple[_Player, ...]


def score_position(obj: Any) -> Sheet:
    """The sheet of a described position. Raises ``PositionError``.

    ``{"game": "pebbles", "players": [{"cards": {"pearl": 2}, "starfish": 1}, {}]}``.
    """
    position = read_position(obj, "pebbles", _Position)
    if len(position.players) != SEATS:
        raise PositionError(f"{len(position.players)} players: Pebbles is for 2")
    return sheet(tuple(map(_city, position.players)), tuple(player.starfish for player in position.players))


def _city(player: _Player) -> Counts:
    city = NONE
    for card, count in player.cards.items():
        if card not in CARDS or not 0 <= count <= CARDS[card]:
            raise PositionError(
                f"{count} cards {card!r}: the box holds {', '.join(f'{n} {c}' for c, n in CARDS.items())}"
            )
        city = added(city, card, count)
    return city
