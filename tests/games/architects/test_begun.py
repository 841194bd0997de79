"""What is proposed for a table of Architects in the middle of a game, of which not all is seen."""

import math
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.open_table import Proposal, proposed, things
from companion.twin.dealer import Dealer
from tests.referee.joined import joined_table
from tests.twin.surveys import survey_of
from vision.sighting import Point, Survey


def _without(survey: Survey, *gone: Point) -> Survey:
    """The same where nothing is seen of what lies there."""
    left = (one for one in survey.pieces if all(math.dist(things([one])[0].at, at) > 1.0 for at in gone))
    return replace(survey, pieces=tuple(left))


def _seat(found: Proposal, dealer: Dealer, seat: int) -> int:
    """The dealer's seat as the proposal counts."""
    return int(found.setup["wonders"].index(dealer.setup_object()["wonders"][seat]))


def _left_out(found: Proposal, dealer: Dealer, seat: int) -> int:
    """How many cards of a city lie outside of its region."""
    region = found.outlines[f"seat/{_seat(found, dealer, seat)}/city"]
    cards = (dealer.world.point(card) for card in dealer.world.at(f"seat/{seat}/city"))
    return sum(not _holds(region, card) for card in cards)


def _holds(region: tuple[Point, ...], point: Point) -> bool:
    sides = pairwise((*region, region[0]))
    return all((x1 - x0) * (point[1] - y0) >= (y1 - y0) * (point[0] - x0) for (x0, y0), (x1, y1) in sides)


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 3045, 7), (2, 3049, 31), (4, 3030, 82), (4, 3048, 62)])
def test_the_cat_that_stands_before_a_player_keeps_no_city_from_its_cards(players: int, seed: int, late: int) -> None:
    dealer = joined_table("architects", players, seed, late)
    found = proposed("architects", survey_of(dealer), {"players": players})
    assert [_left_out(found, dealer, seat) for seat in range(players)] == [0] * players


@pytest.mark.parametrize(("players", "seed", "late", "seat"), [(2, 3000, 42, 1), (2, 3014, 13, 1), (4, 3004, 57, 1)])
def test_where_a_deck_is_not_seen_a_card_of_the_city_is_not_taken_for_it_without_a_word(
    players: int, seed: int, late: int, seat: int
) -> None:
    dealer = joined_table("architects", players, seed, late)
    there = dealer.world.point(dealer.world.at(f"holder/{seat}")[-1])
    survey = _without(survey_of(dealer), there)
    first = proposed("architects", survey, {"players": players})
    (doubt,) = (doubt for doubt in first.doubts if doubt.code in {"deck_unsure", "deck_unseen"})
    assert doubt.params["place"] == f"holder/{_seat(first, dealer, seat)}"
    told = {"players": players, "lies": {doubt.params["place"]: there}}
    found = proposed("architects", survey, told)
    assert found.doubts == ()
    deck = found.outlines[f"holder/{_seat(found, dealer, seat)}"]
    assert _holds(deck, there)
    assert [_left_out(found, dealer, seat) for seat in range(players)] == [0] * players


@pytest.mark.parametrize(("seed", "late"), [(3006, 132), (3039, 111)])
def test_a_card_nearer_to_the_middle_than_to_its_player_is_not_in_the_way_of_the_city_in_which_it_lies(
    seed: int, late: int
) -> None:
    dealer = joined_table("architects", 7, seed, late)
    found = proposed("architects", survey_of(dealer), {"players": 7})
    assert [_left_out(found, dealer, seat) for seat in range(7)] == [0] * 7


@pytest.mark.parametrize(("players", "seed", "late"), [(4, 3063, 22), (5, 3024, 104), (5, 3042, 63)])
def test_where_the_middle_is_half_seen_a_card_beside_those_of_a_city_is_of_that_city(
    players: int, seed: int, late: int
) -> None:
    dealer = joined_table("architects", players, seed, late)
    found = proposed("architects", _without_conflict(dealer), {"players": players})
    assert [_left_out(found, dealer, seat) for seat in range(players)] == [0] * players


@pytest.mark.parametrize(("seed", "late"), [(3024, 92), (3065, 62)])
def test_what_a_region_gives_up_to_another_that_it_meets_are_no_cards_that_lie_in_it(seed: int, late: int) -> None:
    dealer = joined_table("architects", 4, seed, late)
    found = proposed("architects", _without_conflict(dealer), {"players": 4})
    # One card lies too far from the others to be told.
    assert sum(_left_out(found, dealer, seat) for seat in range(4)) == 1


def _without_conflict(dealer: Dealer) -> Survey:
    return _without(survey_of(dealer), *map(dealer.world.point, dealer.world.at("central/conflict")))


def test_a_token_that_somebody_has_won_is_none_of_the_open_row_where_that_lacks_one() -> None:
    dealer = joined_table("architects", 4, 3016, 45, "medals")
    found = proposed("architects", survey_of(dealer), dealer.said_before())
    assert sorted(found.setup["progress"]) == sorted(dealer.state.face_up) == ["?", "education", "logistics"]


@pytest.mark.parametrize("round_ones", ["architects/token/military", "architects/token/conflict_"])
@pytest.mark.parametrize(("players", "seed", "late"), [(2, 3030, 25), (4, 3018, 13), (4, 3028, 64)])
def test_other_tokens_that_lie_side_by_side_are_not_taken_for_the_open_row_where_none_of_it_is_seen(
    players: int, seed: int, late: int, round_ones: str
) -> None:
    dealer = joined_table("architects", players, seed, late)
    survey = survey_of(dealer)
    rounds = tuple(things([one])[0].at for one in survey.pieces if one.faces[0].face.startswith(round_ones))
    known = (one for one in survey.pieces if not one.faces[0].face.startswith((round_ones, "architects/progress/")))
    found = proposed("architects", replace(survey, pieces=tuple(known), rounds=rounds), {"players": players})
    assert "central/progress" not in found.outlines
    assert any(doubt.params.get("place") == "central/progress" for doubt in found.doubts)


@pytest.mark.proof
@pytest.mark.parametrize("players", [2, 4])
def test_hardly_a_deck_or_a_city_is_proposed_elsewhere_without_a_word_where_one_piece_in_twenty_is_unseen(
    players: int,
) -> None:
    wrong, tables = [], 0
    for seed in range(3000, 3060):
        rng = Random(seed)
        late = rng.randrange(2, 26 * players)
        dealer = joined_table("architects", players, seed, late)
        survey = survey_of(dealer)
        seen = tuple(one for one in survey.pieces if rng.random() > 0.05)
        found = proposed("architects", replace(survey, pieces=seen), {"players": players})
        if any(doubt.code in {"players_unseen", "deck_unseen", "deck_unsure", "no_room"} for doubt in found.doubts):
            continue
        tables += 1
        decks = [dealer.world.at(f"holder/{seat}")[-1:] for seat in range(players)]
        off = [
            not _holds(found.outlines[f"holder/{_seat(found, dealer, seat)}"], dealer.world.point(card))
            for seat, top in enumerate(decks) for card in top
        ]  # fmt: skip
        if any(off) or any(_left_out(found, dealer, seat) for seat in range(players)):
            wrong.append((seed, late))
    assert tables > 35
    assert len(wrong) <= 0.03 * tables, wrong
