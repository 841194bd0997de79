"""A game as the referee needs it: its rules and its facet ``seen``; without that facet it is played by finger."""

from random import Random

import pytest

from companion.errors import Unusable
from companion.games import watched
from companion.games.catalogue import GAMES
from companion.games.vocabulary import Shown, Tableau
from companion.games.watched import rules_of


@pytest.mark.parametrize("name", GAMES)
def test_the_tableau_speaks_of_places_that_there_are_of_each_at_some_time_and_says_what_its_role_asks(
    name: str,
) -> None:
    rules = rules_of(name)
    game = rules.play(rules.PLAYERS[-1], Random(3), rules.POLICIES["random"])
    state = rules.begin(game.setup)
    watched_ever, told_ever = set[str](), set[str]()
    for move in (None, *game.moves):
        state = state if move is None else rules.apply(state, move, strict=False)
        roles = {place.name: place.role for place in rules.places(state)}
        tableau = rules.tableau(state)
        told = tableau.spread.keys() | tableau.spots.keys() | tableau.piles.keys()
        told_by_another = {place.name for place in rules.places(state) if place.under and not place.tally}
        assert told <= roles.keys() - told_by_another
        assert {zone for zone, role in roles.items() if role == "stack"} <= tableau.piles.keys()
        watched_ever |= roles.keys() - told_by_another
        told_ever |= told
    assert watched_ever == told_ever


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_the_facet_has_no_places_and_shows_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "facet", lambda _game, _name: None)
    rules = watched.rules_of.__wrapped__(name)
    game = rules.play(rules.PLAYERS[0], Random(3), rules.POLICIES["random"])
    assert rules.places(game.final) == ()
    assert rules.tableau(game.final) == Tableau({}, {}, {})
    assert {rules.shows(move) for move in game.moves} == {Shown()}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_move_shows_may_lie_where_it_is_put_down(name: str) -> None:
    rules = rules_of(name)
    game = rules.play(rules.PLAYERS[-1], Random(3), rules.POLICIES["random"])
    faces = {place.name: place.faces for place in rules.places(game.final)}
    everywhere = {face for of_place in faces.values() for face in of_place}
    for move in game.moves:
        shown = rules.shows(move)
        assert not shown.face or shown.face in everywhere
        assert not shown.lands or shown.face in faces[shown.lands]


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(Unusable, match="architects"):
        rules_of("chess")
