"""How well the whole table looks the way a hypothesis says: what lies other than now, and what has changed."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from companion.referee.inference.baseline import Expected
from companion.referee.inference.likelihood import Scales

_OF_A_LAYOUT = 3
"""So many pieces of what was laid out tell that it was: one of them may be a cup or misread, and so may one of what is
said to have been laid out, or two (by hand)."""
_ON_THE_WAY = -0.1
"""What it costs (log) that what follows from a move by rule has not been done yet: hardly anything."""


class Fit:
    """Weighs a whole table: the zones to weigh in any case, and those where something else should lie than does now.

    ``now``: what should lie where if nothing was done; ``weighed``: the zones to weigh in any case; ``lifted``: where
    what lay ready has been taken up; ``bare``: the slots in which nothing stands now.
    """

    def __init__(
        self,
        scales: Scales,
        now: Mapping[str, Expected],
        weighed: AbstractSet[str],
        lifted: AbstractSet[str],
        bare: AbstractSet[str],
    ) -> None:
        self._scales, self._was, self._lifted, self._bare = scales, now.get, lifted, bare
        self._untouched = {zone: scales.both(zone, should) for zone, should in now.items() if zone in weighed}

    def of(
        self, expected: Mapping[str, Expected], on_way: Mapping[str, Expected], *, laying_out: AbstractSet[str]
    ) -> tuple[float, float]:
        """How well (log) all looks if that should lie there, or what lies ``on_way``; the same however bad it is.

        ``laying_out``: where something is being laid out, and does not all lie there yet: it tells nothing.
        """
        looks = {zone: both for zone, both in self._untouched.items() if zone in expected}
        # As good as all is the very same: what differs is found by that, and only then by what it is.
        others = [zone for zone, should in expected.items() if (was := self._was(zone)) is not should and was != should]
        looks |= {zone: self._scales.both(zone, expected[zone]) for zone in others}
        for zone in on_way.keys() & looks.keys():
            looks[zone] = self._either(zone, expected[zone], on_way[zone])
        # What is not weighed in any case counts by how much worse it looks than if nothing had been done there.
        looks |= {zone: self._beside_now(zone, looks[zone]) for zone in others if zone not in self._untouched}
        for zone in laying_out & looks.keys():
            if not expected[zone] and self._scales.is_cleared(zone):
                del looks[zone]
        # People take up the cards that lie ready together.
        held = [looks.pop(zone) for zone in self._lifted & looks.keys()] if self._lifted else ()
        in_hand = min((weight for weight, _ in held), default=0.0)
        # What is laid out is laid out at once, and counts as a few pieces.
        empty = [looks.pop(zone) for zone in self._bare & looks.keys() if not expected[zone]] if self._bare else ()
        laid_out = () if laying_out else sorted(empty)[:_OF_A_LAYOUT]
        odd, odd_roughly = (sum(weights) for weights in zip(*laid_out, strict=True)) if laid_out else (0.0, 0.0)
        weights, roughly = zip(*looks.values(), strict=True) if looks else ((), ())
        return sum(weights) + in_hand + odd, sum(roughly) + in_hand + odd_roughly

    def _beside_now(self, zone: str, looks: tuple[float, float]) -> tuple[float, float]:
        # A place that looked wrong before, and as it does now, speaks for no move.
        was = self._was(zone)
        weight, roughly = self._scales.both(zone, was) if was is not None else (0.0, 0.0)
        return min(0.0, looks[0] - weight), min(0.0, looks[1] - roughly)

    def _either(self, zone: str, should: Expected, on_way: Expected) -> tuple[float, float]:
        """How well a zone looks if either should lie there: after a move, or before what follows from it is done."""
        weight, roughly = self._scales.both(zone, should)
        if on_way == should:
            return weight, roughly
        laid, laid_roughly = self._scales.both(zone, on_way)
        return max(weight, laid + _ON_THE_WAY), max(roughly, laid_roughly + _ON_THE_WAY)
