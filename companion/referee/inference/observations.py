"""What the referee has been shown: the newest sighting of each zone, and the last one that it could explain.

A place that nothing explains is doubtful; one that stays so is set aside: its evidence hardly counts, what lies there
is taken as it is, and it is said (``View.health``) until it looks again as it should. All else goes on meanwhile.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from companion.referee.inference.baseline import (
    ANY,
    Baseline,
    Expected,
    baseline_of,
    belies,
    contradicts,
    gone_again,
    has_come_beside,
    has_surely_grown,
    hides_top,
    looks_right,
    pair,
    shows_nothing,
    small,
)
from companion.referee.inference.beneath import Beneath
from companion.referee.inference.flicker import Flicker, differs, out_of_sight
from companion.referee.inference.guessed import lying_is_told
from companion.referee.inference.lifted import Lifted, Parted
from companion.referee.inference.named import best
from companion.referee.inference.unlike import Unlike, first_track, same_on_top
from vision.sighting import Scene, SeenPiece, Sighting

DOUBTFUL_AFTER = 1.0
"""Seconds (of frame time) after which a place that nothing explains speaks no longer against what others say."""
ASIDE_AFTER = 5.0
"""Seconds after which it is set aside."""
_CARRIED_FOR = 4.0
"""Seconds for which somebody may hold what went from a stack, before that is doubtful."""
_CLEAR_AFTER, _STEADY_AFTER = 1.5, 2.5
"""Seconds that it must look as it should before it counts again; one that has flickered, and has not looked so for as
long: it may be as it should in each of some looks."""
_RESTED = 1.0
"""Seconds that a place which was set aside must look the same before what lies there is taken as it is."""
ONE_AFTER_ANOTHER = 1.5
"""Seconds between what two people do: hands are slow. What changes twice within them has changed once."""
COUNTED_OUT = 3.0
"""Seconds after which what lies in a heap is no longer being counted out: coins are moved one after another."""


class Observations:
    """The newest sightings, and the baseline they are compared with.

    ``since``: when they last changed, ``looked``: when each zone did; ``touched``: since when a zone differs from its
    baseline. ``unsaved``: zones whose baseline no event in the journal holds yet. ``doubtful``: since when nothing
    explains a zone; ``aside``: those that are set aside. ``tops``: what a stack has shown since its baseline, oldest
    first; ``laid``: when the last piece that was accepted had come to lie; ``passed``: pieces that were seen to come to
    a place and are gone again, since its baseline. ``came``: when each piece (its track) was seen first where it lies;
    ``at_first``: those that a place showed first of all. ``lifted``: what was taken up and is not played yet.
    ``flickering``: the places that look now so, now otherwise. ``parted``: when what lay there has gone.
    """

    def __init__(self) -> None:
        self.unsaved: set[str] = set()
        self.seen: dict[str, Sighting] = {}
        self.baseline: dict[str, Baseline] = {}
        self.frame = -1
        self.exposed = self.since = self.laid = 0.0
        self.looked: dict[str, float] = {}
        self.touched: dict[str, float] = {}
        self.doubtful: dict[str, float] = {}
        self.aside: set[str] = set()
        self.tops: dict[str, tuple[Sighting, ...]] = {}
        self.passed: dict[str, tuple[SeenPiece, ...]] = {}
        self.came: dict[str, dict[int, float]] = {}
        self.at_first: dict[str, frozenset[int]] = {}
        self.lifted, self.parted = Lifted(ONE_AFTER_ANOTHER), Parted(ONE_AFTER_ANOTHER)
        self._clear: dict[str, float] = {}
        self._tops: dict[str, tuple[int, Expected | None]] = {}
        self._suspects: dict[str, set[tuple[int, str]]] = {}
        self.flickering: set[str] = set()
        self._unlike = Unlike()
        self.flicker, self._beneath = Flicker(), Beneath()

    def take(self, scene: Scene) -> None:
        """Remember a scene."""
        scene = msgspec.structs.replace(scene, zones=self._beneath.without(scene.zones, self.aside, self.baseline))
        differing = {zone.zone: scene.exposed for zone in scene.zones if differs(zone, self.seen.get(zone.zone))}
        for zone in scene.zones:
            if zone.zone in differing and zone.zone in self.seen:
                self._note_flicker(zone, self.seen[zone.zone])
                self._pass(zone, self.seen[zone.zone])
                self.lifted.note(zone, self.baseline.get(zone.zone))
                self.parted.note(zone, self.baseline.get(zone.zone))
            self._count(zone)
            known = self.came.get(zone.zone, {})
            self.came[zone.zone] = {piece.track: known.get(piece.track, scene.exposed) for piece in zone.pieces}
            self.at_first.setdefault(zone.zone, frozenset(self.came[zone.zone]))
        self.seen.update((zone.zone, zone) for zone in scene.zones)
        self.frame, self.exposed = scene.frame, scene.exposed
        if scene.exposed < self.since:
            # The camera's clock begins anew.
            self.looked, self.doubtful, self._clear, self.aside, self.came = {}, {}, {}, set(), {}
            self._tops, self._suspects, self.tops, self.laid, self.passed = {}, {}, {}, 0.0, {}
            for memory in (self.lifted, self.parted, self._unlike):
                memory.forget()
        if differing or scene.exposed < self.since:
            self.since = scene.exposed
        self.looked |= differing
        self.touched = {zone: self.touched.get(zone, self.exposed) for zone in self.changed()}

    def _note_flicker(self, now: Sighting, before: Sighting) -> None:
        """Set aside a place that flickers."""
        since = self.flicker.since(now, before)
        if since is not None:
            self.doubtful.setdefault(now.zone, since)
            self.aside.add(now.zone)
            self.flickering.add(now.zone)

    def _pass(self, now: Sighting, before: Sighting) -> None:
        """Remember what had come since the baseline and has gone with this change."""
        baseline = self.baseline.get(now.zone)
        if baseline is not None and not isinstance(baseline.expected, int) and now.zone not in self.disbelieved:
            self.passed[now.zone] = gone_again(now, before, baseline, self.passed.get(now.zone, ()))

    def _count(self, now: Sighting) -> None:
        """Remember each top that a stack shows, one after another; none once it is again as it was."""
        baseline = self.baseline.get(now.zone)
        if baseline is None or not isinstance(baseline.expected, int) or not now.pieces:
            return
        shown = self.tops.get(now.zone, ())
        if first_track(now) == first_track(baseline.seen):
            self.tops.pop(now.zone, None)
        elif not shown or first_track(now) != first_track(shown[-1]):
            again = bool(shown) and now.exposed - shown[-1].exposed < ONE_AFTER_ANOTHER
            self.tops[now.zone] = (*(shown[:-1] if again else shown), now)

    @contextmanager
    def as_seen(self, seen: Mapping[str, Sighting], looked: Mapping[str, float]) -> Iterator[None]:
        """Meanwhile the zones look as they did then, since when they did then."""
        now, self.seen = self.seen, {**self.seen, **seen}
        since, self.looked = self.looked, {**self.looked, **looked}
        try:
            yield
        finally:
            self.seen, self.looked = now, since

    def age(self, zones: Iterable[str]) -> float:
        """For how many seconds (of frame time) all of these zones have looked as they do."""
        return self.exposed - max((self.looked.get(zone, self.since) for zone in zones), default=self.since)

    def doubted(self, seconds: float = ASIDE_AFTER) -> frozenset[str]:
        """The zones that nothing has explained for so long; by default as long as sets them aside.

        While something explains them it is not longer, although they are doubted for a moment yet.
        """
        return frozenset(
            zone for zone, since in self.doubtful.items() if self._clear.get(zone, self.exposed) - since >= seconds
        )

    def unlike(self, seconds: float) -> frozenset[str]:
        """The zones that have not looked as they should for so long, whatever explains it; stacks that did not grow."""
        return self._unlike.lasting(self.exposed, seconds)

    @property
    def disbelieved(self) -> frozenset[str]:
        """The zones whose pieces need not be what they look like: nothing explains these, or nobody sees them."""
        return self.doubted(DOUBTFUL_AFTER) | self.aside | frozenset(out_of_sight(self.seen, self.baseline))

    @property
    def blind(self) -> frozenset[str]:
        """The same without those in which something has come beside what is strange there: that is seen as ever."""
        return frozenset(zone for zone in self.disbelieved if not self._comes_beside(zone))

    def _comes_beside(self, zone: str) -> bool:
        return zone in self.seen and zone in self.baseline and has_come_beside(self.seen[zone], self.baseline[zone])

    def overfull(self, expected: Mapping[str, Expected]) -> frozenset[str]:
        """The zones that are set aside and in which more lies than should: what has come there may tell of a move.

        They are taken as they are once they have rested for a while.
        """
        found = {
            zone: should for zone in self.aside & self.seen.keys() if isinstance(should := expected.get(zone), tuple)
        }
        return frozenset(zone for zone, should in found.items() if len(self.seen[zone].pieces) > len(should))

    @property
    def resting(self) -> frozenset[str]:
        """The zones that are set aside and have looked the same for a while, in which nothing lies that was spent."""
        clear = (zone for zone in self.aside & self.seen.keys() if not self.is_old(zone))
        return frozenset(zone for zone in clear if self.age((zone,)) >= _RESTED)

    def is_old(self, zone: str) -> bool:
        """Whether something that was spent still lies there: perhaps all of it is what lay there before."""
        spent = self.baseline[zone].spent if zone in self.baseline else frozenset()
        return any(piece.track in spent for piece in self.seen[zone].pieces)

    def doubt(
        self,
        unexplained: Iterable[str],
        expected: Mapping[str, Expected],
        coming: Iterable[str] = (),
        instead: Mapping[str, Expected] = {},
        *,
        counted: Collection[str] = (),
    ) -> None:
        """Remember which zones nothing explains now; what was set aside and rests is taken as it is.

        ``coming``: the zones that are explained only by a piece that has not come to lie anywhere yet; ``instead``:
        what may as well lie in some, for it is not known yet; ``counted``: those in which coins are being counted out,
        which tell of nothing yet.
        """
        unexplained = set(unexplained) - set(counted)
        by_now = {**expected, **instead}
        self._unlike.compare(by_now, self.seen, self.baseline, self.exposed)
        # What was taken as it is has a cause all the same: it is healed when it looks right by itself.
        self.aside &= self.doubtful.keys() & self.seen.keys() & expected.keys()
        bad = {*unexplained, *(zone for zone in self.disbelieved if self._looks_wrong(zone, by_now))}
        # What follows by rule may lie there late, but something lies there, and can be told; or a move has emptied it.
        explained = self.changed() - unexplained
        known = (self.seen.keys() & expected.keys()) - set(counted) - explained
        bad |= {zone for zone in known if shows_nothing(self.seen[zone], by_now[zone])}
        late = set(coming) - bad
        for zone in bad | late:
            if zone not in self.doubtful:
                self._suspect(zone)
                self.doubtful[zone] = self.exposed + _CARRIED_FOR * (zone in late)
            self._clear.pop(zone, None)
        bad |= late
        for zone in self.doubtful.keys() - bad:
            lasts = _STEADY_AFTER if zone in self.flickering and self.age((zone,)) < _STEADY_AFTER else _CLEAR_AFTER
            if self.exposed - self._clear.setdefault(zone, self.exposed) >= lasts:
                self._believe(zone, expected)
        self.aside &= self.doubtful.keys()
        self.aside |= self.doubted() & bad
        self.seen |= {one.zone: one for one in self._beneath.without(self.seen.values(), self.aside, self.baseline)}
        # Only what looks otherwise: what is yet to come or to go may still do so. Nor what a move may have done that
        # nobody is sure of yet.
        for zone in (self.aside & bad & unexplained & self.changed()) - late:
            # What surely came beside it is yet to be explained, for as long as all else that comes to lie there.
            if self.age((zone,)) >= (ASIDE_AFTER if self._comes_beside(zone) else _RESTED):
                self.settle((zone,), expected)

    def suspect(self, silent: Mapping[str, float]) -> None:
        """Doubt the zones where nothing was seen to come that must have come, since it went from its stack."""
        for zone, since in silent.items():
            self._clear.pop(zone, None)
            self.doubtful[zone] = min(since, self.doubtful.get(zone, since))

    def doubt_earlier(self, moment: float) -> None:
        """Doubt the stacks that look otherwise since before this moment: nothing that is still to come explains it."""
        for zone in self.changed():
            since = self.looked.get(zone, self.exposed)
            if isinstance(self.baseline[zone].expected, int) and since < moment:
                if zone not in self.aside:
                    self._suspect(zone)
                self._clear.pop(zone, None)
                self.doubtful[zone] = min(since, self.doubtful.get(zone, since))
                self.aside |= self.doubted() & {zone}

    def accept_grown(
        self,
        expected: Mapping[str, Expected],
        before: Mapping[str, Baseline],
        shown: Mapping[str, tuple[Sighting, ...]],
    ) -> None:
        """Believe the doubted stacks that changed once, by what is known now to have come to lie on them.

        ``before``, ``shown``: their baselines and tops before the moves that were accepted; one with that top has not.
        """
        for zone in (self.doubtful.keys() & before.keys() & expected.keys() & self.seen.keys()) - self.flickering:
            was, should, top = before[zone].expected, expected[zone], first_track(self.seen[zone])
            told = isinstance(should, int) and not hides_top(self.seen[zone], should)
            once = len(shown.get(zone, ())) == 1 and told
            earlier = zone in self._tops and self._tops[zone][0] == top != first_track(before[zone].seen)
            if isinstance(was, int) and isinstance(should, int) and should > was and (once or earlier):
                self.settle((zone,), expected)
                self.believe(zone)

    def relieve(self, moment: float) -> None:
        """Doubt no more the zones that nothing explained only since then: what was not known then is known now."""
        for zone in self.doubtful.keys() - self.aside:
            if self.doubtful[zone] > moment and self.looked.get(zone, 0.0) > moment:
                self.believe(zone)

    def acquit(self, zones: Iterable[str]) -> None:
        """Suspect nothing in these zones for having contradicted a record that has been put right."""
        for zone in zones:
            self._suspects.pop(zone, None)

    def believe(self, zone: str) -> None:
        """What is seen there has proved right."""
        for known in (self.doubtful, self._clear, self._tops, self._suspects):
            known.pop(zone, None)
        self.aside.discard(zone)
        self.flickering.discard(zone)

    def _believe(self, zone: str, expected: Mapping[str, Expected]) -> None:
        """It looks right by itself again: what lies there now is what should; of a stack only its top is known.

        When that came to light tells nothing; where no top could be read before, nor does it that something has gone.
        """
        if zone in self.aside and not isinstance(expected[zone], int):
            self.settle((zone,), expected)
        elif zone in self.aside:
            self.tops.pop(zone, None)
            before = self.baseline[zone]
            if hides_top(before.seen, 1):
                self.baseline[zone] = before._replace(seen=msgspec.structs.replace(before.seen, pieces=()))
        self.believe(zone)

    def _looks_wrong(self, zone: str, expected: Mapping[str, Expected]) -> bool:
        """Whether what lies in a place that is not believed still contradicts what should lie there.

        Of a stack: whether its top is still the one that came for no reason, or has only gone with a move since. Nor is
        a piece that was seen instead of a known one, and looks as it did, the one of which nobody knows what it is.
        """
        if zone not in self.seen or zone not in expected:
            return False
        seen, should = self.seen[zone], expected[zone]
        if not isinstance(should, int):
            if belies(seen, should) and zone not in self.flickering:
                self._suspects.setdefault(zone, set()).update((piece.track, best(piece)) for piece in seen.pieces)
            paired = pair(seen.pieces, should, seen.unenrolled)
            unknown = {(piece.track, best(piece)) for piece, face in paired if face == ANY}
            suspected = not unknown.isdisjoint(self._suspects.get(zone, ()))
            return suspected or contradicts(seen, should) or (zone in self.aside and not looks_right(seen, should))
        if zone not in self._tops or zone in self.flickering:
            # Which of the tops of one that flickers came for no reason nobody knows.
            return False
        track, height = self._tops[zone]
        if height != should:
            self._tops[zone] = first_track(self.seen[zone]), should
            return True
        return track == first_track(self.seen[zone])

    def _suspect(self, zone: str) -> None:
        """Remember a top that came for no reason."""
        if zone in self.changed() and self.seen[zone].pieces and isinstance(self.baseline[zone].expected, int):
            self._tops.setdefault(zone, (first_track(self.seen[zone]), self.baseline[zone].expected))

    def distrust(self, zones: Iterable[str]) -> None:
        """Set these zones aside at once."""
        for zone in zones:
            if zone in self.seen:
                self.doubtful.setdefault(zone, self.exposed)
                self.aside.add(zone)
                self._tops[zone] = first_track(self.seen[zone]), None

    def changed(self) -> frozenset[str]:
        """The zones that look different from their baseline."""
        return frozenset(
            zone
            for zone, baseline in self.baseline.items()
            if zone in self.seen and differs(self.seen[zone], baseline.seen)
        )

    def unread(self, zone: str) -> tuple[SeenPiece, ...]:
        """The pieces there, as last explained, of which nobody knows the face."""
        baseline = self.baseline[zone]
        known = (piece for piece in baseline.seen.pieces if baseline.known.get(piece.track) == ANY)
        return tuple(known) if zone in self.seen else ()

    def name(self, expected: Mapping[str, Expected]) -> None:
        """Where pieces lie of which nobody knew what they are: they are what has been told of them."""
        for zone, should in expected.items():
            before = self.baseline.get(zone)
            if before is not None and zone in self.seen and lying_is_told(self.seen[zone], before, should):
                # What has come besides is yet to be explained.
                self.settle((zone,), expected, partly=True)

    def adopt(self, expected: Mapping[str, Expected], told: Collection[str] = ()) -> None:
        """Give zones seen for the first time a baseline to be compared with.

        A pile: its top as it is. ``told``: the zones of which people have told all, before anything was seen; what
        lies there is as they said, however it looks, but for what has surely come since. Any other: nothing seen yet of
        what should lie there.
        """
        for zone in self.seen.keys() & expected.keys() - self.baseline.keys():
            seen, should = self.seen[zone], expected[zone]
            if zone in told and not isinstance(should, int) and not has_surely_grown(seen, should):
                self.settle((zone,), expected)
                continue
            self.baseline[zone] = Baseline(
                seen if isinstance(should, int) else Sighting(zone, seen.frame, seen.exposed, (), seen.unenrolled),
                should,
            )
            if isinstance(should, int):
                self.unsaved.add(zone)

    def settle(
        self, zones: Iterable[str], expected: Mapping[str, Expected], *, free: bool = False, partly: bool = False
    ) -> None:
        """Take what is seen in these zones as what is now expected there. ``partly``: and no more than that."""
        for zone in zones:
            if zone in self.seen and zone in expected:
                before = self.baseline.get(zone)
                seen = self._explained(zone, expected[zone])
                self._left_over(zone, seen)
                # What was turned up there, and is gone, is told by the move that took it, which may come later.
                if not partly and (isinstance(should := expected[zone], int) or ANY not in should):
                    self.passed.pop(zone, None)
                self.baseline[zone] = baseline_of(seen, expected[zone], before, free=free, partly=partly)
                self.unsaved.add(zone)
                if not differs(self.seen[zone], self.baseline[zone].seen):
                    self.touched.pop(zone, None)

    def _explained(self, zone: str, should: Expected) -> Sighting:
        """How a zone looked when that lay there: of a stack, before anything else went from it, or came."""
        shown, taken, now = self.tops.get(zone, ()), self.taken(zone, should), self.seen[zone]
        then = shown[abs(taken) - 1] if 0 < abs(taken) < len(shown) else now
        # The same face on top once more is no other piece that has come.
        return now if taken < 0 and same_on_top(then, now) else then

    def taken(self, zone: str, should: Expected) -> int:
        """How many pieces less than when its baseline was taken a stack holds, if it should hold so many now."""
        before = self.baseline[zone].expected if zone in self.baseline else None
        return before - should if isinstance(before, int) and isinstance(should, int) else 0

    def _left_over(self, zone: str, seen: Sighting) -> None:
        """What a stack has shown after it looked like this is yet to be explained."""
        later = tuple(top for top in self.tops.pop(zone, ()) if top.exposed > seen.exposed)
        if later:
            self.tops[zone] = later
            self.touched[zone] = later[0].exposed

    def stale(self, zones: Iterable[str], expected: Mapping[str, Expected]) -> frozenset[str]:
        """Those of the zones whose baseline is no longer what is seen and expected."""
        changed = self.changed()
        return frozenset(
            zone
            for zone in zones
            if zone in changed or (zone in self.baseline and self.baseline[zone].expected != expected.get(zone))
        )

    def keep(self, zones: Iterable[str], expected: Mapping[str, Expected]) -> tuple[Sighting, ...]:
        """What is seen in these zones, and the baseline of others not saved yet, made small for the journal."""
        new = {zone: self._explained(zone, expected.get(zone, ())) for zone in zones if zone in self.seen}
        for zone in self.unsaved - new.keys():
            # Only where it still holds: the journal says what was seen, its events what was expected.
            if self.baseline[zone].expected == expected.get(zone):
                new[zone] = self.baseline[zone].seen
        return tuple(small(new[zone]) for zone in sorted(new))

    def saved(self, kept: Iterable[Sighting]) -> None:
        """The journal holds these now."""
        self.unsaved -= {sighting.zone for sighting in kept}
