"""What pages show of an event: sections, tables, players, as plain values with the words for them."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from companion import words
from companion.hub.event.acts import Act
from companion.hub.event.ratings import rated
from companion.hub.event.setting import Section
from companion.hub.event.standings import rows, standings
from companion.hub.event.tournament import Place, Result, Round
from companion.hub.pages import told
from companion.hub.pages.drawn import clock, points
from companion.hub.pages.kept import Device, Seen
from companion.hub.pages.labels import BREAKS, DOUBTS, labels
from companion.words.camera import trouble
from companion.words.language import _

_SILENT = 300.0
"""Seconds without an event after which somebody looks after a table at which a game is being played."""

_AWAY = 90.0
"""Seconds after which a table that tells how it is each half minute counts as not connected."""


class Mark(NamedTuple):
    """What there is to say of a table at a glance."""

    icon: str
    text: str
    tint: str = ""


def base(event: Seen) -> dict[str, Any]:
    """What every page of an event has."""
    here = f"/t/{event.slug}"
    return {
        "heading": event.tournament.setting.name,
        "home": here,
        "base": here,
        "act": f"{here}/do",
        "news": f"{here}/news",
        "delayed": clock(event.tournament.setting.delay) if event.tournament.setting.delay else "",
    }


def tabs(event: Seen, *, arbiter: bool) -> list[tuple[str, str, str]]:
    """The pages of an event: name, address, words."""
    here, said = f"/t/{event.slug}", labels()
    known = [(name, f"{here}/{name}", said[name]) for name in ("standings", "pairings", "tables")]
    return known + ([("desk", f"{here}/desk", said["desk"])] if arbiter else [])


def sections(event: Seen) -> list[dict[str, Any]]:
    """Every section: its standings and its round."""
    return [_section(event, section) for section in event.tournament.setting.sections]


def _section(event: Seen, section: Section) -> dict[str, Any]:
    tournament = event.tournament
    latest = tournament.latest(section.id)
    lines = [
        {
            **line._asdict(),
            "name": tournament.players[line.player].name,
            "club": tournament.players[line.player].club,
            "href": f"/t/{event.slug}/player/{line.player}",
            "breaks": [part for part, name in zip(line.breaks, _breaks(event), strict=False) if name != "lot"],
        }
        for line in standings(tournament, section.id)
    ]
    open_ = latest is not None and any(_result(event, latest, one.table) is None for one in latest.tables)
    return {
        "id": section.id,
        "name": words.game_name(section.game),
        "lines": lines,
        "breaks": [_(BREAKS[name]) for name in _breaks(event) if name != "lot"],
        "provisional": any(line["provisional"] for line in lines),
        "of": 0 if section.stages[-1].form == "knockout" else section.rounds,
        "minutes": _minutes(section, latest),
        "busy": open_,
        "played": latest is not None and any(_result(event, latest, one.table) for one in latest.tables),
        "round": None if latest is None else round_(event, latest),
    }


def _breaks(event: Seen) -> tuple[str, ...]:
    return tuple(event.tournament.setting.breaks)


def _minutes(section: Section, latest: Round | None) -> int:
    number = latest.number if latest else 1
    place = section.stage(number)[0] if number <= section.rounds else -1
    return section.stages[place].minutes


def _result(event: Seen, round__: Round, table: int) -> Result | None:
    return event.tournament.results.get(Place(round__.section, round__.number, table))


def round_(event: Seen, drawn: Round) -> dict[str, Any]:
    """A round: its clock, its tables."""
    return {
        "number": drawn.number,
        "ends": drawn.ends,
        "left": clock(drawn.ends - event.now) if drawn.ends > event.now else _("Time is up"),
        "byes": [event.tournament.players[player].name for player in drawn.byes],
        "tables": [seated(event, drawn, seating.table) for seating in drawn.tables],
    }


def seated(event: Seen, drawn: Round, table: int) -> dict[str, Any]:
    """A table of a round: who sits there, how it ended, who signed, what an arbiter must know of it."""
    place = Place(drawn.section, drawn.number, table)
    seating, result = event.tournament.seating(place), event.tournament.results.get(place)
    assert seating is not None
    shown = drawn.moved.get(table, table)
    seats = [
        {
            "id": player,
            "name": event.tournament.players[player].name,
            "href": f"/t/{event.slug}/player/{player}",
            "score": None if result is None else words.signed(result.scores[seat]) if result.scores else "",
            "place": None if result is None else result.places[seat],
            "signed": result is not None and seat in result.signed,
        }
        for seat, player in enumerate(seating.seats)
    ]
    marks = list(_marks(event, drawn, table, shown)) if result is None or not result.final else []
    waiting = [one for one in event.tournament.open if one.place == place]
    return {
        "number": shown,
        "drawn": table,
        "section": drawn.section,
        "round": drawn.number,
        "seats": seats,
        "names": ", ".join(str(seat["name"]) for seat in seats),
        "said": "" if result is None else " · ".join(map(str, result.scores or result.places)),
        "signatures": "" if result is None else f"{len(result.signed)}/{len(seats)}",
        "result": 0 if result is None else result.act,
        "done": result is not None,
        "final": result is not None and result.final,
        "ruled": result is not None and result.ruled,
        "href": f"/t/{event.slug}/table/{shown}",
        "desk": f"/t/{event.slug}/desk/{drawn.section}/{drawn.number}/{table}",
        "marks": marks,
        "alarm": bool(waiting) or any(mark.tint == "t-warn" for mark in marks),
    }


def _marks(event: Seen, drawn: Round, table: int, shown: int) -> Iterator[Mark]:
    device = event.devices.get(shown)
    place = Place(drawn.section, drawn.number, table)
    for one in event.tournament.open:
        if one.place == place:
            yield Mark("warning", kind_of(one.kind), "t-warn")
    if device is None:
        yield Mark("question", _("No table is connected here"))
        return
    why = trouble(str(device.health.get("camera", "")))[0]
    if device.blind or why:
        blind = _("The camera sees nothing") if device.blind else ""
        yield Mark("camera", ": ".join(filter(None, (blind, why))), "t-warn")
    if aside := device.health.get("aside"):
        yield Mark("camera", _("Places that cannot be read: {n}").format(n=len(aside)), "t-warn")
    if device.health and event.now - device.seen > _AWAY:
        yield Mark("hourglass", _("Not connected for {time}").format(time=clock(event.now - device.seen)))
    if device.asks:
        yield Mark("question", _("The referee asks"), "t-warn")
    if device.forked:
        yield Mark("warning", _("Two stories of one game"), "t-warn")
    if device.game and event.now - device.updated > _SILENT:
        yield Mark("warning", _("Not heard from for {time}").format(time=clock(event.now - device.updated)), "t-warn")


def kind_of(kind: str) -> str:
    """An appeal or a call, in words."""
    return _("Appeal") if kind == "appeal" else _("Call")


def waiting(event: Seen) -> list[dict[str, Any]]:
    """What waits for an arbiter, oldest first, then tables that say that something is wrong."""
    found = []
    for one in event.tournament.open:
        drawn = event.tournament.rounds[one.place.section][one.place.round - 1]
        who = event.tournament.players.get(one.by)
        said = ": ".join(part for part in (who.name if who else one.by, one.reason) if part)
        address = f"/t/{event.slug}/desk/{one.place.section}/{one.place.round}/{one.place.table}"
        shown = drawn.moved.get(one.place.table, one.place.table)
        found.append({"table": shown, "kind": kind_of(one.kind), "text": said, "href": address, "place": one.place})
    for section in event.tournament.setting.sections:
        latest = event.tournament.latest(section.id)
        for seating in latest.tables if latest is not None else ():
            table = seated(event, latest, seating.table) if latest is not None else {}
            found += [
                {"table": table["number"], "kind": "", "text": mark.text, "href": table["desk"]}
                for mark in table["marks"]
                if mark.tint and mark.text not in {_("Appeal"), _("Call")}
            ]
    return found


def history(event: Seen, player: str) -> list[dict[str, Any]]:
    """A player's rounds."""
    tournament, found = event.tournament, []
    for drawn in tournament.rounds.get(tournament.players[player].section, ()):
        for seating in drawn.tables:
            if player in seating.seats:
                result = _result(event, drawn, seating.table)
                seat = seating.seats.index(player)
                place = "" if result is None else f"{result.places[seat]}."
                score = f" ({result.scores[seat]})" if result is not None and result.scores else ""
                others = [tournament.players[other].name for other in seating.seats if other != player]
                shown = drawn.moved.get(seating.table, seating.table)
                found.append(
                    {"round": drawn.number, "table": shown, "against": others, "said": place + score,
                     "href": f"/t/{event.slug}/table/{shown}"}
                )  # fmt: skip
        if player in drawn.byes:
            found.append({"round": drawn.number, "table": 0, "against": [], "said": "", "href": ""})
    return found


