"""Everything irregular about a table as such, however it came about (``judge`` speaks about single moves)."""

from collections.abc import Iterator

from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.findings import finding
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.rules.unseen import guilds_left
from companion.games.vocabulary import Finding


def status(state: State) -> frozenset[Finding]:
    """The set of everything irregular about this state, each with its rule; empty: all is as it may be."""
    return frozenset((*_cards(state), *_guilds(state), *_buildings(state)))


def _cards(state: State) -> Iterator[Finding]:
    """Section 'Decks of the ages'."""
    for card, count in zip(CARDS, state.unseen, strict=False):
        if count < 0:
            yield finding("too_many_cards", n=-count, card=card.id, age=card.age, players=state.players)


def _guilds(state: State) -> Iterator[Finding]:
    """Section 'Decks of the ages'."""
    if guilds_left(state.unseen, state.players, state.facts) < 0:
        yield finding("too_many_guilds", most=state.facts.guilds_in_play(state.players))


def _buildings(state: State) -> Iterator[Finding]:
    """Section 'Building'."""
    for seat, city in enumerate(state.cities):
        for card in city.surplus:
            yield finding("same_building/stands", seat, card=CARDS[card].id)
