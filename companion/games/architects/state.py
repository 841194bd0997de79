"""What is known about a table of Architects at one moment: immutable, small, quick to copy.

Knowledge only: chance is observed, so a deck is the counts of what is left in it, not their order.
A count below zero means that a card was seen which cannot have been there; ``status`` says so.
"""

import msgspec

from companion.games.architects.facts import FACTS, Counts, Stage
from companion.games.architects.setup import UNREAD, HouseRules, Setup, check_setup


class City(msgspec.Struct, frozen=True):
    """What lies in front of one player.

    ``cards``: how many of each face (order of ``FACTS.cards``). ``built``: bit k set: the wonder's
    stage k is built. ``military``: military victory tokens. ``medals``: only in scored positions.
    """

    wonder: str
    cards: Counts
    built: int = 0
    progress: tuple[str, ...] = ()
    military: int = 0
    medals: int = 0


class Turn(msgspec.Struct, frozen=True):
    """What has happened in the turn so far.

    ``opened``: the card that opens it is taken (or there was none to take). ``effects``: cards and
    tokens that a wonder still gives: ``alexandria``, ``babylon``, ``ephesus``, ``halicarnassus``,
    ``olympia_left``, ``olympia_right``, one entry each time. ``ready``: progress tokens
    that may give an extra card now. ``used``: tokens used this turn. ``taken``: bit set of card faces taken this
    turn; ``builds``: stages built in it.
    """

    opened: bool = False
    effects: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    taken: int = 0
    builds: int = 0


NEW_TURN = Turn()


class State(msgspec.Struct, frozen=True):
    """A game of Architects at one moment.

    ``decks``: what is left, by seat, then the central deck. ``hidden``: how many of each progress token
    (order of ``FACTS.progress_tokens``) nobody has seen: they lie in the stack or face up unread.
    ``battle``: conflict tokens showing battle, of ``conflict`` in play. ``number``: of the turn, from 1.
    """

    wonders: tuple[str, ...]
    rules: HouseRules
    names: tuple[str, ...]
    decks: tuple[Counts, ...]
    cities: tuple[City, ...]
    discard: Counts
    face_up: tuple[str, ...]
    hidden: Counts
    conflict: int
    to_move: int
    battle: int = 0
    cat: int | None = None
    number: int = 1
    turn: Turn = NEW_TURN
    finished: bool = False

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.cities)

    @property
    def stack(self) -> int:
        """Progress tokens left in the face-down stack."""
        return max(0, sum(self.hidden) - self.face_up.count(UNREAD))


NO_CARDS: Counts = (0,) * len(FACTS.cards)


def begin(setup: Setup) -> State:
    """The table before the first turn. Raises ``InvalidSetup``."""
    check_setup(setup)
    face_up = (setup.progress + (UNREAD,) * FACTS.table.face_up)[: FACTS.table.face_up]
    return State(
        wonders=setup.wonders,
        rules=setup.house_rules,
        names=setup.names,
        decks=(*(FACTS.decks[wonder] for wonder in setup.wonders), FACTS.decks["central"]),
        cities=tuple(City(wonder, NO_CARDS) for wonder in setup.wonders),
        discard=NO_CARDS,
        face_up=face_up,
        hidden=tuple(token.copies - face_up.count(token.id) for token in FACTS.progress_tokens.values()),
        conflict=FACTS.table.conflict_tokens[len(setup.wonders)],
        to_move=setup.first,
    )


def next_seat(state: State) -> int:
    """Who moves after the player to move: play goes clockwise, to the left."""
    return (state.to_move + 1) % len(state.cities)


def previous_seat(state: State) -> int:
    """Who moved before the player to move."""
    return (state.to_move - 1) % len(state.cities)


def deck_of(state: State, seat: int, source: str) -> int | None:
    """Index in ``decks`` of a source as this seat sees it; ``None``: there is no such deck.

    A player's own deck stands to the left, the right neighbour's to the right (ruling deck_position).
    """
    if source == "left":
        return seat
    if source == "right":
        return (seat - 1) % len(state.cities)
    if source == "central":
        return len(state.cities)
    number = source.removeprefix("holder:")
    return int(number) if number.isdecimal() and int(number) < len(state.cities) else None


def deck_size(state: State, deck: int) -> int:
    """How many cards lie in a deck (index as in ``decks``)."""
    return max(0, sum(state.decks[deck]))


def has_built(city: City, stage: int) -> bool:
    """Whether the wonder's stage at this place (0 to 4) is built."""
    return bool(city.built >> stage & 1)


def is_complete(city: City) -> bool:
    """Whether all stages are built, which ends the game."""
    return city.built == (1 << len(FACTS.wonders[city.wonder].stages)) - 1


_BELOW = {
    wonder.id: tuple(
        sum(1 << k for k, other in enumerate(wonder.stages) if other.id in stage.requires) for stage in wonder.stages
    )
    for wonder in FACTS.wonders.values()
}


def reachable(city: City) -> tuple[tuple[int, Stage], ...]:
    """Stages not built whose stages below all are, with their places (Building a stage)."""
    below, built = _BELOW[city.wonder], city.built
    return tuple(
        (k, stage)
        for k, stage in enumerate(FACTS.wonders[city.wonder].stages)
        if not built >> k & 1 and not below[k] & ~built
    )


def built_stages(city: City) -> tuple[str, ...]:
    """Ids of the stages built, from the bottom up."""
    return tuple(stage.id for k, stage in enumerate(FACTS.wonders[city.wonder].stages) if has_built(city, k))