def strength(event: Seen, player: str) -> str:
    """A player's rating after this event's tables."""
    found = rated(rows(event.tournament, event.tournament.players[player].section)).get(player)
    return "-" if found is None else f"{found.mu:.1f} ± {found.sigma:.1f}"


def standing_of(event: Seen, player: str) -> tuple[str, str]:
    """A player's place and points."""
    section = event.tournament.players[player].section
    line = next((one for one in standings(event.tournament, section) if one.player == player), None)
    return ("-", "-") if line is None else (f"{line.place}.", points(line.points))


def audit(event: Seen, most: int = 60) -> list[dict[str, Any]]:
    """Who did what, newest first."""
    return [acted(event, act) for act in reversed(event.acts[-most:])]


def acted(event: Seen, act: Act) -> dict[str, Any]:
    """One act as a line: number, time, who, what."""
    when = time.strftime("%H:%M:%S", time.localtime(act.at))
    return {"seq": act.seq, "when": when, "by": told.by(event, act), "what": told.what(event, act)}


def device_state(device: Device | None, *, over: bool) -> str:
    """How a table stands, in a word."""
    if device is None or not device.game:
        return _("No table is connected here") if device is None else _("No game is being played")
    return _("Ended") if over else _("Playing")


def hidden(table: dict[str, Any]) -> Markup:
    """The fields of a form that say which table it is about."""
    line = Markup('<input type="hidden" name="{}" value="{}">')
    return Markup("").join(line.format(name, table[key]) for name, key in _FIELDS)


def doubt(code: str) -> str:
    """Why something was not done, in words."""
    return _(DOUBTS[code]) if code in DOUBTS else ""


_FIELDS = (("section", "section"), ("round", "round"), ("table", "drawn"))
