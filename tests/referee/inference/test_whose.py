"""Whose a card is that is seen in two cities at once."""

from companion.referee.inference.baseline import Baseline, baseline_of
from companion.referee.inference.whose import Whose
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

MINE, THEIRS = "seat/0/city", "seat/3/city"
_CITIES = frozenset((MINE, THEIRS))


def _city(zone: str, *cards: tuple[int, str], second: float = 1.0) -> Sighting:
    pieces = tuple(SeenPiece(track, HERE, (FaceProbability(face, 0.99),)) for track, face in cards)
    return Sighting(zone, round(10 * second), second, pieces)


def _scene(*cities: Sighting) -> Scene:
    return Scene(cities[0].frame, cities[0].exposed, cities)


def _tracks(scene: Scene) -> dict[str, list[int]]:
    return {city.zone: [piece.track for piece in city.pieces] for city in scene.zones}


_NOTHING_BELIEVED: dict[str, Baseline] = {}


def test_a_card_seen_in_two_cities_belongs_to_the_one_to_which_it_may_come_by_the_rules() -> None:
    for turn in (MINE, THEIRS):
        other = MINE if turn == THEIRS else THEIRS
        scene = _scene(_city(MINE, (5, "wood"), (7, "clay")), _city(THEIRS, (7, "clay")))
        told = _tracks(Whose().told(scene, _CITIES, _NOTHING_BELIEVED, lambda turn=turn: {(turn, "clay")}))  # type: ignore[misc]
        assert 7 in told[turn]
        assert 7 not in told[other]
        assert 5 in told[MINE]


def test_a_card_that_was_believed_in_one_city_is_never_anothers_although_its_turn_comes() -> None:
    whose, lies = Whose(), _city(THEIRS, (7, "clay"))
    whose.told(_scene(lies), _CITIES, _NOTHING_BELIEVED, lambda: {(THEIRS, "clay")})
    believed = {THEIRS: baseline_of(lies, ("clay",), None)}
    told = whose.told(_scene(_city(MINE, (7, "clay"), second=2.0)), _CITIES, believed, lambda: {(MINE, "clay")})
    assert _tracks(told)[MINE] == []
    # Another look at the same says it again of nobody else.
    again = whose.told(
        _scene(_city(MINE, (7, "clay"), (9, "wood"), second=3.0)), _CITIES, believed, lambda: {(MINE, "clay")}
    )
    assert _tracks(again) == {MINE: [9]}


def test_a_card_that_is_no_longer_seen_in_its_city_is_the_other_ones() -> None:
    whose = Whose()
    both = _scene(_city(MINE, (7, "clay")), _city(THEIRS, (7, "clay")))
    assert _tracks(whose.told(both, _CITIES, _NOTHING_BELIEVED, lambda: {(THEIRS, "clay")})) == {MINE: [], THEIRS: [7]}
    told = whose.told(_scene(_city(THEIRS, second=2.0)), _CITIES, _NOTHING_BELIEVED, lambda: ())
    assert _tracks(told) == {THEIRS: [], MINE: [7]}
    assert all(city.exposed == 2.0 for city in told.zones)


def test_where_no_card_is_seen_twice_the_scene_stays_as_it_is() -> None:
    scene = _scene(_city(MINE, (5, "wood")), _city(THEIRS, (7, "clay")))
    assert Whose().told(scene, _CITIES, _NOTHING_BELIEVED, lambda: ()) is scene


def test_tokens_that_are_told_as_a_sum_have_no_tracks_that_tell_whose_they_are() -> None:
    scene = _scene(
        _city("seat/0/coins", (0, "coins/3")), _city("seat/1/coins", (0, "coins/6")), _city(MINE, (5, "wood"))
    )
    assert Whose().told(scene, _CITIES, _NOTHING_BELIEVED, lambda: ()) is scene
