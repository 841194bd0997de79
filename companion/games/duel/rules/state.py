"""What is known about a table of Duel at one moment: immutable, small, quick to copy.

Knowledge only: chance is observed, so a slot may hold a card that nobody has read, and the cards removed before the
game are never known. Sets of cards, wonders and tokens are bit masks (see ``facts``).
"""

from functools import lru_cache
from typing import Literal

import msgspec

from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.duel.rules.setup import SEATS, HouseRules

UNREAD = -1
"""In ``State.laid``: a card that nobody has read."""

Choice = Literal["", "starter", "board", "box", "brown", "grey", "revive"]
"""What the player to move must choose before anything else; ``""``: nothing.

``starter``: who begins the age; ``board``/``box``: a progress token; ``brown``/``grey``: the opponent's card to
destroy; ``revive``: the discarded card to build.
"""


class City(msgspec.Struct, frozen=True):
    """What lies in front of one player.

    ``cards``: the buildings; ``wonders``: the wonders owned, built or not; ``built``: those built; ``tokens``:
    progress tokens; ``coins``: the treasury.
    """

    cards: int = 0
    wonders: int = 0
    built: int = 0
    tokens: int = 0
    coins: int = 0


class Structure(msgspec.Struct, frozen=True):
    """An age's structure: ``laid``: the card of each slot; ``standing``: the slots not taken yet."""

    laid: tuple[int, ...]
    standing: int


class State(msgspec.Struct, frozen=True):
    """A game of Duel at one moment.

    ``board``: progress tokens lying there; ``unread``: how many more lie there unread, ``untold``: before each seat.
    ``pawn``: positive towards seat 1's capital. ``loot``: the loot tokens left, bit ``zone + 3 * seat`` for the seat
    that would take it.
    ``age``: 0 while wonders are drafted. ``left``: cards left in the structure. ``laid``: the card of each slot
    (empty: the layout is not known) and ``standing``: the slots not taken yet. ``either``: where nobody knows which of
    several unread cards was taken, every way the structure may be; then ``standing`` are the slots of any of them, and
    ``laid`` is what all of them have. ``discard``: the discard pile; ``tucked``: cards under wonders. Of who joined in
    the middle of the game nobody knows ``buried`` more in the discard pile, nor those under the wonders built before.
    ``offer``: wonders offered in the draft, ``offer_unread``: how many more that nobody has read. ``unnamed``: how many
    such wonders each seat owns that are not built, ``raised``: that are. ``returned``: wonders back in the box.
    ``again``: the player to move has another turn after this one. ``number``: of the turn, from 1. ``otherwise``: where
    nobody knows whose turn it is, how the table may be as well (``possible``).
    """

    rules: HouseRules
    names: tuple[str, ...]
    first: int
    cities: tuple[City, City]
    board: int
    unread: int
    loot: int
    age: int
    to_move: int
    pawn: int = 0
    left: int = FACTS.table.cards_per_age
    laid: tuple[int, ...] = ()
    standing: int = 0
    either: tuple[Structure, ...] = ()
    discard: int = 0
    tucked: int = 0
    buried: int = 0
    offer: int = 0
    offer_unread: int = 0
    untold: tuple[int, int] = (0, 0)
    unnamed: tuple[int, int] = (0, 0)
    raised: tuple[int, int] = (0, 0)
    returned: int = 0
    choice: Choice = ""
    again: bool = False
    number: int = 1
    finished: bool = False
    supremacy: Literal["", "military", "science"] = ""
    victor: int | None = None
    otherwise: "tuple[State, ...]" = ()

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return SEATS


ALL_TOKENS = (1 << len(FACTS.tokens)) - 1
ALL_WONDERS = (1 << len(FACTS.wonders)) - 1
ALL_SLOTS = (1 << FACTS.table.cards_per_age) - 1
GUILDS = FACTS.colors["purple"]


def with_city(cities: tuple[City, City], seat: int, city: City) -> tuple[City, City]:
    """Both cities, this seat's replaced."""
    return (cities[0], city) if seat else (city, cities[1])


def one_more(counts: tuple[int, int], seat: int, more: int = 1) -> tuple[int, int]:
    """The counts of both seats, with so many more of this one's."""
    return (counts[0], counts[1] + more) if seat else (counts[0] + more, counts[1])


