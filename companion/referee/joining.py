"""The camera is switched on in the middle of a game: what lies before each player, and the game that goes on from it.

A game's facet ``joined`` makes a set-up of it; without that facet a table is joined by tapping in what was played.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self, cast

from companion.games.catalogue import facet
from companion.games.finished import CARDS, Field, FieldName, Lies, Piece, Told, left_over
from companion.games.layout import Beside
from companion.games.mats import Place
from companion.games.vocabulary import AnyState, InvalidSetup
from companion.games.watched import Rules
from companion.referee.game import LiveGame
from companion.referee.inference.belief import DEEPEST
from companion.referee.inference.expected import expectations
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations
from vision.sighting import SeenPiece

_Counts = tuple[FieldName, str, int]
"""Where a piece counts in a city: the field, the piece, how many."""


class Joined(Protocol):
    """A game's facet ``joined``."""

    @staticmethod
    def fields(edition: int) -> tuple[Field, ...]:
        """What there is to tell of a city, in the order in which it is shown; shared ones of the table."""

    @staticmethod
    def possible(begun: Mapping[str, Any]) -> bool:
        """Whether a table set up like this can be joined."""

    @staticmethod
    def belongs(face: str) -> tuple[FieldName, str, int] | None:
        """Where a face that lies before a player (its id after the game's slash) counts: field, piece, how many."""

    @staticmethod
    def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: Mapping[str, Sequence[Lies]]) -> dict[str, Any]:
        """The set-up ``begun``, with what lies before each player (``cities``) and in every place, by its name.

        Where some fields are shared, the last of ``cities`` tells those.
        """

    # More, where a game has them: ``read(begun, cities, lying)``, the cities with what other places tell of them;
    # ``shared(begun, cities, lying)``, what is told of the table where some fields are shared;
    # ``under_way(cities, lying)``, whether what lies anywhere tells that something has been played.


def joined(game: str, begun: Mapping[str, Any]) -> Joined | None:
    """How a table that is set up like this is joined; ``None``: it cannot be."""
    how = cast("Joined | None", facet(game, "joined"))
    return how if how is not None and how.possible(begun) else None


def cities_read(game: LiveGame, beside: Sequence[Beside]) -> tuple[Told, ...]:
    """What lies before each player, as long as nobody has said whether the game was begun before it was set up.

    ``beside``: what lay there besides when the table was read.
    """
    if game.fold.played or game.joined or any("joined" in event.draft.body for event in game.journal.events):
        return ()
    begun = game.fold.setup
    how = joined(game.rules.NAME, begun)
    cities = _cities_lying(game.rules, game.state, game.observed, beside) if how is not None else ()
    if not cities:
        return ()
    there = lying(game.observed)
    read, shared = getattr(how, "read", None), getattr(how, "shared", None)
    cities = read(begun, cities, there) if read is not None else cities
    return (*cities, shared(begun, cities, there)) if shared is not None else cities


def _with_beside(cities: Sequence[Told], beside: Sequence[Beside], how: Joined) -> tuple[Told, ...]:
    """With the pieces that lay beside all places; of what is read in some place, that is all there is."""
    read = {field for city in cities for field in city}
    counts = [{field: dict(told) for field, told in city.items()} for city in cities]
    for piece in beside:
        at = how.belongs(piece.face.partition("/")[2])
        if at is not None and at[0] not in read:
            _count(counts[piece.seat], at)
    return tuple(counts)


def _count(city: dict[str, dict[str, int]], at: _Counts) -> None:
    """One piece more in a city."""
    field, piece, count = at
    told = city.setdefault(field, {})
    told[piece] = told.get(piece, 0) + count


def as_read(game: LiveGame, cities: Sequence[Told], first: int | None = None) -> dict[str, Any]:
    """The set-up of the game that goes on with this before the players; ``first``: who is next, if it is said."""
    begun = game.fold.setup
    how = joined(game.rules.NAME, begun)
    assert how is not None
    return how.setup(begun if first is None else begun | {"first": first}, cities, lying(game.observed))


