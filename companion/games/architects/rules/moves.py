"""Moves of 7 Wonders Architects: what a player did, in the rulebook's words.

On the wire and in files a move is a JSON object with the key ``move`` (see docs/moves.md).
Chance is observed: a move carries the card or token that was seen.
"""

from typing import Literal

import msgspec

Where = Literal["left", "right", "centre"]
"""Where a medal lies, as the player who takes it sees it."""


class TakeCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="take"):
    """Take the top card of a source and put it in front of you.

    ``from``: ``left`` (own deck), ``right`` (right neighbour's deck),
    ``central``, ``holder:N`` (seat N's deck, for Alexandria), or ``city:N`` (from before seat N, for Rome).
    ``because``: the progress token or wonder (``olympia``, ``ephesus``, ``alexandria``, ``halicarnassus``, ``rome``,
    ``ur``) that gives an extra card, ``"?"``: a token that nobody has read may;
    not given for the card that opens a turn. ``legal`` names exactly one ``because`` for a given
    source and card, so that a move seen by the camera is never ambiguous in it.
    Left out, it is filled in. A card out of the own decks that counted as Alexandria's counts as a token's once a card
    from a far holder follows: tokens may be used in any order.
    """

    seat: int
    source: str = msgspec.field(name="from")
    card: str
    because: str | None = None


class BuildStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="build"):
    """Discard the cards spent and turn a stage to its built side.

    ``spent`` is sorted; left out, it is filled in where there is only one way to pay. A card that nobody has read is
    ``"?"`` in it.
    """

    seat: int
    stage: str
    spent: tuple[str, ...] = ()


class TakeProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="progress"):
    """Turn in science cards (or use Babylon: ``spent`` empty) for a progress token.

    A card that nobody has read is ``"?"`` in ``spent``.

    The token ``none`` stands for a set that is discarded for nothing (house rule progress_exhausted_policy).

    The token ``"?"`` is one that nobody has read; ``among``: two or more, of which it is one where they cannot be told
    apart: they lay open, or of one that was taken before it is not known yet which it was. Which of them still lie open
    is not known either until it is told.
    """

    seat: int
    token: str
    source: Literal["face_up", "stack"] = msgspec.field(name="from", default="face_up")
    spent: tuple[str, ...] = ()
    among: tuple[str, ...] | None = None


class RevealProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="reveal"):
    """The token that was turned up from the stack to refill the three face-up ones.

    Nobody's move: possible at any time while a face-up token is unread; the game goes on without it.
    """

    token: str


class EndTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="end_turn"):
    """Declare the turn over although an optional action is left.

    A turn without any action left ends by itself; saying so again is then no irregularity.
    """

    seat: int


class TakeMedal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="medal"):
    """Take a medal whose goal is met (expansion Medals): from the left, from the right, or from the centre."""

    seat: int
    medal: str
    where: Where


class TurnUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="turn_up"):
    """Turn up the card that lies face down before you for one that Rome took (expansion Medals)."""

    seat: int
    card: str


class RevealMedal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="reveal_medal"):
    """A medal that had not been read yet (expansion Medals): the one to the left of a seat, or one in the centre.

    Nobody's move, as ``reveal`` is.
    """

    medal: str
    left_of: int | None = None


PlayersMove = TakeCard | BuildStage | TakeProgress | EndTurn | TakeMedal | TurnUp
"""What a player does."""
Move = PlayersMove | RevealProgress | RevealMedal
"""Every move of the game."""
NOBODYS = (RevealProgress, RevealMedal)
"""Moves that are nobody's: something was read."""
