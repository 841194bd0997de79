"""The names of everything in the box of Architects and of its expansion Medals, as the rule texts have them."""

from collections.abc import Callable
from typing import Final

from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.words.facet import HouseRule, Lines, Move
from companion.words.language import N_, _, plural, within
from companion.words.names import (
    card,
    medal,
    medal_place,
    source,
    spent,
    stage_number,
    token,
    token_taken,
    where,
    wonder,
)

_GAME: Final = "architects"
NAME: Final = N_("Architects")
TITLE: Final = N_("7 Wonders Architects")
BOARD_GAME_GEEK: Final = ("7 Wonders: Architects", 346703)
"""As board game databases call it, and its number on BoardGameGeek."""
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
OPTIONAL: Final = frozenset({"medals"})
"""Categories that only the expansion has."""
PIECES: Final = {
    "cat": N_("Cat"),
    "conflict_peace": N_("Conflict: peace"),
    "conflict_battle": N_("Conflict: battle"),
    "military": N_("Victory token"),
}
BACKS: Final = {"central": N_("Back: central deck")}
ZONES: Final = {
    "city": N_("cards"),
    "wonder": N_("wonder"),
    "progress": N_("progress tokens"),
    "cat": N_("Cat"),
    "conflict": N_("conflict tokens"),
    "deck": N_("Central deck"),
    "discard": N_("Discard pile"),
    "medals": N_("Medals"),
}
"""Places of the table by the last part of their name."""
SECTIONS: Final = (
    within("rule", "Battle"),
    within("rule", "Building a stage"),
    within("rule", "Effects of the wonders: Rome"),
    within("rule", "End of the game"),
    within("rule", "Green cards"),
    within("rule", "Grey cards"),
    within("rule", "Medals"),
    within("rule", "Progress token effects"),
    within("rule", "Receiving a medal"),
    within("rule", "Set-up"),
    within("rule", "Set-up (Medals)"),
    within("rule", "Using progress tokens"),
    within("rule", "Yellow cards"),
    within("rule", "Your turn"),
)
"""The sections of the rule text on which findings and points rest: only marked here, for the catalogues."""
HOUSE_RULES: Final[dict[str, HouseRule]] = {
    "no_source_policy": (
        N_("All three decks are empty"),
        (
            ("pass", N_("the player passes")),
            ("end_game", N_("the game ends")),
            ("ask_table", N_("the table decides")),
        ),
    ),
    "coin_only_if_missing": (
        N_("A coin where a grey card would do"),
        ((True, N_("not allowed")), (False, N_("allowed"))),
    ),
    "economy_forces_build": (
        N_("A stage payable only with Economy"),
        ((True, N_("must be built")), (False, N_("may be built"))),
    ),
    "engineering_once_per_turn": (
        N_("Engineering helps"),
        ((True, N_("one stage a turn")), (False, N_("every stage"))),
    ),
    "token_retroactive": (
        N_("A token won this turn answers to earlier cards"),
        ((False, N_("no")), (True, N_("yes"))),
    ),
    "progress_exhausted_policy": (
        N_("No progress token is left"),
        (("keep_cards", N_("the set is kept")), ("discard_anyway", N_("the set is discarded"))),
    ),
    "wonder_effect_optional": (
        N_("A wonder's effect"),
        ((False, N_("must be used")), (True, N_("may be declined"))),
    ),
    "two_player_medals": (
        N_("Medals between two players"),
        ((2, N_("two, both open to both")), (1, N_("one"))),
    ),
    "rome_answers_tokens": (
        N_("Tokens answer to the cards of Rome"),
        ((True, N_("yes")), (False, N_("no"))),
    ),
    "rome_no_central_card": (
        N_("Rome, and the central deck is empty"),
        (("no_return", N_("no card is given back")), ("no_effect", N_("Rome takes none"))),
    ),
    "face_down_counts": (
        N_("A card lying face down counts for the medal of 7 cards"),
        ((False, N_("no")), (True, N_("yes"))),
    ),
    "ur_answers_tokens": (
        N_("Tokens answer to the card of Ur"),
        ((True, N_("yes")), (False, N_("no"))),
    ),
}
"""Where the rulebook is silent."""


def tie_break(seat: ArchitectsSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "End of the game"), and in words."""
    built = sum(seat.stages.values())
    return built, plural("{n} stage built", "{n} stages built", built)


def _take(body: Move, table: ArchitectsTable) -> Lines:
    reason = body.get("because")
    given = "" if not reason else token(reason, _GAME) if reason in TOKENS else wonder(reason, _GAME)
    return card(body["card"], _GAME), " · ".join(part for part in (source(body["from"], table), given) if part)


def _stage(body: Move, _table: ArchitectsTable) -> Lines:
    return _("stage {n} built").format(n=stage_number(body["stage"])), spent(body.get("spent", ()), _GAME)


def _progress(body: Move, _table: ArchitectsTable) -> Lines:
    place = _("from the stack") if body.get("from") == "stack" else _("face up")
    paid = spent(body.get("spent", ()), _GAME)
    return token_taken(body["token"], _GAME), f"{place} · {paid}" if paid else place


def _medal(body: Move, _table: ArchitectsTable) -> Lines:
    return _("medal “{name}”").format(name=medal(body["medal"])), where(body["where"])


def _turn_up(body: Move, _table: ArchitectsTable) -> Lines:
    return _("turns up {name}").format(name=card(body["card"], _GAME)), ""


MOVES: Final[dict[str, Callable[[Move, ArchitectsTable], Lines]]] = {
    "take": _take,
    "build": _stage,
    "progress": _progress,
    "reveal": lambda body, _table: (_("New token face up"), token(body["token"], _GAME)),
    "end_turn": lambda _body, _table: (_("ends the turn"), ""),
    "medal": _medal,
    "turn_up": _turn_up,
    "reveal_medal": lambda body, table: (medal(body["medal"]), medal_place(body.get("left_of"), table)),
}
