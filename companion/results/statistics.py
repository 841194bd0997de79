"""What the past games come to: players and wonders, and where the points come from."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from companion.referee.messages import PastGame, PastPlayer, Record, Statistics

Scored = list[tuple[str, PastPlayer]]
"""Each time that a name was played: the name as it was written, and how it went."""


def statistics(games: Iterable[PastGame]) -> Statistics:
    """By game, over the games that were played to their end, newest first as history tells them.

    A name is one player's however it is capitalised; a player who gave none is not counted as one. A shared victory
    counts in full for each who shares it.
    """
    players: dict[str, dict[str, Scored]] = defaultdict(lambda: defaultdict(list))
    wonders: dict[str, dict[str, Scored]] = defaultdict(lambda: defaultdict(list))
    sheets: dict[str, list[dict[str, int]]] = defaultdict(list)
    for game in games:
        if not game.finished:
            continue
        for seat, player in enumerate(game.players):
            sheets[game.game].append(player.categories)
            if named(player, seat):
                key = " ".join(player.name.split()).casefold()
                players[game.game][key].append((player.name, player))
            for wonder in player.wonders:
                wonders[game.game][wonder].append((wonder, player))
    return Statistics(
        {game: _records(found) for game, found in players.items()},
        {game: _records(found) for game, found in wonders.items()},
        {game: _means(rows) for game, rows in sheets.items()},
    )


def named(player: PastPlayer, seat: int) -> bool:
    """Whether a player gave a name, and is not called by a wonder or a seat."""
    called = {wonder.partition(" ")[0] for wonder in player.wonders} | {f"seat {seat}"}
    return player.name.lower() not in called


def _records(found: dict[str, Scored]) -> tuple[Record, ...]:
    records = [_record(scored) for scored in found.values()]
    return tuple(sorted(records, key=lambda record: (-record.games, -record.wins, -record.mean, record.name)))


def _record(scored: Scored) -> Record:
    points = [player.score for _name, player in scored]
    return Record(
        # As it was written the last time.
        name=scored[0][0],
        games=len(scored),
        wins=sum(player.won for _name, player in scored),
        best=max(points),
        mean=fmean(points),
    )


def _means(rows: list[dict[str, int]]) -> dict[str, float]:
    return {category: fmean(row.get(category, 0) for row in rows) for category in rows[0]}
