"""What is proposed for an open table of Duel, from surveys of the twin's tables that see everything, or less."""

import math
from collections.abc import Collection

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.duel.places import AGE_BACKS, CARD, CARD_FACES, LOOT_FACES, PLACES, slots
from companion.games.duel.rules.facts import FACTS
from companion.games.frames import overlapping
from companion.games.open_table import Proposal, proposed
from companion.referee.messages import Proposed
from companion.rehearsal.setting_up import agree
from companion.twin.dealer import Dealer
from tests.referee.joined import played_unseen
from tests.twin.surveys import dealt, survey_of
from vision.sighting import Point, Survey, Surveyed

_SEEDS = st.integers(0, 300)
_EXACT = 4.0
"""mm within which a place lies where people lay its piece: a card lies that far from its own place."""


def _table(seed: int) -> Dealer:
    return dealt(2, seed, "duel")


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _there(dealer: Dealer, name: str, number: int = 0) -> Point:
    """Where on the table people lay a piece of this place."""
    place = dealer.layer.places[name]
    spot = place.spots[number]
    return dealer.world.arrangement.mats[place.mat].to_table(spot.x, spot.y)


def _spots(found: Proposal, name: str) -> list[Point]:
    """Where on the table the proposal has the spots of a place, by the corners of its outline."""
    (place,) = (place for place in found.layout.places if place.name == name)
    one, two, _, four = found.outlines[name]
    right = [(two[k] - one[k]) / place.width for k in (0, 1)]
    down = [(four[k] - one[k]) / place.height for k in (0, 1)]
    return [
        (
            one[0] + (spot.x - place.x) * right[0] + (spot.y - place.y) * down[0],
            one[1] + (spot.x - place.x) * right[1] + (spot.y - place.y) * down[1],
        )
        for spot in place.spots
    ]


def _without(survey: Survey, hidden: set[int]) -> Survey:
    return replace(survey, pieces=tuple(piece for k, piece in enumerate(survey.pieces) if k not in hidden))


def _is_wonder(piece: Surveyed) -> bool:
    return piece.faces[0].face.startswith("duel/wonder/")


def _is_open(piece: Surveyed) -> bool:
    return piece.faces[0].face in {f"duel/{card.id}" for card in FACTS.cards}


def _is_up(dealer: Dealer, name: str) -> bool:
    return dealer.world.at(name)[0].face in CARD_FACES


@settings(max_examples=10, deadline=None)
@given(_SEEDS)
def test_every_place_of_every_age_is_where_people_lay_its_piece(seed: int) -> None:
    dealer = _table(seed)
    found = proposed("duel", survey_of(dealer), {})
    assert found.doubts == ()
    assert found.setup["wonders"] == [list(own) for own in dealer.setup_object()["wonders"]]
    assert sorted(found.setup["progress"]) == sorted(dealer.setup_object()["progress"])
    for age in range(1, FACTS.table.ages + 1):
        for name in slots(age):
            assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < _EXACT
    for name in ("board/track", "board/loot"):
        for number, spot in enumerate(_spots(found, name)):
            assert math.dist(spot, _there(dealer, name, number)) < _EXACT


@settings(max_examples=8, deadline=None)
@given(_SEEDS, st.data())
def test_the_structure_is_found_though_covered_cards_are_not_seen_and_some_open_ones_neither(
    seed: int, data: st.DataObject
) -> None:
    dealer = _table(seed)
    survey = survey_of(dealer)
    backs = {k for k, piece in enumerate(survey.pieces) if piece.faces[0].face == "duel/back/age_1"}
    cards = [k for k, piece in enumerate(survey.pieces) if _is_open(piece)]
    missed = data.draw(st.sets(st.sampled_from(cards), max_size=3))
    # Without the ends of all open rows on one side it might as well lie a card further that way.
    ends = [k for k in cards if k - 1 not in cards], [k for k in cards if k + 1 not in cards]
    assume(not any(missed.issuperset(side) for side in ends))
    found = proposed("duel", _without(survey, backs | missed), {})
    for name in slots(3):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


