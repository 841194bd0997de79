"""What a move does to the table, legal or not: played as it happened, with all that follows by rule."""

from typing import Literal

from msgspec.structs import replace

from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.hands import more, shown, taken
from companion.games.seven_wonders.rules.judge import judge
from companion.games.seven_wonders.rules.options import build_payments, market_of, payer, stage_payments
from companion.games.seven_wonders.rules.payments import WITHOUT_TRADE, Payment, named_payment
from companion.games.seven_wonders.rules.placing import is_ahead, not_in_box, offer_for, place_of, placed
from companion.games.seven_wonders.rules.resolve import resolved, with_building, with_income
from companion.games.seven_wonders.rules.specials import coins_of_free, exchanged
from companion.games.seven_wonders.rules.state import Cards, Chosen, Offer, State, holder_of
from companion.games.seven_wonders.rules.trade import bought
from companion.games.seven_wonders.rules.turns import answered, settle, without_seventh
from companion.games.vocabulary import IllegalMove


def apply(state: State, move: act.Move, *, strict: bool = True) -> State:
    """The state after a move and everything that follows from it by rule.

    Strict: raises ``IllegalMove`` for an irregular one; else plays it as it happened. Moves that nobody can have made
    here (a seat or a card that there is not, anything after the end, a hand that cannot be) change nothing.
    """
    if strict:
        found = judge(state, move)
        if found:
            raise IllegalMove(found)
    if state.finished or not 0 <= move.seat < len(state.cities) or not_in_box(state, move) is not None:
        return state
    if isinstance(move, act.Hand):
        return _shown(state, move)
    if is_ahead(state, move):
        return replace(state, ahead=(*(other for other in state.ahead if other.seat != move.seat), move))
    after = _played(state, move)
    return _answered_ahead(after) if after.ahead else after


def _played(state: State, move: act.Choice | act.Revive | act.Decline) -> State:
    """A choice, or the answer to an open offer."""
    offer = offer_for(state, move)
    if isinstance(move, act.Revive):
        return _revive(state, move, offer)
    if isinstance(move, act.Decline):
        return _decline(state, offer)
    if offer is not None:
        return _seventh(state, move, offer)
    state, _ = placed(state, move)
    return state if state.finished else settle(_choose(state, move))


def _answered_ahead(state: State) -> State:
    """The open offers are answered as it was said before the turn was over; what was said ends with the turn."""
    while state.offers:
        move = next((other for other in state.ahead if offer_for(state, other) == state.offers[0]), None)
        if move is None:
            return state
        state = _played(state, move)
    return state if any(state.chosen) else replace(state, ahead=())


_ACTS: dict[type, Literal["build", "stage", "discard"]] = {
    act.Build: "build",
    act.BuildStage: "stage",
    act.Discard: "discard",
}


def _shown(state: State, move: act.Hand) -> State:
    if move.seat >= state.players or len(move.cards) > len(state.hands[move.seat]):
        return state
    hands, unseen = shown(state, move.seat, tuple(state.facts.index[card] for card in move.cards))
    return replace(state, hands=hands, unseen=unseen)


def _choose(state: State, move: act.Choice) -> State:
    """The card lies on the table; what it costs is settled when all have chosen. Section 'Choosing a card'."""
    chosen = choice(state, move)
    hands, unseen = taken(state, holder_of(state, move.seat), chosen.card)
    seat = move.seat
    return State(
        state.players,
        state.rules,
        state.names,
        state.cities,
        hands,
        unseen,
        (*state.chosen[:seat], chosen, *state.chosen[seat + 1 :]),
        state.discard,
        state.offers,
        state.ahead,
        state.age,
        state.turn,
        edition=state.edition,
        guessed=state.guessed,
    )


def choice(state: State, move: act.Choice) -> Chosen:
    """A move with the coins that it will cost: as it was said, else the cheapest payment. Section 'Trade'.

    Nobody pays more coins than lie there; what cannot be paid for at all takes only the coins printed on it.
    """
    city, card = state.cities[move.seat], place_of(state, move.card)
    if isinstance(move, act.Free):
        return Chosen("free", card, bank=min(city.coins, coins_of_free(state, card)))
    among = _among(state, move)
    bank, payment = _price(state, move, among[0] if among else card)
    bank = min(city.coins, bank)
    left = min(city.coins - bank, payment.left_coins)
    right = min(city.coins - bank - left, payment.right_coins)
    return Chosen(_ACTS[type(move)], card, left, right, bank, among)


def _among(state: State, move: act.Choice) -> Cards:
    """The cards that a building which nobody has read may be; none: it was read."""
    return tuple(state.facts.index[card] for card in move.among or ()) if isinstance(move, act.Build) else ()


def _price(state: State, move: act.Build | act.BuildStage | act.Discard, card: int) -> tuple[int, Payment]:
    """Coins for the bank, and what the neighbours get: as it was said, else the cheapest way."""
    city = payer(state, move.seat)
    bank = CARDS[card].coins if isinstance(move, act.Build) else 0
    market = market_of(state, move.seat)
    if move.trade is not None:
        return bank, named_payment(*bought(move.trade), market.prices)
    ways: tuple[Payment, ...] = ()
    if isinstance(move, act.Build):
        ways = build_payments(city, market, card)
    elif isinstance(move, act.BuildStage):
        ways = stage_payments(city, market)
    return bank, ways[0] if ways else WITHOUT_TRADE


def _seventh(state: State, move: act.Choice, offer: Offer) -> State:
    """Babylon's seventh card is played when the sixth is resolved. Section 'Descriptions of the wonders'."""
    chosen = choice(state, move)
    hands, unseen = taken(state, move.seat, chosen.card)
    alone = tuple(chosen if seat == move.seat else None for seat in range(len(state.cities)))
    return answered(resolved(replace(state, hands=hands, unseen=unseen), alone), offer)


def _decline(state: State, offer: Offer | None) -> State:
    if offer is None:
        return state
    seat, kind = offer
    return answered(without_seventh(state, seat) if kind == "seventh" else state, offer)


def _revive(state: State, move: act.Revive, offer: Offer | None) -> State:
    """A card from the discard pile is built for nothing. Section 'Descriptions of the wonders'."""
    card = state.facts.index[move.card]
    unseen_one = -CARDS[card].age
    if card not in state.discard and unseen_one not in state.discard:
        state = exchanged(state, unseen_one)
    pile, unseen = list(state.discard), state.unseen
    if card in pile:
        pile.remove(card)
    else:
        unseen = more(unseen, card, -1)
        if unseen_one in pile:
            pile.remove(unseen_one)
    built = with_building(state.cities[move.seat], card)
    cities = (*state.cities[: move.seat], built, *state.cities[move.seat + 1 :])
    cities = tuple(with_income(before, cities, seat) for seat, before in enumerate(state.cities))
    state = replace(state, cities=cities, discard=tuple(pile), unseen=unseen)
    return state if offer is None else answered(state, offer)
