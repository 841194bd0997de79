"""How a game begins: who is first, the wonders (or that they are drafted), and the table's house rules."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games.duel.rules.facts import FACTS
from companion.games.reading import read_setup
from companion.games.vocabulary import InvalidSetup

SEATS = 2
UNREAD_TOKEN = "?"  # noqa: S105 - no password
"""A progress token on the board that nobody has read yet."""
UNREAD_WONDER = "?"
"""A wonder that nobody has read yet."""
UNREAD_CARD = "?"
"""A card that nobody had read before it went under a wonder."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the rulebook leaves a choice: one each, the default being the suggested one.

    The descriptions say what each decides; docs/house-rules.md is made from it.
    """

    progress_optional: Annotated[
        bool,
        Meta(
            description="The progress token for a pair of symbols may be declined: the next player may just play on. "
            "If not, a token that was not taken is a finding."
        ),
    ] = True
    skipped_loot_taken: Annotated[
        bool,
        Meta(
            description="The conflict pawn jumps over a whole zone in one move: the loot token of the zone jumped "
            "over takes effect too, before that of the zone reached."
        ),
    ] = True


class PlayerPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of one player, by the ids of the facts; ``wonders``: those built."""

    cards: tuple[str, ...] = ()
    wonders: tuple[str, ...] = ()
    progress: tuple[str, ...] = ()
    coins: int = 0


class Underway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the middle of a game, between two turns.

    ``layout``: this age's structure as it lies (``null``: face down or not read; empty: it is not laid out yet);
    ``taken``: its empty slots. ``pawn``: positive towards seat 1's capital. ``loot``: for each seat the coins of the
    loot tokens that it can still take. ``discard``: the discarded cards that somebody knows. How many more there are,
    and how many progress tokens lie unread, follows from all that has been played.
    """

    players: tuple[PlayerPosition, ...]
    age: int
    layout: tuple[str | None, ...] = ()
    taken: tuple[int, ...] = ()
    pawn: int = 0
    loot: tuple[tuple[int, ...], ...] = ((), ())
    discard: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Duel.

    ``first``: the seat that begins, the draft or the first age. ``wonders``: four a seat; none: they are drafted by
    moves. ``progress``: the tokens face up on the board, as far as somebody has read them (``"?"``: not). ``names``:
    the players' names, or none.

    Joined in the middle of a game: ``position`` is what lies there, and ``first`` is to move; of the wonders, the
    eighth is left out when seven are built.
    """

    first: int = 0
    wonders: tuple[tuple[str, ...], ...] = ()
    progress: tuple[str, ...] = ()
    house_rules: HouseRules = HouseRules()
    names: tuple[str, ...] = ()
    position: Underway | None = None


def parse_setup(obj: Any) -> Setup:
    """The set-up from the contract's JSON object. Raises ``InvalidSetup`` with one clear line."""
    return read_setup(obj, "duel", Setup, check_setup, '{"game": "duel", "first": 0}')


def dump_setup(setup: Setup) -> dict[str, Any]:
    """The set-up as the contract's JSON object; what only who joins has is left out without it."""
    obj: dict[str, Any] = {"game": "duel", **msgspec.to_builtins(setup)}
    return obj if setup.position is not None else {key: value for key, value in obj.items() if key != "position"}


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` where no table can begin like this. Section "Set-up"."""
    if not 0 <= setup.first < SEATS:
        raise InvalidSetup(f"Seat {setup.first} cannot begin: the seats are 0 and 1.")
    if setup.names and len(setup.names) != SEATS:
        raise InvalidSetup(f"There are {len(setup.names)} names: Duel is for 2 players; give two names, or none.")
    if setup.wonders:
        _check_wonders(setup.wonders, _gone_back(setup.position))
    elif setup.position is not None:
        raise InvalidSetup("Joined in the middle of a game: give the wonders of both players.")
    most = FACTS.table.tokens_on_board
    if len(setup.progress) > most:
        raise InvalidSetup(f"{len(setup.progress)} progress tokens on the board: there are {most} at most.")
    _check_names("progress token", read_tokens(setup), FACTS.token_index)


def read_tokens(setup: Setup) -> tuple[str, ...]:
    """The tokens on the board that somebody has read."""
    return tuple(token for token in setup.progress if token != UNREAD_TOKEN)


def _gone_back(position: Underway | None) -> int:
    """How many wonders are back in the box. Section "Seven wonders, no more"."""
    table = FACTS.table
    built = sum(len(player.wonders) for player in position.players) if position is not None else 0
    return SEATS * table.wonders_each - table.wonders_in_all if built >= table.wonders_in_all else 0


def _check_wonders(wonders: tuple[tuple[str, ...], ...], gone_back: int) -> None:
    if len(wonders) != SEATS:
        raise InvalidSetup(f"There are wonders for {len(wonders)} players: Duel is for 2.")
    each = FACTS.table.wonders_each
    for seat, own in enumerate(wonders):
        if not each - gone_back <= len(own) <= each:
            raise InvalidSetup(f"Seat {seat} has {len(own)} wonders: give {each} each, or none for a draft.")
    _check_names("wonder", (*wonders[0], *wonders[1]), FACTS.wonder_index)


def _check_names(what: str, names: tuple[str, ...], known: dict[str, int]) -> None:
    for place, name in enumerate(names):
        if name not in known:
            raise InvalidSetup(f"There is no {what} {name!r}: choose of {', '.join(known)}.")
        if name in names[:place]:
            raise InvalidSetup(f"The {what} {name} is there twice.")
