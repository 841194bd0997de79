"""The next round: who plays whom, by the form of its stage. A function of the tournament: the same draws the same."""

import random
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from companion.hub.event import bracket, pods, swiss
from companion.hub.event.acts import RoundMade, Seating
from companion.hub.event.setting import PAIRS, Section, Stage
from companion.hub.event.standings import standings
from companion.hub.event.tournament import Place, Result, Round, Tournament

Undrawn = Literal["round_open", "all_played", "too_few", "no_such_section", "undecided", "no_tables"]
"""Why there is no next round: one is still played, that was the last, nobody to draw or a number that no tables hold,
no such section, a knockout without a winner, not enough tables."""


class _Now(NamedTuple):
    """Where a section stands: its next round's number, stage, place in the stage, and how many rounds lay before it."""

    number: int
    stage: Stage
    round: int
    begun: int


def draw(tournament: Tournament, section: str, tables: Sequence[int] = ()) -> RoundMade | Undrawn:
    """The next round of a section, or why there is none; ``tables``: the numbers to play at (default: from 1)."""
    known = {one.id: one for one in tournament.setting.sections}
    if section not in known:
        return "no_such_section"
    rounds = tournament.rounds.get(section, ())
    if rounds and any(_result(tournament, rounds[-1], seating) is None for seating in rounds[-1].tables):
        return "round_open"
    now = _now(known[section], rounds)
    if now is None:
        return "all_played"
    found = _Drawing(tournament, section, now).pairs() if now.stage.form in PAIRS else _pods(tournament, section, now)
    if isinstance(found, str):
        return found
    seated = [tuple(player for player in pod if player is not None) for pod in found]
    playing = [pod for pod in seated if len(pod) > 1]
    numbers = tables or range(1, len(playing) + 1)
    if len(numbers) < len(playing):
        return "no_tables"
    resting = tuple(pod[0] for pod in seated if len(pod) == 1)
    return RoundMade(section, now.number, tuple(map(Seating, numbers, playing)), resting)


def _now(section: Section, rounds: Sequence[Round]) -> _Now | None:
    number, before = len(rounds) + 1, 0
    for stage in section.stages:
        if stage.form == "knockout":
            # Goes on until one is left, however many rounds that takes; nothing comes after it.
            left = len(rounds[-1].tables) + len(rounds[-1].byes) if len(rounds) > before else 2
            return _Now(number, stage, number - before, before) if left > 1 else None
        if number <= before + stage.rounds:
            return _Now(number, stage, number - before, before)
        before += stage.rounds
    return None


def _result(tournament: Tournament, round_: Round, seating: Seating) -> Result | None:
    return tournament.results.get(Place(round_.section, round_.number, seating.table))


def _people(tournament: Tournament, section: str, now: _Now) -> list[str]:
    """Who is drawn, best first: by the start list, then by the standings; where there is a cut, those above it.

    Of those above the cut when the stage began; who went home before it makes room for the next.
    """
    here = {one.id for one in tournament.drawn(section)}
    if not tournament.rounds.get(section):
        people = [player for player in _start_list(tournament, section) if player in here]
        return people[: now.stage.best or None]
    current = [line.player for line in standings(tournament, section) if line.player in here]
    if not now.stage.best:
        return current
    begun = tournament.rounds[section][now.begun :]
    if begun:
        reached = {player for seating in begun[0].tables for player in seating.seats} | set(begun[0].byes)
        return [player for player in current if player in reached]
    return current[: now.stage.best]


def _start_list(tournament: Tournament, section: str) -> list[str]:
    """Everybody of a section: by rating, lots among equals."""
    lots = random.Random(f"{tournament.setting.seed}:{section}")
    players = sorted((one for one in tournament.players.values() if one.section == section), key=lambda one: one.id)
    keyed = [(-one.rating, lots.random(), one.id) for one in players]
    return [player for _rating, _lot, player in sorted(keyed)]


