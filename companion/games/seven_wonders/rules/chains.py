"""Free buildings by chain. Section 'Free buildings (chains of buildings)'."""

from companion.games.seven_wonders.rules.facts import CARDS


def built_for_free(card: int, cards: int) -> bool:
    """Whether a building of an earlier age among ``cards`` lets this one be built without paying its cost."""
    return bool(CARDS[card].chain_mask & cards)
