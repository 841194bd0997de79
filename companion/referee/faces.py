"""Questions about which piece it is, or how it was paid: each is asked once, and one is shown at a time."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.referee.asked import ANSWERED_WITHIN, Asked
from companion.referee.game import LiveGame
from companion.referee.inference.contradicted import Contradicted
from companion.referee.inference.decide import ASK_AFTER, ASK_WHILE_MOVING
from companion.referee.inference.unread import Unread, offered

_ASK_UNSEEN_AFTER = 30.0
"""Seconds after which it is asked what lies in a place that cannot be read."""


class Faces:
    """The questions about pieces and payments that are open in a game, the one that is shown first."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._asked: dict[tuple[int, str], Asked] = {}
        self._shown, self._shown_since = 0, 0.0
        self._uncovered: dict[str, float] = {}
        self._contradicted = Contradicted()

    @property
    def shown(self) -> Asked | None:
        """The question that is shown."""
        return next(iter(self._asked.values()), None)

    def numbered(self, number: object) -> Asked | None:
        """The question of this number."""
        return next((asked for asked in self._asked.values() if asked.question.number == number), None)

    def answered(self, asked: Asked, *, nothing: bool) -> None:
        """It is asked no longer; ``nothing``: nothing was turned up, so that the same look is not asked about again."""
        key = next((key for key, one in self._asked.items() if one is asked), None)
        if key is not None:
            del self._asked[key]
            if nothing:
                self._uncovered[key[1]] = self._game.observed.exposed

    def close(self) -> None:
        """What is open is asked anew."""
        self._asked = {}

    def cover(self, places: Iterable[str], moment: float) -> None:
        """What is to be turned up in these places from now on looks otherwise than it did at this moment."""
        self._uncovered |= dict.fromkeys(places, moment)

    def ask(self, found: Sequence[Unread], put: Callable[[Unread], Asked], *, moving: bool, waits: bool) -> None:
        """Ask about each piece of those found that has rested; what has been asked stays asked while it is one of them.

        ``put``: asks about one. ``moving``: a hand is over the table. ``waits``: another question is shown.
        """
        wanted = self._wanted(found, moving=moving)
        still = {key: asked.as_now(wanted[key].choices) for key, asked in self._asked.items() if key in wanted}
        self._asked = {key: asked for key, asked in still.items() if asked is not None}
        for key, one in wanted.items():
            if key not in self._asked:
                self._asked[key] = put(one)
        self._take_turns(waits=waits)

    def _wanted(self, found: Sequence[Unread], *, moving: bool) -> Mapping[tuple[int, str], Unread]:
        game = self._game
        patience, looked = ASK_WHILE_MOVING if moving else ASK_AFTER, game.observed.looked
        rests = {
            one.place
            for one in found
            if game.observed.age((one.place,)) >= patience
            # What looks as it did when it was covered has not been turned up yet.
            and (one.seq or looked.get(one.place, 0.0) >= self._uncovered.get(one.place, 0.0))
        }
        # What lies where nothing can be believed is told when it can be seen again; only where that lasts it is asked,
        # and after the end. What has been asked stays asked.
        unseen = frozenset() if game.over else game.observed.disbelieved - game.observed.doubted(_ASK_UNSEEN_AFTER)
        wanted = {
            (one.seq, one.place): one
            for one in found
            if offered(one)
            # How something was paid has been waited for.
            and (one.reason != "face" or one.place in rests - unseen or (one.seq, one.place) in self._asked)
        }
        for one in self._contradicted.found(game.rules, game.fold.played, game.doubtful, game.observed):
            if not game.over or (one.seq, one.place) in self._asked:
                wanted[one.seq, one.place] = one
        return wanted

    def _take_turns(self, *, waits: bool) -> None:
        """Nobody answers: another question has its turn, for as long as people have for each that they are shown."""
        shown, now = self.shown, self._game.observed.exposed
        if shown is None or waits or len(self._asked) < 2 or shown.question.number != self._shown:
            self._shown_since = now
        elif now - self._shown_since >= ANSWERED_WITHIN:
            first = next(iter(self._asked))
            self._asked[first] = self._asked.pop(first)
            self._shown_since = now
        self._shown = self.shown.question.number if self.shown is not None else 0
