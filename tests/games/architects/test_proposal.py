"""What is proposed for an open table, from surveys of the twin's tables that see everything, or all but something."""

import itertools
import math
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.api.surveys import said_of
from companion.art.proxy_set import proxies_of
from companion.errors import Unusable
from companion.games.frames import Frame, Rect, about, overlapping
from companion.games.mats import Place
from companion.games.open_table import Proposal, as_seated, proposed, renumbered, seated, things
from companion.games.vocabulary import to_be_tapped
from companion.referee.messages import Proposed
from companion.rehearsal.setting_up import Agreed, agree, on_sheet, set_up
from companion.twin.dealer import Dealer
from tests.referee.joined import played_unseen
from tests.twin.surveys import dealt, survey_of
from vision.sighting import FaceProbability, Point, Survey, Surveyed

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_TABLES = st.tuples(st.integers(2, 7), st.integers(0, 30))


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _by(found: Proposal, dealer: Dealer) -> int:
    """By how much the proposal's seats are to be turned to be the dealer's."""
    seen, truth = found.setup["wonders"], list(dealer.setup_object()["wonders"])
    return next(by for by in range(len(seen)) if seen[-by:] + seen[:-by] == truth)


@settings(max_examples=15, deadline=None)
@given(_TABLES)
def test_everybody_sits_where_he_sits_and_has_his_own_deck(table: tuple[int, int]) -> None:
    dealer = dealt(*table)
    found = proposed("architects", survey_of(dealer), {})
    by, players = _by(found, dealer), table[0]
    assert sorted(found.setup["progress"]) == sorted(dealer.setup_object()["progress"])
    assert found.doubts == ()
    _has_own_decks(found, dealer)
    layout = renumbered(found.layout, by, players)
    assert {place.name for place in layout.places} >= {f"seat/{seat}/wonder" for seat in range(players)}
    assert all(place.mat == 0 or place.name.split("/")[1] == str(place.mat - 1) for place in layout.places)


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (4, 2), (5, 1)])
def test_something_taken_for_a_card_far_from_all_players_makes_no_deck_another_player_s(
    players: int, seed: int
) -> None:
    dealer = dealt(players, seed)
    survey = survey_of(dealer)
    for x, y in ((40.0, 50.0), (survey.width - 40.0, 50.0), (survey.width - 40.0, survey.height - 50.0)):
        quad = (x - 28, y - 40), (x + 28, y - 40), (x + 28, y + 40), (x - 28, y + 40)
        stray = Surveyed(quad, (FaceProbability("architects/back/ephesus", 0.87),))
        seen = replace(survey, pieces=(*survey.pieces, stray))
        _has_own_decks(proposed("architects", seen, {"players": players}), dealer)


@pytest.mark.parametrize(("players", "seed", "over"), [(3, 1, 12.0), (6, 685, 12.0), (6, 685, 0.0)])
def test_something_taken_for_a_card_at_the_foot_of_a_wonder_is_nobodys_deck(
    players: int, seed: int, over: float
) -> None:
    """Cloth in cruel light: a back of Ephesus (0.97), so many mm of it ``over`` the wonder's lowest stage."""
    dealer = dealt(players, seed)
    survey = survey_of(dealer)
    for wonder in dealer.setup_object()["wonders"]:
        lowest = next(one for one in things(survey.pieces) if one.face.startswith(f"architects/stage/{wonder}_1/"))
        frame = Frame(*lowest.at, lowest.turn)
        height = about(frame.own(point) for point in lowest.quad).height
        middle = frame.table((-20.0, height / 2 + 40.0 - over))
        corners = (Frame(*middle, lowest.turn).table((x * 27.5, y * 40.0)) for x, y in _CORNERS)
        one, two, three, four = corners
        stray = Surveyed((one, two, three, four), (FaceProbability(f"architects/back/{wonder}", 0.97),))
        seen = replace(survey, pieces=(*survey.pieces, stray))
        _has_own_decks(proposed("architects", seen, {"players": players}), dealer)


