"""Tokens lying together: find them all, also where they touch or lie partly on one another, name and count them.

Edges vote for centres; what an enrolled face explains well is accepted, the best first. What lies under an
accepted one is judged by the part that can be seen.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image
from vision.recognition.naming import certainty
from vision.tokens.discs import Disc, Edges, Ring, edges_of, find_centres
from vision.tokens.naming import Hypotheses, NamedToken, TokenReader
from vision.tokens.polar import GLARE, layer_of

# Those of the constants below that have no other reason were chosen by hand; the runs are not recorded.
_SIZES_ALIKE = 0.06
"""Log of radii: tokens that are sought together."""
_VOTES, _FIT_AT_ONCE, _WORTH_A_LOOK = 0.6, 0.10, 48
"""Votes of a rim below which no face is tried, fit (-1..1) from which on one is kept, places looked at closely."""
_FIT, _FIT_IN_PART = 0.48, 0.30
"""Fit (-1..1) that makes a token, whole and by the part that no other one covers."""
_SAME, _CLEAR_LEAD = 0.25, 0.15
"""Share of the radius within which two discs are one token; fit by which one of them is plainly the better."""
_LEAST_CERTAIN = 0.1
"""Probability of being any face below which a disc is no token."""
_APART = 0.55
"""Two centres are no nearer than this share of the larger radius: below that one of the two is not seen."""
_LEAST_SEEN = 0.25
"""Share of a token that must be in sight for it to be named."""
_STRANGER_VOTES, _STRANGER, _STRANGER_BARE = 2.6, 0.97, 0.6
"""Votes that make a disc of what shows no face; how sure a count is yet for each of them: where such are to be expected
or the bare mat was not seen, and where each is most likely one that was not recognised."""
_STRANGER_LAID, _LAID = 1.5, 0.95
"""Votes that are enough where pieces may lie whose like nobody has enrolled, and the share of the disc that must have
changed then. In 28 views of heaps on a cloth in bad light (7 moments of one game, 4 players) tokens had at least 2.4
and all of their disc, and nothing else had more than 1.0."""
_RIM_ROOM = 1.04
"""Radii about a token's centre that it explains."""
_SURE = (-0.6, 22.0)
"""Logistic: that a token counts, by how far its fit lies beyond what makes one."""


class Heap(NamedTuple):
    """The tokens found, and discs that look like a token of these sizes but show none of the faces.

    ``rounds``: what is round and of other sizes that are sought, whatever it shows: found by its rim alone.

    ``sure``: the probability that exactly these lie there.
    """

    tokens: tuple[NamedToken, ...]
    strangers: tuple[Disc, ...]
    sure: float
    rounds: tuple[Disc, ...] = ()


class _View(NamedTuple):
    """A picture, its edges, and (1) where something has come to the bare mat: none where that tells nothing.

    ``known``: tokens that are not sought.
    """

    picture: Image
    edges: Edges
    laid: Image | None
    known: Sequence[Disc]


class _Claim(NamedTuple):
    votes: float
    disc: Disc
    fits: Hypotheses


def find_tokens(
    picture: Image,
    px_per_mm: float,
    candidates: Sequence[str],
    reader: TokenReader,
    bare: Image | None = None,
    *,
    radii: Sequence[float] = (),
    lacking: bool = False,
    known: Sequence[Disc] = (),
) -> Heap:
    """All round tokens (and square ones) in a picture (uint8 BGR) that may show one of these faces, but for the known.

    ``px_per_mm``: to within 8 %. ``bare``: the same view without them (uint8 BGR, same size). ``radii``: in mm, of what
    is sought by its rim alone. ``lacking``: whether pieces may lie there whose like nobody has enrolled. ``known``:
    tokens (px) that lie there as they lay when they were named.
    """
    wanted = [face for face in candidates if face in reader.faces and reader.is_compact(face)]
    if not wanted and not radii:
        return Heap((), (), 1.0)
    edges = edges_of(picture, bare)
    rounds = tuple(disc for radius in radii for disc in rounds_in(edges, radius * px_per_mm))
    claims: list[_Claim] = []
    laid = edges.laid if lacking else None
    for radius_mm, faces in _sizes(wanted, reader):
        claims += _claims(_View(picture, edges, laid, known), radius_mm * px_per_mm, faces, reader)
    claims = _one_a_place(claims, _CLEAR_LEAD)[:_WORTH_A_LOOK]
    claims = [one._replace(fits=reader.hypotheses(picture, one.disc, _faces(one))) for one in claims]
    claims = _one_a_place(claims, 0.0)
    accepted, left, free = _accept(picture, claims, reader, known)
    tokens = reader.name_all(picture, [one.fits for one in accepted], wanted)
    named = tuple(token for token in tokens if certainty(token.faces) > _LEAST_CERTAIN)
    strangers = (*_refused(accepted, tokens, laid), *_strangers(claims, accepted, free, laid))
    each = _STRANGER if bare is None or lacking else _STRANGER_BARE
    sure = _sureness(accepted, left) * each ** len(strangers)
    discs = [*known, *(claim.disc for claim in claims)]
    return Heap(named, strangers, sure * (1 - _dazzled(picture, free, discs)), rounds)


