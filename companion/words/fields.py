"""What there is to tell of a city at the end of a game, or in the middle of one: the names of its fields."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import N_

FIELDS: Final[Mapping[str, str]] = {
    "wonder": N_("Wonder"), "stages": N_("Stages"), "wonders": N_("Wonders built"), "cards": N_("Cards"),
    "progress": N_("Progress tokens"), "tokens": N_("Conflict tokens"), "coins": N_("Coins"),
    "military": N_("Military tokens"), "cat": N_("Cat"), "medals": N_("Medals"), "pawn": N_("Conflict pawn"),
    "free_city": N_("The last city is the Free City"), "age": N_("Age"), "turn": N_("Next turn of the age"),
    "standing": N_("Cards in the structure"), "laid": N_("Laid in this turn"),
}  # fmt: skip
"""In English; in the language of a screen by ``say``."""
