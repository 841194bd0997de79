"""Tournaments made up for tests: players, results by lot, acts in a row."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from companion.hub.event.acts import Act, CheckedIn, Deed, Opened, Registered, ResultIn, Role, RoundMade, Seating
from companion.hub.event.draw import draw
from companion.hub.event.setting import Section, Setting, Stage
from companion.hub.event.standings import places
from companion.hub.event.tournament import Tournament, fold


class Played:
    """A tournament that grows by acts."""

    def __init__(self, setting: Setting) -> None:
        self.acts: list[Act] = []
        self.do(Opened(msgspec.Raw(msgspec.json.encode(setting))))

    @property
    def now(self) -> Tournament:
        return fold(self.acts)

    def do(self, *deeds: Deed, by: str = "chief", role: Role = "organiser") -> None:
        for deed in deeds:
            self.acts.append(Act(len(self.acts) + 1, 1000.0 + len(self.acts), by, role, deed))

    def enter(self, section: str, people: Iterable[str]) -> None:
        for place, player in enumerate(people):
            self.do(Registered(player, player.title(), section, rating=1500.0 - place), CheckedIn(player))

    def draw(self, section: str) -> RoundMade:
        made = draw(self.now, section)
        assert isinstance(made, RoundMade), made
        self.do(made)
        return made

    def finish(self, made: RoundMade, lots: random.Random) -> list[ResultIn]:
        """Every table of a round ends somehow."""
        found = [result(made, seating, lots) for seating in made.tables]
        self.do(*found, by="arbiter", role="arbiter")
        return found


def result(made: RoundMade, seating: Seating, lots: random.Random) -> ResultIn:
    scores = [lots.randrange(20, 70) for _player in seating.seats]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return ResultIn(made.section, made.round, seating.table, tuple(scores), places(scores, winners), "hand")


def event(*stages: Stage, game: str = "pebbles", **more: Any) -> Setting:
    return msgspec.structs.replace(Setting("Cup", (Section("main", game, stages),)), **more)


def people(count: int) -> Sequence[str]:
    return [f"p{k:02d}" for k in range(count)]
