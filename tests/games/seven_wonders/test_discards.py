"""Where the discard pile lies on a table that is joined in the middle of a game, or that people are asked."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.frames import mean
from companion.games.open_table import Proposal, proposed
from companion.twin.dealer import Dealer
from tests.referee.joined import joined_table, played_unseen
from tests.twin.surveys import survey_of
from vision.sighting import Point, Survey


def _read(dealer: Dealer, *unseen: str) -> Survey:
    """What is seen of it but for the backs in some places; cards that nobody has yet people hold in their hands."""
    names = (*unseen, f"deck/{dealer.state.age}")
    gone = {dealer.world.point(piece): piece.face for name in names for piece in dealer.world.at(name)}
    survey = survey_of(dealer)
    seen = (
        piece for piece in survey.pieces
        if all(math.dist(mean(piece.quad), at) > 1.0 or piece.faces[0].face != face for at, face in gone.items())
    )  # fmt: skip
    return replace(survey, pieces=tuple(seen))


def _proposed(dealer: Dealer, survey: Survey, **told: Any) -> Proposal:
    return proposed("seven_wonders", survey, {"players": dealer.state.players, **told})


def _asked(found: Proposal) -> list[Any]:
    return [doubt.params["place"] for doubt in found.doubts if doubt.code == "where_lies"]


def _off(found: Proposal, at: Point) -> float:
    return math.dist(mean(found.outlines["discard"]), at)


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 3008, 8), (3, 3004, 13), (5, 3003, 20)])
def test_where_nobody_has_discarded_a_deck_of_the_ages_to_come_is_no_discard_pile(
    players: int, seed: int, late: int
) -> None:
    dealer = joined_table("seven_wonders", players, seed, late)
    assert not dealer.world.at("discard")
    found = _proposed(dealer, _read(dealer))
    assert found.doubts == ()
    assert _off(found, dealer.world.point(dealer.world.at("deck/2")[-1])) > 60.0


@pytest.mark.parametrize("unseen", [(), ("deck/3",)])
def test_of_an_age_to_come_is_a_deck_and_people_are_asked_where_they_discard(unseen: tuple[str, ...]) -> None:
    dealer = joined_table("seven_wonders", 3, 3001, 26)
    assert dealer.state.age == 2
    assert _asked(_proposed(dealer, _read(dealer, *unseen))) == []
    found = _proposed(dealer, _read(dealer, "discard", *unseen))
    assert _asked(found) == ["discard"]
    there = dealer.world.point(dealer.world.at("discard")[-1])
    told = _proposed(dealer, _read(dealer, "discard", *unseen), lies={"discard": there})
    assert told.doubts == ()
    assert _off(told, there) < 1.0


def test_of_what_lies_in_the_middle_without_a_name_people_tap_on_the_discard_pile() -> None:
    dealer = joined_table("seven_wonders", 3, 3001, 26)
    survey = _read(dealer)
    nameless = tuple(replace(piece, faces=()) if "/back/" in piece.faces[0].face else piece for piece in survey.pieces)
    unread = replace(survey, pieces=nameless)
    assert _asked(_proposed(dealer, unread)) == ["discard"]
    there = dealer.world.point(dealer.world.at("discard")[-1])
    x, y = there
    told = _proposed(dealer, unread, lies={"discard": (x + 15.0, y - 10.0)})
    assert told.doubts == ()
    assert _off(told, there) < 1.0


def test_with_two_players_a_lone_pile_of_this_age_may_be_drawn_from() -> None:
    dealer = Dealer("seven_wonders", 2, 3001, table="open")
    while dealer.state.age < 2:
        dealer.step()
    played_unseen(dealer, len(dealer.played) + 3)
    survey = survey_of(dealer)
    at = dealer.world.point(dealer.world.at("discard")[-1])
    seen = tuple(piece for piece in survey.pieces if math.dist(mean(piece.quad), at) > 1.0)
    assert _asked(_proposed(dealer, survey)) == []
    assert _asked(_proposed(dealer, replace(survey, pieces=seen))) == ["discard"]
