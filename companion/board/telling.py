"""The end of a game as a phone tells it: what there is to tell, in words and icons; what was told, as a score sheet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Final

import msgspec

from companion import words
from companion.board.chips import COLOURS
from companion.board.picture import Category, Column, Seat, Side, Turn
from companion.errors import Unusable
from companion.games.catalogue import game_named, packages
from companion.games.finished import (
    Doubtful,
    Field,
    Finished,
    Piece,
    Told,
    editions,
    finished,
    left_over,
    many,
    told_by,
)
from companion.games.vocabulary import Line, PositionError
from companion.looks import faces
from companion.results.bgstats import link as bgstats_link
from companion.results.handing import Form, Handed, in_form
from companion.results.scored import Scored
from companion.words.fields import FIELDS
from companion.words.language import _

_MOST_PLAYERS: Final = 8
_LONGEST_NAME: Final = 40


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece that can be told: ``group``: under which heading it stands among many; ``of``: with this wonder only."""

    id: str
    label: str
    icon: str
    tint: str = ""
    badge: str = ""
    most: int = 1
    group: str = ""
    of: str = ""


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field in words."""

    name: str
    label: str
    icon: str
    kind: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    shared: bool = False


class Edition(msgspec.Struct, frozen=True):
    """One box that can be scored: ``label`` is its name, ``edition`` what tells it from others of the game.

    ``named``: its pieces can be read without an enrolled box; ``partial``: cities that do not fit
    together can be scored.
    """

    game: str
    edition: int
    label: str
    icon: str
    players: tuple[int, int]
    named: bool
    partial: bool


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone tells of one player."""

    told: dict[str, dict[str, Annotated[int, msgspec.Meta(ge=-99, le=99)]]]
    name: Annotated[str, msgspec.Meta(max_length=_LONGEST_NAME)] = ""


class Filled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone tells of a game: its cities in seat order, and of the ``table``; ``partial``: they need not fit."""

    game: str
    edition: int
    cities: Annotated[tuple[City, ...], msgspec.Meta(min_length=1, max_length=_MOST_PLAYERS)]
    table: dict[str, dict[str, Annotated[int, msgspec.Meta(ge=-99, le=99)]]] = {}
    partial: bool = False


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone has of one city: how often each card is surely there, and those that are not sure."""

    sure: dict[str, Annotated[int, msgspec.Meta(ge=0, le=99)]]
    doubtful: tuple[Doubtful, ...] = ()


class AllShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone has of all cities of a game."""

    game: str
    edition: int
    cities: Annotated[tuple[Shown, ...], msgspec.Meta(min_length=1, max_length=_MOST_PLAYERS)]


class Tally(msgspec.Struct, frozen=True):
    """The score sheet, as the page draws a table's; ``link`` hands it to BG Stats."""

    turn: Turn
    seats: tuple[Seat, ...]
    sheet: tuple[Column, ...]
    link: str


class Impossible(Exception):
    """The rules say that this cannot lie there: the line says why, and ``why`` as a code, where it has one."""

    def __init__(self, words: str, why: Line | None) -> None:
        super().__init__(words)
        self.why = why


def boxes() -> tuple[Edition, ...]:
    """All that can be scored, newest editions first."""
    found = []
    for game in packages():
        told = finished(game)
        if told is None:
            continue
        known = editions(game)
        for edition in sorted(known, reverse=True):
            title, seats = words.game_title(game), game_named(game).PLAYERS
            label = _("{game}, edition {n}").format(game=title, n=edition) if len(known) > 1 else title
            partial = getattr(told, "PARTIAL", False)
            named = edition in getattr(told, "READ_BY_NAME", ())
            icon, seated = faces.looks(game).icon, (min(seats), max(seats))
            found.append(Edition(game, edition, label, icon, seated, named, partial))
    return tuple(found)


def asked(game: str, edition: int) -> tuple[Asked, ...]:
    """What there is to tell, in the language spoken. Raises ``Unusable`` where there is no such box."""
    fields = _facet(game, edition).fields(edition)
    return tuple(
        Asked(
            field.name,
            _(FIELDS[field.name]),
            faces.FIELD_ICONS[field.name],
            field.kind,
            _sorted(tuple(_choice(piece, game) for piece in field.pieces), field, game),
            field.least,
            field.most,
            field.shared,
        )
        for field in fields
    )


def score(filled: Filled) -> Tally:
    """The score sheet in the language spoken. Raises ``Unusable`` or ``Impossible``."""
    end, game = _scored(filled), filled.game
    categories = words.categories(game, end.sheet.categories)
    columns = tuple(
        Column(
            words.category(name, game), *faces.category(name), tuple(row.get(name, 0) for row in end.sheet.categories)
        )
        for name in categories
    )
    seats = tuple(_seat(end, seat, game, categories) for seat in range(len(end.names)))
    return Tally(Turn(words.victory(end.table), "laurel", over=True), seats, columns, bgstats_link(end))


