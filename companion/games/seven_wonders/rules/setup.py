"""How a game begins: who sits where with which side of which wonder, and the table's house rules."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from companion.games.reading import read_setup
from companion.games.seven_wonders.rules.facts import EDITION, EDITIONS, Facts
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.vocabulary import InvalidSetup

WonderSide = tuple[str, str]
"""A wonder and the side of its board, as ``("giza", "A")``."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the text is silent or disagrees with itself: one choice each, the default being the suggested one.

    The descriptions say what each decides; docs/house-rules.md is made from it.
    """

    craftsmens_guild_points: Annotated[
        Literal[2, 1],
        Meta(
            description="Points of the Craftsmens Guild for each grey card of the neighbours: 2 as the card has it "
            "printed, 1 as one rule text says."
        ),
    ] = 2
    free_city_first: Annotated[
        bool,
        Meta(
            description="Two players: in a turn the Free City acts before the players' cities. Else it acts after its "
            "controller's and can buy what that city builds in the same turn. It also decides who comes first where "
            "the Free City may build from the discard pile while a player still has Babylon's seventh card."
        ),
    ] = True
    copied_shipowners_count_themselves: Annotated[
        bool,
        Meta(
            description="Olympia copies the Shipowners Guild: the copy counts as one more purple card of its own "
            "city. Else it counts the cards that lie there."
        ),
    ] = False
    seventh_in_sixth_turn: Annotated[
        bool,
        Meta(
            description="Babylon's side B: the seventh card is played in the sixth turn, as the text has it: what the "
            "sixth card, sales and discards of that turn bring cannot be used for it yet. Else it is a turn of its "
            "own, in which they can."
        ),
    ] = True
    free_of_coins_too: Annotated[
        bool,
        Meta(
            description="Second edition, Olympia: what is built for nothing costs no coins either. Else the coins "
            "printed on it are paid."
        ),
    ] = True
    seventh_any_use: Annotated[
        bool,
        Meta(
            description="Second edition, Babylon's side B: the seventh card may also be laid under the wonder or "
            "discarded for coins, as in the first edition. Else it may only be built."
        ),
    ] = True


OF_EDITION = {
    "craftsmens_guild_points": 1,
    "free_city_first": 1,
    "copied_shipowners_count_themselves": 1,
    "free_of_coins_too": 2,
    "seventh_any_use": 2,
}
"""House rules that are of matter in one edition only, and in which."""
DECIDED_LATER = {"seventh_in_sixth_turn": False}
"""House rules that there were none of once, and how was played then: so are journals that do not name them."""


STAGE: Final = "stage"
"""Instead of a card's id: it was laid under the board."""


class CityUnderway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player in the middle of a game, by the ids of the facts; ``stages``: how many are built.

    ``laid``: what of that is this turn's card: one of ``cards``, ``"stage"`` or, where nobody knows or it brings
    nothing at the end of the turn, ``"?"``; empty: it has not been laid yet.
    """

    cards: tuple[str, ...] = ()
    stages: int = 0
    coins: int = 0
    conflict_tokens: tuple[int, ...] = ()
    laid: str = ""


class Underway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in the middle of a game: ``turn`` of ``age`` is being played, or comes next.

    ``cities``: in seat order, the Free City's last. Nobody knows what was discarded or lies under the boards: how many
    cards those are follows from all that has been played. What was paid in this turn lies where it was paid to.
    """

    cities: tuple[CityUnderway, ...]
    age: int
    turn: int


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of 7 Wonders. Seats go clockwise: seat 1 sits to the left of seat 0.

    ``wonders``: one a player. ``free_city``: with two players the board between them (it is then seat 2, and seat 0
    sits to its left). ``names``: the players' names, or none. ``edition``: 1 (2010) or 2 (2020).

    Joined in the middle of a game: ``position`` is what lies there.
    """

    wonders: tuple[WonderSide, ...]
    free_city: WonderSide | None = None
    house_rules: HouseRules = HouseRules()
    names: tuple[str, ...] = ()
    edition: int = EDITION
    position: Underway | None = None

    @property
    def boards(self) -> tuple[WonderSide, ...]:
        """The boards of all cities in seat order, the Free City's last."""
        return self.wonders if self.free_city is None else (*self.wonders, self.free_city)


