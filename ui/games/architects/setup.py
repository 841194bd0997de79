"""How Architects is set up: a wonder each, tokens face up, and the expansion Medals."""

from typing import Any, Final, Self

from companion.games.architects.looks import MEDALS_WONDERS, box
from companion.games.architects.table import ArchitectsTable
from companion.games.tables import TableView
from companion.words.language import _
from ui.any_game.setup import Choice, WonderSetup
from ui.seating import Seating

_OF_MEDALS: Final = (
    "two_player_medals",
    "rome_answers_tokens",
    "rome_no_central_card",
    "face_down_counts",
    "ur_answers_tokens",
)
"""The house rules that the expansion adds."""


class ArchitectsSetup(WonderSetup):
    """``medals``: the expansion: empty, ``played`` or ``expert``.

    ``box``: what is printed on its wonders that nobody has published.
    """

    face_up = 3

    def __init__(self, game: str, seating: Seating) -> None:
        super().__init__(game, seating)
        self.medals = ""
        self.box: dict[str, Any] = {}

    @property
    def tokens(self) -> dict[str, int]:
        """Every progress token of the box and how many there are of it."""
        return box(medals=bool(self.medals))

    def why_not(self, place: int, piece: str) -> str:
        """Wonders of the expansion only with it."""
        if piece in MEDALS_WONDERS and not self.medals:
            return _("Only with the expansion Medals: tap it below.")
        return super().why_not(place, piece)

    def asks(self, rule: str) -> bool:
        """Rules of the expansion only with it."""
        return rule not in _OF_MEDALS or bool(self.medals)

    def choices(self) -> list[Choice]:
        """Also the expansion."""
        said = {"": _("not played"), "played": _("played"), "expert": _("expert variant")}
        return [*super().choices(), Choice(_("Medals"), said[self.medals], self.turn_medals)]

    def turn_medals(self) -> None:
        """The expansion's next choice; without it nobody sits there with one of its wonders or tokens."""
        self.medals = {"": "played", "played": "expert", "expert": ""}[self.medals]
        if not self.medals:
            self.leave()

    def leave(self) -> None:
        """Nothing of the expansion stays on the table."""
        self.medals = ""
        for place, wonder in enumerate(self.seating.wonders):
            if wonder in MEDALS_WONDERS:
                self.seating.leave(place)
        kept: list[str] = []
        for token in self.progress:
            if kept.count(token) < self.tokens.get(token, 0):
                kept.append(token)
        self.progress[:] = kept

    def again(self, table: TableView) -> None:
        """With the expansion, where it was played."""
        assert isinstance(table, ArchitectsTable)
        if table.medals and not self.medals:
            self.medals = "played"
        super().again(table)

    def like(self, before: Self) -> None:
        """Also with the expansion; what was read off the box for it is in the box file by now."""
        super().like(before)
        self.medals = before.medals

    def lacking(self) -> tuple[str, dict[str, Any]] | None:
        """The stages and the deck of a wonder of the expansion."""
        played = [wonder for wonder in MEDALS_WONDERS if wonder in self.seating.wonders and wonder not in self.box]
        return ("architects.own", {"setup": self, "wonder": played[0]}) if played else None

    def contents(self, places: list[int]) -> dict[str, Any]:
        """Wonders, who begins, tokens, and what the expansion brings."""
        wonders = [self.seating.wonders[place] for place in places]
        found: dict[str, Any] = {
            "wonders": wonders,
            "first": self.first(places),
            "progress": list(self.progress),
        }
        if self.medals:
            found |= {"expansions": ["medals"], "expert": self.medals == "expert"}
            own_box = {wonder: self.box[wonder] for wonder in wonders if wonder in self.box}
            found |= {"box": own_box} if own_box else {}
        return found | {"house_rules": dict(self.house)}


SETUP: Final = ArchitectsSetup