@settings(max_examples=10, deadline=None)
@given(_SEEDS)
def test_nobody_has_to_drag_a_border_and_no_city_reaches_into_anything(seed: int) -> None:
    dealer = _table(seed)
    found = proposed("duel", survey_of(dealer), {})
    told = Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts)
    assert agree(dealer, told).corrections == 0
    for seat in range(2):
        city = found.outlines[f"seat/{seat}/city"]
        others = [outline for name, outline in found.outlines.items() if name != f"seat/{seat}/city"]
        assert all(overlapping(city, other) < 1.0 for other in others)


@settings(max_examples=10, deadline=None)
@given(_SEEDS)
def test_discards_have_a_place_in_the_picture_where_nothing_lies_and_people_lay_them_there(seed: int) -> None:
    dealer = _table(seed)
    survey = survey_of(dealer)
    found = proposed("duel", survey, {})
    here = found.outlines["discard"]
    assert all(0 <= x <= survey.width and 0 <= y <= survey.height for x, y in here)
    others = [outline for name, outline in found.outlines.items() if name != "discard"]
    assert all(overlapping(here, other) < 1.0 for other in (*others, *(piece.quad for piece in survey.pieces)))
    agree(dealer, Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts))
    assert math.dist(_there(dealer, "discard"), _middle(here)) < 2 * _EXACT


def test_who_builds_a_wonder_pushes_the_card_under_that_one_in_whichever_order_the_screen_counts_them() -> None:
    for seed in range(12):
        dealer = _table(seed)
        found = proposed("duel", survey_of(dealer), {})
        agree(dealer, Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts))
        places = dealer.layer.places
        for seat in range(2):
            wonders, tucked = (places[f"seat/{seat}/{name}"].spots for name in ("wonders", "tucked"))
            for wonder, card in zip(wonders, tucked, strict=True):
                assert math.dist((wonder.x, wonder.y - (wonder.height + card.height) / 2), (card.x, card.y)) < _EXACT


@settings(max_examples=10, deadline=None)
@given(_SEEDS, st.data())
def test_whatever_else_is_not_seen_the_rest_is_proposed(seed: int, data: st.DataObject) -> None:
    dealer = _table(seed)
    survey = survey_of(dealer)
    others = [k for k, piece in enumerate(survey.pieces) if not _is_open(piece) and not _is_wonder(piece)]
    hidden = data.draw(st.sets(st.sampled_from(others)))
    found = proposed("duel", _without(survey, hidden), {})
    assert {place.name for place in found.layout.places} | set(found.layout.without) == {p.name for p in PLACES}
    for name in slots(1):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < CARD[0] / 4


@settings(max_examples=10, deadline=None)
@given(_SEEDS, st.data())
def test_where_a_wonder_or_most_cards_are_not_seen_it_says_what_to_lay(seed: int, data: st.DataObject) -> None:
    survey = survey_of(_table(seed))
    wonders = [k for k, piece in enumerate(survey.pieces) if _is_wonder(piece)]
    cards = [k for k, piece in enumerate(survey.pieces) if _is_open(piece)]
    hidden = data.draw(st.sampled_from([{wonders[0]}, set(cards[:7]), set(cards)]))
    with pytest.raises(Unusable) as error:
        proposed("duel", _without(survey, hidden), {})
    assert error.value.code == "first_age_unseen"


def test_a_board_of_which_only_the_tokens_are_known_is_proposed_and_asked_about() -> None:
    for seed in range(8):
        dealer = _table(seed)
        survey = survey_of(dealer)
        unknown = {k for k, piece in enumerate(survey.pieces) if piece.faces[0].face.startswith("duel/token/")}
        found = proposed("duel", _without(survey, unknown), {})
        assert {doubt.params["place"] for doubt in found.doubts} == {"board/track", "board/loot"}
        for number, spot in enumerate(_spots(found, "board/track")):
            assert math.dist(spot, _there(dealer, "board/track", number)) < 2 * _EXACT


