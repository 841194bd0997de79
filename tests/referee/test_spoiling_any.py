"""Whatever one place of any game's table shows, the rest goes on, and the place is named and well again (no pixels)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.duel.places import PLACES
from companion.games.duel.rules.moves import Discard, Reveal
from companion.twin.dealer import Dealer
from tests.referee.spoiling import Mask
from tests.referee.spoiling_any import Watched, spoil
from tests.twin.spoilt import WAYS, Way


@pytest.mark.parametrize("way", ["wrong", pytest.param("empty", marks=pytest.mark.proof)])
def test_a_city_of_duel_that_says_what_is_not_so_is_named_and_the_game_goes_on_exactly(
    tmp_path: Path, way: Way
) -> None:
    found = spoil(Watched(tmp_path, "duel", 2, 21), "seat/0/city", way, before=14)
    assert found.well, found
    assert found.named is not None


def test_a_card_that_lies_face_down_in_its_slot_and_is_seen_no_more_is_named(tmp_path: Path) -> None:
    table, slot = Watched(tmp_path, "duel", 2, 43), "structure/1/4"
    for _ in range(14):
        table.step()
    table.harm = lambda seen: replace(seen, pieces=()) if seen.zone == slot else seen
    table.rest(7)
    assert table.troubled() == {slot}


def test_a_discard_pile_that_has_shown_cards_is_named_when_it_shows_none(tmp_path: Path) -> None:
    # People may keep their discards elsewhere: not those whose pile was seen here.
    table = Watched(tmp_path, "duel", 2, 3111, late=37)
    table.harm = lambda seen: replace(seen, pieces=()) if seen.zone == "discard" else seen
    table.rest(9)
    assert table.troubled() == {"discard"}
    table.harm = lambda seen: seen
    table.rest(3)
    assert table.troubled() == set()


@pytest.mark.proof
def test_a_discard_pile_that_does_not_show_what_somebody_says_was_laid_there_is_named(tmp_path: Path) -> None:
    # What people play on tells nothing of it: it shows the very card that it showed before.
    found = spoil(Watched(tmp_path, "duel", 2, 3112, late=30), "discard", "frozen", before=7)
    assert found.well, found
    assert found.questions == 1


@pytest.mark.proof
def test_who_says_that_the_last_card_was_discarded_says_nothing_of_the_cards_that_are_laid_out_meanwhile(
    tmp_path: Path,
) -> None:
    # Seed 3112's first age ends with a card for a pile that is seen as it was; the second is laid out at once.
    table = Watched(tmp_path, "duel", 2, 3112, late=38)
    pile = table._said["discard"]
    table.harm = lambda seen: replace(pile, frame=seen.frame, exposed=seen.exposed) if seen.zone == "discard" else seen
    for _ in range(3):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 1)


def test_a_card_that_is_turned_up_is_no_question_while_nobody_knows_what_was_done_before_it(tmp_path: Path) -> None:
    # Seed 3111's 46th move takes a card off a city, to a pile that is seen as it was; cards are turned up after it.
    table = Watched(tmp_path, "duel", 2, 3111, late=44)
    pile = table._said["discard"]
    table.harm = lambda seen: replace(pile, frame=seen.frame, exposed=seen.exposed) if seen.zone == "discard" else seen
    while table.dealer.played[-1] != Reveal(15, "dispensary"):
        table.step()
    assert table.questions == 0
    assert [move for move in table.missed if "seat" not in move] == []


def test_a_discard_pile_that_flickers_while_a_card_is_laid_on_it_is_well_again_once_it_is_steady(
    tmp_path: Path,
) -> None:
    table = Watched(tmp_path, "duel", 2, 52, late=21)
    pile = next(place for place in PLACES if place.name == "discard")
    flickers = Mask(pile, "flickering", table._said[pile.name])
    table.harm = lambda seen: flickers(seen, table.frame) if seen.zone == pile.name else seen
    table.rest(5)
    step = table.step()
    assert step is not None
    assert isinstance(step.move, Discard)
    assert table.troubled() == {pile.name}
    table.harm = lambda seen: seen
    table.rest(3)
    assert table.troubled() == set()
    assert table.state == table.dealer.state


@pytest.mark.proof
def test_wonders_of_which_nobody_saw_which_was_built_first_lie_right_again_whichever_it_was(tmp_path: Path) -> None:
    found = spoil(Watched(tmp_path, "duel", 2, 21), "seat/0/wonders", "flickering", before=14)
    assert found.well, found


@pytest.mark.proof
def test_a_slot_of_a_structure_is_to_be_named_within_ten_seconds_of_its_lying_there_not_of_its_first_card(
    tmp_path: Path,
) -> None:
    # Seed 1371's second age is laid out card by card in the 41st move, in ten seconds.
    found = spoil(Watched(tmp_path, "duel", 2, 1371, late=37), "structure/0/1", "empty", before=3)
    assert found.well, found
    assert found.named is not None


def test_a_pawn_that_seems_to_stand_a_spot_further_is_named_and_moves_nothing(tmp_path: Path) -> None:
    found = spoil(Watched(tmp_path, "duel", 2, 21), "board/track", "wrong", before=14)
    assert found.well, found


@pytest.mark.parametrize("way", ["strange", pytest.param("flickering", marks=pytest.mark.proof)])
def test_a_token_from_the_box_that_comes_where_nothing_can_be_believed_is_known_once_it_is_seen(
    tmp_path: Path, way: Way
) -> None:
    # Seed 54's 19th move takes it; the opponent plays on before anybody can see it.
    found = spoil(Watched(tmp_path, "duel", 2, 54, late=14), "seat/0/progress", way, before=0)
    assert found.well, found


@pytest.mark.parametrize("way", ["frozen", pytest.param("empty", marks=pytest.mark.proof)])
def test_a_choice_that_seemed_to_be_skipped_as_nobody_saw_its_token_come_is_told_once_that_is_seen(
    tmp_path: Path, way: Way
) -> None:
    table = Watched(tmp_path, "duel", 2, 54, late=14)
    found = spoil(table, "seat/0/progress", way, before=0)
    assert (found.wrong, found.missed, found.questions) == (0, 0, 0)
    assert found.exact
    assert not any(entry.findings for entry in table.game.fold.played)


def test_a_choice_that_seemed_to_be_skipped_is_told_also_where_its_token_gives_coins_that_nobody_watches(
    tmp_path: Path,
) -> None:
    # Seed 3226's token, urbanism, gives six coins; its mats have no place for a purse.
    found = spoil(Watched(tmp_path, "duel", 2, 3226, late=18), "seat/0/progress", "frozen", before=0)
    assert found.exact, found


class Open(Watched):
    """A table of four on which nothing is watched where nothing lies yet, as on an open one."""

    unwatched = frozenset({"central/discard", "central/cat", *(f"seat/{seat}/cat" for seat in range(4))})


@pytest.mark.parametrize("kind", [Watched, Open])
def test_who_seemed_not_to_begin_is_told_to_have_once_the_card_is_seen_from_the_one_stack_that_shows_no_face(
    tmp_path: Path, kind: type[Watched]
) -> None:
    # Seed 3363 begins with a card from the middle for a city that nobody can see; five more moves are played.
    table = kind(tmp_path, "architects", 4, 3363)
    table.rest(1)
    deck = table._said["central/deck"]
    harm = {"seat/0/city": (), "central/deck": deck.pieces}
    table.harm = lambda seen: replace(seen, pieces=harm.get(seen.zone, seen.pieces))
    for moves in (2, 4):
        for _ in range(moves):
            table.perform()
            table.rest(1)
        harm.pop("central/deck", None)
    assert any(entry.findings for entry in table.game.fold.played)
    harm.clear()
    table.rest(3)
    assert (table.wrong, table.missed, table.questions, table.troubled()) == ([], [], 0, set())
    assert not any(entry.findings for entry in table.game.fold.played)


@pytest.mark.parametrize(("seed", "late", "seat"), [(31, 17, 1), pytest.param(32, 14, 0, marks=pytest.mark.proof)])
def test_a_card_that_nobody_has_seen_built_is_asked_about_where_nobody_has_discarded_any(
    tmp_path: Path, seed: int, late: int, seat: int
) -> None:
    table = Watched(tmp_path, "duel", 2, seed, late=late)
    built = table._said[f"seat/{seat}/city"]
    table.harm = lambda seen: replace(built, frame=seen.frame) if seen.zone == built.zone else seen
    step = table.dealer.step()
    assert step is not None
    assert step.move.seat == seat
    for action in step.actions:
        table.show(action.world)
    table.rest(2)
    assert table.wrong == []
    table.rest(3)
    assert (table.wrong, table.missed, table.questions) == ([], [], 1)


@pytest.mark.proof
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_built_in_a_frozen_city_while_people_play_on_is_asked_about_and_no_discard(
    tmp_path: Path, seat: int
) -> None:
    table, city = Watched(tmp_path, "duel", 2, 19, late=70), f"seat/{seat}/city"

    def play(moves: int) -> None:
        for _ in range(moves):
            table.perform()
            table.rest(2)

    play(4)
    frozen = table._said[city]
    table.harm = lambda seen: replace(frozen, frame=seen.frame, exposed=seen.exposed) if seen.zone == city else seen
    play(8)
    table.harm = lambda seen: seen
    play(3)
    table.rest(3)
    assert (table.wrong, table.missed, table.troubled()) == ([], [], set())
    assert table.state == table.dealer.state


@pytest.mark.proof
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "place", ["structure/2/3", "structure/4/9", "discard", "board/track", "board/progress", "seat/0/wonders"]
)
def test_every_kind_of_place_of_duel_spoilt_every_way_is_named_and_the_game_goes_on_exactly(
    tmp_path: Path, place: str, way: Way
) -> None:
    found = spoil(Watched(tmp_path, "duel", 2, 21), place, way, before=14)
    assert found.well, found


@pytest.mark.proof
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "place", ["discard", "seat/0/city", "seat/1/city", "seat/2/city", "seat/2/chosen", "seat/0/stages", "seat/1/coins"]
)
def test_every_kind_of_place_of_seven_wonders_spoilt_every_way_is_named_and_the_game_goes_on_exactly(
    tmp_path: Path, place: str, way: Way
) -> None:
    found = spoil(Watched(tmp_path, "seven_wonders", 3, 21), place, way, before=12)
    assert found.well, found


def _last_card_of_an_age_comes_to_a_frozen_city(table: Watched) -> None:
    """Seed 5's 18th move is seat 2's last card of the first age: what is left of the hands is discarded after it."""
    table.step()
    city = table._said["seat/2/city"]
    table.harm = lambda seen: replace(city, frame=seen.frame, exposed=seen.exposed) if seen.zone == city.zone else seen
    table.perform()


@pytest.mark.proof
def test_the_last_card_of_an_age_is_not_taken_to_be_discarded_where_no_coins_came_and_its_city_stands_still(
    tmp_path: Path,
) -> None:
    table = Watched(tmp_path, "seven_wonders", 3, 5, late=16)
    _last_card_of_an_age_comes_to_a_frozen_city(table)
    table.rest(6)
    assert (table.wrong, table.missed, table.questions) == ([], [], 1)


class _WithoutCoins(Watched):
    """A table at which nobody looks at the coins: the box does not know them."""

    unwatched = frozenset(f"seat/{seat}/coins" for seat in range(3))


def test_a_card_that_was_taken_to_be_discarded_was_built_once_it_is_seen_in_its_city(tmp_path: Path) -> None:
    table = _WithoutCoins(tmp_path, "seven_wonders", 3, 5, late=16)
    _last_card_of_an_age_comes_to_a_frozen_city(table)
    table.rest(3)
    assert [move["move"] for move in table.wrong] == ["discard"]
    table.harm = lambda seen: seen
    table.rest(5)
    assert (table.wrong, table.missed, table.questions, table.troubled()) == ([], [], 0, set())
    assert table.state == table.dealer.state


@pytest.mark.proof
def test_cards_that_were_taken_to_be_discarded_one_after_another_were_built_once_they_are_seen(tmp_path: Path) -> None:
    # Seed 7's 14th and 16th move: seat 0 builds in the last two turns of the first age, in a city that stands still.
    table, city = Watched(tmp_path, "seven_wonders", 3, 7, late=13), "seat/0/city"

    def play(moves: int) -> None:
        for _ in range(moves):
            table.perform()
            table.rest(1.5)

    frozen = table._said[city]
    table.harm = lambda seen: replace(frozen, frame=seen.frame, exposed=seen.exposed) if seen.zone == city else seen
    play(6)
    assert [move["move"] for move in table.wrong] == ["discard", "discard"]
    table.harm = lambda seen: seen
    table.rest(4)
    assert (table.wrong, table.missed, table.questions, table.troubled()) == ([], [], 0, set())
    assert table.state == table.dealer.state


@pytest.mark.proof
def test_who_says_that_a_card_was_built_puts_right_that_it_seemed_to_be_discarded(tmp_path: Path) -> None:
    # Seed 9's 13th and 15th move: seat 0 builds twice in a city that stands still, and says both when it is asked about
    # the second one. Before: the first was written down as the second, and the second as a mistake.
    table, city = Watched(tmp_path, "seven_wonders", 3, 9, late=13), "seat/0/city"
    frozen = table._said[city]
    table.harm = lambda seen: replace(frozen, frame=seen.frame, exposed=seen.exposed) if seen.zone == city else seen
    for _ in range(6):
        table.perform()
        table.rest(1.5)
    table.harm = lambda seen: seen
    table.rest(4)
    assert (table.wrong, table.missed, table.questions, table.troubled()) == ([], [], 1, set())
    assert table.state == table.dealer.state


@pytest.mark.proof
@pytest.mark.parametrize(("seed", "before", "asked"), [(3368, 9, 1), (3372, 6, 1)])
def test_that_a_card_was_built_out_of_sight_as_the_last_of_a_turn_is_thought_of_whatever_else_coins_may_tell(
    tmp_path: Path, seed: int, before: int, asked: int
) -> None:
    # Once all have played the next cards lie ready, which says nothing of what was built.
    found = spoil(Watched(tmp_path, "seven_wonders", 3, seed), "seat/0/city", "empty", before)
    assert found.exact, found
    assert (found.wrong, found.missed, found.questions) == (0, 0, asked)


@pytest.mark.parametrize("way", ["strange", pytest.param("flickering", marks=pytest.mark.proof)])
def test_something_strange_where_no_card_was_discarded_yet_is_no_discarded_card(tmp_path: Path, way: Way) -> None:
    # Before: who had taken a card up to build it was taken to have discarded it as soon as something lay there.
    found = spoil(Watched(tmp_path, "seven_wonders", 3, 3579), "discard", way)
    assert found.well, found
    assert (found.wrong, found.missed, found.questions) == (0, 0, 0)


def test_a_token_is_taken_after_it_was_paid_for_also_where_nobody_sees_it_come(tmp_path: Path) -> None:
    # Seed 3577's 15th move. Before: two cards went, no token yet, so it seemed to be one off the stack.
    dealer = Dealer("architects", 4, 3577, expansions=("medals",))
    table = Watched(tmp_path, "architects", 4, 3577, dealer=dealer, expansions=("medals",))
    found = spoil(table, "seat/3/progress", "flickering")
    assert found.well, found
    assert (found.wrong, found.missed, found.questions) == (0, 0, 0)


@pytest.mark.proof
def test_no_battle_was_fought_where_other_cards_were_laid_away_than_shields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Seed 3587's 42nd and 43rd move: a compass comes to a city that stands still, and is paid with another at once.
    # Before: the card seemed to be a horn that began a battle; 1 wrong, 3 missed, and the city never healed.
    monkeypatch.setattr("tests.referee.spoiling_any.SPOILT", 14)
    found = spoil(Watched(tmp_path, "architects", 3, 3587), "seat/0/city", "frozen", before=30)
    assert found.well, found
    assert (found.wrong, found.missed) == (0, 0)
