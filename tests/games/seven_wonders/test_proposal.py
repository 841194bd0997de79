"""What is proposed for an open table of 7 Wonders, from surveys of the twin's tables that see all, or all but some."""

import math
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.frames import Frame, Rect, overlapping
from companion.games.free_room import free_spot, meet, outline
from companion.games.open_table import Proposal, as_seated, proposed, seated
from companion.games.seven_wonders.places import BOARD, STRIP, places
from companion.games.seven_wonders.room import Wish, shared_out
from companion.games.seven_wonders.rules.facts import BOARDS
from companion.referee.messages import Proposed
from companion.rehearsal.setting_up import agree, named, set_up
from companion.twin.dealer import Dealer
from tests.referee.joined import played_unseen
from tests.twin.surveys import dealt, survey_of
from vision.sighting import FaceProbability, Point, Quad, Survey, Surveyed

_TABLES = st.tuples(st.integers(2, 7), st.integers(0, 30))


def _table(players: int, seed: int) -> tuple[Dealer, Survey]:
    dealer = dealt(players, seed, "seven_wonders")
    return dealer, survey_of(dealer)


def _proposed(dealer: Dealer, survey: Survey, **told: object) -> Proposal:
    return proposed("seven_wonders", survey, {"players": dealer.state.players, **told})


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _boards(setup: dict[str, Any]) -> tuple[Any, ...]:
    return seated("seven_wonders", setup)


@settings(max_examples=15, deadline=None)
@given(_TABLES)
def test_everybody_sits_where_he_sits_with_his_board_and_what_lies_beside_it(table: tuple[int, int]) -> None:
    dealer, survey = _table(*table)
    found = _proposed(dealer, survey)
    seen, truth = _boards(found.setup), _boards(dealer.setup_object())
    by = next(by for by in range(len(seen)) if seen[-by:] + seen[:-by] == truth)
    assert found.doubts == ()
    assert found.layout.without == ()
    for seat in range(len(seen)):
        for name in (f"seat/{seat}/chosen", f"seat/{seat}/coins"):
            (piece,) = dealer.world.at(name)
            own = found.outlines[name.replace(str(seat), str((seat - by) % len(seen)), 1)]
            at = dealer.world.point(piece)
            dot = tuple((at[0] + dx, at[1] + dy) for dx, dy in ((-8, -8), (8, -8), (8, 8), (-8, 8)))
            assert overlapping(own, dot) == pytest.approx(256.0)
    assert as_seated(found.layout, seen, truth) is not None


@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_what_is_printed_golden_in_the_middle_of_a_back_that_no_box_holds_is_no_coin(table: tuple[int, int]) -> None:
    dealer, survey = _table(*table)
    backs = [piece for piece in survey.pieces if "/back/" in piece.faces[0].face]
    prints = [Surveyed(_square(_middle(back.quad)), (FaceProbability("seven_wonders/coin/3", 0.97),)) for back in backs]
    others = [piece for piece in survey.pieces if piece not in backs]
    nameless = [replace(back, faces=()) for back in backs]
    as_named = _proposed(dealer, survey)
    found = _proposed(dealer, replace(survey, pieces=(*prints, *others, *nameless)))
    for seat in range(len(_boards(found.setup))):
        assert found.outlines[f"seat/{seat}/coins"] == as_named.outlines[f"seat/{seat}/coins"]


@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_before_the_first_building_a_lone_silver_disc_beside_a_board_is_the_print_of_the_card_that_is_ready(
    table: tuple[int, int],
) -> None:
    dealer, survey = _table(*table)
    as_named = _proposed(dealer, survey)
    without_coins = tuple(piece for piece in survey.pieces if "/coin/" not in piece.faces[0].face)
    found = _proposed(dealer, _prints_alone(dealer, replace(survey, pieces=without_coins), "seven_wonders/coin/1"))
    for seat in range(len(_boards(found.setup))):
        before, after = (one.outlines[f"seat/{seat}/chosen"] for one in (as_named, found))
        assert math.dist(_middle(before), _middle(after)) < 1.0


