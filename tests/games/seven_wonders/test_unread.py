"""A building that nobody has read: one of a few cards, and right is what is right by any of them."""

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.places import face_named
from companion.games.seven_wonders.rules.moves import UNSEEN, Build
from companion.games.seven_wonders.rules.unread import as_read
from companion.games.seven_wonders.seen import by_sight, common, shows, tableau
from companion.games.vocabulary import UNREAD, UnknownMoveError
from companion.games.watched import watched
from companion.referee.inference.baseline import Baseline
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import in_common
from tests.games.seven_wonders.played import build, turn
from tests.games.seven_wonders.tables import begin, lay, with_city
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_LACKED = (face_named("ore_vein"),)
_ORE = (FaceProbability(face_named("ore_vein"), 0.6),)
ORE_OR_CLAY = Build(0, UNSEEN, among=("clay_pool", "ore_vein"))


def test_it_lies_in_its_city_unread_as_soon_as_it_is_built_and_when_the_turn_is_over() -> None:
    state = rules.apply(begin(), ORE_OR_CLAY)
    assert tableau(state).spread["seat/0/city"] == (UNREAD,)
    assert shows(ORE_OR_CLAY).face == UNREAD
    after = turn(state, build(1, "altar"), build(2, "baths"))
    assert after.turn == 2
    assert tableau(after).spread["seat/0/city"] == (UNREAD,)


def test_whatever_it_may_produce_may_be_used_and_sold_and_nothing_else() -> None:
    state = turn(begin("ephesus A", "olympia A", "giza A"), ORE_OR_CLAY, build(1, "altar"), build(2, "baths"))
    ore, clay = build(0, "barracks"), build(2, "barracks", left="ore")
    for move in (ore, clay):
        assert rules.judge(state, move) == ()
        assert move in by_sight(state)
    assert rules.judge(state, build(0, "baths"))


def test_it_is_right_where_one_of_the_cards_is_that_it_may_be() -> None:
    state = lay(begin(), 0, "altar")
    assert rules.judge(state, Build(0, UNSEEN, among=("altar", "theater"))) == ()
    assert rules.judge(state, Build(0, UNSEEN, among=("altar",))) == rules.judge(state, build(0, "altar")) != ()


def test_buildings_that_cost_the_bank_as_much_agree_in_that_one_of_them_was_built() -> None:
    assert common((Build(0, "ore_vein"), Build(0, "clay_pool"))) == ORE_OR_CLAY
    # A coin was paid for one of them, or was not.
    assert common((Build(0, "ore_vein"), Build(0, "mine"))) is None
    assert common((Build(0, "ore_vein"), Build(1, "clay_pool"))) is None
    assert common((Build(0, "ore_vein"),)) is None
    many = [Build(0, card) for card in ("ore_vein", "clay_pool", "lumber_yard", "stone_pit")]
    assert common(many) == Build(0, UNSEEN, among=("clay_pool", "lumber_yard", "ore_vein", "stone_pit"))


@pytest.mark.parametrize(
    ("faces", "unenrolled", "left"), [((), _LACKED, True), ((), (), False), (_ORE, _LACKED, False)]
)
def test_which_of_many_it_is_is_left_open_only_where_it_has_no_name_and_the_box_lacks_one_of_them(
    faces: tuple[FaceProbability, ...], unenrolled: tuple[str, ...], *, left: bool
) -> None:
    state, city = begin(), "seat/0/city"
    observed = Observations()
    observed.baseline[city] = Baseline(Sighting(city, 1, 0.0, (), unenrolled), ())
    observed.take(Scene(2, 1.0, (Sighting(city, 2, 1.0, (SeenPiece(1, HERE, faces),), unenrolled),)))
    many = [Build(0, card) for card in ("ore_vein", "clay_pool", "lumber_yard", "stone_pit")]
    found = in_common(watched("seven_wonders"), state, observed, many)
    assert found == (common(many) if left else None)
    assert in_common(watched("seven_wonders"), state, observed, many[:2]) == common(many[:2])


def test_where_several_of_them_may_be_much_each_is_thought_of_as_every_card() -> None:
    many = tuple(begin().facts.index[card] for card in ("ore_vein", "clay_pool", "lumber_yard", "stone_pit", "altar"))
    state = with_city(with_city(begin(), 0, unread=(many,)), 1, unread=(many, many))
    ways = [tuple(city.cards for city in way.cities) for way in as_read(state)]
    for seat in (0, 1):
        assert len({way[seat] for way in ways}) == len(many)
    few = with_city(with_city(begin(), 0, unread=(many[:3],)), 1, unread=(many[3:],))
    assert len(list(as_read(few))) == 6


def test_it_is_written_with_the_cards_that_it_may_be_and_read_back() -> None:
    said = rules.dump_move(ORE_OR_CLAY)
    assert said == {"move": "build", "seat": 0, "card": "?", "among": ["clay_pool", "ore_vein"]}
    assert rules.parse_move(said) == ORE_OR_CLAY
    wrongs: list[dict[str, object]] = [{"card": "altar"}, {"among": []}, {"among": ["nothing"]}]
    for wrong in wrongs:
        with pytest.raises(UnknownMoveError):
            rules.parse_move(said | wrong)
