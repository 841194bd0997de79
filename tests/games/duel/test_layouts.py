"""The three structures: covering, turning up, taking. Sections "Preparing the structure", "A turn"."""

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.moves import Build, Discard, LayOut, Reveal
from companion.games.duel.rules.state import ALL_SLOTS, UNREAD, State, free_slots
from tests.games.duel.tables import codes, play, table

PICTURES = {
    1: """
          U U
         D D D
        U U U U
       D D D D D
      U U U U U U
    """,
    2: """
      U U U U U U
       D D D D D
        U U U U
         D D D
          U U
    """,
    3: """
          U U
         D D D
        U U U U
         D   D
        U U U U
         D D D
          U U
    """,
}
"""The layouts as the rulebook draws them: a card covers those half beside it in the row above."""
AGE_1 = [card.id for card in FACTS.cards if card.age == 1][:20]


def drawn(age: int) -> list[tuple[int, int, str]]:
    """Row, column and side of each slot of the picture, in the order of the slots."""
    lines = [line for line in PICTURES[age].splitlines() if line.strip()]
    return [(row, x, side) for row, line in enumerate(lines) for x, side in enumerate(line) if side != " "]


def laid_out(age: int = 1, hide: bool = True) -> rules.State:  # noqa: FBT001, FBT002 - a test's helper
    """A table whose age 1 is laid out with the first twenty cards, face down where the picture says so."""
    sides = [side for _, _, side in drawn(age)]
    cards = [None if hide and side == "D" else card for card, side in zip(AGE_1, sides, strict=True)]
    return play(table(age=1), LayOut(1, tuple(cards)))


@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_layout_is_the_one_that_the_rulebook_draws(age: int) -> None:
    slots = drawn(age)
    layout = FACTS.layouts[age]
    assert len(slots) == 20
    assert [bool(layout.face_up >> slot & 1) for slot in range(20)] == [side == "U" for _, _, side in slots]
    for slot, (row, x, _) in enumerate(slots):
        above = [other for other, (r, column, _) in enumerate(slots) if r == row + 1 and abs(column - x) == 1]
        assert list(places(layout.covered_by[slot])) == above


@pytest.mark.parametrize(("age", "free"), [(1, (14, 15, 16, 17, 18, 19)), (2, (18, 19)), (3, (18, 19))])
def test_only_the_last_row_is_free_at_first(age: int, free: tuple[int, ...]) -> None:
    assert free_slots(age, ALL_SLOTS) == free


@pytest.mark.parametrize("age", [1, 2, 3])
def test_every_structure_can_be_taken_away_to_the_last_card(age: int) -> None:
    standing = ALL_SLOTS
    for _ in range(20):
        slot = free_slots(age, standing)[0]
        standing &= ~(1 << slot)
    assert standing == 0


def test_a_card_is_free_when_nothing_lies_on_it_any_more() -> None:
    state = laid_out(hide=False)
    covered, left, right = AGE_1[9], AGE_1[14], AGE_1[15]
    assert codes(rules.judge(state, Discard(0, covered))) == ["card_covered"]
    state = play(state, Discard(0, left))
    assert codes(rules.judge(state, Discard(1, covered))) == ["card_covered"]
    state = play(state, Discard(1, right))
    assert Discard(0, covered) in rules.legal(state)


def test_legal_moves_use_the_free_cards_only() -> None:
    cards = {move.card for move in rules.legal(laid_out()) if isinstance(move, Build | Discard)}
    assert cards == set(AGE_1[14:])


def test_a_card_face_down_is_turned_up_when_it_is_free() -> None:
    state = laid_out()
    state = play(state, Discard(0, AGE_1[14]), Discard(1, AGE_1[15]))
    down = {AGE_1[slot] for slot in (2, 3, 4, 9, 10, 11, 12, 13)}
    unknown = {card.id for card in FACTS.cards if card.age == 1} - set(AGE_1) | down
    assert {move.card for move in rules.legal(state) if isinstance(move, Reveal)} == unknown
    assert {move.reveal for move in rules.legal(state) if isinstance(move, Reveal)} == {9}
    state = play(state, Reveal(9, AGE_1[9]))
    assert not [move for move in rules.legal(state) if isinstance(move, Reveal)]
    assert Discard(0, AGE_1[9]) in rules.legal(state)
    assert Discard(0, AGE_1[10]) not in rules.legal(state)


