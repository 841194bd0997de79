"""Cards that nobody has read may pay: what was bought with them is no mistake, and which they were is told later."""

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules.moves import BuildStage, TakeCard, TakeProgress
from companion.games.architects.rules.state import City, State
from companion.games.architects.seen import by_sight, tableau

_STAGE = "giza_1"


def _table(**city: object) -> State:
    """A table on which seat 0 has taken its card; its city."""
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    before: City = replace(state.cities[0], **city)
    return replace(state, cities=(before, *state.cities[1:]), turn=replace(state.turn, opened=True))


def _spread(state: State) -> tuple[str, ...]:
    return tableau(state).spread["seat/0/city"]


def test_a_stage_may_be_paid_for_with_cards_that_nobody_has_read() -> None:
    state, build = _table(unread=(2, 2)), BuildStage(0, _STAGE)
    assert build in rules.legal(state)
    assert not rules.judge(state, build)
    after = rules.apply(state, build)
    assert after.cities[0].face_down == 0
    assert _spread(state) == ("?", "?")
    assert _spread(after) == ()
    # They came from a deck all the same, and lie on the discards now.
    before = tableau(state).piles
    assert tableau(after).piles == {**before, "central/discard": before["central/discard"] + 2}
    assert rules.describe(after)["discard"] == 2


def test_nothing_is_paid_for_with_cards_that_are_not_there() -> None:
    state, build = _table(unread=(2,)), BuildStage(0, _STAGE)
    assert build not in rules.legal(state)
    assert rules.judge(state, build)


def test_what_was_known_of_a_payment_is_spent_with_what_was_not() -> None:
    wood = tuple(int(card.id == "wood") for card in rules.FACTS.cards)
    after = rules.apply(_table(unread=(2,), cards=wood), BuildStage(0, _STAGE))
    assert _spread(after) == ()
    assert sum(after.discard) == 1
    assert tableau(after).piles["central/discard"] == 2


def _with(*names: str) -> tuple[int, ...]:
    return tuple(names.count(card.id) for card in rules.FACTS.cards)


def test_a_payment_says_which_cards_are_known_and_how_many_nobody_has_read_although_known_ones_would_do() -> None:
    state, build = _table(unread=(2,), cards=_with("wood", "clay")), BuildStage(0, _STAGE, ("?", "wood"))
    assert build in by_sight(state)
    assert build not in rules.legal(state), "people are offered what they can see"
    assert not rules.judge(state, build)
    assert _spread(rules.apply(state, build)) == ("architects/clay",)
    assert rules.parse_move(rules.dump_move(build)) == build


def test_what_was_paid_with_and_is_not_there_by_the_record_was_a_card_that_nobody_had_read() -> None:
    state = _table(unread=(2, 2), cards=_with("wood", "clay"))
    after = rules.apply(state, BuildStage(0, _STAGE, ("coin", "wood")), strict=False)
    assert _spread(after) == ("?", "architects/clay")
    assert sum(after.cities[0].cards) == 1


@pytest.mark.parametrize("spent", [("?", "wood"), ("?", "?"), ("?", "?", "?")])
def test_a_payment_names_no_more_cards_that_nobody_has_read_than_lie_there(spent: tuple[str, ...]) -> None:
    state = _table(cards=_with("wood", "clay"))
    assert BuildStage(0, _STAGE, spent) not in by_sight(state)
    assert rules.judge(state, BuildStage(0, _STAGE, spent))
    assert set(_spread(rules.apply(state, BuildStage(0, _STAGE, spent), strict=False))) <= set(_spread(state))


def test_a_token_may_be_taken_for_symbols_that_nobody_has_read() -> None:
    state, take = _table(unread=(2, 2)), TakeProgress(0, "tactics", "face_up")
    assert take in rules.legal(state)
    assert not rules.judge(state, take)
    assert _spread(rules.apply(state, take)) == ()


