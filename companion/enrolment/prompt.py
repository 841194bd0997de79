"""Typing the name of a face: letters narrow the list, Enter takes the first, Escape leaves."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.enrolment.checklist import Item, item_of, suggestions

_SHOWN = 5


class Prompt(NamedTuple):
    """What was typed so far, over the checklist of a game."""

    game: str
    items: tuple[Item, ...]
    typed: str = ""

    @property
    def offers(self) -> Sequence[Item]:
        """The faces that it can mean, the likeliest first; a new id that is well formed is offered last."""
        found = suggestions(self.items, self.typed)[:_SHOWN]
        if found or not self.typed:
            return found
        new = item_of(self.game, self.typed)
        return (new,) if new else ()

    def press(self, key: str) -> "Prompt | Item | None":
        """The prompt after a key, the face chosen with Enter, or None when it was left with Escape."""
        if key == "escape":
            return None
        if key == "enter":
            return self.offers[0] if self.offers else None
        if key == "backspace":
            return self._replace(typed=self.typed[:-1])
        return self._replace(typed=self.typed + key) if len(key) == 1 and key.isprintable() else self
