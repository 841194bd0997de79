"""What vision saw in the words of tableaux: a piece that covers another, a pawn on its spot, a card face down.

Vision knows faces and spots; where it matters to the rules how pieces lie together, places say so (``mats.Place``).
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec.structs import replace

from companion.games.mats import Place
from companion.games.vocabulary import COVERS, UNREAD, standing
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_COUNTED = 0.99
"""How sure it is that so many pieces lie there as are seen: where none is seen there is none. Chosen by hand."""
_STANDS = 0.9
"""How sure it is that the piece on a track is its pawn, where vision has no picture of it."""


class Retold:
    """Retells scenes. ``last``: what vision said last of each place; some are told together.

    ``said``: how many pieces lie under each board by what people have said, until it is seen next: those of them that
    are not seen then lie where none is, now and later.
    """

    def __init__(self, is_back: Callable[[str], bool]) -> None:
        self._is_back = is_back
        self.last: dict[str, Sighting] = {}
        self.said: dict[str, int] = {}
        self._unseen: dict[str, frozenset[int | None]] = {}

    def scene(self, scene: Scene, places: Iterable[Place]) -> Scene:
        """The same scene, as tableaux speak; a place whose pieces lie under others is told with those."""
        known = {place.name: place for place in places}
        beneath = {place.under: place.name for place in known.values() if place.under and not place.tally}
        seen = {sighting.zone: sighting for sighting in scene.zones}
        for zone in [zone for zone, sighting in seen.items() if _uncounted(sighting, known.get(zone))]:
            del seen[zone]
        self.last.update((zone, sighting) for zone, sighting in seen.items() if zone in known)
        for zone in list(seen):
            upper = known[zone].under if zone in known and not known[zone].tally else ""
            if upper:
                del seen[zone]
                if upper in self.last:
                    seen[upper] = replace(self.last[upper], frame=scene.frame, exposed=scene.exposed)
        told = [self._told(sighting, known.get(zone), beneath.get(zone, "")) for zone, sighting in seen.items()]
        return replace(scene, zones=tuple(told))

    def _told(self, sighting: Sighting, place: Place | None, beneath: str) -> Sighting:
        if place is None or place.kind == "pile":
            return sighting
        if place.tally:
            unseen = self._unseen_at(place, sighting) if place.under else frozenset()
            # What has no name, or hardly shows, counts as well.
            blind = sighting.unreadable and not sighting.pieces
            return replace(sighting, pieces=_tallied(sighting, place, unseen), unreadable=blind, unenrolled=())
        if place.kind == "track":
            return replace(sighting, pieces=tuple(_standing(piece, place) for piece in sighting.pieces))
        pieces = tuple(self._face_down(piece) for piece in sighting.pieces)
        if beneath and beneath in self.last:
            covered = {piece.spot for piece in self.last[beneath].pieces}
            unnamed = sighting.unenrolled
            pieces = tuple(_covers(piece, unnamed) if piece.spot in covered else piece for piece in pieces)
            covers = tuple(face + COVERS for face in unnamed)
            return replace(sighting, pieces=pieces, unenrolled=(*unnamed, *covers))
        return replace(sighting, pieces=pieces)

    def _unseen_at(self, place: Place, sighting: Sighting) -> frozenset[int | None]:
        """The spots of a place at which something lies that is not seen now, by what people have said."""
        seen = {piece.spot for piece in sighting.pieces}
        said = self.said.pop(place.name, None)
        if said is not None:
            bare = [spot for spot in range(len(place.spots)) if spot not in seen]
            self._unseen[place.name] = frozenset(bare[: max(0, said - len(seen))])
        return self._unseen.get(place.name, frozenset()) - seen

    def _face_down(self, piece: SeenPiece) -> SeenPiece:
        if not piece.faces or not self._is_back(piece.faces[0].face):
            return piece
        return replace(piece, faces=(FaceProbability(UNREAD, sum(face.probability for face in piece.faces)),))


def _standing(piece: SeenPiece, place: Place) -> SeenPiece:
    if piece.spot is None:
        return piece
    sure = piece.faces[0].probability if piece.faces else _STANDS
    return replace(piece, faces=(FaceProbability(standing(place.faces[0], piece.spot), sure),))


def _uncounted(sighting: Sighting, place: Place | None) -> bool:
    """Whether a heap of coins cannot be counted, for some of them are in no library: then nothing is said of it."""
    return place is not None and bool(place.tally) and place.kind == "heap" and bool(sighting.unenrolled)


def _tallied(sighting: Sighting, place: Place, unseen: Collection[int | None]) -> tuple[SeenPiece, ...]:
    """The pieces of a place as one: their number, or what they are worth; its face is not told where one's is not.

    ``unseen``: the spots of more that are not seen.
    """
    count = len(sighting.pieces) + len(unseen)
    if not count:
        return ()
    if place.kind != "heap":
        return (_tally(place, count, FaceProbability(standing(place.tally, count), _COUNTED)),)
    best = [piece.faces[0] for piece in sighting.pieces if piece.faces]
    if len(best) < len(sighting.pieces):
        return (_tally(place, -len(best)),)
    worth = sum(int(face.face.rpartition("/")[2]) for face in best)
    sure = min(face.probability for face in best)
    return (_tally(place, worth, FaceProbability(standing(place.tally, worth), sure)),)


def _tally(place: Place, count: int, *faces: FaceProbability) -> SeenPiece:
    """One piece that stands for those of a place: as long as the number is the same, the same one."""
    return SeenPiece(count, place.corners, faces)


def _covers(piece: SeenPiece, unenrolled: Sequence[str]) -> SeenPiece:
    """The piece as one that covers another; one without a name may be any that is in no library, or none of them."""
    alike = (FaceProbability(face, 1 / (1 + len(unenrolled))) for face in unenrolled)
    return replace(piece, faces=tuple(replace(face, face=face.face + COVERS) for face in piece.faces or alike))
