"""What a move does to the table, legal or not: played as it happened, with all that follows by rule."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.architects.rules import moves as act
from companion.games.architects.rules.expansion import TOKEN_ORDER, TOKENS
from companion.games.architects.rules.facts import FACTS, RESOURCES, Counts, Stage
from companion.games.architects.rules.judge import NO_TOKEN, effect_key, judge
from companion.games.architects.rules.medals import read_medal, taken
from companion.games.architects.rules.options import (
    ECONOMY,
    ENGINEERING,
    OWN_SOURCES,
    exchanged,
    filled,
    must_turn_in,
    stage_payments,
    unread_payment,
    unread_set,
    with_unread,
)
from companion.games.architects.rules.payments import count_cards, fits
from companion.games.architects.rules.resolve import canonical, is_silent, place_move
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import NEW_TURN, City, State, Turn, city_of, deck_of, has_built
from companion.games.architects.rules.turns import end_turn, settle
from companion.games.vocabulary import IllegalMove

_EFFECTS = {
    "take_top_any_deck": ("alexandria",),
    "take_progress_token": ("babylon",),
    "take_top_central": ("ephesus",),
    "look_5_keep_1": ("halicarnassus",),
    "take_top_left_and_right": ("olympia_left", "olympia_right"),
    "take_from_opponent": ("rome",),
    "take_cat_and_choose": ("ur",),
}
_TAKES_CAT = "take_cat_and_choose"


def apply(state: State, move: act.Move, *, strict: bool = True) -> State:
    """The state after a move and everything that follows from it by rule.

    Strict: raises ``IllegalMove`` for an irregular one; else plays it as it happened. Moves that nobody can
    have made here (a seat or stage that does not exist, anything after the end) change nothing; what lies there is read
    at any time.
    """
    if strict:
        found = judge(state, move)
        if found:
            raise IllegalMove(found)
    if isinstance(move, act.RevealProgress):
        return _reveal(state, move)
    if isinstance(move, act.RevealMedal):
        return read_medal(state, move.medal, move.left_of)
    if is_silent(state, move) or not 0 <= move.seat < len(state.cities):
        return state
    placed, _ = place_move(state, move)
    if placed.finished:
        return placed
    return _play(placed, canonical(placed, move))


def _play(state: State, move: act.Move) -> State:
    if isinstance(move, act.EndTurn):
        return settle(end_turn(state)) if move.seat == state.to_move else state
    return settle(_ACTS[type(move)](state, move))


def _with_city(state: State, seat: int, city: City) -> tuple[City, ...]:
    return (*state.cities[:seat], city, *state.cities[seat + 1 :])


def _changed(counts: Counts, place: int, by: int) -> Counts:
    return (*counts[:place], counts[place] + by, *counts[place + 1 :])


def _take(state: State, move: act.TakeCard) -> State:
    victim = city_of(state, move.source)
    if victim is not None:
        return _take_from_city(state, move, victim)
    deck = deck_of(state, move.seat, move.source)
    if deck is None:
        return state
    city = state.cities[move.seat]
    turn = _turn_after_take(state, move, city) if move.seat == state.to_move else state.turn
    if move.card == UNREAD:
        # It lies there, and what it does will be known with it.
        cities = _with_city(state, move.seat, replace(city, unread=(*city.unread, deck)))
        return replace(state, cities=cities, turn=turn)
    place = FACTS.index[move.card]
    decks = (*state.decks[:deck], _changed(state.decks[deck], place, -1), *state.decks[deck + 1 :])
    return _laid(state, move.seat, place, decks, turn)


def _laid(state: State, seat: int, place: int, decks: tuple[Counts, ...], turn: Turn) -> State:
    """A card laid down before a player: its horns and its cat count at once (Red cards, Blue cards)."""
    card = FACTS.cards[place]
    city = state.cities[seat]
    return replace(
        state,
        decks=decks,
        turn=turn,
        cities=_with_city(state, seat, replace(city, cards=_changed(city.cards, place, 1))),
        battle=min(state.conflict, state.battle + card.horns),
        cat=seat if card.cat else state.cat,
    )


def _take_from_city(state: State, move: act.TakeCard, victim: int) -> State:
    """Rome takes a card from before an opponent, who gets the top central card face down for it.

    Section "Effects of the wonders: Rome". Only what lies there can be taken.
    """
    if state.medals is None or victim == move.seat or move.card == UNREAD:
        return state
    place, city = FACTS.index[move.card], state.cities[victim]
    if city.cards[place] <= 0:
        return state
    turn = _turn_after_take(state, move, state.cities[move.seat]) if move.seat == state.to_move else state.turn
    medals = state.medals
    if filled(state, len(state.cities)):
        medals = replace(medals, debts=_changed(medals.debts, victim, 1))
    cities = _with_city(state, victim, replace(city, cards=_changed(city.cards, place, -1)))
    return _laid(replace(state, cities=cities, medals=medals), move.seat, place, state.decks, turn)


def _turn_up(state: State, move: act.TurnUp) -> State:
    """The card given for Rome's is turned up: it lies before the player like any other."""
    medals, place = state.medals, FACTS.index[move.card]
    if medals is None or medals.debts[move.seat] == 0:
        return state
    turn = state.turn
    if move.seat == state.to_move and state.rules.rome_answers_tokens:
        ready = _ready(turn.ready, turn.used, state.cities[move.seat], move.card)
        turn = replace(turn, ready=ready, taken=turn.taken | 1 << place)
    decks = (*state.decks[:-1], _changed(state.decks[-1], place, -1))
    medals = replace(medals, debts=_changed(medals.debts, move.seat, -1))
    return _laid(replace(state, medals=medals), move.seat, place, decks, turn)


