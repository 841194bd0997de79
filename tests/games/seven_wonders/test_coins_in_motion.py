"""Coins that are still being moved: for a moment they may lie as after another payment."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from companion.games.seven_wonders.rules.moves import Build, Free
from companion.games.seven_wonders.seen import purses
from tests.referee.sightless import Sightless
from tests.referee.spoiling_any import Watched
from vision.sighting import Sighting


def test_a_payment_that_coins_in_motion_looked_like_for_a_moment_is_put_right_by_where_they_come_to_lie(
    tmp_path: Path,
) -> None:
    # Seed 1744: one neighbour is paid for both, and half a second later hands on what is the other's.
    table = Sightless(tmp_path, "seven_wonders", 3, 1744, late=39)
    table.perform()
    assert table.wrong
    table.rest(2)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_who_pays_waits_for_no_purse_of_which_a_coin_is_not_seen_since_another_payment(tmp_path: Path) -> None:
    # Seed 1: two players pay one after the other, and of what the first has left the last coin is not seen.
    table = Sightless(tmp_path, "seven_wonders", 4, 1)
    payers = list[int]()
    while len(payers) < 2:
        step = table.dealer.step()
        assert step is not None
        seat = step.move.seat
        pays = isinstance(step.move, Build) and purses(step.after)[seat] < purses(step.before)[seat]
        payers += [seat] if pays else []
        if len(payers) == 1 and pays:
            table.harm = _without_a_coin(f"seat/{seat}/coins")
        for action in step.actions:
            table.show(action.world, seconds=0.1)
        # The purse is still believed when the second one pays.
        table.rest(2 if len(payers) == 1 and pays else 0)
    assert payers[0] != payers[1]
    assert not table.game.observed.disbelieved
    assert (table.wrong, table.missed) == ([], [])


def test_a_card_that_may_be_paid_yet_is_in_the_record_within_three_seconds(tmp_path: Path) -> None:
    # Seed 7's first free building costs a coin to whoever pays for it: nobody moves any.
    table = Sightless(tmp_path, "seven_wonders", 3, 7)
    while not isinstance(table.dealer.played[-1] if table.dealer.played else None, Free):
        assert table.perform() is not None
        waited = 0.0
        while table.missed and waited < 4.0:
            table.pulse(0.1)
            waited += 0.1
    assert table.missed == []
    assert 2.0 < waited < 3.0, "coins are waited for, but not for long"


def test_a_payment_is_not_told_otherwise_while_coins_that_a_stage_brings_have_yet_to_be_counted_out(
    tmp_path: Path,
) -> None:
    # Seed 8's last move of the first age is a stage that brings nine coins. Before they came all coins lay as if its
    # player had been paid for another one, and had built a card of which nobody has seen anything.
    table = Watched(tmp_path, "seven_wonders", 3, 8, late=13)
    for _ in range(5):
        table.perform()
        table.rest(1.5)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def _without_a_coin(place: str) -> Callable[[Sighting], Sighting]:
    return lambda seen: replace(seen, pieces=seen.pieces[:-1]) if seen.zone == place else seen
