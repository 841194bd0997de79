"""The public pictures of tables, one kind a game: what screens and phones draw."""

from typing import Any, Literal

import msgspec


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's public side of the table, as every game has it.

    ``wonder``: the wonder before the player (Duel: empty, there are several). ``categories`` sums to ``score``.
    ``cards``: how many of each lie in front of the player.
    """

    seat: int
    name: str
    wonder: str = ""
    score: int
    categories: dict[str, int]
    cards: dict[str, int]


class TableView(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """The public picture of a table, as every game has it: the one thing that screens draw.

    ``obligations``: what must be done now, as short English lines with their rule; ``moves``: the legal moves now
    (as JSON objects, see docs/moves.md) so that a finger can do all that the camera can. ``winners``: nobody, where a
    game was ended before its end.
    """

    players: tuple[SeatView, ...]
    turn: int
    to_move: int | None
    obligations: tuple[str, ...]
    moves: tuple[dict[str, Any], ...]
    finished: bool
    winners: tuple[int, ...] = ()


class ArchitectsSeat(SeatView, frozen=True, kw_only=True):
    """One player's side of a table of Architects.

    ``stages``: stage id to built or not, in building order; ``buildable``: those affordable now.
    ``face_down``: cards that lie face down before the player (expansion Medals).
    """

    stages: dict[str, bool]
    buildable: tuple[str, ...]
    shields: int
    military: int
    progress: tuple[str, ...]
    cat: bool
    deck: int
    medals: tuple[str, ...] = ()
    face_down: int = 0


class ArchitectsTable(TableView, frozen=True, kw_only=True, tag="architects"):
    """A table of Architects.

    ``face_up`` may hold ``"?"`` for a token nobody has read yet. With the expansion Medals: ``medals`` lie to the
    left of each seat and in the ``centre`` (``"?"``: unread, ``null``: taken); ``late``: the moves that take a medal
    which was forgotten.
    """

    players: tuple[ArchitectsSeat, ...]
    battle_tokens: int
    peace_tokens: int
    cat_holder: int | None
    central_deck: int
    discard: int
    face_up: tuple[str, ...]
    stack: int
    medals: tuple[str | None, ...] = ()
    centre: tuple[str | None, ...] = ()
    late: tuple[dict[str, Any], ...] = ()


class Price(msgspec.Struct, frozen=True):
    """What something costs a player now, in coins, trade included, and why in an English line."""

    coins: int
    why: str = ""


class SevenWondersSeat(SeatView, frozen=True, kw_only=True):
    """One city of 7 Wonders (with two players, the last is the Free City).

    ``stages`` of ``stage_count`` are built on ``side`` ``A`` or ``B``; ``conflict_tokens`` in the order won;
    ``science``: symbols by name, wild ones as ``wild``; ``hand``: how many cards are in hand; ``chosen``: whether this
    turn's card is chosen (never which); ``buildings``: the cards in the order of the facts; ``free_city``: this one.
    """

    side: str
    stages: int
    stage_count: int
    coins: int
    shields: int
    conflict_tokens: tuple[int, ...]
    science: dict[str, int]
    hand: int
    chosen: bool
    buildings: tuple[str, ...]
    free_city: bool = False


class SevenWondersTable(TableView, frozen=True, kw_only=True, tag="seven_wonders"):
    """A table of 7 Wonders: ``age`` 1..3, ``passing`` ``left`` or ``right``; ``to_choose``: the seats not ready yet.

    ``offer``: what a wonder offers to the seat that is to choose: its ``seventh`` card, or to ``revive`` one of the
    discard pile (empty: nothing). ``controller``: with two players, who chooses for the Free City now.
    """

    players: tuple[SevenWondersSeat, ...]
    age: int
    passing: Literal["left", "right"]
    to_choose: tuple[int, ...]
    discard: int
    offer: Literal["", "seventh", "revive"] = ""
    controller: int | None = None


class DuelSeat(SeatView, frozen=True, kw_only=True):
    """One city of Duel.

    ``wonders``: built or not, by id, in the order of the facts; ``prices``: of each wonder not built. ``symbols``:
    scientific ones by name; ``production``, ``trade``: how many, and at which price, by resource.
    """

    coins: int
    shields: int
    wonders: dict[str, bool]
    prices: dict[str, Price]
    progress: tuple[str, ...]
    symbols: dict[str, int]
    production: dict[str, int]
    trade: dict[str, int]


class DuelTable(TableView, frozen=True, kw_only=True, tag="duel"):
    """A table of Duel: ``age`` 0 while wonders are drafted; ``left``: the cards left in the structure.

    ``layout``: the card of each of 20 slots (``"?"``: face down or unread, ``null``: taken; empty: not known);
    ``free``: what each card that may be taken costs the player to move; ``gain``: coins for discarding one.
    ``pawn``: -9..9, positive towards seat 1's capital. ``loot``: the military tokens left, by the pawn's place.
    ``board``: progress tokens to be won. ``choice``: what the player to move must choose (empty: nothing).
    ``supremacy``: how the game was won before its end, if so.
    """

    players: tuple[DuelSeat, ...]
    age: int
    left: int
    layout: tuple[str | None, ...]
    free: dict[str, Price]
    pawn: int
    loot: dict[int, int]
    board: tuple[str, ...]
    offer: tuple[str, ...]
    discard: tuple[str, ...]
    gain: int = 0
    choice: str = ""
    again: bool = False
    supremacy: Literal["", "military", "scientific"] = ""


AnyTable = ArchitectsTable | SevenWondersTable | DuelTable
"""The picture of a table of any game."""
