"""The score sheet, each point explained. Sections "Civilian victory", "Guild cards", "Progress tokens"."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.games.duel.rules.counting import count, most
from companion.games.duel.rules.facts import FACTS, Card, places
from companion.games.duel.rules.military import track_points
from companion.games.duel.rules.state import City, State
from companion.games.scoring import sheet_of
from companion.games.vocabulary import Explanation, Sheet, line

CATEGORIES = ("civilian", "scientific", "commercial", "guilds", "wonders", "progress", "treasury", "military")
_BY_COLOR = {"blue": "civilian", "green": "scientific", "yellow": "commercial", "purple": "guilds"}
_RULE = "Civilian victory"


class Victory(msgspec.Struct, frozen=True):
    """A victory before the end: which supremacy, and whose."""

    kind: Literal["military", "science"]
    seat: int


def scores(state: State) -> Sheet:
    """The score sheet as of now; the winners are those who would win if the game ended now."""
    victory = None
    if state.supremacy and state.victor is not None:
        victory = Victory(state.supremacy, state.victor)
    return sheet(state.cities, state.pawn, victory)


def sheet(cities: tuple[City, City], pawn: int, victory: Victory | None = None) -> Sheet:
    """The score sheet of these cities; ``pawn``: positive towards seat 1's capital.

    A tie is broken by the points of blue cards. With a ``victory`` before the end its seat wins, whatever the points;
    a line of 0 points says so.
    """
    explain = (part for seat in (0, 1) for part in _explain(cities, seat, -pawn if seat else pawn, victory))
    found = sheet_of(explain, CATEGORIES, len(cities), lambda _seat, points: points["civilian"])
    return replace(found, winners=(victory.seat,)) if victory else found


def _explain(cities: tuple[City, City], seat: int, ahead: int, victory: Victory | None) -> Iterator[Explanation]:
    city = cities[seat]
    for place in places(city.cards):
        card = FACTS.cards[place]
        category = _BY_COLOR.get(card.color)
        if category and card.points:
            yield Explanation(seat, category, card.points, line("building", card=card.id), _RULE)
        if category and card.points_each:
            yield from _guild(cities, seat, card)
    for place in places(city.built):
        wonder = FACTS.wonders[place]
        if wonder.points:
            yield Explanation(seat, "wonders", wonder.points, line("wonder_built", wonder=wonder.id), _RULE)
    yield from _progress(city, seat)
    each = FACTS.table.coins_per_point
    sets = city.coins // each
    if sets:
        yield Explanation(seat, "treasury", sets, line("treasury", n=city.coins, each=each), _RULE)
    yield from _military(seat, ahead)
    if victory and victory.seat == seat:
        yield _won(victory)


def _guild(cities: tuple[City, City], seat: int, card: Card) -> Iterator[Explanation]:
    """Section "Guild cards": points for the city with most, whichever it is."""
    what = card.counts
    assert what is not None
    counted = most(cities, what)
    if counted:
        richest = seat if count(cities[seat], what) == counted else 1 - seat
        things = line(f"counted/{what}", n=counted)
        why = line("guild", card=card.id, counted=things, seat=richest, each=card.points_each)
        yield Explanation(seat, "guilds", card.points_each * counted, why, "Guild cards")


def _progress(city: City, seat: int) -> Iterator[Explanation]:
    """Section "Progress tokens": Agriculture, Philosophy; Mathematics for each token, itself too."""
    held = city.tokens.bit_count()
    for place in places(city.tokens):
        token = FACTS.tokens[place]
        points, why = token.points, line("token_held", token=token.id)
        if token.points_per_token:
            points, things = token.points_per_token * held, line("counted/token", n=held)
            why = line("tokens", token=token.id, counted=things, each=token.points_per_token)
        if points:
            yield Explanation(seat, "progress", points, why, "Progress tokens")


def _military(seat: int, ahead: int) -> Iterator[Explanation]:
    """Section "Civilian victory": the zone in which the pawn stands, in the opponent's half."""
    points = track_points(ahead)
    if points:
        yield Explanation(seat, "military", points, line("pawn", n=ahead), "Military")


def _won(victory: Victory) -> Explanation:
    if victory.kind == "military":
        return Explanation(victory.seat, "military", 0, line("military_supremacy"), "Military supremacy")
    why = line("scientific_supremacy", n=FACTS.table.symbols_to_win)
    return Explanation(victory.seat, "scientific", 0, why, "Scientific supremacy")
