"""Pieces that lay open and look like nothing: how likely it is that one of them is the piece which was taken."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import ANY, UNREAD_OF_ALL, Expected, pair, reading, split
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import is_drawn
from vision.sighting import SeenPiece

_LIES_STILL, _GONE = -6.0, -4.0
"""What it costs (log) that a piece which is said to have been taken still lies where it lay; that one has gone which is
said not to have been."""
_UNSEEN = math.log(UNREAD_OF_ALL)
"""That a piece of which the box has a picture was never read where it lies in plain sight, as those that it lacks."""
_NOT_READ = math.log(0.1)
"""That a piece which nobody can tell has come where nothing can be believed, and another that surely is told lies there
(by hand)."""
_OVERLOOKED = -0.1
"""What it costs (log) that what has come and is read is one of those that lay there unread: hardly anything, but of two
orders that are as likely it tells the right one."""


class Open:
    """The pieces of one table that lay open and that nobody has read.

    ``now``: what should lie where if nothing was done; ``changed``: the places that look otherwise. ``unturned``: the
    faces that they may have. ``bear``: the faces that may lie in each place.
    """

    def __init__(
        self,
        observed: Observations,
        now: Mapping[str, Expected],
        changed: AbstractSet[str],
        unturned: Callable[[], Iterable[str]],
        bear: Mapping[str, Collection[str]] = {},
    ) -> None:
        self._bear = bear
        self._now, self._changed, self._baseline = now, changed, observed.baseline
        self._seen, self._disbelieved, self._looked = observed.seen, observed.blind, observed.looked
        unread = ((zone, observed.unread(zone) or self._lying(zone)) for zone in observed.baseline)
        self._unread = {zone: pieces for zone, pieces in unread if pieces}
        self._unturned = tuple(unturned()) if self._unread else ()

    def prior(self, shown: Shown, before: Mapping[str, Expected], taken: AbstractSet[str] = frozenset()) -> float:
        """How likely (log) it is, by the pieces that look like nothing, that this one lay open before, or did not.

        ``taken``: the places from which something was taken before it.
        """
        if shown.seat is None and shown.face:
            back = any(self._lies_on(zone, shown.face) for zone in taken)
            beside = any(self._came_beside(zone, shown.face) for zone in self._unread.keys() - taken)
            return _LIES_STILL * back + _OVERLOOKED * beside
        if self._lies_known(shown):
            return _LIES_STILL
        if not is_drawn(shown, before):
            return 0.0
        if shown.comes and shown.comes not in self._unread:
            return _UNSEEN if self._would_be_read(shown) else 0.0
        if not shown.comes:
            # A piece from a stack: then none of those that lay open has gone.
            lay = [zone for zone in self._unread if zone in before and self._may_bear(zone, shown.face)]
            return sum(_GONE for zone in lay if not self._still_there(zone))
        # It looks like something whichever it is: what tells is how much better it looks like another one.
        looks, likeliest = (self._looks(shown.comes, faces) for faces in ((shown.face,), self._unturned))
        return min(0.0, looks - likeliest) + (_LIES_STILL if self._still_there(shown.comes) else 0.0)

    def nameless(self, zone: str, before: Mapping[str, Expected]) -> float:
        """What it costs (log) that a piece which nobody can tell has come to a place."""
        if zone not in self._seen:
            return 0.0
        if zone not in self._disbelieved:
            return 0.0 if self._seen[zone].unenrolled else _UNSEEN
        should, come = before.get(zone, ()), split(self._seen[zone], self._baseline.get(zone))[1]
        told = sum(map(is_surely_named, come))
        return _NOT_READ * (not isinstance(should, int) and told > should.count(ANY))

    def _may_bear(self, zone: str, face: str) -> bool:
        """Whether this face (not known: any) may lie in a place, as far as that is known."""
        return face == ANY or zone not in self._bear or face in self._bear[zone]

    def _lying(self, zone: str) -> tuple[SeenPiece, ...]:
        """What lies there that nobody has read, as it lay before anything else changed."""
        should, others = self._now.get(zone, ()), [self._looked.get(other, 0.0) for other in self._changed - {zone}]
        lasts = bool(others) and self._looked.get(zone, 0.0) < min(others)
        if isinstance(should, int) or ANY not in should or zone not in self._seen or not lasts:
            return ()
        pairs = pair(self._seen[zone].pieces, should, self._seen[zone].unenrolled)
        return tuple(piece for piece, face in pairs if face == ANY and best(piece) != ANY)

    def _lies_known(self, shown: Shown) -> bool:
        """Whether a piece lies there still of which only its place tells what it is: the box lacks its face.

        Or any, in a place of which nothing has gone, while none that surely is one like it has come elsewhere.
        """
        zone = shown.comes
        if not self._lies_on(zone, shown.face):
            return False
        return shown.face in self._seen[zone].unenrolled or not (zone in self._changed or self._has_come(shown))

    def _has_come(self, shown: Shown) -> bool:
        """Whether a piece that surely is one like it lies where something has come elsewhere."""
        others = (self._seen[zone] for zone in self._changed - {shown.comes} if zone in self._seen)
        return any(is_surely_named(one) and best(one) == shown.face for seen in others for one in seen.pieces)

    def _lies_on(self, zone: str, face: str) -> bool:
        """Whether every piece there that is known to have this face lies where it lay: of two alike one may go."""
        if zone in self._disbelieved or zone not in self._baseline or zone not in self._seen:
            return False
        before, there = self._baseline[zone], {piece.track for piece in self._seen[zone].pieces}
        alike = {track for track, known in before.known.items() if known == face} - before.guessed
        return bool(alike) and alike <= there

    def _would_be_read(self, shown: Shown) -> bool:
        """Whether a piece would have been read where it lay, and one lay there, never seen, that the box may lack."""
        zone = shown.comes
        if zone in self._disbelieved or zone not in self._baseline or zone not in self._seen:
            return False
        unenrolled = self._seen[zone].unenrolled
        return bool(unenrolled) and shown.face not in (ANY, *unenrolled) and ANY in self._baseline[zone].absent

    def _came_beside(self, zone: str, face: str) -> bool:
        """Whether a face has come to a place where several lay, those that nobody had read in plain sight.

        It is none of them: what the library has would have been read.
        """
        seen, lay = self._seen.get(zone), {piece.track for piece in self._unread[zone]}
        if seen is None or zone in self._disbelieved or face in seen.unenrolled or zone not in self._baseline:
            return False
        should = self._now.get(zone, ())
        if isinstance(should, int) or len(should) < 2 or should.count(ANY) > len(lay):
            return False
        return any(best(piece) == face and piece.track not in lay for piece in seen.pieces)

    def _looks(self, zone: str, faces: Iterable[str]) -> float:
        seen, pieces = self._seen[zone], self._unread[zone]
        return max((reading(piece, face, seen.unenrolled) for piece in pieces for face in faces), default=0.0)

    def _still_there(self, zone: str) -> bool:
        """Whether every piece there that nobody had read still lies where it lay, and none has gone already.

        Nor has one that may be it, as it was guessed which of them is which.
        """
        there = {piece.track for piece in self._seen[zone].pieces}
        gone = ANY in self._baseline[zone].absent or not self._baseline[zone].guessed <= there
        return not gone and all(piece.track in there for piece in self._unread[zone])
