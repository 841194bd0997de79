"""What the public pictures of all tables have in common; each game's own is its facet ``table``.

A facet ``table`` has ``Table`` (a ``TableView`` of its own, its tag the game's name) and those functions of ``Picture``
that are not as ``Plain`` has them. A game without the facet is shown by what all tables have.
"""

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

import msgspec
from msgspec.structs import replace

from companion.games.catalogue import Together, UnknownGameError, facet, game_named
from companion.games.vocabulary import AnyState, Finding, Line, Sheet


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's public side of the table, as every game has it.

    ``wonder``: the wonder before the player (empty where a player has none, or several). ``categories`` sums to
    ``score``. ``cards``: how many of each lie in front of the player.
    """

    seat: int
    name: str
    wonder: str = ""
    score: int
    categories: dict[str, int]
    cards: dict[str, int]


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """The public picture of a table, as every game has it: the one thing that screens draw.

    ``obligations``: what must be done now; ``moves``: the legal moves now (as JSON objects, see docs/moves.md)
    so that a finger can do all that the camera can. ``winners``: nobody, where a game was ended before its end.
    """

    players: tuple[SeatView, ...]
    turn: int
    to_move: int | None
    obligations: tuple[Line, ...]
    moves: tuple[dict[str, Any], ...]
    finished: bool
    winners: tuple[int, ...] = ()


if TYPE_CHECKING:
    AnyTable = TableView
else:

    class AnyTable(ABC):  # noqa: B024 - only msgspec sees it
        """A ``TableView`` of whichever game: no Struct, so that msgspec asks ``read_table`` what it is."""

    AnyTable.register(TableView)


class LogEntry(msgspec.Struct, frozen=True):
    """An accepted event as people see it: ``undone`` when a later event took it back.

    ``secret``: not everybody may know yet what was done (a card chosen in a turn that is not over). ``place``: where a
    ruling says that all is right as it lies.
    """

    seq: int
    kind: Literal["setup", "move", "ruling", "correction", "undo", "audit"]
    move: dict[str, Any] | None
    by: Literal["camera", "finger", "rule"]
    findings: tuple[Finding, ...] = ()
    undone: bool = False
    secret: bool = False
    place: str = ""


class Played(NamedTuple):
    """One effective move: its event, and the states around it."""

    seq: int
    move: Any
    before: Any
    after: Any
    findings: tuple[Finding, ...]


class Picture(Protocol):
    """How one game's table is shown: its facet ``table``."""

    @property
    def Table(self) -> type[TableView]:  # noqa: N802 - a class in a module
        """The picture's type."""

    def table(self, state: Any, sheet: Sheet, *, over: bool) -> TableView:
        """The table as it stands; ``over``: nobody is to move any more."""

    def secrets(self, played: Sequence[Played], undone: frozenset[int], /) -> frozenset[int]:
        """The events of which not everybody may know yet what was done; ``undone``: those that were taken back."""

    def public_table(self, table: Any, /) -> TableView:
        """The table as anybody may see it."""

    def public_entry(self, entry: LogEntry, /) -> LogEntry:
        """An event as anybody may know it; without its move, if nobody may."""


def common(game: str, state: Any, sheet: Sheet, *, over: bool) -> dict[str, Any]:
    """What every ``Table`` says alike, by field; ``over``: nobody is to move any more."""
    rules = game_named(game)
    return {
        "to_move": None if over else state.to_move,
        "obligations": () if over else rules.obligations(state),
        "moves": () if over else tuple(rules.dump_move(move) for move in rules.legal(state)),
        "finished": over,
        "winners": sheet.winners if state.finished else (),
    }


class Plain:
    """A table shown by what all tables have: scores, whose move it is, the moves. All lies open but the moves."""

    def __init__(self, game: str) -> None:
        self._game = game
        self.Table = cast(
            "type[TableView]", msgspec.defstruct("Table", (), bases=(TableView,), tag=game, frozen=True, kw_only=True)
        )

    def table(self, state: AnyState, sheet: Sheet, *, over: bool) -> TableView:
        """The table as it stands; its turns are not counted."""
        names = state.names or tuple(str(seat + 1) for seat in range(state.players))
        players = tuple(
            SeatView(seat=seat, name=name, score=sheet.totals[seat], categories=sheet.categories[seat], cards={})
            for seat, name in enumerate(names)
        )
        return self.Table(players=players, turn=0, **common(self._game, state, sheet, over=over))

    @staticmethod
    def secrets(_played: Sequence[Played], _undone: frozenset[int]) -> frozenset[int]:
        """No move is hidden."""
        return frozenset()

    @staticmethod
    def public_table(table: TableView) -> TableView:
        """Without the moves: which can still be made tells what has been seen."""
        return replace(table, moves=())

    @staticmethod
    def public_entry(entry: LogEntry) -> LogEntry:
        """All of it."""
        return entry


@cache
def picture_of(game: str) -> Picture:
    """How a game's table is shown. Raises ``UnknownGameError``."""
    return cast("Picture", Together(facet(game, "table"), Plain(game)))


def read_table(kind: type, obj: Any) -> TableView:
    """Msgspec's ``dec_hook`` for every message that holds a table: the Struct of the game that the object names.

    Raises ``msgspec.ValidationError``.
    """
    if kind is not AnyTable:
        raise NotImplementedError(kind)
    game = obj.get("game") if isinstance(obj, dict) else None
    try:
        table = picture_of(game).Table if isinstance(game, str) else None
    except UnknownGameError as error:
        raise msgspec.ValidationError(str(error)) from None
    if table is None:
        raise msgspec.ValidationError("a table names its game")
    return msgspec.convert(obj, table, str_keys=True)
