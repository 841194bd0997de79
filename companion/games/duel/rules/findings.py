"""Every irregularity that the rules know: a stable code, the rule's section, and what it means.

docs/findings.md lists them; a test keeps it complete.
"""

from functools import partial

from companion.games.vocabulary import Irregularity, found_by

CATALOGUE: dict[str, Irregularity] = {
    "no_such_seat": Irregularity("Set-up", "The move names a seat that this table does not have; nothing changes."),
    "game_over": Irregularity("End of the game", "The game has ended; nothing changes any more."),
    "out_of_turn": Irregularity("A turn", "Somebody acted who was not to move."),
    "draft_first": Irregularity("Wonder draft", "A card was played before all wonders were chosen; nothing changes."),
    "draft_over": Irregularity("Wonder draft", "A wonder was chosen after the draft; nothing changes."),
    "wonder_taken": Irregularity("Wonder draft", "A wonder was chosen that somebody has already; nothing changes."),
    "wonder_not_offered": Irregularity("Wonder draft", "A wonder was chosen that was not on offer."),
    "wrong_offer": Irregularity(
        "Wonder draft", "Wonders were laid out that cannot be: not four, taken already, or not now; nothing changes."
    ),
    "choice_skipped": Irregularity(
        "A turn", "A card was played before a compulsory choice was made; the choice is lost."
    ),
    "no_choice": Irregularity(
        "A turn", "A token, a discarded card or the opponent's card was taken although nothing gives it."
    ),
    "wrong_starter": Irregularity("End of an age", "The age was begun by a player whom the rules do not let begin."),
    "no_starter_now": Irregularity(
        "End of an age",
        "Who begins was said although the age is under way or the wonders are not chosen; nothing changes.",
    ),
    "wrong_age": Irregularity("One deck an age", "The card belongs to another age; it is played all the same."),
    "card_gone": Irregularity("One deck an age", "The card was played already; nothing changes."),
    "too_many_cards": Irregularity(
        "One deck an age", "More different cards of an age, or guilds, were seen than the structure holds."
    ),
    "card_covered": Irregularity("A turn", "The card was taken although another one lay on it."),
    "card_not_there": Irregularity("A turn", "The card does not lie in the structure as it was laid out."),
    "too_dear": Irregularity("Building", "The player cannot pay what it costs; all coins were paid."),
    "wrong_wonder": Irregularity(
        "Building a wonder", "The wonder is not this player's, or is built; the card is lost, nothing else changes."
    ),
    "eighth_wonder": Irregularity(
        "Seven wonders, no more",
        "Seven wonders are built, the eighth cannot be; the card is lost, nothing else changes.",
    ),
    "not_in_city": Irregularity("Wonders", "The card to destroy does not lie in the opponent's city; nothing changes."),
    "wrong_color": Irregularity("Wonders", "The card destroyed is not of the colour that the wonder destroys."),
    "not_discarded": Irregularity(
        "Wonders", "The card to build for nothing is not in the discard pile; nothing changes."
    ),
    "token_not_there": Irregularity(
        "Science and progress", "The progress token is not where it was taken from; it is taken if nobody has it."
    ),
    "wrong_layout": Irregularity(
        "Preparing the structure",
        "The cards laid out cannot be this age's: played already, of another age, twice, or too late; nothing changes.",
    ),
    "wrong_reveal": Irregularity(
        "Preparing the structure",
        "The card turned up cannot lie there: seen elsewhere or of another age; nothing changes.",
    ),
    "reveal_covered": Irregularity("A turn", "A card was turned up that another one still covers."),
    "reveal_changed": Irregularity(
        "A turn", "A slot shows another card than was read there before; the new one counts."
    ),
}


finding = partial(found_by, CATALOGUE)
"""A finding with the rule's section from the catalogue."""
