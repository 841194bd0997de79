"""What is known about a table of Architects at one moment: immutable, small, quick to copy.

Knowledge only: chance is observed, so a deck is the counts of what is left in it, not their order.
A count below zero means that a card was seen which cannot have been there; ``status`` says so.
"""

from operator import attrgetter

import msgspec

from companion.games.architects.rules.facts import FACTS, Counts, Facts, Stage
from companion.games.architects.rules.setup import UNREAD, HouseRules


class City(msgspec.Struct, frozen=True):
    """What lies in front of one player.

    ``cards``: how many of each face (order of ``FACTS.cards``). ``built``: bit k set: the wonder's
    stage k is built. ``military``: military victory tokens. ``medals``: by id, ``"?"`` where only the number is known;
    so are ``progress`` tokens that nobody has read. ``unread``: the decks of further cards that nobody has read yet, of
    which so many have been ``paid`` with.
    """

    wonder: str
    cards: Counts
    built: int = 0
    progress: tuple[str, ...] = ()
    military: int = 0
    medals: tuple[str, ...] = ()
    unread: tuple[int, ...] = ()
    paid: int = 0

    @property
    def face_down(self) -> int:
        """How many cards lie here that nobody has read."""
        return len(self.unread) - self.paid

    @property
    def tokens(self) -> tuple[str, ...]:
        """The progress tokens that somebody has read."""
        return tuple(token for token in self.progress if token != UNREAD) if UNREAD in self.progress else self.progress


class Turn(msgspec.Struct, frozen=True):
    """What has happened in the turn so far.

    ``opened``: the card that opens it is taken (or there was none to take). ``effects``: cards and
    tokens that a wonder still gives: ``alexandria``, ``babylon``, ``ephesus``, ``halicarnassus``,
    ``olympia_left``, ``olympia_right``, ``rome``, ``ur``, one entry each time. ``ready``: progress tokens
    that may give an extra card now. ``used``: tokens used this turn. ``taken``: bit set of card faces taken this
    turn; ``builds``: stages built in it. ``lent``: for each card that Alexandria gave from a deck of the player's own,
    the tokens that could have given it. ``met``: bit set of medals whose goal was met at some moment of it, as far
    as they lie where its player may take them. ``over``: all is done and the battle fought; medals are still taken.
    """

    opened: bool = False
    effects: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    taken: int = 0
    builds: int = 0
    met: int = 0
    over: bool = False
    lent: tuple[tuple[str, ...], ...] = ()


NEW_TURN = Turn()


class Medals(msgspec.Struct, frozen=True):
    """What the expansion Medals adds to a table.

    ``lying``: the medals on the table, the one to the left of each seat in seat order and then those in the centre
    (``"?"``: unread, ``None``: taken); ``gaps``: how many of these places lie between neighbours. ``unseen``: bit set
    of medals that nobody has seen; ``spare``: how many lie in the box. ``won``: seats that took two military tokens in
    the last battle and no medal for it. ``shared``: the medal for it was in the centre and is taken: who won it too
    takes one out of the box. ``missed``: who met which medal's goal in a turn that ended without its being taken.
    ``debts``: how many cards lie face down before each seat.
    """

    lying: tuple[str | None, ...]
    gaps: int
    unseen: int
    spare: int
    debts: tuple[int, ...]
    won: tuple[int, ...] = ()
    shared: bool = False
    missed: tuple[tuple[int, str], ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game of Architects at one moment.

    ``decks``: what is left, by seat, then the central deck. ``hidden``: how many of each progress token
    (order of ``TOKENS``) nobody has seen: they lie in the stack, or unread face up or before a player.
    ``battle``: conflict tokens showing battle, of ``conflict`` in play. ``number``: of the turn, from 1.
    ``used_before``: the tokens used in the turn that has just ended. ``facts``: what lies in this table's box.
    ``medals``: only with the expansion.
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
    facts: Facts = FACTS
    medals: Medals | None = None
    used_before: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.cities)

    @property
    def stack(self) -> int:
        """Progress tokens left in the face-down stack."""
        unread = self.face_up.count(UNREAD) + sum(city.progress.count(UNREAD) for city in self.cities)
        return max(0, sum(self.hidden) - unread)


NO_CARDS: Counts = (0,) * len(FACTS.cards)


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


def city_of(state: State, source: str) -> int | None:
    """The seat of a source that is the cards before a player, ``city:N``; ``None``: it is no such source."""
    if not source.startswith("city:"):
        return None
    number = source.removeprefix("city:")
    return int(number) if number.isdecimal() and int(number) < len(state.cities) else None


def deck_size(state: State, deck: int) -> int:
    """How many cards lie in a deck (index as in ``decks``).

    A card that lies face down before a player counts among those left in the central deck, since nobody knows it; so
    does a card that nobody has read.
    """
    return max(0, sum(state.decks[deck]) - face_down(state).count(deck))


def deck_sizes(state: State) -> list[int]:
    """How many cards lie in each deck."""
    taken = face_down(state)
    return [max(0, sum(cards) - taken.count(deck)) for deck, cards in enumerate(state.decks)]


_unread, _paid = attrgetter("unread"), attrgetter("paid")


def discarded(state: State) -> int:
    """How many cards lie on the discard pile, also of those that nobody had read."""
    unread: int = sum(map(_paid, state.cities))
    return sum(state.discard) + unread


def face_down(state: State) -> list[int]:
    """The decks that the cards came from which lie before players and nobody knows, one entry a card."""
    decks = [deck for city in state.cities for deck in city.unread] if any(map(_unread, state.cities)) else []
    if state.medals is not None:
        decks += [len(state.cities)] * sum(state.medals.debts)
    return decks


def has_built(city: City, stage: int) -> bool:
    """Whether the wonder's stage at this place (0 to 4) is built."""
    return bool(city.built >> stage & 1)


def is_complete(facts: Facts, city: City) -> bool:
    """Whether all stages are built, which ends the game."""
    return city.built == len(facts.open_stages[city.wonder]) - 1


def reachable(facts: Facts, city: City) -> tuple[tuple[int, Stage], ...]:
    """Stages not built whose stages below all are, with their places (Building a stage)."""
    return facts.open_stages[city.wonder][city.built]


def built_stages(facts: Facts, city: City) -> tuple[str, ...]:
    """Ids of the stages built, from the bottom up."""
    return tuple(stage.id for k, stage in enumerate(facts.wonders[city.wonder].stages) if has_built(city, k))
