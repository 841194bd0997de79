"""What all games share: findings, score sheets, places on the mats, the shape of a game.

Nothing here knows a particular game; nothing here knows a pixel, a clock or a random number.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that the rules say, as a code with what it speaks of; words are made of it at the edge (``words.py``).

    ``params``: by the name of their gap in the words: numbers, seats, ids, or lines within this one; one or several.
    Nobody changes them. A line whose words are not ours holds them in ``said``.
    """

    code: str
    params: "dict[str, Param]" = {}

    def __hash__(self) -> int:
        """Equal lines have equal codes; what they speak of need not be hashed."""
        return hash(self.code)


Param = int | str | Line | tuple[int | str | Line, ...]
"""What a line speaks of: a number or a seat, an id, a line, or several of these."""


def line(code: str, /, **params: Param) -> Line:
    """What the rules say: ``line("build", stage="a_1", count=2)``."""
    return Line(code, params)


_TAPPED = frozenset({"where_lies", "deck_unseen", "deck_unsure"})
"""Doubts about a piece that is always there: a person's tap on it (its ``place``) tells where."""


def to_be_tapped(doubts: Iterable[Line]) -> tuple[str, ...]:
    """The places whose pieces were not seen, or not for certain, and on which people are asked to tap."""
    return tuple(str(doubt.params["place"]) for doubt in doubts if doubt.code in _TAPPED)


def lines_of(kind: str, ids: Iterable[str]) -> tuple[Line, ...]:
    """A line that names it for each of these pieces: ``lines_of("card", ids)`` are of the code and gap ``card``."""
    return tuple(Line(kind, {kind: piece}) for piece in ids)


def said(words: str) -> Line:
    """A line in words that are made already."""
    return Line("", {"said": words})


class Finding(msgspec.Struct, frozen=True):
    """Something irregular.

    ``code`` is stable and documented (docs/findings.md); ``variant`` tells apart what has one code and several
    wordings; ``rule`` names the rule text's section; ``legal`` is what would have been right, where that is short
    enough to say; ``params`` as of a ``Line``.
    """

    code: str
    rule: str
    seat: int | None = None
    legal: tuple[Line, ...] = ()
    params: dict[str, Param] = {}
    variant: str = ""

    def __hash__(self) -> int:
        """Equal findings have equal codes and seats."""
        return hash((self.code, self.variant, self.seat))

    @property
    def line(self) -> Line:
        """What it says; its seat is one of the parameters."""
        seat = {} if self.seat is None else {"seat": self.seat}
        return Line(f"{self.code}/{self.variant}" if self.variant else self.code, {**seat, **self.params})


class IllegalMove(ValueError):
    """A strict ``apply`` was given an irregular move; carries what is wrong with it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.code for finding in findings))
        self.findings = findings


class InvalidSetup(ValueError):
    """A set-up that no table can have (8 players, an unknown wonder): one line, how to mend it."""


class UnknownMoveError(ValueError):
    """This is no move of the game at all: one line, what is wrong with it."""


class PositionError(ValueError):
    """A described position that cannot be scored: one line, what is wrong; ``why`` as a code, where it has one."""

    def __init__(self, words: str, why: Line | None = None) -> None:
        super().__init__(words)
        self.why = why


class NeedsSeatError(ValueError):
    """A check was asked of the whole table that only a seat can answer."""


class Explanation(msgspec.Struct, frozen=True):
    """One contribution to a score: points, why (down to card and rule), in which category."""

    seat: int
    category: str
    points: int
    why: Line
    rule: str


class Sheet(msgspec.Struct, frozen=True):
    """Scores: per seat and category, with every point explained.

    ``categories[seat][category]`` equals the sum of that seat's explanations in the category.
    """

    categories: tuple[dict[str, int], ...]
    explain: tuple[Explanation, ...]
    winners: tuple[int, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat, in seat order."""
        return tuple(sum(row.values()) for row in self.categories)


COVERS = "+"
"""After a face: a card lies under this piece (``mats.Place.under``)."""
UNREAD = "?"
"""A piece whose face nobody has seen yet: it lies face down, or cannot be told."""
AMONG = "among"
"""The key of a move that names the pieces of which one that nobody has read is one, where they are fewer than all."""


def standing(face: str, spot: int) -> str:
    """How a tableau and a sighting tell of a piece on a track: its face and the number of its spot."""
    return f"{face}@{spot}"


def number_told(told: Iterable[str]) -> int:
    """The numbers of what a tableau or a sighting tells so, together; of nothing: 0."""
    return sum(int(one.rpartition("@")[2]) for one in told)


def bare_face(told: str) -> str:
    """The face alone of what a tableau or a sighting tells of a piece."""
    return told.partition("@")[0].removesuffix(COVERS)


