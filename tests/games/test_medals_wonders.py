"""Rome and Ur, on an INVENTED box (``medal_tables``): what their effects do when a stage is built."""

import pytest
from msgspec.structs import replace

from companion.games.architects import rules, seen
from companion.games.architects.rules import BuildStage, State, TakeCard, TakeMedal
from tests.games.medal_tables import INVENTED_CARDS, begin_medals, face_down, holding_cat, turn_up
from tests.games.tables import build, codes, count, empty, end, lay, legal_moves, own, play, take

WOODS = ("wood", "wood")
SEVEN = "medal_7_cards"


def rome(**house: object) -> State:
    """Rome, with what its second stage costs; the next player has a blue card with a cat and a red one with a horn."""
    table = begin_medals("rome", "giza", "rhodes", medals=("medal_2_progress", SEVEN), house=house)
    return lay(build(lay(table, 0, "wood"), 0, 1), 1, "vp2_cat", "shield_h1")


def rome_built(**house: object) -> State:
    """Rome's first effect is due."""
    return play(rome(**house), take(0, "wood"), BuildStage(0, "rome_2", WOODS))


def ur_built(**house: object) -> State:
    """Ur's first effect is due; the Cat is before another player."""
    table = begin_medals("ur", "giza", "rhodes", house=house)
    return play(holding_cat(lay(table, 0, "wood"), 2), take(0, "wood"), BuildStage(0, "ur_2", WOODS))


def from_city(card: str, seat: int = 1) -> TakeCard:
    return TakeCard(0, f"city:{seat}", card, "rome")


def test_stages_costs_points_and_cards_are_those_of_the_box_file() -> None:
    table = begin_medals("rome", "ur")
    wonder = table.facts.wonders["rome"]
    assert [(stage.count, stage.kind, stage.vp) for stage in wonder.stages[:2]] == [
        (2, "different", 3),
        (2, "identical", 3),
    ]
    assert [place for place, _ in table.facts.open_stages["rome"][0]] == [0]
    assert [place for place, _ in table.facts.open_stages["ur"][0]] == [0, 1]
    assert [place for place, _ in table.facts.open_stages["ur"][0b00001]] == [1]
    assert sum(table.decks[0]) == sum(INVENTED_CARDS.values()) == 25
    assert rules.scores(build(table, 0, 1, 2)).categories[0]["stages"] == 6


def test_rome_takes_any_card_from_before_any_opponent() -> None:
    table = lay(lay(rome_built(), 2, "gear"), 0, "vp3")
    assert legal_moves(table) == {from_city("vp2_cat"), from_city("shield_h1"), from_city("gear", 2)}
    after = play(table, from_city("gear", 2))
    assert (count(after, 0, "gear"), count(after, 2, "gear"), after.to_move) == (1, 0, 1)


def test_the_cat_and_the_horn_of_the_card_that_rome_takes_apply() -> None:
    assert play(rome_built(), from_city("vp2_cat")).cat == 0
    assert play(rome_built(), from_city("shield_h1")).battle == 1


def test_rome_owes_a_card_face_down_which_is_turned_up_in_the_opponents_next_turn() -> None:
    table = play(rome_built(), from_city("vp2_cat"))
    size = table.facts.decks["central"]
    assert (face_down(table, 1), rules.describe(table)["central"]) == (1, sum(table.decks[-1]) - 1)
    assert sum(size) >= sum(table.decks[-1])
    assert turn_up(1, "gear") in rules.legal(table)
    table = play(table, take(1, "wood"))
    assert (table.to_move, legal_moves(table, TakeCard)) == (1, set()), "the turn goes on until it is turned up"
    assert codes(rules.judge(table, take(2, "wood"))) == {"turn_not_finished"}
    after = play(table, turn_up(1, "gear"))
    assert (after.to_move, face_down(after, 1), count(after, 1, "gear")) == (2, 0, 1)


def test_the_card_may_be_turned_up_before_the_turns_card_and_counts_like_any_other() -> None:
    table = play(rome_built(), from_city("shield_h1"))
    table = play(table, turn_up(1, "shield_h2"))
    assert (table.battle, table.to_move, table.turn.opened) == (3, 1, False)
    assert play(table, take(1, "wood")).battle == 0, "the battle is fought at the end of the turn"
    table = play(rome_built(), from_city("shield_h1"), turn_up(1, "vp2_cat"))
    assert table.cat == 1


def test_a_card_face_down_counts_for_no_medal_until_it_is_turned_up() -> None:
    def table(**house: object) -> State:
        return lay(rome_built(**house), 1, *["vp3"] * 3, *["shield_h0"] * 2)

    plain = play(table(), from_city("vp2_cat"))
    assert legal_moves(plain, TakeMedal) == set()
    assert legal_moves(play(plain, turn_up(1, "coin")), TakeMedal) == {TakeMedal(1, SEVEN, "left")}
    counted = play(table(face_down_counts=True), from_city("vp2_cat"))
    assert legal_moves(counted, TakeMedal) == {TakeMedal(1, SEVEN, "left")}


def test_a_game_does_not_end_while_a_card_lies_face_down() -> None:
    """The last card of all was given for Rome's: who has no deck left to take from passes, and it is turned up."""
    table = empty(lay(rome_built(), 2, "gear"), 0, 1, 2)
    one_left = tuple(int(card == "coin") for card in INVENTED_CARDS)
    discard = tuple(a + b - c for a, b, c in zip(table.discard, table.decks[-1], one_left, strict=True))
    table = replace(table, decks=(*table.decks[:-1], one_left), discard=discard)
    table = play(table, from_city("gear", 2))
    assert (table.to_move, table.finished, set(rules.legal(table))) == (2, False, {turn_up(2, "coin")})
    after = play(table, turn_up(2, "coin"))
    assert (after.finished, count(after, 2, "coin"), sum(map(sum, after.decks))) == (True, 1, 0)


