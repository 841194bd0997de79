"""A table of Architects that is joined in the middle of a game: what follows from what lies there."""

import math

import msgspec
import pytest
from msgspec.structs import replace

from companion.api.surveys import said_of
from companion.games.architects import joined
from companion.games.architects.lying_beside import lying_beside
from companion.games.architects.middle import middle_of_table
from companion.games.architects.places import CAT, PEACE
from companion.games.architects.rules.begin import begin
from companion.games.architects.rules.expansion import MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.moves import TakeProgress
from companion.games.architects.rules.setup import TAKEN, UNREAD, parse_setup
from companion.games.architects.rules.state import built_stages
from companion.games.architects.sides import Side
from companion.games.finished import Lies
from companion.games.frames import Frame, Rect, mean
from companion.games.open_table import Proposal, Thing, proposed, renumbered, seated
from companion.games.vocabulary import InvalidSetup
from companion.rehearsal.setting_up import agree, on_sheet
from companion.twin.dealer import Dealer
from tests.games.medal_tables import INVENTED_BOX
from tests.referee.joined import played_unseen, told_of
from tests.twin.surveys import survey_of
from vision.sighting import Bend, Spot, Survey

_BEGUN = {"wonders": ["giza", "babylon"]}


def test_a_stage_below_one_that_is_built_is_built_whether_or_not_it_was_read() -> None:
    cities = [{"stages": {"giza_3": 1}}, {"stages": {"babylon_4": 1, "giza_1": 1}}]
    read = joined.read(_BEGUN, cities, {})
    assert [set(city["stages"]) for city in read] == [
        {"giza_1", "giza_2", "giza_3"},
        {"babylon_1", "babylon_2", "babylon_3", "babylon_4"},
    ]


def test_a_game_is_under_way_where_a_stage_is_built_and_cards_lie_there_however_few() -> None:
    cards = {"cards": {"wood": 1, "vp3": 1}}
    assert joined.under_way([{**cards, "stages": {"giza_1": 1}}, cards], {})
    assert not joined.under_way([cards, cards], {})
    # A stage may be misread.
    assert not joined.under_way([{"stages": {"giza_1": 1}}, {"cards": {"wood": 1}}], {})


def test_a_game_is_under_way_where_more_cards_lay_there_from_the_first_than_can_have_been_taken_since() -> None:
    wood, clay = Lies("architects/wood"), Lies("architects/clay")
    lies = {"seat/0/city": (wood, clay), "seat/1/city": (clay,), "seat/1/wonder": (Lies("architects/wonder"),)}
    cities = [{"cards": {"wood": 1, "clay": 1}}, {"cards": {"clay": 1}}]
    assert joined.under_way(cities, lies)
    assert not joined.under_way(cities, {**lies, "seat/1/city": (clay._replace(came=True),)})
    assert not joined.under_way(cities, {**lies, "seat/1/city": ()})


def test_a_game_is_under_way_where_several_things_were_paid_for_or_won_though_hardly_a_card_is_left() -> None:
    spent = {"stages": {"giza_1": 1}, "progress": {"culture": 1}}
    assert joined.under_way([spent, {"cards": {"vp3": 1}, "progress": {"science": 1}}], {})
    won = {"cards": {"vp3": 1}, "military": {"n": 1}}
    assert joined.under_way([won, won], {})
    assert not joined.under_way([won, {"cards": {"vp3": 1}}], {})
    assert not joined.under_way([{"progress": {"culture": 1}}, {"cards": {"vp3": 1}, "progress": {"science": 1}}], {})


def test_of_a_token_of_which_more_lie_there_than_the_box_holds_those_in_the_row_have_no_name() -> None:
    def lying(*tokens: str) -> dict[str, tuple[Lies, ...]]:
        return {"central/progress": tuple(Lies(f"architects/progress/{token}") for token in tokens)}

    owned = [{"progress": {"culture": FACTS.progress_tokens["culture"].copies}}, {}]
    said = joined.setup(_BEGUN, owned, lying("culture", "science", "decor"))
    assert said["progress"] == [UNREAD, "science", "decor"]
    assert begin(parse_setup(said)).face_up == (UNREAD, "science", "decor")
    twice = joined.setup(_BEGUN, [{}, {}], lying("science", "science", "culture"))
    assert twice["progress"] == [UNREAD, UNREAD, "culture"]


