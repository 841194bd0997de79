"""What is drawn of the pieces of Architects: ids, colours, order. No rules."""

from typing import Final

from companion.looks.faces import Face, Mark

COLOURS: Final = ("grey", "yellow", "blue", "green", "red")
"""Card colours in the order in which they are shown."""

CARDS: Final = {
    "wood": "grey",
    "clay": "grey",
    "stone": "grey",
    "glass": "grey",
    "papyrus": "grey",
    "coin": "yellow",
    "vp2_cat": "blue",
    "vp3": "blue",
    "compass": "green",
    "tablet": "green",
    "gear": "green",
    "shield_h0": "red",
    "shield_h1": "red",
    "shield_h2": "red",
}
"""Every card face and its colour."""

HORNS: Final = {"shield_h1": 1, "shield_h2": 2}
"""Cards that a battle discards, with the horns on them."""

WONDERS: Final = ("alexandria", "babylon", "ephesus", "giza", "halicarnassus", "olympia", "rhodes")

TOKENS: Final = {
    "urbanism": 1,
    "crafts": 1,
    "jewellery": 1,
    "science": 1,
    "propaganda": 1,
    "architecture": 1,
    "economy": 1,
    "engineering": 1,
    "tactics": 1,
    "decor": 1,
    "politics": 1,
    "strategy": 1,
    "education": 1,
    "culture": 2,
}
"""Every progress token and how many of it are in the box."""

MEDALS_WONDERS: Final = ("rome", "ur")
"""Wonders of the expansion Medals."""

MEDALS_TOKENS: Final = {"logistics": 1, "domestication": 1, "fortifications": 1}
"""Progress tokens of the expansion Medals, which also brings a third of Culture."""

EVERY_TOKEN: Final = TOKENS | MEDALS_TOKENS | {"culture": 3}
"""Every progress token and how many of it there are with the expansion."""

MEDALS: Final = (
    "medal_3_blue",
    "medal_3_green",
    "medal_3_grey",
    "medal_3_red",
    "medal_4_colors",
    "medal_coin_cat_horn",
    "medal_7_cards",
    "medal_3_stages",
    "medal_2_stages_cat",
    "medal_2_progress",
    "medal_progress_military_cat",
    "medal_2_military_one_battle",
)
"""The medals of the expansion."""

UNREAD: Final = "?"
"""A token that nobody has read yet."""

CARD_ICONS: Final = {
    **{name: name for name in ("wood", "clay", "stone", "glass", "papyrus", "coin", "compass", "tablet", "gear")},
    "vp2_cat": "cat",
    "vp3": "laurel",
    "shield_h0": "shield",
    "shield_h1": "horn",
    "shield_h2": "horn",
}
"""The icon of each card face."""

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
"""The icon of each progress token."""

_BADGES: Final = {"vp2_cat": "2", "vp3": "3", "shield_h2": "2"}
FACES: Final = {card: Face(1, colour, (CARD_ICONS[card],), _BADGES.get(card, "")) for card, colour in CARDS.items()}
"""Every card as it is drawn."""

MARKS: Final = {
    "stages": Mark("stage"),
    "cat": Mark("cat"),
    "blue": Mark("blue", "blue"),
    "military": Mark("swords", "red"),
    "progress": Mark("star"),
    "medals": Mark("medal"),
}
"""How the categories of the score sheet are marked."""
