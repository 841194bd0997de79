"""What the cards that nobody has seen can be: counts left by age, and only so many guilds as are in the game.

Section 'Decks of the ages'.
"""

from random import Random

from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.state import State

_FIRST_GUILD = min(card.place for card in FACTS.cards if card.color == "purple")
_PLACES = tuple(
    range(min(places), max(places) + 1)
    for places in ([card.place for card in FACTS.cards if card.age == age] for age in range(1, FACTS.table.ages + 1))
)
assert _FIRST_GUILD + FACTS.colors["purple"].bit_count() == len(FACTS.cards), "the guilds are the last cards"


def guilds_left(unseen: tuple[int, ...], players: int) -> int:
    """How many guilds of those in the game nobody has seen; below zero: more were seen than there can be."""
    seen = len(unseen) - _FIRST_GUILD - sum(unseen[_FIRST_GUILD:])
    return FACTS.guilds_in_play(players) - seen


def can_be_unseen(state: State, age: int) -> tuple[int, ...]:
    """The cards that an unseen card of this age can be."""
    unseen, places = state.unseen, _PLACES[age - 1]
    if places.stop > _FIRST_GUILD and guilds_left(unseen, state.players) <= 0:
        places = range(places.start, _FIRST_GUILD)
    return tuple(place for place in places if unseen[place] > 0)


def card_can_be_unseen(state: State, card: int) -> bool:
    """Whether a copy of this card can be among those that nobody has seen."""
    return state.unseen[card] > 0 and (card < _FIRST_GUILD or guilds_left(state.unseen, state.players) > 0)


def pool(unseen: tuple[int, ...], players: int, age: int, rng: Random) -> list[int]:
    """The unseen cards of an age in random order, the guilds among them drawn at random."""
    places = _PLACES[age - 1]
    guilds = [place for place in places if place >= _FIRST_GUILD and unseen[place] > 0]
    drawn = rng.sample(guilds, max(0, min(len(guilds), guilds_left(unseen, players))))
    cards = [place for place in places if place < _FIRST_GUILD for _ in range(unseen[place])] + drawn
    rng.shuffle(cards)
    return cards
