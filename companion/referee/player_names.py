"""What a player may be called: what fits on a screen, on one line, and leaves the text around it as it is."""

import unicodedata
from collections.abc import Sequence

LONGEST = 40
"""Characters: more than any seat card shows."""
_TURNS = frozenset(["LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"])
"""Bidirectional classes of marks that turn round what stands behind them."""
_INVISIBLE = frozenset("\u061c\u200b\u200e\u200f\ufeff")
_MOST_MARKS = 2
"""Accents one above the other."""


def unfit(names: Sequence[str]) -> str:
    """One line on the first name that cannot be used, how to mend it; empty: all can."""
    for seat, name in enumerate(names):
        wrong = _wrong(name)
        if wrong:
            return f"the name of seat {seat} {wrong}; give one of at most {LONGEST} letters on one line"
    return ""


def _wrong(name: str) -> str:
    if len(name) > LONGEST:
        return f"has {len(name)} characters"
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        if kind in ("Cc", "Cs", "Zl", "Zp") or letter in _INVISIBLE or unicodedata.bidirectional(letter) in _TURNS:
            return f"holds a mark that nobody sees (U+{ord(letter):04X})"
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return "heaps accents on a letter"
    return ""
