"""What the player to move must and may still do in this turn.

Sections "Your turn", "Grey cards", "Green cards", "Using progress tokens", "Wonder effects".
"""

from functools import cache

from companion.games.architects.rules.expansion import TOKEN_ORDER, TOKENS
from companion.games.architects.rules.facts import FACTS, RESOURCES, SCIENCE, Stage
from companion.games.architects.rules.medals import due
from companion.games.architects.rules.payments import (
    Payment,
    affordable,
    payments,
    science_sets,
    unread_payments,
    unread_science_sets,
)
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import City, State, Turn, deck_size, face_down, reachable

OWN_SOURCES = ("left", "right", "central")
ECONOMY, ENGINEERING = "economy", "engineering"
COIN_NAME = FACTS.cards[RESOURCES].id
_PAIR = 2
"""Identical symbols that make a set."""
EFFECT_SOURCES = {
    "alexandria": OWN_SOURCES,
    "ephesus": ("central",),
    "halicarnassus": ("left", "right"),
    "olympia_left": ("left",),
    "olympia_right": ("right",),
    "ur": OWN_SOURCES,
}
"""Sources of the cards that wonders give; Alexandria's also every other holder, Rome's the other cities."""


def filled(state: State, deck: int) -> bool:
    """Whether a deck has a card left."""
    return deck_size(state, deck) > 0


def sources(state: State, seat: int, names: tuple[str, ...] = OWN_SOURCES) -> tuple[tuple[str, int], ...]:
    """Those of a seat's sources that have cards, with their decks (ruling empty_deck)."""
    taken = face_down(state)
    places = _places(len(state.cities), seat, names)
    return tuple([place for place in places if sum(state.decks[place[1]]) > taken.count(place[1])])


