# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""What the rules of Duel say, in a few words: findings, what must be done, where points come from, prices."""

from typing import Final

from companion.games.seven_wonders.lines import COUNTED as _COLOURED
from companion.words.language import N_, later_plural

FINDINGS: Final = {
    "no_such_seat": N_("no such seat"),
    "game_over": N_("the game has ended"),
    "out_of_turn": N_("out of turn"),
    "draft_first": N_("the wonders are not chosen yet"),
    "draft_over": N_("the wonders are chosen already"),
    "wonder_taken": N_("that wonder is taken already"),
    "wonder_not_offered": N_("that wonder is not on offer"),
    "wrong_offer": N_("these wonders cannot be laid out"),
    "choice_skipped": N_("a compulsory choice was skipped"),
    "no_choice": N_("nothing gives that now"),
    "wrong_starter": N_("the other player begins this age"),
    "no_starter_now": N_("nobody chooses now who begins"),
    "wrong_age": N_("a card of another age"),
    "card_gone": N_("that card was played already"),
    "too_many_cards": N_("too many cards of this kind"),
    "card_covered": N_("another card lies on it"),
    "card_not_there": N_("that card does not lie there"),
    "too_dear": N_("not enough coins: all were paid"),
    "wrong_wonder": N_("another player's wonder, or built already"),
    "eighth_wonder": N_("seven wonders are built, no more"),
    "not_in_city": N_("the opponent has no such card"),
    "wrong_color": N_("a card of the wrong colour"),
    "not_discarded": N_("that card was not discarded"),
    "token_not_there": N_("the token does not lie there"),
    "wrong_layout": N_("these cards cannot be laid out so"),
    "wrong_reveal": N_("that card cannot lie there"),
    "reveal_covered": N_("turned up while still covered"),
    "reveal_changed": N_("another card was read there before"),
}
OBLIGATIONS: Final = (
    (r"choose a wonder", N_("Choose a wonder")),
    (r"may take a progress token", N_("You may take a progress token")),
    (r"take a progress token", N_("Take a progress token")),
    (r"choose who begins", N_("Choose who begins the next age")),
    (r"keep one of three", N_("Keep 1 of 3 progress tokens from the box")),
    (r"destroy a brown card", N_("Discard a brown card of the opponent")),
    (r"destroy a grey card", N_("Discard a grey card of the opponent")),
    (r"build a discarded card", N_("Build a discarded card for free")),
    (r"play a free card", N_("Build a card, discard it, or build a wonder")),
)
COUNTED: Final = {
    **_COLOURED,
    "brown or grey card": later_plural("{n} brown or grey card", "{n} brown or grey cards"),
    "wonder": later_plural("{n} wonder", "{n} wonders"),
    "set of 3 coins": later_plural("{n} set of 3 coins", "{n} sets of 3 coins"),
    "token": later_plural("{n} token", "{n} tokens"),
}
"""What cards count."""
WHY: Final = (
    (r"built: (?P<name>.+)", "{name}"),
    (
        r"(?P<card>[^:]+): (?P<counted>\d+ x .+) in the city of seat (?P<seat>\d) at (?P<each>\d+) each",
        N_("{card}: {counted} × {each} ({seat})"),
    ),
    (r"(?P<token>\w+): (?P<counted>\d+ x token) at (?P<each>\d+)", N_("{token}: {counted} × {each}")),
    (
        r"(?P<n>\d+) coins, 1 for each full (?P<each>\d+)",
        later_plural("{n} coin: 1 per {each}", "{n} coins: 1 per {each}"),
    ),
    (
        r"the conflict pawn stands (?P<n>\d) spaces?",
        later_plural("Conflict pawn: {n} space ahead", "Conflict pawn: {n} spaces ahead"),
    ),
    (r"military supremacy", N_("Military supremacy")),
    (r"scientific supremacy: (?P<n>\d)", N_("Scientific supremacy: {n} different symbols")),
    (r"(?P<token>\w+)$", "{token}"),
)
"""Where points come from: the rules' English line, and its words."""
PRICES: Final = (
    (r"free by its chain symbol", N_("free by its chain")),
    (r"nothing to pay", N_("free")),
    (r"(?P<n>\d+) coins?$", later_plural("{n} coin", "{n} coins")),
    (r"(?P<n>\d+) printed", later_plural("{n} coin printed", "{n} coins printed")),
    (r"(?P<n>\d+) (?P<resource>\w+) bought at (?P<each>\d+)", N_("{resource}: {n} × {each}")),
    (r"(?P<resources>[\w ]+) spared by a token", N_("{resources} spared")),
)
"""Parts of a price: the rules' English words, and ours."""
