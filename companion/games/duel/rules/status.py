"""Everything irregular about a table as such, however it came about (``judge`` speaks about single moves)."""

from collections.abc import Iterator

from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.say import card_ids
from companion.games.duel.rules.state import GUILDS, State, seen
from companion.games.vocabulary import Finding


def status(state: State) -> frozenset[Finding]:
    """The set of everything irregular about this state, each with its rule; empty: all is as it may be."""
    return frozenset((*_decks(state), *_ages(state), *_wonders(state)))


def _decks(state: State) -> Iterator[Finding]:
    """Section "One deck an age": 20 cards of each age are in the game, three of the last ones guilds."""
    known, table = seen(state), FACTS.table
    for age in range(1, table.ages + 1):
        plain = FACTS.ages[age] & ~GUILDS
        most = table.cards_per_age - (table.guilds if FACTS.ages[age] & GUILDS else 0)
        if (known & plain).bit_count() > most:
            yield finding("too_many_cards/seen", most=most, age=age)
    if (known & GUILDS).bit_count() > table.guilds:
        yield finding("too_many_cards/guilds_seen", most=table.guilds, cards=card_ids(known & GUILDS))


def _ages(state: State) -> Iterator[Finding]:
    """Cards in a city of an age that has not begun."""
    for seat, city in enumerate(state.cities):
        for card in places(city.cards):
            if FACTS.cards[card].age > state.age:
                yield finding("wrong_age/built", seat, card=FACTS.cards[card].id)


def _wonders(state: State) -> Iterator[Finding]:
    """Section "Wonder draft": four wonders each."""
    each = FACTS.table.wonders_each
    for seat, city in enumerate(state.cities):
        if city.wonders.bit_count() + state.unnamed[seat] + state.raised[seat] > each:
            yield finding("wonder_not_offered/many", seat, most=each)
