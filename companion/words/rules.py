"""The sections of the rule texts, by which findings and points are explained, and the house rules in plain words."""

from typing import Any, Final

from companion.words.language import N_, plain, within

_SECTIONS: Final = (
    within("rule", "A turn"),
    within("rule", "Battle"),
    within("rule", "Building"),
    within("rule", "Building a stage"),
    within("rule", "Building a wonder"),
    within("rule", "Choosing a card"),
    within("rule", "Civilian victory"),
    within("rule", "Completing a stage"),
    within("rule", "Cost in resources"),
    within("rule", "Decks of the ages"),
    within("rule", "Descriptions of the wonders"),
    within("rule", "Effects of the wonders: Rome"),
    within("rule", "End of an age"),
    within("rule", "End of the game"),
    within("rule", "Green cards"),
    within("rule", "Grey cards"),
    within("rule", "Guild cards"),
    within("rule", "Medals"),
    within("rule", "Military"),
    within("rule", "Military supremacy"),
    within("rule", "One deck an age"),
    within("rule", "Overview of an age"),
    within("rule", "Preparing the structure"),
    within("rule", "Progress token effects"),
    within("rule", "Progress tokens"),
    within("rule", "Receiving a medal"),
    within("rule", "Science and progress"),
    within("rule", "Scientific supremacy"),
    within("rule", "Scoring: Civilian buildings"),
    within("rule", "Scoring: Commercial buildings"),
    within("rule", "Scoring: Guilds"),
    within("rule", "Scoring: Military conflicts"),
    within("rule", "Scoring: Scientific buildings"),
    within("rule", "Scoring: Treasury"),
    within("rule", "Scoring: Wonders of the World"),
    within("rule", "Set-up"),
    within("rule", "Set-up (Medals)"),
    within("rule", "Seven wonders, no more"),
    within("rule", "Statue of Zeus in Olympia (side B)"),
    within("rule", "Trade"),
    within("rule", "Using progress tokens"),
    within("rule", "Variant for two players"),
    within("rule", "Wonder draft"),
    within("rule", "Wonders"),
    within("rule", "Yellow cards"),
    within("rule", "Your turn"),
)
RULES: Final = {plain(section): section for section in _SECTIONS}
"""Every section that the rules name, to the string in the catalogues."""

HouseRule = tuple[str, tuple[tuple[Any, str], ...]]
"""What a house rule is about, and its choices, the suggested one first: value and words."""

HOUSE_RULES: Final[dict[str, dict[str, HouseRule]]] = {
    "architects": {
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
    },
    "seven_wonders": {
        "craftsmens_guild_points": (
            N_("Craftsmens Guild, each grey card"),
            ((2, N_("2 points")), (1, N_("1 point"))),
        ),
        "free_city_first": (
            N_("The Free City acts in a turn"),
            ((True, N_("first")), (False, N_("last"))),
        ),
        "copied_shipowners_count_themselves": (
            N_("A copied Shipowners Guild counts itself"),
            ((False, N_("no")), (True, N_("yes"))),
        ),
    },
    "duel": {
        "progress_optional": (
            N_("A progress token for a pair"),
            ((True, N_("may be declined")), (False, N_("must be taken"))),
        ),
        "skipped_loot_taken": (
            N_("A military token that the pawn jumps over"),
            ((True, N_("takes effect")), (False, N_("stays"))),
        ),
    },
}
"""By game, where its rulebook is silent. Words as in the catalogues: say them with ``language.say``."""
