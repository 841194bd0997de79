"""Coins that have come to rest tell how a move was paid, also otherwise than it seemed for a moment."""

from collections.abc import Iterator, Mapping

from companion.referee.game import LiveGame
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.expected import heaps
from companion.referee.inference.observations import ONE_AFTER_ANOTHER
from companion.referee.inference.unread import Unread
from companion.referee.inference.ways import open_ways, paid_as_coins_lie, told_by_coins
from companion.referee.refitted import think_again


class Coins:
    """The coins of one game: what they tell is thought of once after each time that something was moved."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._thought = 0, 0.0
        self._ways: tuple[object, tuple[tuple[Unread, Mapping[str, Expected]], ...]] = None, ()
        self._told, self._asked = set[int](), set[int]()

    def put_right(self) -> bool:
        """Correct the move that must have been made in another way, once no coin has been moved for a while."""
        game, observed = self._game, self._game.observed
        looked = game.seq, observed.since
        coins = heaps(game.rules.places(game.state)) & observed.changed()
        if not coins or not game.fold.played or observed.age(coins) < ONE_AFTER_ANOTHER or self._thought == looked:
            return False
        self._thought = looked
        thought = paid_as_coins_lie(game.rules, game.fold.played, game.doubtful, observed)
        if thought is not None:
            think_again(game, thought)
        return thought is not None

    def open_ways(self) -> Iterator[Unread]:
        """The moves of which nobody knows how they were made, also by how coins lie once they rest.

        While they are moved nobody is asked yet. It stays a guess, for who pays late pays all the same.
        """
        observed = self._game.observed
        for one, telling in self._guesses():
            if one.seq in self._told:
                continue
            believed = bool(telling) and telling.keys() <= observed.seen.keys() - observed.disbelieved
            rests = observed.age(telling) >= ONE_AFTER_ANOTHER
            if believed and rests and all(looks_right(observed.seen[heap], lies) for heap, lies in telling.items()):
                self._told.add(one.seq)
            elif rests or not believed or one.seq in self._asked:
                self._asked.add(one.seq)
                yield one

    def _guesses(self) -> tuple[tuple[Unread, Mapping[str, Expected]], ...]:
        """Each move whose way is a guess, with the heaps that tell it, and what lies in these by the record."""
        game = self._game
        rules, played, doubtful = game.rules, game.fold.played, game.doubtful
        if self._ways[0] is not game.fold:
            found = open_ways(rules, played, game.guessed, doubtful)
            self._ways = game.fold, tuple((one, told_by_coins(rules, played, one, doubtful)) for one in found)
        return self._ways[1]