class Tableau(msgspec.Struct, frozen=True):
    """What should lie where, by the rules, if people have done everything that follows.

    ``spread``: the multiset of faces in each spread place (sorted), or lying on the spots of a
    place where it does not matter on which. ``spots``: face by spot, ``None`` for an empty one.
    ``piles``: how many pieces the pile holds; a change of the count is a change of its top.
    ``UNREAD`` is a piece whose face nobody has seen yet; see also ``COVERS`` and ``standing``.
    """

    spread: Mapping[str, tuple[str, ...]]
    spots: Mapping[str, tuple[str | None, ...]]
    piles: Mapping[str, int]


TABLEAUS_KEPT = 256
"""So many tableaus a game may keep at most: one look goes back to those of the same moment. A state of a whole table is
some 5 KiB: thousands of them are games that are long over."""

Lying = Mapping[str, tuple[tuple[str, ...], ...]]
"""By place, of each piece that lies there the faces that it may show, likeliest first; none: it cannot be told.

A place that is not among them cannot be looked at."""


class Shown(msgspec.Struct, frozen=True):
    """What a move brings to light: this face (empty: nothing), on this seat's side (``None``: nobody's).

    ``lands``: the place where the piece is put down first, even if it leaves at once by rule (empty: none).
    ``turned``: the piece lay there before and shows its other side. ``from_top``: it was the top of its stack.
    ``comes``: the place in which it lay open before (empty: none, or a stack of which only the top is open).
    ``lifts``: the place in which it lay ready, and lies no more, whatever is laid there next (empty: none).
    ``discards``: the face that is laid open on the discard pile (empty: none, or nobody knows which).
    """

    face: str = ""
    seat: int | None = None
    lands: str = ""
    turned: bool = False
    from_top: bool = True
    comes: str = ""
    lifts: str = ""
    discards: str = ""


class Cue(msgspec.Struct, frozen=True):
    """Something to be heard or lit: ``horn``, ``battle``, ``turn``, ``question``, ``error``, ``end``."""

    name: Literal["horn", "battle", "turn", "question", "error", "end"]
    times: int = 1


class Irregularity(msgspec.Struct, frozen=True):
    """One kind of finding: the section of the rules that it offends, and what it means, in a sentence."""

    rule: str
    meaning: str


def found_by(
    catalogue: Mapping[str, Irregularity],
    code: str,
    seat: int | None = None,
    legal: tuple[Line, ...] = (),
    /,
    **params: Param,
) -> Finding:
    """A finding with the rule's section from a game's catalogue; ``code``: with its variant, ``wrong_age/built``."""
    name, _slash, variant = code.partition("/")
    return Finding(name, catalogue[name].rule, seat, legal, params, variant)


class AnyState(Protocol):
    """What every game's state says of itself; all else is asked through the functions of ``Game``."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    @property
    def players(self) -> int:
        """How many sit at the table."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in seat order, or none."""

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; ``None``: nobody's, or several seats' at once."""

    @property
    def rules(self) -> object:
        """The house rules played by, a Struct."""


AnyMove = Hashable
"""A move of whichever game: told from others by its value; ``Game.dump_move`` says what it is."""


def seat_of(move: AnyMove) -> int | None:
    """Whose move it is; ``None``: nobody's."""
    return getattr(move, "seat", None)


def is_read_late(move: AnyMove) -> bool:
    """Whether what of it is not read is read later by itself, while people play on: nobody waits for it."""
    return bool(getattr(move, "read_late", False))


class Order(Protocol):
    """The hidden order of a real, shuffled table: what lies where face down. It changes as the game goes."""

    def choices(self, state: Any, /) -> tuple[Any, ...]:
        """The legal moves that the real cards allow now."""

    def done(self, state: Any, move: Any, /) -> None:
        """Take from the table what a move took; ``state`` is the one before it."""


SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")

Policy = Callable[[StateT, Sequence[MoveT], Random], MoveT]
"""A player for practice: of these moves in this state it chooses one, by this random generator alone."""


class Playthrough(msgspec.Struct, Generic[SetupT, StateT, MoveT], frozen=True):
    """A whole game: how it was set up, every move, how it ended."""

    setup: SetupT
    moves: tuple[MoveT, ...]
    final: StateT


Check = Callable[[StateT, int | None], Any]
"""What a ``check`` line compares with: the value now, for a seat or (``None``) for the whole table."""


def of_seat(answer: Callable[[StateT, int], Any]) -> Check[StateT]:
    """A check that only a seat can answer. The check raises ``NeedsSeatError`` without one."""

    def check(state: StateT, seat: int | None) -> Any:
        if seat is None:
            raise NeedsSeatError
        return answer(state, seat)

    return check