def _has_own_decks(found: Proposal, dealer: Dealer) -> None:
    by, players = _by(found, dealer), len(found.setup["wonders"])
    for seat in range(players):
        spot = dealer.layer.places[f"holder/{seat}"].spots[0]
        there = dealer.world.arrangement.mats[seat + 1].to_table(spot.x, spot.y)
        assert math.dist(_middle(found.outlines[f"holder/{(seat - by) % players}"]), there) < 8.0


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 1), (4, 2), (7, 3)])
def test_a_table_is_known_in_the_middle_of_a_game(players: int, seed: int) -> None:
    """Cards of cities are neither decks nor in the way of their own city."""
    dealer = Dealer("architects", players, seed, table="open")
    for _ in range(14 * players):
        dealer.step()
    found = proposed("architects", survey_of(dealer), dealer.said_before())
    by = _by(found, dealer)
    assert sorted(found.setup["progress"]) == sorted(dealer.state.face_up)
    for seat in range(players):
        spot = dealer.layer.places[f"holder/{seat}"].spots[0]
        there = dealer.world.arrangement.mats[seat + 1].to_table(spot.x, spot.y)
        assert math.dist(_middle(found.outlines[f"holder/{(seat - by) % players}"]), there) < 8.0
        city = found.outlines[f"seat/{(seat - by) % players}/city"]
        cards = [dealer.world.point(piece) for piece in dealer.world.at(f"seat/{seat}/city")]
        xs, ys = ([point[k] for point in city] for k in (0, 1))
        inside = [min(xs) < x < max(xs) and min(ys) < y < max(ys) for x, y in cards]
        assert sum(inside) >= 0.8 * len(cards)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 1), (4, 2)])
def test_a_table_is_known_in_the_middle_of_a_game_also_where_the_box_knows_no_wonder(players: int, seed: int) -> None:
    dealer = Dealer("architects", players, seed, table="open")
    for _ in range(14 * players):
        dealer.step()
    wonders = list(dealer.setup_object()["wonders"])
    found = proposed("architects", _unnamed(survey_of(dealer), wonders), {"players": players, "wonders": wonders})
    shown = [_middle(found.outlines[f"seat/{seat}/wonder"]) for seat in range(players)]
    for seat in range(players):
        mat = dealer.world.arrangement.mats[seat + 1]
        mine = [mat.to_table(one.x, one.y) for one in dealer.layer.places[f"seat/{seat}/wonder"].spots]
        here = min(range(players), key=lambda k: math.dist(shown[k], _middle(tuple(mine))))
        spot = dealer.layer.places[f"holder/{seat}"].spots[0]
        assert math.dist(_middle(found.outlines[f"holder/{here}"]), mat.to_table(spot.x, spot.y)) < 8.0
        city = found.outlines[f"seat/{here}/city"]
        cards = [dealer.world.point(piece) for piece in dealer.world.at(f"seat/{seat}/city")]
        xs, ys = ([point[k] for point in city] for k in (0, 1))
        assert sum(min(xs) < x < max(xs) and min(ys) < y < max(ys) for x, y in cards) >= 0.8 * len(cards)


@pytest.mark.parametrize(("players", "seed", "moves"), [(3, 6039, 8), (4, 6101, 42), (5, 6010, 3), (6, 6137, 9)])
def test_where_a_deck_may_be_a_card_of_the_city_as_well_it_is_asked_and_told_by_a_tap(
    players: int, seed: int, moves: int
) -> None:
    """A card lies alone on either side of a wonder, about as near to it."""
    dealer = Dealer("architects", players, seed, table="open")
    played_unseen(dealer, moves)
    survey, doubts = survey_of(dealer), list[str]()

    def read(told: dict[str, Any]) -> Proposed:
        found = said_of(survey, "architects", told)
        doubts.extend(doubt.code for doubt in found.doubts)
        return found

    agreed = set_up(dealer, read)
    assert "deck_unsure" in doubts
    for seat in range(players):
        (place,) = [place for place in agreed.layout.places if place.name == f"holder/{seat}"]
        mat = next(mat for mat in agreed.layout.mats if mat.number == place.mat)
        there = on_sheet(dealer.world.point(dealer.world.at(f"holder/{seat}")[-1]), mat, dealer)
        assert math.dist(there, (place.spots[0].x, place.spots[0].y)) < 3.0


