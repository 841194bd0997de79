"""The state of a tournament: the fold of its acts. Nothing is refused here; ``doubts`` says what should be."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from companion.hub.event.acts import (
    Act,
    Appealed,
    Called,
    CheckedIn,
    DroppedOut,
    Moved,
    Opened,
    Penalised,
    PicturesAsked,
    Registered,
    ResultIn,
    RoundBegun,
    RoundMade,
    RoundUndone,
    Ruled,
    Seating,
    Signed,
)
from companion.hub.event.setting import Setting

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Place(NamedTuple):
    """A table of a round: what results, signatures and rulings are about."""

    section: str
    round: int
    table: int


class Player(msgspec.Struct, frozen=True):
    """Who plays, and whether he is drawn: checked in and not dropped out."""

    id: str
    name: str
    section: str
    club: str = ""
    rating: float = 0.0
    here: bool = False
    gone: bool = False


class Round(msgspec.Struct, frozen=True):
    """A round as it was drawn; ``moved``: where tables play that were moved; ``ends``: when its time is over."""

    section: str
    number: int
    tables: tuple[Seating, ...]
    byes: tuple[str, ...]
    ends: float = 0.0
    moved: dict[int, int] = {}

    def table(self, number: int) -> Seating | None:
        """The table that was drawn as this number."""
        return next((seating for seating in self.tables if seating.table == number), None)


class Result(msgspec.Struct, frozen=True):
    """How a table ended, and who stands for it: ``signed`` seats, or an arbiter (``ruled``). ``act``: its number."""

    act: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    source: str
    game: str = ""
    head: str = ""
    signed: frozenset[int] = frozenset()
    ruled: bool = False

    @property
    def final(self) -> bool:
        """Whether everybody at the table signed it, or an arbiter decided it."""
        return self.ruled or len(self.signed) == len(self.places)


class Open(msgspec.Struct, frozen=True):
    """Something that waits for an arbiter: an appeal or a call; ``act``: its number."""

    act: int
    at: float
    place: Place
    kind: str
    by: str
    reason: str


class Tournament(msgspec.Struct, frozen=True):
    """An event as it stands. ``rounds`` by section; ``results`` by table; ``penalties`` by player; ``open`` by age.

    ``calls``: how many calls, appeals and rulings there were about a table; ``pictures``: the tables whose game is to
    be seen as their cameras saw it.
    """

    setting: Setting = Setting("", ())
    players: dict[str, Player] = {}
    rounds: dict[str, tuple[Round, ...]] = {}
    results: dict[Place, Result] = {}
    penalties: dict[str, tuple[Penalised, ...]] = {}
    rulings: dict[Place, tuple[Act, ...]] = {}
    open: tuple[Open, ...] = ()
    calls: dict[Place, int] = {}
    pictures: frozenset[Place] = frozenset()

    def latest(self, section: str) -> Round | None:
        """The round that was drawn last."""
        rounds = self.rounds.get(section, ())
        return rounds[-1] if rounds else None

    def seating(self, place: Place) -> Seating | None:
        """Who sits there."""
        rounds = self.rounds.get(place.section, ())
        return rounds[place.round - 1].table(place.table) if 0 < place.round <= len(rounds) else None

    def drawn(self, section: str) -> tuple[Player, ...]:
        """Who would be drawn now."""
        return tuple(one for one in self.players.values() if one.section == section and one.here and not one.gone)


def fold(acts: Iterable[Act], before: Tournament | None = None) -> Tournament:
    """The tournament that these acts, by their numbers, come to; ``before``: what those before them came to."""
    building = _Building(before or Tournament())
    for act in sorted(acts, key=lambda act: act.seq):
        building.add(act)
    return building.tournament()


class _Building:
    """A tournament while its acts are read."""

    def __init__(self, before: Tournament) -> None:
        self.setting = before.setting
        self.players = dict(before.players)
        self.rounds = _thawed(before.rounds)
        self.results = dict(before.results)
        self.penalties = _thawed(before.penalties)
        self.rulings = _thawed(before.rulings)
        self.open = list(before.open)
        self.calls = dict(before.calls)
        self.pictures = set(before.pictures)

    def tournament(self) -> Tournament:
        return Tournament(
            self.setting,
            dict(self.players),
            _frozen(self.rounds),
            dict(self.results),
            _frozen(self.penalties),
            _frozen(self.rulings),
            tuple(self.open),
            dict(self.calls),
            frozenset(self.pictures),
        )

    def add(self, act: Act) -> None:  # noqa: C901, PLR0912 - one case a deed, nothing nested
        match act.deed:
            case Opened(setting):
                self.setting = msgspec.json.decode(setting, type=Setting)
            case Registered() as entry:
                before = self.players.get(entry.player)
                self.players[entry.player] = Player(
                    entry.player, entry.name, entry.section, entry.club, entry.rating,
                    here=before is not None and before.here, gone=before is not None and before.gone,
                )  # fmt: skip
            case CheckedIn(player):
                self._player(player, here=True, gone=False)
            case DroppedOut(player):
                self._player(player, gone=True)
            case RoundMade(section, number, tables, byes):
                self.rounds.setdefault(section, []).append(Round(section, number, tables, byes))
            case RoundUndone(section, number):
                rounds = self.rounds.get(section, [])
                if rounds and rounds[-1].number == number:
                    rounds.pop()
            case RoundBegun(section, number, ends):
                self._round(section, number, ends=ends)
            case Moved(section, number, table, to):
                found = self._found(section, number)
                if found is not None:
                    self._round(section, number, moved={**found.moved, table: to})
            case ResultIn() as entry:
                place = place_of(entry)
                ruled = place in self.results and self.results[place].ruled
                if not ruled:
                    self.results[place] = Result(
                        act.seq, entry.scores, entry.places, entry.source, entry.game, entry.head
                    )
            case Signed() as entry:
                place = place_of(entry)
                result = self.results.get(place)
                # Only of the result that was looked at: a later one must be signed anew.
                if result is not None and result.act == entry.result:
                    self.results[place] = msgspec.structs.replace(result, signed=result.signed | {entry.seat})
            case Appealed() as entry:
                self._wait(Open(act.seq, act.at, place_of(entry), "appeal", entry.player, entry.reason))
                self.pictures.add(place_of(entry))
            case PicturesAsked() as entry:
                self.pictures.add(place_of(entry))
            case Called() as entry:
                self._wait(Open(act.seq, act.at, place_of(entry), "call", act.by, entry.reason))
            case Ruled() as entry:
                self._rule(act, entry)
            case Penalised() as entry:
                self.penalties.setdefault(entry.player, []).append(entry)

    def _wait(self, one: Open) -> None:
        self.open.append(one)
        self.calls[one.place] = self.calls.get(one.place, 0) + 1

    def _rule(self, act: Act, ruling: Ruled) -> None:
        place = place_of(ruling)
        self.calls[place] = self.calls.get(place, 0) + 1
        self.rulings.setdefault(place, []).append(act)
        self.open = [waiting for waiting in self.open if waiting.place != place]
        before = self.results.get(place)
        if ruling.places:
            self.results[place] = Result(act.seq, ruling.scores, ruling.places, "ruling", ruled=True)
        elif before is not None:
            # Decided without another result: the one that is there stands.
            self.results[place] = msgspec.structs.replace(before, ruled=True)

    def _player(self, player: str, **now: bool) -> None:
        if player in self.players:
            self.players[player] = msgspec.structs.replace(self.players[player], **now)

    def _found(self, section: str, number: int) -> Round | None:
        rounds = self.rounds.get(section, [])
        return rounds[number - 1] if 0 < number <= len(rounds) else None

    def _round(self, section: str, number: int, **now: object) -> None:
        found = self._found(section, number)
        if found is not None:
            self.rounds[section][number - 1] = msgspec.structs.replace(found, **now)


def place_of(deed: Appealed | Called | PicturesAsked | ResultIn | Ruled | Signed) -> Place:
    """The table that a deed is about."""
    return Place(deed.section, deed.round, deed.table)


def _thawed(tuples: Mapping[_Key, tuple[_Value, ...]]) -> dict[_Key, list[_Value]]:
    return {key: list(values) for key, values in tuples.items()}


def _frozen(lists: Mapping[_Key, list[_Value]]) -> dict[_Key, tuple[_Value, ...]]:
    return {key: tuple(values) for key, values in lists.items()}