_MEDALS = {**_BEGUN, "expansions": ["medals"], "expert": True}
_LIE = {
    "seat/0/medal": (Lies("architects/medal/" + MEDALS[0].face.rpartition("/")[2]),),
    "central/medals": (Lies("?", 0),),
}


def test_of_medals_that_lie_one_on_another_nobody_else_has_any_where_one_stack_is_seen() -> None:
    cities = [{"cards": {"wood": 1}}, {"medals": {"n": 1}}]
    assert [city["medals"] for city in joined.read(_MEDALS, cities, _LIE)] == [{}, {"n": 2}]
    both = [{"medals": {"n": 1}}, {"medals": {"n": 1}}]
    assert [city["medals"] for city in joined.read(_MEDALS, both, _LIE)] == [{"n": 1}, {"n": 1}]
    assert joined.read(_BEGUN, cities, _LIE) == tuple(cities)


def test_a_medal_that_nobody_read_is_the_one_that_people_told_of() -> None:
    lying = {"seat/0/medal": (Lies("?"),), "seat/1/medal": ()}
    told = joined.setup({**_MEDALS, "medals": [medal.id for medal in MEDALS[:2]]}, [{"medals": {"n": 3}}, {}], lying)
    assert (told["medals"], told["centre"]) == ([MEDALS[0].id, TAKEN], [TAKEN, TAKEN])


def test_a_medal_is_taken_that_is_not_seen_unless_fewer_are_told_to_be() -> None:
    cities = [{"medals": {"n": 1}}, {"medals": {"n": 1}}]
    told = joined.setup(_MEDALS, cities, _LIE)
    assert (told["medals"], told["centre"]) == ([MEDALS[0].id, TAKEN], [UNREAD, TAKEN])
    state = begin(parse_setup({key: value for key, value in told.items() if key != "game"}))
    assert state.medals is not None
    assert state.medals.lying == (MEDALS[0].id, None, UNREAD, None)
    assert state.medals.spare == len(MEDALS) - 4
    fewer = joined.setup(_MEDALS, [{"medals": {"n": 1}}, {}], _LIE)
    assert (fewer["medals"], fewer["centre"]) == ([MEDALS[0].id, UNREAD], [UNREAD, TAKEN])
    nothing = joined.setup(_MEDALS, [{"medals": {"n": 3}}, {}], {})
    assert (nothing["medals"], nothing["centre"]) == ([TAKEN, TAKEN], [UNREAD, TAKEN])
    # What is watched and empty is surely taken: the other one was not seen.
    watched = joined.setup(_MEDALS, [{"medals": {"n": 3}}, {}], {"seat/0/medal": (), "central/medals": ()})
    assert (watched["medals"], watched["centre"]) == ([TAKEN, UNREAD], [TAKEN, TAKEN])


def test_one_thing_without_a_name_in_the_middle_is_no_medal_where_more_have_been_taken_than_are_missed() -> None:
    lying = {**_LIE, "seat/1/medal": (), "central/medals": (Lies("?", 0), Lies("?", 1))}
    for taken in (2, 3):
        told = joined.setup(_MEDALS, [{"medals": {"n": 1}}, {"medals": {"n": taken - 1}}], lying)
        assert (told["medals"], sorted(told["centre"])) == ([MEDALS[0].id, TAKEN], sorted([TAKEN, UNREAD]))


@pytest.mark.parametrize(("players", "seed", "late"), [(3, 710, 63), (4, 966, 78), (2, 780, 20)])
def test_what_a_player_has_won_is_no_medal_that_lies_between_players_though_the_box_knows_none(
    players: int, seed: int, late: int
) -> None:
    dealer = Dealer("architects", players, seed, table="open", expansions=("medals",))
    played_unseen(dealer, late)
    found = _without_medals(dealer)
    assert dealer.state.medals is not None
    lying = dealer.state.medals.lying[: dealer.state.medals.gaps]
    there = {dealer.state.wonders[seat] for seat, medal in enumerate(lying) if medal is not None}
    names = seated("architects", found.setup)
    assert there == {names[place.mat - 1] for place in found.layout.places if place.name.endswith("/medal")}


