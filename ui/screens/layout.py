"""An open table as the camera proposes it, over its picture: "Looks right" takes it, a wrong border is dragged."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kivy.properties import ObjectProperty, StringProperty

from companion.api.protocol import Answer, Preview, Proposed, View
from companion.games.vocabulary import Line, to_be_tapped
from companion.words.language import N_, _, say
from companion.words.places import of_table
from companion.words.refusals import refusal
from ui.any_game.setup import Setup
from ui.page import Page
from ui.widgets.declared import flags
from ui.widgets.lens import Point

if TYPE_CHECKING:
    from companion.games.layout import Layout

_DRAGGED: Final = "/city"
"""How the places are called whose borders can be dragged: they stand out."""
_GRIP: Final = 0.3
"""Share of a region's side within which a finger takes hold of the border there, and not of the other one."""
_DOUBTS: Final = {
    "wonder_unseen": N_("Is it {wonder}? If not, go back, choose the wonders and read again."),
    "deck_unseen": N_("Where does the deck of {wonder} lie? Tap on it in the picture."),
    "deck_unsure": N_("Which is the deck of {wonder}? Tap on it in the picture."),
    "where_lies": N_("{place}: where does it lie? Tap on it in the picture."),
    "no_room": N_("No room is seen for the city of {wonder}."),
    "middle_unseen": N_("Not all that lies in the middle is seen."),
    "between_unseen": N_("Not all that lies between the players is seen."),
    "players_unseen": N_("Of {players} players {seen} are seen. Lay everything out, with more light, and read again."),
    "structure_unseen": N_("Lay the next age out and read again, or lay it where the screen shows its cards."),
}
"""By the code of a proposal's doubt."""


