"""How a game begins: who sits where with which wonder, and the table's house rules."""

from typing import Any, Literal

import msgspec

from companion.games.architects.facts import FACTS
from companion.games.common import InvalidSetup

UNREAD = "?"
"""A face-up progress token that nobody has read yet."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the rulebook is silent: one choice each, the default being the suggested one.

    ``HOUSE_RULES`` says what each decides; docs/house-rules.md is made from it.
    """

    no_source_policy: Literal["pass", "end_game", "ask_table"] = "pass"
    coin_only_if_missing: bool = True
    economy_forces_build: bool = True
    engineering_once_per_turn: bool = True
    token_retroactive: bool = False
    progress_exhausted_policy: Literal["keep_cards", "discard_anyway"] = "keep_cards"
    wonder_effect_optional: bool = False


HOUSE_RULES: dict[str, str] = {
    "no_source_policy": (
        "All three sources of the player to move are empty: the player passes (pass), the game ends (end_game), or the "
        "turn waits until somebody ends it (ask_table). If nobody has a source left, the game ends in any case."
    ),
    "coin_only_if_missing": "A coin may be spent only where no fitting grey card lies.",
    "economy_forces_build": "A stage that is only affordable with Economy's second coin must be built.",
    "engineering_once_per_turn": "Engineering helps to build one stage a turn.",
    "token_retroactive": "A progress token won this turn answers to cards taken and stages built before it.",
    "progress_exhausted_policy": (
        "No progress token is left: a science set stays where it is (keep_cards) or is discarded for nothing "
        "(discard_anyway)."
    ),
    "wonder_effect_optional": "The effect of a wonder's stage may be declined.",
}
"""What each house rule decides, in a sentence a player understands."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Architects. Seats go clockwise: seat 1 sits to the left of seat 0.

    ``wonders``: one a seat. ``first``: the seat that begins. ``progress``: the tokens lying face up, as
    far as somebody has read them. ``names``: the players' names, or none.
    """

    wonders: tuple[str, ...]
    first: int = 0
    progress: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    house_rules: HouseRules = HouseRules()
    names: tuple[str, ...] = ()


def parse_setup(obj: Any) -> Setup:
    """The set-up from the contract's JSON object (with or without the key ``setup`` around it).

    Raises ``InvalidSetup`` with one clear line.
    """
    if isinstance(obj, dict) and isinstance(obj.get("setup"), dict):
        obj = obj["setup"]
    if not isinstance(obj, dict):
        raise InvalidSetup('The set-up must be a JSON object such as {"wonders": ["giza", "rhodes"]}.')
    if obj.get("game", "architects") != "architects":
        raise InvalidSetup(f"This is a set-up of the game {obj['game']!r}, not of architects.")
    try:
        setup = msgspec.convert({key: value for key, value in obj.items() if key != "game"}, Setup)
    except msgspec.ValidationError as error:
        raise InvalidSetup(f"The set-up cannot be read: {error}.") from None
    check_setup(setup)
    return setup


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` where no table can begin like this."""
    _check_wonders(setup.wonders)
    players = len(setup.wonders)
    if not 0 <= setup.first < players:
        raise InvalidSetup(f"Seat {setup.first} cannot begin: the seats are 0 to {players - 1}.")
    if "medals" in setup.expansions:
        raise InvalidSetup("The expansion medals is not supported yet: set up without it.")
    if setup.expansions:
        raise InvalidSetup(f"There is no expansion {setup.expansions[0]!r}: leave expansions empty.")
    if setup.names and len(setup.names) != players:
        raise InvalidSetup(f"There are {len(setup.names)} names for {players} players: give one each, or none.")
    _check_progress(setup.progress)


def _check_wonders(wonders: tuple[str, ...]) -> None:
    table = FACTS.table
    if not table.min_players <= len(wonders) <= table.max_players:
        raise InvalidSetup(
            f"{len(wonders)} players: Architects is for {table.min_players} to {table.max_players} players."
        )
    for seat, wonder in enumerate(wonders):
        if wonder not in FACTS.wonders:
            raise InvalidSetup(f"There is no wonder {wonder!r} (seat {seat}): choose of {', '.join(FACTS.wonders)}.")
        if wonder in wonders[:seat]:
            raise InvalidSetup(f"The wonder {wonder} is there twice (seats {wonders.index(wonder)} and {seat}).")


def _check_progress(progress: tuple[str, ...]) -> None:
    if len(progress) > FACTS.table.face_up:
        raise InvalidSetup(f"{len(progress)} progress tokens face up: there are {FACTS.table.face_up} at most.")
    for token in progress:
        if token == UNREAD:
            continue
        if token not in FACTS.progress_tokens:
            raise InvalidSetup(
                f"There is no progress token {token!r}: choose of {', '.join(FACTS.progress_tokens)}, or {UNREAD!r}."
            )
        if progress.count(token) > FACTS.progress_tokens[token].copies:
            raise InvalidSetup(f"The progress token {token} is face up {progress.count(token)} times.")