@pytest.mark.parametrize("spent", [("?", "compass", "tablet"), ("?", "tablet"), ("?", "?", "compass")])
def test_a_set_says_which_symbols_are_known_and_how_many_nobody_has_read(spent: tuple[str, ...]) -> None:
    state = _table(unread=(2, 2), cards=_with("compass", "tablet", "tablet", "wood"))
    state, take = replace(state, face_up=("tactics",)), TakeProgress(0, "tactics", "face_up", spent)
    assert take in by_sight(state)
    assert take not in rules.legal(state), "people are offered what they can see"
    assert not rules.judge(state, take)
    lies, left = _spread(state), _spread(rules.apply(state, take))
    assert len(left) == len(lies) - len(spent)
    assert left.count("?") == 2 - spent.count("?")
    assert rules.parse_move(rules.dump_move(take)) == take


@pytest.mark.parametrize("spent", [("?", "gear"), ("?", "?"), ("?", "compass", "compass"), ("?", "compass", "wood")])
def test_a_set_names_no_symbols_that_do_not_lie_there_and_nothing_that_makes_no_set(spent: tuple[str, ...]) -> None:
    state = _table(unread=(2,), cards=_with("compass", "wood"))
    assert not any(isinstance(move, TakeProgress) and move.spent == spent for move in by_sight(state))
    assert rules.judge(state, TakeProgress(0, "tactics", "face_up", spent))


def test_who_has_passed_the_turn_on_may_still_have_paid_with_a_card_that_nobody_had_read() -> None:
    state = replace(_table(unread=(2, 2)), to_move=1, number=2)
    state = replace(state, turn=replace(state.turn, opened=False))
    late = rules.irregular(state)
    assert BuildStage(0, _STAGE) in late
    assert TakeProgress(0, "tactics", "face_up") in late
    assert BuildStage(0, _STAGE) not in rules.irregular(replace(state, cities=_table().cities))


def _begun(*names: str) -> State:
    """The same table with these cards lying in seat 0's city, whose turn is yet to begin."""
    state = _table(cards=_with(*names), built=1)
    return replace(state, turn=replace(state.turn, opened=False))


@pytest.mark.parametrize("known", [("gear",), ("compass", "tablet", "vp3")])
def test_a_turn_does_not_end_while_a_card_that_nobody_has_read_may_make_a_set(known: tuple[str, ...]) -> None:
    # The card was a gear and went with the other one at once: by the record the turn was over before.
    state = rules.apply(_begun(*known), TakeCard(seat=0, source="central", card="?"))
    take, next_card = TakeProgress(0, "tactics", "face_up"), TakeCard(seat=1, source="central", card="coin")
    assert state.to_move == 0
    assert take in rules.legal(state)
    assert not rules.judge(state, take)
    assert next_card in rules.legal(state), "who plays next tells that there was no set"
    assert not rules.judge(state, next_card)


@pytest.mark.parametrize("known", [(), ("shield_h0", "vp3")])
def test_a_turn_ends_by_itself_where_a_card_that_nobody_has_read_makes_no_set(known: tuple[str, ...]) -> None:
    assert rules.apply(_begun(*known), TakeCard(seat=0, source="central", card="?")).to_move == 1


def test_a_turn_ends_by_itself_where_no_token_is_left_for_a_set() -> None:
    state = replace(_begun("gear"), face_up=(), hidden=tuple(0 for _ in _begun().hidden))
    assert rules.apply(state, TakeCard(seat=0, source="central", card="?")).to_move == 1


@pytest.mark.parametrize("paid", [("wood", "wood"), ("coin",)])
def test_a_payment_that_only_a_token_allows_which_nobody_has_read_is_thought_of_as_long_as_that_may_be_it(
    paid: tuple[str, ...],
) -> None:
    """Engineering lets any resources go together, economy makes a coin two; a stage paid so is not another one."""
    build, cards = BuildStage(0, _STAGE, paid), _with(*paid)
    unread = _table(cards=cards, progress=("?",))
    assert build in rules.irregular(unread)
    assert build not in rules.irregular(_table(cards=cards, progress=("decor",)))
    gone = replace(unread, hidden=tuple(0 for _ in unread.hidden))
    assert build not in rules.irregular(gone), "all tokens lie elsewhere"


