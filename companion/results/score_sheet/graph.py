"""How the game went: a line a player over the game's time, battles and ages across it, stages on the lines."""

from typing import Final

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from companion import words
from companion.paper.document import BOLD, REGULAR
from companion.results.score_sheet import style
from companion.results.score_sheet.said import Said
from companion.results.timeline import Mark, Timeline
from companion.words.language import _, plural

_LEFT: Final = 9 * mm
_RIGHT: Final = 38 * mm
"""Where the players' names stand, at the ends of their lines."""
_LOWEST: Final = 65 * mm
_HIGHEST: Final = 110 * mm
_TOP: Final = 9 * mm
_BOTTOM: Final = 9 * mm
_LABEL: Final = 8.0
_APART: Final = 3.9 * mm
_ROMAN: Final = ("", "I", "II", "III")
_STEPS: Final = (1, 2, 5, 10, 15, 20, 30, 60, 120, 240)


class Graph(Flowable):  # type: ignore[misc]  # reportlab has no annotations
    """A graph as high as the page lets it be, ``below`` (points) left for what follows."""

    def __init__(self, said: Said, went: Timeline, below: float) -> None:
        super().__init__()
        self.width, self.height = style.WIDTH, _LOWEST
        self._below = below
        self._said, self._went = said, went
        totals = [total for point in went.points for total in point.totals]
        self._low, self._high = min(0, *totals), max(10, *totals)
        self._end = max(went.points[-1].at, *(mark.at for mark in went.marks), 1.0)

    def wrap(self, _width: float, height: float) -> tuple[float, float]:
        """As high as there is room for, within reason."""
        self.height = min(_HIGHEST, max(_LOWEST, height - self._below))
        return self.width, self.height

    def draw(self) -> None:
        """Paint it: what is behind first."""
        canvas: Canvas = self.canv
        self._grid(canvas)
        for mark in self._went.marks:
            if mark.kind != "built":
                self._across(canvas, mark)
        seats = range(len(self._said.names))
        for seat in seats:
            self._line(canvas, seat)
        for mark in self._went.marks:
            if mark.seat is not None and mark.seat in seats:
                self._stage(canvas, mark, mark.seat)
        self._names(canvas)

    def _x(self, at: float) -> float:
        return float(_LEFT + at / self._end * (style.WIDTH - _LEFT - _RIGHT))

    def _y(self, points: float) -> float:
        share = (points - self._low) / (self._high - self._low)
        return float(_BOTTOM + share * (self.height - _BOTTOM - _TOP))

    def _grid(self, canvas: Canvas) -> None:
        canvas.setFont(REGULAR, _LABEL)
        canvas.setFillColor(style.MUTED)
        canvas.setLineWidth(0.4)
        step = _step(self._high - self._low, 8)
        for points in range(self._low // step * step, self._high + 1, step):
            if points >= self._low:
                canvas.setStrokeColor(style.MUTED if points == 0 else style.LINE)
                canvas.line(_LEFT, self._y(points), self.width - _RIGHT, self._y(points))
                canvas.drawRightString(_LEFT - 2 * mm, self._y(points) - 0.35 * _LABEL, words.signed(points))
        whole = self._end / 60 if self._went.timed else self._end
        step = _step(whole, 10)
        for time in range(0, int(whole) + 1, step):
            x = self._x(time * 60 if self._went.timed else time)
            canvas.setStrokeColor(style.MUTED)
            canvas.line(x, _BOTTOM - 1 * mm, x, _BOTTOM)
            canvas.drawCentredString(x, _BOTTOM - 4.2 * mm, str(time))
        unit = _("minutes") if self._went.timed else _("moves")
        canvas.drawString(self.width - _RIGHT + 5 * mm, _BOTTOM - 4.2 * mm, unit)

    def _across(self, canvas: Canvas, mark: Mark) -> None:
        x = self._x(mark.at)
        top = self.height - _TOP
        canvas.setStrokeColor(style.MUTED)
        canvas.setFillColor(style.MUTED)
        canvas.setLineWidth(0.6)
        canvas.setDash(1.5, 1.5)
        canvas.line(x, _BOTTOM, x, top + 2 * mm)
        canvas.setDash()
        canvas.setFont(BOLD, _LABEL)
        said = _ROMAN[mark.number] if mark.kind == "age" else f"⚔ {mark.number}"
        canvas.drawCentredString(x, top + 3.2 * mm, said)

    def _line(self, canvas: Canvas, seat: int) -> None:
        ink = style.INKS[seat]
        canvas.setStrokeColor(ink.colour)
        canvas.setLineWidth(1.6 if seat in self._said.winners else 1.1)
        canvas.setDash(*([list(ink.dash)] if ink.dash else []))
        canvas.setLineJoin(1)
        path = canvas.beginPath()
        before = self._went.points[0].totals[seat]
        path.moveTo(self._x(0.0), self._y(before))
        for point in self._went.points[1:]:
            # Points come at a moment, not little by little.
            path.lineTo(self._x(point.at), self._y(before))
            before = point.totals[seat]
            path.lineTo(self._x(point.at), self._y(before))
        path.lineTo(self._x(self._end), self._y(before))
        canvas.drawPath(path, stroke=1, fill=0)
        canvas.setDash()

    def _stage(self, canvas: Canvas, mark: Mark, seat: int) -> None:
        totals = next(point.totals for point in reversed(self._went.points) if point.at <= mark.at)
        x, y, half = self._x(mark.at), self._y(totals[seat]), 1.25 * mm
        path = canvas.beginPath()
        path.moveTo(x - half, y - 0.8 * half)
        path.lineTo(x + half, y - 0.8 * half)
        path.lineTo(x, y + 1.2 * half)
        path.close()
        canvas.setFillColor(style.INKS[seat].colour)
        canvas.setStrokeColor(style.PAPER)
        canvas.setLineWidth(0.5)
        canvas.drawPath(path, stroke=1, fill=1)

    def _names(self, canvas: Canvas) -> None:
        """At the end of each line whose it is, moved apart where lines end close together."""
        finals = self._went.points[-1].totals
        order = sorted(range(len(finals)), key=lambda seat: finals[seat])
        places = _apart([self._y(finals[seat]) for seat in order], _BOTTOM, self.height - _TOP)
        for seat, y in zip(order, places, strict=True):
            ink, x = style.INKS[seat], self.width - _RIGHT
            canvas.setStrokeColor(ink.colour)
            canvas.setLineWidth(1.1)
            canvas.setDash(*([list(ink.dash)] if ink.dash else []))
            canvas.line(x + 1 * mm, self._y(finals[seat]), x + 3.5 * mm, y)
            canvas.line(x + 3.5 * mm, y, x + 8 * mm, y)
            canvas.setDash()
            canvas.setFillColor(ink.colour)
            font = BOLD if seat in self._said.winners else REGULAR
            canvas.setFont(font, _LABEL)
            name = f"{words.signed(finals[seat])}  {self._said.names[seat]}"
            canvas.drawString(x + 9 * mm, y - 0.35 * _LABEL, _shortened(canvas, name, font))


def legend(went: Timeline) -> str:
    """What the marks mean, those that are there."""
    kinds = {mark.kind: mark for mark in went.marks}
    battles = sum(mark.kind == "battle" for mark in went.marks)
    said = {
        "age": _("I, II, III: an age begins"),
        "battle": "⚔ " + plural("{n} battle", "{n} battles", battles),
        "built": "▲ " + _("a stage or wonder is built"),
    }
    return " · ".join(said[kind] for kind in ("age", "battle", "built") if kind in kinds)


def _step(whole: float, most: int) -> int:
    """The smallest round step that needs no more than so many of it."""
    return next((step for step in _STEPS if whole / step <= most), _STEPS[-1])


def _apart(wanted: list[float], low: float, high: float) -> list[float]:
    """Places as near as may be to the wanted ones (ascending), each at least ``_APART`` above the one before."""
    places: list[float] = []
    for want in wanted:
        places.append(max(want, places[-1] + _APART if places else low))
    ceiling = high
    for k in reversed(range(len(places))):
        places[k] = min(places[k], ceiling)
        ceiling = places[k] - _APART
    return places


def _shortened(canvas: Canvas, words: str, font: str) -> str:
    room = _RIGHT - 9 * mm
    if canvas.stringWidth(words, font, _LABEL) <= room:
        return words
    while words and canvas.stringWidth(words + "…", font, _LABEL) > room:
        words = words[:-1]
    return words.rstrip() + "…"
