"""What is irregular about a move now, said so that a player understands it, each with its rule."""

from msgspec.structs import replace

from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.facts import CARDS, EDITION
from companion.games.seven_wonders.rules.findings import finding
from companion.games.seven_wonders.rules.free_city import is_free_city, may_discard, must_chain
from companion.games.seven_wonders.rules.hands import shown
from companion.games.seven_wonders.rules.judge_payment import coins_short, judge_needless, judge_payment
from companion.games.seven_wonders.rules.options import has_name_of, market_of
from companion.games.seven_wonders.rules.placing import is_ahead, not_in_box, offer_for, place_of, placed
from companion.games.seven_wonders.rules.say import card_ids
from companion.games.seven_wonders.rules.specials import (
    coins_of_free,
    has_free_build,
    may_build_free,
    revivable,
    seventh_only_built,
)
from companion.games.seven_wonders.rules.state import State, holder_of
from companion.games.seven_wonders.rules.unread import any_unread, as_read
from companion.games.seven_wonders.rules.unseen import card_can_be_unseen, guilds_left
from companion.games.vocabulary import Finding, lines_of


def judge(state: State, move: act.Move) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal, or is by what a building is that nobody has read."""
    found = _judged(state, move)
    if not found or not any_unread(state):
        return found
    return () if any(not _judged(way, move) for way in as_read(state)) else found


def _judged(state: State, move: act.Move) -> tuple[Finding, ...]:
    """The same by the table as it is told."""
    if isinstance(move, act.Build) and move.among:
        named = (replace(move, card=card, among=None) for card in move.among)
        return min((_judged(state, one) for one in named), key=len)
    seats = state.players if isinstance(move, act.Hand) else len(state.cities)
    if not 0 <= move.seat < seats:
        return (finding("no_such_seat", number=move.seat, seats=seats),)
    if state.finished:
        return (_game_over(move),)
    foreign = not_in_box(state, move)
    if foreign is not None:
        return (finding("not_in_box", move.seat, card=foreign, edition=state.edition),)
    if isinstance(move, act.Hand):
        return _hand(state, move)
    return _ahead(state, move) if is_ahead(state, move) else _now(state, move)


def _now(state: State, move: act.Choice | act.Revive | act.Decline) -> tuple[Finding, ...]:
    offer = offer_for(state, move)
    if isinstance(move, act.Revive | act.Decline):
        return _answer(state, move, offered=offer is not None)
    if offer is not None:
        return _seventh(state, move) + _choice(state, move)
    table, found = placed(state, move)
    return (*found, _game_over(move)) if table.finished else found + _choice(table, move)


def _seventh(state: State, move: act.Choice) -> tuple[Finding, ...]:
    """What may be done with Babylon's seventh card. Section 'Descriptions of the wonders'."""
    if isinstance(move, act.BuildStage | act.Discard) and seventh_only_built(state):
        return (finding("seventh_only_built", move.seat),)
    return ()


def _answer(state: State, move: act.Revive | act.Decline, *, offered: bool) -> tuple[Finding, ...]:
    found = _revived(state, move) if isinstance(move, act.Revive) else ()
    return found if offered else (finding("nothing_offered", move.seat), *found)


def _game_over(move: act.Move) -> Finding:
    return finding("game_over", move.seat)


def _hand(state: State, move: act.Hand) -> tuple[Finding, ...]:
    """Whether these cards can be in the hand. Sections 'Overview of an age', 'Decks of the ages'."""
    seat, hand = move.seat, state.hands[move.seat]
    if len(move.cards) > len(hand):
        return (finding("hand_too_large", seat, held=len(hand), shown=len(move.cards)),)
    _, unseen = shown(state, seat, tuple(state.facts.index[card] for card in move.cards))
    complete = bool(hand) and hand[0] >= 0
    for name in dict.fromkeys(move.cards):
        card = state.facts.index[name]
        if complete and move.cards.count(name) > hand.count(card):
            return (finding("card_not_in_hand/seen", seat, lines_of("card", card_ids(hand)), card=name),)
        if CARDS[card].age != state.age:
            return (_wrong_age(state, seat, card),)
    guilds = guilds_left(unseen, state.players, state.facts)
    if min(unseen) < min(0, *state.unseen) or guilds < min(0, guilds_left(state.unseen, state.players, state.facts)):
        return (finding("card_not_left/seen", seat),)
    return ()


