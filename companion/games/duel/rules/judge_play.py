"""What is irregular about playing a card: whose turn, which card, at what price."""

from collections.abc import Iterator

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.moves import Build, BuildWonder, Play
from companion.games.duel.rules.price import building_price, wonder_price
from companion.games.duel.rules.resolve import place_play
from companion.games.duel.rules.say import card_ids, price_line, wonder_ids
from companion.games.duel.rules.setup import UNREAD_CARD
from companion.games.duel.rules.state import UNREAD, State, free_cards, gone, hidden_cards, may_take_unread
from companion.games.duel.rules.structure import is_free, slot_of
from companion.games.duel.rules.unnamed import affordable, is_unread, which
from companion.games.vocabulary import Finding, Line, lines_of


def judge_play(state: State, move: Play) -> tuple[Finding, ...]:
    """What is irregular about playing this card in this way now."""
    card, seat = FACTS.index.get(move.card, UNREAD), move.seat
    if state.age == 0:
        return (finding("draft_first", seat),)
    if card != UNREAD and gone(state) >> card & 1:
        return (finding("card_gone", seat, card=move.card),)
    placed, found = place_play(state, move)
    if placed.finished:
        return (*found, finding("game_over", seat))
    return (*found, *_card(placed, card, seat), *_use(placed, move, card))


def _card(state: State, card: int, seat: int) -> Iterator[Finding]:
    """Whether this card could be taken. Sections "One deck an age", "A turn"."""
    if card == UNREAD:
        if not may_take_unread(state):
            yield finding("card_not_there", seat, _free(state), card=UNREAD_CARD)
        return
    printed = FACTS.cards[card]
    if not FACTS.ages[state.age] >> card & 1:
        yield finding("wrong_age", seat, card=printed.id, age=printed.age, now=state.age)
        return
    slot = slot_of(state, card) if state.laid else None
    if slot is not None:
        if not is_free(state, slot):
            yield finding("card_covered", seat, _free(state), card=printed.id)
        return
    if card in free_cards(state):
        return
    if card not in hidden_cards(state):
        kind = "guild" if printed.color == "purple" else "age"
        yield finding(f"too_many_cards/{kind}", seat, card=printed.id, age=state.age)
        return
    yield finding("card_not_there", seat, _free(state), card=printed.id)


def _free(state: State) -> tuple[Line, ...]:
    """The cards that lie free and were read."""
    return lines_of("card", card_ids(mask(card for card in free_cards(state) if card in state.laid)))


def _use(state: State, move: Play, card: int) -> Iterator[Finding]:
    """Whether the card could be used in this way. Sections "Building", "Building a wonder"."""
    city, rival = state.cities[move.seat], state.cities[1 - move.seat]
    if isinstance(move, Build):
        price = building_price(city, rival, card)
        if not affordable(state, move.seat, price):
            yield finding("too_dear/card", move.seat, card=move.card, price=price_line(price), coins=city.coins)
    elif isinstance(move, BuildWonder):
        wonder = which(state, move)
        if wonder is None:
            if not is_unread(state, move):
                yield _refused(state, move)
            return
        price = wonder_price(city, rival, wonder)
        if not affordable(state, move.seat, price):
            yield finding("too_dear/wonder", move.seat, wonder=move.wonder, price=price_line(price), coins=city.coins)


def _refused(state: State, move: BuildWonder) -> Finding:
    """Why this wonder cannot be built by this player at all."""
    seat, name = move.seat, move.wonder
    city = state.cities[seat]
    buildable = lines_of("wonder", wonder_ids(city.wonders & ~city.built & ~state.returned))
    if name in wonder_ids(state.returned):
        return finding("eighth_wonder", seat, buildable, wonder=name)
    why = "built" if name in wonder_ids(city.built) else "other"
    return finding(f"wrong_wonder/{why}", seat, buildable, wonder=name)
