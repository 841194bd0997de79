"""Tables in the middle of a game, for tests: real states, with cards laid out as a test needs them."""

from typing import Any

from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, HouseRules, Setup, State
from companion.games.architects.rules.expansion import TOKEN_ORDER
from companion.games.architects.rules.moves import EndTurn, Move, TakeCard
from companion.games.architects.rules.state import Turn
from companion.games.vocabulary import Finding

FACE_UP = ("tactics", "culture", "decor")


def begin(*wonders: str, progress: tuple[str, ...] = FACE_UP, **house_rules: Any) -> State:
    """A new game; the first seat begins."""
    rules_of_the_house = HouseRules(**house_rules)
    return rules.begin(Setup(wonders or ("giza", "rhodes", "olympia"), 0, progress, house_rules=rules_of_the_house))


def opened(state: State) -> State:
    """The player to move has taken the card that opens the turn (one that does nothing)."""
    return replace(state, turn=replace(state.turn, opened=True))


def lay(state: State, seat: int, *cards: str) -> State:
    """These cards lie in front of a player, out of the central deck."""
    counts, central = list(state.cities[seat].cards), list(state.decks[-1])
    for card in cards:
        counts[FACTS.index[card]] += 1
        central[FACTS.index[card]] -= 1
    cities = list(state.cities)
    cities[seat] = replace(cities[seat], cards=tuple(counts))
    return replace(state, cities=tuple(cities), decks=(*state.decks[:-1], tuple(central)))


def build(state: State, seat: int, *stages: int) -> State:
    """These stages (1 to 5) are built."""
    cities = list(state.cities)
    cities[seat] = replace(cities[seat], built=cities[seat].built | sum(1 << stage - 1 for stage in stages))
    return replace(state, cities=tuple(cities))


def own(state: State, seat: int, *tokens: str) -> State:
    """A player has these progress tokens, out of the stack."""
    hidden = list(state.hidden)
    for token in tokens:
        hidden[TOKEN_ORDER[token]] -= 1
    cities = list(state.cities)
    cities[seat] = replace(cities[seat], progress=cities[seat].progress + tokens)
    return replace(state, cities=tuple(cities), hidden=tuple(hidden))


def military(state: State, seat: int, tokens: int) -> State:
    """A player has so many military tokens."""
    cities = list(state.cities)
    cities[seat] = replace(cities[seat], military=tokens)
    return replace(state, cities=tuple(cities))


def empty(state: State, *decks: int) -> State:
    """These decks (-1: the central one) have no card left; what was in them is discarded."""
    changed, discard = list(state.decks), list(state.discard)
    for deck in decks:
        discard = [old + new for old, new in zip(discard, changed[deck], strict=True)]
        changed[deck] = (0,) * len(FACTS.cards)
    return replace(state, decks=tuple(changed), discard=tuple(discard))


def no_tokens(state: State) -> State:
    """No progress token is left to take."""
    return replace(state, face_up=(), hidden=(0,) * len(state.hidden))


def effects(state: State, *names: str) -> State:
    """The wonder of the player to move still owes these effects."""
    return replace(state, turn=Turn(opened=True, effects=names))


def count(state: State, seat: int, card: str) -> int:
    """How many of a card lie in front of a player."""
    return state.cities[seat].cards[FACTS.index[card]]


def take(seat: int, card: str, source: str = "left", because: str | None = None) -> TakeCard:
    """Taking a card."""
    return TakeCard(seat, source, card, because)


def play(state: State, *moves: Move) -> State:
    """The state after legal moves; an irregular one fails the test."""
    for move in moves:
        state = rules.apply(state, move)
    return state


def codes(found: tuple[Finding, ...] | frozenset[Finding]) -> set[str]:
    """The codes of findings."""
    return {finding.code for finding in found}


def legal_moves(state: State, *kinds: type) -> set[Move]:
    """The legal moves of these kinds (all: without kinds), of the player to move only."""
    return {
        move
        for move in rules.legal(state)
        if getattr(move, "seat", state.to_move) == state.to_move and (not kinds or isinstance(move, kinds))
    }


def end(seat: int) -> EndTurn:
    """Declaring the turn over."""
    return EndTurn(seat)
