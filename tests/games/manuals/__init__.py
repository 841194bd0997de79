"""What the manual says of each game beside what its types say: examples, and the names of its pieces."""

from tests.games.manuals import architects, duel, seven_wonders
from tests.games.manuals.manual import Manual

MANUALS: tuple[Manual, ...] = (architects.MANUAL, seven_wonders.MANUAL, duel.MANUAL)
