"""What is irregular about playing a card: whose turn, which card, at what price."""

from collections.abc import Iterator

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.moves import Build, BuildWonder, Play
from companion.games.duel.rules.price import Price, building_price, wonder_price
from companion.games.duel.rules.resolve import place_play
from companion.games.duel.rules.say import card_ids, card_name, player, price_words, wonder_ids
from companion.games.duel.rules.state import State, free_cards, gone, hidden_cards
from companion.games.duel.rules.structure import is_free, slot_of
from companion.games.vocabulary import Finding


def judge_play(state: State, move: Play) -> tuple[Finding, ...]:
    """What is irregular about playing this card in this way now."""
    card, seat = FACTS.index[move.card], move.seat
    if state.age == 0:
        return (finding("draft_first", "A card was played before all wonders were chosen.", seat),)
    if gone(state) >> card & 1:
        return (finding("card_gone", f"{card_name(card)} was played already.", seat),)
    placed, found = place_play(state, move)
    if placed.finished:
        return (*found, finding("game_over", "The game is over: this does not count.", seat))
    return (*found, *_card(placed, card, seat), *_use(placed, move, card))


def _card(state: State, card: int, seat: int) -> Iterator[Finding]:
    """Whether this card could be taken. Sections "One deck an age", "A turn"."""
    name = card_name(card)
    if not FACTS.ages[state.age] >> card & 1:
        message = f"{name} is a card of age {FACTS.cards[card].age}; this is age {state.age}."
        yield finding("wrong_age", message, seat)
        return
    slot = slot_of(state, card) if state.laid else None
    if slot is not None:
        if not is_free(state, slot):
            legal = _free_names(state)
            yield finding("card_covered", f"{name} was taken although another card lies on it.", seat, legal)
        return
    if card in free_cards(state):
        return
    if card not in hidden_cards(state):
        kind = "guilds" if FACTS.cards[card].color == "purple" else f"cards of age {state.age}"
        yield finding("too_many_cards", f"{name} is there, but as many {kind} were seen as there are.", seat)
        return
    legal = _free_names(state)
    yield finding("card_not_there", f"{name} does not lie free in the structure.", seat, legal)


def _free_names(state: State) -> tuple[str, ...]:
    """The cards that lie free and were read."""
    return card_ids(mask(card for card in free_cards(state) if card in state.laid))


def _use(state: State, move: Play, card: int) -> Iterator[Finding]:
    """Whether the card could be used in this way. Sections "Building", "Building a wonder"."""
    city, rival = state.cities[move.seat], state.cities[1 - move.seat]
    if isinstance(move, Build):
        price = building_price(city, rival, card)
        yield from _affordable(state, move.seat, price, card_name(card))
    elif isinstance(move, BuildWonder):
        wonder = FACTS.wonder_index[move.wonder]
        refused = _refused(state, move.seat, wonder)
        if refused is not None:
            yield refused
            return
        price = wonder_price(city, rival, wonder)
        yield from _affordable(state, move.seat, price, FACTS.wonders[wonder].name)


def _refused(state: State, seat: int, wonder: int) -> Finding | None:
    """Why this wonder cannot be built by this player at all."""
    city, name = state.cities[seat], FACTS.wonders[wonder].name
    buildable = wonder_ids(city.wonders & ~city.built & ~state.returned)
    if state.returned >> wonder & 1:
        return finding("eighth_wonder", f"Seven wonders are built: {name} is back in the box.", seat, buildable)
    if not city.wonders >> wonder & 1:
        return finding("wrong_wonder", f"{name} is not {player(state, seat)}'s wonder.", seat, buildable)
    if city.built >> wonder & 1:
        return finding("wrong_wonder", f"{name} is built already.", seat, buildable)
    return None


def _affordable(state: State, seat: int, price: Price, what: str) -> Iterator[Finding]:
    coins = state.cities[seat].coins
    if price.total > coins:
        message = f"{what} costs {price_words(price)}; {player(state, seat)} has {coins}."
        yield finding("too_dear", message, seat)