def rounds_in(edges: Edges, radius: float, least: float = _STRANGER_VOTES) -> list[Disc]:
    """What is round and of this radius (px), whatever it shows: what has more votes than the ``least``."""
    return [Disc(x, y, radius, radius) for x, y, votes in find_centres(edges, radius) if votes > least]


def _sureness(accepted: Sequence[_Claim], left: Sequence[_Claim]) -> float:
    """The probability that all that were accepted are tokens, and none of those that were left."""
    sure = 1.0
    for kept, claims in ((True, accepted), (False, left)):
        for claim in claims:
            beyond = claim.fits.matches[0].score - _needed(claim)
            token = 1 / (1 + float(np.exp(-(_SURE[0] + _SURE[1] * beyond))))
            sure *= token if kept else 1 - token
    return sure


def _dazzled(picture: Image, free: Image, discs: Sequence[Disc]) -> float:
    """How likely (0..0.6) a glare hides a token: as large as one, where none was found."""
    if not discs:
        return 0.0
    smallest = min(disc.radius for disc in discs)
    glare = float(((channels.least(picture) >= GLARE) & (free > 0)).sum())
    return float(min(0.6, 0.3 * glare / (np.pi * smallest**2)))


def _sizes(faces: Sequence[str], reader: TokenReader) -> list[tuple[float, list[str]]]:
    """Faces of about the same radius (mm) together."""
    groups: list[tuple[float, list[str]]] = []
    for face in sorted(faces, key=lambda name: -reader.templates.of[name].radius_mm):
        radius = reader.templates.of[face].radius_mm
        if groups and radius > groups[-1][0] * (1 - _SIZES_ALIKE):
            groups[-1][1].append(face)
        else:
            groups.append((radius, [face]))
    return groups


def _claims(view: _View, radius: float, faces: Sequence[str], reader: TokenReader) -> list[_Claim]:
    """Centres that the edges vote for, with the faces that fit there at once."""
    found = []
    for x, y, votes in find_centres(view.edges, radius, _common_rings(faces, reader)):
        if votes < _VOTES:
            break
        disc = Disc(x, y, radius, radius)
        if any(_is_one(disc.distance(other), disc, other) for other in view.known):
            continue
        _, matches = reader.templates.match(layer_of(view.picture, disc), faces)
        if matches[0].score > _FIT_AT_ONCE or _is_round(votes, disc, view.laid):
            found.append(_Claim(votes, disc, Hypotheses(disc, tuple(matches), 1.0)))
    return found


def _is_round(votes: float, disc: Disc, laid: Image | None) -> bool:
    """Whether so many votes make a disc of what shows no face; ``laid``: as a view's."""
    if votes > _STRANGER_VOTES:
        return True
    return laid is not None and votes > _STRANGER_LAID and _share_free(laid, disc) >= _LAID


def _common_rings(faces: Sequence[str], reader: TokenReader) -> tuple[Ring, ...]:
    """The rings that vote for these faces: of one that is like the others, the strongest."""
    return max((reader.templates.of[face].rings for face in faces), key=lambda rings: sum(ring[1] for ring in rings))