class AsRead(NamedTuple):
    """The game as it would go on, shown to everybody while people look it over; ``over``: it is not."""

    rules: Rules
    state: AnyState
    over: bool = False

    @classmethod
    def of(cls, game: LiveGame, cities: Sequence[Told]) -> Self:
        """What was read, city by city; what cannot lie at any table is not shown."""
        try:
            state = game.rules.begin(game.rules.parse_setup(as_read(game, cities)))
        except InvalidSetup:
            state = game.state
        return cls(game.rules, state)


def lying(observed: Observations) -> dict[str, tuple[Lies, ...]]:
    """What is seen in each place."""

    def lies(zone: str, piece: SeenPiece) -> Lies:
        return Lies(best(piece), piece.spot, piece.track not in observed.at_first.get(zone, ()))

    return {zone: tuple(lies(zone, piece) for piece in seen.pieces) for zone, seen in observed.seen.items()}


def _cities_lying(rules: Rules, state: AnyState, observed: Observations, beside: Sequence[Beside]) -> tuple[Told, ...]:
    """What lies before each player, where that is more than can have been played since nobody had anything.

    Empty: the game has just begun.
    """
    how = cast("Joined", facet(rules.NAME, "joined"))
    should, edition = expectations(rules.tableau(state)), getattr(state, "edition", 1)
    before = {place.name: place.seat for place in _before_players(rules, state)}
    cities: list[dict[str, dict[str, int]]] = [{} for _ in {*before.values()}]
    pieces = {(field.name, piece.id): piece for field in how.fields(edition) for piece in field.pieces}
    left = _Left(pieces, dict(left_over(rules.NAME, edition, len(cities), {})))
    places = (place for place in rules.places(state) if place.name in observed.seen)
    there = [(lies, place) for place in places for lies in observed.seen[place.name].pieces]
    more = 0
    # What is read for certain anywhere tells what else a piece is that may be that one too.
    for lies, place in sorted(there, key=lambda one: _certainty(one[0]), reverse=True):
        seat, begun = before.get(place.name), should.get(place.name, ())
        told = left.told(lies, how, cities[seat] if seat is not None else {})
        if told is None:
            continue
        face, (field, piece, count) = told
        if field == CARDS and piece in left.cards:
            left.cards[piece] -= count
        if seat is None:
            continue
        if field == "wonder" and piece not in rules.wonders(state, seat):
            # What was played before lies there yet, and is about to be cleared away.
            return ()
        _count(cities[seat], (field, piece, count))
        more += field != "wonder" and (isinstance(begun, int) or face not in begun)
    under_way = getattr(how, "under_way", None)
    found = _with_beside(cities, beside, how)
    return found if more > DEEPEST or (under_way is not None and under_way(found, lying(observed))) else ()


class _Left(NamedTuple):
    """What a city may have, by field and piece, and how many cards the box has beside those that were told."""

    pieces: Mapping[tuple[FieldName, str], Piece]
    cards: dict[str, int]

    def told(self, lies: SeenPiece, how: Joined, city: Told) -> tuple[str, _Counts] | None:
        """A piece's face, and where it counts: where there are no more of it, it is what it looks like next.

        Of cards that look alike it is the one of the earliest age: what is told by a strip lies below later ones.
        """
        likely = [(one, how.belongs(one.face.partition("/")[2])) for one in lies.faces]
        if not likely or likely[0][1] is None:
            return None
        alike = [(-round(one.probability, 1), self._age(at), one.face, at) for one, at in likely if at is not None]
        found = [(face, at) for *_, face, at in sorted(alike, key=lambda one: one[:2])]
        fits = (one for one in found if self._fits(one[1], city))
        return next(fits, found[0])

    def _fits(self, at: _Counts, city: Told) -> bool:
        field, piece, count = at
        there = city.get(field, {}).get(piece, 0) + count
        known = self.pieces.get((field, piece))
        most = known.most if known is not None else sys.maxsize
        return there <= most and (field != CARDS or count <= self.cards.get(piece, count))

    def _age(self, at: _Counts) -> int:
        known = self.pieces.get(at[:2])
        return known.part if known is not None else 0


def _certainty(lies: SeenPiece) -> float:
    return lies.faces[0].probability if lies.faces else 0.0


def _before_players(rules: Rules, state: AnyState) -> list[Place]:
    """The places of what a player has, decks apart."""
    return [place for place in rules.places(state) if place.seat is not None and place.kind != "pile"]
