"""How 7 Wonders is set up: a wonder and its side each; with two players the Free City stands between them."""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, Final

from companion import words
from companion.games.seven_wonders.looks import OF_EDITION, PLAYERS, STAGES, WONDER_ICONS
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import TableView
from companion.words.language import _
from ui.any_game.setup import Change, Choice, Spot, WonderSetup
from ui.seating import SEATS, Seating


class SevenWondersSetup(WonderSetup):
    """``edition``: of the box that is played with; ``free``: the Free City's wonder and side."""

    first_said = False

    def __init__(self, game: str, seating: Seating) -> None:
        super().__init__(game, seating)
        self.edition = 1
        self.free = ("", "A")

    @property
    def needs_free_city(self) -> bool:
        """Whether a city that nobody owns stands between two players."""
        return self.players == 2 and self.edition == 1

    @property
    def ready(self) -> bool:
        """Whether a game of this edition can begin like this."""
        return self.players in PLAYERS[self.edition]

    @property
    def hint(self) -> str:
        """The second edition has no game for two."""
        least = PLAYERS[self.edition][0]
        return _("At least {n} play").format(n=least) if 0 < self.players < least else super().hint

    def asks(self, rule: str) -> bool:
        """Rules of the edition that is played."""
        return OF_EDITION.get(rule, self.edition) == self.edition

    def next_edition(self) -> None:
        """The other box; house rules of the one that is put away are forgotten, and where its stages would lie."""
        self.edition, self.laid = 3 - self.edition, None
        for rule in [rule for rule in self.house if not self.asks(rule)]:
            del self.house[rule]

    def spot(self, place: int) -> Spot:
        """The wonder with its side."""
        drawn = super().spot(place)
        return drawn._replace(label=f"{drawn.label} {self.seating.sides[place]}") if drawn.taken else drawn

    def turn(self, place: int) -> tuple[str, Change]:
        """The wonder's board."""
        side = self.seating.sides[place]

        def other() -> None:
            self.seating.sides[place] = "B" if side == "A" else "A"

        return _("Side {side}").format(side=side), other

    def again(self, table: TableView) -> None:
        """Also the sides; the Free City comes by itself."""
        assert isinstance(table, SevenWondersTable)
        self.edition = table.edition
        for place, city in enumerate(city for city in table.players if not city.free_city):
            self.seating.seat(place, city.wonder)
            self.seating.sides[place] = city.side
            self.seating.names[place] = "" if city.name == self.nameless(place) else city.name

    def choices(self) -> list[Choice]:
        """Also dealing at random, and the Free City."""
        said = {1: _("first (2010)"), 2: _("second (2020)")}
        edition = Choice(_("Edition"), said[self.edition], self.next_edition)
        found = [edition, *super().choices(), Choice(_("Wonders and sides"), _("deal at random"), self._deal)]
        if self.needs_free_city:
            self._settle_free_city()
            city = f"{words.wonder(self.free[0])} {self.free[1]}"
            found.append(Choice(_("Free City"), city, self.next_free_city))
        return found

    def owned(self) -> list[list[str]]:
        """Wonders with their sides; the Free City's last."""
        seating = self.seating
        boards = [[seating.wonders[place], seating.sides[place]] for place in self.places]
        return [*boards, list(self.free)] if self.needs_free_city else boards

    def own(self, found: Mapping[str, Any]) -> None:
        """Also the sides, and the Free City."""
        boards = found.get("wonders", ())
        super().own({"wonders": [wonder for wonder, _side in boards]})
        for place, (_wonder, side) in zip(self.places, boards, strict=True):
            self.seating.sides[place] = side
        if "free_city" in found:
            wonder, side = found["free_city"]
            self.free = wonder, side

    def whose(self, found: Mapping[str, Any], seat: int) -> str:
        """The wonder with its side."""
        boards = [*found["wonders"], *([found["free_city"]] if "free_city" in found else [])]
        wonder, side = boards[seat]
        return f"{words.wonder(wonder)} {side}"

    def next_free_city(self) -> None:
        """The Free City's next board: every side of every wonder that nobody has."""
        boards = [board for board in sorted(STAGES) if board[0] not in self.seating.wonders]
        self.free = boards[(boards.index(self.free) + 1) % len(boards)] if self.free in boards else boards[0]

    def at_random(self, random: Random) -> None:
        """Other wonders and sides for all who sit there, as the rulebook deals them."""
        dealt = random.sample(sorted(WONDER_ICONS), SEATS)
        for place, wonder in zip(self.places, dealt, strict=False):
            self.seating.wonders[place], self.seating.sides[place] = wonder, random.choice("AB")
        self.free = (dealt[-1], random.choice("AB"))

    def contents(self, places: list[int]) -> dict[str, Any]:
        """Wonders with their sides."""
        seating = self.seating
        found: dict[str, Any] = {"wonders": [[seating.wonders[place], seating.sides[place]] for place in places]}
        if self.needs_free_city:
            self._settle_free_city()
            found["free_city"] = list(self.free)
        if self.edition != 1:
            found["edition"] = self.edition
        return found | {"house_rules": dict(self.house)}

    def _deal(self) -> None:
        self.at_random(SystemRandom())

    def _settle_free_city(self) -> None:
        if self.free[0] in ("", *self.seating.wonders):
            self.next_free_city()


SETUP: Final = SevenWondersSetup