@settings(max_examples=10, deadline=None)
@example((7, 11))
@given(_TABLES)
def test_before_the_first_building_of_discs_left_and_right_of_a_board_one_is_the_print_of_the_card_that_is_ready(
    table: tuple[int, int],
) -> None:
    dealer, survey = _table(*table)
    as_named = _proposed(dealer, survey)
    found = _proposed(dealer, _prints_alone(dealer, survey, "seven_wonders/coin/3"))
    for seat in range(len(_boards(found.setup))):
        coins, chosen = (_middle(as_named.outlines[f"seat/{seat}/{place}"]) for place in ("coins", "chosen"))
        if math.dist(coins, chosen) > BOARD[0]:
            # Round the same disc; how far the place reaches may hang on what lies beside it.
            assert math.dist(_middle(found.outlines[f"seat/{seat}/coins"]), coins) < BOARD[0] / 4


def _prints_alone(dealer: Dealer, survey: Survey, face: str) -> Survey:
    """The same where of each card that lies ready only its round print is seen, and taken for this coin."""
    ready = [dealer.world.point(*dealer.world.at(f"seat/{seat}/chosen")) for seat in range(len(dealer.state.cities))]
    others = (one for one in survey.pieces if all(math.dist(_middle(one.quad), at) >= 1.0 for at in ready))
    prints = (Surveyed(_square(at), (FaceProbability(face, 0.97),)) for at in ready)
    return replace(survey, pieces=(*prints, *others))


def _square(at: Point) -> Quad:
    (x, y), side = at, 13.5
    return (x - side, y - side), (x + side, y - side), (x + side, y + side), (x - side, y + side)


@settings(max_examples=15, deadline=None)
@given(_TABLES)
def test_regions_have_room_and_none_reaches_into_another(table: tuple[int, int]) -> None:
    dealer, survey = _table(*table)
    found = _proposed(dealer, survey)
    for one, other in combinations(found.outlines, 2):
        assert overlapping(found.outlines[one], found.outlines[other]) < 1.0, (one, other)
    for seat in range(len(_boards(found.setup))):
        city = found.outlines[f"seat/{seat}/city"]
        assert math.dist(city[0], city[1]) >= 330
        assert math.dist(city[1], city[2]) >= 160


@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_hardly_a_border_has_to_be_dragged_before_the_cards_fit_in(table: tuple[int, int]) -> None:
    dealer = Dealer("seven_wonders", *table, table="open")
    found = _proposed(dealer, survey_of(dealer))
    told = Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts)
    agreed = agree(dealer, told)
    assert agreed.corrections <= 1
    # What is watched is what the rules ask for, and hands lay there from now on.
    names = {place.name for place in places(dealer.state)}
    assert {place.name for place in agreed.layout.places} == names
    assert {mat.number for mat in agreed.layout.mats} == set(range(len(dealer.state.cities) + 1))


def test_that_fewer_boards_are_seen_than_people_play_is_said() -> None:
    dealer, survey = _table(4, 1)
    board = next(piece for piece in survey.pieces if "/board/" in piece.faces[0].face)
    found = _proposed(dealer, replace(survey, pieces=tuple(piece for piece in survey.pieces if piece is not board)))
    (doubt,) = (doubt for doubt in found.doubts if doubt.code == "players_unseen")
    assert doubt.params == {"seen": 3, "players": 4}
    assert not any(doubt.code == "players_unseen" for doubt in _proposed(dealer, survey).doubts)


