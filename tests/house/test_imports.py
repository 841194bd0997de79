"""The import rules of the design: data flows one way round the loop, and nothing reaches back."""

import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT, dotted, imports, modules

LEAVES = (
    "companion.errors",
    "companion.durable",
    "companion.heartbeat",
    "companion.link",
    "companion.part",
    "companion.photographs",
)
"""Modules that import nothing of ours but each other and that every room may use."""
CLIENT = (
    "companion.api.protocol",
    "companion.api.client",
    "companion.api.tones",
    "companion.games.tables",
    "companion.words",
    "companion.looks",
)
EVERYTHING = ("companion", "vision", "hw", "ui")
GAME = ("companion.games.architects", "companion.games.duel", "companion.games.seven_wonders")
VISION = ("vision.sighting", "vision.troubles", "vision.geometry")
WATCHED = (
    "companion.games.catalogue",
    "companion.games.dealing",
    "companion.games.frames",
    "companion.games.layout",
    "companion.games.mats",
    "companion.games.open_table",
    "companion.games.vocabulary",
    "companion.games.watched",
)
"""What is asked of a game that a camera can watch."""
ASKED = ("companion.games.catalogue", "companion.games.tables", "companion.games.vocabulary")
"""What is asked of any game: its facets, its public table, its rules."""

OURS: dict[str, tuple[str, ...]] = {
    "companion.errors": (),
    "companion.durable": (),
    "companion.heartbeat": (),
    "companion.link": (),
    "companion.part": (),
    "companion.photographs": (),
    "companion.games": (),
    "companion.games.mats": ("vision.sighting",),
    "companion.games.layout": ("companion.games.mats", "vision.sighting"),
    "companion.games.frames": ("companion.games.layout", "companion.games.mats", "vision.sighting"),
    "companion.games.open_table": ("companion.games", "vision.sighting"),
    "companion.games.dealing": ("companion.games", "vision.sighting"),
    **{f"{game}.rules": ("companion.games",) for game in GAME},
    **dict.fromkeys(
        GAME,
        ("companion.games", *CLIENT, "companion.art", "companion.board", "companion.photographed", "vision.sighting"),
    ),
    "companion.art": ("companion.paper", "companion.games.catalogue"),
    "vision": EVERYTHING[1:2],
    "vision.sighting": (),
    "vision.troubles": (),
    "vision.geometry": ("vision.sighting",),
    "vision.recognition": VISION,
    "vision.codes": VISION,
    "vision.tokens": (*VISION, "vision.recognition"),
    "vision.live": (*VISION, "vision.recognition", "vision.tokens", "vision.codes", "vision.stills"),
    "vision.stills": (*VISION, "vision.recognition", "vision.tokens", "vision.codes"),
    "vision.names": VISION,
    "vision.cameras": ("vision.geometry.image",),
    "vision.care": (*VISION, "vision.live", "vision.cameras"),
    "vision.process": (
        *VISION,
        "vision.recognition",
        "vision.live",
        "vision.stills",
        "vision.codes",
        "vision.cameras",
        "vision.care",
    ),
    "vision.enrolment": (*VISION, "vision.recognition", "vision.live", "vision.cameras"),
    "companion.referee": (
        *ASKED,
        "companion.games.finished",
        "companion.games.layout",
        "companion.games.mats",
        "companion.games.watched",
        "vision.sighting",
    ),
    "companion.api.protocol": (
        "companion.games.tables",
        "companion.referee.messages",
        "vision.sighting",
    ),
    "companion.api.tones": (),
    "companion.api.client": ("companion.api.protocol", "companion.games.tables"),
    "companion.looks": ("companion.games.catalogue",),
    "companion.words": ("companion.api.protocol", *ASKED),
    "companion.paper": (),
    "companion.results": (
        *ASKED,
        "companion.games.watched",
        "companion.referee",
        "companion.words",
        "companion.paper",
        "companion.__version__",
    ),
    "companion.api": ("companion.games", "companion.referee", "companion.results", "vision.sighting"),
    "companion.api.__main__": (
        "companion.api",
        "companion.box",
        "companion.referee",
        "companion.results",
    ),
    "companion.board": (
        "companion.games.finished",
        "companion.api.protocol",
        "companion.api.client",
        "companion.looks",
        "companion.words",
        "companion.results",
        *ASKED,
    ),
    "companion.uplink": (
        "companion.api.client",
        "companion.api.protocol",
        "companion.games.catalogue",
        "companion.referee",
        "companion.__version__",
    ),
    "companion.home": (*CLIENT, "companion.__version__"),
    "companion.hub": (
        *ASKED,
        "companion.games.watched",
        "companion.api.protocol",
        "companion.board.address",
        "companion.board.assets",
        "companion.board.headers",
        "companion.looks",
        "companion.referee",
        "companion.results",
        "companion.uplink",
        "companion.words",
        "companion.__version__",
        "vision.sighting",
    ),
    "companion.photographed": (
        *ASKED,
        "companion.games.finished",
        "vision.stills",
        "vision.geometry.image",
        "vision.names",
        "vision.recognition",
    ),
    "companion.box": (
        *WATCHED,
        "companion.api.protocol",
        "companion.art",
        "companion.enrolment.checklist",
        "companion.referee.boxfile",
        "vision.enrolment",
        "vision.geometry",
        "vision.recognition",
    ),
    "companion.chances": (
        *ASKED,
        "companion.games.watched",
        "companion.api",
        "companion.referee",
        "companion.run.supervisor",
    ),
    "companion.doctor": ("companion.referee", "vision"),
    "companion.enrolment": (
        *ASKED,
        "companion.api",
        "companion.referee",
        "companion.run.supervisor",
        "companion.words",
        "vision",
    ),
    "companion.run": (*WATCHED, "companion.api", "companion.referee", "companion.twin", "vision"),
    "companion.print": (*WATCHED, "companion.art", "companion.paper", "vision.codes", "vision.sighting"),
    "companion.twin": (
        *WATCHED,
        "companion.art",
        "companion.print",
        "vision.geometry",
        "vision.cameras",
        "vision.recognition",
    ),
    "companion.rehearsal": (
        *WATCHED,
        "companion.api.protocol",
        "companion.api.client",
        "companion.referee",
        "companion.run",
        "companion.twin",
        "vision.sighting",
        "vision.geometry",
        "vision.recognition",
    ),
    "companion": EVERYTHING,
    "hw": CLIENT,
    "ui": (
        *CLIENT,
        "companion.games.catalogue",
        "companion.games.finished",
        "companion.games.layout",
        "companion.games.vocabulary",
    ),
    **{f"ui.games.{game.rpartition('.')[2]}": ("ui", *CLIENT, game) for game in GAME},
}
"""What of ours each room may import, besides itself; the longest name that fits a module is its room."""

