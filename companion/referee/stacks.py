"""Which stacks are believed, by what came from them: people move one after another, and take what lies on top."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import UNREAD
from companion.referee.game import LiveGame
from companion.referee.inference.baseline import Baseline, Expected, top_face
from companion.referee.inference.named import best
from companion.referee.inference.observations import COUNTED_OUT, ONE_AFTER_ANOTHER
from companion.referee.inference.pieces import source_of
from vision.sighting import Sighting

Tops = Mapping[str, Sequence[Sighting]]
"""What stacks have shown on top, oldest first."""


class _ToCome(NamedTuple):
    """What is yet to be laid on a stack: how many pieces, which faces they may show, and when the last one came."""

    number: int
    faces: Counter[str]
    since: float


class Stacks:
    """The stacks of a live game, as far as moves tell whether the camera sees them as they are."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._waiting: dict[int, tuple[str, str]] = {}
        self._unseen: dict[str, float] = {}
        self._yet_to_come: dict[str, _ToCome] = {}

    def played(
        self, entry: Played, tops: Mapping[str, Baseline], changed: frozenset[str], shown: Tops, *, by_word: bool
    ) -> None:
        """Think over the stacks after a move.

        ``tops``, ``changed``, ``shown``: how each place looked before the move, which looked otherwise than it should,
        and what stacks had shown. ``by_word``: a person says which piece it was, wherever it lies.
        """
        self._compare(entry, tops, changed, by_word=by_word)
        self._doubt_earlier(entry)
        self._miss(entry, shown, changed)
        self._shuffle(entry)

    def lay(
        self, played: Sequence[Played], before: Mapping[str, Expected], after: Mapping[str, Expected], shown: Tops
    ) -> None:
        """Several pieces are to come to a stack by what was played: they are laid one after another.

        ``before``, ``after``: what should lie where.
        """
        observed = self._game.observed
        for zone, should in after.items():
            was = before.get(zone)
            more = should - was if isinstance(should, int) and isinstance(was, int) else 0
            if more > 1:
                tops = [best(piece) for look in shown.get(zone, ()) for piece in look.pieces[:1]]
                came = Counter(self._game.rules.shows(entry.move).face for entry in played)
                faces = _open_faces(before) + came - _open_faces(after) - Counter(tops)
                self._yet_to_come[zone] = _ToCome(more - len(tops), faces, observed.exposed)

    def saw(self) -> None:
        """What was yet to come to a stack has, if its top is another by now: one of these, or a back.

        Any other tells of another move.
        """
        observed = self._game.observed
        for zone, (number, faces, since) in tuple(self._yet_to_come.items()):
            if number <= 0 or observed.exposed - since > COUNTED_OUT:
                del self._yet_to_come[zone]
            elif zone in observed.changed() and self._is_of_these(top := self._top(zone), faces):
                self._yet_to_come[zone] = _ToCome(number - 1, faces - Counter((top,)), observed.exposed)
                observed.settle((zone,), self._game.expected())

    def _compare(self, entry: Played, tops: Mapping[str, Baseline], changed: frozenset[str], *, by_word: bool) -> None:
        """Believe a stack of which a piece came that is what had been seen on top of it, and no other.

        ``tops``, ``changed``: how each place looked before the move, and which looked otherwise than it should.
        ``by_word``: a person says which piece it was, wherever it lies.
        """
        game, shown = self._game, self._game.rules.shows(entry.move)
        source = source_of(game.rules, entry.before, entry.after)
        known = by_word or shown.lands not in game.observed.disbelieved
        if source not in tops or not shown.from_top or not known:
            return
        told = top_face(tops[source])
        if tops[source].expected != game.rules.tableau(entry.before).piles[source] or game.rules.is_back(told):
            return
        if told and shown.face == UNREAD and source in changed:
            self._waiting[entry.seq] = source, told
        elif told and (told == shown.face or source in changed):
            self._judge(source, told, shown.face)

    def _miss(self, entry: Played, tops: Tops, changed: frozenset[str]) -> None:
        """Suspect the places where nothing was seen to come that went from a stack before something came elsewhere.

        ``tops``: what stacks had shown before the move; ``changed``: the places that looked otherwise than they should.
        """
        observed, lands = self._game.observed, self._game.rules.shows(entry.move).lands
        source = source_of(self._game.rules, entry.before, entry.after)
        waiting = {zone: since for zone, since in self._unseen.items() if observed.looked.get(zone, 0.0) <= since}
        if source and lands in changed:
            observed.suspect({zone: since for zone, since in waiting.items() if zone != lands})
            waiting = {}
        if lands in observed.seen and lands not in changed and source in tops:
            waiting.setdefault(lands, tops[source][0].exposed)
        self._unseen = waiting

    def _shuffle(self, entry: Played) -> None:
        """Whoever looked through a stack shuffles it: another top tells nothing, if none came since the piece lay."""
        observed, shown = self._game.observed, self._game.rules.shows(entry.move)
        source = source_of(self._game.rules, entry.before, entry.after)
        since = observed.looked.get(shown.lands, 0.0)
        if source in observed.baseline and not shown.from_top and observed.looked.get(source, 0.0) <= since:
            observed.baseline[source] = observed.baseline[source]._replace(shuffled=True)

    def came(self, seq: int, face: str) -> None:
        """It is known now which piece an event was about."""
        if seq in self._waiting:
            self._judge(*self._waiting.pop(seq), face)

    def _doubt_earlier(self, entry: Played) -> None:
        """Doubt the stacks that had changed well before this move, for no reason: people move one after another."""
        observed, lands = self._game.observed, self._game.rules.shows(entry.move).lands
        if lands and lands not in observed.disbelieved:
            observed.laid = max(observed.laid, observed.looked.get(lands, 0.0))
            observed.doubt_earlier(observed.laid - ONE_AFTER_ANOTHER)

    def _top(self, zone: str) -> str:
        pieces = self._game.observed.seen[zone].pieces
        return best(pieces[0]) if pieces else ""

    def _is_of_these(self, top: str, faces: Counter[str]) -> bool:
        """Whether a card on top is one of those that are laid there, or may be: it shows its back."""
        return faces[top] > 0 or self._game.rules.is_back(top)

    def _judge(self, source: str, told: str, face: str) -> None:
        if told == face:
            self._game.observed.believe(source)
        elif face != UNREAD:
            self._game.observed.distrust((source,))


def _open_faces(expected: Mapping[str, Expected]) -> Counter[str]:
    return Counter(face for should in expected.values() if not isinstance(should, int) for face in should)
