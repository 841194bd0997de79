"""The frame around the pages: which one is shown, what was asked of the referee, and what it said."""

import sys
import traceback
from time import monotonic
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ColorProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion import words
from companion.api.protocol import (
    Answer,
    CueMessage,
    Enrolling,
    FromReferee,
    Hall,
    Hush,
    Preview,
    Question,
    Reply,
    View,
)
from companion.words.language import _, speak
from ui import hall, theme
from ui.asking import Inquiries, Told, What
from ui.battle import Fought, fought
from ui.draft import Draft
from ui.leading import lead
from ui.link import Contact, Errand, Link
from ui.page import Do, Page, Then
from ui.screens import page as page_of
from ui.settings import Kept
from ui.sound import Speaker
from ui.spoken import news
from ui.widgets.declared import flags

NOBODY = View(0, "", None, None, (), (), (), (), {}, "")
"""What is shown before the referee has said anything."""
_NOTICE_SECONDS = 5.0
_ROOTS = frozenset(("home", "table", "joining"))
"""Pages that lead back nowhere."""


class Overlay(FloatLayout):
    """Lies over every page and draws what the ``shell`` says in passing; made anew with each theme."""

    shell = ObjectProperty(None)
    where = ListProperty((0, 0, 1, 1))

    def place(self, page: Page) -> None:
        """What is said stands where this page has nothing to tap."""
        self.where = page.said_at()


