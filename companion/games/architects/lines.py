# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What the rules of Architects say, in a few words: findings, what must be done, where points come from."""

from typing import Final

from companion.games.architects.names import GOALS
from companion.words.language import N_, later_plural

FINDINGS: Final = {
    "no_such_seat": N_("no such seat"),
    "game_over": N_("the game has ended"),
    "out_of_turn": N_("out of turn"),
    "turn_not_finished": N_("something compulsory was left"),
    "take_first": N_("a turn begins with a card"),
    "extra_card": N_("a card too many"),
    "wrong_reason": N_("nothing gives this card"),
    "wrong_deck": N_("from a wrong deck"),
    "deck_empty": N_("that deck is empty"),
    "card_not_in_deck": N_("no such card is left there"),
    "wrong_wonder": N_("a stage of another wonder"),
    "already_built": N_("built already"),
    "stage_not_reachable": N_("a stage below is not built"),
    "card_not_there": N_("a card was spent that is not there"),
    "wrong_payment": N_("paid wrongly"),
    "payment_unknown": N_("which cards were spent?"),
    "token_spent": N_("the token is used already"),
    "coin_not_missing": N_("a coin where a grey card would do"),
    "wrong_set": N_("these symbols are no set"),
    "no_science_set": N_("a token without a set"),
    "token_not_face_up": N_("the token did not lie face up"),
    "token_not_in_stack": N_("the token cannot come from the stack"),
    "stack_empty": N_("the stack is empty"),
    "nothing_taken": N_("a set given for nothing"),
    "nothing_to_reveal": N_("no token is missing"),
    "build_forgotten": N_("a stage was not built"),
    "set_forgotten": N_("a science set was not turned in"),
    "stage_floating": N_("a stage stands on nothing"),
    "too_many_cards": N_("too many cards of this kind"),
    "too_many_tokens": N_("too many tokens of this kind"),
    "after_the_battle": N_("after the battle only medals are taken"),
    "no_medals": N_("this game has no medals"),
    "medal_not_there": N_("the medal does not lie there"),
    "medal_not_met": N_("the goal is not met"),
    "medal_late": N_("a medal taken too late"),
    "medal_forgotten": N_("a medal was not taken"),
    "nothing_face_down": N_("no card lies face down"),
}
_MEDAL: Final = f"take the medal: (?P<goal>{'|'.join(GOALS)})"
OBLIGATIONS: Final = (
    (r"take a card \(", N_("Take a card")),
    (r"no card is left to take", N_("No card is left: agree, then end the turn")),
    (r"build \w+_(?P<n>\d) with (?P<k>\d) different", N_("Build stage {n}: {k} different")),
    (r"build \w+_(?P<n>\d) with (?P<k>\d) identical", N_("Build stage {n}: {k} identical")),
    (r"turn in a science set", N_("Turn in a science set for a token")),
    (r"take the top card of any deck", N_("Take the top card of any deck")),
    (r"take a progress token", N_("Take a progress token")),
    (r"take the top card of the central", N_("Take the top central card")),
    (r"look at the top 5", N_("Look at 5 cards of a deck, keep 1")),
    (r"take the top card of the left", N_("Take the top card of the left deck")),
    (r"take the top card of the right", N_("Take the top card of the right deck")),
    (_MEDAL + r", (?P<who>.+) \(", N_("{who}: take the medal “{goal}”")),
    (_MEDAL, N_("Take the medal “{goal}”")),
    (r"turn up the card", N_("Turn up the card that lies face down")),
    (r"take a card from before an opponent", N_("Take a card from an opponent")),
    (r"choose 1 of the 3 cards by the Cat", N_("Choose 1 of the 3 cards by the Cat")),
)
WHY: Final = (
    (r"stage \w+_(?P<n>\d) is built", N_("Stage {n}")),
    (r"holds the Cat", N_("The Cat")),
    (r"(?P<n>\d+) x blue 2 with cat", N_("{n} × 2 points + Cat")),
    (r"(?P<n>\d+) x blue 3", N_("{n} × 3 points")),
    (r"(?P<n>\d+) military tokens? at (?P<each>\d+)", N_("Victory tokens: {n} × {each}")),
    (r"Decor: the wonder is complete", N_("Decor: wonder complete")),
    (r"Decor: the wonder is not", N_("Decor: wonder not complete")),
    (r"Politics: (?P<n>\d+)", later_plural("Politics: {n} cat on blue cards", "Politics: {n} cats on blue cards")),
    (r"Strategy: (?P<n>\d+)", later_plural("Strategy: {n} victory token", "Strategy: {n} victory tokens")),
    (r"Education: (?P<n>\d+)", later_plural("Education: {n} progress token", "Education: {n} progress tokens")),
    (r"Culture: (?P<n>\d+) of the (?P<k>\d+)", N_("Culture: {n} of {k}")),
    (r"Logistics: (?P<n>\d+)", later_plural("Logistics: {n} grey card", "Logistics: {n} grey cards")),
    (r"(?P<n>\d+) medals? at (?P<each>\d+)", N_("Medals: {n} × {each}")),
)
"""Where points come from: the rules' English line, and its words."""
