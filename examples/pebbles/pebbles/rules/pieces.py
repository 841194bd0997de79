"""What is in the box of Pebbles."""

from typing import Final

CARDS: Final = {"shell": 12, "pearl": 8, "crab": 8}
"""The cards by id, and how many there are."""
CARD_POINTS: Final = {"shell": 1, "pearl": 2}
PILES: Final = ("left", "right")
SEATS: Final = 2
TIDE: Final = 3
"""Tide tokens: with the last stormy one comes the battle."""
STARFISH_POINTS: Final = 3