@settings(max_examples=15, deadline=None)
@given(_TABLES, st.data())
def test_whatever_is_not_seen_the_rest_is_proposed_or_it_says_why(table: tuple[int, int], data: st.DataObject) -> None:
    dealer, survey = _table(*table)
    hidden = data.draw(st.sets(st.integers(0, len(survey.pieces) - 1), max_size=len(survey.pieces)))
    seen = tuple(piece for k, piece in enumerate(survey.pieces) if k not in hidden)
    partly = replace(survey, pieces=seen)
    boards = sum("/board/" in piece.faces[0].face for piece in seen)
    if boards < 3:
        with pytest.raises(Unusable) as error:
            _proposed(dealer, partly)
        assert error.value.code == "few_wonders"
        return
    found = _proposed(dealer, partly)
    assert set(_boards(found.setup)) <= set(_boards(dealer.setup_object()))
    assert {place.name for place in found.layout.places}.isdisjoint(found.layout.without)
    assert {f"seat/{seat}/stages" for seat in range(boards)} <= {place.name for place in found.layout.places}
    for one, other in combinations(found.outlines, 2):
        assert overlapping(found.outlines[one], found.outlines[other]) < 1.0, (one, other)


@settings(max_examples=10, deadline=None)
@given(_TABLES, st.data())
def test_a_board_that_the_box_does_not_know_is_found_by_its_size_and_somebody_is_asked(
    table: tuple[int, int], data: st.DataObject
) -> None:
    dealer, survey = _table(*table)
    truth = dealer.setup_object()
    boards = [k for k, piece in enumerate(survey.pieces) if "/board/" in piece.faces[0].face]
    lacking = data.draw(st.sampled_from(boards))
    upside_down = data.draw(st.booleans())
    one, two, three, four = survey.pieces[lacking].quad
    nameless = replace(
        survey.pieces[lacking], faces=(), quad=(three, four, one, two) if upside_down else (one, two, three, four)
    )
    pieces = (*survey.pieces[:lacking], nameless, *survey.pieces[lacking + 1 :])
    found = _proposed(dealer, replace(survey, pieces=pieces))
    assert [doubt.code for doubt in found.doubts] == ["wonder_unseen"]
    told = _proposed(dealer, replace(survey, pieces=pieces), **truth)
    assert told.doubts == ()
    exact = _proposed(dealer, survey, **truth)
    assert told.setup == exact.setup
    for name, where in exact.outlines.items():
        assert math.dist(_middle(told.outlines[name]), _middle(where)) < 6.0, name


@settings(max_examples=10, deadline=None)
@given(_TABLES)
def test_boards_and_backs_of_which_the_box_knows_none_are_told_by_how_they_lie(table: tuple[int, int]) -> None:
    dealer, survey = _table(*table)
    unknown = {"board", "back", "coin"}
    nameless = tuple(
        replace(piece, faces=()) if unknown & {*piece.faces[0].face.split("/")} else piece for piece in survey.pieces
    )
    exact, unnamed = _proposed(dealer, survey), replace(survey, pieces=nameless)
    first = _proposed(dealer, unnamed)
    told = named(dealer, Proposed(first.setup, first.layout, first.outlines, 0.0, 0.0, b"", first.doubts))
    found = _proposed(dealer, unnamed, **told)
    assert found.doubts == ()
    assert found.setup == exact.setup
    for name, where in exact.outlines.items():
        if name.endswith(("/chosen", "/stages")):
            assert math.dist(_middle(found.outlines[name]), _middle(where)) < 6.0, name


@settings(max_examples=10, deadline=None)
@given(_TABLES, st.data())
def test_a_board_of_which_the_other_side_was_read_is_put_right_with_one_word_and_nothing_is_dragged_for_it(
    table: tuple[int, int], data: st.DataObject
) -> None:
    dealer, survey = _table(*table)
    k = data.draw(st.sampled_from([k for k, piece in enumerate(survey.pieces) if "/board/" in piece.faces[0].face]))
    wonder, side = survey.pieces[k].faces[0].face.rsplit("/", 1)
    turned = replace(survey.pieces[k], faces=(FaceProbability(f"{wonder}/{'B' if side == 'A' else 'A'}", 0.99),))
    misread = replace(survey, pieces=(*survey.pieces[:k], turned, *survey.pieces[k + 1 :]))

    def read(told: dict[str, Any], seen: Survey) -> Proposed:
        found = proposed("seven_wonders", seen, told)
        return Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts)

    exact = set_up(dealer, lambda told: read(told, survey))
    agreed = set_up(dealer, lambda told: read(told, misread))
    assert agreed.layout == exact.layout
    assert agreed.corrections == exact.corrections + 1