class LayoutPage(Page):
    """Asks for the table to be read as it opens. ``waiting``: it is being read; ``found``: there is a proposal."""

    setup = ObjectProperty(None, allownone=True)
    waiting, found = flags(2)
    told = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._proposed: Proposed | None = None
        self._layout: Layout | None = None
        self._outlines: dict[str, tuple[Point, ...]] = {}
        self._held: tuple[str, str, Point] | None = None
        self._lies: dict[str, Point] = {}
        lens: Any = self.ids.lens
        lens.bind(on_touch_down=self._hold, on_touch_move=self._drag, on_touch_up=self._release)

    def open(self, *_: Any, setup: Setup | None = None, **_about: Any) -> None:
        """Of the set-up in the making; the table is read at once."""
        self.setup = setup
        self.read_again()

    def show(self, view: View) -> None:
        """Nothing of the view is drawn here."""

    def read_again(self) -> None:
        """Have the table read: something may lie elsewhere by now."""
        if not self.waiting:
            self._lies = {}
            self._read()

    def _read(self) -> None:
        """With what people have tapped on, since the camera did not see it."""
        if self.setup is None or self.waiting:
            return
        self.waiting, self.found = True, False
        self.told = _("The camera reads the table. Keep your hands off it.")
        self.shell.ask("table", self.setup.told() | ({"lies": self._lies} if self._lies else {}), self._answered)

    def accept(self) -> None:
        """Everybody sits as the camera says, and the table lies so."""
        setup, proposed, layout = self.setup, self._proposed, self._layout
        if setup is None or proposed is None or layout is None:
            return
        setup.own(proposed.setup)
        setup.progress[:] = proposed.setup.get("progress", ())
        setup.laid = layout, setup.owned()
        self.back()

    # What the camera proposes

    def _answered(self, answer: Answer) -> None:
        self.waiting = False
        if not isinstance(answer.body, Proposed):
            self.told = refusal(answer.error, answer.why)
            return
        self._proposed, self._layout, self._outlines = answer.body, answer.body.layout, dict(answer.body.outlines)
        self.found = True
        # One tap is asked for at a time, so that nobody wonders which one it is.
        later = to_be_tapped(answer.body.doubts)[1:]
        now = (doubt for doubt in answer.body.doubts if not {*to_be_tapped((doubt,))} & {*later})
        doubts = dict.fromkeys(map(self._said, now))
        self.ids.lens.captions = self._captions()
        self.told = "\n".join(doubts) or _("Is every city's border right? Drag one that is not.")
        self._draw()

    def _said(self, doubt: Line) -> str:
        """What a person should look at, in words."""
        assert self.setup is not None
        assert self._proposed is not None
        seat = doubt.params.get("seat")
        wonder = self.setup.whose(self._proposed.setup, seat) if isinstance(seat, int) else ""
        place = of_table(str(doubt.params.get("place", "")), self.setup.game)
        told = doubt.params | {"wonder": wonder, "place": place}
        return say(_DOUBTS.get(doubt.code, _DOUBTS["middle_unseen"])).format(**told)

    def _captions(self) -> dict[int, str]:
        """Whose each city is, by its seat."""
        assert self.setup is not None
        assert self._proposed is not None
        return {seat: self.setup.whose(self._proposed.setup, seat) for seat in _cities(self._outlines)}

    def _draw(self) -> None:
        proposed = self._proposed
        if proposed is None:
            return
        lens: Any = self.ids.lens
        scale = _PICTURE / proposed.width
        zones = {name: tuple((x * scale, y * scale) for x, y in corners) for name, corners in self._outlines.items()}
        size = _PICTURE, round(proposed.height * scale)
        cities = {seat: zones[name] for seat, name in _cities(zones).items()}
        lens.take(Preview(proposed.picture, *size, (), zones, (), cities))

    # A border is dragged

    def _hold(self, _lens: Any, touch: Any) -> bool:
        point = self._on_table(touch.pos)
        asked = to_be_tapped(self._proposed.doubts) if self._proposed is not None and self.found else ()
        if asked and point is not None and self.ids.lens.collide_point(*touch.pos):
            self._lies = self._lies | {asked[0]: point}
            self._read()
            return True
        for name in self._outlines if point is not None else ():
            if not name.endswith(_DRAGGED):
                continue
            assert point is not None
            along, down = _within(self._outlines[name], point)
            if 0 <= along <= 1 and 0 <= down <= 1:
                near = {"left": along, "right": 1 - along, "top": down, "bottom": 1 - down}
                side = min(near, key=lambda each: near[each])
                self._held = (name, side, point) if near[side] < _GRIP else None
                return self._held is not None
        return False

    def _drag(self, _lens: Any, touch: Any) -> bool:
        """The border follows the finger."""
        point = self._on_table(touch.pos)
        if self._held is None or point is None or self._layout is None:
            return False
        name, side, last = self._held
        corners = self._outlines[name]
        way = _OUTWARDS[side]
        edge = _unit(corners[0], corners[1]), _unit(corners[0], corners[3])
        by = sum((point[k] - last[k]) * (way[0] * edge[0][k] + way[1] * edge[1][k]) for k in (0, 1))
        self._layout = self._layout.redrawn(name, **{side: by})
        self._outlines[name] = tuple(
            (x + by * (way[0] * edge[0][0] + way[1] * edge[1][0]), y + by * (way[0] * edge[0][1] + way[1] * edge[1][1]))
            if k in _CORNERS[side]
            else (x, y)
            for k, (x, y) in enumerate(corners)
        )
        self._held = name, side, point
        self._draw()
        return True

    def _release(self, _lens: Any, _touch: Any) -> bool:
        self._held = None
        return False

    def _on_table(self, pos: Point) -> Point | None:
        """A point of the window in mm on the table; None: there is no picture."""
        lens: Any = self.ids.lens
        if self._proposed is None or lens.texture is None:
            return None
        left, bottom, wide, high = lens.box()
        return (
            (pos[0] - left) / wide * self._proposed.width,
            (bottom + high - pos[1]) / high * self._proposed.height,
        )


_PICTURE = 640
"""Pixels of the picture's width, as ``vision.process.preview`` sends it at most."""
_OUTWARDS = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_CORNERS = {"left": (0, 3), "right": (1, 2), "top": (0, 1), "bottom": (2, 3)}


def _cities(places: Iterable[str]) -> dict[int, str]:
    """The places of cities among these (``seat/2/city``), by their seats."""
    return {int(name.split("/")[1]): name for name in places if name.endswith(_DRAGGED)}


def _unit(one: Point, other: Point) -> Point:
    length = math.dist(one, other) or 1.0
    return (other[0] - one[0]) / length, (other[1] - one[1]) / length


def _within(corners: tuple[Point, ...], point: Point) -> Point:
    """Where a point lies in a rectangle, as shares of its sides from its top left."""
    found = []
    for other in (corners[1], corners[3]):
        length = math.dist(corners[0], other) or 1.0
        unit = _unit(corners[0], other)
        found.append(((point[0] - corners[0][0]) * unit[0] + (point[1] - corners[0][1]) * unit[1]) / length)
    return found[0], found[1]
