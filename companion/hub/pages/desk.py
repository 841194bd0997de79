"""The arbiter's desk: what waits, every table, one table with its evidence; everything is done by forms."""

import asyncio
import time
from typing import Any

import segno
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from markupsafe import Markup

from companion import words
from companion.board.headers import HEADERS
from companion.errors import Unusable
from companion.hub import evidence
from companion.hub.event.tournament import Place
from companion.hub.pages import doing, games, kept, views
from companion.hub.pages.drawn import page
from companion.hub.pages.who import Guest, guest, sent, spoken_to
from companion.hub.store import pictures
from companion.hub.web.access import Actor, make_token
from companion.hub.web.hub import Hub
from companion.words.language import speaking

AnyRequest = Request[Any, Any, Any]
_DAYS = 3 * 86400.0
"""Seconds that a badge is good for."""


@get("/t/{slug:str}/desk", include_in_schema=False, sync_to_thread=True)
def desk(request: AnyRequest, hub: Hub, actor: Actor, slug: FromPath[str]) -> Response[bytes]:
    """Everything at a glance."""
    lang = spoken_to(request)
    with hub.look.begin() as connection, speaking(lang):
        who = _arbiter(guest(connection, actor, slug))
        everybody = who.event.tournament.players.values()
        people = [
            {"id": one.id, "name": one.name, "section": one.section, "here": one.here, "gone": one.gone,
             "href": f"/t/{slug}/player/{one.id}"}
            for one in sorted(everybody, key=lambda one: one.name)
        ]  # fmt: skip
        gaps = _gaps(request, who) | {
            "sections": views.sections(who.event),
            "waiting": views.waiting(who.event),
            "people": people,
            "organiser": who.organiser,
            "audit": views.audit(who.event),
        }
    return sent(page("desk", lang, **gaps), who.event.now)


@get("/t/{slug:str}/desk/{section:str}/{number:int}/{table:int}", include_in_schema=False, sync_to_thread=True)
def case(  # noqa: PLR0917 - Litestar passes them by name
    request: AnyRequest,
    hub: Hub,
    actor: Actor,
    slug: FromPath[str],
    section: FromPath[str],
    number: FromPath[int],
    table: FromPath[int],
) -> Response[bytes]:
    """One table of one round: result, evidence, what was ruled; to rule, to penalise, to move."""
    lang, place = spoken_to(request), Place(section, number, table)
    with hub.look.begin() as connection, speaking(lang):
        who = _arbiter(guest(connection, actor, slug))
        if who.event.tournament.seating(place) is None:
            raise NotFoundException("no such table")
        drawn = who.event.tournament.rounds[section][number - 1]
        shown = views.seated(who.event, drawn, table)
        first = kept.played_at(who.event, place)
        owner = kept.owner(connection, who.event.id, first)
        game = kept.game(connection, who.event.id, owner, first, who.event.at) if first else None
        about = [act for act in who.event.acts if _about(act.deed, place)]
        gaps = _gaps(request, who) | {
            "table": shown | {"hidden": views.hidden(shown)},
            "game": words.game_name(who.event.tournament.setting.section(section).game),
            "waiting": [one for one in views.waiting(who.event) if one.get("place") == place],
            "rulings": [views.acted(who.event, act) for act in reversed(about)],
            "evidence": games.evidence(game) if game is not None else [],
            "pictures": pictures.there(
                connection, who.event.id, evidence.named(game.events) if game is not None else ()
            ),
            "picture": f"/t/{slug}/picture",
            "asked": place in who.event.tournament.pictures,
        }
    return sent(page("case", lang, **gaps), who.event.now)


@get("/t/{slug:str}/picture/{name:str}", include_in_schema=False, sync_to_thread=True)
def picture(hub: Hub, actor: Actor, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """What a camera saw, by its SHA-256."""
    with hub.look.begin() as connection:
        who = _arbiter(guest(connection, actor, slug))
        found = pictures.read(connection, who.event.id, name)
    if found is None:
        raise NotFoundException("no such picture")
    return Response(found, media_type="image/jpeg", headers={**HEADERS, "cache-control": "private, max-age=3600"})


def _about(deed: Any, place: Place) -> bool:
    return tuple(getattr(deed, name, None) for name in ("section", "round", "table")) == place


@get("/t/{slug:str}/badges", include_in_schema=False, sync_to_thread=True)
def badges(request: AnyRequest, hub: Hub, actor: Actor, slug: FromPath[str]) -> Response[bytes]:
    """A badge a player, to print: its code is his own link, with which he checks in, signs and calls."""
    lang, people = spoken_to(request), []
    with hub.store.begin() as connection, speaking(lang):
        who = _arbiter(guest(connection, actor, slug))
        actor.must("organiser", who.event.id)
        for one in sorted(who.event.tournament.players.values(), key=lambda one: one.name):
            token = make_token(connection, "player", one.id, tournament=who.event.id, seconds=_DAYS)
            code = segno.make(f"{hub.wish.public}/enter/{token}", error="m").svg_inline(omitsize=True)
            game = who.event.tournament.setting.section(one.section).game
            people.append(
                {"code": Markup(code), "name": one.name, "club": one.club, "section": words.game_name(game)}  # noqa: S704 - drawn by segno
            )
    return sent(page("badges", lang, people=people, news=""), time.time())


@post("/t/{slug:str}/do", include_in_schema=False)
async def do(request: AnyRequest, hub: Hub, actor: Actor, slug: FromPath[str]) -> Response[bytes]:
    """Do what a form says, then back to where it came from."""
    form = await request.form()
    asked = {name: form.getall(name) for name in form}
    tournament, doubt = await asyncio.to_thread(doing.do, hub, actor, slug, asked)
    if tournament and not doubt:
        hub.bus.say(f"act.{tournament}")
    return _back(request, slug, doubt)


@post("/t", include_in_schema=False)
async def create(request: AnyRequest, hub: Hub, actor: Actor) -> Response[bytes]:
    """A new event out of its plan."""
    actor.must("organiser", None)
    form = await request.form()
    try:
        slug = await asyncio.to_thread(doing.create, hub, actor, str(form.get("slug", "")), str(form.get("plan", "")))
    except Unusable as error:
        return Response(str(error).encode(), status_code=400, media_type="text/plain; charset=utf-8")
    return Response(b"", status_code=303, headers={"location": f"/t/{slug}/desk"})


def _back(request: AnyRequest, slug: str, doubt: str) -> Response[bytes]:
    """To the page that the form stood on: one of this event's."""
    path = "/" + request.headers.get("referer", "").partition("://")[2].partition("/")[2].partition("?")[0]
    where = path if path.startswith(f"/t/{slug}/") else f"/t/{slug}/standings"
    return Response(b"", status_code=303, headers={"location": where + (f"?doubt={doubt}" if doubt else "")})


def _arbiter(who: Guest) -> Guest:
    who.actor.must("arbiter", who.event.id)
    return who


def _gaps(request: AnyRequest, who: Guest) -> dict[str, Any]:
    tabs = views.tabs(who.event, arbiter=True)
    doubt = views.doubt(request.query_params.get("doubt", ""))
    return views.base(who.event) | {"tabs": tabs, "at": "desk", "here": tabs[-1][2], "doubt": doubt}


ROUTES = (desk, case, picture, badges, do, create)