def test_a_card_taken_unread_was_the_one_free_card_that_nobody_had_read() -> None:
    state = play(laid_out(), Discard(0, AGE_1[14]), Discard(1, AGE_1[15]), Discard(0, "wood_reserve"))
    assert state.standing == ALL_SLOTS & ~(1 << 9 | 1 << 14 | 1 << 15)
    state = play(state, Discard(1, AGE_1[16]), Reveal(10, AGE_1[10]), Discard(0, AGE_1[10]))
    assert codes(rules.judge(state, Discard(1, AGE_1[5]))) == []


def taken_unread() -> State:
    """Of two free cards that nobody had read, in the slots 9 and 10, one was taken."""
    state = play(laid_out(), Discard(0, AGE_1[14]), Discard(1, AGE_1[15]), Discard(0, AGE_1[16]))
    assert {move.reveal for move in rules.legal(state) if isinstance(move, Reveal)} == {9, 10}
    return play(state, Discard(1, "wood_reserve"))


def test_which_of_two_unread_cards_was_taken_is_left_open_and_the_structure_is_known_all_the_same() -> None:
    state = taken_unread()
    assert (state.left, state.standing) == (16, ALL_SLOTS & ~(1 << 14 | 1 << 15 | 1 << 16))
    assert {way.standing ^ state.standing for way in state.either} == {1 << 9, 1 << 10}
    assert codes(rules.judge(state, Discard(0, AGE_1[17]))) == []
    assert codes(rules.judge(state, Discard(0, AGE_1[0]))) == ["card_covered"]


def test_a_card_that_is_turned_up_tells_that_the_other_was_taken() -> None:
    state = play(taken_unread(), Reveal(10, AGE_1[10]))
    assert (state.either, state.standing) == ((), ALL_SLOTS & ~(1 << 9 | 1 << 14 | 1 << 15 | 1 << 16))
    assert (state.laid[9], state.laid[10]) == (UNREAD, FACTS.index[AGE_1[10]])


def test_two_cards_that_nobody_turned_up_leave_what_is_left_when_they_are_turned_up_before() -> None:
    state = play(laid_out(), Discard(0, AGE_1[14]), Discard(1, AGE_1[15]), Discard(0, AGE_1[16]))
    turned = play(state, Reveal(9, AGE_1[9]), Reveal(10, AGE_1[10]), Discard(1, AGE_1[10]), Discard(0, AGE_1[9]))
    assert play(state, Discard(1, AGE_1[10]), Discard(0, AGE_1[9])) == turned


def test_a_card_that_is_taken_tells_that_the_one_on_it_was_taken_before() -> None:
    state = play(taken_unread(), Discard(0, AGE_1[17]), Discard(1, AGE_1[18]), Reveal(11, AGE_1[11]))
    # On the card in slot 6 lay 10 and 11, on that in slot 5 lay 9 and 10.
    state = play(state, Discard(0, AGE_1[11]), Discard(1, AGE_1[6]))
    assert state.either == ()
    assert not state.standing >> 10 & 1
    assert state.standing >> 9 & 1


def test_a_card_that_was_misread_may_have_lain_in_any_free_slot() -> None:
    state = rules.apply(laid_out(), Discard(0, "wood_reserve"), strict=False)
    assert {way.standing ^ ALL_SLOTS for way in state.either} == {1 << slot for slot in range(14, 20)}
    state = play(state, Discard(1, AGE_1[14]))
    assert {way.standing ^ ALL_SLOTS for way in state.either} == {1 << 14 | 1 << slot for slot in range(15, 20)}


def test_without_a_layout_any_card_of_the_age_may_be_free() -> None:
    state = table(age=2)
    assert {move.card for move in rules.legal(state) if isinstance(move, Discard)} == {
        card.id for card in FACTS.cards if card.age == 2
    }
    gone = play(state, Discard(0, "walls"))
    assert Discard(1, "walls") not in rules.legal(gone)


def test_of_the_third_age_no_more_than_three_guilds_and_seventeen_others_can_be_there() -> None:
    guilds = [card.id for card in FACTS.cards if card.color == "purple"]
    state = play(table(age=3), *(Discard(k % 2, guild) for k, guild in enumerate(guilds[:3])))
    assert not {move.card for move in rules.legal(state) if isinstance(move, Discard)} & set(guilds)
    assert codes(rules.judge(state, Discard(1, guilds[3]))) == ["too_many_cards"]
    others = [card.id for card in FACTS.cards if card.age == 3 and card.color != "purple"]
    state = play(table(age=3), *(Discard(k % 2, card) for k, card in enumerate(others[:17])))
    assert {move.card for move in rules.legal(state) if isinstance(move, Discard)} == set(guilds)
    assert codes(rules.judge(state, Discard(1, others[17]))) == ["too_many_cards"]


