"""Free buildings by chain. Section 'Free buildings (chains of buildings)'."""

from companion.games.seven_wonders.rules.facts import CARDS, cards_in


def built_for_free(card: int, cards: int) -> bool:
    """Whether a building of an earlier age among ``cards`` lets this one be built without paying its cost."""
    return bool(CARDS[card].chain_mask & cards)


def chain_parents(card: int, cards: int) -> tuple[str, ...]:
    """The ids of the buildings among ``cards`` that let this one be built for free."""
    return tuple(parent.id for parent in cards_in(CARDS[card].chain_mask & cards))
