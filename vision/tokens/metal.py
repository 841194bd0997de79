"""Coins of which no picture is enrolled: told by their rims, how large they are, and whether they are golden."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.photometric import CLIPPED
from vision.sighting import Coin
from vision.tokens.discs import Disc, Edges, edges_of, find_centres, fit_rim

_VOTES, _SUPPORT, _METAL = 3.6, 0.8, 0.8
"""Votes of a rim, the share of it that has an edge, the share of the disc that is of one metal: at least. Measured on
the twin's boards, bare and painted, in kitchen and cruel light: coins have votes from 4.7, 0.89 and 0.97 on, what else
is round and of one colour 2.9 at most."""
_TOKEN = 3.0
"""Votes of the rim of a token at least: in 75 views of one, with a coin on it or none, it had 3.1 to 9.1; the shadow of
a silver coin on a dark board in cruel light had 2.75."""
_NEARLY = 1.8
"""Votes from which on something may be a coin after all."""
_DOUBT = 0.8
"""How sure a count is yet for each of those; chosen by hand."""
_SUREST = 0.99
"""A coin's probability: 219 heaps of 219 were counted right (the twin's, kitchen light); no real coins were tried."""
_INNER = 0.78
"""Share of its diameter at which a coin's field ends, whose edge may be plainer than the rim's on grey ground."""
_FIELD = 0.85
"""Share of the radius within which its colour is looked at: beyond lies what is about it."""
_SAME_TINT = 6.0
"""So much (CIELAB's a and b) is still a silver coin's own tint: 0.95 and more of a whole coin have it in any light, 0.6
to 0.7 of a wreath that is printed on a board in greens and greys."""
_LARGER, _ALL, _PARTLY, _AS_CLEAR, _FIELD_AS_CLEAR, _AS_LARGE = 1.08, 0.97, 0.25, 0.45, 0.6, 0.08
"""What is larger than its coin by so much (half of what a token of 25 mm is larger than a coin of 22), and in this part
of its colour also beyond that coin's rim as far as its own (a share of the radius), is no coin: of a token, what others
leave of it; of a silver coin that lies in the middle of a golden one, nothing. Its rim has so many of the votes that
its clearest ring has (0.5 and more), and no ring that is as large (to the last share) as the field of a coin has so
many (0.6): what else is round about a coin is its shadow, in a hard light about as clear, or printed beside it. A
golden coin's field is 5 % larger than that, the ring of a grey token 13 % larger than a silver coin's (the twin's), and
the scale is not exact."""
_GOLDEN, _GOLD, _DARK = (10, 38), 105, 40
"""Hues (of 180) of gold, the saturation (of 255) from which on metal is golden, brightness from which on a colour says
anything: under a warm lamp silver has 15 to 80, gold 180 to 200 (the twin's kitchen and cruel light)."""

_GOLD_BRIGHT, _BRIGHT, _METAL_BRIGHT = 80, 0.3, 0.6
"""Where a channel is as bright as it can be, a colour looks paler than it is: the saturation from which on gold is
golden there, and of a disc of which such a share is so bright the share that is of one metal: a golden coin beside a
window (path-traced) has 0.68, silver 1.0."""
_PALER = 45
"""By so much less saturated (of 255) than what is about it no golden coin's field is: of 41 looks at coins it was 18 at
most, of 29 at the discs printed on the backs of our own cards 67 to 85 (the twin's, kitchen and cruel light)."""


class Coins(NamedTuple):
    """The coins found: each one's face and disc (px of the picture searched), how surely it is one.

    ``sure``: the probability that no others lie there.
    """

    coins: tuple[tuple[str, Disc, float], ...]
    sure: float


class _Rim(NamedTuple):
    disc: Disc
    votes: float
    golden: bool


def find_metal(
    picture: Image,
    px_per_mm: float,
    coins: Sequence[Coin],
    bare: Image | None = None,
    known: Sequence[Disc] = (),
) -> Coins:
    """The coins of these kinds in a picture from straight above (uint8 BGR), one kind a metal, but for the known.

    ``bare``: the same view without them (uint8 BGR, same size). ``known``: discs (px) that lie there as they lay.
    """
    if not coins:
        return Coins((), 1.0)
    edges = edges_of(picture, bare)
    apart = _INNER * min(coin.diameter for coin in coins) * px_per_mm / 2
    kept: list[_Rim] = []
    rims = [*_rims(picture, edges, px_per_mm, coins, lambda guess: _is_apart(guess, known, apart))]
    kinds = {coin.golden: coin for coin in coins}
    # The rings that are printed on a token are as large as a coin.
    tokens = [rim.disc for rim in rims if _is_token(picture, rim, kinds[rim.golden].diameter * px_per_mm / 2, rims)]
    for rim in sorted(rims, key=lambda rim: -rim.votes * rim.disc.support):
        free = _is_apart(rim.disc, (*tokens, *(one.disc for one in kept)), apart)
        if free and (rim.golden or _of_one_tint(picture, rim.disc)):
            kept.append(rim)
    sure = [rim for rim in kept if rim.votes >= _VOTES]
    told = ((kinds[rim.golden].face, _whole(rim, kinds[rim.golden], px_per_mm), _SUREST) for rim in sure)
    return Coins(tuple(told), _DOUBT ** (len(kept) - len(sure)))


def is_of_metal(picture: Image, disc: Disc) -> bool:
    """Whether what is round (px of a picture, uint8 BGR) is golden or of silver, as any coin is."""
    return _golden(picture, disc) is not None


def _is_apart(disc: Disc, others: Iterable[Disc], least: float) -> bool:
    """Whether a disc's centre is further than that (px) from all others' centres."""
    return all(disc.distance(one) > least for one in others)


def _rims(
    picture: Image, edges: Edges, px_per_mm: float, coins: Sequence[Coin], sought: Callable[[Disc], bool]
) -> Iterator[_Rim]:
    """What may be a coin's rim, or the edge of its field; ``sought``: whether one is sought about a place."""
    metals = {coin.golden: coin.diameter * px_per_mm / 2 for coin in coins}
    for radius in _once(share * whole for whole in metals.values() for share in (1.0, _INNER)):
        for x, y, votes in find_centres(edges, radius):
            if votes < _NEARLY:
                break
            guess = Disc(x, y, radius, radius)
            disc = fit_rim(edges, guess) if sought(guess) else None
            if disc is None or disc.support < _SUPPORT:
                continue
            golden = _golden(picture, disc)
            if golden in metals and disc.radius > _INNER * metals[golden] * (1 - (1 - _INNER) / 2):
                rim = _Rim(disc, votes, golden)
                if not _is_print(picture, rim, metals[golden]):
                    yield rim


def _once(radii: Iterable[float]) -> Iterator[float]:
    """Radii without those that are found with another one, smaller by a tenth (``discs.fit_rim``)."""
    last = 0.0
    for radius in sorted(radii):
        if radius > 1.1 * last:
            yield radius
            last = radius


def _is_token(picture: Image, rim: _Rim, radius: float, rims: Sequence[_Rim]) -> bool:
    """Whether this is the rim of something grey or golden that is larger than the coin of that colour (px)."""
    if rim.votes < _TOKEN or rim.disc.radius <= _LARGER * radius:
        return False
    about = [one for one in rims if one.disc.distance(rim.disc) < radius / 2]
    clear = (one for one in about if one.votes > _FIELD_AS_CLEAR * rim.votes)
    field = any(abs(one.disc.radius / (_INNER * radius) - 1) < _AS_LARGE for one in clear)
    if field or rim.votes < _AS_CLEAR * max(one.votes for one in about):
        return False
    beyond = _drawn(picture, rim.disc.grown(_ALL)) & ~_drawn(picture, rim.disc.grown(radius / rim.disc.radius))
    return _shares(picture[beyond])[0 if rim.golden else 1] > _PARTLY


def _is_print(picture: Image, rim: _Rim, radius: float) -> bool:
    """Whether what looks like a golden coin's field is paler than what is about it: a disc printed on a card's back.

    ``radius``: the coin's (px).
    """
    if not rim.golden:
        return False
    whole = _drawn(picture, rim.disc.grown(radius / rim.disc.radius))
    field, disc = (_drawn(picture, rim.disc.grown(share))[whole] for share in (_FIELD, 1.0))
    hsv = cv2.cvtColor(picture[whole][None], cv2.COLOR_BGR2HSV)[0]
    # What else than gold is about it lies on it, or beneath.
    about = hsv[~disc & _is_golden(hsv), 1]
    return about.size > 0 and float(np.median(about) - np.median(hsv[field, 1])) > _PALER


def _golden(picture: Image, disc: Disc) -> bool | None:
    """Whether a disc is of golden metal, or of silver; None: of neither."""
    inner = disc.grown(_FIELD)
    inside = picture[_drawn(picture, inner)]
    if len(inside) < np.pi * inner.long * inner.short / 2:
        return None
    golden, silver = _shares(inside)
    bright = float((inside.max(1) >= CLIPPED).mean()) > _BRIGHT
    return None if max(golden, silver) < (_METAL_BRIGHT if bright else _METAL) else golden > silver


def _drawn(picture: Image, disc: Disc) -> Image:
    """Where a disc lies in a picture (bool)."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    disc.fill(mask, 1)
    return mask > 0


def _shares(pixels: Image) -> tuple[float, float]:
    """Which shares of some pixels (BGR) are golden and of silver."""
    if not len(pixels):
        return 0.0, 0.0
    hsv = cv2.cvtColor(pixels[None], cv2.COLOR_BGR2HSV)[0]
    silver = (hsv[:, 2] > _DARK) & ~_is_saturated(hsv)
    return float(_is_golden(hsv).mean()), float(silver.mean())


def _is_golden(hsv: Image) -> Image:
    """Which of some pixels (hue, saturation, value) are golden (bool)."""
    return np.asarray((hsv[:, 2] > _DARK) & _is_saturated(hsv) & (hsv[:, 0] > _GOLDEN[0]) & (hsv[:, 0] < _GOLDEN[1]))


def _is_saturated(hsv: Image) -> Image:
    """Which of some pixels (hue, saturation, value) have the saturation of gold (bool)."""
    return np.asarray(hsv[:, 1] > np.where(hsv[:, 2] >= CLIPPED, _GOLD_BRIGHT, _GOLD))


def _of_one_tint(picture: Image, disc: Disc) -> bool:
    """Whether a disc has one tint, however bright it is here and there."""
    inside = picture[_drawn(picture, disc.grown(_FIELD))]
    tint = cv2.cvtColor(inside[None], cv2.COLOR_BGR2LAB)[0, :, 1:].astype(np.float32)
    return bool((np.abs(tint - np.median(tint, axis=0)).max(1) <= _SAME_TINT).mean() >= _METAL)


def _whole(rim: _Rim, coin: Coin, px_per_mm: float) -> Disc:
    """The whole coin, also where the edge of its field was found."""
    return rim.disc.grown(coin.diameter * px_per_mm / 2 / rim.disc.radius)
