"""Shields and battles. Sections "Red cards", "Battle", "Two players"; rulings battle_*, shield_bonus, after_battle."""

from msgspec.structs import replace

from companion.games.architects.rules.expansion import MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS, Counts, Facts
from companion.games.architects.rules.state import City, Medals, State

_SHIELDS = tuple(card.shields for card in FACTS.cards)
_HORNED = tuple(bool(card.horns) for card in FACTS.cards)
_RHODES = "plus_1_shield"
_MEDAL_TOKENS = max(medal.battle for medal in MEDALS)


def city_shields(facts: Facts, city: City) -> int:
    """Shields of red cards, of Tactics and of Rhodes' effect stages."""
    total = sum(count * shields for count, shields in zip(city.cards, _SHIELDS, strict=True) if shields)
    total += sum(TOKENS[token].shields for token in city.tokens)
    wonder = facts.wonders[city.wonder]
    if wonder.effect == _RHODES:
        total += sum(1 for k, stage in enumerate(wonder.stages) if stage.effect and city.built >> k & 1)
    return total


def shields(state: State, seat: int) -> int:
    """A player's shields as a battle would count them now."""
    return city_shields(state.facts, state.cities[seat])


def peace_tokens(state: State) -> int:
    """Conflict tokens that still show peace: as many horns start a battle."""
    return state.conflict - state.battle


def won_tokens(state: State) -> tuple[int, ...]:
    """Military tokens that each seat would get in a battle now (28 may run out: ruling military_supply)."""
    strength = [city_shields(state.facts, city) for city in state.cities]
    if len(strength) == 2:
        return tuple(_duel(strength[seat], strength[1 - seat]) for seat in (0, 1))
    return tuple(
        (own > strength[seat - 1]) + (own > strength[(seat + 1) % len(strength)]) for seat, own in enumerate(strength)
    )


def _duel(own: int, other: int) -> int:
    """Two players: 1 token for more shields, 2 for at least double; 1 against 0 is 1 (ruling battle_2p_zero)."""
    if own <= other:
        return 0
    return 2 if own >= 2 and own >= 2 * other else 1


def resolve_battle(state: State) -> State:
    """The table after a battle: tokens taken, red cards with horns discarded, all tokens back to peace.

    Fortifications (section "Progress token effects" of the expansion) keeps its owner's cards with horns.
    """
    gone = [0] * len(FACTS.cards)
    cities = []
    won = won_tokens(state)
    for city, tokens in zip(state.cities, won, strict=True):
        left = city.cards
        if not any(TOKENS[token].keeps_horns for token in city.tokens):
            for place, horned in enumerate(_HORNED):
                gone[place] += city.cards[place] if horned else 0
            left = _without_horns(city.cards)
        cities.append(replace(city, cards=left, military=city.military + tokens))
    discard = tuple(old + new for old, new in zip(state.discard, gone, strict=True))
    medals = state.medals and _with_winners(state.medals, won)
    return replace(state, cities=tuple(cities), discard=discard, battle=0, medals=medals)


def _with_winners(medals: Medals, won: tuple[int, ...]) -> Medals:
    """Who took enough military tokens in this battle for the medal that asks for it (section "Goals of the medals")."""
    return replace(medals, won=tuple(seat for seat, tokens in enumerate(won) if tokens >= _MEDAL_TOKENS), shared=False)


def _without_horns(cards: Counts) -> Counts:
    return tuple(0 if horned else count for count, horned in zip(cards, _HORNED, strict=True))
