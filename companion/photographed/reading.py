"""One photograph of a city as a person corrects it: what lies where, what else it may be, and what that comes to."""

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.games.finished import CARDS, NUMBER, Field, FieldName, Finished, Told, finished
from companion.photographed.apart import without_decks
from companion.photographed.asking import Box, Question, questions
from companion.photographed.belonging import of_this_city, px_per_mm
from companion.photographed.built import Sizes, built
from companion.photographed.marks import Guess, Mark, come_to, corners, likely, within_the_box, wonders_seen
from companion.photographed.memory import give_back
from companion.photographed.named import by_names, over_names, prints_of
from companion.photographed.together import together
from vision.geometry.image import Image
from vision.names.city import TELL_THE_TABLE
from vision.recognition.library import Library, file_of
from vision.stills.in_the_way import reaches_in
from vision.stills.photograph import Found, Known, StillReader
from vision.stills.placing import shown

_PREVIEW: Final = 1280
"""Pixels of the long side of the picture that a person is shown: three times a phone's width."""
_QUALITY: Final = 72
_SURE: Final = 0.97
"""A face that is less likely than this is not sure: probabilities are calibrated (docs/eyes.md)."""


class Read(msgspec.Struct, frozen=True):
    """What a photograph shows. ``picture``: a small JPEG of it, in base64; ``told``: what the marks come to.

    ``questions``: what a person must be asked, for points hang on it. Other marks that are not sure may be looked at.
    """

    size: tuple[int, int]
    picture: str
    marks: tuple[Mark, ...]
    told: dict[str, dict[str, int]]
    questions: tuple[Question, ...]


class NothingRead(Exception):
    """No piece of the game is in the photograph."""


class NoBox(Exception):
    """The pieces of this game carry nothing that can be read without their box, and no box with them is enrolled."""


def read_city(picture: Image, game: str, edition: int, box: Path | None) -> Read:
    """What a photograph of a city shows. Raises ``NothingRead``, ``NoBox`` and what reading raises."""
    told = finished(game)
    prints = prints_of(game, edition)
    enrolled = box if box is not None and (prints is None or _of_edition(box, game, edition)) else None
    if told is None or (prints is None and enrolled is None):
        raise NoBox
    named, left_open = by_names(picture, prints) if prints is not None else ([], ())
    # Where enrolled faces are at hand, a few names among strips that show none are not legible.
    legible = sum(guess.mark.field == CARDS and guess.mark.sure for guess in named) >= TELL_THE_TABLE
    names = bool(named) and (enrolled is None or legible)
    fields = told.fields(edition)
    by_face: list[Guess] = []
    covered = False
    if enrolled is not None:
        give_back()
        known = [guess for guess in named if guess.mark.field == CARDS and guess.mark.piece] if names else []
        by_face, open_by_face, covered = _recognised(picture, (game, edition), enrolled, told, known)
        # Where no name is legible, faces alone are read.
        left_open = left_open if names else open_by_face
    elif prints is not None:
        covered = over_names(picture, named, prints)
    guesses = within_the_box(together(by_face, named, _SURE), fields, _SURE) if names else by_face
    if not guesses:
        raise NothingRead
    height, width = picture.shape[:2]
    placed = [guess._replace(mark=_placed(guess, width, height)) for guess in guesses]
    marks = tuple(guess.mark for guess in placed)
    seen = come_to(marks, fields)
    implied = getattr(told, "implied", _as_seen)(seen)
    by_rules = {name: dict(pieces) for name, pieces in implied.items()}
    # Beside another city's wonder some of the cards may be that city's. What lies over a city may hide anything.
    cities = wonders_seen(marks, fields)
    # Stages that are a number are counted by the backs that look out; those with faces of their own are read.
    open_fields = tuple(
        one.name
        for one in fields
        if one.name in left_open
        or (not names and _tucked(one))
        or (one.kind == "one" and not seen.get(one.name))
        or by_rules.get(one.name) != seen.get(one.name)
        or (one.name in {"wonder", CARDS} and len(cities) > 1)
        or (covered and one.kind != "one" and not one.shared and not one.rare)
    )
    asked = questions(placed, open_fields, Box(game, edition, told))
    return Read((width, height), _preview(picture), marks, by_rules, asked)


def _as_seen(city: Told) -> Told:
    return city


def _of_edition(box: Path, game: str, edition: int) -> bool:
    """Whether a box has faces of this game, and all of them can be told in this edition."""
    told = finished(game)
    if told is None:
        return False
    pieces = {(field.name, piece.id) for field in told.fields(edition) for piece in field.pieces}
    faces = [face.removeprefix(f"{game}/") for face in _reader(box)[1] if face.startswith(f"{game}/")]
    places = [place for face in faces if (place := told.belongs(face)) is not None and place[1] != NUMBER]
    return bool(places) and all(place[:2] in pieces for place in places)


def _tucked(field: Field) -> bool:
    return field.name == "stages" and field.kind == "number"


