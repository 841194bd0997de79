"""What has to change on the table so that it lies as a tableau wants it: which pieces are turned, which ones move."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from companion.games.dealing import FACE_DOWN
from companion.games.mats import Place
from companion.games.vocabulary import UNREAD, Tableau
from companion.twin.world import Piece, World


class Moved(msgspec.Struct, frozen=True):
    """A piece that belongs elsewhere: ``spot`` where it matters on which one, ``up``: with its front."""

    piece: Piece
    place: str
    up: bool
    spot: int | None = None


class Change(msgspec.Struct, frozen=True):
    """``turned``: pieces that lie right but show the wrong side. ``moved``: pieces that belong elsewhere."""

    turned: tuple[Piece, ...]
    moved: tuple[Moved, ...]


class _Gap(msgspec.Struct, frozen=True):
    """Something that is missing: a face, or (``None``) any that a pile takes."""

    place: str
    face: str | None
    spot: int | None = None


def difference(world: World, wanted: Tableau, places: Mapping[str, Place]) -> Change:
    """From the table as it lies to the wanted one. A place that the tableau does not name may give, but gets nothing.

    Raises ``ValueError`` where a piece is wanted that lies nowhere.
    """
    search = _Search(world, wanted, places)
    turned = search.turned()
    return Change(turned, (*search.carried(), *search.put_away()))


def _shown(piece: Piece, *, up: bool) -> tuple[str, ...]:
    """How a tableau may name a piece that lies so."""
    return (piece.front,) if up else (piece.back, FACE_DOWN + piece.front)


def _front(face: str) -> str:
    return face.removeprefix(FACE_DOWN)


class _Search:
    """Pairs what is missing with what lies too much."""

    def __init__(self, world: World, wanted: Tableau, places: Mapping[str, Place]) -> None:
        self._places = places
        self._lying = _by_place(world.pieces.values())
        self._gaps: list[_Gap] = []
        self._surplus: list[Piece] = []
        self._piles: dict[str, int] = {}
        for name, faces in wanted.spread.items():
            self._compare_spread(name, faces)
        for name, spots in wanted.spots.items():
            self._compare_spots(name, spots)
        for name, count in wanted.piles.items():
            more = count - len(self._at(name))
            self._piles[name] = max(0, -more)
            self._gaps += [_Gap(name, None)] * more

    def _at(self, place: str) -> list[Piece]:
        """The pieces of a place, the lowest first."""
        return self._lying.get(place, [])

    def _compare_spread(self, name: str, faces: tuple[str, ...]) -> None:
        left = Counter(face for face in faces if face != UNREAD)
        lying = self._at(name)
        if self._places[name].kind == "spots":
            # On printed spots the last ones stay: hands turn and take the first.
            lying = sorted(lying, key=lambda piece: -piece.slot)
        for piece in lying:
            face = next((face for face in _shown(piece, up=piece.up) if left[face] > 0), None)
            if face is None:
                self._surplus.append(piece)
            else:
                left[face] -= 1
        self._gaps += [_Gap(name, face) for face in (+left).elements()]

    def _compare_spots(self, name: str, faces: tuple[str | None, ...]) -> None:
        lying = {int(piece.slot): piece for piece in self._at(name)}
        for spot, face in enumerate(faces):
            piece = lying.get(spot)
            right = piece is not None and face in _shown(piece, up=piece.up)
            if piece is not None and not right:
                self._surplus.append(piece)
            if face not in (None, UNREAD) and not right:
                self._gaps.append(_Gap(name, face, spot))

    def turned(self) -> tuple[Piece, ...]:
        """The pieces whose other side is missing where they lie."""
        found = []
        for piece in sorted(self._surplus, key=lambda piece: piece.slot):
            others = _shown(piece, up=not piece.up)
            sides = (_Gap(piece.place, face, spot) for face in others for spot in (None, int(piece.slot)))
            gap = next((gap for gap in sides if gap in self._gaps), None)
            if gap is not None:
                self._gaps.remove(gap)
                self._surplus.remove(piece)
                found.append(piece)
        return tuple(found)

    def carried(self) -> tuple[Moved, ...]:
        """A piece for every missing face."""
        missing = [gap for gap in self._gaps if gap.face is not None]
        return tuple(self._carried(gap) for gap in missing)

    def _carried(self, gap: _Gap) -> Moved:
        assert gap.face is not None
        self._gaps.remove(gap)
        for piece in reversed(self._surplus):
            up = next((up for up in (True, False) if gap.face in _shown(piece, up=up)), None)
            if up is not None:
                self._surplus.remove(piece)
                return Moved(piece, gap.place, up, gap.spot)
        piece = self._from_pile(_front(gap.face))
        return Moved(piece, gap.place, up=gap.face == piece.front, spot=gap.spot)

    def _from_pile(self, face: str) -> Piece:
        """The uppermost one of a pile that has too many, else of one that nobody counts now."""
        counted = [name for name, surplus in self._piles.items() if surplus]
        others = [name for name, place in self._places.items() if place.kind == "pile" and name not in self._piles]
        for name in (*counted, *others):
            for piece in reversed(self._at(name)):
                if piece.front == face:
                    self._take(name, piece)
                    return piece
        raise ValueError(f"{face} is wanted and lies nowhere that it could be taken from")

    def _take(self, name: str, piece: Piece) -> None:
        self._lying[name].remove(piece)
        if name in self._piles:
            self._piles[name] -= 1

    def put_away(self) -> tuple[Moved, ...]:
        """Everything that lies too much, onto the piles that want more; then from pile to pile."""
        found = [self._to_pile(piece) for piece in list(self._surplus)]
        for name in [name for name, surplus in self._piles.items() for _ in range(surplus)]:
            piece = self._at(name)[-1]
            self._take(name, piece)
            found.append(self._to_pile(piece))
        return tuple(moved for moved in found if moved)

    def _to_pile(self, piece: Piece) -> Moved | None:
        for gap in self._gaps:
            place = self._places[gap.place]
            for up, face in ((True, piece.front), (False, piece.back)):
                if not place.faces or face in place.faces:
                    self._gaps.remove(gap)
                    return Moved(piece, gap.place, up)
        return None


def _by_place(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    lying: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.z):
        lying.setdefault(piece.place, []).append(piece)
    return lying
