"""Something strange lies in a place for a while: what comes there meanwhile is a move all the same."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.architects import rules as architects
from companion.games.mats import Place
from companion.twin.dealer import Dealer
from companion.twin.world import Piece, World
from tests.referee.games import Told
from tests.referee.sightless import Sightless, here
from vision.sighting import FaceProbability, SeenPiece, Sighting

GIVEN = 4
"""The seed of a game of two in which Babylon gives a token off the stack: nothing but the token tells of it."""


class Cup(Told):
    """A game that is told by finger up to the build that gives the token; a cup stands where the token will lie."""

    def __init__(self, folder: Path, *, covers: bool) -> None:
        super().__init__(folder, GIVEN)
        given = (move for move in self.moves if isinstance(move, architects.TakeProgress) and not move.spent)
        self.given = next(move for move in given if move.source == "stack")
        self.zone, self.stands = f"seat/{self.given.seat}/progress", False
        truly = self.table.sighting

        def sighting(name: str) -> Sighting:
            seen, cup = truly(name), SeenPiece(9000, here(9000), ())
            there = self.stands and name == self.zone
            return replace(seen, pieces=(*(() if covers else seen.pieces), cup)) if there else seen

        self.table.sighting = sighting  # type: ignore[method-assign]

    def look(self, seconds: int) -> None:
        """The camera looks on for so long."""
        for _ in range(seconds):
            for _ in range(4):
                self.table._said.pop(self.zone, None)
                self.referee.handle(self.table.scene(0.2))
            self.wait()

    def play(self, move: Any) -> None:
        self.table.play(move)
        self.look(1)
        self.table.follow()
        self.look(2)

    @property
    def named(self) -> list[str]:
        """The places that the table's health names."""
        return [trouble.place for trouble in self.referee.view().health]


@pytest.mark.parametrize("covers", [False, True])
def test_a_token_that_comes_while_a_cup_stands_there_is_a_move(tmp_path: Path, *, covers: bool) -> None:
    """Beside the cup it is seen as ever; from under it, as soon as the cup has gone for a moment."""
    table = Cup(tmp_path, covers=covers)
    place = table.moves.index(table.given)
    table.told(table.moves[: place - 2])
    table.look(2)
    table.stands = True
    table.look(6)
    assert table.named == [table.zone]
    for move in table.moves[place - 2 : place + 1]:
        table.play(move)
    assert (table.state == table.table.state) == (not covers)
    table.stands = False
    table.look(4)
    assert table.state == table.table.state
    assert table.named == []
    assert table.question is None


def _followed(kind: type[Sightless], folder: Path, moves: int) -> Sightless:
    """An open table after so many moves, each of which was accepted as it was made."""
    table = kind(folder, "seven_wonders", 3, 622, dealer=Dealer("seven_wonders", 3, 622, table="open"))
    for _ in range(moves):
        table.step()
    assert not table.wrong
    assert not table.missed
    return table


class _Misread(Sightless):
    """A sawmill looks like a clay pool, which lies elsewhere."""

    def _piece(self, piece: Piece, place: Place) -> SeenPiece | None:
        seen = super()._piece(piece, place)
        if seen is None or piece.face != "seven_wonders/sawmill":
            return seen
        faces = (FaceProbability("seven_wonders/clay_pool", 0.79), FaceProbability(piece.face, 0.02))
        return replace(seen, faces=faces)


@pytest.mark.proof
def test_what_comes_beside_a_card_that_looks_like_another_one_is_a_move_that_nobody_is_asked_about(
    tmp_path: Path,
) -> None:
    table = _followed(_Misread, tmp_path, 34)
    assert table.questions == 1, "which card that one is, and none of those that came later"


class _Covered(Sightless):
    """Some walls are not seen any more from when the next card of their city comes to lie on them."""

    def _piece(self, piece: Piece, place: Place) -> SeenPiece | None:
        covered = len(self.dealer.played) >= 22 and piece.face == "seven_wonders/walls"
        return None if covered else super()._piece(piece, place)


@pytest.mark.proof
def test_what_comes_to_a_city_of_which_a_covered_card_is_not_seen_is_a_move_that_nobody_is_asked_about(
    tmp_path: Path,
) -> None:
    table = _followed(_Covered, tmp_path, 40)
    assert table.questions == 0
    named = [trouble.place for trouble in table.referee.view().health]
    assert "seat/1/city" in named, "that one of its cards is not seen is said"


class _Purse(Sightless):
    """A golden coin of one purse is seen no more from some move on, as where something is printed beneath it."""

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        if place.name != "seat/1/coins" or len(self.dealer.played) < 8:
            return seen
        worth = [int(piece.faces[0].face.rpartition("/")[2]) for piece in seen.pieces]
        golden = next((k for k, coins in enumerate(worth) if coins == max(worth)), 0)
        return replace(seen, pieces=seen.pieces[:golden] + seen.pieces[golden + 1 :])


@pytest.mark.proof
def test_where_a_coin_of_a_purse_is_not_seen_the_other_neighbours_tells_who_was_paid_and_nobody_is_asked(
    tmp_path: Path,
) -> None:
    table = _followed(_Purse, tmp_path, 21)
    assert table.questions == 0
    assert "seat/1/coins" in [trouble.place for trouble in table.referee.view().health]


class _Twice(Sightless):
    """From some move on one card of a city is seen twice, as where it and what sticks out beneath it are two."""

    since = 0

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        walls = [piece for piece in seen.pieces if piece.faces[0].face == "seven_wonders/walls"]
        if len(self.dealer.played) < self.since or not walls:
            return seen
        return replace(seen, pieces=(*seen.pieces, replace(walls[0], track=9000)))


@pytest.mark.proof
@pytest.mark.parametrize("since", [22, 23])
def test_what_comes_to_a_city_of_which_a_card_is_seen_twice_is_a_move_that_nobody_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, since: int
) -> None:
    """It is seen twice with the next card of its city, or when nothing has come there."""
    monkeypatch.setattr(_Twice, "since", since)
    table = _followed(_Twice, tmp_path, 40)
    assert table.questions <= 1, "whether there are two of that card, and none of those that came later"


class _Together(Sightless):
    """With the tenth move, a card that seat 2 builds, something without a name comes to its city and stays a while.

    ``becomes``: it is that city's next card, and has a name once that has been played.
    """

    becomes = False

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        played = len(self.dealer.played)
        if place.name != "seat/2/city" or played < 10:
            return seen
        if self.becomes and len(seen.pieces) > 4:
            cards = sorted(seen.pieces, key=lambda piece: piece.track)
            return replace(seen, pieces=(*cards[:4], replace(cards[4], track=9000), *cards[5:]))
        lies = played < 16 and len(seen.pieces) >= 4
        return replace(seen, pieces=(*seen.pieces, SeenPiece(9000, here(9000), ()))) if lies else seen


@pytest.mark.parametrize("becomes", [pytest.param(False, marks=pytest.mark.proof), True])
def test_a_card_that_surely_came_with_something_that_has_no_name_is_a_move_that_nobody_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, becomes: bool
) -> None:
    monkeypatch.setattr(_Together, "becomes", becomes)
    table = _followed(_Together, tmp_path, 24)
    assert table.questions == 0
