"""How a game begins: who sits where with which wonder, and the table's house rules."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.games.architects.rules.expansion import (
    EXPANDED,
    MEDAL_PLACE,
    OWN_WONDERS,
    OwnWonder,
    box_with,
    check_own,
    lacking,
    what_is_lacking,
)
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.reading import read_setup
from companion.games.vocabulary import InvalidSetup

UNREAD = "?"
"""A face-up progress token, or a medal, that nobody has read yet."""
MEDALS_EXPANSION = "medals"
_ONLY_EXPANSION = ("medals", "expert", "centre", "box", "debts")
_ONLY_JOINED: tuple[str, ...] = ("position", "battle", "debts")


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the rulebook is silent: one choice each, the default being the suggested one.

    The descriptions say what each decides; docs/house-rules.md is made from it.
    """

    no_source_policy: Annotated[
        Literal["pass", "end_game", "ask_table"],
        Meta(
            description="All three sources of the player to move are empty: the player passes (pass), the game ends "
            "(end_game), or the turn waits until somebody ends it (ask_table). If nobody has a source left, the game "
            "ends in any case."
        ),
    ] = "pass"
    coin_only_if_missing: Annotated[
        bool,
        Meta(description="A coin may be spent only where no fitting grey card lies."),
    ] = True
    economy_forces_build: Annotated[
        bool,
        Meta(description="A stage that is only affordable with Economy's second coin must be built."),
    ] = True
    engineering_once_per_turn: Annotated[bool, Meta(description="Engineering helps to build one stage a turn.")] = True
    token_retroactive: Annotated[
        bool,
        Meta(description="A progress token won this turn answers to cards taken and stages built before it."),
    ] = False
    progress_exhausted_policy: Annotated[
        Literal["keep_cards", "discard_anyway"],
        Meta(
            description="No progress token is left: a science set stays where it is (keep_cards) or is discarded for "
            "nothing (discard_anyway)."
        ),
    ] = "keep_cards"
    wonder_effect_optional: Annotated[bool, Meta(description="The effect of a wonder's stage may be declined.")] = False
    two_player_medals: Annotated[
        Literal[2, 1],
        Meta(description="Medals, two players: how many medals lie between them, both open to both."),
    ] = 2
    rome_answers_tokens: Annotated[
        bool,
        Meta(
            description="Medals: progress tokens answer to the card that Rome takes and to the one given for it when "
            "it is turned up."
        ),
    ] = True
    rome_no_central_card: Annotated[
        Literal["no_return", "no_effect"],
        Meta(
            description="Medals: the central deck is empty when Rome takes a card: the opponent gets nothing for it "
            "(no_return), or Rome may not take one (no_effect)."
        ),
    ] = "no_return"
    face_down_counts: Annotated[
        bool,
        Meta(description="Medals: a card given for Rome's counts for the medal of 7 cards while it lies face down."),
    ] = False
    ur_answers_tokens: Annotated[
        bool,
        Meta(description="Medals: progress tokens answer to the card that Ur chooses."),
    ] = True


class PlayerPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of one player, by the ids of the facts; ``medals``: how many, or which."""

    wonder: str
    built: tuple[str, ...] = ()
    cards: dict[str, int] = {}
    cat: bool = False
    military: int = 0
    progress: tuple[str, ...] = ()
    medals: int | tuple[str, ...] = 0


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of Architects. Seats go clockwise: seat 1 sits to the left of seat 0.

    ``wonders``: one a seat. ``first``: the seat that begins. ``progress``: the tokens lying face up, as
    far as somebody has read them. ``names``: the players' names, or none.

    With the expansion ``medals``: ``medals`` lie between neighbours, the first to the left of seat 0, and so on
    (``"?"``: not read yet, as all that are not named); ``expert``: two more lie in the ``centre``. ``box``: what the
    owner has read off the wonders that nobody has published.

    Joined in the middle of a game: ``position`` lies before the players, ``battle`` conflict tokens show battle, and
    ``first`` is to move. What was spent before that nobody knows: it counts among what the decks may hold. Instead of a
    medal that lies there no more, ``"taken"``. ``debts``: how many cards lie face down before each player, for Rome.
    """

    wonders: tuple[str, ...]
    first: int = 0
    progress: tuple[str, ...] = ()
    expansions: tuple[str, ...] = ()
    house_rules: HouseRules = HouseRules()
    names: tuple[str, ...] = ()
    medals: tuple[str, ...] = ()
    expert: bool = False
    centre: tuple[str, ...] = ()
    box: dict[str, OwnWonder] = {}
    position: tuple[PlayerPosition, ...] = ()
    battle: int = 0
    debts: tuple[int, ...] = ()

    @property
    def has_medals(self) -> bool:
        """Whether the expansion is switched on."""
        return MEDALS_EXPANSION in self.expansions

    @property
    def gaps(self) -> int:
        """Between how many neighbours a medal lies."""
        return self.house_rules.two_player_medals if len(self.wonders) == 2 else len(self.wonders)


TAKEN = "taken"
"""Instead of a medal that lies there no more, of a table that is joined in the middle of a game."""


def facts_of(setup: Setup) -> Facts:
    """What lies in the box of this table."""
    return box_with(setup.box) if setup.has_medals else FACTS


def parse_setup(obj: Any) -> Setup:
    """The set-up from the contract's JSON object. Raises ``InvalidSetup`` with one clear line."""
    return read_setup(obj, "architects", Setup, check_setup, '{"wonders": ["giza", "rhodes"]}')


