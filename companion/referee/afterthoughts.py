"""What was read wrongly or not seen is put right without a question, once what lies there contradicts the record."""

import math
from collections.abc import Sequence

import msgspec

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove
from companion.referee.game import LiveGame
from companion.referee.inference.baseline import looks_right, split
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.pieces import source_of
from companion.referee.inference.reconsider import reconsider
from companion.referee.inference.skipped import skipped
from companion.referee.inference.together import read_anew, reconsider_together
from companion.referee.inference.ways import paid_otherwise
from companion.referee.refitted import refit, think_again

_PAUSE = 0.25
"""What was thought over in vain rests for so much of the time for which it has been by then: it comes a little later,
and a table at which nothing is understood for a minute is thought over twenty times, not with everything that moves.
Each time takes seconds on a slow processor."""


class Afterthoughts:
    """Second thoughts about the moves of one game; each is thought of once after each time that something changed."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._thought: tuple[int, float, bool] | None = None
        self._began, self._rests_until = 0.0, -math.inf
        self._together: tuple[int, frozenset[str], float] | None = None
        self._skipped: tuple[int, float, bool] | None = None

    def put_right(self, *, doubt: bool, widely: bool) -> bool:
        """Whether moves were read wrongly, or not seen, which explains everything: nobody is asked, it is put right.

        ``doubt``: something contradicts the record; ``widely``: all of it.
        """
        if self._put_right_together() or (doubt and self._put_right_one(widely=widely)):
            return True
        return self._tell_skipped(doubt=doubt)

    def _put_right_together(self) -> bool:
        """Whether what came to a place that can be read again was misread there, one piece after another."""
        game, observed = self._game, self._game.observed
        zones = read_anew(observed, game.expected()) if observed.disbelieved else frozenset()
        looked = game.seq, zones, observed.since
        if not zones or looked == self._together:
            return False
        self._together = looked
        thoughts = reconsider_together(
            game.rules, game.fold.played, game.doubtful, observed, zones, on_top=self._seen_on_top
        )
        for thought in thoughts:
            game.correct(thought.seq, thought.move, by="camera")
        if thoughts:
            refit(game)
            self._believe_again([thought.move for thought in thoughts])
        return bool(thoughts)

    def _put_right_one(self, *, widely: bool) -> bool:
        game, now = self._game, self._game.observed.exposed
        looked = game.seq, game.observed.since, widely
        before = self._thought
        if looked == before:
            return False
        anew = before is None or (before[0], before[2]) != (game.seq, widely) or now < self._began
        if not anew and now < self._rests_until:
            return False
        self._thought = looked
        if anew:
            self._began = now
        self._rests_until = now + _PAUSE * (now - self._began)
        rules, played, doubtful, observed = game.rules, game.fold.played, game.doubtful, game.observed
        thought = paid_otherwise(rules, played, game.guessed, doubtful, observed)
        thought = thought or reconsider(rules, played, doubtful, observed, game.settled, widely=widely)
        if thought is None:
            return False
        think_again(game, thought)
        self._believe_again([thought.move])
        return True

    def _tell_skipped(self, *, doubt: bool) -> bool:
        """Whether nobody saw a move, and what it left lying tells it: also where that was set aside, and rests."""
        game, observed = self._game, self._game.observed
        more = not observed.resting.isdisjoint(observed.overfull(game.expected())) if observed.aside else False
        looked = game.seq, observed.since, more
        if not (doubt or more) or looked == self._skipped:
            return False
        self._skipped = looked
        late = skipped(game.rules, game.fold.played, game.doubtful, observed, on_top=self._seen_on_top)
        if late is None or not game.tell(late):
            return False
        self._believe_again([late.move])
        return True

    def _believe_again(self, moves: Sequence[AnyMove]) -> None:
        """Believe the places at once that look as they should by what was put right; what came there since is new."""
        game, observed, expected = self._game, self._game.observed, self._game.expected()
        lands = {game.rules.shows(move).lands for move in moves}
        for zone in lands & observed.disbelieved & observed.baseline.keys() & expected.keys() - observed.flickering:
            seen, should = observed.seen[zone], expected[zone]
            stayed, _ = split(seen, observed.baseline[zone])
            if stayed and looks_right(msgspec.structs.replace(seen, pieces=stayed), should):
                observed.believe(zone)

    def _seen_on_top(self, entry: Played) -> str:
        """What was surely seen to lie on top of the stack from which an event took its piece, before it went."""
        game = self._game
        source = source_of(game.rules, entry.before, entry.after)
        if not source or not game.rules.shows(entry.move).from_top:
            return ""
        looks = (
            (event.seq, seen)
            for event in reversed(game.journal.events[: entry.seq - 1])
            for seen in event.draft.evidence.settled
            if seen.zone == source
        )
        since, seen = next(looks, (0, None))
        taken = (one for one in game.fold.played if since < one.seq < entry.seq)
        if seen is None or any(source_of(game.rules, one.before, one.after) == source for one in taken):
            return ""
        tops = [best(piece) for piece in seen.pieces[:1] if is_surely_named(piece)]
        return "".join(top for top in tops if not game.rules.is_back(top))
