"""What is drawn of the pieces of Architects: ids, colours, icons, order. No rules."""

from typing import Final

from companion.looks.faces import Face, Mark

ICON: Final = "stage"

COLOURS: Final = ("grey", "yellow", "blue", "green", "red")
"""Card colours in the order in which they are shown."""

FACES: Final = {
    "wood": Face(1, "grey", ("wood",)),
    "clay": Face(1, "grey", ("clay",)),
    "stone": Face(1, "grey", ("stone",)),
    "glass": Face(1, "grey", ("glass",)),
    "papyrus": Face(1, "grey", ("papyrus",)),
    "coin": Face(1, "yellow", ("coin",)),
    "vp2_cat": Face(1, "blue", ("cat",), "2"),
    "vp3": Face(1, "blue", ("laurel",), "3"),
    "compass": Face(1, "green", ("compass",)),
    "tablet": Face(1, "green", ("tablet",)),
    "gear": Face(1, "green", ("gear",)),
    "shield_h0": Face(1, "red", ("shield",)),
    "shield_h1": Face(1, "red", ("horn",)),
    "shield_h2": Face(1, "red", ("horn",), "2"),
}
"""Every card: its colour, icon and what is written on it."""

HORNS: Final = {"shield_h1": 1, "shield_h2": 2}
"""Cards that a battle discards, with the horns on them."""

MEDALS_WONDERS: Final = ("rome", "ur")
"""Wonders of the expansion Medals."""

TINTS: Final = {
    "alexandria": ("#8fd3f0", "#155a7d"),
    "babylon": ("#9ad88a", "#2d6420"),
    "ephesus": ("#f2a7ac", "#94303a"),
    "giza": ("#f3bd76", "#7f4c08"),
    "halicarnassus": ("#c9aef2", "#5b3a99"),
    "olympia": ("#f4dc7c", "#6b5400"),
    "rhodes": ("#f0a283", "#8c3a17"),
    "rome": ("#e8b7d4", "#852f66"),
    "ur": ("#d8c08a", "#645020"),
}
"""Each wonder's colour on a dark screen and on a bright one."""

WONDER_ICONS: Final = {wonder: wonder for wonder in TINTS}
"""Every wonder and its icon."""

MEDALS_TOKENS: Final = ("logistics", "domestication", "fortifications")
"""Progress tokens of the expansion Medals, which also brings a third of Culture."""

TOKEN_ICONS: Final = {
    "urbanism": "clay",
    "crafts": "papyrus",
    "jewellery": "coin",
    "science": "gear",
    "propaganda": "horn",
    "architecture": "pillar",
    "economy": "deck",
    "engineering": "compass",
    "tactics": "shield",
    "decor": "star",
    "politics": "cat",
    "strategy": "swords",
    "education": "tablet",
    "culture": "laurel",
    "logistics": "grey",
    "domestication": "cat",
    "fortifications": "shield",
}
"""Every progress token and its icon."""

MARKS: Final = {
    "stages": Mark("stage"),
    "cat": Mark("cat"),
    "blue": Mark("blue", "blue"),
    "military": Mark("swords", "red"),
    "progress": Mark("star"),
    "medals": Mark("medal"),
}
"""How the categories of the score sheet are marked."""

MOVE_ICONS: Final = {"end_turn": "hourglass", "medal": "medal", "reveal_medal": "medal"}
"""The icons of moves that are about no card, token or wonder."""

UNREAD: Final = "?"
"""A token that nobody has read yet."""


def box(*, medals: bool) -> dict[str, int]:
    """The progress tokens of the box, with the expansion or without, and how many there are of each."""
    copies = {"culture": 3 if medals else 2}
    return {name: copies.get(name, 1) for name in TOKEN_ICONS if medals or name not in MEDALS_TOKENS}
