"""Table compared with state: where what lies there is not what should, and where it cannot be told."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from companion.games.mats import Place
from companion.referee.inference.baseline import Expected, cannot_be_read
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations
from companion.referee.messages import Audit, PlaceTrouble

SETTLED = 5.0
"""Seconds (of frame time) that people have to do what follows before it is pointed out."""
PLAYED_WITHIN, NEXT_LIE = 9.0, 1.0
"""Seconds after which a card that somebody took up alone has been played: what others wait for is hardly thought about
for longer, and what cannot be seen is to be named within ten. Seconds for which the next cards must lie ready before it
is believed that they do. By hand."""

BLIND_FOR = 4.0
"""Seconds for which a place cannot be looked at before it is named: what moves over it without end (2.5 s) is known to
by then, and it is to be named within ten. By hand."""
_NAMED = 0.9
"""The probability from which a piece counts as made out."""


def audit(
    observed: Observations,
    expected: Mapping[str, Expected],
    waived: Collection[Audit] = (),
    troubles: Iterable[PlaceTrouble] = (),
) -> tuple[Audit, ...]:
    """Every zone where recognised pieces differ from what should lie there, once people have had time to see to it.

    What a person has already said to be right (``waived``) is not said again; a place that cannot be read (by its
    health, ``troubles``) is not compared.
    """
    lasting = observed.unlike(SETTLED) - {one.place for one in troubles if one.code == "unreadable"}
    compared = {place: expected[place] for place in lasting & expected.keys()}
    return tuple(found for found in differences(observed, compared) if found not in waived)


def differences(observed: Observations, expected: Mapping[str, Expected]) -> tuple[Audit, ...]:
    """Every zone where recognised pieces differ now from what should lie there; piles are not counted."""
    found = []
    for zone, should in sorted(expected.items()):
        if isinstance(should, int) or zone not in observed.seen:
            continue
        lies = Counter(best(piece) or "?" for piece in observed.seen[zone].pieces)
        wants = Counter(should)
        if not _agree(lies, wants) and not _waived(observed, zone, wants):
            found.append(Audit(zone, tuple((lies - wants).elements()), tuple((wants - lies).elements())))
    return tuple(found)


def health(
    observed: Observations, places: Iterable[Place], expected: Mapping[str, Expected], is_back: Callable[[str], bool]
) -> tuple[PlaceTrouble, ...]:
    """The places that are set aside, by name, and whether what lies there can be made out.

    Also those that nobody can look at, and those that have not looked as they should for a while, although that may be
    explained (something was forgotten): places with spots, tracks, slots, coins; spreads in which something lies too
    much (of what should, one may lie under another); stacks of open cards on which something should have been laid.
    Where nothing is seen to lie of the discards, and nothing was, people keep them elsewhere. And where a card that was
    taken up to be played may lie that was seen to come nowhere. Not where the box lets nobody tell (``untold``).
    """
    places, lasting = tuple(places), observed.unlike(SETTLED)
    elsewhere = {place.name for place in places if place.role == "discards" and _shows_none(observed, place.name)}
    noticed = {
        place.name
        for place in places
        if place.name in lasting & expected.keys() and _to_be_named(observed, place, expected[place.name], is_back)
    }
    silent = set(_played_unseen(observed, places, expected))
    laid = {place.name: place.seat for place in places if place.role == "laid" and place.name in observed.seen}
    silent -= {laid[name] for name in laid.keys() & observed.changed()}
    unseen = {name for name, seat in laid.items() if seat in silent}
    blind = {
        one.zone for one in observed.seen.values() if one.unreadable and observed.exposed - one.exposed >= BLIND_FOR
    }
    odd = (observed.doubted() | observed.aside | noticed | blind) - untold(observed, places)
    return tuple(
        PlaceTrouble("differs" if place in odd and _named(observed, place) else "unreadable", place)
        for place in sorted((odd | unseen) - elsewhere)
    )


def untold(observed: Observations, places: Iterable[Place]) -> frozenset[str]:
    """The places of which the box knows no face at all, and where nothing is to be seen: nobody need be told so.

    Such as tokens of which the box has no pictures. Not where something was seen to lie a moment ago, whatever it was.
    """
    bare = (place for place in places if not place.tally and _is_bare(observed, place.name))
    never = (place for place in bare if not observed.flicker.showed(place.name))
    unenrolled = ((place, observed.seen[place.name].unenrolled) for place in never)
    return frozenset(place.name for place, lacks in unenrolled if lacks and set(place.faces) <= set(lacks))


def _shows_none(observed: Observations, zone: str) -> bool:
    """Whether no piece is seen to lie in a place that can be looked at, and none that has a name was just before."""
    return _is_bare(observed, zone) and not any(piece.faces for piece in observed.flicker.showed(zone))


def _is_bare(observed: Observations, zone: str) -> bool:
    """Whether a place can be looked at and nothing is seen to lie there."""
    seen = observed.seen.get(zone)
    return seen is not None and not (seen.pieces or seen.unreadable)


def _played_unseen(
    observed: Observations, places: Iterable[Place], expected: Mapping[str, Expected]
) -> Iterator[int | None]:
    """The seats whose card lay ready and was taken up, and is played by now, but was seen to come nowhere.

    Where the next cards lie ready all have played. Who has taken up a card alone plays it; people who take theirs up
    together hold them until it is their turn.
    """
    ready = {place.name: place.seat for place in places if place.role == "ready" and place.name in observed.seen}
    lying = {name for name in ready if observed.seen[name].pieces}
    next_ones = [name for name in lying if not expected.get(name) and observed.age((name,)) >= NEXT_LIE]
    for name in observed.lifted.since.keys() & ready.keys():
        since = observed.lifted.since[name]
        alone = name not in lying and name not in observed.lifted.together
        over = any(observed.looked.get(other, 0.0) > since for other in next_ones)
        if over or (alone and observed.exposed - since >= PLAYED_WITHIN):
            yield ready[name]


def _to_be_named(observed: Observations, place: Place, should: Expected, is_back: Callable[[str], bool]) -> bool:
    """Whether a place that does not look as it should is worth naming: something was forgotten or misread."""
    lying = observed.seen[place.name].pieces
    if isinstance(should, int):
        return bool(lying) and bool(best(lying[0])) and not is_back(best(lying[0]))
    if _waived_by_word(observed, place.name):
        return False
    named = Counter(best(piece) for piece in lying if piece.faces and piece.faces[0].probability >= _NAMED)
    odd = bool(named - Counter(should)) or cannot_be_read(observed.seen[place.name])
    return place.kind in {"spots", "track", "slot"} or bool(place.tally) or (place.kind == "spread" and odd)


def _named(observed: Observations, place: str) -> bool:
    """Whether something lies there, and all of it looks like pieces that are known."""
    seen = observed.seen[place]
    pieces = () if seen.unreadable else seen.pieces
    return bool(pieces) and all(piece.faces and piece.faces[0].probability >= _NAMED for piece in pieces)


def _agree(lies: Counter[str], wants: Counter[str]) -> bool:
    extra, missing = lies - wants, wants - lies
    # An unread piece may well be the one that is missing, and the other way round.
    return extra.total() == missing.total() and extra.total() <= max(extra["?"], missing["?"])


def _waived_by_word(observed: Observations, zone: str) -> bool:
    baseline = observed.baseline.get(zone)
    return baseline is None or (baseline.free and not isinstance(baseline.expected, int))


def _waived(observed: Observations, zone: str, wants: Counter[str]) -> bool:
    baseline = observed.baseline.get(zone)
    if baseline is None or not baseline.free or isinstance(baseline.expected, int):
        return False
    same = {best(piece) for piece in baseline.seen.pieces} == {best(piece) for piece in observed.seen[zone].pieces}
    return same and Counter(baseline.expected) == wants