class Shell(FloatLayout):
    """All pages, one view, and three states, each kept where its transitions are.

    ``Contact``: is the referee there; ``Errand``: is a command under way; ``ui.leading``: what people do, and where
    what happens leads them.
    """

    notice_text = StringProperty("")
    notice_bad, offline, waiting, muted = flags(4)
    clock = StringProperty("")
    clock_tint = ColorProperty(theme.CLEAR)

    def __init__(self, link: Link, speaker: Speaker, kept: Kept, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.view = NOBODY
        self.hall = Hall()
        self.battle: Fought | None = None
        self.speaker = speaker
        self.kept = kept
        self.draft: Draft | None = None
        # The set-up with which the game at the table began.
        self.begun: Draft | None = None
        self.muted = kept.now.muted
        self._link = link
        self._inquiries = Inquiries(link.send)
        self._errand = Errand(link)
        self._put_off: Question | None = None
        self._contact = Contact.UNTRIED
        # Whether the horn was told to keep quiet; None: it was told nothing.
        self._hushed: bool | None = None
        self._about: dict[str, Any] = {}
        # The pages that were gone through to get here, each with what it is about.
        self._trail: list[tuple[str, dict[str, Any]]] = []
        self._pages = ScreenManager(transition=NoTransition())
        self.add_widget(self._pages)
        self._overlay = Overlay(shell=self)
        self._hush_notice = Clock.create_trigger(lambda _s: self._clear_notice(), _NOTICE_SECONDS)
        self._dress()
        self.known()

    # Where we are

    @property
    def page(self) -> Page:
        """The page shown."""
        shown: Page = self._pages.current_screen
        return shown

    def go(self, name: str, **about: Any) -> None:
        """Show a page, about something; from one of the trail's pages one goes back as if nothing had come after it."""
        passed = [place for place, _about in self._trail]
        if name in _ROOTS:
            self._trail = []
        elif name in passed:
            self._trail = self._trail[: passed.index(name)]
        elif self._pages.current and self._pages.current != name:
            self._trail = [*self._trail, (self._pages.current, self._about)]
        self._show(name, about, anew=True)

    def back(self) -> None:
        """Show the page that this one was gone to from, as it was left."""
        if not self._trail:
            self.known()
            return
        *self._trail, (name, about) = self._trail
        self._show(name, about, anew=False)

    def _show(self, name: str, about: dict[str, Any], *, anew: bool) -> None:
        made = not self._pages.has_screen(name)
        if made:
            self._pages.add_widget(page_of(name)(name=name, shell=self))
        page = self._pages.get_screen(name)
        if name != self._pages.current:
            # What was said in passing was said of the page that is left.
            self._clear_notice()
        self._about = about
        if anew or made:
            page.open(**about)
        # Shown first, drawn then: a page that has nothing to show sends people on.
        self._pages.current = name
        page.show(self.view)

    def set_up(self, *, again: bool = False) -> None:
        """Begin a set-up: of the game that was drawn here, or set up last, or ``again`` with who is at the table."""
        table, game = self.view.table, self.draft.game if self.draft is not None else ""
        if again and table is not None:
            self.draft = Draft.again(self.view.game, table, self.begun)
        elif hall.due(self.hall, self.view):
            self.draft = Draft.drawn(self.hall.game, [seat.name for seat in self.hall.seats])
        else:
            self.draft = Draft(game)
        self.go("seats")

    def known(self) -> None:
        """Go to the place that everybody knows: the table, or home while no game is set up.

        What was played before the camera looked on is told first.
        """
        self.go("home" if self.view.table is None else "joining" if self.view.joining else "table")

    # How we are set

    def prefer(self, **changes: Any) -> None:
        """Change settings (``ui.settings.Settings``), keep them, and live by them at once."""
        before = self.kept.now
        after = self.kept.change(**changes)
        self.muted = after.muted
        self.speaker.live_by()
        self._quieten()
        if (after.language, after.theme) != (before.language, before.theme):
            self.renew()
        if after.chances != before.chances:
            self._want_chances()

    def renew(self) -> None:
        """Make every page anew: language, theme or size have changed."""
        here = self.page.name
        self._dress()
        self._pages.clear_widgets()
        self._show(here, self._about, anew=True)

    def _dress(self) -> None:
        """Speak the language and wear the theme; every page is made anew by whoever shows one next."""
        speak(self.kept.now.language)
        theme.wear(self.kept.now.theme)
        Window.clearcolor = theme.GROUND
        self.remove_widget(self._overlay)
        self._overlay = Overlay(shell=self)
        self.add_widget(self._overlay)

    def _quieten(self) -> None:
        """The horn on its pin keeps quiet when we do: muted, or a quiet hour has begun."""
        silent = self.speaker.silent
        if self._hushed != silent and self._link.send(Hush(on=silent)):
            self._hushed = silent

    def _want_chances(self) -> None:
        self.ask("chances", {"on": self.kept.now.chances}, lambda _answer: None)

    # What is said to people

    def notice(self, text: str, *, bad: bool = False) -> None:
        """Say something in passing."""
        self._overlay.place(self.page)
        self.notice_text, self.notice_bad = text, bad
        self._hush_notice.cancel()
        self._hush_notice()

    def _clear_notice(self) -> None:
        self.notice_text = ""

    # What is asked of the referee

    def send(self, do: Do, body: dict[str, Any], then: Then = None, refused: Then = None) -> bool:
        """Ask the referee for something, unless it is still busy with the last; whether it was asked.

        ``then`` gets the answer when it is yes; a no is said to people, and told to ``refused``.
        """
        asked = self._errand.begin(do, body, then, refused)
        self.waiting = self._errand.waiting
        return asked

    def ask(self, what: What, body: dict[str, Any], told: Told) -> None:
        """Ask the referee for something to know; ``told`` gets the answer, which may be that there is none."""
        self._inquiries.ask(what, body, told)

    def tell(self, message: Any) -> None:
        """Tell the referee something that needs no answer; it is lost while the referee is not there."""
        self._link.send(message)

    def put_off(self) -> None:
        """Answer the open question later."""
        self._put_off = self.view.question
        self.known()

    # What the referee says

    def hear(self, message: FromReferee) -> None:
        """Take one message of the referee."""
        if isinstance(message, View):
            self._take(message)
        elif isinstance(message, Reply):
            self._answered(message)
        elif isinstance(message, Answer):
            self._inquiries.take(message)
        elif isinstance(message, Preview):
            self.page.picture(message)
        elif isinstance(message, Enrolling):
            self.page.enrolling(message)
        elif isinstance(message, Hall):
            self._hear_of_the_hall(message)
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
        self._tell_news(before)
        self._lead(before)
        try:
            self.page.show(view)
        except Exception:  # noqa: BLE001 - whatever is wrong with a page, people get one that works
            self.failed()

    def _hear_of_the_hall(self, now: Hall) -> None:
        """Nobody is taken anywhere for it: the game at the table comes first."""
        if now.arrived not in {"", self.hall.arrived}:
            self.notice(_("{player} is here.").format(player=now.arrived))
        self.hall = now
        self._tick()
        self.page.show(self.view)

    def _tick(self) -> None:
        """The round's clock; its end is heard once."""
        ends, before = self.hall.ends, self.clock
        left = ends - monotonic() if ends is not None and self.hall.round and not self.hall.final else None
        self.clock = "" if left is None else hall.clock(left)
        if left is not None:
            self.clock_tint = theme.BAD if left <= 0 else theme.WARN if left < hall.SOON else theme.TEXT
        if self.clock != before and before and left is not None and left <= 0:
            self.speaker.play("question", 2)
            self.notice(_("Time is up"), bad=True)

    def _tell_news(self, before: View) -> None:
        if self.kept.now.voice and before is not NOBODY and (sentence := news(before, self.view)):
            self.speaker.say(sentence)

    def _lead(self, before: View) -> None:
        """Take people where what happened is shown, unless they are busy elsewhere."""
        if self.view.table is None:
            if self.page.of_a_game:
                self.known()
            return
        goal = lead(self.page.name, before, self.view, put_off=self._put_off, battle=self.battle)
        if goal:
            self.go(goal)

    def _answered(self, reply: Reply) -> None:
        ended = self._errand.end(reply)
        if ended is None:
            return
        self.waiting = False
        found = (words.finding(each, self.view.game) for each in reply.findings)
        said = "; ".join(found) or words.refusal(reply.error, reply.why)
        if not reply.ok:
            self.notice(_("Not done: {why}").format(why=said), bad=True)
            if ended.refused is not None:
                ended.refused(reply)
            return
        if ended.then is not None:
            ended.then(reply)
        if reply.findings:
            self.notice(_("Noted, but: {what}").format(what=said), bad=True)

    def look_for_link(self, _seconds: float) -> None:
        """See how we stand with the referee; what was asked of him is lost while he is not there."""
        self._tick()
        before, self._contact = self._contact, Contact.THERE if self._link.connected else Contact.AWAY
        self.offline = self._contact is Contact.AWAY
        if self._contact is Contact.AWAY:
            self._inquiries.lose()
            self._hushed = None
            return
        if before is not Contact.THERE and self.kept.now.chances:
            self._want_chances()
        self._quieten()

    # What goes wrong

    def failed(self) -> None:
        """A page failed (the exception is being handled): say so, write it down, and go where all is well."""
        sys.stderr.write(f"ui: the page {self.page.name} failed\n{traceback.format_exc()}")
        broken = self.page
        self._pages.clear_widgets()
        self._trail = []
        try:
            self.go("home" if broken.name == "table" else "table" if self.view.table is not None else "home")
        except Exception:  # noqa: BLE001 - home needs no view, so that there is always a way on
            sys.stderr.write(f"ui: no page but home works\n{traceback.format_exc()}")
            self.go("home")
        self.notice(_("That page did not work. The game is safe."), bad=True)
