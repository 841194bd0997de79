"""One photograph of a city as a person corrects it: what lies where, what else it may be, and what that comes to."""

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

import cv2
import msgspec
import numpy as np

from companion.games.catalogue import facet
from companion.games.finished import Field, FieldName, Finished, finished
from companion.photographed import named, seen
from companion.photographed.apart import apart
from companion.photographed.named import CitySeen, Printed
from vision.geometry.image import Image, Points
from vision.names.city import CityReader
from vision.names.prints import Prints
from vision.recognition.library import Library, file_of
from vision.stills.photograph import StillReader

_PREVIEW: Final = 1280
"""Pixels of the long side of the picture that a person is shown: three times a phone's width."""
_QUALITY: Final = 72
_OTHERS: Final = 3
"""What else a piece may be: so many are offered."""
_UNLIKELY: Final = 0.01


class Mark(msgspec.Struct, frozen=True):
    """A piece in the photograph: its corners (0..1 of width and height), where it belongs and how often it counts.

    ``piece`` is empty where something lies there that cannot be told; ``others``: the likeliest first.
    """

    quad: tuple[tuple[float, float], ...]
    field: FieldName
    piece: str
    count: int = 1
    sure: bool = True
    others: tuple[str, ...] = ()


class Read(msgspec.Struct, frozen=True):
    """What a photograph shows. ``picture``: a small JPEG of it, in base64; ``told``: what the marks come to.

    ``doubts``: fields that a photograph cannot show for certain (piled coins).
    """

    size: tuple[int, int]
    picture: str
    marks: tuple[Mark, ...]
    told: dict[str, dict[str, int]]
    doubts: tuple[FieldName, ...]


class NothingRead(Exception):
    """No piece of the game is in the photograph."""


class NoBox(Exception):
    """The pieces of this game carry nothing that can be read without their box, and no box with them is enrolled."""


def read_city(picture: Image, game: str, edition: int, box: Path | None) -> Read:
    """What a photograph of a city shows. Raises ``NothingRead``, ``NoBox`` and what reading raises."""
    told = finished(game)
    prints = _prints(game, edition)
    if told is None or (prints is None and box is None):
        raise NoBox
    marks, doubts = (
        _recognised(picture, (game, edition), cast("Path", box), told) if prints is None else _named(picture, prints)
    )
    if not marks:
        raise NothingRead
    height, width = picture.shape[:2]
    fields = told.fields(edition)
    # Stages that are a number are counted by the backs that look out; those with faces of their own are read.
    doubts = tuple(one.name for one in fields if one.name in doubts or (prints is None and _tucked(one)))
    placed = tuple(msgspec.structs.replace(mark, quad=_shares(mark.quad, width, height)) for mark in marks)
    return Read((width, height), _preview(picture), placed, _come_to(placed, fields), doubts)


def _tucked(field: Field) -> bool:
    return field.name == "stages" and field.kind == "number"


def _prints(game: str, edition: int) -> dict[str, Any] | None:
    photo = cast("Printed | None", facet(game, "photo"))
    return photo.prints(edition) if photo is not None and hasattr(photo, "prints") else None


def _named(picture: Image, prints: Mapping[str, Any]) -> tuple[list[Mark], tuple[FieldName, ...]]:
    """By what is printed on the pieces."""
    city = CityReader(msgspec.convert(prints, Prints, strict=False)).read(picture)
    marks = [
        Mark(
            _corners(card.quad),
            "cards",
            card.card or "",
            sure=card.card is not None and card.probability >= named.SURE,
            others=_likely(card.others, but=card.card),
        )
        for card in city.cards
    ]
    return [*marks, *_board(city), *_rounds(city)], _unseen(city)


def _board(city: CitySeen) -> Iterator[Mark]:
    board = city.board
    if board is None or city.board_quad is None:
        return
    where = _corners(city.board_quad)
    certain = board.sure >= named.SURE and len(city.boards) == 1
    yield Mark(where, "wonder", f"{board.name} {board.side}", sure=certain, others=tuple(city.boards[1:]))
    if board.stages is not None:
        yield Mark((), "stages", "", count=board.stages)


def _rounds(city: CitySeen) -> Iterator[Mark]:
    for piece, quad in zip(city.rounds, city.round_quads, strict=True):
        certain = piece.sure >= named.SURE and piece.value is not None
        if piece.kind == "coin":
            yield Mark(_corners(quad), "coins", "", count=piece.value or 0, sure=certain)
        else:
            yield Mark(_corners(quad), "tokens", "" if piece.value is None else str(piece.value), sure=certain)


def _unseen(city: CitySeen) -> tuple[FieldName, ...]:
    """Fields that these pieces cannot tell."""
    if city.board is None:
        return "wonder", "stages", "coins", "tokens"
    return ("stages",) if city.board.stages is None else ()


