"""The faces of a box of Architects, in the order in which they are asked for; those of the expansion come last."""

from companion.games.architects.rules.expansion import MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS

_SIDES = {"building": "under construction", "built": "built"}
_TOKENS = {
    "conflict_peace": "conflict token, peace",
    "conflict_battle": "conflict token, battle",
    "military": "military victory token",
    "cat": "Cat pawn",
}


def faces() -> list[tuple[str, str, str]]:
    """Each face's id, what a person calls it, and the group it is listed under."""
    earned = FACTS.progress_tokens.values()
    return [
        *((card.face, card.name, "Cards") for card in FACTS.cards),
        *((f"architects/back/{deck}", f"back, {deck.replace('_', ' ')}", "Backs") for deck in reversed(FACTS.decks)),
        *((f"architects/progress/{token.id}", token.name, "Progress tokens") for token in earned),
        *((f"architects/token/{name}", spoken, "Tokens") for name, spoken in _TOKENS.items()),
        # A stage is turned over once: its two sides come one after the other.
        *(
            (f"architects/stage/{stage.id}/{side}", f"{wonder.id.title()} stage {k}, {spoken}", "Wonder stages")
            for wonder in FACTS.wonders.values()
            for k, stage in enumerate(wonder.stages, 1)
            for side, spoken in _SIDES.items()
        ),
        *(
            (f"architects/progress/{token.id}", token.name, "Medals")
            for token in TOKENS.values()
            if token.id not in FACTS.progress_tokens
        ),
        *((medal.face, f"medal, {medal.goal}", "Medals") for medal in MEDALS),
    ]
