"""What is drawn of the pieces of Architects: ids, colours, icons in ``looks.toml``; more of what is shown. No rules."""

from typing import Final

from companion.looks.faces import looks

_LOOKS: Final = looks("architects")
COLOURS: Final = _LOOKS.colours
FACES: Final = _LOOKS.faces
TOKEN_ICONS: Final = _LOOKS.token_icons

HORNS: Final = {"shield_h1": 1, "shield_h2": 2}
"""Cards that a battle discards, with the horns on them."""

MEDALS_WONDERS: Final = ("rome", "ur")
"""Wonders of the expansion Medals."""

MEDALS_TOKENS: Final = ("logistics", "domestication", "fortifications")
"""Progress tokens of the expansion Medals, which also brings a third of Culture."""

UNREAD: Final = "?"
"""A token that nobody has read yet."""


def box(*, medals: bool) -> dict[str, int]:
    """The progress tokens of the box, with the expansion or without, and how many there are of each."""
    copies = {"culture": 3 if medals else 2}
    return {name: copies.get(name, 1) for name in TOKEN_ICONS if medals or name not in MEDALS_TOKENS}
