"""The camera and the box: what is seen, what is known of a box, and teaching it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.api.protocol import Ask, Box, Enrolling, FaceGroup, Preview, View
from companion.enrolment.checklist import faces_of
from companion.games.vocabulary import line
from tests.ui.gallery.stage import ANSWERS
from tests.ui.gallery.visitor import Stop, Visitor
from tests.ui.previews import kept

_PARTLY = {"Cards": 14, "Backs": 7, "Progress tokens": 14, "Tokens": 2, "Wonder stages": 38}
"""How many of each group are enrolled."""
_REFLECTION = line("reflection", share="12%")
_TWICE = line("there_already", piece="architects/stage/halicarnassus_3/building")
_CLAY: dict[str, Any] = {"game": "architects", "face": "architects/clay", "size": (55.0, 80.0), "have": 1, "of": 110}
_STAGE: dict[str, Any] = {**_CLAY, "face": "architects/stage/halicarnassus_3/built", "size": None, "have": 63}


def _box(_ask: Ask, view: View) -> Box:
    """A box that is half known; our own cards while no game is set up."""
    groups = []
    for name, enrolled in _PARTLY.items():
        faces = [item.face for item in faces_of("architects") if item.group == name]
        known = len(faces) if view.table is None else enrolled
        groups.append(FaceGroup(name, known, tuple(faces[known:])))
    return Box("" if view.table is None else "/home/anna/boxes/mine", "architects", tuple(groups))


ANSWERS["box"] = _box


def _camera(visitor: Visitor, *previews: Callable[[], Preview]) -> None:
    visitor.pilot.shell.go("camera")
    for made in previews:
        preview = made()
        visitor.say(preview)
        visitor.pilot.until(partial(_shown, visitor, preview))


def _shown(visitor: Visitor, preview: Preview) -> bool:
    """Whether it is; on a busy machine it is too old before anybody looks, and a camera sends one after the other."""
    if visitor.page._preview is None:
        visitor.say(preview)
    return bool(visitor.page._preview == preview)


def _whole() -> Preview:
    return kept("whole")


def _bare() -> Preview:
    return kept("whole", pieces=(), zones={})


def _lacking() -> Preview:
    zones = ("seat/1/city", "holder/1", "central/deck")
    return kept("whole", lacking=zones, missing=(2, 0), troubles=("too_dark", "blurred"))


def _unsure() -> Preview:
    doubts = {"architects/coin": 0.71, "architects/stone": 0.0}
    near = kept("near")
    pieces = (replace(piece, probability=doubts.get(piece.face, piece.probability)) for piece in near.pieces)
    return replace(near, pieces=tuple(piece if piece.probability else replace(piece, face="") for piece in pieces))


def _piece(visitor: Visitor) -> None:
    _camera(visitor, _unsure)
    visitor.page.near = 1
    coin = next(piece for piece in kept("near").pieces if piece.face == "architects/coin")
    lens = visitor.page.ids.lens
    corners = [lens.at(corner) for corner in coin.quad]
    visitor.pilot.touch(*lens.to_window(sum(x for x, _y in corners) / 4, sum(y for _x, y in corners) / 4))


def _open(page: str, visitor: Visitor) -> None:
    visitor.pilot.shell.go(page)
    visitor.on(page)


def _group(visitor: Visitor) -> None:
    _open("box", visitor)
    visitor.press("Wonder stages")


def _teach(now: Enrolling, visitor: Visitor) -> None:
    _open("enrolment", visitor)
    visitor.say(now)
    visitor.pilot.until(lambda: visitor.page._now == now)
    if now.phase in ("lay", "doubt", "taken"):
        lens = visitor.page._work.ids.lens
        preview = kept("near", pieces=(), zones={}, mats={})
        visitor.say(preview)
        visitor.pilot.until(lambda: lens._preview == preview)


STOPS = (
    Stop("camera-none", "architects-3", _camera),
    Stop("camera-before", "nothing", lambda visitor: _camera(visitor, _bare)),
    Stop("camera", "architects-3", lambda visitor: _camera(visitor, _whole)),
    Stop("camera-lacking", "architects-3", lambda visitor: _camera(visitor, _lacking)),
    Stop("camera-piece", "architects-3", _piece),
    Stop("box-practice", "nothing", partial(_open, "box")),
    Stop("box", "architects-3", partial(_open, "box")),
    Stop("box-group", "architects-3", _group),
    Stop("enrolment-absent", "nothing", partial(_teach, Enrolling("absent"))),
    Stop("enrolment-begin", "nothing", partial(_teach, Enrolling("begin"))),
    Stop("enrolment-lay", "architects-3", partial(_teach, Enrolling("lay", **_CLAY))),
    Stop("enrolment-taken", "architects-3", partial(_teach, Enrolling("taken", **_STAGE))),
    Stop("enrolment-doubt", "architects-3", partial(_teach, Enrolling("doubt", **_STAGE, doubts=(_REFLECTION,)))),
    Stop("enrolment-twice", "architects-3", partial(_teach, Enrolling("doubt", **_STAGE, doubts=(_TWICE,)))),
    Stop("enrolment-learning", "architects-3", partial(_teach, Enrolling("learning", share=0.4))),
    Stop("enrolment-done", "architects-3", partial(_teach, Enrolling("done", have=63, of=110))),
    Stop("health", "unwell", partial(_open, "health")),
)
