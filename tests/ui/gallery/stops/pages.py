"""What happened and what came of it: battles, log, sheet, past games, results, chances, phones."""

from collections.abc import Callable
from functools import partial

from companion.api.protocol import View
from tests.ui.gallery.plots import FIGHTS
from tests.ui.gallery.visitor import Stop, Visitor


def _fight(fight: Callable[[], tuple[View, View]], visitor: Visitor) -> None:
    visitor.on("table")
    visitor.say(fight()[1])
    visitor.on("battle")
    visitor.page.ids.stage.children[0].rest()
    visitor.page.rest()
    visitor.page.left = 0.8


def _log(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("log", to="log")


def _event(visitor: Visitor) -> None:
    from ui.screens.log import LogRow  # noqa: PLC0415 - opens the window

    _log(visitor)
    visitor.tap(next(row for row in visitor.pilot.taps() if isinstance(row, LogRow) and row.number))
    visitor.on("event")


def _differing(nth: int, visitor: Visitor) -> None:
    """The row of one difference among what is to be mended."""
    from ui.screens.health import DifferenceRow  # noqa: PLC0415 - opens the window

    visitor.pilot.shell.go("health")
    visitor.on("health")
    rows = [row for row in visitor.pilot.taps() if isinstance(row, DifferenceRow)]
    visitor.tap(sorted(rows, key=lambda row: -row.y)[nth])
    visitor.on("difference")


def _question(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("question", to="question")


def _sheet(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("laurel", to="sheet")
    visitor.page.ids.cheer.rest()


def _points(category: str, visitor: Visitor) -> None:
    _sheet(visitor)
    visitor.page.ids.lanes.children[-1].dispatch("on_release")
    visitor.on("points")
    visitor.page.choose(category)


def _result_page(form: str, visitor: Visitor) -> None:
    _sheet(visitor)
    visitor.press("share", to="result")
    visitor.pilot.until(lambda: visitor.page.address)
    visitor.pilot.press(form)


def _history(visitor: Visitor) -> None:
    visitor.press("Past games", to="history")


def _statistics(side: str, visitor: Visitor) -> None:
    visitor.press("Statistics", to="statistics")
    visitor.press(side)


def _chances(visitor: Visitor) -> None:
    _sheet(visitor)
    visitor.press("graph", to="chances")


def _phones(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("menu", to="home")
    visitor.press("Phones", to="phones")


def _pair(visitor: Visitor) -> None:
    _phones(visitor)
    visitor.pilot.press("Anna")


_SHEETS = {
    "architects-3": "architects-3-end",
    "architects-7": "architects-end",
    "seven_wonders-2": "seven_wonders-2-end",
    "seven_wonders-7": "seven_wonders-7-end",
    "duel": "duel-end",
    "shared": "architects-shared",
    "tied": "duel-tied",
    "so-far": "duel",
}
"""The sheets to look at, and the scene in which each is."""
_LOGS = {"": "log-architects", "-seven_wonders": "log-seven_wonders", "-duel": "log-duel"}
"""The same of the log, by what their pictures' names end in."""

STOPS = (
    *(Stop(name, name, partial(_fight, fight)) for name, fight in FIGHTS.items()),
    *(Stop(f"log{name}", scene, _log) for name, scene in _LOGS.items()),
    *(Stop(f"event{name}", scene, _event) for name, scene in _LOGS.items()),
    Stop("difference", "unwell", partial(_differing, 0)),
    Stop("difference-table", "unwell", partial(_differing, 1)),
    Stop("question", "asked", _question),
    Stop("question-duel", "asked-duel", _question),
    Stop("question-paid", "asked-how-paid", _question),
    *(Stop(f"sheet-{name}", scene, _sheet) for name, scene in _SHEETS.items()),
    Stop("points-architects", "architects-end", partial(_points, "progress")),
    Stop("points-seven_wonders", "seven_wonders-7-end", partial(_points, "civilian")),
    Stop("points-duel", "duel-end", partial(_points, "civilian")),
    Stop("result-bgstats", "seven_wonders-7-end", partial(_result_page, "BG Stats")),
    Stop("result-pdf", "duel-end", partial(_result_page, "PDF")),
    Stop("history", "nothing", _history),
    Stop("statistics-players", "nothing", partial(_statistics, "Players")),
    Stop("statistics-wonders", "nothing", partial(_statistics, "Wonders")),
    Stop("statistics-points", "nothing", partial(_statistics, "Points")),
    Stop("chances", "chances", _chances),
    Stop("chances-duel", "chances-duel", _chances),
    Stop("phones", "served", _phones),
    Stop("phones-pairing", "served", _pair),
    Stop("phones-none", "duel", _phones),
)