def _ahead(state: State, move: act.Choice | act.Revive | act.Decline) -> tuple[Finding, ...]:
    """An answer before the turn is over: what it costs and what will lie on the pile is not known yet."""
    if isinstance(move, act.Decline):
        return ()
    card = place_of(state, move.card)
    found = () if isinstance(move, act.Revive) else _card(state, move.seat, card)
    if isinstance(move, act.Free):
        found += (finding("nothing_offered", move.seat),)
    if not isinstance(move, act.Revive):
        found += _seventh(state, move)
    return found if isinstance(move, act.BuildStage | act.Discard) else found + _same_building(state, move.seat, card)


def _choice(state: State, move: act.Choice) -> tuple[Finding, ...]:
    """A card chosen in this turn, or Babylon's seventh. Sections 'Choosing a card', 'Carrying out the action'."""
    card = place_of(state, move.card)
    found = _card(state, move.seat, card)
    if isinstance(move, act.Build | act.Free):
        found += _same_building(state, move.seat, card)
    if isinstance(move, act.Free):
        found += _right_to_build_free(state, move.seat, card)
    if is_free_city(state, move.seat):
        found += _free_city(state, move, card)
    if isinstance(move, act.Build | act.BuildStage):
        found += judge_payment(state, move)
    if isinstance(move, act.Discard):
        found += judge_needless(move)
    return found


def _card(state: State, seat: int, card: int) -> tuple[Finding, ...]:
    """Whether the card can come from the hand. Sections 'Decks of the ages', 'Choosing a card'."""
    if card < 0:
        return ()
    printed, hand = CARDS[card], state.hands[holder_of(state, seat)]
    if card in hand:
        return ()
    if printed.age != state.age:
        return (_wrong_age(state, seat, card),)
    if min(hand, default=0) >= 0:
        holder = holder_of(state, seat)
        return (finding("card_not_in_hand", seat, lines_of("card", card_ids(hand)), other=holder, card=printed.id),)
    if not card_can_be_unseen(state, card):
        return (finding("card_not_left", seat, card=printed.id),)
    return ()


def _wrong_age(state: State, seat: int, card: int) -> Finding:
    printed = CARDS[card]
    return finding("wrong_age", seat, card=printed.id, age=printed.age, now=state.age)


def _same_building(state: State, seat: int, card: int) -> tuple[Finding, ...]:
    """Section 'Building': never two of one name."""
    if not has_name_of(state.cities[seat], card):
        return ()
    return (finding("same_building", seat, card=CARDS[card].id),)


def _right_to_build_free(state: State, seat: int, card: int) -> tuple[Finding, ...]:
    """Section 'Descriptions of the wonders': Olympia."""
    city, coins = state.cities[seat], coins_of_free(state, card)
    if may_build_free(state, seat, card):
        return () if coins <= city.coins else (coins_short(seat, coins, city.coins),)
    if has_free_build(city):
        once = state.edition == EDITION
        return (
            finding("free_build_used", seat, age=state.age)
            if once
            else finding("not_free_now", seat, card=CARDS[card].id),
        )
    return (finding("nothing_offered", seat),)


def _free_city(state: State, move: act.Choice, card: int) -> tuple[Finding, ...]:
    """Section 'Variant for two players'."""
    seat = move.seat
    if must_chain(state.cities[seat], card) and not isinstance(move, act.Build):
        return (finding("free_city_chain", seat, card=move.card),)
    known = {other for other in (*state.hands[holder_of(state, seat)], card) if other >= 0}
    if isinstance(move, act.Discard) and not may_discard(state.cities[seat], market_of(state, seat), known):
        return (finding("free_city_discards", seat),)
    return ()


def _revived(state: State, move: act.Revive) -> tuple[Finding, ...]:
    """Section 'Descriptions of the wonders': Halicarnassus."""
    seat, card = move.seat, state.facts.index[move.card]
    possible = revivable(state, seat)
    if card in possible:
        return ()
    if has_name_of(state.cities[seat], card):
        return _same_building(state, seat, card)
    return (finding("card_not_discarded", seat, lines_of("card", card_ids(possible)), card=move.card),)
