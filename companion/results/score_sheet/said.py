"""A game in the words of the sheet's language."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from companion import words
from companion.games.vocabulary import Explanation
from companion.results.kept import Kept, Result


class Line(NamedTuple):
    """One contribution to a score, as it is said."""

    why: str
    rule: str
    points: int


class Said:
    """What the sheet says of a game; made and used while one language is spoken."""

    def __init__(self, kept: Result) -> None:
        self.kept = kept
        self.game = kept.game.NAME

    @property
    def title(self) -> str:
        """The game's name."""
        return words.game_title(self.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players; one without a name goes by the wonder, or the seat."""
        return tuple(words.player(self.kept.table, seat) for seat in range(len(self.kept.names)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; none while the game is not over."""
        return self.kept.sheet.winners if self.kept.finished else ()

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The categories of the sheet; one that nobody can have (Medals, played without) is left out."""
        return words.categories(self.game, self.kept.sheet.categories)

    def category(self, name: str) -> str:
        """A category's name."""
        return words.category(name, self.game)

    def wonders(self, seat: int) -> str:
        """The wonders of a seat (with their side where boards have two)."""
        return ", ".join(self._wonder(name) for name in self.kept.wonders(seat))

    def _wonder(self, name: str) -> str:
        name, _blank, side = name.partition(" ")
        return f"{words.wonder(name, self.game)} {side}".strip()

    def lines(self, seat: int, category: str) -> Iterator[Line]:
        """A seat's contributions in a category."""
        for found in self.kept.sheet.explain:
            if (found.seat, found.category) == (seat, category):
                yield self._line(found)

    def _line(self, found: Explanation) -> Line:
        return Line(words.line(found.why, self.game, self.kept.table), words.rule(found.rule), found.points)

    def findings(self) -> Iterator[Line]:
        """What was irregular in the moves that count, in the order in which it happened; nothing is known without."""
        if not isinstance(self.kept, Kept):
            return
        for entry in self.kept.fold.played:
            for found in entry.findings:
                what = words.finding(found, self.game)
                who = "" if found.seat is None else f"{words.player(self.kept.table, found.seat)}: "
                yield Line(f"{who}{what}", words.rule(found.rule), 0)
