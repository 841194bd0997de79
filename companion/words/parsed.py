"""What does not work, in the language spoken: refusals by their codes, English lines of parts matched with templates.

A line that no template fits is said as it is.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from companion.games.vocabulary import Line
from companion.words import lines_parts, names
from companion.words.language import say
from companion.words.refusals import REFUSALS


def refusal(line: str, why: Line | None = None) -> str:
    """Why something is not done, has no answer or does not work: by its code, or from the English line of a part."""
    known = "" if why is None else REFUSALS.get(why.code, "")
    if why is not None and known:
        return say(known).format(**why.params)
    for pattern, english in lines_parts.TROUBLES:
        match = re.match(pattern, line)
        if match:
            gaps = {gap: _GAPS[gap](text) if gap in _GAPS else text for gap, text in match.groupdict().items()}
            return say(english).format(**gaps)
    return line


_GAPS: Final[Mapping[str, Callable[[str], str]]] = {
    "n": lambda number: number.replace("-", "\N{MINUS SIGN}"),
    **dict.fromkeys(("game", "other"), names.game_name),
}