def untaken(state: State) -> int:
    """The wonders that a wonder may be which nobody has read: nobody is known to own them."""
    return ALL_WONDERS & ~(state.cities[0].wonders | state.cities[1].wonders)


def all_built(state: State) -> bool:
    """Whether as many wonders are built as may be. Section "Seven wonders, no more"."""
    built = sum(city.built.bit_count() for city in state.cities) + sum(state.raised)
    return built >= FACTS.table.wonders_in_all


def gone(state: State) -> int:
    """The cards that have left the structures: built, discarded or under a wonder."""
    return state.cities[0].cards | state.cities[1].cards | state.discard | state.tucked


def discarded(state: State) -> int:
    """The cards that may lie in the discard pile: those known to, and where some are not known, all not seen yet."""
    if not state.buried:
        return state.discard
    every = mask(card for age in range(1, state.age + 1) for card in places(FACTS.ages[age]))
    return state.discard | (every & ~seen(state))


def unknown_gone(state: State) -> int:
    """How many cards of this age have left the structure that nobody knows who joined in the middle of the game."""
    unknown = state.buried + sum(city.built.bit_count() for city in state.cities) - state.tucked.bit_count()
    played = FACTS.table.cards_per_age - state.left
    return max(0, min(unknown, played - (gone(state) & FACTS.ages[state.age]).bit_count()))


def seen(state: State) -> int:
    """The cards that somebody has seen: those gone and those read in the structure."""
    return gone(state) | mask(card for card in state.laid if card >= 0)


def unseen_tokens(state: State) -> int:
    """The progress tokens that nobody has seen on the board: in the box, or unread on the board."""
    return ALL_TOKENS & ~(state.board | state.cities[0].tokens | state.cities[1].tokens)


@lru_cache(maxsize=1 << 16)
def free_slots(age: int, standing: int) -> tuple[int, ...]:
    """The slots still standing that no other slot covers. Section "A turn": an accessible card is not covered."""
    covered_by = FACTS.layouts[age].covered_by
    return tuple(slot for slot in places(standing) if not covered_by[slot] & standing)


def ways(state: State) -> tuple[Structure, ...]:
    """Every way the structure may be: one, unless nobody knows which of its cards was taken."""
    return state.either or (Structure(state.laid, state.standing),)


def open_slots(state: State) -> tuple[int, ...]:
    """The slots whose card may be taken now, as far as is known."""
    if not state.either:
        return free_slots(state.age, state.standing)
    return tuple(sorted({slot for way in state.either for slot in free_slots(state.age, way.standing)}))


def hidden_cards(state: State) -> tuple[int, ...]:
    """The cards that an unread one in this age's structure can be. Section "One deck an age".

    Of the guilds no more than three are in the game, of the other cards of an age as many as fill the structure.
    """
    known = seen(state)
    deck = FACTS.ages[state.age]
    guilds = FACTS.table.guilds if deck & GUILDS else 0
    if (known & GUILDS).bit_count() >= guilds:
        deck &= ~GUILDS
    plain = FACTS.ages[state.age] & ~GUILDS
    if (known & plain).bit_count() >= FACTS.table.cards_per_age - guilds:
        deck &= GUILDS
    return places(deck & ~known)


def unread_free(state: State) -> tuple[int, ...]:
    """The slots whose card may be taken although nobody has read it yet."""
    if not state.laid:
        return ()
    return tuple(slot for slot in open_slots(state) if state.laid[slot] == UNREAD)


def free_cards(state: State) -> tuple[int, ...]:
    """The cards that may be taken now; where the layout is not known, all that can be there."""
    laid = state.laid
    if not laid:
        return _unread_cards(state) if state.left > 0 else ()
    cards = tuple(laid[slot] for slot in open_slots(state))
    if UNREAD in cards:
        return (*(card for card in cards if card != UNREAD), *_unread_cards(state))
    return cards


def may_take_unread(state: State) -> bool:
    """Whether a card may be taken that nobody has read: one that lies free, or any where the layout is not known."""
    return bool(unread_free(state)) if state.laid else state.left > 0


def _unread_cards(state: State) -> tuple[int, ...]:
    """What an unread card can be; after mistakes that leave nothing regular, any card of the age not seen yet."""
    return hidden_cards(state) or places(FACTS.ages[state.age] & ~seen(state))
