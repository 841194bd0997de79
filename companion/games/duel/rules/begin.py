"""The table before the first move, or as it lies when somebody joins it in the middle of a game."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.position import cities_of, victory
from companion.games.duel.rules.setup import SEATS, Setup, Underway, check_setup, read_tokens
from companion.games.duel.rules.state import ALL_SLOTS, UNREAD, City, State, gone, seen
from companion.games.vocabulary import InvalidSetup, PositionError

_TABLE = FACTS.table
_LOOT_BITS = tuple(
    tuple((k + len(_TABLE.zones) * seat, zone.loot) for k, zone in enumerate(_TABLE.zones) if zone.loot)
    for seat in range(SEATS)
)
"""For each seat, the bits of the loot tokens that it can take, and their coins."""


def begin(setup: Setup) -> State:
    """The table as it is set up. Section "Set-up". Raises ``InvalidSetup``."""
    check_setup(setup)
    tokens = read_tokens(setup)
    own = [mask(FACTS.wonder_index[wonder] for wonder in wonders) for wonders in setup.wonders or ((), ())]
    city, other = (City(wonders=wonders, coins=_TABLE.starting_coins) for wonders in own)
    state = State(
        rules=setup.house_rules,
        names=setup.names,
        first=setup.first,
        cities=(city, other),
        board=mask(FACTS.token_index[token] for token in tokens),
        unread=_TABLE.tokens_on_board - len(tokens),
        loot=mask(bit for bits in _LOOT_BITS for bit, _ in bits),
        age=1 if setup.wonders else 0,
        to_move=setup.first,
    )
    return state if setup.position is None else _underway(state, setup.position)


def _underway(state: State, position: Underway) -> State:
    """The same table after what has been played. Raises ``InvalidSetup``."""
    try:
        found = cities_of(position.players, position.pawn)
    except PositionError as error:
        raise InvalidSetup(str(error)) from None
    if victory(found, position.pawn) is not None:
        raise InvalidSetup("The game is over: it was won by supremacy.")
    city, other = (replace(now, wonders=own.wonders) for now, own in zip(found, state.cities, strict=True))
    for seat, now in enumerate((city, other)):
        if now.built & ~now.wonders:
            raise InvalidSetup(f"Seat {seat} has built a wonder that it does not have.")
    if (city.tokens | other.tokens) & state.board:
        raise InvalidSetup("A progress token lies on the board and before a player.")
    laid, standing, left = _structure(position)
    state = replace(
        state,
        cities=(city, other),
        unread=_unread((city, other), state.board),
        loot=_loot(position.loot),
        age=position.age,
        pawn=position.pawn,
        left=left,
        laid=laid,
        standing=standing,
        discard=_cards(position.discard),
        returned=_returned((city, other)),
    )
    return replace(state, buried=_buried(state, (*laid, *(FACTS.index[name] for name in position.discard))))


def _structure(position: Underway) -> tuple[tuple[int, ...], int, int]:
    """The card of each slot, the slots not taken yet, and how many they are."""
    age, each = position.age, _TABLE.cards_per_age
    if not 1 <= age <= _TABLE.ages:
        raise InvalidSetup(f"Age {age} cannot be played: the ages are 1 to {_TABLE.ages}.")
    if not position.layout and not position.taken:
        return (), 0, each
    if len(position.layout) != each or not all(0 <= slot < each for slot in position.taken):
        raise InvalidSetup(f"A structure has {each} slots, numbered from 0: give layout and taken.")
    taken = mask(position.taken)
    standing = ALL_SLOTS & ~taken
    if not standing:
        raise InvalidSetup("No card of this age is left: give the next age, without layout and taken.")
    covers = FACTS.layouts[age].covered_by
    for slot in position.taken:
        if covers[slot] & standing:
            raise InvalidSetup(f"The card of slot {slot} cannot have been taken: others lie on it.")
    known = _cards(name for slot, name in enumerate(position.layout) if name is not None and not taken >> slot & 1)
    if known & ~FACTS.ages[age]:
        raise InvalidSetup(f"A card in the structure is none of age {age}.")
    laid = tuple(
        UNREAD if name is None or taken >> slot & 1 else FACTS.index[name] for slot, name in enumerate(position.layout)
    )
    return laid, standing, standing.bit_count()


def _cards(names: Iterable[str]) -> int:
    found = tuple(names)
    for name in found:
        if name not in FACTS.index:
            raise InvalidSetup(f"There is no card {name!r}.")
        if found.count(name) > 1:
            raise InvalidSetup(f"The card {name} is there twice.")
    return mask(FACTS.index[name] for name in found)


def _unread(cities: tuple[City, City], board: int) -> int:
    """The tokens on the board that nobody has read: of those won, the Great Library's came out of the box."""
    won = sum(city.tokens.bit_count() for city in cities)
    library = any(
        city.built >> k & 1 and wonder.choice == "box" for city in cities for k, wonder in enumerate(FACTS.wonders)
    )
    return max(0, _TABLE.tokens_on_board - (won - library) - board.bit_count())


def _loot(left: tuple[tuple[int, ...], ...]) -> int:
    if len(left) != SEATS:
        raise InvalidSetup("Of loot, give for each of 2 seats the coins of the tokens that it can still take.")
    for coins, bits in zip(left, _LOOT_BITS, strict=True):
        if set(coins) - {worth for _, worth in bits}:
            raise InvalidSetup(f"A loot token takes {' or '.join(str(worth) for _, worth in bits)} coins.")
    return mask(bit for coins, bits in zip(left, _LOOT_BITS, strict=True) for bit, worth in bits if worth in coins)


def _returned(cities: tuple[City, City]) -> int:
    """Section "Seven wonders, no more"."""
    built = cities[0].built | cities[1].built
    return (cities[0].wonders | cities[1].wonders) & ~built if built.bit_count() >= _TABLE.wonders_in_all else 0


def _buried(state: State, lying: tuple[int, ...]) -> int:
    """How many discarded cards nobody knows: of all that were played, those in no city and under no wonder."""
    known = sum(city.cards.bit_count() for city in state.cities) + sum(card != UNREAD for card in lying)
    if known != seen(state).bit_count():
        raise InvalidSetup("A card lies in two places.")
    played = _TABLE.cards_per_age * state.age - state.left
    under = sum(city.built.bit_count() for city in state.cities)
    buried = played - gone(state).bit_count() - under
    if buried < 0:
        raise InvalidSetup(
            f"{gone(state).bit_count() + under} cards lie in the cities, under wonders and in the discard pile: "
            f"{played} have been played."
        )
    return buried
