"""A set-up in the making, before the referee has seen it."""

from typing import Any, Final

from companion.looks.architects import MEDALS_WONDERS, TOKENS

SEATS: Final = 7
"""Seats round the table's picture."""


class Draft:
    """``wonders`` and ``names`` by place at the table, empty where nobody sits; ``first``: the place that begins.

    ``progress``: the tokens face up as far as they have been tapped; ``house``: rules other than suggested.
    ``medals``: the expansion: empty, ``played`` or ``expert``.
    """

    def __init__(self) -> None:
        self.wonders = [""] * SEATS
        self.names = [""] * SEATS
        self.first = 0
        self.progress: list[str] = []
        self.house: dict[str, Any] = {}
        self.medals = ""

    @property
    def places(self) -> list[int]:
        """Places taken, clockwise."""
        return [place for place in range(SEATS) if self.wonders[place]]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.places)

    def seat(self, place: int, wonder: str) -> None:
        """Somebody sits here with this wonder; the first one to sit down begins, until told otherwise."""
        if not self.players:
            self.first = place
        self.wonders[place] = wonder

    def clear(self, place: int) -> None:
        """Nobody sits here."""
        self.wonders[place] = self.names[place] = ""
        if self.first == place and self.places:
            self.first = self.places[0]

    def turn_medals(self) -> None:
        """The expansion's next choice; without it nobody sits there with one of its wonders or tokens."""
        self.medals = {"": "played", "played": "expert", "expert": ""}[self.medals]
        if not self.medals:
            for place in self.places:
                if self.wonders[place] in MEDALS_WONDERS:
                    self.clear(place)
            kept: list[str] = []
            for token in self.progress:
                if kept.count(token) < TOKENS.get(token, 0):
                    kept.append(token)
            self.progress[:] = kept

    def body(self) -> dict[str, Any]:
        """The set-up as the referee takes it: seats counted clockwise, free ones left out."""
        places = self.places
        body: dict[str, Any] = {
            "game": "architects",
            "wonders": [self.wonders[place] for place in places],
            "first": places.index(self.first),
            "progress": list(self.progress),
            "house_rules": dict(self.house),
        }
        if self.medals:
            body |= {"expansions": ["medals"], "expert": self.medals == "expert"}
        if any(self.names[place] for place in places):
            body["names"] = [self.names[place] or self.wonders[place].capitalize() for place in places]
        return body
