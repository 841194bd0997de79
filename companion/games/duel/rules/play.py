"""What a move does to the table, legal or not: played as it happened, with all that follows by rule."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.duel.rules import moves as act
from companion.games.duel.rules.draft import draft, lay_offer
from companion.games.duel.rules.effects import add_building, add_token, destroy, gain, pay
from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.judge import judge
from companion.games.duel.rules.possible import one_of, possible
from companion.games.duel.rules.price import building_price
from companion.games.duel.rules.resolve import canonical, is_read, place_age, place_play
from companion.games.duel.rules.setup import UNREAD_TOKEN
from companion.games.duel.rules.state import UNREAD, City, State, discarded, gone, one_more, unseen_tokens
from companion.games.duel.rules.structure import lay_out, misfit, reveal, take
from companion.games.duel.rules.turns import begins_age, end_turn, start
from companion.games.duel.rules.unnamed import build
from companion.games.vocabulary import IllegalMove

_SEATS = (0, 1)
_YELLOW = FACTS.colors["yellow"]
_DISCARD_COINS = FACTS.table.discard_coins


def apply(state: State, move: act.Move, *, strict: bool = True) -> State:
    """The state after a move and everything that follows from it by rule.

    Strict: raises ``IllegalMove`` for an irregular one; else plays it as it happened. Moves that nobody can have made
    here (a card that is gone, anything after the end) change nothing; what lies there is read at any time.
    """
    if strict:
        found = judge(state, move)
        if found:
            raise IllegalMove(found)
    if not state.otherwise:
        return _applied(state, move)
    # What is done tells which way the table was; what is turned up tells nothing.
    found = judge(state, move)
    return one_of(_applied(way, move) for way in possible(state) if len(judge(way, move)) == len(found))


def _applied(state: State, move: act.Move) -> State:
    if (state.finished and not is_read(state, move)) or getattr(move, "seat", 0) not in _SEATS:
        return state
    return _PLAYED[type(move)](state, move)


def _start(state: State, move: act.ChooseStarter) -> State:
    """Section "End of an age"."""
    placed, _ = place_age(state)
    return start(placed, move.seat) if placed.choice == "starter" or begins_age(placed) else state


def _lay_out(state: State, move: act.LayOut) -> State:
    """Section "Preparing the structure"; what does not fit changes nothing."""
    placed, _ = place_age(state)
    return state if misfit(placed, move) else lay_out(placed, move)


def _play(state: State, move: act.Play) -> State:
    card, seat = FACTS.index.get(move.card, UNREAD), move.seat
    if state.age == 0 or (card != UNREAD and gone(state) >> card & 1):
        return state
    if seat != state.to_move or state.choice:
        state, _ = place_play(state, move)
        if state.finished:
            return state
    state = take(state, card)
    if isinstance(move, act.Build):
        return end_turn(_build(state, seat, card))
    if isinstance(move, act.Discard):
        return end_turn(_discard(state, seat, card))
    # Section "Building a wonder": the card lies under it.
    tucked = state.tucked | (1 << card if card != UNREAD else 0)
    return one_of(end_turn(way) for way in build(replace(state, tucked=tucked), move))


def _build(state: State, seat: int, card: int) -> State:
    """Section "Building a card": pay its price and lay it into the city."""
    price = building_price(state.cities[seat], state.cities[1 - seat], card)
    return add_building(pay(state, seat, price), seat, card, chained=price.chained)


def discard_gain(city: City) -> int:
    """Coins for a discarded card: 2 and 1 for each own yellow card. Section "Discarding a card for coins"."""
    return _DISCARD_COINS + (city.cards & _YELLOW).bit_count()


def _discard(state: State, seat: int, card: int) -> State:
    """Section "Discarding a card for coins"."""
    return gain(replace(state, discard=state.discard | 1 << card), seat, discard_gain(state.cities[seat]))


def _choose(state: State, move: act.TakeProgress | act.Destroy | act.Revive) -> State:
    """A choice that a card or a wonder gives; made in its turn, it ends the turn."""
    before = state
    needed: tuple[str, ...] = ("revive",)
    if isinstance(move, act.TakeProgress):
        move = canonical(state, move)
        needed = (str(move.source),)
    elif isinstance(move, act.Destroy):
        needed = ("brown", "grey")
    due = state.choice in needed and move.seat == state.to_move
    if due:
        state = replace(state, choice="")
    after = _chosen(state, move)
    if after is state:
        return before
    if due or after.finished:
        return end_turn(after)
    return replace(after, choice=before.choice, again=before.again)


def _chosen(state: State, move: act.TakeProgress | act.Destroy | act.Revive) -> State:
    """The choice's effect; the same state if nobody can have made it."""
    if isinstance(move, act.TakeProgress):
        return _take_token(state, move)
    card = FACTS.index[move.card]
    if isinstance(move, act.Destroy):
        there = state.cities[1 - move.seat].cards >> card & 1
        return destroy(state, move.seat, card) if there else state
    if not discarded(state) >> card & 1:
        return state
    known = state.discard >> card & 1
    state = replace(state, discard=state.discard & ~(1 << card), buried=state.buried - (not known))
    return add_building(state, move.seat, card)


def _take_token(state: State, move: act.TakeProgress) -> State:
    """A progress token from the board, or one of those set aside, goes to the city.

    Of one that nobody has read it is known only that it lies there; of those that it may be no longer which lie where.
    """
    if move.token == UNREAD_TOKEN:
        among = state.board & mask(FACTS.token_index[name] for name in move.among or ())
        left = state.unread + among.bit_count() - (move.source == "board")
        state = replace(state, board=state.board & ~among, unread=max(0, left))
        return replace(state, untold=one_more(state.untold, move.seat))
    token = FACTS.token_index[move.token]
    if state.board >> token & 1:
        state = replace(state, board=state.board & ~(1 << token))
    elif not unseen_tokens(state) >> token & 1:
        return state
    elif move.source == "board" and state.unread > 0:
        state = replace(state, unread=state.unread - 1)
    return add_token(state, move.seat, token)


_PLAYED: dict[type, Callable[[State, Any], State]] = {
    **dict.fromkeys((act.Build, act.Discard, act.BuildWonder), _play),
    **dict.fromkeys((act.TakeProgress, act.Destroy, act.Revive), _choose),
    act.Reveal: reveal,
    act.LayOut: _lay_out,
    act.Offer: lay_offer,
    act.DraftWonder: draft,
    act.ChooseStarter: _start,
}