def _unnamed(survey: Survey, wonders: Sequence[str]) -> Survey:
    """The same without a name for any stage of these wonders: each stands out as a whole."""
    pieces = survey.pieces
    for wonder in wonders:
        stages = [piece for piece in pieces if piece.faces and _is_stage_of(wonder, piece)]
        turned = Frame(0.0, 0.0, things(stages)[0].turn)
        whole = about(turned.own(point) for piece in stages for point in piece.quad)
        one, two, three, four = (turned.table(corner) for corner in whole.corners())
        pieces = (*(piece for piece in pieces if piece not in stages), Surveyed((two, three, four, one), ()))
    return replace(survey, pieces=pieces)


@settings(max_examples=15, deadline=None)
@given(_TABLES)
def test_cities_have_room_and_none_reaches_into_another(table: tuple[int, int]) -> None:
    dealer = dealt(*table)
    found = proposed("architects", survey_of(dealer), {})
    cities = [found.outlines[f"seat/{seat}/city"] for seat in range(table[0])]
    for k, city in enumerate(cities):
        assert math.dist(city[0], city[1]) >= 120
        assert math.dist(city[1], city[2]) >= 180
        assert all(overlapping(city, other) < 1.0 for other in cities[:k])


@settings(max_examples=15, deadline=None)
@given(_TABLES, st.data())
def test_whatever_is_not_seen_the_rest_is_proposed_or_it_says_why(table: tuple[int, int], data: st.DataObject) -> None:
    dealer = dealt(*table)
    survey = survey_of(dealer)
    hidden = data.draw(st.sets(st.integers(0, len(survey.pieces) - 1), max_size=len(survey.pieces)))
    seen = tuple(piece for k, piece in enumerate(survey.pieces) if k not in hidden)
    partly = Survey(1, 0, survey.width, survey.height, survey.tags, survey.lens, seen)
    few = sum(_stages(seen, wonder) >= 2 for wonder in dealer.setup_object()["wonders"]) < 2
    if few:
        with pytest.raises(Unusable) as error:
            proposed("architects", partly, {})
        assert error.value.code == "few_wonders"
        return
    found = proposed("architects", partly, {})
    lacking = {place.name for place in found.layout.places}.symmetric_difference(found.layout.without)
    assert {f"seat/{seat}/wonder" for seat in range(len(found.setup["wonders"]))} <= lacking
    assert set(found.setup["wonders"]) <= set(dealer.setup_object()["wonders"])


def test_where_nothing_of_the_middle_is_seen_the_cities_are_proposed_all_the_same() -> None:
    survey = survey_of(dealt(3, 0))
    cities = tuple(piece for piece in survey.pieces if piece.faces[0].face.startswith("architects/stage/"))
    found = proposed("architects", replace(survey, pieces=cities), {})
    assert len(found.setup["wonders"]) == 3
    assert not any(place.name.startswith("central/") for place in found.layout.places)


def _stages(seen: tuple[Surveyed, ...], wonder: str) -> int:
    return sum(_is_stage_of(wonder, piece) for piece in seen)


@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_nobody_has_to_drag_a_border_before_his_cards_fit_in(table: tuple[int, int]) -> None:
    dealer = dealt(*table)
    found = proposed("architects", survey_of(dealer), {})
    told = Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts)
    assert agree(dealer, told).corrections == 0