def test_who_is_which_seat_is_as_people_have_said() -> None:
    dealer = _table(1)
    survey = survey_of(dealer)
    here = proposed("duel", survey, {})
    swapped = proposed("duel", survey, {"wonders": here.setup["wonders"][::-1]})
    assert swapped.setup["wonders"] == here.setup["wonders"][::-1]
    assert swapped.outlines["seat/0/city"] == here.outlines["seat/1/city"]
    for one, other in zip(_spots(here, "board/track"), _spots(swapped, "board/track")[::-1], strict=True):
        assert math.dist(one, other) < 0.1


def test_a_table_that_is_not_laid_out_yet_says_what_to_lay() -> None:
    survey = survey_of(_table(1))
    with pytest.raises(Unusable) as error:
        proposed("duel", replace(survey, pieces=()), {})
    assert error.value.code == "first_age_unseen"


def _only(dealer: Dealer, names: Collection[str]) -> Survey:
    """A survey in which of all cards of the structure only these are seen, by their places."""
    survey = survey_of(dealer)
    seen = {dealer.world.at(name)[0].face for name in names}
    hidden = {k for k, piece in enumerate(survey.pieces) if _is_open(piece) and piece.faces[0].face not in seen}
    return _without(survey, hidden | {k for k, one in enumerate(survey.pieces) if one.faces[0].face == AGE_BACKS[0]})


@pytest.mark.parametrize("seed", range(4))
def test_where_a_lamp_burns_out_most_cards_those_that_can_lie_in_one_way_only_tell_the_structure(seed: int) -> None:
    dealer = _table(seed)
    seen = ["structure/0/7", "structure/2/3", "structure/4/3", "structure/4/9", "structure/4/11"]
    found = proposed("duel", _only(dealer, seen), {})
    for name in slots(3):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


@pytest.mark.parametrize("seed", range(4))
def test_the_last_row_alone_tells_where_the_structure_lies_and_it_is_said_that_the_others_are_not_seen(
    seed: int,
) -> None:
    dealer = _table(seed)
    last = [name for name in slots(1) if name.startswith(f"structure/{len(FACTS.layouts[1].rows) - 1}/")]
    found = proposed("duel", _only(dealer, last), {})
    assert "structure_unseen" in [doubt.code for doubt in found.doubts]
    for name in last:
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT
    for name in slots(1):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < CARD[1] / 4
    with pytest.raises(Unusable):
        proposed("duel", _only(dealer, last[1:]), {})


@settings(max_examples=10, deadline=None)
@given(_SEEDS, st.data())
def test_few_cards_tell_the_structure_as_it_lies_or_a_guess_that_is_said_to_be_one_or_none(
    seed: int, data: st.DataObject
) -> None:
    dealer = _table(seed)
    up = [name for name in slots(1) if _is_up(dealer, name)]
    seen = data.draw(st.sets(st.sampled_from(up), min_size=2, max_size=6))
    try:
        found = proposed("duel", _only(dealer, seen), {})
    except Unusable:
        return
    if "structure_unseen" in [doubt.code for doubt in found.doubts]:
        return
    for name in seen:
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


@pytest.mark.parametrize("seed", range(4))
def test_of_the_upper_rows_one_card_that_is_told_is_enough(seed: int) -> None:
    dealer = _table(seed)
    survey, rows = survey_of(dealer), FACTS.layouts[1].rows
    lying = [
        dealer.world.at(place.name)[0]
        for place in PLACES
        if place.name in dealer.layer.places and place.name.startswith("structure/") and dealer.world.at(place.name)
    ]
    last = {piece.face for piece in lying if piece.place.startswith(f"structure/{len(rows) - 1}/")}
    one = next(piece.face for piece in lying if piece.place == "structure/2/5")
    upper = {piece.face for piece in lying} - last - {one}
    hidden = {k for k, piece in enumerate(survey.pieces) if piece.faces and piece.faces[0].face in upper}
    found = proposed("duel", _without(survey, hidden), {})
    name = next(piece.place for piece in lying if piece.face == one)
    assert math.dist(_spots(found, name)[0], _there(dealer, name)) < 3 * _EXACT