class Game(Protocol):
    """The shape of a game's package: what the referee, the commands and the what-if playouts call.

    Set-ups, states and moves are frozen Structs of the game's own; nothing outside looks into them except through
    these functions (and what ``AnyState`` promises of a state).
    """

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """The game's name in files and on the command line."""

    @property
    def PLAYERS(self) -> range:  # noqa: N802 - a module's constant
        """How many may play."""

    @property
    def EXPANSIONS(self) -> tuple[str, ...]:  # noqa: N802 - a module's constant
        """The expansions that can be played with."""

    @property
    def CATEGORIES(self) -> tuple[str, ...]:  # noqa: N802 - a module's constant
        """The score sheet's categories, in the order in which they are shown."""

    @property
    def CATALOGUE(self) -> Mapping[str, Irregularity]:  # noqa: N802 - a module's constant
        """Every code that a finding can have."""

    @property
    def CHECKS(self) -> Mapping[str, Check[Any]]:  # noqa: N802 - a module's constant
        """What ``check`` lines can ask of this game beside ``score`` and ``state``, which all games have."""

    @property
    def POLICIES(self) -> Mapping[str, Policy[Any, Any]]:  # noqa: N802 - a module's constant
        """Players for practice: ``random`` and ``greedy``."""

    def parse_setup(self, obj: Any, /) -> Any:
        """The set-up out of the contract's JSON object. Raises ``InvalidSetup``."""

    def begin(self, setup: Any, /) -> Any:
        """The first state. Raises ``InvalidSetup``."""

    def legal(self, state: Any, /) -> tuple[Any, ...]:
        """Every legal move, with each card or token that can still be there."""

    def judge(self, state: Any, move: Any, /) -> tuple[Finding, ...]:
        """What is irregular about this move now; empty: it is legal."""

    def apply(self, state: Any, move: Any, /, *, strict: bool = True) -> Any:
        """The state after the move. Strict: raises ``IllegalMove``; else plays it as it happened."""

    def status(self, state: Any, /) -> frozenset[Finding]:
        """Everything irregular about the state as such."""

    def scores(self, state: Any, /) -> Sheet:
        """The score sheet as of now; its winners are those who would win if the game ended now."""

    def score_position(self, obj: Any, /) -> Sheet:
        """The score sheet of a described final position. Raises ``PositionError``."""

    def parse_move(self, obj: Any, /) -> Any:
        """The move that a JSON object means. Raises ``UnknownMoveError``."""

    def dump_move(self, move: Any, /) -> dict[str, Any]:
        """A move as the JSON object that files and messages hold."""

    def describe(self, state: Any, /) -> dict[str, Any]:
        """The whole table as plain JSON-able data, and lines (``words.english`` makes words of them)."""

    def describe_seat(self, state: Any, seat: int, /) -> dict[str, Any]:
        """One player's side of the table as plain JSON-able data, and lines."""

    def obligations(self, state: Any, /) -> tuple[Line, ...]:
        """What must be done now."""

    def wonders(self, state: Any, seat: int, /) -> tuple[str, ...]:
        """The wonders before a seat, by name: what results are counted by."""

    def imagine(self, state: Any, rng: Random, /) -> Order:
        """A random deal that agrees with everything known in ``state``."""

    def steps(self, deal: Any, state: Any, rng: Random, policy: Policy[Any, Any], /) -> Iterator[tuple[Any, Any]]:
        """Play on to the end: each move with the state after it."""

    def play(self, players: int, rng: Random, policy: Policy[Any, Any], /) -> Playthrough[Any, Any, Any]:
        """Deal a random table (wonders, first seat, cards) and play a whole game. Raises ``InvalidSetup``."""


def let_go(game: Any, state: Any) -> Any:
    """The table when nobody says any more what need not be said: what is offered and not answered has been declined."""
    without_offers = getattr(game, "without_offers", None)
    return without_offers(state) if without_offers else state


class EditionedGame(Game, Protocol):
    """A game of which there are several editions."""

    @property
    def EDITIONS(self) -> tuple[int, ...]:  # noqa: N802 - a module's constant
        """Their numbers, the one first that is played where nobody says which."""

    def play(
        self, players: int, rng: Random, policy: Policy[Any, Any], /, *, edition: int = 1
    ) -> Playthrough[Any, Any, Any]:
        """As any game's ``play``, with this edition."""


class ExpandableGame(Game, Protocol):
    """A game that has ``EXPANSIONS``."""

    def play(
        self, players: int, rng: Random, policy: Policy[Any, Any], /, *, expansions: tuple[str, ...] = ()
    ) -> Playthrough[Any, Any, Any]:
        """As any game's ``play``, with these expansions."""