def _recognised(
    picture: Image, which: tuple[str, int], box: Path, told: Finished
) -> tuple[list[Mark], tuple[FieldName, ...]]:
    """By the enrolled faces of a box; ``which``: the game and its edition."""
    game, edition = which
    reader, known = _reader(box)
    faces = [face for face in known if face.startswith(f"{game}/")]
    if not faces:
        raise NoBox
    ranked_marks: list[tuple[float, Mark]] = []
    pieces = reader.read(picture, faces)
    for piece in pieces:
        ranked = [
            (place, one.probability)
            for one in piece.faces
            if (place := told.belongs(one.face.removeprefix(f"{game}/"))) is not None
        ]
        if piece.faces and not ranked:
            # A face that counts for nothing, as a back does.
            continue
        (field, name, count), probability = ranked[0] if ranked else (("cards", "", 1), 0.0)
        others = [(place[1], share) for place, share in ranked[1:] if place[0] == field]
        certain = probability >= seen.SURE
        mark = Mark(_corners(piece.quad), field, name, count, certain, _likely(others, but=name))
        ranked_marks.append((probability, mark))
    marks = within_the_box(ranked_marks, told.fields(edition))
    seen_faces = Counter(piece.faces[0].face.removeprefix(f"{game}/") for piece in pieces if piece.faces)
    left_open = getattr(told, "left_open", _half_hidden)
    if getattr(told, "DECKS_BESIDE", False):
        marks = _decks_asked(marks)
    return marks, (*left_open(seen_faces), *_not_enrolled(told, edition, game, faces))


def _half_hidden(_faces: Mapping[str, int]) -> tuple[FieldName, ...]:
    """What faces alone do not tell: coins lie on coins, and a wonder lies there before it is built."""
    return "coins", "wonders"


def _not_enrolled(told: Finished, edition: int, game: str, faces: Iterable[str]) -> Iterator[FieldName]:
    """The fields of which no piece can be seen, for none is enrolled."""
    known = {place[0] for face in faces if (place := told.belongs(face.removeprefix(f"{game}/"))) is not None}
    for field in told.fields(edition):
        if not field.shared and not field.rare and field.name not in known and field.kind != "one":
            yield field.name


def within_the_box(ranked: Iterable[tuple[float, Mark]], fields: Iterable[Field]) -> list[Mark]:
    """The marks, each with its probability before; no piece oftener than it can be there.

    Where two cards would be the only Senate of the box, the surer one is; the other is what else it may be, or none.
    """
    room = {(field.name, piece.id): piece.most for field in fields if field.kind == "many" for piece in field.pieces}
    kept = []
    for _, mark in sorted(ranked, key=lambda one: -one[0]):
        left = tuple(name for name in (mark.piece, *mark.others) if room.get((mark.field, name), 1) > 0)
        said = mark
        if mark.piece and left[:1] != (mark.piece,):
            said = msgspec.structs.replace(mark, piece=next(iter(left), ""), sure=False, others=left[1:])
        if (said.field, said.piece) in room:
            room[said.field, said.piece] -= 1
        kept.append(said)
    return kept


def _decks_asked(marks: Sequence[Mark]) -> list[Mark]:
    """The marks; a card that lies apart from all others is not counted and asked about: the top of a deck?"""
    cards = [mark for mark in marks if mark.field == "cards"]
    alone = [cards[k] for k in apart([np.array(card.quad) for card in cards])]
    return [
        msgspec.structs.replace(mark, piece="", sure=False, others=(mark.piece, *mark.others))
        if mark.piece and any(mark is card for card in alone)
        else mark
        for mark in marks
    ]


def _reader(box: Path) -> tuple[StillReader, tuple[str, ...]]:
    """The reader of a box as it is enrolled now, and the faces that it knows."""
    file = file_of(box)
    # Where there is no file, loading says how to mend it.
    there = file.stat() if file.exists() else None
    return _loaded(box, (there.st_mtime_ns, there.st_size, there.st_ino) if there else None)


@lru_cache(maxsize=1)
def _loaded(box: Path, _enrolled: tuple[int, int, int] | None) -> tuple[StillReader, tuple[str, ...]]:
    """As ``_reader``; kept until the box is enrolled anew, which writes its file anew."""
    library = Library.load(box)
    return StillReader(library), tuple(library.faces)


def _come_to(marks: Iterable[Mark], fields: Iterable[Field]) -> dict[str, dict[str, int]]:
    """What the marks come to, no piece oftener than it can be there."""
    counts: dict[str, Counter[str]] = {}
    for mark in marks:
        counts.setdefault(mark.field, Counter())[mark.piece] += mark.count
    told: dict[str, dict[str, int]] = {}
    owners: Counter[str] = Counter()
    for field in fields:
        there = counts.get(field.name, Counter())
        if field.kind == "number":
            told[field.name] = {"n": min(sum(there.values()), field.most)} if there else {}
            continue
        for piece in field.pieces:
            if piece.of and there[piece.id]:
                owners[piece.of] += there[piece.id]
        most = {piece.id: piece.most for piece in field.pieces}
        kept = [(name, min(count, most[name])) for name, count in there.most_common() if most.get(name)]
        told[field.name] = dict(kept[:1] if field.kind == "one" else kept)
    if not told.get("wonder") and owners:
        # Its stages say whose city it is.
        told["wonder"] = {owners.most_common(1)[0][0]: 1}
    return told


def _likely(others: Iterable[tuple[str, float]], but: str | None) -> tuple[str, ...]:
    ranked = (name for name, share in others if share >= _UNLIKELY and name != but)
    return tuple(dict.fromkeys(ranked))[:_OTHERS]


def _corners(quad: Points) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in quad)


def _shares(quad: tuple[tuple[float, float], ...], width: int, height: int) -> tuple[tuple[float, float], ...]:
    return tuple((round(x / width, 4), round(y / height, 4)) for x, y in quad)


def _preview(picture: Image) -> str:
    scale = min(1.0, _PREVIEW / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return base64.b64encode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()).decode()
