"""A tournament to take away: standings and results as CSV, its games as a file for the app BG Stats."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from companion.hub.event.standings import Row, rows, standings
from companion.hub.pages.drawn import points
from companion.hub.pages.kept import Seen
from companion.results.bgstats import DATE, listed
from companion.results.table import as_text


def standings_csv(event: Seen) -> str:
    """A line a player: section, place, name, club, points, then the tie-breaks by their names in the plan."""
    breaks = event.tournament.setting.breaks
    head = ("section", "place", "player", "name", "club", "points", *breaks, "played", "wins", "provisional", "gone")
    lines = (
        (section.id, line.place, line.player, *_known(event, line.player), points(line.points),
         *map(points, line.breaks), line.played, line.wins, int(line.provisional), int(line.gone))
        for section in event.tournament.setting.sections
        for line in standings(event.tournament, section.id)
    )  # fmt: skip
    return _csv(head, lines)


def results_csv(event: Seen) -> str:
    """A line a seat of each table with a result: where it was, who sat there, points and place, who stands for it."""
    head = ("section", "round", "table", "seat", "player", "name", "points", "place", "source", "signed", "decided")
    lines = (
        (*row.place, seat + 1, player, _known(event, player)[0],
         row.result.scores[seat] if row.result.scores else "", row.result.places[seat], row.result.source,
         int(seat in row.result.signed), int(row.result.ruled))
        for row in _rows(event)
        for seat, player in enumerate(row.seats)
    )  # fmt: skip
    return _csv(head, lines)


def bgstats(event: Seen) -> dict[str, Any]:
    """All games with their scores, as BG Stats imports them; dated by when their results came, in UTC."""
    games = list(dict.fromkeys(section.game for section in event.tournament.setting.sections))
    players = list(event.tournament.players.values())
    number = {player.id: place for place, player in enumerate(players, 1)}
    came = {act.seq: act.at for act in event.acts}
    plays = []
    for row in _rows(event):
        game = event.tournament.setting.section(row.place.section).game
        scores = [
            {"playerRefId": number[player], "score": str(row.result.scores[seat]) if row.result.scores else "",
             "winner": row.result.places[seat] == 1, "seatOrder": seat + 1}
            for seat, player in enumerate(row.seats)
        ]  # fmt: skip
        when = datetime.fromtimestamp(came.get(row.result.act, 0.0), UTC)
        plays.append({"gameRefId": games.index(game) + 1, "playDate": f"{when:{DATE}}", "playerScores": scores})
    return {
        "about": f"{event.tournament.setting.name}: plays for BG Stats, from companion hub",
        "games": [
            {"id": place, "name": name, "bggId": found}
            for place, (name, found) in enumerate((listed(game) for game in games), 1)
        ],
        "players": [{"id": number[player.id], "name": player.name} for player in players],
        "plays": plays,
    }


def _rows(event: Seen) -> Iterator[Row]:
    for section in event.tournament.setting.sections:
        yield from rows(event.tournament, section.id)


def _known(event: Seen, player: str) -> tuple[str, str]:
    one = event.tournament.players[player]
    return as_text(one.name), as_text(one.club)


def _csv(head: Iterable[str], lines: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return text.getvalue()