@settings(max_examples=10, deadline=None)
@given(_TABLES, st.data())
def test_a_wonder_that_the_box_does_not_know_is_found_by_what_stands_out(
    table: tuple[int, int], data: st.DataObject
) -> None:
    dealer = dealt(*table)
    survey, wonders = survey_of(dealer), list(dealer.setup_object()["wonders"])
    lacking = data.draw(st.sampled_from(wonders))
    stages = [piece for piece in survey.pieces if _is_stage_of(lacking, piece)]
    turned = Frame(0.0, 0.0, things(stages)[0].turn)
    whole = about(turned.own(point) for piece in stages for point in piece.quad)
    one, two, three, four = (turned.table(corner) for corner in whole.corners())
    shown = (*(piece for piece in survey.pieces if piece not in stages), Surveyed((two, three, four, one), ()))
    seen = replace(survey, pieces=shown)
    found = proposed("architects", seen, {"wonders": wonders})
    _by(found, dealer)
    assert found.doubts == ()
    exact = proposed("architects", survey, {})
    name = f"seat/{exact.setup['wonders'].index(lacking)}/wonder"
    assert math.dist(_middle(found.outlines[name]), _middle(exact.outlines[name])) < 6.0
    # Nobody has said which it is: somebody is asked.
    assert [doubt.code for doubt in proposed("architects", seen, {}).doubts] == ["wonder_unseen"]
    # It is rather the one that the box does not know than one that it would have known.
    every = proxies_of("architects").face_ids()
    enrolled = tuple(face for face in every if not face.startswith(f"architects/stage/{lacking}_"))
    guessed = proposed("architects", replace(seen, enrolled=enrolled), {})
    assert sorted(guessed.setup["wonders"]) == sorted(wonders)
    assert [doubt.code for doubt in guessed.doubts] == ["wonder_unseen"], "it is shown, and asked whether it is right"


@settings(max_examples=10, deadline=None)
@given(_TABLES, st.data())
def test_before_a_deck_somebody_sits_though_nothing_of_his_wonder_is_seen(
    table: tuple[int, int], data: st.DataObject
) -> None:
    dealer = dealt(*table)
    survey, wonders = survey_of(dealer), list(dealer.setup_object()["wonders"])
    lacking = data.draw(st.sampled_from(wonders))
    seen = replace(survey, pieces=tuple(piece for piece in survey.pieces if not _is_stage_of(lacking, piece)))
    told = {"players": len(wonders), "wonders": wonders}
    found, exact = (proposed("architects", one, told) for one in (seen, survey))
    decks = [_middle(exact.outlines[f"holder/{seat}"]) for seat in range(len(wonders))]
    # Whose of two decks side by side one is nobody can tell.
    assume(min(math.dist(one, other) for one, other in itertools.combinations(decks, 2)) > 100.0)
    assert [doubt.code for doubt in found.doubts if doubt.code != "no_room"] == ["players_unseen"]
    assert found.doubts[0].params == {"seen": len(wonders) - 1, "players": len(wonders)}
    assert as_seated(found.layout, seated("architects", found.setup), tuple(wonders)) is not None
    here, there = (one.setup["wonders"].index(lacking) for one in (found, exact))
    own = _middle(found.outlines[f"holder/{here}"])
    assert math.dist(own, _middle(exact.outlines[f"holder/{there}"])) < 1.0
    assert math.dist(own, _middle(found.outlines[f"seat/{here}/wonder"])) < 250.0


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2)])
def test_where_a_player_is_missing_one_stage_tells_whose_wonder_it_is_and_where_he_sits(
    players: int, seed: int
) -> None:
    dealer = dealt(players, seed)
    survey, wonder = survey_of(dealer), dealer.setup_object()["wonders"][1]
    others = [k for k, piece in enumerate(survey.pieces) if _is_stage_of(wonder, piece)][1:]
    seen = replace(survey, pieces=tuple(piece for k, piece in enumerate(survey.pieces) if k not in others))
    found = proposed("architects", seen, {"players": players})
    assert found.doubts == ()
    _by(found, dealer)
    _has_own_decks(found, dealer)


@example((6, 27))  # A medal lies beyond the direction of the player to whose right it lies.
@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_every_medal_lies_between_its_neighbours_or_in_the_middle(table: tuple[int, int]) -> None:
    dealer = dealt(*table, expansions=("medals",))
    found = proposed("architects", survey_of(dealer), dealer.said_before())
    assert found.doubts == ()
    by, players = _by(found, dealer), table[0]
    for seat in range(players):
        (medal,) = dealer.world.at(f"seat/{seat}/medal")
        outline = found.outlines[f"seat/{(seat - by) % players}/medal"]
        assert math.dist(_middle(outline), dealer.world.point(medal)) < 1.0
    centre = [place for place in found.layout.places if place.name == "central/medals"]
    assert [len(place.spots) for place in centre] == ([2] if dealer.setup.expert else [])