def _promise(claim: _Claim) -> float:
    return claim.fits.matches[0].score + 0.1 * min(claim.votes, 3.0)


def _one_a_place(claims: list[_Claim], lead: float) -> list[_Claim]:
    """Of claims about the same place those that another beats by so much go; the most promising come first."""
    kept: list[_Claim] = []
    for claim in sorted(claims, key=_promise, reverse=True):
        disc, score = claim.fits.disc, claim.fits.matches[0].score
        if not any(
            disc.distance(one.fits.disc) < _SAME * max(disc.radius, one.disc.radius)
            and one.fits.matches[0].score >= score + lead
            for one in kept
        ):
            kept.append(claim)
    return kept


def _faces(claim: _Claim) -> list[str]:
    return [match.face for match in claim.fits.matches]


def _accept(
    picture: Image, claims: list[_Claim], reader: TokenReader, known: Sequence[Disc]
) -> tuple[list[_Claim], list[_Claim], Image]:
    """The best claim, then the best of what is left when its disc no longer counts, and so on; and the rest.

    Discs of what is known do not count from the first.
    """
    free = np.ones(picture.shape[:2], np.float32)
    accepted: list[_Claim] = []
    left: list[_Claim] = []
    waiting = claims
    for disc in known:
        waiting = _beside(picture, waiting, disc.grown(_RIM_ROOM), free, reader)
    while waiting:
        best, *waiting = sorted(waiting, key=lambda one: -one.fits.matches[0].score)
        if best.fits.matches[0].score < _needed(best):
            left.append(best)
            continue
        accepted.append(best)
        waiting = _beside(picture, waiting, best.fits.disc.grown(_RIM_ROOM), free, reader)
    return accepted, left, free


def _beside(picture: Image, claims: Sequence[_Claim], disc: Disc, free: Image, reader: TokenReader) -> list[_Claim]:
    """What is left of the claims when this disc no longer counts; it is taken from what is ``free``."""
    disc.fill(free, 0.0)
    left = []
    for one in claims:
        far = one.fits.disc.distance(disc)
        if _is_one(far, one.disc, disc):
            continue
        if far >= one.disc.radius + disc.radius:
            left.append(one)
        elif _share_free(free, one.disc) >= _LEAST_SEEN:
            left.append(one._replace(fits=reader.hypotheses(picture, one.disc, _faces(one), free)))
    return left


def _is_one(far: float, one: Disc, other: Disc) -> bool:
    """Whether one of two discs cannot be seen beside the other; ``far``: between their centres (px)."""
    return far < _APART * max(one.radius, other.radius)


def _needed(claim: _Claim) -> float:
    """Where less is seen, what is seen must fit better: chance fits a part more easily than a whole."""
    return _FIT + _FIT_IN_PART * max(0.0, 0.8 - claim.fits.seen)


def _share_free(free: Image, disc: Disc) -> float:
    """The share of a disc at which this (0..1) is 1."""
    inside = np.zeros(free.shape, np.float32)
    disc.fill(inside, 1.0)
    area = np.pi * disc.long * disc.short
    return float((inside * free).sum() / area)


def _refused(accepted: Sequence[_Claim], tokens: Sequence[NamedToken], laid: Image | None) -> tuple[Disc, ...]:
    """Round things well voted for that fit a face, but are none of them by all that is known: their like is not."""
    return tuple(
        token.disc
        for claim, token in zip(accepted, tokens, strict=True)
        if _is_round(claim.votes, claim.disc, laid) and certainty(token.faces) <= _LEAST_CERTAIN
    )


def _strangers(
    claims: Sequence[_Claim], accepted: Sequence[_Claim], free: Image, laid: Image | None
) -> tuple[Disc, ...]:
    """Round things well voted for where nothing was accepted."""
    kept: list[Disc] = []
    taken = [one.fits.disc for one in accepted]
    for claim in sorted(claims, key=lambda one: -one.votes):
        disc = claim.disc
        if not _is_round(claim.votes, disc, laid) or _share_free(free, disc) < 0.8:
            continue
        if all(disc.distance(one) > 0.8 * max(disc.radius, one.radius) for one in (*taken, *kept)):
            kept.append(disc)
    return tuple(kept)
