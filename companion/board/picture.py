"""What a phone is shown: a picture in words of its language, drawn without knowing any game."""

import msgspec


class Chip(msgspec.Struct, frozen=True, omit_defaults=True):
    """An icon with a number or name: ``label`` says it in full, ``tint`` is a colour by name, ``faint``: none there."""

    icon: str
    label: str
    text: str = ""
    tint: str = ""
    faint: bool = False


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that belong together; ``name`` where it must be said what they are."""

    chips: tuple[Chip, ...]
    name: str = ""


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage of a wonder: ``built``, ``open`` (can be built now) or neither."""

    text: str
    label: str
    state: str = ""


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies before a player: at a glance, and more for who wants to know."""

    stages: tuple[Stage, ...]
    glance: tuple[Group, ...]
    more: tuple[Group, ...]


class Category(msgspec.Struct, frozen=True):
    """A category of one player's points; ``reasons``: so many of them, and why."""

    name: str
    points: int
    reasons: tuple[tuple[int, str], ...]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player: name, mark and colour, score, what lies there, and why the score is what it is."""

    seat: int
    name: str
    icon: str
    tint: str
    score: int
    side: Side
    points: tuple[Category, ...]
    wonder: str = ""
    moving: bool = False
    winner: bool = False


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line above everything: whose turn it is and what is to be done, or who has won."""

    text: str
    icon: str
    duties: tuple[str, ...] = ()
    over: bool = False


class Column(msgspec.Struct, frozen=True):
    """A category of the score sheet, with each seat's points."""

    name: str
    icon: str
    tint: str
    points: tuple[int, ...]


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of a layout to choose from: where (row, and half cards from the left), what, its price where it is free.

    ``state``: ``down`` (face down), ``up`` or ``free``.
    """

    row: int
    x: int
    state: str
    label: str
    icon: str = ""
    tint: str = ""
    price: str = ""


class Structure(msgspec.Struct, frozen=True):
    """What two players take from and fight over: a layout of cards (empty: none is laid yet), and a pawn on a track.

    ``pawn``: -``end``..``end``, positive towards seat 1; ``loot``: what lies on the way, by place; ``label``: the track
    in words.
    """

    cells: tuple[Cell, ...]
    pawn: int
    end: int
    loot: dict[int, int]
    label: str


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the log: what, with what; how it is known; whether taken back; what was irregular."""

    seq: int
    text: str
    by: str
    known: str
    detail: str = ""
    tint: str = ""
    undone: bool = False
    finding: str = ""


class Asked(msgspec.Struct, frozen=True):
    """A question for the phone of its seat; ``choices``: the place of each answer, it, and more about it."""

    number: int
    text: str
    choices: tuple[tuple[int, str, str], ...]


class Mine(msgspec.Struct, frozen=True):
    """Whom this phone answers for, and what it is asked."""

    name: str
    asked: Asked | None


class Picture(msgspec.Struct, frozen=True):
    """All but the log and what is only one phone's; sent field by field, where a field has changed.

    ``notices``: what everybody waits for. ``chances``: event by event, each seat's chance to win in percent.
    """

    lang: str
    languages: dict[str, str]
    title: str
    labels: dict[str, str]
    turn: Turn | None
    notices: tuple[str, ...]
    middle: tuple[Group, ...]
    structure: Structure | None
    seats: tuple[Seat, ...]
    sheet: tuple[Column, ...]
    chances: tuple[tuple[int, ...], ...]
    results: dict[str, str]
