# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What the rules of 7 Wonders say: a few words in every language, and the English sentences of the commands."""

from typing import Final

from companion.games.seven_wonders.names import BOARDS, CARDS
from companion.games.seven_wonders.rules.facts import COLORS, FACTS
from companion.games.seven_wonders.rules.state import State
from companion.words.language import N_, later_plural, plain

_FINDINGS: Final = {
    "no_such_seat": N_("no such seat"),
    "game_over": N_("the game has ended"),
    "already_chosen": N_("chosen twice: the later card counts"),
    "nothing_offered": N_("no wonder gives that now"),
    "free_build_used": N_("free building already used in this age"),
    "wrong_age": N_("a card of another age"),
    "card_not_in_hand": N_("that card is not in hand"),
    "card_not_left": N_("no such card can be left"),
    "card_not_discarded": N_("that card was not discarded"),
    "hand_too_large": N_("too many cards in hand"),
    "same_building": N_("this building stands there already"),
    "no_stage_left": N_("all stages are built"),
    "cannot_afford": N_("it cannot be paid for"),
    "not_for_sale": N_("the neighbour does not sell that"),
    "coins_short": N_("not enough coins"),
    "paid_too_little": N_("resources are still missing"),
    "bought_too_much": N_("more was bought than needed"),
    "free_city_discards": N_("the Free City could have played that card"),
    "free_city_chain": N_("the Free City must build that for free"),
    "too_many_cards": N_("too many cards of this kind"),
    "too_many_guilds": N_("too many guilds"),
}
SHORT: Final = {
    **_FINDINGS,
    "choose": N_("{seat}: choose a card"),
    "choose_for_free_city": N_("{seat}: choose a card for the Free City"),
    "seventh": N_("{seat}: play the seventh card, or decline"),
    "revive": N_("{seat}: build a discarded card, or decline"),
    "victories": N_("Victory tokens, age {age}: {n} × {each}"),
    "defeats": N_("Defeat tokens: {n} × ({each})"),
    "treasury": later_plural("{n} coin: 1 per {each}", "{n} coins: 1 per {each}"),
    "stage": N_("Stage {n}: {wonder} ({side})"),
    **{f"wonder/{name}": board for name, board in BOARDS.items()},
    "building": "{card}",
    "symbols": N_("{symbol}: {n} × {n} ({sources})"),
    "chosen": N_("chosen"),
    "sets": later_plural("{n} set of 3 different symbols × {each}", "{n} sets of 3 different symbols × {each}"),
    "for_each": N_("{card}: {counted} × {each} ({whose})"),
    "copied": N_("{card}, copied: {counted} × {each} ({whose})"),
    "counted/brown": later_plural("{n} brown card", "{n} brown cards"),
    "counted/grey": later_plural("{n} grey card", "{n} grey cards"),
    "counted/blue": later_plural("{n} blue card", "{n} blue cards"),
    "counted/green": later_plural("{n} green card", "{n} green cards"),
    "counted/yellow": later_plural("{n} yellow card", "{n} yellow cards"),
    "counted/red": later_plural("{n} red card", "{n} red cards"),
    "counted/purple": later_plural("{n} purple card", "{n} purple cards"),
    "counted/stage": later_plural("{n} built stage", "{n} built stages"),
    "counted/defeat": later_plural("{n} defeat token", "{n} defeat tokens"),
    "whose/self": N_("own city"),
    "whose/left_right": N_("neighbours"),
    "whose/left_self_right": N_("own city and neighbours"),
}
"""A few words for every code: what was irregular, what must be done, where points come from."""
_LONG_FINDINGS: Final = {
    "no_such_seat": "There is no seat {number} at this table of {seats}.",
    "game_over": "The game is over: this does not count.",
    "already_chosen": "{Seat} has chosen already in this turn.",
    "nothing_offered": "No wonder offers {seat} that now.",
    "free_build_used": "{Seat} has built for nothing already in age {age}.",
    "wrong_age": "{card} belongs to age {age}; this is age {now}.",
    "card_not_in_hand": "{Other} has no {card} in hand.",
    "card_not_in_hand/seen": "{Seat}'s hand is known, and has no such {card} in it.",
    "card_not_left": "No {card} can be left: all were seen elsewhere.",
    "card_not_left/seen": "So many of these cards cannot be left: they were seen elsewhere.",
    "card_not_discarded": "{card} cannot lie on the discard pile.",
    "hand_too_large": "{Seat} has {held} cards in hand, not {shown}.",
    "same_building": "{Seat} has {card} already; a second one counts for nothing.",
    "same_building/stands": "{Seat} has {card} twice; the second one counts for nothing.",
    "no_stage_left": "All stages of {seat}'s wonder are built.",
    "cannot_afford": "{what} costs {cost}: {seat} cannot pay that now.",
    "not_for_sale/left": "{what} costs {cost}; bought {payment}: the left neighbour does not sell that.",
    "not_for_sale/right": "{what} costs {cost}; bought {payment}: the right neighbour does not sell that.",
    "coins_short": "That costs {cost}; {seat} had {purse} when the turn began.",
    "paid_too_little": "{what} costs {cost}; bought {payment}: resources are still missing.",
    "bought_too_much": "{what} costs {cost}; bought {payment}: more was bought than is missing.",
    "bought_too_much/discard": "{Seat} discards: nothing has to be bought for that.",
    "free_city_discards": "The Free City may discard only where it can play no card.",
    "free_city_chain": "The Free City must build {card}, which a chain gives it for nothing.",
    "too_many_cards": "{n} more {card} of age {age} came up than there are with {players} players.",
    "too_many_guilds": "More than {most} guilds came up.",
}
LONG: Final = {
    "card": "{card}",
    **_LONG_FINDINGS,
    "choose": "{seat}: choose a card (Choosing a card)",
    "choose_for_free_city": "the Free City: {seat} chooses a card for it (Variant for two players)",
    "seventh": "{seat}: play the seventh card (Descriptions of the wonders: Babylon), or decline",
    "revive": "{seat}: build a card from the discard pile (Descriptions of the wonders: Halicarnassus), or decline",
    "victories": (
        "{n} victory token of age {age} at {each} each",
        "{n} victory tokens of age {age} at {each} each",
    ),
    "defeats": ("{n} defeat token at {each} each", "{n} defeat tokens at {each} each"),
    "treasury": ("{n} coin: 1 for every {each}", "{n} coins: 1 for every {each}"),
    "stage": "stage {n} of the {wonder} ({side})",
    **{f"wonder/{name}": plain(board) for name, board in BOARDS.items()},
    "building": "{card}",
    "symbols": "{n} x {symbol} ({sources}): {n} squared",
    "chosen": "chosen",
    "sets": (
        "{n} set of three different symbols at {each} each",
        "{n} sets of three different symbols at {each} each",
    ),
    "for_each": "{card}: {counted} {whose} at {each} each",
    "copied": "{card} (copied): {counted} {whose} at {each} each",
    **{f"counted/{color}": (f"{{n}} {color} card", f"{{n}} {color} cards") for color in COLORS},
    "counted/stage": ("{n} built wonder stage", "{n} built wonder stages"),
    "counted/defeat": ("{n} defeat token", "{n} defeat tokens"),
    "whose/self": "of the own city",
    "whose/left_right": "of the neighbouring cities",
    "whose/left_self_right": "of the own and the neighbouring cities",
    "next_stage": "Stage {n}",
    "goods": "{n} {resource}",
    "coins": ("{n} coin", "{n} coins"),
    "cost": "{parts}",
    "no_cost": "nothing",
    "payment": "{purchases}",
    "without_trade": "without trade",
    "from_left": "{parts} from the left for {coins}",
    "from_right": "{parts} from the right for {coins}",
}
"""The English sentences of the commands."""
LONG_GAPS: Final = {
    "card": lambda card: plain(CARDS[card]),
    "card.card": str,
    "purchases": " and ".join,
}


def player(state: State, seat: int) -> str:
    """A player by name, or by city and seat; the Free City by its name."""
    if seat >= state.players:
        return "the Free City"
    if state.names:
        return state.names[seat]
    return f"{FACTS.boards[state.cities[seat].board].city} (seat {seat})"