@pytest.mark.parametrize("table", [(2, 1), (4, 2), (7, 3)])
def test_who_is_asked_where_a_deck_lies_that_was_not_seen_tells_it_by_a_tap(table: tuple[int, int]) -> None:
    dealer = dealt(*table)
    survey = survey_of(dealer)
    whole = proposed("architects", survey, dealer.said_before())
    names = {"central/deck", "holder/0"}
    missing = {name: _middle(whole.outlines[name]) for name in names}
    left = [one for one in survey.pieces if all(math.dist(_middle(one.quad), at) > 9.0 for at in missing.values())]
    told = dealer.said_before() | {"wonders": whole.setup["wonders"]}
    asked = proposed("architects", replace(survey, pieces=tuple(left)), told)
    assert {*to_be_tapped(asked.doubts)} == names
    lies = {name: (x + 5.0, y - 4.0) for name, (x, y) in missing.items()}
    found = proposed("architects", replace(survey, pieces=tuple(left)), told | {"lies": lies})
    assert found.doubts == ()
    assert all(math.dist(_middle(found.outlines[name]), lies[name]) < 1.0 for name in names)
    # What stands out under the finger tells it better.
    x, y = missing["central/deck"]
    shadow = Surveyed(((x - 33, y - 46), (x + 33, y - 46), (x + 33, y + 46), (x - 33, y + 46)), ())
    found = proposed("architects", replace(survey, pieces=(*left, shadow)), told | {"lies": lies})
    assert math.dist(_middle(found.outlines["central/deck"]), (x, y)) < 1.0


@pytest.mark.parametrize("table", [(2, 1), (4, 2), (7, 3)])
def test_people_tap_on_the_deck_that_was_not_seen_and_it_lies_there(table: tuple[int, int]) -> None:
    dealer = dealt(*table)
    survey = survey_of(dealer)
    left = tuple(one for one in survey.pieces if one.faces[0].face != "architects/back/central")

    def agreed_to(pieces: tuple[Surveyed, ...]) -> Agreed:
        return set_up(dealer, lambda told: said_of(replace(survey, pieces=pieces), "architects", told))

    exact, agreed = agreed_to(survey.pieces), agreed_to(left)
    assert agreed.corrections == exact.corrections + 1
    (place,) = [place for place in agreed.layout.places if place.name == "central/deck"]
    mat = next(mat for mat in agreed.layout.mats if mat.number == place.mat)
    there = on_sheet(dealer.world.point(dealer.world.at("central/deck")[-1]), mat, dealer)
    assert math.dist(there, (place.spots[0].x, place.spots[0].y)) < 3.0


def test_medals_that_are_not_seen_are_said_and_those_of_a_game_without_them_are_not_looked_for() -> None:
    dealer = dealt(4, 2, expansions=("medals",))
    survey = survey_of(dealer)
    medals = [piece for piece in survey.pieces if piece.faces[0].face.startswith("architects/medal/medal_")]
    assert len(medals) == 6
    fewer = replace(survey, pieces=tuple(piece for piece in survey.pieces if piece not in medals))
    doubts = proposed("architects", fewer, dealer.said_before()).doubts
    assert [doubt.code for doubt in doubts] == ["between_unseen"] * 4 + ["middle_unseen"]
    told = {name: said for name, said in dealer.said_before().items() if name == "players"}
    without = proposed("architects", survey, told)
    assert not any("medal" in place.name for place in without.layout.places)


