"""How turns and ages end by themselves, once everybody has chosen.

Sections 'Carrying out the action', 'Passing the cards', 'Special case: the sixth turn', 'End of an age'.
"""

from msgspec.structs import replace

from companion.games.seven_wonders.rules.facts import TABLE
from companion.games.seven_wonders.rules.hands import passed
from companion.games.seven_wonders.rules.military import conflicts, shields
from companion.games.seven_wonders.rules.resolve import piled, resolved
from companion.games.seven_wonders.rules.specials import plays_seventh, revivable, stage_powers
from companion.games.seven_wonders.rules.state import Chosen, City, Offer, State, dealt


def settle(state: State) -> State:
    """Resolve the turn, if all have chosen, and everything that follows by rule until somebody must choose again."""
    if None in state.chosen:
        return state
    after = resolved(state, state.chosen)
    last = state.turn == TABLE.turns
    offers = _offers(state, after, last=last)
    eve = tuple(map(_paid, state.cities, state.chosen)) if state.rules.seventh_in_sixth_turn else ()
    after = replace(after, offers=offers, chosen=(None,) * len(state.cities), eve=eve if offers else ())
    if last:
        after = _leftovers(after, {seat for seat, kind in offers if kind == "seventh"})
    return go_on(after)


def _paid(city: City, chosen: Chosen | None) -> City:
    """A city without the coins that its card of this turn costs."""
    return replace(city, coins=city.coins - chosen.bank - chosen.left - chosen.right) if chosen else city


def _offers(before: State, after: State, *, last: bool) -> tuple[Offer, ...]:
    """What wonders offer at the end of the turn, in order. Sections 'Descriptions of the wonders', 'Variant for two'.

    Babylon's seventh card comes before Halicarnassus' choice, which is from all cards discarded up to then; but the
    Free City acts first in everything where the house rule says so.
    """
    players = range(before.players) if last else ()
    sevenths: list[Offer] = [(seat, "seventh") for seat in players if plays_seventh(after.cities[seat])]
    revivals: list[Offer] = [
        (seat, "revive")
        for seat, (old, new) in enumerate(zip(before.cities, after.cities, strict=True))
        if old.stages != new.stages and "build_from_discard_free" in stage_powers(new.board, old.stages)
    ]
    first = before.rules.free_city_first and any(seat >= before.players for seat, _ in revivals)
    return (*revivals, *sevenths) if first else (*sevenths, *revivals)


def _leftovers(state: State, keeping: set[int]) -> State:
    """The last cards are discarded, for no coins. Section 'Special case: the sixth turn'."""
    thrown = [card for seat, hand in enumerate(state.hands) if seat not in keeping for card in hand]
    if state.players == 2:
        thrown.append(-state.age)
    hands = tuple(hand if seat in keeping else () for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, discard=piled(state.discard, thrown))


def without_seventh(state: State, seat: int) -> State:
    """A seventh card that its owner does not play is discarded like everybody's, for no coins."""
    hands = tuple(() if other == seat else hand for other, hand in enumerate(state.hands))
    return replace(state, hands=hands, discard=piled(state.discard, state.hands[seat]))


def answered(state: State, offer: Offer) -> State:
    """An offer is used or lapses: the game goes on."""
    return go_on(replace(state, offers=tuple(other for other in state.offers if other != offer)))


def without_offers(state: State) -> State:
    """The table once every open offer is let go."""
    if not state.offers:
        return state
    for seat, kind in state.offers:
        if kind == "seventh":
            state = without_seventh(state, seat)
    return go_on(replace(state, offers=(), ahead=()))


def go_on(state: State) -> State:
    """Drop offers that can give nothing; when none is open pass the cards on, or end the age."""
    while state.offers:
        seat, kind = state.offers[0]
        if kind == "seventh" or revivable(state, seat):
            return state
        state = replace(state, offers=state.offers[1:])
    state = replace(state, eve=()) if state.eve else state
    if state.turn < TABLE.turns:
        return replace(state, hands=passed(state), turn=state.turn + 1)
    return _end_age(state)


def _end_age(state: State) -> State:
    """The conflicts, then the next age or the end of the game. Sections 'End of an age', 'End of the game'."""
    won = conflicts(state.age, tuple(map(shields, state.cities)))
    cities = tuple(
        replace(city, tokens=city.tokens + tokens) if tokens else city
        for city, tokens in zip(state.cities, won, strict=True)
    )
    if state.age == TABLE.ages:
        return replace(state, cities=cities, finished=True)
    age = state.age + 1
    return replace(state, cities=cities, age=age, turn=1, hands=dealt(state.players, age))