def test_a_board_that_no_box_knows_is_found_with_the_cards_that_stick_out_below_it() -> None:
    dealer, survey = _table(3, 1)
    boards = [piece for piece in survey.pieces if piece.faces[0].face.startswith("seven_wonders/board/")]
    others = tuple(piece for piece in survey.pieces if piece not in boards)
    longer = tuple(Surveyed(_part(piece.quad, (0.0, 0.0), (1.0, 1.0 + STRIP / BOARD[1])), ()) for piece in boards)
    exact, unnamed = _proposed(dealer, survey), replace(survey, pieces=(*longer, *others))
    found = _proposed(dealer, unnamed, wonders=exact.setup["wonders"])
    assert found.setup == exact.setup
    for name, where in exact.outlines.items():
        if name.endswith("/stages"):
            assert math.dist(_middle(found.outlines[name]), _middle(where)) < 6.0, name


@pytest.mark.parametrize("top", [0.0, 0.2])
def test_a_board_that_no_box_knows_is_found_where_a_fifth_of_it_looks_as_the_table_does(top: float) -> None:
    dealer, survey = _table(3, 1)
    boards = [piece for piece in survey.pieces if piece.faces[0].face.startswith("seven_wonders/board/")]
    others = tuple(piece for piece in survey.pieces if piece not in boards)
    part = tuple(Surveyed(_part(piece.quad, (0.0, top), (1.0, top + 0.81)), ()) for piece in boards)
    exact, unnamed = _proposed(dealer, survey), replace(survey, pieces=(*part, *others))
    found = _proposed(dealer, unnamed, wonders=exact.setup["wonders"])
    assert found.setup == exact.setup
    for name, where in exact.outlines.items():
        if name.endswith("/stages"):
            assert math.dist(_middle(found.outlines[name]), _middle(where)) < STRIP, name


def test_a_card_s_round_print_that_is_taken_for_a_coin_is_still_the_card_that_lies_ready() -> None:
    dealer, survey = _table(4, 1)
    exact = _proposed(dealer, survey)
    at = dealer.world.point(dealer.world.at("seat/1/chosen")[0])
    pieces = sorted(survey.pieces, key=lambda piece: math.dist(_middle(piece.quad), at))
    quad = pieces[0].quad
    coin = Surveyed(_part(quad, (0.3, 0.37), (0.7, 0.63)), (FaceProbability("seven_wonders/coin/1", 0.9),))
    above, below = (Surveyed(_part(quad, (0.05, top), (0.95, top + 0.35)), ()) for top in (0.03, 0.62))
    found = _proposed(dealer, replace(survey, pieces=(above, coin, below, *pieces[1:])))
    for name, where in exact.outlines.items():
        assert math.dist(_middle(found.outlines[name]), _middle(where)) < 2.0, name


def _part(quad: Quad, start: Point, end: Point) -> Quad:
    """A part of a piece, by shares of its sides."""

    def at(across: float, down: float) -> Point:
        (x, y), (ax, ay), _, (bx, by) = quad
        return x + across * (ax - x) + down * (bx - x), y + across * (ay - y) + down * (by - y)

    return at(*start), at(end[0], start[1]), at(*end), at(start[0], end[1])


def test_with_two_players_the_board_that_people_name_is_the_free_city_s() -> None:
    dealer, survey = _table(2, 1)
    truth = dealer.setup_object()
    for board in _boards(truth):
        found = _proposed(dealer, survey, free_city=list(board))
        assert found.setup["free_city"] == list(board)
        assert len(found.setup["wonders"]) == 2
    assert "free_city" not in proposed("seven_wonders", survey, {"players": 3}).setup


def test_with_two_players_the_board_that_neither_has_named_is_the_free_city_s() -> None:
    dealer, survey = _table(2, 1)
    boards = _boards(dealer.setup_object())
    absent = next(board for board in BOARDS if board.wonder not in {wonder for wonder, _ in boards})
    for board in boards:
        owned = [list(other) for other in boards if other != board]
        found = _proposed(dealer, survey, wonders=owned, free_city=[absent.wonder, absent.side])
        assert found.setup["free_city"] == list(board)
        assert sorted(found.setup["wonders"]) == sorted(owned)