def test_a_layout_must_be_of_the_age_and_at_its_beginning() -> None:
    cards = tuple(AGE_1)
    state = table(age=1)
    assert codes(rules.judge(state, LayOut(1, cards))) == []
    wrong = [
        LayOut(2, (None,) * 20),
        LayOut(1, ("walls", *cards[1:])),
        LayOut(1, (cards[1], *cards[1:])),
    ]
    for move in wrong:
        assert codes(rules.judge(state, move)) == ["wrong_layout"]
        assert rules.apply(state, move, strict=False) == state
    late = play(state, Discard(0, AGE_1[3]))
    assert codes(rules.judge(late, LayOut(1, cards))) == ["wrong_layout"]
    four = tuple(card.id for card in FACTS.cards if card.color == "purple")[:4] + (None,) * 16
    assert codes(rules.judge(table(age=3), LayOut(3, four))) == ["wrong_layout"]
    gone = replace(table(age=1), discard=1 << FACTS.index[AGE_1[0]])
    assert codes(rules.judge(gone, LayOut(1, cards))) == ["wrong_layout"]


def test_a_better_reading_of_the_layout_replaces_the_first() -> None:
    state = play(laid_out(), LayOut(1, tuple(reversed(AGE_1))))
    assert Discard(0, AGE_1[0]) in rules.legal(state)


def test_what_was_turned_up_must_be_possible() -> None:
    state = play(laid_out(), Discard(0, AGE_1[14]), Discard(1, AGE_1[15]))
    assert codes(rules.judge(state, Reveal(9, AGE_1[16]))) == ["wrong_reveal"], "it lies elsewhere"
    assert codes(rules.judge(state, Reveal(9, "walls"))) == ["wrong_reveal"], "of another age"
    assert codes(rules.judge(state, Reveal(9, AGE_1[14]))) == ["wrong_reveal"], "played already"
    assert codes(rules.judge(state, Reveal(14, AGE_1[9]))) == ["wrong_reveal"], "the slot is empty"
    assert codes(rules.judge(state, Reveal(77, AGE_1[9]))) == ["wrong_reveal"]
    assert codes(rules.judge(state, Reveal(10, AGE_1[9]))) == ["reveal_covered"]
    assert codes(rules.judge(state, Reveal(17, AGE_1[17]))) == []
    assert codes(rules.judge(state, Reveal(17, "wood_reserve"))) == ["reveal_changed"]
    for move in (Reveal(9, "walls"), Reveal(14, AGE_1[9]), Reveal(77, AGE_1[9])):
        assert rules.apply(state, move, strict=False) == state
    changed = rules.apply(play(state, Reveal(9, AGE_1[9])), Reveal(17, "wood_reserve"), strict=False)
    assert Discard(0, "wood_reserve") in rules.legal(changed)
    assert Discard(0, AGE_1[17]) not in rules.legal(changed)


def test_a_card_that_a_slot_of_the_top_row_was_not_read_with_may_be_read_later() -> None:
    state = play(table(age=1), LayOut(1, (None,) * 20))
    assert codes(rules.judge(state, Reveal(0, "altar"))) == []
    assert codes(rules.judge(state, Reveal(2, "altar"))) == ["reveal_covered"], "this one lies face down"


def test_without_a_layout_nothing_is_said_about_cards_turned_up() -> None:
    state = table(age=1)
    assert rules.judge(state, Reveal(3, "walls")) == ()
    assert rules.apply(state, Reveal(3, "walls")) == state


def test_the_description_shows_what_stands_and_what_the_free_cards_cost() -> None:
    described = rules.describe(play(laid_out(), Discard(0, AGE_1[14])))
    assert described["layout"][14] is None
    assert described["layout"][9] == "?"
    assert described["layout"][15] == AGE_1[15]
    assert described["left"] == 19
    assert list(described["free"]) == AGE_1[15:]
    assert described["free"]["stable" if "stable" in AGE_1[15:] else AGE_1[16]]["coins"] in (0, 1, 2)
