"""What is decided before a tournament begins: its sections, their stages, place points, tie-breaks."""

from fractions import Fraction
from typing import Final, Literal

import msgspec

from companion.errors import Unusable

Form = Literal["swiss", "pods", "league", "knockout", "final"]
"""``swiss``: pairs by the FIDE Dutch rules; ``pods``: tables of several, opponents and seats balanced; ``league``:
pairs, everybody meets everybody (Berger tables); ``knockout``: pairs, the loser is out; ``final``: one top table."""
Break = Literal["wins", "score", "share", "buchholz", "direct", "lot"]
"""``wins``: tables won; ``score``: points in the games; ``share``: own part of all points at one's tables;
``buchholz``: place points of all opponents; ``direct``: place points against those level with one; ``lot``."""
PAIRS: Final = ("swiss", "league", "knockout")
"""Forms in which two play."""
MOST_AT_A_TABLE: Final = 7


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a section that is played in one form.

    ``best``: only so many of the standings so far go on into it (0: all). ``smallest``, ``largest``: people at a
    table. ``level``: pods of people of like standing, from the second round on. ``minutes``: of a round.
    """

    form: Form
    rounds: int = 1
    best: int = 0
    smallest: int = 3
    largest: int = 4
    level: bool = True
    minutes: int = 45


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game's competition within the event; its players play no other at the same time."""

    id: str
    game: str
    stages: tuple[Stage, ...]

    @property
    def rounds(self) -> int:
        """How many rounds it has, where that is known beforehand (a knockout goes on until one is left)."""
        return sum(stage.rounds for stage in self.stages)

    def stage(self, round_: int) -> tuple[int, int]:
        """Which stage a round (from 1) belongs to, and which round of the stage (from 1) it is."""
        for place, stage in enumerate(self.stages):
            if round_ <= stage.rounds:
                return place, round_
            round_ -= stage.rounds
        raise IndexError(round_)


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event as it was planned.

    ``place_points``: by how many are at the table, what each place earns, best first. ``bye``: what a round without
    a table earns. ``delay``: seconds by which the public sees a table later than the arbiter. ``seed``: of all lots.
    """

    name: str
    sections: tuple[Section, ...]
    place_points: dict[str, tuple[float, ...]] = {}
    bye: float = 1.0
    breaks: tuple[Break, ...] = ("wins", "buchholz", "share", "lot")
    delay: int = 0
    seed: int = 1

    def section(self, name: str) -> Section:
        """The section of this id. Raises ``KeyError``."""
        for section in self.sections:
            if section.id == name:
                return section
        raise KeyError(name)

    def earned(self, people: int, place: int) -> Fraction:
        """Place points of a place (from 1) at a table of so many people.

        Not said otherwise, the winner earns 1, the last nothing, those between evenly: tables of any size count alike.
        """
        said = self.place_points.get(str(people))
        if said is not None:
            return Fraction(str(said[place - 1])) if place <= len(said) else Fraction(0)
        return Fraction(people - place, people - 1) if people > 1 else Fraction(1)

    def shared(self, people: int, place: int, sharing: int) -> Fraction:
        """Place points of each where so many share this place: the mean of the places that they take."""
        return sum((self.earned(people, place + k) for k in range(sharing)), Fraction(0)) / sharing


def read(text: bytes) -> Setting:
    """An event's plan from TOML. Raises ``Unusable``: what is wrong, where."""
    try:
        setting = msgspec.toml.decode(text, type=Setting)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unusable(f"event: {error}; see docs/tournament.md for what a plan holds") from error
    for where, wrong in _wrong(setting):
        raise Unusable(f"event: {where}: {wrong}")
    return setting


def _wrong(setting: Setting) -> list[tuple[str, str]]:
    found = [] if setting.sections else [("sections", "there must be one at least")]
    names = [section.id for section in setting.sections]
    found += [("sections", f"{name!r} is there twice") for name in sorted(set(names)) if names.count(name) > 1]
    for section in setting.sections:
        if not section.stages:
            found.append((section.id, "there must be one stage at least"))
        for number, stage in enumerate(section.stages, 1):
            where = f"{section.id}, stage {number}"
            if stage.rounds < 1 or stage.minutes < 1 or stage.best < 0:
                found.append((where, "rounds and minutes are 1 or more, best is 0 or more"))
            if not 2 <= stage.smallest <= stage.largest <= MOST_AT_A_TABLE:
                found.append((where, f"tables hold 2 to {MOST_AT_A_TABLE}, smallest before largest"))
    return found
