"""What is worth asking a person about a photograph: only that on which points hang.

Each doubtful piece is taken for what else it may be, and the city is scored each time: beside cities drawn by lot, for
what a guild is worth hangs on the neighbours; and beside cities of one piece only, which counts what others have.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from companion.games.catalogue import game_named
from companion.games.finished import NUMBER, Field, FieldName, Finished, Told
from companion.games.vocabulary import PositionError
from companion.photographed.marks import Guess, Mark, come_to

_WORTH_ASKING: Final = 0.02
"""Probability of other points than are counted from which on a piece is asked about."""
_CITIES: Final = 3
"""Players of a table drawn by lot: a city and two neighbours; fewer where a game is for fewer."""
_TABLES: Final = 12
_DRAWS: Final = 60
"""Tables drawn by lot beside which a city is scored, and how many are drawn at most for them: some cannot be."""
_DRAWN: Final = 0.25
"""How likely a piece lies in a city drawn by lot."""
_MOST_DRAWN: Final = 3
"""Numbers of such a city go up to this."""
_ASIDE: Final = 0.25
"""Share of a card's width by which cards of one column may lie beside each other."""

Others = tuple[Told, ...]
Sheets = tuple[tuple[tuple[str, int], ...], ...]


class Box(NamedTuple):
    """Which game it is, its edition, how its end is told."""

    game: str
    edition: int
    told: Finished


class Question(msgspec.Struct, frozen=True):
    """What a person answers in one go: ``marks`` (their numbers) that are alike, or a form.

    A form has ``fields`` that are filled in, and all marks that are doubtful, each to be answered by itself; one of a
    card that lies apart is the city's or not.
    """

    marks: tuple[int, ...] = ()
    fields: tuple[FieldName, ...] = ()


def questions(guesses: Sequence[Guess], left_open: Sequence[FieldName], box: Box) -> tuple[Question, ...]:
    """What must be asked; ``left_open``: fields that the photograph does not tell.

    Where something is filled in anyway all is asked there: a person looks at a photograph once.
    """
    fields = box.told.fields(box.edition)
    marks = [guess.mark for guess in guesses]
    pieces = ((guess.mark.field, name) for guess in guesses for name, _ in guess.shares)
    city = _City(fields, left_open)
    not_sure = [k for k, guess in enumerate(guesses) if not guess.mark.sure and guess.mark.field not in left_open]
    tables = Tables(box, city.of(marks), pieces) if any(guesses[k].shares for k in not_sure) else None
    doubtful = [k for k in not_sure if tables is None or _matters(k, guesses, tables, city)]
    if left_open or any(marks[k].others and not marks[k].piece for k in doubtful):
        return (Question(tuple(doubtful), tuple(left_open)),)
    return tuple(Question(marks=group) for group in _alike(doubtful, marks))


class _City(NamedTuple):
    """What marks come to while a person has not filled in what is left open."""

    fields: Sequence[Field]
    left_open: Sequence[FieldName]

    def of(self, marks: Sequence[Mark]) -> Told:
        """Fields left open hold nothing, numbers are one: points may hang on it, and there is no board of fewer."""
        told: dict[str, dict[str, int]] = come_to(marks, self.fields)
        for field in self.fields:
            if field.name in self.left_open:
                told[field.name] = {NUMBER: min(field.most, 1)} if field.kind == "number" else {}
        return told


def _matters(at: int, guesses: Sequence[Guess], tables: "Tables", city: _City) -> bool:
    """Whether what else a piece may be gives other points."""
    guess = guesses[at]
    if not guess.shares or not tables.allowed:
        return True
    marks = [one.mark for one in guesses]
    open_share, other = sum(share for piece, share in guess.shares if piece != guess.mark.piece), 0.0
    for piece, share in guess.shares:
        if piece == guess.mark.piece or open_share + other <= _WORTH_ASKING:
            continue
        open_share -= share
        if tables.differ(city.of(_taken_for(at, piece, marks, city.fields))):
            other += share
    return other > _WORTH_ASKING


def _taken_for(at: int, piece: str, marks: Sequence[Mark], fields: Sequence[Field]) -> list[Mark]:
    """The marks, one taken for another piece, or for none; where the box holds no more of it, two change places."""
    mine = marks[at]
    room = {one.id: one.most for field in fields if field.name == mine.field for one in field.pieces}
    same = [k for k, mark in enumerate(marks) if (mark.field, mark.piece) == (mine.field, piece) and k != at]
    changed = list(marks)
    changed[at] = msgspec.structs.replace(mine, piece=piece)
    if piece and same and len(same) >= room.get(piece, 1):
        changed[same[0]] = msgspec.structs.replace(marks[same[0]], piece=mine.piece)
    return changed


