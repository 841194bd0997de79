"""The score sheet, each point explained. Sections "Civilian victory", "Guild cards", "Progress tokens"."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.games.duel.rules.counting import count, most
from companion.games.duel.rules.facts import FACTS, Card, places
from companion.games.duel.rules.military import track_points
from companion.games.duel.rules.state import City, State
from companion.games.vocabulary import Explanation, Sheet, said

CATEGORIES = ("civilian", "scientific", "commercial", "guilds", "wonders", "progress", "treasury", "military")
_BY_COLOR = {"blue": "civilian", "green": "scientific", "yellow": "commercial", "purple": "guilds"}
_RULE = "Civilian victory"
_COUNTED = {
    "brown_grey": "brown or grey card",
    "wonder": "wonder",
    "treasury": "set of 3 coins",
}


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

    With a ``victory`` before the end its seat wins, whatever the points; a line of 0 points says so.
    """
    explain = tuple(line for seat in (0, 1) for line in _explain(cities, seat, -pawn if seat else pawn, victory))
    rows = tuple(dict.fromkeys(CATEGORIES, 0) for _ in cities)
    for line in explain:
        rows[line.seat][line.category] += line.points
    return Sheet(rows, explain, (victory.seat,) if victory else _winners(rows))


def _winners(rows: tuple[dict[str, int], ...]) -> tuple[int, ...]:
    """Most points, then most points of blue cards; still tied: they share the victory."""
    ranks = [(sum(row.values()), row["civilian"]) for row in rows]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _explain(cities: tuple[City, City], seat: int, ahead: int, victory: Victory | None) -> Iterator[Explanation]:
    city = cities[seat]
    for place in places(city.cards):
        card = FACTS.cards[place]
        category = _BY_COLOR.get(card.color)
        if category and card.points:
            yield Explanation(seat, category, card.points, said(f"built: {card.name}"), _RULE)
        if category and card.points_each:
            yield from _guild(cities, seat, card)
    for place in places(city.built):
        wonder = FACTS.wonders[place]
        if wonder.points:
            yield Explanation(seat, "wonders", wonder.points, said(f"built: {wonder.name}"), _RULE)
    yield from _progress(city, seat)
    sets = city.coins // FACTS.table.coins_per_point
    if sets:
        yield Explanation(seat, "treasury", sets, said(f"{city.coins} coins, 1 for each full 3"), _RULE)
    yield from _military(seat, ahead)
    if victory and victory.seat == seat:
        yield _won(victory)


def _guild(cities: tuple[City, City], seat: int, card: Card) -> Iterator[Explanation]:
    """Section "Guild cards": points for the city with most, whichever it is."""
    what = card.counts
    assert what is not None
    counted = most(cities, what)
    if counted:
        of = _COUNTED.get(what, f"{what} card")
        richest = seat if count(cities[seat], what) == counted else 1 - seat
        why = f"{card.name}: {counted} x {of} in the city of seat {richest} at {card.points_each} each"
        yield Explanation(seat, "guilds", card.points_each * counted, said(why), "Guild cards")


def _progress(city: City, seat: int) -> Iterator[Explanation]:
    """Section "Progress tokens": Agriculture, Philosophy; Mathematics for each token, itself too."""
    held = city.tokens.bit_count()
    for place in places(city.tokens):
        token = FACTS.tokens[place]
        points, why = token.points, token.name
        if token.points_per_token:
            points, why = (
                token.points_per_token * held,
                f"{token.name}: {held} x token at {token.points_per_token} each",
            )
        if points:
            yield Explanation(seat, "progress", points, said(why), "Progress tokens")


def _military(seat: int, ahead: int) -> Iterator[Explanation]:
    """Section "Civilian victory": the zone in which the pawn stands, in the opponent's half."""
    points = track_points(ahead)
    if points:
        why = f"the conflict pawn stands {ahead} space{'s' * (ahead > 1)} in the opponent's half"
        yield Explanation(seat, "military", points, said(why), "Military")


def _won(victory: Victory) -> Explanation:
    if victory.kind == "military":
        why = "military supremacy: the conflict pawn stands in the opponent's capital"
        return Explanation(victory.seat, "military", 0, said(why), "Military supremacy")
    why = f"scientific supremacy: {FACTS.table.symbols_to_win} different symbols"
    return Explanation(victory.seat, "scientific", 0, said(why), "Scientific supremacy")
