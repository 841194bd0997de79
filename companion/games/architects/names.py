"""The names of everything in the box of Architects and of its expansion Medals, as the rule texts have them."""

from typing import Final

from companion.words.language import N_

CARDS: Final = {
    "wood": N_("Wood"),
    "clay": N_("Clay"),
    "stone": N_("Stone"),
    "glass": N_("Glass"),
    "papyrus": N_("Papyrus"),
    "coin": N_("Coin"),
    "vp2_cat": N_("2 points + Cat"),
    "vp3": N_("3 points"),
    "compass": N_("Compass"),
    "tablet": N_("Tablet"),
    "gear": N_("Gear"),
    "shield_h0": N_("Shield"),
    "shield_h1": N_("Shield, 1 horn"),
    "shield_h2": N_("Shield, 2 horns"),
}
TOKENS: Final = {
    "urbanism": N_("Urbanism"),
    "crafts": N_("Crafts"),
    "jewellery": N_("Jewellery"),
    "science": N_("Science"),
    "propaganda": N_("Propaganda"),
    "architecture": N_("Architecture"),
    "economy": N_("Economy"),
    "engineering": N_("Engineering"),
    "tactics": N_("Tactics"),
    "decor": N_("Decor"),
    "politics": N_("Politics"),
    "strategy": N_("Strategy"),
    "education": N_("Education"),
    "culture": N_("Culture"),
    "logistics": N_("Logistics"),
    "domestication": N_("Domestication"),
    "fortifications": N_("Fortifications"),
    "?": N_("not read yet"),
    "none": N_("no token"),
}
WONDERS: Final = {
    "alexandria": N_("Alexandria"),
    "babylon": N_("Babylon"),
    "ephesus": N_("Ephesus"),
    "giza": N_("Giza"),
    "halicarnassus": N_("Halicarnassus"),
    "olympia": N_("Olympia"),
    "rhodes": N_("Rhodes"),
    "rome": N_("Rome"),
    "ur": N_("Ur"),
}
MEDALS: Final = {
    "medal_3_blue": N_("3 blue cards"),
    "medal_3_green": N_("3 green cards"),
    "medal_3_grey": N_("3 grey cards"),
    "medal_3_red": N_("3 red cards"),
    "medal_4_colors": N_("Green, yellow, blue and red"),
    "medal_coin_cat_horn": N_("Yellow, blue with cat, red with horn"),
    "medal_7_cards": N_("7 cards"),
    "medal_3_stages": N_("3 stages"),
    "medal_2_stages_cat": N_("2 stages and the Cat"),
    "medal_2_progress": N_("2 progress tokens"),
    "medal_progress_military_cat": N_("Progress, victory and the Cat"),
    "medal_2_military_one_battle": N_("2 victories in one battle"),
    "?": N_("not read yet"),
}
GOALS: Final = {
    "3 blue cards": "medal_3_blue",
    "3 green cards": "medal_3_green",
    "3 grey cards": "medal_3_grey",
    "3 red cards": "medal_3_red",
    "a green, a yellow, a blue and a red card": "medal_4_colors",
    "a yellow card, a blue one with a cat and a red one with a horn": "medal_coin_cat_horn",
    "7 cards": "medal_7_cards",
    "3 stages built": "medal_3_stages",
    "2 stages built and the Cat pawn": "medal_2_stages_cat",
    "2 progress tokens": "medal_2_progress",
    "a progress token, a military token and the Cat pawn": "medal_progress_military_cat",
    "2 military tokens in one battle": "medal_2_military_one_battle",
}
"""Medals by their goals as the rules word them."""
CATEGORIES: Final = {
    "stages": N_("Stages"),
    "cat": N_("Cat"),
    "blue": N_("Blue cards"),
    "military": N_("Victories"),
    "progress": N_("Progress"),
    "medals": N_("Medals"),
}
SOURCES: Final = {
    "left": N_("Left deck"),
    "right": N_("Right deck"),
    "central": N_("Central deck"),
}
WHERE: Final = {"left": N_("on the left"), "right": N_("on the right"), "centre": N_("in the centre")}
"""Where a medal lies, as the player who takes it sees it."""
