"""English lines of the companion's parts in the language spoken, matched with templates: refusals, troubles.

A line that no template fits is said as it is.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from companion.words import lines_parts, lines_referee, names
from companion.words.language import say


def refusal(line: str) -> str:
    """Why something is not done, has no answer or does not work, from the English line of whichever part says it."""
    for pattern, english in (*lines_referee.REFUSALS, *lines_parts.TROUBLES):
        match = re.match(pattern, line)
        if match:
            gaps = {gap: _GAPS[gap](text) if gap in _GAPS else text for gap, text in match.groupdict().items()}
            return say(english).format(**gaps)
    return line


_GAPS: Final[Mapping[str, Callable[[str], str]]] = {
    "n": lambda number: number.replace("-", "\N{MINUS SIGN}"),
    **dict.fromkeys(("game", "other"), names.game_name),
}