def dump_setup(setup: Setup) -> dict[str, Any]:
    """The set-up as the contract's JSON object; what only the expansion has, or who joins, is left out without it."""
    obj: dict[str, Any] = {"game": "architects", **msgspec.to_builtins(setup)}
    without = () if setup.position else _ONLY_JOINED
    without += () if setup.has_medals else _ONLY_EXPANSION
    return {key: value for key, value in obj.items() if key not in without}


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` where no table can begin like this."""
    _check_expansion(setup)
    facts = facts_of(setup)
    _check_wonders(setup.wonders, facts)
    players = len(setup.wonders)
    if not 0 <= setup.first < players:
        raise InvalidSetup(f"Seat {setup.first} cannot begin: the seats are 0 to {players - 1}.")
    if setup.names and len(setup.names) != players:
        raise InvalidSetup(f"There are {len(setup.names)} names for {players} players: give one each, or none.")
    _check_progress(setup.progress, facts)
    if setup.has_medals:
        _check_medals(setup)
    _check_joined(setup)


def _check_expansion(setup: Setup) -> None:
    for name in setup.expansions:
        if name != MEDALS_EXPANSION:
            raise InvalidSetup(f"There is no expansion {name!r}: give {MEDALS_EXPANSION}, or leave expansions empty.")
    if not setup.has_medals:
        for name in _ONLY_EXPANSION:
            if getattr(setup, name):
                raise InvalidSetup(f"{name} belongs to the expansion: set up with expansions [{MEDALS_EXPANSION!r}].")
        return
    for wonder, own in setup.box.items():
        check_own(wonder, own)
    for wonder in lacking(setup.wonders, setup.box):
        raise InvalidSetup(f"{what_is_lacking(wonder)}; give it in box, or choose another wonder.")


def _check_wonders(wonders: tuple[str, ...], facts: Facts) -> None:
    table = facts.table
    if not table.min_players <= len(wonders) <= table.max_players:
        raise InvalidSetup(
            f"{len(wonders)} players: Architects is for {table.min_players} to {table.max_players} players."
        )
    for seat, wonder in enumerate(wonders):
        if wonder in OWN_WONDERS and wonder not in facts.wonders:
            raise InvalidSetup(f"{OWN_WONDERS[wonder]} belongs to the expansion: set up with expansions ['medals'].")
        if wonder not in facts.wonders:
            raise InvalidSetup(f"There is no wonder {wonder!r} (seat {seat}): choose of {', '.join(facts.wonders)}.")
        if wonder in wonders[:seat]:
            raise InvalidSetup(f"The wonder {wonder} is there twice (seats {wonders.index(wonder)} and {seat}).")


def _check_joined(setup: Setup) -> None:
    """Who joins in the middle says of each player what lies there; what it may be is looked at as it begins."""
    if not setup.position and not setup.battle and not setup.debts:
        return
    if tuple(player.wonder for player in setup.position) != setup.wonders:
        raise InvalidSetup("Of position, give one for each wonder, in the order of the wonders.")
    most = FACTS.table.conflict_tokens[len(setup.wonders)] - 1
    if not 0 <= setup.battle <= most:
        raise InvalidSetup(f"{setup.battle} conflict tokens show battle: 0 to {most} can, between two turns.")
    if setup.debts and (len(setup.debts) != len(setup.wonders) or min(setup.debts) < 0):
        raise InvalidSetup("Of debts, give one number of cards for each wonder, in the order of the wonders.")


def _check_progress(progress: tuple[str, ...], facts: Facts) -> None:
    tokens = facts.progress_tokens
    if len(progress) > facts.table.face_up:
        raise InvalidSetup(f"{len(progress)} progress tokens face up: there are {facts.table.face_up} at most.")
    for token in progress:
        if token == UNREAD:
            continue
        if token not in tokens:
            raise InvalidSetup(f"There is no progress token {token!r}: choose of {', '.join(tokens)}, or {UNREAD!r}.")
        if progress.count(token) > tokens[token].copies:
            raise InvalidSetup(f"The progress token {token} is face up {progress.count(token)} times.")


def medals_named(medals: int | tuple[str, ...]) -> tuple[str, ...]:
    """The medals of a player: as they are named, or so many that nobody has named."""
    return (UNREAD,) * medals if isinstance(medals, int) else medals


def _check_medals(setup: Setup) -> None:
    """Section 'Set-up' of the expansion, point 3, and 'Expert variant'."""
    if len(setup.medals) > setup.gaps:
        raise InvalidSetup(f"{len(setup.medals)} medals between neighbours: there are {setup.gaps} at this table.")
    if setup.centre and not setup.expert:
        raise InvalidSetup("Medals lie in the centre only in the expert variant: set expert, or leave centre empty.")
    if len(setup.centre) > EXPANDED.table.centre_medals:
        raise InvalidSetup(
            f"{len(setup.centre)} medals in the centre: there are {EXPANDED.table.centre_medals} in the expert variant."
        )
    lying = (*setup.medals, *setup.centre)
    owned = sum(len(medals_named(player.medals)) for player in setup.position)
    if lying.count(TAKEN) > owned:
        raise InvalidSetup(f"{lying.count(TAKEN)} medals are taken, but the players have {owned}.")
    for medal in lying:
        if medal in (UNREAD, TAKEN):
            continue
        if medal not in MEDAL_PLACE:
            raise InvalidSetup(f"There is no medal {medal!r}: choose of {', '.join(MEDAL_PLACE)}, or {UNREAD!r}.")
        if lying.count(medal) > 1:
            raise InvalidSetup(f"The medal {medal} lies there {lying.count(medal)} times.")