@pytest.mark.parametrize("table", [(2, 1), (4, 2), (6, 27)])
def test_medals_that_the_box_does_not_know_are_told_by_their_rims_wherever_they_lie(table: tuple[int, int]) -> None:
    dealer = dealt(*table, expansions=("medals",))
    survey = survey_of(dealer)
    medals = [piece for piece in survey.pieces if piece.faces[0].face.startswith("architects/medal/")]
    stacks = [piece for piece in survey.pieces if piece.faces[0].face == "architects/progress/back"]
    known = tuple(piece for piece in survey.pieces if piece not in (*medals, *stacks))
    rounds = tuple(_middle(piece.quad) for piece in (*stacks, *medals))
    found = proposed("architects", replace(survey, pieces=known, rounds=rounds), dealer.said_before())
    exact = proposed("architects", survey, dealer.said_before())
    assert found.doubts == exact.doubts == ()
    where = {name: _middle(found.outlines[name]) for name in exact.outlines if "medal" in name}
    assert where == {name: pytest.approx(_middle(exact.outlines[name]), abs=0.1) for name in where}
    assert len(where) >= table[0]


def test_a_wonder_that_only_its_owner_can_describe_is_no_hindrance_while_nobody_has_described_it() -> None:
    dealer = dealt(4, 1, expansions=("medals",))
    wanted = {**dealer.said_before(), "wonders": ["rome", *dealer.setup_object()["wonders"][1:]]}
    stages = [piece for piece in survey_of(dealer).pieces if _is_stage_of(dealer.setup_object()["wonders"][0], piece)]
    pieces = tuple(piece for piece in survey_of(dealer).pieces if piece not in stages)
    found = proposed("architects", replace(survey_of(dealer), pieces=pieces), wanted)
    assert len(found.setup["wonders"]) == 3


@settings(max_examples=5, deadline=None)
@given(_TABLES, st.integers(0, 3))
def test_the_central_deck_is_found_by_its_size_though_the_box_does_not_know_its_back(
    table: tuple[int, int], quarters: int
) -> None:
    """Also where a pile of tokens in its shadow stands out nearer to the middle, a few mm larger than a card."""
    survey = survey_of(dealt(*table))
    tokens = [piece for piece in survey.pieces if piece.faces[0].face == "architects/token/conflict_peace"]
    x, y = (sum(corner[k] for piece in tokens for corner in piece.quad) / (4 * len(tokens)) for k in (0, 1))
    pile = Surveyed(((x - 42, y + 30), (x + 42, y + 30), (x + 42, y + 89), (x - 42, y + 89)), ())

    def nameless(piece: Surveyed) -> Surveyed:
        corners = piece.quad[quarters:] + piece.quad[:quarters]
        return replace(piece, faces=(), quad=corners) if piece.faces[0].face == "architects/back/central" else piece

    found, exact = (
        proposed("architects", one, {"players": table[0]})
        for one in (replace(survey, pieces=(pile, *map(nameless, survey.pieces))), survey)
    )
    assert found.doubts == exact.doubts == ()
    here, there = (sorted(one.outlines["central/deck"]) for one in (found, exact))
    assert all(math.dist(one, other) < 1.0 for one, other in zip(here, there, strict=True))


def test_a_conflict_token_without_a_name_is_counted_where_it_lies_beside_a_named_one() -> None:
    dealer = dealt(4, 1)
    survey = survey_of(dealer)
    conflict = [piece for piece in survey.pieces if piece.faces[0].face == "architects/token/conflict_peace"]
    pieces = tuple(replace(piece, faces=()) if piece in conflict[1:] else piece for piece in survey.pieces)
    found = proposed("architects", replace(survey, pieces=pieces), {})
    assert found.doubts == ()
    (place,) = (place for place in found.layout.places if place.name == "central/conflict")
    assert len(place.spots) == len(conflict)


def _place(found: Proposal, name: str) -> Place:
    return next(place for place in found.layout.places if place.name == name)


@pytest.mark.parametrize("unknown", [(0,), (2,), (0, 2), (1, 2), (0, 1, 2)])
def test_progress_tokens_that_the_box_does_not_know_are_those_of_the_row_and_not_the_ones_beside_it(
    unknown: tuple[int, ...],
) -> None:
    dealer = dealt(4, 1)
    survey = survey_of(dealer)
    tokens = [piece for piece in survey.pieces if piece.faces[0].face.startswith("architects/progress/")]
    row = sorted((piece for piece in tokens if not piece.faces[0].face.endswith("back")), key=lambda one: one.quad)
    strange = [piece for piece in tokens if piece not in row or row.index(piece) in unknown]
    rounds = tuple(_middle(piece.quad) for piece in strange)
    pieces = tuple(piece for piece in survey.pieces if piece not in strange)
    exact = proposed("architects", survey, {})
    found = proposed("architects", replace(survey, pieces=pieces, rounds=rounds), {})
    assert found.doubts == ()
    names = [piece.faces[0].face.removeprefix("architects/progress/") for piece in row]
    assert found.setup["progress"] == ["?" if k in unknown else name for k, name in enumerate(names)]
    spots, wanted = (
        [(round(spot.x, 1), round(spot.y, 1)) for spot in _place(one, "central/progress").spots]
        for one in (found, exact)
    )
    assert spots == wanted