@pytest.mark.parametrize("seed", [809, 818, 827])
def test_the_medal_that_is_left_in_the_middle_is_watched_though_the_box_knows_none(seed: int) -> None:
    dealer = Dealer("architects", 4, seed, table="open", expansions=("medals",))
    played_unseen(dealer, 70)
    (left,) = dealer.world.at("central/medals")
    found = _without_medals(dealer)
    x, y = dealer.world.point(left)
    outline = found.outlines["central/medals"]
    assert min(x for x, _ in outline) < x < max(x for x, _ in outline)
    assert min(y for _, y in outline) < y < max(y for _, y in outline)


def _without_medals(dealer: Dealer) -> Proposal:
    """What is proposed with a box that knows nothing of the expansion, and not the tokens' back."""
    survey = survey_of(dealer)
    new = tuple(token for token in TOKENS if token not in FACTS.progress_tokens)
    faces = [one.faces[0].face for one in survey.pieces]
    strange = ["/medal/" in face or face.endswith((*new, "progress/back")) for face in faces]
    known = tuple(one for one, odd in zip(survey.pieces, strange, strict=True) if not odd)
    rounds = tuple(mean(one.quad) for one, odd in zip(survey.pieces, strange, strict=True) if odd)
    return proposed("architects", replace(survey, pieces=known, rounds=rounds), dealer.said_before())


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(("players", "seed"), [(2, 31), (4, 32), (7, 33)])
def test_where_a_token_was_taken_out_of_the_row_the_place_of_the_next_is_watched(
    players: int, seed: int, *, known: bool
) -> None:
    """``known``: the back of the face-down tokens beside the row."""
    dealer = Dealer("architects", players, seed, table="open")
    while len(dealer.world.at("central/progress")) == 3 or not isinstance(dealer.played[-1], TakeProgress):
        assert dealer.step() is not None
    survey, back = survey_of(dealer), "architects/progress/back"
    backs = [one for one in survey.pieces if one.faces[0].face == back]
    if not known:
        pieces = tuple(one for one in survey.pieces if one not in backs)
        survey = replace(survey, pieces=pieces, rounds=tuple(mean(one.quad) for one in backs))
    agreed = agree(dealer, said_of(survey, "architects", dealer.said_before()))
    (place,) = [place for place in agreed.layout.places if place.name == "central/progress"]
    mat = next(mat for mat in agreed.layout.mats if mat.number == place.mat)
    mine = dealer.layer.places["central/progress"]
    there = [dealer.world.arrangement.mats[mine.mat].to_table(spot.x, spot.y) for spot in mine.spots]
    watched = [(spot.x, spot.y) for spot in place.spots]
    assert len(watched) == len(there)
    assert all(min(math.dist(on_sheet(at, mat, dealer), spot) for spot in watched) < 6.0 for at in there)


@pytest.mark.parametrize("medals", [[TAKEN, TAKEN], [MEDALS[0].id, TAKEN]])
def test_no_more_medals_are_taken_than_the_players_have(medals: list[str]) -> None:
    position = [{"wonder": wonder, "medals": 0} for wonder in _BEGUN["wonders"]]
    with pytest.raises(InvalidSetup, match="taken"):
        parse_setup({**_BEGUN, "expansions": ["medals"], "medals": medals, "position": position})


_ROME = {"wonders": ["rome", "ur"], "expansions": ["medals"], "box": msgspec.to_builtins(INVENTED_BOX)}


def test_a_table_with_a_wonder_whose_stages_nobody_has_published_is_joined_where_its_box_says_them() -> None:
    assert joined.possible(_MEDALS)
    assert joined.possible(_ROME)
    assert not joined.possible({**_ROME, "box": {}})


def test_of_rome_and_ur_the_stages_below_a_built_one_are_built_and_a_card_that_nobody_told_of_lies_face_down() -> None:
    pieces = {piece.id: piece.of for field in joined.fields(1) if field.name == "stages" for piece in field.pieces}
    assert (pieces["rome_5"], pieces["ur_1"]) == ("rome", "ur")
    cards = {"cards": {"wood": 1, "vp3": 1}}
    cities = joined.read(_ROME, [{**cards, "stages": {"rome_4": 1}}, {**cards, "stages": {"ur_1": 1}}], {})
    lying = {
        "seat/0/city": (Lies("architects/wood"), Lies("architects/vp3")),
        "seat/1/city": (Lies("architects/wood"), Lies(UNREAD), Lies("architects/vp3")),
    }
    state = begin(parse_setup(joined.setup(_ROME, cities, lying)))
    assert [built_stages(state.facts, city) for city in state.cities] == [
        ("rome_1", "rome_2", "rome_3", "rome_4"),
        ("ur_1",),
    ]
    assert state.medals is not None
    assert state.medals.debts == (0, 1)
    # Who reads the card tells of it.
    told = [cities[0], {**cities[1], "cards": {"wood": 2, "vp3": 1}}]
    assert joined.setup(_ROME, told, lying)["debts"] == [0, 0]