def _turn_after_take(state: State, move: act.TakeCard, city: City) -> Turn:
    turn = state.turn
    effects, ready, used, lent = turn.effects, turn.ready, turn.used, turn.lent
    effect = effect_key(state, move) if turn.opened else None
    if effect is not None and effect not in effects:
        token = exchanged(turn)
        assert token is not None
        place = max(k for k, tokens in enumerate(lent) if token in tokens)
        ready, used, lent = (
            tuple(name for name in ready if name != token),
            (*used, token),
            lent[:place] + lent[place + 1 :],
        )
    elif effect is not None:
        if effect == "alexandria" and move.source in OWN_SOURCES and ready:
            lent = (*lent, ready)
        place = effects.index(effect)
        effects = effects[:place] + effects[place + 1 :]
    elif turn.opened and (move.because in ready or move.because == UNREAD):
        ready = tuple(token for token in ready if token != move.because)
        used = (*used, move.because)
    answers = effect is None or _answers(state, effect)
    return Turn(
        opened=True,
        effects=effects,
        ready=_ready(ready, used, city, move.card) if answers else ready,
        used=used,
        taken=turn.taken | 1 << FACTS.index[move.card] if answers and move.card != UNREAD else turn.taken,
        builds=turn.builds,
        met=turn.met,
        over=turn.over,
        lent=lent,
    )


def _answers(state: State, effect: str) -> bool:
    """Whether progress tokens answer to a card that this effect gives (house rules of the expansion)."""
    rules = {"rome": state.rules.rome_answers_tokens, "ur": state.rules.ur_answers_tokens}
    return rules.get(effect, True)


def _ready(ready: tuple[str, ...], used: tuple[str, ...], city: City, card: str) -> tuple[str, ...]:
    """The tokens that may give an extra card when this card has come (Using progress tokens)."""
    answering = {token for token in city.tokens if token not in used and card in TOKENS[token].on_cards}
    return _in_order(answering.union(ready)) if answering else ready


def _in_order(tokens: set[str]) -> tuple[str, ...]:
    return tuple(sorted(tokens, key=TOKEN_ORDER.__getitem__))


def _spend(state: State, city: City, spent: tuple[str, ...]) -> tuple[City, Counts]:
    """The city without these cards, and the discard pile with them; only what lies there can go.

    What is not there by the record, where cards lie that nobody has read, was one of these.
    """
    if not spent:
        return city, state.discard
    gone = tuple(min(count, have) for count, have in zip(count_cards(spent), city.cards, strict=True))
    cards = tuple(have - count for have, count in zip(city.cards, gone, strict=True))
    paid = city.paid + min(len(spent) - sum(gone), city.face_down)
    return replace(city, cards=cards, paid=paid), tuple(old + new for old, new in zip(state.discard, gone, strict=True))


def _spend_unread(city: City, spent: tuple[str, ...]) -> tuple[City, tuple[str, ...]]:
    """The city without the cards of a payment that nobody has read (as far as there are any), and the others of it."""
    unread = min(spent.count(UNREAD), city.face_down)
    return replace(city, paid=city.paid + unread), tuple(name for name in spent if name != UNREAD)


def _build(state: State, move: act.BuildStage) -> State:
    city = state.cities[move.seat]
    wonder = state.facts.wonders[city.wonder]
    place = next((k for k, stage in enumerate(wonder.stages) if stage.id == move.stage), None)
    if place is None or has_built(city, place):
        return state
    stage, spent = wonder.stages[place], move.spent
    in_turn = move.seat == state.to_move
    if not spent:
        turn = state.turn if in_turn else NEW_TURN
        ways = stage_payments(state, move.seat, stage, turn)
        unread = unread_payment(state, move.seat, stage, turn)
        spent = ways[0].spent if ways else ()
        if unread is not None:
            spent = with_unread(city, unread.spent)
    city, spent = _spend_unread(city, spent)
    paid = city.paid - state.cities[move.seat].paid
    city, discard = _spend(state, city, spent)
    city = replace(city, built=city.built | 1 << place)
    turn = state.turn
    if in_turn:
        effects = turn.effects + (_EFFECTS.get(wonder.effect, ()) if stage.effect else ())
        used = turn.used + _payment_tokens(state, city, (*spent, *("coin",) * paid), stage)
        ready = set(turn.ready)
        if "architecture" in city.progress and "architecture" not in used:
            ready.add("architecture")
        turn = replace(turn, effects=effects, used=used, ready=_in_order(ready), builds=turn.builds + 1)
    # Ur takes the Cat at once and chooses by it (section "Effects of the wonders: Ur").
    cat = move.seat if stage.effect and wonder.effect == _TAKES_CAT else state.cat
    return replace(state, cities=_with_city(state, move.seat, city), discard=discard, turn=turn, cat=cat)


