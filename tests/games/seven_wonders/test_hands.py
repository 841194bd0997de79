"""What is known about hands, and stays known: shown, played out of, passed on, forgotten where it was wrong."""

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Build, Discard, Hand
from companion.games.seven_wonders.rules.state import State
from tests.games.seven_wonders.played import build, codes, names, play, turn
from tests.games.seven_wonders.tables import at, begin, holding, lay, seen

SEVEN = ("altar", "theater", "baths", "stockade", "barracks", "guard_tower", "loom_1")


def places(*cards: str) -> tuple[int, ...]:
    return tuple(sorted(FACTS.index[card] for card in cards))


def unseen(state: State, card: str) -> int:
    return state.unseen[FACTS.index[card]]


def test_cards_seen_in_a_hand_are_nowhere_else() -> None:
    state = holding(begin(), 0, *SEVEN)
    assert state.hands[0] == places(*SEVEN)
    assert unseen(state, "altar") == 0
    assert codes(rules.judge(state, Build(1, "altar"))) == ["card_not_left"]


def test_a_part_of_a_hand_may_be_known() -> None:
    state = holding(begin(), 0, "altar", "theater")
    assert state.hands[0] == (-1,) * 5 + places("altar", "theater")
    assert rules.judge(state, Build(0, "press_1")) == ()
    assert holding(at(begin(), 2, 6), 0, "walls").hands[0] == (-2, *places("walls"))
    more = holding(state, 0, "theater", "baths")
    assert more.hands[0] == (-1,) * 4 + places("altar", "theater", "baths")


def test_a_card_that_is_played_leaves_the_hand() -> None:
    state = play(holding(begin(), 0, *SEVEN), build(0, "altar"))
    assert state.hands[0] == places(*SEVEN[1:])
    assert unseen(state, "altar") == 0
    state = play(begin(), build(0, "altar"))
    assert state.hands[0] == (-1,) * 6
    assert unseen(state, "altar") == 0


def test_an_unseen_card_leaves_an_unknown_hand_as_it_was_but_for_one() -> None:
    state = play(begin(), Discard(0))
    assert state.hands[0] == (-1,) * 6
    assert state.unseen == begin().unseen


def test_what_is_left_of_a_hand_is_not_known_when_a_card_left_it_unseen() -> None:
    state = play(holding(begin(), 0, *SEVEN), Discard(0))
    assert state.hands[0] == (-1,) * 6
    assert state.unseen == begin().unseen


def test_a_hand_that_was_said_wrongly_is_forgotten() -> None:
    state = holding(begin(), 0, *SEVEN)
    assert codes(rules.judge(state, Build(0, "press_1"))) == ["card_not_in_hand"]
    after = rules.apply(state, Build(0, "press_1"), strict=False)
    assert after.hands[0] == (-1,) * 6
    assert unseen(after, "press_1") == 0
    assert unseen(after, "altar") == 1


def test_seeing_other_cards_than_the_known_ones_replaces_them() -> None:
    state = holding(begin(), 0, *SEVEN)
    seen_now = Hand(0, ("press_1", "clay_pool"))
    assert codes(rules.judge(state, seen_now)) == ["card_not_in_hand"]
    after = rules.apply(state, seen_now, strict=False)
    assert after.hands[0] == (-1,) * 5 + places("press_1", "clay_pool")
    assert unseen(after, "altar") == 1


def test_a_hand_cannot_hold_what_was_seen_elsewhere_nor_another_ages_cards_nor_too_many() -> None:
    assert codes(rules.judge(lay(begin(), 1, "altar"), Hand(0, ("altar",)))) == ["card_not_left"]
    assert codes(rules.judge(begin(), Hand(0, ("altar", "altar")))) == ["card_not_left"]
    assert codes(rules.judge(begin(), Hand(0, ("walls",)))) == ["wrong_age"]
    assert codes(rules.judge(begin(), Hand(0, (*SEVEN, "press_1")))) == ["hand_too_large"]
    assert rules.apply(begin(), Hand(0, (*SEVEN, "press_1")), strict=False) == begin()


def test_only_so_many_guilds_are_in_the_game() -> None:
    guilds = [card.id for card in FACTS.cards if card.color == "purple"]
    state = seen(at(begin(), 3, 1), *guilds[:4])
    assert rules.judge(state, Hand(0, (guilds[4],))) == ()
    assert codes(rules.judge(state, Hand(0, (guilds[4], guilds[5])))) == ["card_not_left"]
    assert codes(rules.judge(seen(state, guilds[4]), Build(0, guilds[5])))[0] == "card_not_left"
    assert Discard(0, guilds[5]) in rules.legal(state)
    assert Discard(0, guilds[5]) not in rules.legal(seen(state, guilds[4]))


def test_a_second_choice_puts_the_first_card_back_into_the_hand() -> None:
    state = play(begin(), build(0, "altar"))
    assert codes(rules.judge(state, Build(0, "theater"))) == ["already_chosen"]
    after = rules.apply(state, Build(0, "theater"), strict=False)
    assert after.hands[0] == (-1,) * 5 + places("altar")
    done = turn(after, Discard(1))
    assert names(done.cities[0]) == {"theater"}
    assert rules.apply(after, Build(0, "altar"), strict=False).hands[0] == (-1,) * 5 + places("theater")


def test_saying_the_same_hand_again_changes_nothing() -> None:
    state = holding(begin(), 0, *SEVEN)
    assert holding(state, 0, *SEVEN) == state
    assert holding(state, 0, *SEVEN[:3]) == state


def test_what_is_known_of_a_half_known_hand_is_forgotten_when_a_card_leaves_it_unseen() -> None:
    state = play(holding(begin(), 0, "altar", "theater"), Discard(0))
    assert state.hands[0] == (-1,) * 6
    assert state.unseen == begin().unseen


def test_what_was_seen_too_often_before_is_not_this_hands_fault() -> None:
    guilds = [card.id for card in FACTS.cards if card.color == "purple"]
    assert rules.judge(seen(begin(), "altar", "altar"), Hand(0, ("baths",))) == ()
    assert rules.judge(seen(at(begin(), 3, 1), *guilds[:6]), Hand(0, ("palace",))) == ()
    assert codes(rules.judge(seen(at(begin(), 3, 1), *guilds[:6]), Hand(0, (guilds[6],)))) == ["card_not_left"]