def _pods(tournament: Tournament, section: str, now: _Now) -> list[pods.Pod] | Undrawn:
    """Tables of several; nobody rests."""
    stage, people = now.stage, _people(tournament, section, now)
    if stage.form == "final":
        people = people[: stage.best or stage.largest]
    shape = pods.sizes(len(people), stage.smallest, stage.largest)
    if not shape:
        return "too_few"
    sat = [pods.Sat(seating.seats) for earlier in tournament.rounds.get(section, ()) for seating in earlier.tables]
    seed = tournament.setting.seed * 1000 + now.number
    return pods.drawn(people, shape, sat, seed, level=stage.level and now.number > 1)


class _Drawing:
    """The drawing of pairs; a pair without a second is a bye."""

    def __init__(self, tournament: Tournament, section: str, now: _Now) -> None:
        self._tournament, self._section, self._now = tournament, section, now
        self._rounds = tournament.rounds.get(section, ())[now.begun :]

    def pairs(self) -> list[bracket.Pair] | Undrawn:
        """The pairs of the round, in the order of the tables."""
        people = _people(self._tournament, self._section, self._now)
        if self._now.stage.form == "knockout":
            return self._knockout(people)
        if len(people) < 2:
            return "too_few"
        if self._now.stage.form == "league":
            return self._league(people)
        met = [list(self._met(earlier)) for earlier in self._rounds]
        return swiss.paired(_start_list(self._tournament, self._section), people, met, self._now.stage.rounds)

    def _league(self, people: Sequence[str]) -> list[bracket.Pair]:
        """By the tables of all who began; who is gone leaves his opponents a bye."""
        order = _start_list(self._tournament, self._section)
        if self._rounds:
            began = {player for seating in self._rounds[0].tables for player in seating.seats} | {*self._rounds[0].byes}
            order = [player for player in order if player in began]
        else:
            order = [player for player in order if player in people]
        pairs = bracket.berger(order, self._now.round)
        return [pair for pair in (_present(pair, people) for pair in pairs) if pair is not None]

    def _met(self, round_: Round) -> Iterator[swiss.Met]:
        for seating in round_.tables:
            result = _result(self._tournament, round_, seating)
            if result is not None:
                first, second = result.places
                points = 0.5 if first == second else 1.0 if first < second else 0.0
                yield swiss.Met(seating.seats[0], seating.seats[1], points)
        for player in round_.byes:
            yield swiss.Met(player, None, 1.0)

    def _knockout(self, people: Sequence[str]) -> list[bracket.Pair] | Undrawn:
        """By the bracket as the first round was drawn; who is gone leaves his opponent a bye."""
        if not self._rounds:
            return bracket.first_round(people) if len(people) > 1 else "too_few"
        pairs = self._first()
        for earlier in self._rounds:
            winners = {pair: self._winner(pair, earlier) for pair in pairs}
            if any(winner is None for winner in winners.values()):
                return "undecided"
            pairs = bracket.next_round(pairs, {pair: winner for pair, winner in winners.items() if winner is not None})
        here = {one.id for one in self._tournament.drawn(self._section)}
        return [_present(pair, here) or (pair[0], None) for pair in pairs]

    def _first(self) -> list[bracket.Pair]:
        """The first round as it was drawn, byes in their places of the bracket."""
        drawn = self._rounds[0]
        tables, byes = iter(drawn.tables), iter(drawn.byes)
        pattern = bracket.first_round([""] * (2 * len(drawn.tables) + len(drawn.byes)))
        return [(next(byes), None) if other is None else _two(next(tables)) for _one, other in pattern]

    def _winner(self, pair: bracket.Pair, round_: Round) -> str | None:
        for seating in round_.tables:
            if set(seating.seats) == set(pair):
                result = _result(self._tournament, round_, seating)
                first = [] if result is None else [s for s, place in enumerate(result.places) if place == 1]
                return seating.seats[first[0]] if len(first) == 1 else None
        return next((player for player in pair if player in round_.byes), pair[0])


def _two(seating: Seating) -> bracket.Pair:
    one, other = seating.seats
    return one, other


def _present(pair: bracket.Pair, here: Sequence[str] | set[str]) -> bracket.Pair | None:
    """A pair of those who are here; ``None``: neither is."""
    left = [player for player in pair if player is not None and player in here]
    if not left:
        return None
    return pair if len(left) == 2 else (left[0], None)
