"""Every page at one size: ``python -m tests.ui.gallery --size 800x480 --out DIR [--languages en,uk,ru,hu]``.

A process of its own (one window each). Prints as JSON what does not fit its box and what is too small to tap;
pictures are of the first language alone.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.api.protocol import Audit, Option, Part, Question
from companion.words.language import _, speak
from tests.ui.environment import offscreen
from tests.ui.near import SEVEN, NearReferee, setup
from ui import theme
from ui.environment import prepare

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

_PARTS = (
    Part("referee", "up"),
    Part("vision", "up"),
    Part("ui", "up"),
    Part("hw", "down", "pin 18 is busy"),
    Part("twin", "absent"),
)
_AUDITS = (
    Audit("seat/4/city", ("architects/shield_h2",), ("architects/papyrus", "architects/vp2_cat")),
    Audit("central/progress", ("architects/progress/engineering",), ("architects/progress/jewellery",)),
)


class Gallery:
    """Goes from page to page; ``shots`` are taken only while pictures are wanted."""

    def __init__(self, pilot: "Pilot", near: NearReferee, out: Path | None) -> None:
        self.pilot, self.near, self.out = pilot, near, out
        self.faults: list[str] = []

    def look(self, name: str, code: str) -> None:
        from ui.widgets import Tap, Text  # noqa: PLC0415 - opens the window

        self.pilot.settle()
        for widget in self.pilot.seen():
            if isinstance(widget, Text) and widget.text and widget.overflows:
                self.faults.append(f"{code} {name}: {widget.text!r} does not fit {[int(n) for n in widget.size]}")
            if isinstance(widget, Tap) and min(widget.size) < theme.dp(theme.TOUCH) - 1:
                self.faults.append(f"{code} {name}: {type(widget).__name__} of {[int(n) for n in widget.size]}")
        if self.out is not None and code == "en":
            self.pilot.shot(self.out / f"{name}.png")

    def go(self, page: str, **about: Any) -> Any:
        self.pilot.shell.go(page, **about)
        self.pilot.settle()
        return self.pilot.shell.page

    def before_a_game(self) -> Iterator[str]:
        self.go("home")
        yield "home"
        page = self.go("seats", fresh=True)
        for wonder in SEVEN[:5]:
            page.give(wonder)
        page.draft.names[0] = "Anna"
        page.draft.progress[:] = ["tactics", "jewellery", "engineering"]
        page.show(self.pilot.shell.view)
        yield "seats"
        draft = page.draft
        self.go("name", place=0, draft=draft)
        yield "name"
        self.go("tokens", draft=draft)
        yield "tokens"
        self.go("house", draft=draft).tap("no_source_policy")
        yield "house"

    def in_a_game(self) -> Iterator[str]:
        shell = self.pilot.shell
        for players in (3, 7):
            self.near.do("setup", setup(players))
            self._fight(players)
            yield f"battle-{players}"
            shell.known()
            self._play(players, lambda view: any(move["move"] == "build" for move in view.moves))
            self.go("table")
            yield f"table-{players}"
            page = self.go("moves")
            self._way(page, "build")
            yield f"build-{players}"
            self._play(players, lambda view: all(move["move"] == "take" for move in view.moves))
            self.go("moves")
            yield f"moves-{players}"
            if players == 3:
                self.near.do("end", {})
        yield from self._further()
        self._play(7, lambda _table: False)
        self._catch_up()
        self.go("sheet")
        yield "sheet"
        winner = self.pilot.shell.view.table.winners[0]  # type: ignore[union-attr]
        self.go("seat", seat=winner, back="sheet")
        yield "seat"

    def _further(self) -> Iterator[str]:
        self._play(7, lambda view: any(move["move"] == "progress" for move in view.moves))
        self._way(self.go("moves"), "progress")
        yield "progress"
        page = self.go("compose")
        yield "compose"
        page.choose(kind="build")
        page.spend("glass")
        yield "compose-stage"
        page.choose(kind="progress")
        yield "compose-token"
        self.go("log")
        self.pilot.shell.page.choose(self.near.referee.view().seq)
        yield "log"
        page = self.go("home")
        yield "home-playing"
        page.end()
        yield "confirm"
        view = self.near.referee.view()
        assert view.table is not None
        self.go("table")
        first, other = view.table.moves[0], view.table.moves[-1]
        question = Question(7, 0, (Option((first,), 0.6), Option((other,), 0.3), Option((), 0.1)), "ambiguous")
        self.near.say(replace(view, parts=_PARTS, audits=_AUDITS, question=question))
        self.pilot.until(lambda: self.pilot.shell.page.name == "question")
        yield "question"
        self.go("health")
        yield "health"
        self.near.say(view)
        self.pilot.settle()

    def _way(self, page: Any, kind: str) -> None:
        way = next((way for way in page._ways if way.kind == kind), None)
        if way is not None:
            page.choose(way)

    def _catch_up(self) -> None:
        self.near.quiet = False
        view = self.near.referee.view()
        self.near.say(view)
        self.pilot.until(lambda: self.pilot.shell.view.seq == view.seq)

    def _play(self, players: int, until: Callable[[Any], bool]) -> None:
        random = Random(players)
        self.near.quiet = True
        for _move in range(60 * players):
            table = self.near.referee.view().table
            if table is None or table.finished or until(table):
                break
            self.near.play(random, 1)
        self._catch_up()

    def _fight(self, players: int) -> None:
        """Play until a battle late enough to be worth seeing; the screen sees its last move."""
        random, before = Random(players), self.near.referee.view()
        self.near.quiet = True
        while True:
            after = self.near.play(random, 1)
            if self.near.battle and after.table is not None and after.table.turn > 3 * players:
                break
            before = after
        self.near.quiet = False
        self._catch_up()
        self.go("table")
        for view in (before, after):
            self.near.say(view)
        self.pilot.until(lambda: self.pilot.shell.page.name == "battle")


def visit(pilot: "Pilot", near: NearReferee, codes: list[str], out: Path | None) -> list[str]:
    """Go through every page in each language; what is wrong with them."""
    gallery = Gallery(pilot, near, out)
    rest = codes[1:]
    for code in codes:
        speak(code)
        pilot.shell.prefer(language=code)
        for name in gallery.before_a_game():
            gallery.look(name, code)
    pilot.shell.prefer(language=codes[0])
    for name in gallery.in_a_game():
        gallery.look(name, codes[0])
        for code in rest:
            _again(gallery, name, code)
        speak(codes[0])
    return gallery.faults


def _again(gallery: Gallery, name: str, code: str) -> None:
    """The same page in another language, made anew beside the one shown."""
    from ui.screens import PAGES  # noqa: PLC0415 - opens the window

    shell, here = gallery.pilot.shell, gallery.pilot.shell.page
    speak(code)
    page = PAGES[here.name](name="again", shell=shell)
    for field, value in vars(here).items():
        if field in {"_seat", "_back", "_kind", "_spent", "_from", "_chosen", "chosen", "_correct", "_question"}:
            setattr(page, field, value)
    if here.name == "confirm":
        page.open(question=_("End this game now?"), detail=_(
            "It stays in the journal and is scored as it stands."), yes=_("End the game"),
            sure=lambda: None, back="home")  # fmt: skip
    shell._pages.add_widget(page)
    shell._pages.current = "again"
    page.show(shell.view)
    gallery.look(name, code)
    shell._pages.current = here.name
    shell._pages.remove_widget(page)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--languages", default="en")
    options = parser.parse_args()
    offscreen()
    width, _, height = options.size.partition("x")
    prepare((int(width), int(height)))
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    with tempfile.TemporaryDirectory() as state:
        near = NearReferee(Path(state))
        pilot = Pilot(near)
        faults = visit(pilot, near, options.languages.split(","), options.out)
        pilot.close()
    sys.stdout.write(json.dumps(faults, ensure_ascii=False, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