@pytest.mark.parametrize("touching", [(0, 1), (1, 2)])
def test_unknown_tokens_of_the_row_that_touch_and_stand_out_as_one_are_told_apart_by_their_size(
    touching: tuple[int, int],
) -> None:
    dealer = dealt(4, 1)
    survey = survey_of(dealer)
    row = sorted(
        (one for one in survey.pieces if re.match("architects/progress/(?!back)", one.faces[0].face)),
        key=lambda one: one.quad,
    )
    blob = about(_middle(row[k].quad) for k in touching).grown(14.0)
    pieces = [piece for piece in survey.pieces if piece not in [row[k] for k in touching]]
    seen = replace(survey, pieces=(*pieces, Surveyed(blob.corners(), ())))
    exact, found = proposed("architects", survey, {}), proposed("architects", seen, {})
    assert found.doubts == ()
    for mine, theirs in zip(
        _place(found, "central/progress").spots, _place(exact, "central/progress").spots, strict=True
    ):
        assert math.dist((mine.x, mine.y), (theirs.x, theirs.y)) < 4.0


def test_a_token_that_somebody_has_won_is_none_of_the_row_though_it_lies_near_the_middle() -> None:
    dealer = dealt(4, 1)
    survey = survey_of(dealer)
    row = [one for one in survey.pieces if re.match("architects/progress/(?!back)", one.faces[0].face)]
    known = max(row, key=lambda one: one.quad)
    unknown = [one for one in row if one is not known]
    x, y = _middle(unknown[0].quad)
    around = Rect(x + 76.0, y - 124.0, x + 104.0, y - 96.0).corners()
    won = Surveyed(around, (FaceProbability("architects/progress/science", 0.99),))
    pieces = tuple(one for one in survey.pieces if one not in unknown)
    rounds = tuple(_middle(one.quad) for one in unknown)
    exact = proposed("architects", survey, {})
    found = proposed("architects", replace(survey, pieces=(*pieces, won), rounds=rounds), {})
    spots, wanted = (_place(one, "central/progress").spots for one in (found, exact))
    assert len(spots) == len(wanted)
    assert all(math.dist((a.x, a.y), (b.x, b.y)) < 1.0 for a, b in zip(spots, wanted, strict=True))


def _is_stage_of(wonder: str, piece: Surveyed) -> bool:
    return piece.faces[0].face.startswith(f"architects/stage/{wonder}_")


def test_a_game_that_proposes_nothing_says_so() -> None:
    with pytest.raises(Unusable) as error:
        proposed("", survey_of(dealt(2, 1)), {})
    assert error.value.code == "no_proposal"


def test_the_common_area_of_squares_is_what_it_is() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert overlapping(square, tuple((x + 4, y + 5) for x, y in square)) == pytest.approx(30.0)
    assert overlapping(square, tuple((x + 40, y) for x, y in square)) == 0.0


def test_a_token_that_is_doubtful_is_one_of_the_row_it_lies_in_and_nothing_where_it_lies_alone() -> None:
    dealer = dealt(2, 4)
    survey = survey_of(dealer)
    row = [piece for piece in survey.pieces if "/progress/" in piece.faces[0].face]
    doubtful = replace(row[0], faces=(replace(row[0].faces[0], probability=0.3),))
    seen = things([doubtful, *row[1:]])
    assert [thing.face for thing in seen] == [piece.faces[0].face for piece in row]
    assert things([doubtful])[0].face == ""
