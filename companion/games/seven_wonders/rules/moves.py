"""Moves of 7 Wonders: what a player did with a card, in the rulebook's words.

On the wire and in files a move is a JSON object with the key ``move`` (see docs/moves.md). Chance is observed: a move
names the card that was seen. With two players the Free City is seat 2: who controls it moves for it.
"""

from typing import Annotated

import msgspec

UNSEEN = "?"
"""A card that nobody but its owner has seen: laid face down under the wonder or on the discard pile; or not read."""

Many = Annotated[int, msgspec.Meta(ge=0, le=9)]


class Bought(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many of each resource were bought from one neighbour."""

    wood: Many = 0
    stone: Many = 0
    ore: Many = 0
    clay: Many = 0
    glass: Many = 0
    cloth: Many = 0
    papyrus: Many = 0


class Trade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was bought from the left neighbour (the next seat, clockwise) and from the right one."""

    left: Bought = Bought()
    right: Bought = Bought()


class _OfCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move"):
    """What a player does with a card that all have seen."""

    seat: int
    card: str


class _FaceDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move"):
    """What a player does with a card that need not have been seen."""

    seat: int
    card: str = UNSEEN
    trade: Trade | None = None


class Build(_OfCard, frozen=True, tag="build"):
    """Build the building on a card, by a chain or for its cost; ``trade``: what was bought for it.

    Without ``trade`` the cheapest payment is taken: a chain, else what costs the fewest coins; among payments that
    cost the same, the one that pays the left neighbour more. ``legal`` always says what has to be bought.
    The card ``"?"`` is one that nobody has read, ``among``: one of these, which cost the bank as much.
    """

    trade: Trade | None = None
    among: tuple[str, ...] | None = None


class BuildStage(_FaceDown, frozen=True, tag="stage"):
    """Build the wonder's next stage with any card as its marker, for the stage's cost; ``trade`` as for ``build``.

    The card lies face down: ``"?"`` where nobody saw it.
    """


class Discard(_FaceDown, frozen=True, tag="discard"):
    """Discard a card for 3 coins. The card lies face down: ``"?"`` where nobody saw it.

    Nothing needs to be bought for that; a ``trade`` that is named all the same is paid for.
    """


class Free(_OfCard, frozen=True, tag="free"):
    """Build the building on a card for nothing (Olympia).

    First edition, side A, second stage: once an age. Second edition: side A, second stage: a card of a colour that the
    city lacks; side B: the card of an age's first turn (first stage) and of its sixth (second stage).
    """


class Revive(_OfCard, frozen=True, tag="revive"):
    """Build a card from the discard pile for nothing, at the end of the turn (Halicarnassus).

    It may be told any time after its owner's ``stage``, also while others have still to choose. In the same way
    Babylon's seventh card is a second ``build``, ``stage`` or ``discard`` of its owner in the sixth turn.
    """


class Decline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="decline"):
    """Let go what a wonder offers now: Babylon's seventh card, or Halicarnassus' card from the discard pile.

    Need not be said: whoever goes on with the next turn has let it go.
    """

    seat: int


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag="hand"):
    """Cards that somebody has seen in a player's hand. Nobody's move: possible whenever that player has cards.

    Hands need not be known; a hand that is known is judged exactly, and stays known as it is passed on.
    Fewer cards than the hand holds: the rest is not known.
    """

    seat: int
    cards: tuple[str, ...]


Move = Build | BuildStage | Discard | Free | Revive | Decline | Hand
"""Every move of the game."""

Choice = Build | BuildStage | Discard | Free
"""What a seat chooses in a turn; also what Babylon does with its seventh card (except ``free``)."""
