"""What an event of which a piece is not known may have been."""

import pytest

from companion.games.architects.rules.moves import TakeProgress as Taken
from companion.games.duel.rules.moves import BuildWonder, TakeProgress
from companion.games.tables import Played
from companion.referee.inference.excuses import excuses
from companion.twin.dealer import Dealer


def test_a_wonder_over_a_card_that_nobody_read_may_have_been_each_that_it_is_one_of_and_no_card() -> None:
    dealer = Dealer("duel", 2, 1920)
    step = dealer.step()
    while step is not None and not isinstance(step.move, BuildWonder):
        step = dealer.step()
    assert step is not None
    among = tuple(sorted((step.move.wonder, "sphinx")))
    unread = BuildWonder(step.move.seat, "?", "?", among)
    after = dealer.rules.apply(step.before, unread, strict=False)
    (thought,) = excuses(dealer.rules, [Played(1, unread, step.before, after, ())])
    assert {one.wonder for one in thought.moves if isinstance(one, BuildWonder)} >= set(among)


@pytest.mark.parametrize("others", [(), ("masonry",)])
def test_of_unread_tokens_of_which_two_were_taken_each_may_have_been_taken_first(others: tuple[str, ...]) -> None:
    # Seed 4's 46th and 88th move take a token each.
    dealer, seen = Dealer("duel", 2, 4), (45, 87)
    state, played = dealer.state, list[Played]()
    while dealer.step() is not None:
        pass
    moves = list(dealer.played)
    taken = [move for place in seen if isinstance(move := moves[place], TakeProgress)]
    tokens = tuple(sorted((*(move.token for move in taken), *others)))
    for place, told in enumerate(moves[: seen[-1] + 6]):
        move = (
            TakeProgress(told.seat, "?", "board", tokens) if isinstance(told, TakeProgress) and place in seen else told
        )
        after = dealer.rules.apply(state, move, strict=False)
        played.append(Played(place + 1, move, state, after, tuple(dealer.rules.judge(state, move))))
        state = after
    for thought in excuses(dealer.rules, played):
        may_be = {
            move.token for move, excuse in thought.excuses.items() if isinstance(move, TakeProgress) and excuse.alone
        }
        assert may_be == set(tokens)


def test_what_another_unread_token_excuses_says_nothing_of_the_one_that_was_taken_before() -> None:
    # Seed 1912's seat 0 takes economy, then decor, and a stage that it builds could not be paid for without economy.
    dealer = Dealer("architects", 4, 1912, expansions=("medals",))
    state, played = dealer.state, list[Played]()
    while dealer.step() is not None:
        pass
    rules, among = dealer.rules, ("decor", "economy")
    for place, told in enumerate(dealer.played[:150]):
        said = rules.dump_move(told)
        if said.get("token") in among and isinstance(told, Taken):
            more = {"among": among} if said["token"] == among[-1] else {}
            move = rules.parse_move({**said, "token": "?", **more})
        else:
            move = told
        after = rules.apply(state, move, strict=False)
        played.append(Played(place + 1, move, state, after, tuple(rules.judge(state, move))))
        state = after
    first, second = (
        {rules.dump_move(move)["token"]: excuse.excuses for move, excuse in thought.excuses.items()}
        for thought in excuses(rules, played)
    )
    assert first == {"decor": 0, "economy": 1}
    assert {token for token, count in second.items() if count} == {"economy"}
