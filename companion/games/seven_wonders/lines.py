# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What the rules of 7 Wonders say, in a few words: findings, what must be done, where points come from."""

from typing import Final

from companion.words.language import N_, later_plural

FINDINGS: Final = {
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
OBLIGATIONS: Final = (
    (r"the Free City: (?P<who>.+) chooses a card for it", N_("{who}: choose a card for the Free City")),
    (r"(?P<who>.+): choose a card \(", N_("{who}: choose a card")),
    (r"(?P<who>.+): play the seventh card", N_("{who}: play the seventh card, or decline")),
    (r"(?P<who>.+): build a card from the discard pile", N_("{who}: build a discarded card, or decline")),
)
COUNTED: Final = {
    "brown card": later_plural("{n} brown card", "{n} brown cards"),
    "grey card": later_plural("{n} grey card", "{n} grey cards"),
    "blue card": later_plural("{n} blue card", "{n} blue cards"),
    "green card": later_plural("{n} green card", "{n} green cards"),
    "yellow card": later_plural("{n} yellow card", "{n} yellow cards"),
    "red card": later_plural("{n} red card", "{n} red cards"),
    "purple card": later_plural("{n} purple card", "{n} purple cards"),
    "built wonder stage": later_plural("{n} built stage", "{n} built stages"),
    "defeat token": later_plural("{n} defeat token", "{n} defeat tokens"),
}
"""What cards count."""
NOBODY: Final = {"the Free City": N_("Free City")}
"""Who acts and is nobody."""
WHOSE: Final = {
    "of the own city": N_("own city"),
    "of the neighbouring cities": N_("neighbours"),
    "of the own and the neighbouring cities": N_("own city and neighbours"),
}
_COUNTS = r": (?P<counted>\d+ [\w ]+?) (?P<whose>of the .+) at (?P<each>\d+) each"
WHY: Final = (
    (
        r"(?P<n>\d+) victory tokens? of age (?P<age>I+) at (?P<each>\d+)",
        N_("Victory tokens, age {age}: {n} × {each}"),
    ),
    (r"(?P<n>\d+) defeat tokens? at (?P<each>-\d+)", N_("Defeat tokens: {n} × ({each})")),
    (
        r"(?P<n>\d+) coins?: 1 for every (?P<each>\d+)",
        later_plural("{n} coin: 1 per {each}", "{n} coins: 1 per {each}"),
    ),
    (r"stage (?P<n>\d) of the (?P<wonder>.+) \((?P<side>[AB])\)", N_("Stage {n}: {wonder} ({side})")),
    (r"(?P<n>\d+) x (?P<symbol>\w+) \((?P<sources>.+)\)", N_("{symbol}: {n} × {n} ({sources})")),
    (
        r"(?P<n>\d+) sets? of three different symbols at (?P<each>\d+)",
        later_plural("{n} set of 3 different symbols × {each}", "{n} sets of 3 different symbols × {each}"),
    ),
    (r"(?P<card>[^:(]+) \(copied\)" + _COUNTS, N_("{card}, copied: {counted} × {each} ({whose})")),
    (r"(?P<card>[^:(]+)" + _COUNTS, N_("{card}: {counted} × {each} ({whose})")),
    (r"(?P<card>[A-Z][^:(]+)$", "{card}"),
)
"""Where points come from: the rules' English line, and its words."""