def elsewhere(shown: AllShown) -> list[list[Doubtful]]:
    """Of each city its doubtful cards, none what all cities surely show as often as there is of it.

    Raises ``Unusable`` where there is no such box, or it is not for so many.
    """
    _facet(shown.game, shown.edition)
    players = len(shown.cities)
    if players > max(game_named(shown.game).PLAYERS):
        raise Unusable(f"{shown.game} is not for {players}")
    sure = sum((Counter(city.sure) for city in shown.cities), Counter[str]())
    left = left_over(shown.game, shown.edition, players, sure)
    return [[told_by(left, card) for card in city.doubtful] for city in shown.cities]


def hand(filled: Filled, form: Form, language: str) -> Handed:
    """The result in a form in which it is handed on. Raises ``Unusable`` or ``Impossible``."""
    return in_form(_scored(filled), form, language)


def _facet(game: str, edition: int) -> Finished:
    told = finished(game)
    if told is None or edition not in editions(game):
        raise Unusable(f"no game {game} of edition {edition} can be scored here")
    return told


def _scored(filled: Filled) -> Scored:
    told = _facet(filled.game, filled.edition)
    known = {field.name: field for field in told.fields(filled.edition)}
    for values in (filled.table, *(city.told for city in filled.cities)):
        for name, counts in values.items():
            _check(known.get(name), name, counts)  # type: ignore[call-overload]  # a stranger's word
    try:
        position = told.position(filled.edition, [city.told for city in filled.cities], filled.table)
        if filled.partial and getattr(told, "PARTIAL", False):
            position["partial"] = True
        # Nobody plays the Free City, which is told last: it has no column.
        players = filled.cities[: len(position["players"])]
        boards = [_boards(city.told) for city in players]
        return Scored(position, [" ".join(city.name.split()) for city in players], boards)
    except PositionError as error:
        raise Impossible(str(error), error.why) from error


def _check(field: Field | None, name: str, counts: Mapping[str, int]) -> None:
    """Raises ``Unusable`` where so many of these cannot be told."""
    if field is None:
        raise Unusable(f"{name}: not to be told of this game")
    most = {"n": field.most} if field.kind == "number" else {piece.id: piece.most for piece in field.pieces}
    least = field.least if field.kind == "number" else 0
    for piece, count in counts.items():
        if piece not in most or not least <= count <= most[piece]:
            raise Unusable(f"{name}: not {count} of {piece}")


def _boards(told: Told) -> tuple[str, ...]:
    return many(told, "wonder") or many(told, "wonders")


def _seat(end: Scored, seat: int, game: str, categories: Sequence[str]) -> Seat:
    boards = end.wonders(seat)
    wonder = boards[0].partition(" ")[0] if len(boards) == 1 else ""
    lines = [line for line in end.sheet.explain if line.seat == seat]
    points = []
    for name in categories:
        reasons = tuple((line.points, words.line(line.why, game, end.table)) for line in lines if line.category == name)
        if reasons:
            points.append(Category(words.category(name, game), sum(points for points, _why in reasons), reasons))
    return Seat(
        seat=seat,
        name=words.player(end.table, seat),
        icon=faces.wonder_icon(game, wonder) if wonder else "capital",
        tint=wonder or faces.seat_colour(seat),
        score=end.sheet.totals[seat],
        side=Side((), (), ()),
        points=tuple(points),
        winner=seat in end.sheet.winners,
    )


def _choice(piece: Piece, game: str) -> Choice:
    match piece.kind:
        case "card":
            face = faces.face(game, piece.id)
            heading = _(COLOURS[face.colour]) if face.colour in COLOURS else ""
            label = words.card(piece.id, game)
            return Choice(piece.id, label, face.icons[0], face.colour, face.badge, piece.most, heading)
        case "board":
            wonder, _blank, side = piece.id.partition(" ")
            label = f"{words.wonder(wonder, game)} {side}".strip()
            return Choice(piece.id, label, faces.wonder_icon(game, wonder), wonder)
        case "stage":
            label = _("Stage {n}").format(n=words.stage_number(piece.id))
            return Choice(piece.id, label, "stage", piece.of, badge=words.stage_number(piece.id), of=piece.of)
        case "wonder":
            return Choice(piece.id, words.wonder(piece.id, game), faces.wonder_icon(game, piece.id), "accent")
        case "token":
            label = words.token(piece.id, game)
            return Choice(piece.id, label, faces.token_icon(game, piece.id), "accent", most=piece.most)
        case "laid" | "slot":
            raise ValueError("this is told of a game that is being played, at the table")
        case "worth":
            tint = "bad" if piece.id.startswith("-") else "red"
            return Choice(
                piece.id, words.signed(int(piece.id)), "swords", tint, words.signed(int(piece.id)), piece.most
            )


def _sorted(choices: tuple[Choice, ...], field: Field, game: str) -> tuple[Choice, ...]:
    """Cards by colour and name; all else as the game has it."""
    if field.name != "cards":
        return choices
    order = faces.looks(game).colours
    place = {colour: number for number, colour in enumerate(order)}
    return tuple(sorted(choices, key=lambda choice: (place.get(choice.tint, len(order)), choice.label)))
