"""Every irregularity that the rules know: a stable code, the rule's section, and what it means.

docs/findings.md lists them; a test keeps it complete.
"""

from functools import partial

from companion.games.vocabulary import Irregularity, found_by

CATALOGUE: dict[str, Irregularity] = {
    "no_such_seat": Irregularity("Set-up", "The move names a seat that this table does not have; nothing changes."),
    "game_over": Irregularity("End of the game", "The game has ended; what is done now does not count."),
    "out_of_turn": Irregularity("Your turn", "Somebody acted who was not to move."),
    "turn_not_finished": Irregularity("Your turn", "A turn was ended although something compulsory was left to do."),
    "take_first": Irregularity("Your turn", "A turn begins with taking a card; it was skipped or put off."),
    "extra_card": Irregularity("Your turn", "A further card was taken that nothing gives."),
    "wrong_reason": Irregularity(
        "Using progress tokens", "The token or wonder named does not give this card (not owned, not triggered, used)."
    ),
    "wrong_deck": Irregularity("Your turn", "The card came from a deck that was not among the sources."),
    "deck_empty": Irregularity("Your turn", "The card came from a deck that is empty."),
    "card_not_in_deck": Irregularity("Set-up", "A deck has no card of this face left, by what was in the box."),
    "wrong_wonder": Irregularity("Building a stage", "The stage belongs to another wonder; nothing changes."),
    "already_built": Irregularity("Building a stage", "The stage is built already; nothing changes."),
    "stage_not_reachable": Irregularity("Building a stage", "A stage was built before all stages below it."),
    "card_not_there": Irregularity("Building a stage", "A card was spent that does not lie in front of the player."),
    "wrong_payment": Irregularity("Building a stage", "What was spent is not what the stage costs."),
    "payment_unknown": Irregularity(
        "Building a stage", "It was not said which cards were spent, and there is more than one way to pay."
    ),
    "token_spent": Irregularity(
        "Using progress tokens", "The payment needs Economy or Engineering, not owned or used already this turn."
    ),
    "coin_not_missing": Irregularity(
        "Yellow cards", "A coin was spent although a fitting grey card lay there (house rule coin_only_if_missing)."
    ),
    "wrong_set": Irregularity("Green cards", "The cards turned in are not 2 identical or 3 different symbols."),
    "no_science_set": Irregularity("Green cards", "A progress token was taken without a set or a wonder's effect."),
    "token_not_face_up": Irregularity("Green cards", "The progress token taken was not one of those face up."),
    "token_not_in_stack": Irregularity("Green cards", "The progress token cannot come from the stack: it was seen."),
    "stack_empty": Irregularity("Green cards", "A progress token was taken from the stack, which is empty."),
    "nothing_taken": Irregularity("Green cards", "A science set was discarded for nothing while tokens were there."),
    "nothing_to_reveal": Irregularity("Green cards", "A progress token was turned up although none was missing."),
    "build_forgotten": Irregularity("Grey cards", "An affordable stage stands unbuilt after its player's turn."),
    "set_forgotten": Irregularity("Green cards", "A science set lies there after its player's turn."),
    "stage_floating": Irregularity("Building a stage", "A built stage stands on one that is not built."),
    "too_many_cards": Irregularity("Set-up", "More cards of a face came from a deck than it holds."),
    "after_the_battle": Irregularity("Battle", "Something was done after the battle that ends a turn."),
    "no_medals": Irregularity(
        "Set-up (Medals)", "A medal was named at a table without the expansion; nothing changes."
    ),
    "medal_not_there": Irregularity(
        "Receiving a medal", "The medal does not lie where the player may take it, or has been seen elsewhere."
    ),
    "medal_not_met": Irregularity("Receiving a medal", "A medal was taken whose goal is not met."),
    "medal_late": Irregularity("Receiving a medal", "A medal was taken in a later turn than its goal was met in."),
    "medal_forgotten": Irregularity("Receiving a medal", "A medal lies there although its goal was met."),
    "nothing_face_down": Irregularity(
        "Effects of the wonders: Rome", "A card was turned up where none lay face down; nothing changes."
    ),
    "too_many_tokens": Irregularity("Set-up", "A progress token was seen more often than the box holds it."),
}


finding = partial(found_by, CATALOGUE)
"""A finding with the rule's section from the catalogue."""