@pytest.mark.parametrize("debts", [[1], [0, -1]])
def test_for_each_player_there_are_so_many_cards_face_down(debts: list[int]) -> None:
    position = [{"wonder": wonder} for wonder in _ROME["wonders"]]
    with pytest.raises(InvalidSetup, match="debts"):
        parse_setup({**_ROME, "position": position, "debts": debts})


def test_where_no_stage_is_built_none_follows() -> None:
    city = {"cards": {"wood": 1}}
    assert joined.read(_BEGUN, [city, city], {}) == (city, city)


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 0, 15), (3, 1, 37), (4, 2, 80)])
def test_before_whom_the_cat_and_military_tokens_lie_is_told_of_a_game_that_was_begun(
    players: int, seed: int, late: int
) -> None:
    dealer = Dealer("architects", players, seed, table="open")
    played_unseen(dealer, late)
    found = proposed("architects", survey_of(dealer), {"players": players})
    assert [doubt.params for doubt in found.doubts if doubt.params.get("place") == "central/cat"] == []
    seen, truth = ([*seated("architects", setup)] for setup in (found.setup, dealer.setup_object()))
    by = next(by for by in range(players) if seen[-by:] + seen[:-by] == truth)
    # As they sit, and after somebody has dragged a border.
    beside = renumbered(found.layout, by, players).redrawn("seat/0/city", left=10.0).beside
    for seat, city in enumerate(told_of(dealer.state)):
        own = [piece.face.rpartition("/")[2] for piece in beside if piece.seat == seat]
        assert own.count("cat") == city.get("cat", {}).get("n", 0)
        # Tokens that lie on one another are seen as one.
        assert ("military" in own) == bool(city.get("military"))


@pytest.mark.parametrize(
    ("players", "seed", "late", "expansions"),
    [(3, 710, 63, ("medals",)), (4, 940, 57, ()), (3, 782, 46, ("medals",)), (3, 375, 53, ("medals",))],
)
def test_what_lies_straight_before_a_player_is_his_however_near_to_another_s_deck_or_to_the_middle(
    players: int, seed: int, late: int, expansions: tuple[str, ...]
) -> None:
    dealer = Dealer("architects", players, seed, table="open", expansions=expansions)
    played_unseen(dealer, late)
    found = proposed("architects", survey_of(dealer), dealer.said_before())
    wonders = seated("architects", found.setup)
    owners = {(wonders[piece.seat], piece.face.rpartition("/")[2]) for piece in found.layout.beside}
    cities = told_of(dealer.state)
    assert owners == {
        (dealer.state.wonders[seat], face)
        for seat, city in enumerate(cities)
        for face, field in (("military", "military"), ("cat", "cat"), ("back", "medals"))
        if city.get(field)
    }


@pytest.mark.parametrize("y", range(0, 520, 40))
def test_wherever_the_cat_stands_it_is_either_in_the_middle_or_a_players(y: int) -> None:
    def lies(face: str, x: float, y: float) -> Thing:
        return Thing(face, Rect(x, y, x, y).grown(10.0).corners(), x, y, 0.0)

    spots = tuple(Spot(x, 0.0, 60.0, 60.0) for x in (-30.0, 30.0))
    side = Side("giza", Frame(0.0, 500.0, 0.0), spots, laid=(lies("architects/wood", 100.0, 420.0),))
    cat, token = lies(CAT, 0.0, y), lies(PEACE, 0.0, 0.0)
    found = [cat, token, lies("architects/back/central", 0.0, 150.0)]
    middle = middle_of_table(Survey(1, 0, 800, 600, {}, Bend(0.0, 8, 6), ()), found, token.at, [side, side], {})
    assert ([*middle.cats], [piece.face for piece in lying_beside(found, [side, side], middle)]) in (
        ([cat], []),
        ([], [cat.face]),
    )


def test_at_a_game_that_begins_nothing_lies_before_anybody() -> None:
    found = proposed("architects", survey_of(Dealer("architects", 3, 4, table="open")), {"players": 3})
    assert found.layout.beside == ()
