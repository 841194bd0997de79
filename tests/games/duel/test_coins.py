"""Coins before a camera: counted where they lie on an open table, an audit, and what tells who discarded."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.duel.joined import belongs
from companion.games.duel.places import COIN_SIZES, MATS, PLACES
from companion.games.duel.rules.moves import Discard
from companion.games.finished import NUMBER
from companion.games.frames import of_place
from companion.games.layout import Layout
from companion.games.mats import Place
from companion.games.open_table import proposed
from companion.games.watched import watched
from companion.referee.watching import watch
from companion.twin.dealer import Dealer
from companion.twin.laying import Sloppiness
from companion.twin.world import World
from tests.referee.sightless import DiscardsElsewhere, Sightless
from tests.twin.surveys import survey_of
from vision.sighting import Sighting, Surveyed

_PURSES = tuple(place for place in PLACES if place.role == "heap")
_LAYOUT = Layout(MATS, tuple(replace(place, x=250.0, y=180.0, width=90.0, height=90.0) for place in _PURSES))
"""Where coins lie beside the rest, which lies as on mats."""


class _Coins(Sightless):
    """A table whose coins are seen."""

    def laid_out(self) -> dict[str, Any]:
        return {"layout": msgspec.to_builtins(_LAYOUT)}


class _DiscardsElsewhere(_Coins, DiscardsElsewhere):
    """Nor does anybody lay a discarded card where the pile is looked for."""


def test_whose_coins_grow_has_discarded_though_nobody_sees_the_card_again(tmp_path: Path) -> None:
    table = _DiscardsElsewhere(tmp_path, "duel", 2, 2)
    for _ in range(40):
        table.step()
        table.rest(6)
    assert table.state.discard
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


# Seed 3 discards first in an age: either player may begin it, and without coins nothing tells who did.
@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (3, 5))])
def test_whose_coins_grow_has_begun_the_age_with_a_discard(tmp_path: Path, seed: int) -> None:
    table = _Coins(tmp_path, "duel", 2, seed)
    while table.step() is not None:
        pass
    assert any(isinstance(move, Discard) for move in table.dealer.played)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
    assert table.state == table.dealer.state


class _OneWatched(Sightless):
    """A table of which only the second player's coins are seen: whoever joined it saw none of the first one's."""

    def laid_out(self) -> dict[str, Any]:
        places = tuple(place for place in _LAYOUT.places if place.seat == 1)
        return {"layout": msgspec.to_builtins(replace(_LAYOUT, places=places))}


def test_who_discarded_first_is_told_by_who_plays_next_where_one_purse_alone_speaks(tmp_path: Path) -> None:
    # Seed 19's second age begins so, with its 42nd step, by the player whose coins nobody sees.
    table = _OneWatched(tmp_path, "duel", 2, 19)
    for _ in range(42):
        table.step()
    discarded = table.dealer.played[-1]
    assert isinstance(discarded, Discard)
    assert discarded.seat == 0
    table.rest(10)
    assert (len(table.missed), table.questions) == (1, 0)
    for _ in range(4):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _OneForgotten(_Coins):
    """Of seat 0's coins one lies too many from the moment on that ``forgot`` says."""

    forgot = False

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        if place.name != "seat/0/coins" or not self.forgot or not seen.pieces:
            return seen
        return replace(seen, pieces=(*seen.pieces, replace(seen.pieces[0], track=9999)))


def test_coins_that_nobody_paid_are_told_as_help_and_stop_nothing(tmp_path: Path) -> None:
    table = _OneForgotten(tmp_path, "duel", 2, 4)
    for _ in range(20):
        table.step()
    table.forgot = True
    for _ in range(8):
        table.step()
        table.rest(3)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
    view = table.referee.view()
    assert "seat/0/coins" in {one.place for one in view.health} | {one.place for one in view.audits}


def test_mats_have_no_place_for_coins_and_an_open_table_where_they_lie() -> None:
    state = watched("duel").begin(Dealer("duel", 2, 1).setup)
    places = watched("duel").places(state)
    assert not [zone.name for zone in watch("duel", places).zones if zone.name.endswith("/coins")]
    assert len([zone for zone in watch("duel", places, _LAYOUT).zones if zone.name.endswith("/coins")]) == 2


@pytest.mark.parametrize("seed", range(1, 9))
def test_what_lies_before_a_player_of_coins_is_in_his_purse_and_in_the_picture(seed: int) -> None:
    dealer = Dealer("duel", 2, seed, sloppiness=Sloppiness(), table="open")
    survey = survey_of(dealer)
    found = proposed("duel", survey, {})
    for seat in range(2):
        (place,) = (one for one in found.layout.places if one.name == f"seat/{seat}/coins")
        assert min(place.width, place.height) >= 2 * max(COIN_SIZES.values())[0]
        outline = found.outlines[place.name]
        assert all(-1 <= x <= survey.width + 1 and -1 <= y <= survey.height + 1 for x, y in outline)
        for other in found.layout.places:
            assert other.seat != seat or other is place or not of_place(other).meets(of_place(place)), other.name


def test_where_no_coin_is_told_none_are_watched() -> None:
    dealer = Dealer("duel", 2, 1, sloppiness=Sloppiness(), table="open")
    survey = survey_of(dealer)
    pieces = tuple(piece for piece in survey.pieces if not _is_coin(piece))
    found = proposed("duel", replace(survey, pieces=pieces), {})
    assert {f"seat/{seat}/coins" for seat in range(2)} <= {*found.layout.without}


def _is_coin(piece: Surveyed) -> bool:
    return bool(piece.faces) and piece.faces[0].face in COIN_SIZES


def test_who_joins_is_told_what_his_coins_are_worth() -> None:
    assert belongs("coins@12") == ("coins", NUMBER, 12)