def test_without_a_central_card_rome_takes_one_and_returns_nothing() -> None:
    after = play(empty(rome_built(), -1), from_city("vp2_cat"))
    assert (face_down(after, 1), after.to_move) == (0, 1)


def test_without_a_central_card_rome_takes_none_by_house_rule() -> None:
    table = empty(rome(rome_no_central_card="no_effect"), -1)
    after = play(table, take(0, "wood"), BuildStage(0, "rome_2", WOODS))
    assert (after.to_move, count(after, 1, "vp2_cat")) == (1, 1)


def test_rome_takes_nothing_where_no_opponent_has_a_card() -> None:
    table = begin_medals("rome", "giza", "rhodes")
    table = play(build(lay(table, 0, "wood"), 0, 1), take(0, "wood"), BuildStage(0, "rome_2", WOODS))
    assert table.to_move == 1


@pytest.mark.parametrize("answers", [True, False])
def test_tokens_answer_to_romes_card_unless_the_house_says_otherwise(*, answers: bool) -> None:
    table = own(rome_built(rome_answers_tokens=answers), 0, "propaganda")
    after = play(replace(table, turn=replace(table.turn, effects=("rome", "rome"))), from_city("shield_h1"))
    assert ("propaganda" in after.turn.ready) == answers
    assert bool(after.turn.taken >> rules.FACTS.index["shield_h1"] & 1) == answers
    table = own(play(rome_built(rome_answers_tokens=answers), from_city("vp2_cat")), 1, "science")
    assert ("science" in play(table, turn_up(1, "gear")).turn.ready) == answers


def test_nobody_else_takes_from_a_city() -> None:
    table = play(own(lay(begin_medals(), 1, "vp3"), 0, "urbanism"), take(0, "wood"))
    assert codes(rules.judge(table, TakeCard(0, "city:1", "vp3", "urbanism"))) == {"wrong_deck"}
    assert codes(rules.judge(table, TakeCard(0, "city:0", "wood", "urbanism"))) == {"wrong_deck"}
    assert codes(rules.judge(rome_built(), from_city("gear"))) == {"card_not_there"}


def test_a_card_not_turned_up_stays_and_is_turned_up_a_turn_later() -> None:
    table = play(rome_built(), from_city("vp2_cat"), take(1, "wood"))
    table = rules.apply(table, end(1), strict=False)
    assert (table.to_move, face_down(table, 1)) == (2, 1)
    assert codes(rules.judge(table, turn_up(1, "gear"))) == {"out_of_turn"}


def test_a_card_face_down_lies_there_unread_for_the_camera() -> None:
    table = play(rome_built(), from_city("vp2_cat"))
    assert "?" in seen.tableau(table).spread["seat/1/city"]
    assert seen.tableau(table).piles["central/deck"] == sum(table.decks[-1]) - 1


def test_ur_takes_the_cat_and_chooses_one_of_the_three_cards() -> None:
    table = ur_built()
    assert (table.cat, table.to_move) == (0, 0)
    sources = {move.source for move in legal_moves(table) if isinstance(move, TakeCard)}
    assert sources == {"left", "right", "central"}
    assert all(move.because == "ur" for move in legal_moves(table) if isinstance(move, TakeCard))
    after = play(table, take(0, "vp3", "central", "ur"))
    assert (count(after, 0, "vp3"), after.cat, after.to_move) == (1, 0, 1)


def test_a_stage_of_ur_without_the_effect_leaves_the_cat_where_it_is() -> None:
    table = holding_cat(lay(begin_medals("ur", "giza", "rhodes"), 0, "wood"), 2)
    table = play(table, take(0, "clay"), BuildStage(0, "ur_1", ("clay", "wood")))
    assert (table.cat, table.to_move) == (2, 1)


def test_after_the_battle_nothing_is_turned_up_any_more() -> None:
    table = begin_medals(medals=("medal_2_military_one_battle",))
    table = play(replace(lay(table, 0, "shield_h0"), battle=2), take(0, "shield_h1"))
    assert table.medals is not None
    table = replace(table, medals=replace(table.medals, debts=(1, 0, 0)))
    assert legal_moves(table) == {TakeMedal(0, "medal_2_military_one_battle", "left")}
    assert "after_the_battle" in codes(rules.judge(table, turn_up(0, "wood")))


@pytest.mark.parametrize("answers", [True, False])
def test_tokens_answer_to_urs_card_unless_the_house_says_otherwise(*, answers: bool) -> None:
    table = own(ur_built(ur_answers_tokens=answers), 0, "science")
    assert ("science" in play(table, take(0, "gear", "left", "ur")).turn.ready) == answers


def test_urs_effect_gives_the_cat_even_where_no_card_is_left() -> None:
    table = begin_medals("ur", "giza", "rhodes")
    table = replace(empty(lay(table, 0, "wood"), 2, -1), cat=2)
    table = play(table, take(0, "wood"))
    table = play(empty(table, 0), BuildStage(0, "ur_2", WOODS))
    assert (table.cat, table.to_move) == (0, 1)


def test_every_stage_of_an_unmeasured_wonder_has_its_place_on_the_mat() -> None:
    places = {place.name: place for place in seen.places(begin_medals("rome", "ur"))}
    for seat in (0, 1):
        place = places[f"seat/{seat}/wonder"]
        assert len(place.spots) == 5
        assert all(place.y <= spot.y - spot.height / 2 + 1e-6 for spot in place.spots)
        assert len({(spot.x, spot.y) for spot in place.spots}) == 5
