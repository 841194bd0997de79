"""Moves of 7 Wonders Duel: what a player did or what was turned up, in the rulebook's words.

On the wire and in files a move is a JSON object with the key ``move``; what was turned up (``LayOut``, ``Reveal``,
``Offer``) is told by its own keys instead (see ``wire`` and docs/moves.md). Chance is observed: a move carries the
card or token that was seen.
"""

from typing import ClassVar, Literal

import msgspec


class _OfCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move"):
    """What a player does with one card."""

    seat: int
    card: str


class Build(_OfCard, frozen=True, tag="build"):
    """Take a free card of the structure and build it, free by its chain symbol or at the cheapest price."""


class Discard(_OfCard, frozen=True, tag="discard"):
    """Take a free card and discard it for 2 coins and 1 more for each own yellow card."""


class BuildWonder(_OfCard, frozen=True, tag="wonder"):
    """Take a free card, put it face down under an own wonder and build the wonder at the cheapest price.

    The wonder `"?"` is an own one that nobody has read, ``among``: one of these; the card `"?"` one that nobody had
    read when it was taken (then one of the two is told, or ``among``).
    """

    wonder: str
    among: tuple[str, ...] | None = None


class Destroy(_OfCard, frozen=True, tag="destroy"):
    """Put the opponent's brown (Statue of Zeus) or grey (Circus Maximus) card on the discard pile."""


class Revive(_OfCard, frozen=True, tag="revive"):
    """Build a card of the discard pile for nothing (Mausoleum)."""


class TakeProgress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="progress"):
    """Take a progress token: for a pair of symbols from the ``board``, with the Great Library from the ``box``.

    ``from`` left out: whichever of the two is due. The token `"?"` is one that nobody has read, ``among``: one of these
    on the board.
    """

    seat: int
    token: str
    source: Literal["board", "box"] | None = msgspec.field(name="from", default=None)
    among: tuple[str, ...] | None = None


class ChooseStarter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="starter"):
    """The weaker player chooses who begins the next age: ``seat`` is the one who begins.

    May be left out: then whoever plays first was chosen.
    """

    seat: int


class DraftWonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="draft"):
    """Choose one of the four wonders on offer, before the first age; `"?"`: one that nobody has read."""

    seat: int
    wonder: str


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="offer"):
    """The four wonders that were laid out to choose from. Nobody's move; on the wire without the key ``move``.

    `"?"`: one that nobody has read, which may be any. Without it any wonder may be drafted.
    """

    offer: tuple[str, ...]


class LayOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="layout"):
    """The 20 cards of an age as they were laid; ``null``: face down or not read. On the wire without the key ``move``.

    Nobody's move. Slots are numbered from 0, row by row in the order in which they are laid, each from the left.
    Without it nobody judges whether a card was free to take.
    """

    read_late: ClassVar[bool] = True
    age: int
    layout: tuple[str | None, ...]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="reveal"):
    """The card that was turned up in a slot. Nobody's move; on the wire without the key ``move``."""

    reveal: int
    card: str


Play = Build | Discard | BuildWonder
"""The three ways of playing a card of the structure."""
Seen = Offer | LayOut | Reveal
"""What was turned up: nobody's move."""
Move = (
    Build
    | Discard
    | BuildWonder
    | Destroy
    | Revive
    | TakeProgress
    | ChooseStarter
    | DraftWonder
    | Offer
    | LayOut
    | Reveal
)
"""Every move of the game."""
