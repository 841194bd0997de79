"""What contradicts a game for long is thought of once, not with each look at a table that rests."""

from collections.abc import Iterator

import pytest

from companion.games.tables import Played
from companion.referee.inference import contradicted
from companion.referee.inference.contradicted import Contradicted
from companion.referee.inference.observations import ASIDE_AFTER, Observations
from companion.twin.dealer import Dealer
from vision.sighting import Sighting


def test_a_place_that_contradicts_the_game_is_thought_of_once_after_each_move_and_each_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Nobody answered, and it was thought over with every look: 90 s of 260 s of processor in one game of seven players.
    dealer = Dealer("architects", 2, 2313)
    while len(dealer.played) < 8:
        dealer.step()
    thought: list[int] = []

    def nothing(_rules: object, played: tuple[Played, ...], *_: object, **_said: object) -> Iterator[object]:
        thought.append(len(played))
        return iter(())

    monkeypatch.setattr(contradicted, "readings", nothing)
    steps = zip(dealer.played[1:], dealer.states, dealer.states[1:], strict=False)
    played = tuple(Played(k + 1, move, before, after, ()) for k, (move, before, after) in enumerate(steps))
    zone, observed, found = "seat/0/city", Observations(), Contradicted()
    observed.seen[zone], observed.looked[zone] = Sighting(zone, 20, 2.0, ()), 2.0
    observed.doubtful[zone], observed.aside = 2.0, {zone}
    for exposed in range(3, 20):
        observed.exposed = float(exposed)
        assert not [*found.found(dealer.rules, played[:-1], frozenset(), observed)]
    assert thought == [len(played) - 1], f"after {ASIDE_AFTER:.0f} s"
    assert not [*found.found(dealer.rules, played, frozenset(), observed)]
    assert thought == [len(played) - 1, len(played)], "another move"
    observed.looked[zone], observed.exposed = 21.0, 30.0
    assert not [*found.found(dealer.rules, played, frozenset(), observed)]
    assert len(thought) == 3, "it looks otherwise since"
