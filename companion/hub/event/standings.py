"""Who stands where: place points, then the tie-breaks in the order that the event's plan gives."""

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from companion.hub.event.tournament import Place, Result, Tournament


class Row(NamedTuple):
    """A table as it counts: who sat there in seat order, points in the game and places."""

    place: Place
    seats: tuple[str, ...]
    result: Result


class Standing(NamedTuple):
    """A player's line of the table. ``place``: from 1, shared where nothing decides. ``breaks``: by the plan's names.

    ``provisional``: a result of his is not signed by everybody yet.
    """

    place: int
    player: str
    points: Fraction
    breaks: tuple[Fraction, ...]
    played: int
    wins: int
    penalty: Fraction
    provisional: bool
    gone: bool


def rows(tournament: Tournament, section: str) -> Iterator[Row]:
    """The tables with a result, round by round."""
    for round_ in tournament.rounds.get(section, ()):
        for seating in round_.tables:
            place = Place(section, round_.number, seating.table)
            if place in tournament.results:
                yield Row(place, seating.seats, tournament.results[place])


def standings(tournament: Tournament, section: str) -> tuple[Standing, ...]:
    """The section's table now. The same results in any order give the same table."""
    count = _Count(tournament, section)
    names = tournament.setting.breaks
    people = [
        one.id for one in tournament.players.values() if one.section == section and (one.here or count.met(one.id))
    ]
    keyed = sorted(((count.points(player), player) for player in people), key=lambda entry: (-entry[0], entry[1]))
    ordered: list[tuple[tuple[Fraction, ...], str]] = []
    for _points, level in groupby(keyed, key=lambda entry: entry[0]):
        group = [player for _same, player in level]
        broken = [(tuple(count.broken(name, player, group) for name in names), player) for player in group]
        ordered += sorted(broken, key=lambda entry: (tuple(-part for part in entry[0]), entry[1]))
    found: list[Standing] = []
    for k, (breaks, player) in enumerate(ordered):
        before = found[-1] if found else None
        same = before is not None and (before.points, before.breaks) == (count.points(player), breaks)
        found.append(count.standing(before.place if before is not None and same else k + 1, player, breaks))
    return tuple(found)


class _Count:
    """What everybody has, of a section's results."""

    def __init__(self, tournament: Tournament, section: str) -> None:
        self._tournament = tournament
        self._earned: dict[str, Fraction] = {}
        self._wins: dict[str, int] = {}
        self._tables: dict[str, list[Row]] = {}
        self._gain: dict[tuple[Place, str], Fraction] = {}
        setting = tournament.setting
        for row in rows(tournament, section):
            for player, place in zip(row.seats, row.result.places, strict=False):
                gain = setting.shared(len(row.seats), place, row.result.places.count(place))
                self._gain[row.place, player] = gain
                self._earned[player] = self._earned.get(player, Fraction(0)) + gain
                self._wins[player] = self._wins.get(player, 0) + (place == 1)
                self._tables.setdefault(player, []).append(row)
        for round_ in tournament.rounds.get(section, ()):
            for player in round_.byes:
                self._earned[player] = self._earned.get(player, Fraction(0)) + Fraction(str(setting.bye))

    def met(self, player: str) -> bool:
        return player in self._earned

    def points(self, player: str) -> Fraction:
        return self._earned.get(player, Fraction(0)) - self._penalty(player)

    def broken(self, name: str, player: str, level: Sequence[str]) -> Fraction:
        """What a tie-break says of a player among those who are level."""
        tables = self._tables.get(player, [])
        if name == "wins":
            return Fraction(self._wins.get(player, 0))
        if name == "score":
            return Fraction(sum(row.result.scores[row.seats.index(player)] for row in tables))
        if name == "share":
            return sum((_share(row, player) for row in tables), Fraction(0))
        if name == "buchholz":
            others = [other for row in tables for other in row.seats if other != player]
            return sum((self._earned.get(other, Fraction(0)) for other in others), Fraction(0))
        if name == "direct":
            against = [row for row in tables if any(other in level for other in row.seats if other != player)]
            return sum((self._gain[row.place, player] for row in against), Fraction(0))
        lot = hashlib.sha256(f"{self._tournament.setting.seed}:{player}".encode()).digest()[:4]
        return Fraction(int.from_bytes(lot), 2**32)

    def standing(self, place: int, player: str, breaks: tuple[Fraction, ...]) -> Standing:
        tables = self._tables.get(player, [])
        return Standing(
            place,
            player,
            self.points(player),
            breaks,
            len(tables),
            self._wins.get(player, 0),
            self._penalty(player),
            any(not row.result.final for row in tables),
            self._tournament.players[player].gone,
        )

    def _penalty(self, player: str) -> Fraction:
        return sum((Fraction(str(one.points)) for one in self._tournament.penalties.get(player, ())), Fraction(0))


def _share(row: Row, player: str) -> Fraction:
    """A player's part of the points at his table; an even part where nobody has any."""
    scores = [max(score, 0) for score in row.result.scores]
    total = sum(scores)
    return Fraction(scores[row.seats.index(player)], total) if total else Fraction(1, len(scores))


def places(scores: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """Places by the points, best first; who the rules say won is before everybody else, whatever the points."""
    keys = [(seat in winners, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