def _recognised(
    picture: Image, which: tuple[str, int], box: Path, told: Finished, named: Sequence[Guess]
) -> tuple[list[Guess], tuple[FieldName, ...], bool]:
    """By the enrolled faces of a box, and whether something lies over the city.

    ``which``: the game and its edition; ``named``: cards that are told by their names.
    """
    game, edition = which
    reader, known = _reader(box)
    faces = [face for face in known if face.startswith(f"{game}/")]
    if not faces:
        raise NoBox
    pieces = reader.read(picture, faces, list(_known(named, game, told, faces)))
    read = (_guessed(piece, game, told) for piece in pieces)
    guesses = within_the_box((guess for guess in read if guess is not None), told.fields(edition), _SURE)
    seen_faces = Counter(piece.faces[0].face.removeprefix(f"{game}/") for piece in pieces if piece.faces)
    left_open = getattr(told, "left_open", _half_hidden)(seen_faces)
    built_over = getattr(told, "BUILT_OVER", None)
    sizes = {face.removeprefix(f"{game}/"): known[face] for face in faces}
    if built_over is not None and any(guess.mark.field == built_over for guess in guesses):
        guesses = list(built(guesses, built_over, (picture, pieces), told, sizes))
    guesses = of_this_city(guesses, pieces, known, left_open)
    if getattr(told, "DECKS_BESIDE", False):
        closely = shown(picture)
        guesses = without_decks(
            guesses, closely, sizes, lambda card, quad: reader.at_home(closely, f"{game}/{card}", quad)
        )
    covered = _lies_over(picture, guesses, pieces, known)
    return guesses, (*left_open, *_not_enrolled(told, edition, game, faces)), covered


def _known(named: Iterable[Guess], game: str, told: Finished, faces: Sequence[str]) -> Iterator[Known]:
    """The cards with these names, each by the first of these faces that it may have."""
    for guess in named:
        mine = (CARDS, guess.mark.piece)
        face = next((face for face in faces if (told.belongs(face.removeprefix(f"{game}/")) or ())[:2] == mine), None)
        if face is not None:
            yield Known(face, np.array(guess.mark.quad[:2]), guess.probability, guess.probability >= _SURE)


def _lies_over(picture: Image, guesses: Sequence[Guess], pieces: Sequence[Found], sizes: Sizes) -> bool:
    """Whether something that is no piece lies over the city, on a card of it or all about them."""
    city = {guess.mark.quad for guess in guesses}
    if any(piece.covered and corners(piece.quad) in city for piece in pieces):
        return True
    # An arm may lie on somebody else's card before it reaches the city.
    quads = [piece.quad for piece in pieces if not piece.covered]
    scale = px_per_mm(pieces, sizes)
    return scale > 0 and reaches_in(picture, quads, [np.array(quad) for quad in city], scale)


def _guessed(piece: Found, game: str, told: Finished) -> Guess | None:
    """What a piece counts for; ``None``: for nothing, as a back does."""
    ranked = [
        (place, one.probability)
        for one in piece.faces
        if (place := told.belongs(one.face.removeprefix(f"{game}/"))) is not None
    ]
    if not ranked:
        return None if piece.faces else Guess(Mark(corners(piece.quad), "cards", "", sure=False))
    # A strip may be one of four cards or a back: then it is a card, though each of them is less likely than the back.
    field = max(
        (kind for (kind, *_), _ in ranked), key=lambda kind: sum(share for one, share in ranked if one[0] == kind)
    )
    (_, name, count), probability = next(one for one in ranked if one[0][0] == field)
    shares = tuple((place[1], share) for place, share in ranked if place[0] == field)
    mark = Mark(corners(piece.quad), field, name, count, probability >= _SURE, likely(shares, but=name))
    return Guess(mark, (*shares, ("", 1 - sum(share for _, share in ranked))))


def _half_hidden(_faces: Mapping[str, int]) -> tuple[FieldName, ...]:
    """What faces alone do not tell: coins lie on coins."""
    return ("coins",)


def _not_enrolled(told: Finished, edition: int, game: str, faces: Iterable[str]) -> Iterator[FieldName]:
    """The fields of which no piece can be seen, for none is enrolled."""
    known = {place[0] for face in faces if (place := told.belongs(face.removeprefix(f"{game}/"))) is not None}
    for field in told.fields(edition):
        if not field.shared and not field.rare and field.name not in known and field.kind != "one":
            yield field.name


def _reader(box: Path) -> tuple[StillReader, Sizes]:
    """The reader of a box as it is enrolled now, and the faces that it knows, with their sizes (mm)."""
    file = file_of(box)
    # Where there is no file, loading says how to mend it.
    there = file.stat() if file.exists() else None
    return _loaded(box, (there.st_mtime_ns, there.st_size, there.st_ino) if there else None)


@lru_cache(maxsize=1)
def _loaded(box: Path, _enrolled: tuple[int, int, int] | None) -> tuple[StillReader, Sizes]:
    """As ``_reader``; kept until the box is enrolled anew, which writes its file anew."""
    library = Library.load(box)
    return StillReader(library), {name: face.size for name, face in library.faces.items()}


def _placed(guess: Guess, width: int, height: int) -> Mark:
    """The mark as it is handed on."""
    quad = tuple((round(x / width, 4), round(y / height, 4)) for x, y in guess.mark.quad)
    return msgspec.structs.replace(guess.mark, quad=quad, probability=round(guess.probability, 3))


def _preview(picture: Image) -> str:
    scale = min(1.0, _PREVIEW / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return base64.b64encode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()).decode()
