"""What is drawn of the pieces of Duel: ``looks.toml``, the order of things, track and layouts."""

from typing import Final

from companion.games.duel.rules import facts
from companion.looks.faces import looks

_LOOKS: Final = looks("duel")
_TABLE: Final = facts.FACTS.table
COLOURS: Final = _LOOKS.colours
FACES: Final = _LOOKS.faces
TOKEN_ICONS: Final = _LOOKS.token_icons
WONDER_ICONS: Final = _LOOKS.wonder_icons
RESOURCES: Final = facts.RESOURCES
SYMBOLS: Final = (*facts.FACTS.symbols, "scales")
"""Science symbols, the last one on a progress token."""
TO_WIN: Final = _TABLE.symbols_to_win
CAPITAL: Final = _TABLE.capital
"""Where on the military track each capital lies."""
ZONES: Final = tuple(zone.at for zone in _TABLE.zones)
"""Where on the track, in each half, its zones begin."""
ON_BOARD: Final = _TABLE.tokens_on_board
UNREAD: Final = "?"
"""A card that nobody has read yet."""
LAYOUTS: Final = {age: tuple(row.x for row in facts.FACTS.layouts[age].rows) for age in range(1, _TABLE.ages + 1)}
"""By age, the rows of the structure in the order in which they are laid: where each card lies, in half cards' widths.

Every second row is laid face down; each row lies on the one before.
"""
