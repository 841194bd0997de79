"""A medal for a battle that several players get: one lies in the centre, nobody sees the others come out of the box."""

from pathlib import Path

import pytest

from companion.games.architects.rules.moves import TakeCard, TakeMedal
from companion.rehearsal.comparison import paired
from tests.referee.sightless import Sightless, performed


def test_whoever_takes_it_first_all_who_won_the_battle_have_one_and_nobody_is_asked(tmp_path: Path) -> None:
    # Seed 34's 25th and 26th step: seat 3 takes it, then seat 1 out of the box.
    table = Sightless(tmp_path, "architects", 4, 34, expansions=("medals",))
    for _ in range(28):
        table.step()
    assert all(isinstance(move, TakeMedal) for move in table.dealer.played[24:26])
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
    assert table.state.cities == table.dealer.state.cities


def test_a_medal_that_is_gone_from_where_it_lay_is_on_the_screen_at_once_though_nothing_else_tells_it(
    tmp_path: Path,
) -> None:
    # Where it is laid nobody looks. Seed 34's 28th step is a medal that only one has won.
    table = Sightless(tmp_path, "architects", 4, 34, expansions=("medals",))
    for _ in range(27):
        table.step()
    assert isinstance(performed(table).move, TakeMedal)
    table.pulse(0.1)
    assert table.missed == []


@pytest.mark.proof
def test_a_card_from_a_wrong_stack_is_seen_for_what_it_is_though_a_medal_came_out_of_the_box_before(
    tmp_path: Path,
) -> None:
    table = Sightless(tmp_path, "architects", 4, 34, expansions=("medals",))
    for _ in range(26):
        table.step()
    dealer, seat = table.dealer, table.dealer.state.to_move
    across = (seat + 2) % 4
    top = dealer.world.at(f"holder/{across}")[-1].face.rpartition("/")[2]
    taken = TakeCard(seat=seat, source=f"holder:{across}", card=top)
    assert dealer.rules.judge(dealer.state, taken)
    for action in dealer.play(taken).actions:
        table.show(action.world)
    table.rest(4)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_two_who_do_the_same_right_after_each_other_have_no_order_that_anybody_sees() -> None:
    first, second, other = ({"move": "medal", "seat": seat, "medal": "m"} for seat in (3, 1, 2))
    assert paired([first, second], [second, first]) == {0: 1, 1: 0}
    assert paired([first, other], [second, first]) == {1: 0}
    # Of what nobody has read nobody knows whether it was the same.
    named = [one | {"medal": name} for one, name in zip((first, second), "mn", strict=True)]
    assert paired(named, [one | {"medal": "?"} for one in (first, second)]) == {0: 0, 1: 1}