def test_regions_share_what_lies_between_them() -> None:
    least, most = Rect(-20.0, -20.0, 20.0, 20.0), Rect(-200.0, -20.0, 200.0, 20.0)
    wishes = [Wish(Frame(x, 0.0, 0.0), least, most) for x in (0.0, 200.0)]
    one, other = shared_out(wishes, [], lambda _: True)
    assert one is not None
    assert other is not None
    assert one.right == pytest.approx(100.0, abs=8.0)
    assert other.left == pytest.approx(-100.0, abs=8.0)
    assert one.left == -200.0
    assert not meet(outline(wishes[0].frame, one), outline(wishes[1].frame, other))


def test_where_nothing_is_free_nothing_is_given() -> None:
    rect = Rect(-50.0, -50.0, 50.0, 50.0)
    frame = Frame(0.0, 0.0, 30.0)
    everywhere = outline(frame, Rect(-900.0, -900.0, 900.0, 900.0))
    assert shared_out([Wish(frame, rect, rect)], [everywhere], lambda _: True) == [None]
    assert shared_out([Wish(frame, rect, rect)], [], lambda _: False) == [None]
    assert free_spot((65.0, 100.0), frame, 100.0, [everywhere]) is None
    assert free_spot((65.0, 100.0), frame, 100.0, []) == (0.0, 0.0)


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 325, 22), (3, 962, 46), (5, 227, 55)])
def test_a_table_in_the_middle_of_a_game_is_proposed_where_its_pieces_lie(players: int, seed: int, late: int) -> None:
    dealer = Dealer("seven_wonders", players, seed, table="open")
    played_unseen(dealer, late)
    found = _proposed(dealer, survey_of(dealer))
    by, seats = _seats_off(found, dealer), len(_boards(found.setup))
    assert found.doubts == ()
    for seat in range(seats):
        for kind in ("city", "tokens", "coins", "chosen"):
            own = found.outlines[f"seat/{(seat - by) % seats}/{kind}"]
            assert all(_is_in(own, dealer.world.point(piece)) for piece in dealer.world.at(f"seat/{seat}/{kind}"))
    assert _is_in(found.outlines["discard"], dealer.world.point(dealer.world.at("discard")[-1]))


def _is_in(region: tuple[Point, ...], point: Point) -> bool:
    x, y = point
    dot = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
    return overlapping(region, dot) == pytest.approx(4.0)


@pytest.mark.parametrize(("players", "seed", "late"), [(3, 1, 28), (5, 4, 60)])
def test_coins_lie_where_golden_ones_do_whatever_looks_like_silver_on_the_other_side(
    players: int, seed: int, late: int
) -> None:
    dealer = Dealer("seven_wonders", players, seed, table="open")
    played_unseen(dealer, late)
    survey = survey_of(dealer)
    silver, golden = (f"seven_wonders/coin/{worth}" for worth in (1, 3))
    seen = tuple(
        replace(piece, faces=(FaceProbability(silver, 0.99),))
        if piece.faces[0].face == "seven_wonders/token/conflict_minus_1"
        else piece
        for piece in survey.pieces
    )
    found = _proposed(dealer, replace(survey, pieces=seen), wonders=dealer.setup_object()["wonders"])
    by = _seats_off(found, dealer)
    for seat in range(players):
        coins = [piece for piece in dealer.world.at(f"seat/{seat}/coins") if piece.face == golden]
        own = found.outlines[f"seat/{(seat - by) % players}/coins"]
        assert all(_is_in(own, dealer.world.point(coin)) for coin in coins)


def _seats_off(found: Proposal, dealer: Dealer) -> int:
    """By how many seats what is proposed is turned against the truth."""
    seen, truth = _boards(found.setup), _boards(dealer.setup_object())
    return next(by for by in range(len(seen)) if seen[-by:] + seen[:-by] == truth)