_FIRST_ONCE: Final = "first"
"""How set-ups of the time when there was one edition call it."""


def parse_setup(obj: Any) -> Setup:
    """The set-up from the contract's JSON object. Raises ``InvalidSetup`` with one clear line."""
    inner = obj["setup"] if isinstance(obj, dict) and isinstance(obj.get("setup"), dict) else obj
    if isinstance(inner, dict) and inner.get("edition") == _FIRST_ONCE:
        obj = inner | {"edition": EDITION}
    return read_setup(obj, "seven_wonders", Setup, check_setup, '{"wonders": [["giza", "A"], ["rhodes", "B"], …]}')


def dump_setup(setup: Setup) -> dict[str, Any]:
    """The set-up as the contract's JSON object; what only who joins has is left out without it."""
    obj: dict[str, Any] = {"game": "seven_wonders", **msgspec.to_builtins(setup)}
    return obj if setup.position is not None else {key: value for key, value in obj.items() if key != "position"}


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` where no table can begin like this. Sections 'Set-up', 'Variant for two players'."""
    if setup.edition not in EDITIONS:
        known = " and ".join(map(str, EDITIONS))
        raise InvalidSetup(f"There is no edition {setup.edition} of 7 Wonders: there are {known}.")
    facts = EDITIONS[setup.edition]
    _check_players(setup, facts)
    for seat, (wonder, side) in enumerate(setup.boards):
        if wonder not in facts.wonders:
            raise InvalidSetup(f"There is no wonder {wonder!r} (seat {seat}): choose of {', '.join(facts.wonders)}.")
        if (wonder, side) not in facts.board_index:
            raise InvalidSetup(f"The board of {wonder} has no side {side!r} (seat {seat}): it has A and B.")
        earlier = [other for other, _ in setup.boards[:seat]]
        if wonder in earlier:
            raise InvalidSetup(f"The wonder {wonder} is there twice (seats {earlier.index(wonder)} and {seat}).")
    if setup.names and len(setup.names) != len(setup.wonders):
        raise InvalidSetup(
            f"There are {len(setup.names)} names for {len(setup.wonders)} players: give one each, or none."
        )
    if setup.position is not None:
        _check_underway(setup.position, len(setup.boards), facts)


def _check_underway(position: Underway, cities: int, facts: Facts) -> None:
    table = facts.table
    if len(position.cities) != cities:
        raise InvalidSetup(f"There are {len(position.cities)} cities in position: give one for each of {cities}.")
    if not 1 <= position.age <= table.ages:
        raise InvalidSetup(f"Age {position.age} cannot be played: the ages are 1 to {table.ages}.")
    if not 1 <= position.turn <= table.turns:
        raise InvalidSetup(f"Turn {position.turn} cannot be played: an age has the turns 1 to {table.turns}.")
    for seat, city in enumerate(position.cities):
        _check_laid(seat, city, position.age, facts)


def _check_laid(seat: int, city: CityUnderway, age: int, facts: Facts) -> None:
    laid = city.laid
    if laid in {"", UNSEEN} or (laid == STAGE and city.stages):
        return
    if laid not in city.cards or facts.cards[facts.index[laid] - facts.cards[0].place].age != age:
        raise InvalidSetup(
            f"Seat {seat} cannot have laid {laid!r} in this turn: it does not have it, or of another age."
        )


def _check_players(setup: Setup, facts: Facts) -> None:
    players, table = len(setup.wonders), facts.table
    if table.two_players is None:
        if players not in facts.players:
            least, most = facts.players[0], facts.players[-1]
            raise InvalidSetup(f"{players} players: edition {facts.number} of 7 Wonders is for {least} to {most}.")
        if setup.free_city is not None:
            raise InvalidSetup(f"There is no Free City in edition {facts.number} of 7 Wonders: leave free_city out.")
        return
    if players == 2 and setup.free_city is None:
        raise InvalidSetup('Two players need the Free City between them: add "free_city": ["babylon", "A"].')
    if players != 2 and setup.free_city is not None:
        raise InvalidSetup(f"The Free City is for two players, not for {players}: leave free_city out.")
    if players != 2 and not table.min_players <= players <= table.max_players:
        raise InvalidSetup(f"{players} players: 7 Wonders is for 2 to {table.max_players} players.")
