# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What the rules of Architects say: a few words in every language, and the commands' English sentences.

The sentences (``LONG``) are of the contract (``--json``) and stay English; only ``SHORT`` is in the catalogues.
"""

from collections.abc import Callable
from typing import Any, Final

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.state import State
from companion.words.language import N_, later_plural

_FINDINGS: Final = {
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
_OBLIGATIONS: Final = {
    "take_card": N_("Take a card"),
    "no_card_left": N_("No card is left: agree, then end the turn"),
    "build_different": N_("Build stage {stage}: {count} different"),
    "build_identical": N_("Build stage {stage}: {count} identical"),
    "turn_in": N_("Turn in a science set for a token"),
    "effect_alexandria": N_("Take the top card of any deck"),
    "effect_babylon": N_("Take a progress token"),
    "effect_ephesus": N_("Take the top central card"),
    "effect_halicarnassus": N_("Look at 5 cards of a deck, keep 1"),
    "effect_olympia_left": N_("Take the top card of the left deck"),
    "effect_olympia_right": N_("Take the top card of the right deck"),
    "effect_rome": N_("Take a card from an opponent"),
    "effect_ur": N_("Choose 1 of the 3 cards by the Cat"),
    "take_medal": N_("Take the medal “{medal}”"),
    "take_medal_by": N_("{seat}: take the medal “{medal}”"),
    "turn_up": N_("Turn up the card that lies face down"),
}
_POINTS: Final = {
    "stage_built": N_("Stage {stage}"),
    "holds_cat": N_("The Cat"),
    "blue_cards": "{count} × {card}",
    "victories": N_("Victory tokens: {n} × {each}"),
    "decor_complete": N_("Decor: wonder complete"),
    "decor_incomplete": N_("Decor: wonder not complete"),
    "politics": later_plural("Politics: {n} cat on blue cards", "Politics: {n} cats on blue cards"),
    "strategy": later_plural("Strategy: {n} victory token", "Strategy: {n} victory tokens"),
    "education": later_plural("Education: {n} progress token", "Education: {n} progress tokens"),
    "culture": N_("Culture: {count} of {most}"),
    "logistics": later_plural("Logistics: {n} grey card", "Logistics: {n} grey cards"),
    "medals": N_("Medals: {n} × {each}"),
}
SHORT: Final = {**_FINDINGS, **_OBLIGATIONS, **_POINTS}

LONG: Final = {
    "no_such_seat": "There is no seat {number} at this table of {players}.",
    "game_over": "The game is over: this does not count.",
    "out_of_turn": "{seat} acted, but it is {other}'s turn.",
    "turn_not_finished": "{seat} has not finished: {due}.",
    "turn_not_finished/passed": "{seat} had not finished: {due}.",
    "take_first": "{seat} takes a card before anything else.",
    "take_first/ended": "{seat} ended the turn without taking a card.",
    "extra_card": "{seat} took a further card, which nothing gives.",
    "wrong_reason": "{reason} gives {seat} no card now.",
    "wrong_reason/first_card": "The card that opens a turn needs no reason; {reason} gives nothing now.",
    "wrong_deck": "{seat} took from the {source}; this card comes from: {sources}.",
    "wrong_deck/none": "There is no deck {source} at this table.",
    "wrong_deck/closed": "No card is taken from {source}.",
    "wrong_deck/rome": "Only Rome's effect takes a card from {source}.",
    "deck_empty": "The {source} is empty.",
    "card_not_in_deck": "No {card} can be left in the {source}.",
    "card_not_in_deck/turned_up": "No {card} can have come from the central deck.",
    "wrong_wonder": "{stage} is no stage of {seat}.",
    "already_built": "{stage} is built already.",
    "stage_not_reachable": "{stage} cannot be built before every stage below it.",
    "card_not_there": "{seat} does not have {cards}.",
    "card_not_there/city": "No {card} lies before seat {number}.",
    "wrong_payment": "{stage} costs {count} {kind}, not {cards}.",
    "wrong_payment/token": "{stage} costs {count} {kind}, not {cards}. That needs {token}, unused this turn.",
    "payment_unknown": "How was {stage} paid for?",
    "payment_unknown/set": "Which science set was turned in?",
    "token_spent": "{stage} costs {count} {kind}, not {cards}. That needs {token}, unused this turn.",
    "coin_not_missing": "A coin replaces only what is missing; a fitting grey card lies there.",
    "wrong_set": "{cards} is no set: 2 identical or 3 different symbols make one.",
    "no_science_set": "{seat} has no science set to turn in for a progress token.",
    "token_not_face_up": "{token} does not lie face up.",
    "token_not_in_stack": "{token} cannot lie in the stack: it was seen elsewhere.",
    "token_not_in_stack/turned_up": "{token} cannot come from the stack: it was seen.",
    "stack_empty": "The stack of progress tokens is empty.",
    "nothing_taken": "A science set is turned in for a progress token.",
    "nothing_to_reveal": "The three progress tokens lie face up already.",
    "build_forgotten": "{seat} can afford {stages} and has not built.",
    "set_forgotten": "{seat} has a science set that was not turned in.",
    "stage_floating": "{stage} stands on {below}, not built.",
    "too_many_cards": "{count} more {card} came from the {other}'s deck than it holds.",
    "too_many_cards/central": "{count} more {card} came from the central deck than it holds.",
    "too_many_tokens": "{token} was seen more often than the box holds it.",
    "after_the_battle": "{seat} has fought the battle at the end of the turn: only medals are taken now.",
    "no_medals": "This table plays without medals.",
    "medal_not_there": "{medal} does not lie {where} of {seat}.",
    "medal_not_there/unread": "No unread medal lies there.",
    "medal_not_there/seen": "{medal} has been seen elsewhere.",
    "medal_not_met": "{seat} has not met the goal of this medal in a turn of their own: {medal}.",
    "medal_late": "{seat} takes a medal only now whose goal ({medal}) was met in a turn that has passed.",
    "medal_forgotten": "{seat} met the goal of a medal ({medal}) and did not take it.",
    "medal_forgotten/lying": "{seat} met the goal of a medal that lies there: {medal}.",
    "nothing_face_down": "No card lies face down before {seat}.",
    "take_card": "take a card (Your turn)",
    "no_card_left": "no card is left to take: the table decides, then end the turn (house rule no_source_policy)",
    "build_different": "build {stage} with {count} different (Building a stage)",
    "build_identical": "build {stage} with {count} identical (Building a stage)",
    "turn_in": "turn in a science set for a progress token (Green cards)",
    "effect_alexandria": "take the top card of any deck (Wonder effects: Alexandria)",
    "effect_babylon": "take a progress token (Wonder effects: Babylon)",
    "effect_ephesus": "take the top card of the central deck (Wonder effects: Ephesus)",
    "effect_halicarnassus": (
        "look at the top 5 cards of the left or right deck and keep 1 (Wonder effects: Halicarnassus)"
    ),
    "effect_olympia_left": "take the top card of the left deck (Wonder effects: Olympia)",
    "effect_olympia_right": "take the top card of the right deck (Wonder effects: Olympia)",
    "effect_rome": "take a card from before an opponent (Effects of the wonders: Rome)",
    "effect_ur": "choose 1 of the 3 cards by the Cat (Effects of the wonders: Ur)",
    "take_medal": "take the medal: {medal} (Receiving a medal)",
    "take_medal_by": "take the medal: {medal}, {seat} (Receiving a medal)",
    "turn_up": "turn up the card that lies face down (Effects of the wonders: Rome)",
    "stage_built": "stage {stage} is built",
    "holds_cat": "holds the Cat pawn",
    "blue_cards": "{count} x {card} at {each} each",
    "victories": ("{n} military token at {each} each", "{n} military tokens at {each} each"),
    "decor_complete": "Decor: the wonder is complete",
    "decor_incomplete": "Decor: the wonder is not complete",
    "politics": ("Politics: {n} cat icon on blue cards", "Politics: {n} cat icons on blue cards"),
    "strategy": ("Strategy: {n} military token", "Strategy: {n} military tokens"),
    "education": ("Education: {n} progress token at {each} each", "Education: {n} progress tokens at {each} each"),
    "culture": "Culture: {count} of the {most} Culture tokens",
    "logistics": ("Logistics: {n} grey card at {each} each", "Logistics: {n} grey cards at {each} each"),
    "medals": ("{n} medal at {each} each", "{n} medals at {each} each"),
    "deck": "{source}",
    "stage": "{stage}",
    "token": "{token}",
    "cards": "{cards}",
    "medal": "{medal}",
    "medal_at": "{medal} ({where})",
}
_DECKS: Final = {"left": "left (own deck)", "right": "right neighbour's deck", "central": "central deck"}
_SIDES: Final = {"centre": "in the centre, within reach", "left": "to the left", "right": "to the right"}


def player(state: State, seat: int) -> str:
    """A player by name, or by wonder and seat."""
    return state.names[seat] if state.names else f"{state.wonders[seat].capitalize()} (seat {seat})"


def _source(source: str) -> str:
    kind, colon, seat = source.partition(":")
    if colon:
        return f"cards before seat {seat}" if kind == "city" else f"deck of seat {seat}"
    return _DECKS[source]


def _token(token: str) -> str:
    return TOKENS[token].name if token in TOKENS else token


LONG_GAPS: Final[dict[str, Callable[[Any], str]]] = {
    "card": lambda card: FACTS.cards[FACTS.index[card]].name,
    "cards": lambda cards: " + ".join(cards) or "nothing",
    "source": _source,
    "sources": lambda sources: ", ".join(map(_source, sources)) or "nowhere",
    "stages": " or ".join,
    "below": " and ".join,
    "due": "; ".join,
    "token": _token,
    "reason": str.capitalize,
    "medal": lambda medal: MEDALS[MEDAL_PLACE[medal]].goal,
    "where": lambda where: _SIDES[where],
    "wrong_reason/first_card.reason": str,
    "wrong_deck/none.source": repr,
    "medal_not_there.medal": str,
    "medal_not_there/seen.medal": str,
    "deck.source": str,
    "token.token": str,
    "medal.medal": str,
    "medal_at.medal": str,
    "medal_at.where": str,
}
"""Names in the sentences, by gap, or by code and gap: where there is none, the id is said."""
