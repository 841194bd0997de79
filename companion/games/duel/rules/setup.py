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


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Duel.

    ``first``: the seat that begins, the draft or the first age. ``wonders``: four a seat; none: they are drafted by
    moves. ``progress``: the tokens face up on the board, as far as somebody has read them (``"?"``: not). ``names``:
    the players' names, or none.
    """

    first: int = 0
    wonders: tuple[tuple[str, ...], ...] = ()
    progress: tuple[str, ...] = ()
    house_rules: HouseRules = HouseRules()
    names: tuple[str, ...] = ()


def parse_setup(obj: Any) -> Setup:
    """The set-up from the contract's JSON object. Raises ``InvalidSetup`` with one clear line."""
    return read_setup(obj, "duel", Setup, check_setup, '{"game": "duel", "first": 0}')


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` where no table can begin like this. Section "Set-up"."""
    if not 0 <= setup.first < SEATS:
        raise InvalidSetup(f"Seat {setup.first} cannot begin: the seats are 0 and 1.")
    if setup.names and len(setup.names) != SEATS:
        raise InvalidSetup(f"There are {len(setup.names)} names: Duel is for 2 players; give two names, or none.")
    if setup.wonders:
        _check_wonders(setup.wonders)
    most = FACTS.table.tokens_on_board
    if len(setup.progress) > most:
        raise InvalidSetup(f"{len(setup.progress)} progress tokens on the board: there are {most} at most.")
    _check_names("progress token", read_tokens(setup), FACTS.token_index)


def read_tokens(setup: Setup) -> tuple[str, ...]:
    """The tokens on the board that somebody has read."""
    return tuple(token for token in setup.progress if token != UNREAD_TOKEN)


def _check_wonders(wonders: tuple[tuple[str, ...], ...]) -> None:
    if len(wonders) != SEATS:
        raise InvalidSetup(f"There are wonders for {len(wonders)} players: Duel is for 2.")
    each = FACTS.table.wonders_each
    for seat, own in enumerate(wonders):
        if len(own) != each:
            raise InvalidSetup(f"Seat {seat} has {len(own)} wonders: give {each} each, or none for a draft.")
    _check_names("wonder", (*wonders[0], *wonders[1]), FACTS.wonder_index)


def _check_names(what: str, names: tuple[str, ...], known: dict[str, int]) -> None:
    for place, name in enumerate(names):
        if name not in known:
            raise InvalidSetup(f"There is no {what} {name!r}: choose of {', '.join(known)}.")
        if name in names[:place]:
            raise InvalidSetup(f"The {what} {name} is there twice.")