THEIRS: dict[str, tuple[str, ...]] = {
    "kivy": ("ui",),
    "gpiozero": ("hw",),
    "lgpio": ("hw",),
    "picamera2": ("vision",),
    "libcamera": ("vision",),
    "pyzbar": ("vision",),
    "sqlite3": ("companion.referee",),
    "uvicorn": ("companion.api", "companion.board"),
    "litestar": ("companion.api", "companion.board", "companion.hub"),
    "granian": ("companion.hub",),
    "sqlalchemy": ("companion.hub",),
    "alembic": ("companion.hub",),
    "nats": ("companion.hub",),
    "aiomqtt": ("companion.home",),
    "psycopg": ("companion.hub",),
    "cryptography": ("companion.referee.journal", "companion.board.tls"),
}
"""Where the doors to the outside are: these packages only in these rooms."""

IMPURE = {
    "asyncio",
    "datetime",
    "http",
    "logging",
    "multiprocessing",
    "socket",
    "sqlite3",
    "subprocess",
    "threading",
    "time",
}
"""What the rules may not know: clocks, networks, disks."""


def within(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(room + ".") for room in rooms)


def room_of(module: Path) -> str:
    return max((room for room in OURS if within(dotted(module), (room,))), key=len)


def offences(module: Path) -> list[str]:
    """Each forbidden import of a module, as ``path:line: what, and the rule``."""
    room, found = room_of(module), []
    for line, name in imports(module):
        where = f"{module}:{line}"
        top = name.split(".")[0]
        if top in EVERYTHING and not within(name, (room, *OURS[room], *LEAVES)):
            found.append(f"{where}: {room} may not import {name}, only {', '.join(OURS[room]) or 'nothing'} of ours")
        if top in THEIRS and not within(dotted(module), THEIRS[top]):
            found.append(f"{where}: {top} belongs to {', '.join(THEIRS[top])} alone")
        if room == "companion.games" and top in IMPURE:
            found.append(f"{where}: the rules know no {top}")
    return found


@pytest.mark.parametrize("room", ["companion", "vision", "hw", "ui"])
def test_no_room_imports_what_the_design_does_not_let_it(room: str) -> None:
    assert [offence for module in modules(room) for offence in offences(module)] == []


def test_no_screen_but_its_own_imports_a_game_s() -> None:
    found = [f"{module}:{line}: {name}" for module in modules("ui") for line, name in imports(module)
             if within(name, ("ui.games",)) and not within(name, (room_of(module),))]  # fmt: skip
    assert found == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("companion/games/offender.py", "from companion.referee import journal"),
        ("companion/games/offender.py", "import time"),
        ("vision/offender.py", "import companion"),
        ("vision/offender.py", "def f():\n    from companion.games import vocabulary"),
        ("companion/referee/offender.py", "from vision.geometry import plane"),
        ("companion/referee/offender.py", "from ..twin import dealer"),
        ("companion/api/protocol.py", "from companion.referee import journal"),
        ("companion/twin/offender.py", "from companion.referee import journal"),
        ("ui/offender.py", "import companion.referee.journal.journal"),
        ("ui/offender.py", "import sqlite3"),
        ("ui/offender.py", "from companion.games.duel import looks"),
        ("ui/games/duel/offender.py", "from companion.games.architects import looks"),
        ("hw/offender.py", "from ui import app"),
        ("companion/offender.py", "import kivy"),
    ],
)
def test_the_rules_would_catch_each_kind_of_offence(
    module: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["tests.house.tree"], "ROOT", tmp_path)
    (tmp_path / module).parent.mkdir(parents=True)
    (tmp_path / module).write_text(line + "\n")
    assert len(offences(Path(module))) == 1


def test_every_room_of_the_table_is_in_the_house() -> None:
    assert [room for room in OURS if not list(ROOT.glob(room.replace(".", "/") + "*"))] == []
