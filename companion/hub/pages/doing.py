"""What a form says, done: read into a deed, asked whether it may be, written down. One at a time in each event."""

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import GAMES
from companion.hub.event import roster, setting
from companion.hub.event.acts import CheckedIn, Deed, Opened, RoundBegun
from companion.hub.event.doubts import doubts
from companion.hub.event.draw import draw
from companion.hub.event.tournament import Tournament
from companion.hub.pages import kept
from companion.hub.pages.who import Guest, guest
from companion.hub.store import acts
from companion.hub.store.tournaments import open_tournament
from companion.hub.web.access import Actor
from companion.hub.web.hub import Hub

Asked = Mapping[str, Sequence[str]]
_ORGANISERS: Final = ("draw", "import")
"""What is worked out before it is known whether it may be: nobody else has it worked out."""
_TRIES: Final = 3
"""So often something is tried that somebody else was quicker than."""
_LISTS: Final = {"score": "scores", "place": "places"}


def do(hub: Hub, actor: Actor, slug: str, asked: Asked) -> tuple[int, str]:
    """Do it; returns the event's number and why it was not done (a code, empty: it was)."""
    for _try in range(_TRIES):
        with contextlib.suppress(acts.OvertakenError):
            return _do(hub, actor, slug, asked)
    return 0, "overtaken"


def _do(hub: Hub, actor: Actor, slug: str, asked: Asked) -> tuple[int, str]:
    """The same, unless somebody does something else meanwhile. Raises ``acts.OvertakenError``.

    A drawing takes seconds: it is worked out while others write.
    """
    with hub.look.begin() as connection:
        who = guest(connection, actor, slug)
        # Not what the public sees: what a deed rests on must be the latest.
        whole = kept.event(connection, slug, public=False)
    assert whole is not None
    who = Guest(actor, whole)
    try:
        deeds = [_allowed(whole.tournament, who, deed) for deed in _deeds(who, asked)]
    except _DoubtError as error:
        return 0, error.code
    with hub.store.begin() as connection:
        for after, deed in enumerate(deeds, whole.last):
            acts.add(connection, whole.id, deed, by=actor.name, role=who.role, at=time.time(), after=after)
    return whole.id, ""


def _allowed(tournament: Tournament, who: Guest, deed: Deed | str) -> Deed:
    """A deed that may be done. Raises ``_DoubtError``: then nothing of the form is done."""
    doubt = deed if isinstance(deed, str) else doubts(tournament, who.actor.name, who.role, deed)
    if isinstance(deed, str) or doubt:
        raise _DoubtError(doubt)
    return deed


class _DoubtError(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def _deeds(who: Guest, asked: Asked) -> Iterator[Deed | str]:
    """What a form stands for; a string: why it stands for nothing."""
    kind, tournament = _one(asked, "kind"), who.event.tournament
    if kind in _ORGANISERS and not who.organiser:
        yield "not_yours"
    elif kind == "draw":
        section = _one(asked, "section")
        taken = _taken(who, section)
        most = len(tournament.players) + len(taken)
        yield draw(tournament, section, [number for number in range(1, most + 1) if number not in taken])
    elif kind == "begin":
        minutes = _one(asked, "minutes")
        number = int(_one(asked, "round") or 0)
        ends = time.time() + 60 * min(600, int(minutes) if minutes.isdecimal() else 45)
        yield RoundBegun(_one(asked, "section"), number, ends)
    elif kind == "import":
        yield from _imported(who, _one(asked, "csv"))
    elif kind == "all_here":
        yield from (CheckedIn(one.id) for one in tournament.players.values() if not one.here and not one.gone)
    else:
        yield _read(asked)


def _imported(who: Guest, text: str) -> Iterator[Deed | str]:
    try:
        yield from roster.read(text.encode(), [one.id for one in who.event.tournament.setting.sections])
    except Unusable:
        yield "unreadable"


def _taken(who: Guest, section: str) -> set[int]:
    """Tables at which other sections play their round."""
    found = set()
    for other in who.event.tournament.setting.sections:
        latest = who.event.tournament.latest(other.id)
        if other.id != section and latest is not None:
            found |= {latest.moved.get(one.table, one.table) for one in latest.tables}
    return found


def _one(asked: Asked, name: str) -> str:
    return next(iter(asked.get(name, ())), "")


def _read(asked: Asked) -> Deed | str:
    """A deed whose fields the form has; a result's points and places one by one."""
    said: dict[str, Any] = {name: values[0] for name, values in asked.items() if name not in _LISTS and values}
    for name, field in _LISTS.items():
        given = [value for value in asked.get(name, ()) if value.strip()]
        if given:
            said[field] = given
    said["type"] = said.pop("kind", "")
    try:
        found: Deed = msgspec.convert(said, Deed, strict=False)
    except msgspec.ValidationError:
        return "unreadable"
    return found


def create(hub: Hub, actor: Actor, slug: str, plan: str) -> str:
    """A new event; returns its name in addresses. Raises ``Unusable``: what is wrong with the plan."""
    found = setting.read(plan.encode())
    for section in found.sections:
        if section.game not in GAMES:
            raise Unusable(f"{section.id}: game {section.game!r} is not known; one of {', '.join(GAMES)}")
    now = time.time()
    with hub.store.begin() as connection:
        tournament = open_tournament(connection, slug, found.name, msgspec.to_builtins(found))
        opened = Opened(msgspec.Raw(msgspec.json.encode(found)))
        acts.add(connection, tournament, opened, by=actor.name, role="organiser", at=now, after=0)
    return slug
