"""What everybody may look at: standings, pairings, tables, players; for a hall's wall and for a stream."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Stream

from companion import words
from companion.hub.event.tournament import Place
from companion.hub.pages import games, handed, kept, views
from companion.hub.pages.drawn import assets, page
from companion.hub.pages.plan import EXAMPLE
from companion.hub.pages.who import Guest, guest, sent, spoken_to
from companion.hub.store import schema
from companion.hub.web.access import Actor
from companion.hub.web.hub import Hub
from companion.words.language import speaking

AnyRequest = Request[Any, Any, Any]
_BEAT, _SLOWEST = 15.0, 3.0
"""Seconds of silence after which a page is told that there is nothing to tell; and between two looks at what a delay
has let by."""
_TOGETHER = 0.25
"""Seconds in which several news are one: who looks on reads no faster."""


@get("/", include_in_schema=False, sync_to_thread=True)
def home(request: AnyRequest, hub: Hub, actor: Actor) -> Response[bytes]:
    """The events; a player is taken to his own page."""
    with hub.look.begin() as connection:
        known = kept.slugs(connection)
        if actor.role == "player" and actor.tournament is not None:
            of = sa.select(schema.tournaments.c.slug).where(schema.tournaments.c.id == actor.tournament)
            return Response(b"", status_code=303, headers={
                "location": f"/t/{connection.execute(of).scalar_one()}/player/{actor.name}"})  # fmt: skip
    organiser = actor.may("organiser", None)
    events = [(f"/t/{slug}" + ("/desk" if organiser else ""), name) for slug, name in known]
    html = page("home", spoken_to(request), events=events, organiser=organiser, example=EXAMPLE)
    return sent(html, time.time())


@get("/h/{name:str}", include_in_schema=False)
async def file(name: str) -> Response[bytes]:
    """Style and script: a name stands for one content for ever."""
    if name not in assets():
        raise NotFoundException
    media, text = assets()[name]
    return Response(text, media_type=media, headers={"cache-control": "public, max-age=31536000, immutable"})


@get("/t/{slug:str}", include_in_schema=False)
async def event(slug: str) -> Redirect:
    """The event's first page."""
    return Redirect(f"/t/{slug}/standings", status_code=303)


def _simple(name: str) -> Any:
    """A page that shows the sections."""

    @get(f"/t/{{slug:str}}/{name}", include_in_schema=False, sync_to_thread=True)
    def show(request: AnyRequest, hub: Hub, actor: Actor, slug: str) -> Response[bytes]:
        with hub.look.begin() as connection:
            who = guest(connection, actor, slug)
        lang = spoken_to(request)
        with speaking(lang):
            gaps = _gaps(who, name) | {"sections": views.sections(who.event)}
        return sent(page(name, lang, **gaps), who.event.now)

    return show


def _gaps(who: Guest, at: str) -> dict[str, Any]:
    tabs = views.tabs(who.event, arbiter=who.arbiter)
    here = next((said for key, _href, said in tabs if key == at), "")
    return views.base(who.event) | {"tabs": tabs, "at": at, "here": here}


_HANDED: dict[str, tuple[str, Callable[[kept.Seen], bytes]]] = {
    "standings.csv": ("text/csv; charset=utf-8", lambda seen: handed.standings_csv(seen).encode()),
    "results.csv": ("text/csv; charset=utf-8", lambda seen: handed.results_csv(seen).encode()),
    "bgstats.json": ("application/json", lambda seen: msgspec.json.encode(handed.bgstats(seen))),
}
"""What there is to take away: its type, and how it is made."""


def _file(name: str) -> Any:
    """Something to take away, as late as its page."""
    media, made = _HANDED[name]

    @get(f"/t/{{slug:str}}/{name}", include_in_schema=False, sync_to_thread=True)
    def hand(hub: Hub, actor: Actor, slug: str) -> Response[bytes]:
        with hub.look.begin() as connection:
            seen = guest(connection, actor, slug).event
        told = {"content-disposition": f'attachment; filename="{slug}-{name}"', "cache-control": "no-store"}
        return Response(made(seen), media_type=media, headers=told)

    return hand


@get("/t/{slug:str}/tables", include_in_schema=False, sync_to_thread=True)
def tables(request: AnyRequest, hub: Hub, actor: Actor, slug: str) -> Response[bytes]:
    """Every table as it stands now."""
    lang = spoken_to(request)
    with hub.look.begin() as connection, speaking(lang):
        who = guest(connection, actor, slug)
        shown = []
        for number, device in sorted(who.event.devices.items()):
            game = games.shown(connection, who.event, device) if device.game else None
            state = views.device_state(device, over=game is not None and game["over"])
            shown.append(
                {"number": number, "href": f"/t/{slug}/table/{number}", "seats": game["seats"] if game else [],
                 "state": (game["victory"] if game else "") or state,
                 "game": words.game_name(game["rules"]) if game else ""}
            )  # fmt: skip
        gaps = _gaps(who, "tables")
    return sent(page("tables", lang, tables=shown, **gaps), who.event.now)


@get("/t/{slug:str}/table/{number:int}", include_in_schema=False, sync_to_thread=True)
def table(request: AnyRequest, hub: Hub, actor: Actor, slug: str, number: int) -> Response[bytes]:
    """One table: live, or an earlier game of it event by event (``?game=…&upto=…``)."""
    return _table(request, hub, actor, (slug, number), "table")


@get("/t/{slug:str}/overlay/{number:int}", include_in_schema=False, sync_to_thread=True)
def overlay(request: AnyRequest, hub: Hub, actor: Actor, slug: str, number: int) -> Response[bytes]:
    """The same as a strip on nothing, for who films the table."""
    return _table(request, hub, actor, (slug, number), "overlay")


