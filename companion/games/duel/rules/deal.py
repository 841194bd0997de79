"""A real, shuffled table to play on: every structure with its hidden cards, the tokens, the wonders to draft.

The rules know only what was seen; who deals knows the order. ``Deal`` is that knowledge.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Self

from companion.games.duel.rules.begin import begin
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.legal import due, legal, plays
from companion.games.duel.rules.moves import LayOut, Move, Offer, Reveal, TakeProgress
from companion.games.duel.rules.play import apply
from companion.games.duel.rules.possible import possible
from companion.games.duel.rules.setup import SEATS, Setup
from companion.games.duel.rules.state import (
    ALL_TOKENS,
    ALL_WONDERS,
    GUILDS,
    UNREAD,
    State,
    gone,
    seen,
    unknown_gone,
    unread_free,
    unseen_tokens,
)
from companion.games.duel.rules.structure import can_be
from companion.games.duel.rules.turns import drafted
from companion.games.playing import play_on, whole_game
from companion.games.vocabulary import InvalidSetup, Playthrough, Policy

_TABLE = FACTS.table
_NAMES = tuple(card.id for card in FACTS.cards)


class Deal:
    """What lies where, as the table's owner could look it up; nothing of it changes as the game goes.

    ``structures``: by age, the card of each slot (an age whose layout nobody read: the cards that are left of it, in
    any order). ``board``: the tokens on it. ``drawn``: the three tokens that the Great Library draws. ``wonders``:
    those to be drafted, in the order in which they are offered. ``buried``: the discarded cards that the state does not
    know (``State.buried``).
    """

    def __init__(
        self, structures: dict[int, tuple[int, ...]], board: int, drawn: int, wonders: tuple[int, ...], buried: int = 0
    ) -> None:
        self.structures, self.board, self.drawn, self.wonders = structures, board, drawn, wonders
        self.buried = buried

    @classmethod
    def shuffled(cls, rng: Random) -> Self:
        """A new game's table. Sections "Set-up", "One deck an age"."""
        structures = {age: _structure(age, 0, _TABLE.cards_per_age, rng) for age in range(1, _TABLE.ages + 1)}
        tokens = _drawn(ALL_TOKENS, len(FACTS.tokens), rng)
        shown = _TABLE.tokens_on_board
        wonders = _drawn(ALL_WONDERS, len(_TABLE.draft), rng)
        drawn = tokens[shown : shown + _TABLE.library_draw]
        return cls(structures, _mask(tokens[:shown]), _mask(drawn), wonders)

    def choices(self, state: State) -> tuple[Move, ...]:
        """The legal moves that the real cards allow the player to move, or what must be turned up first."""
        # Of what nobody knows whose turn it is the likeliest is played on.
        state = possible(state)[0]
        if state.finished:
            return ()
        if state.age == 0:
            return self._draft(state)
        if state.choice:
            return self._choices(state)
        if not state.laid:
            return self._without_layout(state)
        return self._turned_up(state, unread_free(state)) if UNREAD in state.laid else legal(state)

    def _draft(self, state: State) -> tuple[Move, ...]:
        offered = _TABLE.wonders_offered
        if state.offer or drafted(state) % offered:
            return legal(state)
        taken = state.cities[0].wonders | state.cities[1].wonders
        left = [FACTS.wonders[wonder].id for wonder in self.wonders if not taken >> wonder & 1]
        return (Offer(tuple(left[:offered])),)

    def _choices(self, state: State) -> tuple[Move, ...]:
        """What may be chosen, of the tokens that really lie there; no token is declined."""
        there = {"board": self.board, "box": self.drawn}.get(state.choice)
        moves = due(state)
        if state.buried and state.choice == "revive":
            known = self.buried | state.discard
            return tuple(move for move in moves if known >> FACTS.index[getattr(move, "card", "")] & 1) or moves
        if there is None:
            return moves
        return tuple(
            move for move in moves if isinstance(move, TakeProgress) and there >> FACTS.token_index[move.token] & 1
        )

    def _layout(self, age: int) -> LayOut:
        up = FACTS.layouts[age].face_up
        names = tuple(_NAMES[card] if up >> slot & 1 else None for slot, card in enumerate(self.structures[age]))
        return LayOut(age, names)

    def _turned_up(self, state: State, unread: tuple[int, ...]) -> tuple[Move, ...]:
        """The card of a slot that has come free; one that has none (too many were seen) may be any card unseen."""
        structure = self.structures[state.age]
        for slot in unread:
            card = structure[slot]
            if card != UNREAD and can_be(state, slot, card):
                return (Reveal(slot, _NAMES[card]),)
        return tuple(plays(state))

    def _without_layout(self, state: State) -> tuple[Move, ...]:
        """An age begins with its layout; where nobody has read that, any card that is left may be played."""
        if state.left == _TABLE.cards_per_age and UNREAD not in self.structures[state.age]:
            return (self._layout(state.age),)
        there = {_NAMES[card] for card in self.structures[state.age] if card != UNREAD}
        return tuple(move for move in legal(state) if getattr(move, "card", None) in there)

    def done(self, state: State, move: Move) -> None:
        """Nothing is to be taken from a table whose order never changes; ``choices`` asks the state what is left."""


