"""A set-up in the making, before the referee has seen it: of any of the three games."""

from random import Random
from typing import Any, Final

from companion.games.architects import looks as architects
from companion.games.architects.looks import MEDALS_WONDERS
from companion.games.duel import looks as duel
from companion.games.seven_wonders import looks as seven_wonders

SEATS: Final = 7
"""Seats round the table's picture."""
GAMES: Final = ("architects", "seven_wonders", "duel")
_TWO: Final = 2
_FACE_UP: Final = {"architects": 3, "seven_wonders": 0, "duel": duel.ON_BOARD}
EACH: Final = 4
"""Wonders that each player of Duel has."""


class Draft:
    """``wonders``, ``sides`` and ``names`` by place at the table, empty where nobody sits; ``first``: who begins.

    ``progress``: the tokens face up as far as they have been tapped; ``house``: rules other than suggested.
    ``medals``: the expansion of Architects: empty, ``played`` or ``expert``; ``box``: what is printed on its wonders
    that nobody has published. ``free``: the Free City's wonder and side, for two players of 7 Wonders. ``own``: the
    wonders of each player of Duel; none at all: they are drafted.
    """

    def __init__(self) -> None:
        self.game = "architects"
        self.wonders = [""] * SEATS
        self.sides = ["A"] * SEATS
        self.names = [""] * SEATS
        self.first = 0
        self.progress: list[str] = []
        self.house: dict[str, Any] = {}
        self.medals = ""
        self.box: dict[str, Any] = {}
        self.free = ("", "A")
        self.own: tuple[list[str], list[str]] = ([], [])

    # What is there

    @property
    def places(self) -> list[int]:
        """Places taken, clockwise."""
        if self.game == "duel":
            return [0, 1]
        return [place for place in range(SEATS) if self.wonders[place]]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.places)

    @property
    def ready(self) -> bool:
        """Whether a game can begin like this."""
        if self.game == "duel":
            return len(self.own[0]) == len(self.own[1]) and len(self.own[0]) in {0, EACH}
        return self.players >= _TWO

    @property
    def tokens(self) -> dict[str, int]:
        """Every progress token of this game's box and how many there are of it."""
        if self.game == "duel":
            return dict.fromkeys(duel.TOKEN_ICONS, 1)
        return architects.EVERY_TOKEN if self.medals else architects.TOKENS

    @property
    def face_up(self) -> int:
        """How many progress tokens lie face up at the beginning."""
        return _FACE_UP[self.game]

    @property
    def needs_free_city(self) -> bool:
        """Whether a city that nobody owns stands between two players."""
        return self.game == "seven_wonders" and self.players == _TWO

    # What is changed

    def play(self, game: str) -> None:
        """Another game: whoever sits there stays, with what that game has."""
        self.game = game
        self.house.clear()
        self.progress.clear()
        if game != "architects":
            self._without_medals()

    def seat(self, place: int, wonder: str) -> None:
        """Somebody sits here with this wonder; the first one to sit down begins, until told otherwise."""
        if not self.players:
            self.first = place
        self.wonders[place] = wonder

    def clear(self, place: int) -> None:
        """Nobody sits here; in Duel, nothing lies here yet."""
        if self.game == "duel":
            self.names[place] = ""
            self.own[place].clear()
        else:
            self._leave(place)

    def _leave(self, place: int) -> None:
        """Nobody sits here in the games of up to seven, whichever is chosen now."""
        self.names[place] = ""
        self.wonders[place] = ""
        if self.first == place and self.places:
            self.first = self.places[0]

    def turn(self, place: int) -> None:
        """The wonder's board is turned to its other side."""
        self.sides[place] = _other(self.sides[place])

    def turn_medals(self) -> None:
        """The expansion's next choice; without it nobody sits there with one of its wonders or tokens."""
        self.medals = {"": "played", "played": "expert", "expert": ""}[self.medals]
        if not self.medals:
            self._without_medals()

    def next_free_city(self) -> None:
        """The Free City's next board: every side of every wonder that nobody has."""
        boards = [board for board in sorted(seven_wonders.STAGES) if board[0] not in self.wonders]
        self.free = boards[(boards.index(self.free) + 1) % len(boards)] if self.free in boards else boards[0]

    def at_random(self, random: Random) -> None:
        """Other wonders and sides for all who sit there, as the rulebook deals them."""
        dealt = random.sample(sorted({wonder for wonder, _side in seven_wonders.STAGES}), SEATS)
        for place, wonder in zip(self.places, dealt, strict=False):
            self.wonders[place], self.sides[place] = wonder, random.choice("AB")
        self.free = (dealt[-1], random.choice("AB"))

    def own_wonder(self, place: int, wonder: str) -> bool:
        """A wonder of Duel to this player, or back again; whether it was possible."""
        mine, theirs = self.own[place], self.own[1 - place]
        if wonder in mine:
            mine.remove(wonder)
            return True
        if wonder in theirs or len(mine) == EACH:
            return False
        mine.append(wonder)
        return True

    def _without_medals(self) -> None:
        self.medals = ""
        for place in range(SEATS):
            if self.wonders[place] in MEDALS_WONDERS:
                self._leave(place)
        kept: list[str] = []
        for token in self.progress:
            if kept.count(token) < self.tokens.get(token, 0):
                kept.append(token)
        self.progress[:] = kept

    # What the referee gets

    def body(self) -> dict[str, Any]:
        """The set-up as the referee takes it: seats counted clockwise, free ones left out."""
        places = self.places
        body: dict[str, Any] = {"game": self.game, **self._pieces(places), "house_rules": dict(self.house)}
        if any(self.names[place] for place in places):
            body["names"] = [self.names[place] or self._nameless(place) for place in places]
        return body

    def _pieces(self, places: list[int]) -> dict[str, Any]:
        if self.game == "seven_wonders":
            boards: dict[str, Any] = {"wonders": [[self.wonders[place], self.sides[place]] for place in places]}
            if self.needs_free_city:
                if self.free[0] in ("", *self.wonders):
                    self.next_free_city()
                boards["free_city"] = list(self.free)
            return boards
        if self.game == "duel":
            own = {"wonders": [list(mine) for mine in self.own]} if self.own[0] else {}
            return {"first": self.first if self.first in places else 0, "progress": list(self.progress), **own}
        pieces: dict[str, Any] = {
            "wonders": [self.wonders[place] for place in places],
            "first": places.index(self.first),
            "progress": list(self.progress),
        }
        if self.medals:
            pieces |= {"expansions": ["medals"], "expert": self.medals == "expert"}
            own_box = {wonder: self.box[wonder] for wonder in pieces["wonders"] if wonder in self.box}
            pieces |= {"box": own_box} if own_box else {}
        return pieces

    def _nameless(self, place: int) -> str:
        return f"Seat {place}" if self.game == "duel" else self.wonders[place].capitalize()


def _other(side: str) -> str:
    return "B" if side == "A" else "A"
