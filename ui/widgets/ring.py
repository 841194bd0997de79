"""A battle drawn: the cities in a ring, a line between every two neighbours, tokens that fly to the winners."""

from math import cos, hypot, pi, sin
from typing import Any, Final, TypeAlias

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Mesh, SmoothLine
from kivy.properties import NumericProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.battle import Battle, Spoil
from ui.fitting import largest
from ui.widgets.declared import flags, texts

_TOKEN: Final = 44
"""How wide a token is drawn, in steps of the 800 x 480 screen: its points are read from across the table."""
_LOW: Final = 24
"""How high tokens lie over the lower edge of their city's card: below them stands what it discards."""
SECONDS: Final = 1.1
"""How long the tokens fly; then all is still."""
_FLIGHT: Final = 0.62
"""The part of that time for which one token is under way; the rest staggers them."""


Point: TypeAlias = tuple[float, float]
"""Across and up: a place in the window in pixels, or a width and a height."""


class Army(BoxLayout):
    """One city in a battle; ``cheered`` once it has won something.

    ``narrow``: drawn slim, its tokens below; ``tight``: there are many.
    """

    wonder, label = texts(2)
    shields = NumericProperty(0)
    won = NumericProperty(0)
    discarded = NumericProperty(0)
    cheered, narrow, tight = flags(3)
    step = NumericProperty(theme.BODY)


class SpoilToken(AnchorLayout):
    """A military or defeat token, with its points on it."""

    value = NumericProperty(0)


class Ring(Widget):
    """The first seat is nearest to the screen, the others follow clockwise. ``flown``: 0 at rest, 1 when all is won."""

    flown = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._battle: Battle | None = None
        self._armies: list[Army] = []
        self._tokens: list[tuple[SpoilToken, Spoil]] = []
        self._arrange = Clock.create_trigger(self._place, -1)
        self.bind(pos=self._arrange, size=self._arrange, flown=lambda *_: self._fly())

    def show(self, battle: Battle, cities: list[tuple[str, str]]) -> None:
        """Draw this battle of these cities (wonder and name, in seat order); the tokens set out at once."""
        self.rest()
        self.clear_widgets()
        self._battle = battle
        won = [sum(s.value for s in battle.spoils if s.seat == seat) for seat in range(len(cities))]
        self._armies = [
            Army(wonder=wonder, label=label, shields=battle.shields[seat], won=won[seat], discarded=gone)
            for seat, ((wonder, label), gone) in enumerate(
                zip(cities, battle.discarded or (0,) * len(cities), strict=True)
            )
        ]
        self._tokens = [(SpoilToken(value=spoil.value), spoil) for spoil in battle.spoils]
        for widget in (*self._armies, *(token for token, _spoil in self._tokens)):
            self.add_widget(widget)
        self._arrange()
        if self._tokens:
            self.flown = 0.0
            Animation(flown=1.0, duration=SECONDS, step=1 / 30).start(self)

    def rest(self) -> None:
        """Stop whatever flies, where it is going to."""
        Animation.cancel_all(self)
        self.flown = 1.0

    def _place(self, _seconds: float) -> None:
        """The cities on an ellipse as large as the room allows."""
        if not self._armies:
            return
        count, narrow = len(self._armies), self.width < self.height
        width, height = (theme.dp(length) for length in _size(count, narrow=narrow))
        reach_x, reach_y = (self.width - width) / 2, (self.height - height) / 2 - theme.dp(8)
        for seat, army in enumerate(self._armies):
            angle = 2 * pi * seat / count + (pi / 2 if count == 2 else 0)
            army.size = width, height
            army.narrow, army.tight = narrow, count > 3 and not narrow
            army.center = (round(self.center_x - reach_x * sin(angle)), round(self.center_y - reach_y * cos(angle)))
        self._name_alike()
        self._draw_lines()
        self._fly()

    def _name_alike(self) -> None:
        """All names at the size at which the longest fits."""
        few = len(self._armies) <= 3 and self.width >= self.height
        step = theme.dp(theme.LARGE if few else theme.BODY)
        for army in self._armies:
            beside, below = (16, 118) if army.narrow else (60, 78)
            room = int(army.width - theme.dp(beside)), int(army.height - theme.dp(below))
            size, _fits = largest(army.label, room, int(step), int(theme.dp(theme.TINY)), bold=True)
            step = min(step, size)
        for army in self._armies:
            army.step = step * 100 / theme.dp(100)

    def _draw_lines(self) -> None:
        assert self._battle is not None
        self.canvas.before.clear()
        with self.canvas.before:
            for one, other in self._battle.pairs:
                shields = self._battle.shields
                winner, loser = (one, other) if shields[one] >= shields[other] else (other, one)
                drawn = shields[winner] == shields[loser]
                Color(*(theme.LINE if drawn else theme.ACCENT))
                start, end = (
                    _edge(self._armies[loser], self._armies[winner]),
                    _edge(self._armies[winner], self._armies[loser]),
                )
                SmoothLine(points=(*start, *end), width=theme.dp(1.2 if drawn else 2))
                (_draw_equals if drawn else _draw_arrow)(start, end)

    def _fly(self) -> None:
        """Each token where it is by now: from between the two cities to its place at the winner."""
        side, landed = theme.dp(_TOKEN), dict.fromkeys(range(len(self._armies)), 0)
        for k, (token, spoil) in enumerate(self._tokens):
            army, other = self._armies[spoil.seat], self._armies[spoil.other]
            late = (1 - _FLIGHT) * k / max(1, len(self._tokens) - 1)
            way = min(1.0, max(0.0, (self.flown - late) / _FLIGHT))
            eased = 1 - (1 - way) ** 3
            place = landed[spoil.seat]
            landed[spoil.seat] += 1
            end = army.right - theme.dp(6) - side * (0.5 + 1.02 * place), army.y + theme.dp(_LOW) + side / 2
            start = (army.center_x + other.center_x) / 2, (army.center_y + other.center_y) / 2
            token.size = side, side
            token.center = tuple(a + (b - a) * eased for a, b in zip(start, end, strict=True))
            token.opacity = min(1.0, 4 * way) if self.flown < 1 else 1.0
        for army in self._armies:
            army.cheered = army.won > 0 and self.flown >= 1


