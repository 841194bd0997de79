"""The frame around the pages: which one is shown, what was asked of the referee, and what it said."""

import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Protocol
from uuid import uuid4

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion import words
from companion.api.protocol import Answer, Ask, Command, CueMessage, FromReferee, Reply, View
from companion.words.language import _, speak
from ui.battle import Battle, fought
from ui.page import Page
from ui.screens import PAGES
from ui.sound import Speaker

NOBODY = View(0, "", None, None, (), (), (), (), {}, "")
"""What is shown before the referee has said anything."""
_NOTICE_SECONDS = 5.0

Do = Literal["setup", "move", "answer", "undo", "correct", "end"]
Question = Literal["alternatives", "history", "statistics", "result", "pair", "box", "chances"]


class Referee(Protocol):
    """The way to the referee (``companion.api.client.Link``)."""

    @property
    def connected(self) -> bool:
        """Whether the referee is there right now."""

    def messages(self) -> Iterator[FromReferee]:
        """Everything that the referee says, until closed."""

    def send(self, message: Any) -> bool:
        """Send a command; it is kept until it is answered."""

    def close(self) -> None:
        """Hang up."""


class Shell(FloatLayout):
    """All pages, one view, and at most one command under way."""

    notice_text = StringProperty("")
    notice_bad = BooleanProperty(False)
    offline = BooleanProperty(False)
    waiting = BooleanProperty(False)

    def __init__(self, link: Referee, speaker: Speaker, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.view = NOBODY
        self.battle: Battle | None = None
        self.speaker = speaker
        self._link = link
        self._asked: tuple[str, Callable[[Reply], object] | None] | None = None
        self._awaiting: dict[str, Callable[[Answer], object]] = {}
        self._put_off = 0
        self._pages = ScreenManager(transition=NoTransition())
        self.add_widget(self._pages, index=len(self.children))
        self._hush_notice = Clock.create_trigger(lambda _s: self._clear_notice(), _NOTICE_SECONDS)
        self.known()

    # Where we are

    @property
    def page(self) -> Page:
        """The page shown."""
        shown: Page = self._pages.current_screen
        return shown

    def go(self, name: str, **about: Any) -> None:
        """Show a page, about something."""
        if not self._pages.has_screen(name):
            self._pages.add_widget(PAGES[name](name=name, shell=self))
        page = self._pages.get_screen(name)
        page.open(**about)
        # Shown first, drawn then: a page that has nothing to show sends people on.
        self._pages.current = name
        page.show(self.view)

    def known(self) -> None:
        """Go to the place that everybody knows: the table, or home while no game is set up."""
        self.go("table" if self.view.table is not None else "home")

    def speak(self, code: str) -> None:
        """Speak another language: every page is made anew."""
        speak(code)
        here = self.page.name
        self._pages.clear_widgets()
        self.go(here if here == "home" else "home")

    # What is said to people

    def notice(self, text: str, *, bad: bool = False) -> None:
        """Say something in passing."""
        self.notice_text, self.notice_bad = text, bad
        self._hush_notice.cancel()
        self._hush_notice()

    def _clear_notice(self) -> None:
        self.notice_text = ""

    # What is asked of the referee

    def send(self, do: Do, body: dict[str, Any], then: Callable[[Reply], object] | None = None) -> bool:
        """Ask the referee for something, unless it is still busy with the last; whether it was asked.

        ``then`` gets the answer when it is yes; a no is said to people.
        """
        if self._asked is not None:
            return False
        command = Command(uuid4().hex, do, body)
        self._asked = (command.id, then)
        self.waiting = True
        self._link.send(command)
        return True

    def ask(self, what: Question, body: dict[str, Any], then: Callable[[Answer], object]) -> None:
        """Ask the referee to tell something; ``then`` gets the answer, or one with a line why there is none."""
        ask = Ask(uuid4().hex, what, body)
        self._awaiting[ask.id] = then
        if not self._link.send(ask):
            self._hang_up()

    def _told(self, answer: Answer) -> None:
        then = self._awaiting.pop(answer.id, None)
        if then is not None:
            then(answer)

    def _hang_up(self) -> None:
        for name in list(self._awaiting):
            self._told(Answer(name, None, _("The referee is not there just now.")))

    def put_off(self) -> None:
        """Answer the open question later."""
        if self.view.question is not None:
            self._put_off = self.view.question.number
        self.known()

    # What the referee says

    def hear(self, message: FromReferee) -> None:
        """Take one message of the referee."""
        if isinstance(message, View):
            self._take(message)
        elif isinstance(message, Reply):
            self._answered(message)
        elif isinstance(message, Answer):
            self._told(message)
        elif isinstance(message, CueMessage) and not self._has_horn():
            self.speaker.play(message.name, message.times)

    def _has_horn(self) -> bool:
        return any(part.name in {"horn", "hw"} and part.state == "up" for part in self.view.parts)

    def _take(self, view: View) -> None:
        before, self.view = self.view, view
        if view.table is None or before.table is None:
            self.battle = None
        else:
            self.battle = fought(before, view) or self.battle
        self._lead(before)
        try:
            self.page.show(view)
        except Exception:  # noqa: BLE001 - whatever is wrong with a page, people get one that works
            self.failed()

    def _lead(self, before: View) -> None:
        """Take people where what happened is shown, unless they are busy elsewhere."""
        view, here = self.view, self.page.name
        if view.table is None:
            if here not in {"home", "seats", "name", "tokens", "house", "health"}:
                self.known()
            return
        question = view.question
        begun = before.table is None and here in {"home", "seats"}
        if begun or (here == "question" and question is None):
            self.known()
        elif here in {"table", "question", "battle"} and question is not None and question.number != self._put_off:
            if here != "question":
                self.go("question")
        elif here in {"table", "moves"} and view.table.finished and not (before.table and before.table.finished):
            self.go("sheet")
        elif here in {"table", "moves"} and self.battle is not None and self.battle.seq == view.seq != before.seq:
            self.go("battle")

    def _answered(self, reply: Reply) -> None:
        if self._asked is None or self._asked[0] != reply.id:
            return
        then = self._asked[1]
        self._asked, self.waiting = None, False
        if not reply.ok:
            self.notice(_("Not done: {why}").format(why=reply.error), bad=True)
            return
        if reply.findings:
            said = "; ".join(words.finding(found.code, found.message) for found in reply.findings)
            self.notice(_("Noted, but: {what}").format(what=said), bad=True)
        if then is not None:
            then(reply)

    def look_for_link(self, _seconds: float) -> None:
        """Say so while the referee is not there."""
        self.offline = not self._link.connected
        if self.offline:
            self._hang_up()

    # What goes wrong

    def failed(self) -> None:
        """A page failed (the exception is being handled): say so, write it down, and go where all is well."""
        sys.stderr.write(f"ui: the page {self.page.name} failed\n{traceback.format_exc()}")
        broken = self.page
        self._pages.clear_widgets()
        try:
            self.go("home" if broken.name == "table" else "table" if self.view.table is not None else "home")
        except Exception:  # noqa: BLE001 - home needs no view, so that there is always a way on
            sys.stderr.write(f"ui: no page but home works\n{traceback.format_exc()}")
            self.go("home")
        self.notice(_("That page did not work. The game is safe."), bad=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