_RAISED = 0b111
"""Three stages of Giza; the fourth costs three alike."""


@pytest.mark.parametrize("paid", [("?", "clay", "wood"), ("?", "wood")])
def test_so_is_one_with_a_card_that_nobody_has_read_either(paid: tuple[str, ...]) -> None:
    build, city = BuildStage(0, "giza_4", paid), {"cards": _with("wood", "clay"), "unread": (2,), "built": _RAISED}
    unread = _table(**city, progress=("?",))
    assert build in rules.irregular(unread)
    assert {found.code for found in rules.judge(unread, build)} == {"wrong_payment"}
    assert build not in rules.irregular(_table(**city, progress=("decor",)))
    token = "engineering" if "clay" in paid else "economy"
    assert not rules.judge(_table(**city, progress=(token,)), build), "it was no mistake once that is told"


def test_a_turn_does_not_end_while_engineering_may_pay_with_a_card_that_nobody_has_read() -> None:
    begun, take = _begun("wood", "clay"), TakeCard(seat=0, source="central", card="?")
    city = replace(begun.cities[0], built=_RAISED)
    without = replace(begun, cities=(city, *begun.cities[1:]))
    with_token = replace(begun, cities=(replace(city, progress=("engineering",)), *begun.cities[1:]))
    assert rules.apply(without, take).to_move == 1
    after = rules.apply(with_token, take)
    assert after.to_move == 0
    assert not rules.judge(after, BuildStage(0, "giza_4", ("?", "clay", "wood")))
    assert not rules.judge(after, TakeCard(seat=1, source="central", card="coin")), "nobody has to build with it"


def _one_more(state: State) -> TakeCard:
    card = next(card.id for card, count in zip(rules.FACTS.cards, state.decks[0], strict=True) if count)
    return TakeCard(seat=0, source="left", card=card)


def test_one_card_more_is_no_mistake_where_a_token_that_nobody_has_read_may_give_it() -> None:
    state = _table(progress=("?",))
    more = _one_more(state)
    given = replace(more, because="?")
    assert not rules.judge(state, more)
    assert not rules.judge(state, given)
    assert given in rules.irregular(state), "it is thought of, as a mistake is"
    assert given not in rules.legal(state)
    assert rules.parse_move(rules.dump_move(given)) == given
    after = rules.apply(state, given)
    assert after == rules.apply(state, more)
    assert rules.judge(after, _one_more(after)), "a token gives one card a turn"
    assert rules.judge(_table(), more)
    assert rules.judge(_table(), given)


def test_whose_turn_has_ended_takes_one_more_card_if_a_token_that_nobody_has_read_may_give_it() -> None:
    state = _table(progress=("?",))
    passed = replace(state, to_move=1, turn=replace(state.turn, opened=False), number=2)
    more = _one_more(passed)
    assert not rules.judge(passed, more)
    assert replace(more, because="?") in rules.irregular(passed)
    unread = replace(passed, cities=tuple(replace(city, progress=()) for city in passed.cities))
    assert rules.judge(unread, more)


@pytest.mark.parametrize(
    ("progress", "used", "allows"),
    [((), (), False), (("economy",), (), False), (("jewellery",), (), True), (("jewellery",), ("jewellery",), False)],
)
def test_a_card_that_nobody_has_read_may_allow_one_more_only_by_a_token_that_answers_to_cards(
    progress: tuple[str, ...], used: tuple[str, ...], *, allows: bool
) -> None:
    state = _table(unread=(2,), progress=progress)
    state = replace(state, turn=replace(state.turn, used=used))
    more = _one_more(state)
    assert more in rules.irregular(state)
    assert rules.unread_may_allow(state, more) is allows
