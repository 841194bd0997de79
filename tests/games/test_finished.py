"""The end of a game as a person tells it: whatever can be told, the rules know; nothing is told twice."""

import itertools
from collections import Counter
from typing import Any

import pytest

from companion.board.telling import City, Filled, Impossible, score
from companion.games.catalogue import GAMES
from companion.games.finished import Told, editions, finished

BOXES = [(game, edition) for game in GAMES for edition in editions(game) if finished(game) is not None]


def scored(game: str, edition: int, told: Told) -> Any:
    facet = finished(game)
    assert facet is not None
    wonders = next((field.pieces for field in facet.fields(edition) if field.name == "wonder"), ())
    others = [
        piece.id for piece in wonders if piece.id.split()[0] not in {name.split()[0] for name in told.get("wonder", {})}
    ]
    first = {"wonder": {others[0]: 1}} | dict(told) if wonders else told
    second = (
        {"wonder": {next(name for name in others if name.split()[0] != others[0].split()[0]): 1}} if wonders else {}
    )
    return GAMES[game].score_position(facet.position(edition, (first, second), {}))


@pytest.mark.parametrize(("game", "edition"), BOXES)
def test_each_piece_that_can_be_told_is_one_that_the_rules_know(game: str, edition: int) -> None:
    facet = finished(game)
    assert facet is not None
    for field in facet.fields(edition):
        if field.kind == "number":
            continue
        assert max(Counter(piece.id for piece in field.pieces).values()) == 1
        for piece in field.pieces:
            # A stage stands on those below it, of its own wonder.
            place = field.pieces.index(piece)
            below = {one.id: 1 for one in field.pieces[:place] if piece.of and one.of == piece.of}
            told: dict[str, dict[str, int]] = {field.name: below | {piece.id: 1}}
            if piece.of:
                told["wonder"] = {piece.of: 1}
            assert scored(game, edition, told).totals


@pytest.mark.parametrize(("game", "edition"), BOXES)
def test_a_face_belongs_where_it_can_be_told(game: str, edition: int) -> None:
    facet = finished(game)
    assert facet is not None
    fields = {field.name: field for field in facet.fields(edition)}
    for card in fields["cards"].pieces:
        assert facet.belongs(card.id) == ("cards", card.id, 1)
    assert facet.belongs("back/of/nothing") is None


def test_cards_of_one_name_are_shared_out_as_the_decks_hold_them() -> None:
    facet = finished("seven_wonders")
    assert facet is not None
    wonders = ("giza A", "rhodes A", "babylon A")
    cities = [{"wonder": {wonder: 1}, "cards": {"loom_1": 1}} for wonder in wonders]
    position = facet.position(2, [*cities[:2], {"wonder": {wonders[2]: 1}}], {})
    cards = [player["cards"] for player in position["players"]]
    assert sorted(itertools.chain(*cards)) == ["loom_1", "loom_2"]
    assert GAMES["seven_wonders"].score_position(position).totals


def test_the_free_city_between_two_players_is_a_neighbour_and_has_no_column() -> None:
    anna = City({"wonder": {"giza A": 1}, "cards": {"magistrates_guild": 1}}, "Anna")
    ben = City({"wonder": {"rhodes A": 1}})
    free = City({"wonder": {"babylon A": 1}, "cards": {"altar": 1}})
    filled = Filled("seven_wonders", 1, (anna, ben, free), {"free_city": {"n": 1}})
    tally = score(filled)
    assert [seat.name for seat in tally.seats] == ["Anna", "Rhodes"]
    assert tally.seats[0].score == score(Filled("seven_wonders", 1, (anna, ben, free))).seats[0].score > 0
    with pytest.raises(Impossible) as caught:
        score(Filled("seven_wonders", 1, (anna, ben, City({"wonder": {"ephesus A": 1}}), free), filled.table))
    assert caught.value.why is not None


def test_medals_are_told_by_their_number_and_tokens_of_the_expansion_by_name() -> None:
    told = {"medals": {"n": 2}, "progress": {"logistics": 1}}
    with_medals, without = (scored("architects", 1, each) for each in (told, {"progress": told["progress"]}))
    assert with_medals.totals[0] - without.totals[0] == with_medals.categories[0]["medals"] > 0
