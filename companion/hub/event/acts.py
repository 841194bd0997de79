"""What can be done in a tournament: each act a record of who did what, never changed; the state is their fold."""

from typing import Final, Literal

import msgspec

Role = Literal["organiser", "arbiter", "table", "player", "spectator"]
Source = Literal["journal", "hand"]


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The event was planned, or its plan changed: ``setting`` as JSON."""

    setting: msgspec.Raw


class Registered(msgspec.Struct, frozen=True, tag="registered"):
    """A player was entered for a section; once more: what is known of him changed."""

    player: str
    name: str
    section: str
    club: str = ""
    rating: float = 0.0


class CheckedIn(msgspec.Struct, frozen=True, tag="checked_in"):
    """A player is here, or here again: he is drawn from the next round on."""

    player: str


class DroppedOut(msgspec.Struct, frozen=True, tag="dropped_out"):
    """A player is drawn no more."""

    player: str


class Seating(msgspec.Struct, frozen=True):
    """Who sits at a table, in seat order (the first begins)."""

    table: int
    seats: tuple[str, ...]


class RoundMade(msgspec.Struct, frozen=True, tag="round_made"):
    """A round was drawn; ``byes``: who rests in it."""

    section: str
    round: int
    tables: tuple[Seating, ...]
    byes: tuple[str, ...] = ()


class RoundUndone(msgspec.Struct, frozen=True, tag="round_undone"):
    """The last round, of which nothing was played yet, is drawn anew."""

    section: str
    round: int


class RoundBegun(msgspec.Struct, frozen=True, tag="round_begun"):
    """The clock of a round runs: ``ends`` when it is over (seconds since 1970)."""

    section: str
    round: int
    ends: float


class _AtTable(msgspec.Struct, frozen=True):
    """What is about one table of a round, by its number in the hall."""

    section: str
    round: int
    table: int


class Moved(_AtTable, frozen=True, tag="moved"):
    """A table's people went to another table."""

    to: int


class ResultIn(_AtTable, frozen=True, tag="result_in"):
    """How a game ended: points and places (from 1, shared where nothing decides) in seat order.

    ``source``: out of the table's journal, or written by hand. ``game`` and ``head``: which journal, and its last hash.
    """

    scores: tuple[int, ...]
    places: tuple[int, ...]
    source: Source
    game: str = ""
    head: str = ""


class Signed(_AtTable, frozen=True, tag="signed"):
    """Who sat at this seat agrees with the result that has this number among the acts."""

    seat: int
    result: int


class Appealed(_AtTable, frozen=True, tag="appealed"):
    """A player does not agree: with a result or with a ruling."""

    player: str
    reason: str


class Called(_AtTable, frozen=True, tag="called"):
    """A table asks for an arbiter."""

    reason: str = ""


class PicturesAsked(_AtTable, frozen=True, tag="pictures_asked"):
    """An arbiter wants to see what the camera of a table saw of its game."""


class Ruled(_AtTable, frozen=True, tag="ruled"):
    """An arbiter decided, which closes calls and appeals of the table; with ``places`` the result is this."""

    reason: str
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


class Penalised(msgspec.Struct, frozen=True, tag="penalised"):
    """A player loses place points (0: a warning)."""

    player: str
    points: float
    reason: str


Deed = (
    Opened | Registered | CheckedIn | DroppedOut | RoundMade | RoundUndone | RoundBegun | Moved | ResultIn | Signed
    | Appealed | Called | PicturesAsked | Ruled | Penalised
)  # fmt: skip


class Act(msgspec.Struct, frozen=True):
    """A deed as it was kept: number (from 1), when (seconds since 1970), who in which role."""

    seq: int
    at: float
    by: str
    role: Role
    deed: Deed


_ARBITER: Final = (CheckedIn, DroppedOut, Moved, RoundBegun, ResultIn, PicturesAsked, Ruled, Penalised)
MAY: Final[dict[Role, tuple[type, ...]]] = {
    "organiser": (Opened, Registered, RoundMade, RoundUndone, *_ARBITER),
    "arbiter": _ARBITER,
    "table": (CheckedIn, ResultIn, Signed, Called, Appealed),
    "player": (CheckedIn, DroppedOut, Signed, Called, Appealed),
    "spectator": (),
}
"""What each role may do; a player only for himself."""


def may(role: Role, by: str, deed: Deed) -> bool:
    """Whether somebody in this role may do this. A player speaks for himself; that he sat there, ``doubts`` asks."""
    if not isinstance(deed, MAY[role]):
        return False
    own = getattr(deed, "player", by)
    return role != "player" or own == by
