"""The colours of cards, wonders and tokens.

Every colour family differs in lightness as well as in hue, and each card colour also has a symbol of its
own (see ``icons.symbol``), so that nobody needs to see colours.
"""

import msgspec


class Family(msgspec.Struct, frozen=True):
    """A card colour: the band, a darker and a lighter tone, and the ink that reads on the band."""

    band: str
    dark: str
    light: str
    on_band: str
    symbol: str


FAMILIES = {
    "grey": Family("#565b63", "#363a41", "#c9ccd1", "#ffffff", "diamond"),
    "yellow": Family("#f3b928", "#a26f06", "#fdebb4", "#2b1f05", "circle"),
    "blue": Family("#1b5bab", "#0f3569", "#bfd8f3", "#ffffff", "bar"),
    "green": Family("#1b7345", "#0d4227", "#bfe3cb", "#ffffff", "triangle"),
    "red": Family("#a8202a", "#641017", "#f4c6bd", "#ffffff", "cross"),
}
"""Card colours by the names that the rules use."""


class Wonder(msgspec.Struct, frozen=True):
    """A wonder's own colours: sky, stone in three tones (light to dark), one accent, blueprint paper."""

    sky: str
    light: str
    mid: str
    dark: str
    accent: str
    plan: str


WONDERS = {
    "alexandria": Wonder("#bfe0ee", "#f7f3ea", "#cfd9df", "#44677f", "#f08a24", "#dcebf3"),
    "babylon": Wonder("#d8eccb", "#ecd9a8", "#c79a58", "#6d4a22", "#3f8f3d", "#e6f0da"),
    "ephesus": Wonder("#f6d6d2", "#fbeee6", "#e3b6a5", "#8d3f45", "#c0392b", "#f8e4e0"),
    "giza": Wonder("#fbe0a8", "#f6d68c", "#dba24a", "#8b5a1a", "#c2541b", "#faeccd"),
    "halicarnassus": Wonder("#ded3ee", "#f1ebf7", "#b8a3d2", "#54377d", "#d9a521", "#ebe4f5"),
    "olympia": Wonder("#f5e6b0", "#fdf6da", "#d9bd5c", "#6e5a12", "#2f6d8f", "#f7f0cf"),
    "rhodes": Wonder("#e9c9b4", "#dcb08a", "#a9643f", "#5a1f1a", "#2e8b84", "#f2dfd2"),
}
"""Wonder colours by the names that the rules use."""

TOKEN_KINDS = {
    "extra_card": "#0f6f78",
    "payment": "#8a5a08",
    "battle": "#9b1c2e",
    "endgame": "#2f3f8f",
}
"""Rim colours of progress tokens by what they do."""