def _size(count: int, *, narrow: bool) -> Point:
    """Width and height of a city's card, so that so many leave room for the lines between them."""
    if narrow:
        return (156, 150) if count <= 3 else (114, 142)
    return (250, 160) if count == 2 else (206, 126) if count == 3 else (160, 108)


def _edge(army: Army, other: Army) -> Point:
    """Where the line to another city leaves this one."""
    across, up = other.center_x - army.center_x, other.center_y - army.center_y
    reach = min(army.width / 2 / max(1.0, abs(across)), army.height / 2 / max(1.0, abs(up)))
    return army.center_x + across * reach, army.center_y + up * reach


def _draw_arrow(start: Point, end: Point) -> None:
    """A head in the middle of the line, towards who has won."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = max(1.0, hypot(end[0] - start[0], end[1] - start[1]))
    size = min(theme.dp(14), length / 2.2) / length
    across, up = (end[0] - start[0]) * size, (end[1] - start[1]) * size
    corners = ((x + across, y + up), (x - across * 0.7 - up, y - up * 0.7 + across), (
        x - across * 0.7 + up, y - up * 0.7 - across))  # fmt: skip
    Mesh(vertices=[n for corner in corners for n in (*corner, 0, 0)], indices=[0, 1, 2], mode="triangles")


def _draw_equals(start: Point, end: Point) -> None:
    """Two bars in the middle of the line: nobody has won."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half, gap = theme.dp(8), theme.dp(4)
    Color(*theme.GROUND)
    Ellipse(pos=(x - theme.dp(13), y - theme.dp(13)), size=(theme.dp(26),) * 2)
    Color(*theme.MUTED)
    for level in (y + gap, y - gap):
        SmoothLine(points=(x - half, level, x + half, level), width=theme.dp(1.8))