def _mask(found: Iterable[int]) -> int:
    return sum(1 << place for place in found)


def _drawn(bits: int, count: int, rng: Random) -> tuple[int, ...]:
    """So many of a set, in random order; all of it where there are fewer."""
    return tuple(rng.sample(places(bits), min(count, bits.bit_count())))


def _structure(age: int, known: int, count: int, rng: Random) -> tuple[int, ...]:
    """So many cards of an age that are not known yet, in random order, with as many guilds as are still to come.

    Where too many were seen already (by mistake), other guilds come in, and what is still missing stays unread.
    """
    deck = FACTS.ages[age] & ~known
    due = _TABLE.guilds - (known & GUILDS).bit_count() if FACTS.ages[age] & GUILDS else 0
    guilds = _drawn(deck & GUILDS, min(max(0, due), count), rng)
    cards = [*guilds, *_drawn(deck & ~GUILDS, count - len(guilds), rng)]
    cards += _drawn(deck & ~_mask(cards), count - len(cards), rng)
    rng.shuffle(cards)
    return (*cards, *[UNREAD] * (count - len(cards)))


def imagine(state: State, rng: Random) -> Deal:
    """A random deal that agrees with everything known in ``state``."""
    known = seen(state)
    structures = {
        age: _structure(age, known, _TABLE.cards_per_age, rng) for age in range(state.age + 1, _TABLE.ages + 1)
    }
    buried = 0
    if state.age:
        structures[state.age], gone_now = _this_structure(state, known, rng)
        buried = _buried(state, known, gone_now, rng) if state.buried else 0
    hidden = list(places(unseen_tokens(state)))
    rng.shuffle(hidden)
    unread, drawn = hidden[: state.unread], hidden[state.unread : state.unread + _TABLE.library_draw]
    taken = state.cities[0].wonders | state.cities[1].wonders
    wonders = (*places(state.offer), *_drawn(ALL_WONDERS & ~(taken | state.offer), len(FACTS.wonders), rng))
    return Deal(structures, state.board | _mask(unread), _mask(drawn), wonders, buried)


def _this_structure(state: State, known: int, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """This age's structure, and the cards that have left it without anybody knowing them."""
    more = unknown_gone(state)
    if not state.laid:
        drawn = _structure(state.age, known, state.left + more, rng)
        return drawn[: state.left], drawn[state.left :]
    unread = sum(card == UNREAD and bool(state.standing >> slot & 1) for slot, card in enumerate(state.laid))
    drawn = _structure(state.age, known, unread + more, rng)
    fill = iter(drawn)
    laid = tuple(
        next(fill) if card == UNREAD and state.standing >> slot & 1 else card for slot, card in enumerate(state.laid)
    )
    return laid, tuple(fill)


def _buried(state: State, known: int, gone_now: tuple[int, ...], rng: Random) -> int:
    """Which discarded cards they may be that nobody knows: of those gone some lie under wonders."""
    pool = [card for card in gone_now if card != UNREAD]
    for age in range(1, state.age):
        missing = _TABLE.cards_per_age - (gone(state) & FACTS.ages[age]).bit_count()
        pool += [card for card in _structure(age, known, max(0, missing), rng) if card != UNREAD]
    return _mask(rng.sample(pool, min(state.buried, len(pool))))


def play(players: int, rng: Random, policy: Policy[State, Move]) -> Playthrough[Setup, State, Move]:
    """Deal a random table (wonders, who begins, cards) and play a whole game. Raises ``InvalidSetup``."""
    if players != SEATS:
        raise InvalidSetup(f"{players} players: Duel is for 2.")
    deal = Deal.shuffled(rng)
    names = tuple(FACTS.wonders[wonder].id for wonder in deal.wonders)
    setup = Setup(
        first=int(rng.random() * SEATS),
        wonders=(names[: _TABLE.wonders_each], names[_TABLE.wonders_each :]),
        progress=tuple(FACTS.tokens[token].id for token in places(deal.board)),
    )
    state = begin(setup)
    return whole_game(setup, state, steps(deal, state, rng, policy))


def steps(deal: Deal, state: State, rng: Random, policy: Policy[State, Move]) -> Iterator[tuple[Move, State]]:
    """Play on to the end: each move with the state after it."""
    return play_on(deal, state, rng, policy, apply)
