"""Every legal move, with each card or token that can still be there."""

from msgspec.structs import replace

from companion.games.duel.rules import moves as act
from companion.games.duel.rules.draft import available
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.judge import tokens_in
from companion.games.duel.rules.possible import possible
from companion.games.duel.rules.price import building_price, wonder_price
from companion.games.duel.rules.resolve import may_skip
from companion.games.duel.rules.setup import SEATS
from companion.games.duel.rules.state import State, discarded, free_cards, hidden_cards, unread_free
from companion.games.duel.rules.turns import end_turn
from companion.games.duel.rules.unnamed import affordable, may_build

_SEATS = range(SEATS)
_BUILD = tuple(tuple(act.Build(seat, card.id) for card in FACTS.cards) for seat in _SEATS)
_DISCARD = tuple(tuple(act.Discard(seat, card.id) for card in FACTS.cards) for seat in _SEATS)
_WONDER = tuple(
    tuple(tuple(act.BuildWonder(seat, card.id, wonder.id) for wonder in FACTS.wonders) for card in FACTS.cards)
    for seat in _SEATS
)
_TOKEN = tuple(
    {
        "board": tuple(act.TakeProgress(seat, token.id, "board") for token in FACTS.tokens),
        "box": tuple(act.TakeProgress(seat, token.id, "box") for token in FACTS.tokens),
    }
    for seat in _SEATS
)
_STARTERS = tuple(act.ChooseStarter(seat) for seat in _SEATS)


def legal(state: State) -> tuple[act.Move, ...]:
    """Every legal move now; empty when the game is over.

    What was turned up in a slot whose card nobody has read is among them (``Reveal``); a whole layout or offer is
    not: there are too many. Where a token may be declined, so are the moves that follow if it is; where nobody knows
    whose turn it is, those of both.
    """
    if not state.otherwise:
        return _legal(state)
    return tuple(dict.fromkeys(move for way in possible(state) for move in _legal(way)))


def _legal(state: State) -> tuple[act.Move, ...]:
    if state.finished:
        return ()
    if state.age == 0:
        return tuple(act.DraftWonder(state.to_move, FACTS.wonders[wonder].id) for wonder in places(available(state)))
    if state.choice:
        moves = due(state)
        if may_skip(state):
            moves += _legal(end_turn(replace(state, choice="")))
        return moves
    return (*reveals(state), *plays(state))


def plays(state: State) -> list[act.Move]:
    """Every way of playing a free card. Section "A turn"."""
    seat = state.to_move
    city, rival = state.cities[seat], state.cities[1 - seat]
    build, discard, build_wonder = _BUILD[seat], _DISCARD[seat], _WONDER[seat]
    own = places(may_build(state, seat))
    wonders = [wonder for wonder in own if affordable(state, seat, wonder_price(city, rival, wonder))]
    moves: list[act.Move] = []
    for card in free_cards(state):
        if affordable(state, seat, building_price(city, rival, card)):
            moves.append(build[card])
        moves.append(discard[card])
        moves += [build_wonder[card][wonder] for wonder in wonders]
    return moves


def reveals(state: State) -> tuple[act.Reveal, ...]:
    """The card that may be turned up in each free slot that nobody has read, also after the end."""
    slots = () if state.choice else unread_free(state)
    cards = hidden_cards(state) if slots else ()
    return tuple(act.Reveal(slot, FACTS.cards[card].id) for slot in slots for card in cards)


def due(state: State) -> tuple[act.Move, ...]:
    """What may be chosen before anything else; empty where nothing is to be chosen."""
    seat, choice = state.to_move, state.choice
    if choice == "starter":
        return _STARTERS
    if choice in {"board", "box"}:
        tokens = places(tokens_in(state, choice))
        return tuple(_TOKEN[seat][choice][token] for token in tokens)
    if choice == "revive":
        return tuple(act.Revive(seat, FACTS.cards[card].id) for card in places(discarded(state)))
    targets = state.cities[1 - seat].cards & FACTS.colors[choice]
    return tuple(act.Destroy(seat, FACTS.cards[card].id) for card in places(targets))