def _table(request: AnyRequest, hub: Hub, actor: Actor, where: tuple[str, int], name: str) -> Response[bytes]:
    slug, number = where
    lang, first = spoken_to(request), request.query_params.get("game", "")
    upto = request.query_params.get("upto", "")
    with hub.look.begin() as connection, speaking(lang):
        who = guest(connection, actor, slug)
        device = who.event.devices.get(number)
        played = _played(connection, who, device)
        if device is not None and first in dict(played):
            device = device._replace(game=first)
        step = int(upto) if upto.isdecimal() and len(upto) < 9 else 0
        game = games.shown(connection, who.event, device, step) if device is not None and device.game else None
        newest = games.shown(connection, who.event, device) if game is not None and device is not None else None
        drawn, at = _round(who, number), f"/t/{slug}/table/{number}"
        gaps = _gaps(who, "tables") | {
            "number": number,
            "round": drawn,
            "seats": game["seats"] if game else [],
            "log": game["log"][:60] if game else [],
            "state": (game["victory"] if game else "") or views.device_state(device, over=bool(game and game["over"])),
            "game": words.game_name(game["rules"]) if game else "",
            "replay": _replay(at, device, game, newest) if step or first else None,
            "games": [(f"{at}?game={key}&upto=1", said) for key, said in played],
        }
    gaps["news"] = "" if step else gaps["news"]
    return sent(page(name, lang, **gaps), who.event.now)


def _played(connection: sa.Connection, who: Guest, device: kept.Device | None) -> list[tuple[str, str]]:
    if device is None:
        return []
    known = schema.games.c
    chosen = sa.select(known.game, known.rules, known.begun).where(
        known.table_id == device.id, known.tournament_id == who.event.id, known.begun <= who.event.at
    )  # fmt: skip
    rows = connection.execute(chosen.order_by(known.begun))
    return [(row.game, f"{k}. {words.game_name(row.rules)}") for k, row in enumerate(rows, 1)]


def _replay(at: str, device: Any, game: dict[str, Any] | None, newest: dict[str, Any] | None) -> dict[str, Any] | None:
    if game is None or newest is None:
        return None
    step, last = game["seq"], newest["seq"]
    to = f"{at}?game={device.game}&upto="
    return {"at": step, "of": last, "before": f"{to}{step - 1}" if step > 1 else "",
            "after": f"{to}{step + 1}" if step < last else ""}  # fmt: skip


def _round(who: Guest, number: int) -> dict[str, Any] | None:
    for section in who.event.tournament.setting.sections:
        latest = who.event.tournament.latest(section.id)
        if latest is not None and any(latest.moved.get(one.table, one.table) == number for one in latest.tables):
            return views.round_(who.event, latest)
    return None


@get("/t/{slug:str}/player/{player:str}", include_in_schema=False, sync_to_thread=True)
def person(request: AnyRequest, hub: Hub, actor: Actor, slug: str, player: str) -> Response[bytes]:
    """A player: his rounds; for himself also what he may do."""
    lang = spoken_to(request)
    with hub.look.begin() as connection, speaking(lang):
        who = guest(connection, actor, slug)
        known = who.event.tournament.players.get(player)
        if known is None:
            raise NotFoundException("no such player")
        mine = who.role == "player" and actor.name == player
        place, earned = views.standing_of(who.event, player)
        gaps = _gaps(who, "") | {
            "player": known,
            "section": words.game_name(who.event.tournament.setting.section(known.section).game),
            "place": place,
            "earned": earned,
            "rating": views.strength(who.event, player),
            "history": views.history(who.event, player),
            "mine": mine,
            "table": _seat(who, player) if mine else None,
            "here": known.name,
            "doubt": views.doubt(request.query_params.get("doubt", "")),
        }
    return sent(page("player", lang, **gaps), who.event.now)


def _seat(who: Guest, player: str) -> dict[str, Any] | None:
    """Where a player sits now, and what he may sign."""
    latest = who.event.tournament.latest(who.event.tournament.players[player].section)
    for seating in latest.tables if latest is not None else ():
        if player in seating.seats and latest is not None:
            shown = views.seated(who.event, latest, seating.table)
            seat = seating.seats.index(player)
            result = who.event.tournament.results.get(Place(latest.section, latest.number, seating.table))
            signed = result is not None and (seat in result.signed or result.ruled)
            return shown | {"seat": seat, "signed": signed, "hidden": views.hidden(shown)}
    return None


@get("/t/{slug:str}/news", include_in_schema=False)
async def news(hub: Hub, actor: Actor, slug: str) -> Stream:
    """Server-sent events: that something has changed; what, the page asks for itself."""

    def which() -> tuple[int, int]:
        with hub.look.begin() as connection:
            who = guest(connection, actor, slug)
            return who.event.id, 0 if who.arbiter else who.event.tournament.setting.delay

    tournament, delay = await asyncio.to_thread(which)

    async def said() -> AsyncIterator[bytes]:
        yield b"retry: 2000\n: hello\n\n"
        with hub.bus.listening(f"game.{tournament}.", f"act.{tournament}") as ear:
            while True:
                some = await ear.next(_SLOWEST if delay else _BEAT)
                yield b"data: .\n\n" if some or delay else b": still here\n\n"
                await asyncio.sleep(_TOGETHER)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return Stream(said(), media_type="text/event-stream", headers=headers)


ROUTES = (
    home, file, event, _simple("standings"), _simple("pairings"), _simple("projector"), tables, table, overlay, person,
    news, *map(_file, _HANDED),
)  # fmt: skip
