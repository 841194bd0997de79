"""What the cards that nobody has seen can be: counts left by age, and only so many guilds as are in the game.

Section 'Decks of the ages'.
"""

from random import Random

from companion.games.seven_wonders.rules.facts import Facts
from companion.games.seven_wonders.rules.state import State


def guilds_left(unseen: tuple[int, ...], players: int, facts: Facts) -> int:
    """How many guilds of those in the game nobody has seen; below zero: more were seen than there can be."""
    seen = len(unseen) - facts.first_guild - sum(unseen[facts.first_guild :])
    return facts.guilds_in_play(players) - seen


def can_be_unseen(state: State, age: int) -> tuple[int, ...]:
    """The cards that an unseen card of this age can be."""
    facts, unseen = state.facts, state.unseen
    places, guilds = facts.places[age - 1], facts.first_guild
    if places.stop > guilds and guilds_left(unseen, state.players, facts) <= 0:
        places = range(places.start, guilds)
    return tuple(place for place in places if unseen[place] > 0)


def card_can_be_unseen(state: State, card: int) -> bool:
    """Whether a copy of this card can be among those that nobody has seen."""
    guild = card >= state.facts.first_guild
    return state.unseen[card] > 0 and (not guild or guilds_left(state.unseen, state.players, state.facts) > 0)


def pool(unseen: tuple[int, ...], players: int, age: int, rng: Random, facts: Facts) -> list[int]:
    """The unseen cards of an age in random order, the guilds among them drawn at random."""
    places = facts.places[age - 1]
    guilds = [place for place in places if place >= facts.first_guild and unseen[place] > 0]
    drawn = rng.sample(guilds, max(0, min(len(guilds), guilds_left(unseen, players, facts))))
    cards = [place for place in places if place < facts.first_guild for _ in range(unseen[place])] + drawn
    rng.shuffle(cards)
    return cards
