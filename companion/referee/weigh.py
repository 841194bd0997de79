"""How well a zone looks the way it should: log-likelihoods of what is seen, given what a hypothesis expects.

All numbers are natural logarithms, chosen by hand: about -7 is "hardly ever", -0.3 is "often".
"""

import math
from collections.abc import Mapping

from companion.referee.assignment import Costs, Piece, fit
from companion.referee.sight import Expected, Ground, Manner, best
from vision.sighting import SeenPiece, Sighting

_EXTRA_NEW = -8.0
_EXTRA_OLD: Mapping[Manner, float] = {"cards": -0.7, "printed": -4.0, "tokens": -0.7, "pile": 0.0}
"""A piece that should not lie there: just come, or not cleared away yet."""
_FLOOR: Mapping[Manner, float] = {"cards": -10.0, "printed": -10.0, "tokens": -1.5, "pile": -10.0}
"""No zone speaks more strongly than this against a hypothesis: a sleeve may lie on it, tokens are forgotten."""
_UNREAD = 0.03
_MISSING: Mapping[Manner, float] = {"cards": -5.0, "printed": -4.0, "tokens": -1.5, "pile": 0.0}
_LAG_GAIN: Mapping[Manner, float] = {"cards": -7.0, "printed": -4.0, "tokens": -0.3, "pile": 0.0}
_LAG_LOSS: Mapping[Manner, float] = {"cards": -0.7, "printed": -4.0, "tokens": -0.3, "pile": 0.0}
_TOP_STAYED, _BACK_STAYED, _GAIN_UNSEEN = -5.0, -1.9, -0.7
_TOP_MOVED, _TOP_REPLACED, _BACK_MOVED, _TOP_HIDDEN = -3.0, -7.0, -3.0, -3.0


class Scales:
    """Weighs the zones of one table as they look now; every (zone, expectation) is weighed once.

    ``trusted``: pile tracks can be trusted (not, when vision has just started anew and all have changed).
    """

    def __init__(
        self, seen: Mapping[str, Sighting], ground: Mapping[str, Ground], manner: Mapping[str, Manner], *, trusted: bool
    ) -> None:
        self._seen, self._ground, self._manner, self._trusted = seen, ground, manner, trusted
        self._pieces: dict[str, tuple[Piece, ...]] = {}
        self._base: dict[str, float] = {}
        self._known: dict[tuple[str, Expected], float] = {}

    def weigh(self, zone: str, expected: Expected) -> float:
        """The log-likelihood of how this zone looks if that should lie there; 0 where nothing is known."""
        key = (zone, expected)
        if key not in self._known:
            self._known[key] = max(_FLOOR[self._manner[zone]], self._weigh(zone, expected) - self._usual(zone))
        return self._known[key]

    def _weigh(self, zone: str, expected: Expected) -> float:
        seen, ground = self._seen.get(zone), self._ground.get(zone)
        if seen is None:
            return 0.0
        if isinstance(expected, int):
            if ground is None or not isinstance(ground.expected, int):
                return 0.0
            return _pile(seen, ground, expected, trusted=self._trusted)
        manner = self._manner[zone]
        pieces = self._cut(zone, seen, ground)
        costs = _costs(manner)
        weight = fit(pieces, expected, costs)
        if ground is not None and not isinstance(ground.expected, int) and ground.expected != expected:
            gained = bool(set(expected) - set(ground.expected)) or len(expected) > len(ground.expected)
            lag = (_LAG_GAIN if gained else _LAG_LOSS)[manner]
            # Perhaps nobody has touched this zone yet.
            weight = max(weight, fit(pieces, ground.expected, costs) + lag)
        return weight

    def _usual(self, zone: str) -> float:
        """How well the zone looked on its ground: what was wrong then speaks neither for nor against anything."""
        ground = self._ground.get(zone)
        if ground is None or isinstance(ground.expected, int):
            return 0.0
        if zone not in self._base:
            pieces = tuple(_piece(piece, self._manner[zone], old=True) for piece in ground.seen.pieces)
            self._base[zone] = fit(pieces, ground.expected, _costs(self._manner[zone])) if pieces else 0.0
        return self._base[zone]

    def _cut(self, zone: str, seen: Sighting, ground: Ground | None) -> tuple[Piece, ...]:
        if zone not in self._pieces:
            old = {piece.track for piece in ground.seen.pieces} if ground is not None else set()
            manner = self._manner[zone]
            self._pieces[zone] = tuple(_piece(piece, manner, old=piece.track in old) for piece in seen.pieces)
        return self._pieces[zone]


def _costs(manner: Manner) -> Costs:
    return Costs(_MISSING[manner], -0.5, -6.0, -0.2)


def _piece(seen: SeenPiece, manner: Manner, *, old: bool) -> Piece:
    missing = max(0.0, 1.0 - sum(face.probability for face in seen.faces))
    other = math.log(1e-4 + _UNREAD * missing)
    faces = {face.face: math.log(min(1.0, face.probability + math.exp(other))) for face in seen.faces}
    return Piece(faces, other, _EXTRA_OLD[manner] if old else _EXTRA_NEW, read=bool(seen.faces))


def _pile(seen: Sighting, ground: Ground, height: int, *, trusted: bool) -> float:
    now, then = _top(seen), _top(ground.seen)
    change = height - int(ground.expected)  # type: ignore[arg-type]  # a pile's expectation is its height
    if now is None:
        return 0.0 if height == 0 or then is None else _TOP_HIDDEN
    if then is None:
        # It was empty or hidden: a top that shows again says nothing unless the pile should be empty.
        return 0.0 if height > 0 else _TOP_REPLACED
    if now.track == then.track and trusted:
        return _stayed(change, blind=_is_back(then))
    if change or ground.free:
        return 0.0
    same_face = best(now) == best(then) or not now.faces or not then.faces
    if not trusted:
        return 0.0 if same_face else _TOP_MOVED
    return _BACK_MOVED if _is_back(then) else _TOP_MOVED if same_face else _TOP_REPLACED


def _stayed(change: int, *, blind: bool) -> float:
    if change < 0:
        return _BACK_STAYED if blind else _TOP_STAYED
    return _GAIN_UNSEEN if change else 0.0


def _is_back(piece: SeenPiece) -> bool:
    return "/back/" in best(piece)


def _top(sighting: Sighting) -> SeenPiece | None:
    return sighting.pieces[0] if sighting.pieces else None


def source_belief(ground: Ground | None, face: str, *, fresh: bool) -> float:
    """The log-probability that the card taken from a pile is this one, by what lay on top of it.

    ``fresh``: the top seen last is the one that was taken (nothing else was taken from there since).
    """
    blind = math.log(1 / 14)
    top = _top(ground.seen) if ground is not None else None
    if top is None or not fresh or not top.faces or _is_back(top):
        return blind
    probability = next((seen.probability for seen in top.faces if seen.face == face), 0.0)
    missing = max(0.0, 1.0 - sum(seen.probability for seen in top.faces))
    return math.log(0.97 * min(1.0, probability + missing / 14) + 0.03 / 14)


def untrusted(seen: Mapping[str, Sighting], ground: Mapping[str, Ground]) -> bool:
    """Whether so many piles changed at once that vision must have lost its memory of them."""
    piles = [zone for zone in ground if zone in seen and isinstance(ground[zone].expected, int)]
    moved = 0
    for zone in piles:
        now, then = _top(seen[zone]), _top(ground[zone].seen)
        moved += now is not None and then is not None and now.track != then.track
    return moved >= 4 and 2 * moved > len(piles)
