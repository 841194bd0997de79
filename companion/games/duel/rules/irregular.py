"""Mistakes that people plausibly make now, as moves: unlikely readings of what a camera sees."""

from msgspec.structs import replace

from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.judge import judge, tokens_in
from companion.games.duel.rules.legal import legal
from companion.games.duel.rules.moves import Build, BuildWonder, Discard, DraftWonder, Move, TakeProgress
from companion.games.duel.rules.setup import SEATS
from companion.games.duel.rules.state import State, free_cards, hidden_cards, untaken
from companion.games.duel.rules.unnamed import candidates


def irregular(state: State) -> tuple[Move, ...]:
    """Plausible irregular moves: out of turn, too dear, a covered card, a token or choice forgotten.

    Disjoint from ``legal``; each has findings. A couple of hundred at most.
    """
    if state.finished:
        return ()
    if state.age == 0:
        moves: list[Move] = [
            DraftWonder(seat, FACTS.wonders[wonder].id) for seat in range(SEATS) for wonder in places(untaken(state))
        ]
    else:
        settled = replace(state, choice="") if state.choice else state
        moves = [move for seat in range(SEATS) for move in _any_use(settled, seat)]
        moves += _tokens(state)
    legal_moves = set(legal(state))
    return tuple(move for move in dict.fromkeys(moves) if move not in legal_moves and judge(state, move))


def _any_use(state: State, seat: int) -> list[Move]:
    """Playing any card that can be there, paid for or not; covered cards are built."""
    free = free_cards(state)
    standing = (card for slot, card in enumerate(state.laid) if card >= 0 and state.standing >> slot & 1)
    covered = set(standing) - set(free) if state.laid else set(hidden_cards(state)) - set(free)
    city = state.cities[seat]
    mine = city.wonders & ~city.built | candidates(state, seat)
    wonders = [FACTS.wonders[wonder].id for wonder in places(mine)]
    moves: list[Move] = []
    for card in free:
        name = FACTS.cards[card].id
        moves += [Build(seat, name), Discard(seat, name), *(BuildWonder(seat, name, wonder) for wonder in wonders)]
    return moves + [Build(seat, FACTS.cards[card].id) for card in sorted(covered)]


def _tokens(state: State) -> list[Move]:
    """A token of the board taken for nothing, or too late."""
    return [
        TakeProgress(seat, FACTS.tokens[token].id, "board")
        for seat in range(SEATS)
        for token in places(tokens_in(state, "board"))
    ]