class Tables:
    """Tables at which a city is scored: two readings of it are one where they score alike at all of them.

    ``city``: a first reading; ``pieces``: of which field they are, and which, as what else may lie in it. None of all
    these lies elsewhere.
    """

    def __init__(self, box: Box, city: Told, pieces: Iterable[tuple[str, str]]) -> None:
        fields = box.told.fields(box.edition)
        self._box, self._rules = box, game_named(box.game)
        one = next((field for field in fields if field.kind == "one"), None)
        # Whose city it is matters little to which of two cards it holds.
        self._usual: Told = {one.name: {one.pieces[0].id: 1}} if one else {}
        taken = {*pieces, *((name, piece) for name, pieces in city.items() for piece in pieces)}
        self._count = min(_CITIES, max(self._rules.PLAYERS)) - 1
        # Of each table who else sits there, and what all score, by category.
        self._tables = [*self._drawn(fields, city, taken), *self._looking_across(fields, city, taken)]

    @property
    def allowed(self) -> bool:
        """Whether the rules allow the first reading at any table."""
        return bool(self._tables)

    def differ(self, city: Told) -> bool:
        """Whether another reading of the city scores differently; at a table where it is not allowed it does not."""
        return any(self._scored(city, others) not in {None, counted} for others, counted in self._tables)

    def alike(self, city: Told) -> bool:
        """Whether another reading is allowed, and scores alike, at all of them."""
        return self.allowed and all(self._scored(city, others) == counted for others, counted in self._tables)

    def _drawn(
        self, fields: Sequence[Field], city: Told, taken: AbstractSet[tuple[str, str]]
    ) -> Iterator[tuple[Others, Sheets]]:
        rng = Random(0)
        drawn = (_by_lot(fields, taken, self._count, rng) for _ in range(_DRAWS))
        scored = ((others, self._scored(city, others)) for others in drawn)
        return islice(((others, sheets) for others, sheets in scored if sheets is not None), _TABLES)

    def _looking_across(
        self, fields: Sequence[Field], city: Told, taken: AbstractSet[tuple[str, str]]
    ) -> Iterator[tuple[Others, Sheets]]:
        """A neighbour with one piece only, each that counts something of this city."""
        bare = _by_lot([field for field in fields if field.kind == "one"], taken, self._count, Random(0))
        for field in fields:
            for piece in field.pieces:
                if field.kind == "one" or piece.of or (field.name, piece.id) in taken:
                    continue
                others = ({**bare[0], field.name: {piece.id: 1}}, *bare[1:])
                beside, alone = self._scored(city, others), self._scored({}, others)
                if beside and alone and beside[1:] != alone[1:]:
                    yield others, beside

    def _scored(self, city: Told, others: Others) -> Sheets | None:
        told = {**city, **{name: value for name, value in self._usual.items() if not city.get(name)}}
        position: dict[str, Any] = self._box.told.position(self._box.edition, [told, *others], {})
        if getattr(self._box.told, "PARTIAL", False):
            position["partial"] = True
        try:
            return tuple(tuple(sorted(row.items())) for row in self._rules.score_position(position).categories)
        except PositionError:
            return None


def _by_lot(fields: Sequence[Field], taken: AbstractSet[tuple[str, str]], count: int, rng: Random) -> Others:
    """So many cities; none of the pieces that are taken, by their fields, and each once."""
    gone, cities = set(taken), []
    for _ in range(count):
        drawn: dict[str, dict[str, int]] = {}
        for field in fields:
            free = [one.id for one in field.pieces if (field.name, one.id) not in gone and not one.of]
            if field.kind == "number":
                drawn[field.name] = {NUMBER: rng.randint(0, min(_MOST_DRAWN, field.most))} if not field.shared else {}
            elif field.kind == "one":
                drawn[field.name] = {rng.choice(free or [one.id for one in field.pieces]): 1}
            else:
                drawn[field.name] = {one: 1 for one in free if rng.random() < _DRAWN}
            gone |= {(field.name, one) for one in drawn[field.name] if field.kind != "number"}
        cities.append(drawn)
    return tuple(cities)


def _alike(numbers: Sequence[int], marks: Sequence[Mark]) -> Iterator[tuple[int, ...]]:
    """Marks that one answer is for: of one column, taken for the same, and the same is what else they may be."""
    left = list(numbers)
    while left:
        first = marks[left[0]]
        group = tuple(k for k in left if k == left[0] or (first.piece and _same_column(first, marks[k])))
        yield group
        left = [k for k in left if k not in group]


def _same_column(one: Mark, other: Mark) -> bool:
    same = (one.field, one.piece, set(one.others)) == (other.field, other.piece, set(other.others))
    if not same or len(one.quad) != len(other.quad) or len(one.quad) < 4:
        return False
    mine, its = np.array(one.quad), np.array(other.quad)
    axes = np.column_stack([mine[1] - mine[0], mine[3] - mine[0]])
    return bool(abs(np.linalg.solve(axes, its.mean(0) - mine.mean(0))[0]) < _ASIDE)
