"""What is drawn of the pieces of 7 Wonders: ``looks.toml``, and the order of symbols and stages."""

from typing import Final

from companion.games.seven_wonders.rules import facts, setup
from companion.looks.faces import looks

_LOOKS: Final = looks("seven_wonders")
COLOURS: Final = _LOOKS.colours
FACES: Final = _LOOKS.faces
WONDER_ICONS: Final = _LOOKS.wonder_icons
SYMBOLS: Final = (*facts.SYMBOLS, "wild")
"""Science symbols; ``wild``: one of the three, chosen at the end."""
STAGES: Final = {(board.wonder, board.side): len(board.stages) for board in facts.FACTS.boards}
"""How many stages each side of each wonder's board has (in the first edition)."""
OF_EDITION: Final = setup.OF_EDITION
"""House rules that are of matter in one edition only, and in which."""
PLAYERS: Final = {edition: box.players for edition, box in facts.EDITIONS.items()}
"""How many may play each edition."""