def _payment_tokens(state: State, city: City, spent: tuple[str, ...], stage: Stage) -> tuple[str, ...]:
    """The tokens that a payment has used up for this turn."""
    counts = count_cards(spent)
    engineering = state.rules.engineering_once_per_turn and not fits(counts[:RESOURCES], stage.kind)
    needed = {ECONOMY: len(spent) == stage.count - 1, ENGINEERING: engineering}
    return tuple(token for token, used in needed.items() if used and token in city.progress)


def _progress(state: State, move: act.TakeProgress) -> State:
    in_turn = move.seat == state.to_move
    city, turn, spent = state.cities[move.seat], state.turn, move.spent
    if not spent:
        if in_turn and "babylon" in turn.effects:
            place = turn.effects.index("babylon")
            turn = replace(turn, effects=turn.effects[:place] + turn.effects[place + 1 :])
        elif (known := unread_set(city)) is not None:
            city, spent = replace(city, paid=city.paid + 2 - len(known)), known
        else:
            spent = next(iter(must_turn_in(state, move.seat)), ())
    city, spent = _spend_unread(city, spent)
    city, discard = _spend(state, city, spent)
    face_up, hidden = _without_token(state, move)
    if move.token != NO_TOKEN:
        city = replace(city, progress=(*city.progress, move.token))
        if in_turn and state.rules.token_retroactive and move.token != UNREAD:
            turn = _answering_late(turn, move.token)
    cities = _with_city(state, move.seat, city)
    return replace(state, cities=cities, discard=discard, face_up=face_up, hidden=hidden, turn=turn)


def _answering_late(turn: Turn, token_id: str) -> Turn:
    """House rule token_retroactive: a new token answers to what was done earlier in the turn."""
    token = TOKENS[token_id]
    answers = any(turn.taken >> FACTS.index[card] & 1 for card in token.on_cards)
    if answers or (token.on_build and turn.builds):
        return replace(turn, ready=_in_order({*turn.ready, token_id}))
    return turn


def _without_token(state: State, move: act.TakeProgress) -> tuple[tuple[str, ...], Counts]:
    """The face-up tokens and the unseen ones after a token was taken, refilled from the stack at once."""
    if move.token == NO_TOKEN:
        return state.face_up, state.hidden
    unread = move.token == UNREAD
    if unread and move.source == "face_up" and move.among is not None:
        # Which of these still lie there nobody knows either.
        state = _forgotten(state, move.among)
    seen = move.source == "face_up" and move.token in state.face_up and not unread
    hidden = state.hidden if seen or unread else _changed(state.hidden, TOKEN_ORDER[move.token], -1)
    if move.source == "stack":
        return state.face_up, hidden
    gone = move.token if seen else UNREAD
    if gone not in state.face_up:
        return state.face_up, hidden
    slot = state.face_up.index(gone)
    refill = (UNREAD,) if state.stack > 0 else ()
    return state.face_up[:slot] + refill + state.face_up[slot + 1 :], hidden


def _forgotten(state: State, tokens: tuple[str, ...]) -> State:
    """The same table, but nobody knows where among the open tokens these lie; only what lies there can be forgotten."""
    face_up, hidden = list(state.face_up), state.hidden
    for token in tokens:
        if token in face_up:
            face_up[face_up.index(token)] = UNREAD
            hidden = _changed(hidden, TOKEN_ORDER[token], 1)
    return replace(state, face_up=tuple(face_up), hidden=hidden)


def _reveal(state: State, move: act.RevealProgress) -> State:
    if UNREAD not in state.face_up:
        return state
    slot = state.face_up.index(UNREAD)
    return replace(
        state,
        face_up=(*state.face_up[:slot], move.token, *state.face_up[slot + 1 :]),
        hidden=_changed(state.hidden, TOKEN_ORDER[move.token], -1),
    )


_ACTS: dict[type, Callable[[State, Any], State]] = {
    act.TakeCard: _take,
    act.BuildStage: _build,
    act.TakeProgress: _progress,
    act.TakeMedal: taken,
    act.TurnUp: _turn_up,
}
"""What a player's move changes by itself."""