@pytest.mark.parametrize(("seed", "late"), [(201, 36), (213, 43), (218, 71), (302, 55), (303, 57)])
def test_a_table_in_the_middle_of_a_game_is_proposed_where_its_pieces_lie(seed: int, late: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    found = proposed("duel", survey_of(dealer), {})
    assert found.doubts == ()
    for name in slots(dealer.state.age):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT
    assert math.dist(_middle(found.outlines["discard"]), _there(dealer, "discard")) < 2 * _EXACT


@pytest.mark.parametrize(("seed", "late"), [(301, 55), (306, 57), (307, 54), (304, 89)])
def test_a_few_cards_that_are_left_tell_where_their_age_lies(seed: int, late: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    found = proposed("duel", survey_of(dealer), {})
    lying = [name for name in slots(dealer.state.age) if dealer.world.at(name)]
    assert lying
    for name in lying:
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


_ASIDE = 32.0
"""mm by which a structure is laid beside where it is looked for, at its far end: less than one row."""


@pytest.mark.parametrize(
    ("seed", "age", "left"), [(301, 2, 1), (302, 1, 2), (406, 2, 2), (411, 2, 3), (303, 1, 1), (304, 2, 0), (305, 3, 0)]
)
def test_where_hardly_a_card_of_an_age_is_left_the_place_of_the_next_is_guessed_and_said(
    seed: int, age: int, left: int
) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    while (dealer.state.age, dealer.state.left if dealer.state.laid else 0) != (age, left) or not dealer.played:
        dealer.step()
    found = proposed("duel", survey_of(dealer), {})
    assert [doubt.code for doubt in found.doubts] == ["structure_unseen"]
    lying = [name for name in slots(age) if dealer.world.at(name)]
    assert len(lying) == left
    for name in lying:
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < _EXACT
    for name in slots(age + (left > 0)):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < _ASIDE
    agree(dealer, Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts))
    for name in slots(age + (left > 0)):
        if name not in lying:
            assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


@pytest.mark.parametrize(("seed", "age"), [(301, 2), (302, 3)])
def test_a_whole_age_that_lies_there_after_another_was_played_is_found(seed: int, age: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    while dealer.state.age < age or not dealer.state.laid:
        dealer.step()
    found = proposed("duel", survey_of(dealer), {})
    assert found.doubts == ()
    for name in slots(age):
        assert math.dist(_middle(found.outlines[name]), _there(dealer, name)) < 2 * _EXACT


def _track_lies_under_the_pawn(found: Proposal, dealer: Dealer) -> None:
    (pawn,) = dealer.world.at("board/track")
    assert math.dist(_spots(found, "board/track")[int(pawn.slot)], dealer.world.point(pawn)) < 3 * _EXACT


@pytest.mark.parametrize(("seed", "late"), [(62, 42), (76, 56), (109, 59), (151, 41)])
def test_where_the_tokens_left_may_lie_on_the_board_in_several_ways_loot_without_a_name_tells_which(
    seed: int, late: int
) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    survey = survey_of(dealer)
    faces = [piece.faces[0].face for piece in survey.pieces]
    seen = [
        replace(piece, faces=()) if face in LOOT_FACES else piece
        for piece, face in zip(survey.pieces, faces, strict=True)
        if face in LOOT_FACES or not face.startswith("duel/token/")
    ]
    found = proposed("duel", replace(survey, pieces=tuple(seen)), {})
    _track_lies_under_the_pawn(found, dealer)


@pytest.mark.parametrize(("seed", "late"), [(2, 70), (10, 50), (19, 50)])
def test_a_board_of_which_tokens_are_gone_and_nothing_else_is_known_lies_midway_between_the_players(
    seed: int, late: int
) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    survey = survey_of(dealer)
    known = {k for k, piece in enumerate(survey.pieces) if not piece.faces[0].face.startswith("duel/token/")}
    found = proposed("duel", _without(survey, {*range(len(survey.pieces))} - known), {})
    _track_lies_under_the_pawn(found, dealer)
