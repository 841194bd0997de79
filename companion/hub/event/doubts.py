"""Why a deed cannot be done now, as a code; the pages have the words for it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from companion.hub.event import acts
from companion.hub.event.tournament import Place, Tournament, place_of

Doubt = Literal[
    "",
    "not_yours",
    "no_such_player",
    "no_such_section",
    "no_such_table",
    "no_such_round",
    "round_open",
    "round_played",
    "not_all_seats",
    "places_wrong",
    "no_result",
    "result_changed",
    "decided",
    "table_taken",
    "seated_twice",
    "no_reason",
    "points_wrong",
]


def doubts(tournament: Tournament, by: str, role: acts.Role, deed: acts.Deed) -> Doubt:
    """Why somebody may not do this now; empty: he may."""
    if not acts.may(role, by, deed):
        return "not_yours"
    check = _CHECKS.get(type(deed))
    found: Doubt = check(tournament, deed) if check is not None else ""
    if not found and role == "player" and isinstance(deed, acts.Signed | acts.Called | acts.Appealed):
        seating = tournament.seating(place_of(deed))
        at = () if seating is None else seating.seats
        mine = by in at and (not isinstance(deed, acts.Signed) or at[deed.seat] == by)
        return "" if mine else "not_yours"
    return found


def _registered(tournament: Tournament, deed: acts.Registered) -> Doubt:
    known = {section.id for section in tournament.setting.sections}
    return "" if deed.section in known else "no_such_section"


def _player(tournament: Tournament, deed: acts.CheckedIn | acts.DroppedOut) -> Doubt:
    return "" if deed.player in tournament.players else "no_such_player"


def _penalised(tournament: Tournament, deed: acts.Penalised) -> Doubt:
    if deed.player not in tournament.players:
        return "no_such_player"
    if not 0 <= deed.points <= 1000:
        return "points_wrong"
    return "" if deed.reason.strip() else "no_reason"


def _made(tournament: Tournament, deed: acts.RoundMade) -> Doubt:
    if deed.section not in {section.id for section in tournament.setting.sections}:
        return "no_such_section"
    latest = tournament.latest(deed.section)
    if deed.round != (latest.number if latest else 0) + 1:
        return "no_such_round"
    if latest is not None and any(not decided(tournament, deed.section, t.table) for t in latest.tables):
        return "round_open"
    everybody = [player for seating in deed.tables for player in seating.seats] + list(deed.byes)
    if any(player not in tournament.players for player in everybody):
        return "no_such_player"
    if len(set(everybody)) != len(everybody):
        return "seated_twice"
    numbers = [seating.table for seating in deed.tables]
    return "" if len(set(numbers)) == len(numbers) else "table_taken"


def decided(tournament: Tournament, section: str, table: int) -> bool:
    """Whether a table of the section's last round has a result."""
    latest = tournament.latest(section)
    return latest is not None and Place(section, latest.number, table) in tournament.results


def _undone(tournament: Tournament, deed: acts.RoundUndone) -> Doubt:
    latest = tournament.latest(deed.section)
    if latest is None or latest.number != deed.round:
        return "no_such_round"
    played = any(decided(tournament, deed.section, seating.table) for seating in latest.tables)
    return "round_played" if played else ""


def _begun(tournament: Tournament, deed: acts.RoundBegun) -> Doubt:
    latest = tournament.latest(deed.section)
    return "" if latest is not None and latest.number == deed.round else "no_such_round"


def _moved(tournament: Tournament, deed: acts.Moved, _sitting: acts.Seating) -> Doubt:
    taken = {
        latest.moved.get(seating.table, seating.table)
        for section in tournament.rounds
        if (latest := tournament.latest(section)) is not None
        for seating in latest.tables
        if (section, seating.table) != (deed.section, deed.table) and not decided(tournament, section, seating.table)
    }
    return "table_taken" if deed.to in taken or deed.to < 1 else ""


def _result(tournament: Tournament, deed: acts.ResultIn | acts.Ruled, sitting: acts.Seating) -> Doubt:
    if isinstance(deed, acts.Ruled):
        if not deed.reason.strip():
            return "no_reason"
        if not deed.places:
            return "" if not deed.scores else "not_all_seats"
    elif (before := tournament.results.get(place_of(deed))) is not None and before.ruled:
        return "decided"
    if not len(deed.places) == len(deed.scores) == len(sitting.seats):
        return "not_all_seats"
    return "" if ranked(deed.places) else "places_wrong"


def ranked(places: tuple[int, ...]) -> bool:
    """Whether these are places as they are shared: 1 1 3 is, 1 1 2 is not."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def _signed(tournament: Tournament, deed: acts.Signed, sitting: acts.Seating) -> Doubt:
    if not 0 <= deed.seat < len(sitting.seats):
        return "not_all_seats"
    result = tournament.results.get(place_of(deed))
    if result is None:
        return "no_result"
    return "" if result.act == deed.result else "result_changed"


def _appealed(_tournament: Tournament, deed: acts.Appealed, sitting: acts.Seating) -> Doubt:
    if not deed.reason.strip():
        return "no_reason"
    return "" if deed.player in sitting.seats else "no_such_player"


def _called(_tournament: Tournament, _deed: acts.Called | acts.PicturesAsked, _sitting: acts.Seating) -> Doubt:
    return ""


_AT_TABLE: Final[Mapping[type, Callable[[Tournament, Any, acts.Seating], Doubt]]] = {
    acts.Moved: _moved,
    acts.ResultIn: _result,
    acts.Ruled: _result,
    acts.Signed: _signed,
    acts.Appealed: _appealed,
    acts.Called: _called,
    acts.PicturesAsked: _called,
}
"""What is about one table, and who was drawn to it."""


def _at_table(tournament: Tournament, deed: Any) -> Doubt:
    sitting = tournament.seating(place_of(deed))
    return "no_such_table" if sitting is None else _AT_TABLE[type(deed)](tournament, deed, sitting)


_CHECKS: Final[Mapping[type, Callable[[Tournament, Any], Doubt]]] = {
    acts.Registered: _registered,
    acts.CheckedIn: _player,
    acts.DroppedOut: _player,
    acts.Penalised: _penalised,
    acts.RoundMade: _made,
    acts.RoundUndone: _undone,
    acts.RoundBegun: _begun,
    **dict.fromkeys(_AT_TABLE, _at_table),
}
