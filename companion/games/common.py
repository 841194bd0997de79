"""What all games share: findings, score sheets, places on the mats, the shape of a game.

Nothing here knows a particular game; nothing here knows a pixel, a clock or a random number.
"""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """Something irregular, said so that a player understands it.

    ``code`` is stable and documented (docs/findings.md); ``rule`` names the rule text's section;
    ``legal`` says in words what would have been right, where that is short enough to say.
    """

    code: str
    message: str
    rule: str
    seat: int | None = None
    legal: tuple[str, ...] = ()


class IllegalMove(ValueError):
    """A strict ``apply`` was given an irregular move; carries what is wrong with it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


class InvalidSetup(ValueError):
    """A set-up that no table can have (8 players, an unknown wonder): one line, how to mend it."""


class Explanation(msgspec.Struct, frozen=True):
    """One contribution to a score: points, why (down to card and rule), in which category."""

    seat: int
    category: str
    points: int
    why: str
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


class Spot(msgspec.Struct, frozen=True):
    """A printed place for one piece: centre and size in mm on its mat; ``faces``: the only ones that may lie on it."""

    x: float
    y: float
    width: float
    height: float
    faces: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A named region of a mat (mm, from the mat's top left as its player sees it).

    ``kind``: ``spread`` (cards anywhere, overlapping), ``spots`` (one piece a printed spot) or
    ``pile`` (one stack, its top seen). ``faces``: the only faces that may lie there; empty: any.
    """

    name: str
    mat: int
    kind: Literal["spread", "spots", "pile"]
    x: float
    y: float
    width: float
    height: float
    piece: tuple[float, float] = (55.0, 80.0)
    spots: tuple[Spot, ...] = ()
    faces: tuple[str, ...] = ()


class Tableau(msgspec.Struct, frozen=True):
    """What should lie where, by the rules, if people have done everything that follows.

    ``spread``: the multiset of faces in each spread place (sorted), or lying on the spots of a
    place where it does not matter on which. ``spots``: face by spot, ``None`` for an empty one.
    ``piles``: how many pieces the pile holds; a change of the count is a change of its top.
    ``"?"`` is a piece whose face nobody has seen yet.
    """

    spread: Mapping[str, tuple[str, ...]]
    spots: Mapping[str, tuple[str | None, ...]]
    piles: Mapping[str, int]


class Cue(msgspec.Struct, frozen=True):
    """Something to be heard or lit: ``horn``, ``battle``, ``turn``, ``question``, ``error``, ``end``."""

    name: Literal["horn", "battle", "turn", "question", "error", "end"]
    times: int = 1


class Game(Protocol):
    """The shape of a game's module: what the referee, the twin and the commands may call.

    States and moves are frozen Structs of the game's own; nothing outside looks into them except
    through these functions.
    """

    NAME: str

    def begin(self, setup: Any) -> Any:
        """The first state. Raises ``InvalidSetup``."""

    def legal(self, state: Any) -> tuple[Any, ...]:
        """Every legal move, with each card or token that can still be there."""

    def judge(self, state: Any, move: Any) -> tuple[Finding, ...]:
        """What is irregular about this move now; empty: it is legal."""

    def apply(self, state: Any, move: Any, *, strict: bool = True) -> Any:
        """The state after the move. Strict: raises ``IllegalMove``; else plays it as it happened."""

    def status(self, state: Any) -> frozenset[Finding]:
        """Everything irregular about the state as such."""

    def scores(self, state: Any) -> Sheet:
        """The score sheet as of now."""