@cache
def _places(players: int, seat: int, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """A seat's sources with their decks (ruling deck_position): own deck left, the right neighbour's right."""
    decks = {"left": seat, "right": (seat - 1) % players, "central": players}
    return tuple((name, decks[name]) for name in names)


def effect_sources(state: State, seat: int, effect: str) -> tuple[tuple[str, int], ...]:
    """Sources with cards of a card that a wonder gives; empty: the effect gives nothing now."""
    if effect == "rome":
        return _other_cities(state, seat)
    found = sources(state, seat, EFFECT_SOURCES[effect])
    if effect != "alexandria":
        return found
    return found + far_sources(state, seat)


def far_sources(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The holders with cards that only Alexandria reaches."""
    own = {seat, (seat - 1) % len(state.cities)}
    others = (k for k in range(len(state.cities)) if k not in own)
    return tuple((f"holder:{k}", k) for k in others if filled(state, k))


def exchanged(turn: Turn) -> str | None:
    """The token to which Alexandria's earlier card may go, so that Alexandria still gives one from a far deck.

    Tokens may be used at any time and in any order (Using progress tokens): which of two cards was whose shows only
    when one comes from where tokens do not reach.
    """
    return next((token for tokens in reversed(turn.lent) for token in tokens if token in turn.ready), None)


def _other_cities(state: State, seat: int) -> tuple[tuple[str, int], ...]:
    """The opponents that Rome can take a card from (Effects of the wonders: Rome)."""
    if state.rules.rome_no_central_card == "no_effect" and not filled(state, len(state.cities)):
        return ()
    cities = enumerate(state.cities)
    return tuple((f"city:{k}", k) for k, city in cities if k != seat and any(count > 0 for count in city.cards))


def can_turn_up(state: State, seat: int) -> bool:
    """Whether a card lies face down before a seat that must be turned up in its turn (Effects of the wonders: Rome)."""
    return state.medals is not None and state.medals.debts[seat] > 0 and any(count > 0 for count in state.decks[-1])


def can_take_progress(state: State) -> bool:
    """Whether a progress token is left to take (ruling progress_stack_empty)."""
    return bool(state.face_up) or state.stack > 0


def effect_possible(state: State, seat: int, effect: str) -> bool:
    """Whether an effect that a wonder still owes can give anything."""
    return can_take_progress(state) if effect == "babylon" else bool(effect_sources(state, seat, effect))


def may_use(city: City, turn: Turn, token: str) -> bool:
    """Whether a token is there and not used this turn (ruling token_once_per_turn)."""
    return token in city.progress and token not in turn.used


def stage_payments(state: State, seat: int, stage: Stage, turn: Turn) -> tuple[Payment, ...]:
    """Every allowed way for a seat to pay for a stage now."""
    city = state.cities[seat]
    return payments(
        city.cards[: RESOURCES + 1],
        stage.count,
        stage.kind,
        strict=state.rules.coin_only_if_missing,
        economy=may_use(city, turn, ECONOMY),
        engineering=may_use(city, turn, ENGINEERING),
    )


def unread_payment(state: State, seat: int, stage: Stage, turn: Turn) -> Payment | None:
    """How a stage that cannot be paid for otherwise may be with cards that nobody has read: each counts as a coin."""
    city = state.cities[seat]
    if not city.face_down or stage_payments(state, seat, stage, turn):
        return None
    purse = (*city.cards[:RESOURCES], city.cards[RESOURCES] + city.face_down)
    return next(iter(payments(purse, stage.count, stage.kind, economy=may_use(city, turn, ECONOMY))), None)


def payments_with_unread(
    state: State, seat: int, stage: Stage, turn: Turn, given: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], ...]:
    """How a stage may be paid for with cards that nobody has read (``"?"``) and known ones together, sorted ids.

    Not what a payment that is left out already stands for (``unread_payment``). ``given``: the tokens that may be used
    besides.
    """
    city = state.cities[seat]
    if not city.face_down:
        return ()
    ways = unread_payments(
        city.cards[: RESOURCES + 1],
        city.face_down,
        stage.count,
        stage.kind,
        strict=state.rules.coin_only_if_missing,
        economy=ECONOMY in given or may_use(city, turn, ECONOMY),
        engineering=ENGINEERING in given or may_use(city, turn, ENGINEERING),
    )
    plain = unread_payment(state, seat, stage, turn)
    return tuple(way for way in ways if plain is None or way != with_unread(city, plain.spent))


def with_unread(city: City, spent: tuple[str, ...]) -> tuple[str, ...]:
    """A payment in which cards that nobody has read count as coins: these named as what they are (``"?"``)."""
    coins = min(spent.count(COIN_NAME), city.cards[RESOURCES])
    known = (*(name for name in spent if name != COIN_NAME), *(COIN_NAME,) * coins)
    return (*(UNREAD,) * (len(spent) - len(known)), *sorted(known))


def unread_set(city: City) -> tuple[str, ...] | None:
    """The known card of a science set of which nobody has read the others; ``None``: there can be no such set."""
    if not city.face_down or science_sets(city.cards):
        return None
    known = tuple(FACTS.cards[place].id for place in SCIENCE if city.cards[place] > 0)[:1]
    return known if len(known) + city.face_down >= _PAIR else None


def unread_sets(city: City) -> tuple[tuple[str, ...], ...]:
    """The science sets of which nobody has read some cards (``"?"``), sorted ids.

    Not what a set that is left out already stands for (``unread_set``).
    """
    if not city.face_down:
        return ()
    plain = unread_set(city)
    left_out = None if plain is None else (*(UNREAD,) * (_PAIR - len(plain)), *plain)
    return tuple(way for way in unread_science_sets(city.cards, city.face_down) if way != left_out)


def must_build(state: State, seat: int, turn: Turn) -> tuple[Stage, ...]:
    """Stages that this seat can build and so must (rulings mandatory_build, economy)."""
    city = state.cities[seat]
    purse = city.cards[: RESOURCES + 1]
    economy = state.rules.economy_forces_build and may_use(city, turn, ECONOMY)
    stages = reachable(state.facts, city)
    return tuple(stage for _, stage in stages if affordable(purse, stage.count, stage.kind, economy=economy))


def can_build(state: State, seat: int, turn: Turn) -> bool:
    """Whether any stage can be built, by choice or not."""
    stages = reachable(state.facts, state.cities[seat])
    if any(stage_payments(state, seat, stage, turn) for _, stage in stages):
        return True
    return any(
        unread_payment(state, seat, stage, turn) or payments_with_unread(state, seat, stage, turn)
        for _, stage in (stages if state.cities[seat].face_down else ())
    )


def must_turn_in(state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """The science sets of which one must be turned in (ruling science_mandatory)."""
    sets = science_sets(state.cities[seat].cards)
    if sets and (can_take_progress(state) or state.rules.progress_exhausted_policy == "discard_anyway"):
        return sets
    return ()


def may_turn_in(state: State, seat: int) -> bool:
    """Whether cards that nobody has read may be a science set, or part of one, for which a token is left."""
    city = state.cities[seat]
    return can_take_progress(state) and bool(unread_science_sets(city.cards, city.face_down))


def compulsory(state: State) -> bool:
    """Whether the player to move still has to do something before the turn may end."""
    return owes_medals(state) or owes_actions(state)


def owes_medals(state: State) -> bool:
    """Whether a medal must still be taken before the turn may pass on (Receiving a medal)."""
    return state.medals is not None and bool(due(state))


def owes_actions(state: State) -> bool:
    """Whether the player to move still has to do something else than take medals."""
    seat, turn = state.to_move, state.turn
    if turn.over:
        return False
    return (
        (not turn.opened and bool(sources(state, seat)))
        or (bool(turn.effects) and not state.rules.wonder_effect_optional)
        or bool(must_build(state, seat, turn))
        or bool(must_turn_in(state, seat))
        or can_turn_up(state, seat)
    )


def optional(state: State) -> bool:
    """Whether the player to move could do something that is not compulsory."""
    seat, turn = state.to_move, state.turn
    if turn.over:
        return False
    if not turn.opened:
        return state.rules.no_source_policy == "ask_table"
    return bool(turn.ready) or bool(turn.effects) or can_build(state, seat, turn) or may_turn_in(state, seat)


def unread_gives(state: State, seat: int) -> bool:
    """Whether a token of this seat that nobody has read may give the player to move a further card this turn."""
    unread, used = state.cities[seat].progress.count(UNREAD), state.turn.used.count(UNREAD)
    hidden = (TOKENS[token] for token, place in TOKEN_ORDER.items() if state.hidden[place] > 0)
    may_give = (token.on_cards or (token.on_build and state.turn.builds) for token in hidden)
    return seat == state.to_move and unread > used and any(may_give)


def reason_for(state: State, source: str, deck: int) -> str | None:
    """What gives the player to move a further card from this source, by the fixed order.

    What a wonder owes comes first, then tokens in the order of the facts, then one that nobody has read; ``None``:
    nothing does.
    """
    for effect in state.turn.effects:
        if effect != "babylon" and (source, deck) in effect_sources(state, state.to_move, effect):
            return effect
    if source in OWN_SOURCES and state.turn.ready:
        return state.turn.ready[0]
    if exchanged(state.turn) and (source, deck) in far_sources(state, state.to_move):
        return "alexandria"
    return UNREAD if source in OWN_SOURCES and unread_gives(state, state.to_move) else None


def because_of(reason: str) -> str:
    """A reason as a move names it: Olympia's two cards have one name."""
    return reason.partition("_")[0]
