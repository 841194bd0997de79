"""Every irregularity that the rules know: a stable code, the rule's section, and what it means.

docs/findings.md lists them; a test keeps it complete.
"""

from functools import partial

from companion.games.vocabulary import Irregularity, found_by

CATALOGUE: dict[str, Irregularity] = {
    "no_such_seat": Irregularity("Set-up", "The move names a seat that this table does not have; nothing changes."),
    "game_over": Irregularity("End of the game", "The game has ended; what is done now does not count."),
    "already_chosen": Irregularity(
        "Choosing a card", "A seat chose a second time in the turn; the later choice replaces the earlier one."
    ),
    "nothing_offered": Irregularity(
        "Descriptions of the wonders", "No wonder gives this player that now; a card taken so is built all the same."
    ),
    "free_build_used": Irregularity(
        "Descriptions of the wonders", "Olympia's free building was used already in this age."
    ),
    "wrong_age": Irregularity("Decks of the ages", "The card belongs to another age."),
    "card_not_in_hand": Irregularity("Choosing a card", "The player's hand is known, and this card is not in it."),
    "card_not_left": Irregularity(
        "Decks of the ages", "Every copy of this card that the game can hold with so many players was seen elsewhere."
    ),
    "card_not_discarded": Irregularity("Descriptions of the wonders", "The card cannot lie on the discard pile."),
    "hand_too_large": Irregularity("Overview of an age", "More cards were seen in a hand than it can hold."),
    "same_building": Irregularity(
        "Building", "The city has a building of this name; the second one lies there and counts for nothing."
    ),
    "no_stage_left": Irregularity(
        "Completing a stage",
        "All stages of the wonder are built; the card lies under the board and counts for nothing.",
    ),
    "cannot_afford": Irregularity(
        "Trade",
        "The city cannot bring up the resources or coins, whatever it buys; nothing was paid but the coins "
        "printed on the card, as far as they were there.",
    ),
    "not_for_sale": Irregularity("Trade", "A neighbour does not produce for sale what was bought there."),
    "coins_short": Irregularity("Trade", "The player did not have that many coins when the turn began."),
    "paid_too_little": Irregularity("Cost in resources", "With what was bought, resources are still missing."),
    "bought_too_much": Irregularity("Trade", "More was bought than was missing."),
    "free_city_discards": Irregularity(
        "Variant for two players", "The Free City discarded a card although it could have played one."
    ),
    "free_city_chain": Irregularity(
        "Variant for two players", "The Free City must build a card for nothing that a chain gives it."
    ),
    "too_many_cards": Irregularity("Decks of the ages", "More copies of a card were seen than the game can hold."),
    "too_many_guilds": Irregularity("Decks of the ages", "More guilds were seen than are drawn for so many players."),
}


finding = partial(found_by, CATALOGUE)
"""A finding with the rule's section from the catalogue."""
