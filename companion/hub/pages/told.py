"""What was done in a tournament, in words: for the desk's log and a table's rulings."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion import words
from companion.hub.event import acts
from companion.hub.event.tournament import Place
from companion.hub.pages.drawn import points
from companion.hub.pages.kept import Seen
from companion.words.language import N_, _

ROLES: Final = {
    "organiser": N_("organiser"),
    "arbiter": N_("arbiter"),
    "table": N_("table"),
    "player": N_("player"),
    "spectator": N_("spectator"),
}


def by(event: Seen, act: acts.Act) -> str:
    """Who did it, in which role."""
    who = event.tournament.players.get(act.by)
    device = next((one.name for one in event.devices.values() if one.id == act.by), "")
    return f"{who.name if who else device or act.by} ({_(ROLES[act.role])})"


def what(event: Seen, act: acts.Act) -> str:
    """What was done."""
    return _DEEDS[type(act.deed)](event, act.deed)


def _name(event: Seen, player: str) -> str:
    known = event.tournament.players.get(player)
    return known.name if known is not None else player


def _section(event: Seen, section: str) -> str:
    known = {one.id: one.game for one in event.tournament.setting.sections}
    return words.game_name(known[section]) if section in known else section


def _where(event: Seen, deed: Any) -> str:
    """Which table of which round."""
    table = _("Table {n}").format(n=deed.table)
    return f"{_section(event, deed.section)}, {_('Round {n}').format(n=deed.round)}, {table}"


def _round(event: Seen, deed: Any, said: str) -> str:
    return f"{_section(event, deed.section)}, {_('Round {n}').format(n=deed.round)}: {said}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " · ".join(words.signed(number) for number in numbers)


def _result(event: Seen, deed: acts.ResultIn) -> str:
    source = _("from the table") if deed.source == "journal" else _("by hand")
    return (
        f"{_where(event, deed)}: {_('result {points} ({source})').format(points=_numbers(deed.scores), source=source)}"
    )


def _signed(event: Seen, deed: acts.Signed) -> str:
    seating = event.tournament.seating(Place(deed.section, deed.round, deed.table))
    seats = () if seating is None else seating.seats
    name = _name(event, seats[deed.seat]) if deed.seat < len(seats) else str(deed.seat + 1)
    return f"{_where(event, deed)}: {_('{player} has signed').format(player=name)}"


def _ruled(event: Seen, deed: acts.Ruled) -> str:
    points_ = f" ({_numbers(deed.scores)})" if deed.scores else ""
    return f"{_where(event, deed)}: {_('decided: {reason}').format(reason=deed.reason)}{points_}"


def _penalised(event: Seen, deed: acts.Penalised) -> str:
    name = _name(event, deed.player)
    if not deed.points:
        return _("{player}: warned: {reason}").format(player=name, reason=deed.reason)
    said = _("{player}: {points} points taken away: {reason}")
    return said.format(player=name, points=points(deed.points), reason=deed.reason)


def _appealed(event: Seen, deed: acts.Appealed) -> str:
    said = _("{player} appeals: {reason}").format(player=_name(event, deed.player), reason=deed.reason)
    return f"{_where(event, deed)}: {said}"


def _called(event: Seen, deed: acts.Called) -> str:
    return f"{_where(event, deed)}: {_('an arbiter is called')}" + (f": {deed.reason}" if deed.reason else "")


_DEEDS: Final[Mapping[type, Callable[[Seen, Any], str]]] = {
    acts.Opened: lambda _event, _deed: _("the plan was made or changed"),
    acts.Registered: lambda event, deed: f"{deed.name}: {_('entered')} ({_section(event, deed.section)})",
    acts.CheckedIn: lambda event, deed: f"{_name(event, deed.player)}: {_('here')}",
    acts.DroppedOut: lambda event, deed: f"{_name(event, deed.player)}: {_('dropped out')}",
    acts.RoundMade: lambda event, deed: _round(event, deed, _("drawn")),
    acts.RoundUndone: lambda event, deed: _round(event, deed, _("the drawing was taken back")),
    acts.RoundBegun: lambda event, deed: _round(event, deed, _("the clock was set")),
    acts.Moved: lambda event, deed: f"{_where(event, deed)}: {_('moved to table {n}').format(n=deed.to)}",
    acts.ResultIn: _result,
    acts.Signed: _signed,
    acts.Appealed: _appealed,
    acts.Called: _called,
    acts.PicturesAsked: lambda event, deed: f"{_where(event, deed)}: {_('the pictures were asked for')}",
    acts.Ruled: _ruled,
    acts.Penalised: _penalised,
}
