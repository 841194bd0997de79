"""A game's result, and how to hand it on: a phone scans the code for BG Stats, a PDF, a table or plain data."""

from typing import Final

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import Answer, PastGame, Result
from companion.looks import faces
from companion.words.language import N_, _
from ui.page import Page
from ui.when import day, lasted
from ui.widgets.basics import fill
from ui.widgets.declared import texts

FORMS: Final = {
    "bgstats": ("BG Stats", N_("Opens the app BG Stats with this play filled in.")),
    "pdf": ("PDF", N_("A score sheet to print, with the game's timeline.")),
    "csv": ("CSV", N_("A table for a spreadsheet.")),
    "json": ("JSON", N_("Everything, for programs.")),
}
"""How a result is handed on: its name and what it is."""


class Place(BoxLayout):
    """One player of a past game, best first."""

    wonder, label, score = texts(3)
    won = BooleanProperty(False)


class ResultPage(Page):
    """Who has won on one side, the code on the other. Needs no game at the table."""

    title, about, hint, form, explained, address = texts(6)
    _links: dict[str, str]

    def open(self, *, game: str = "") -> None:
        """Ask for this game (none named: the newest)."""
        self._links = {}
        self.title, self.about, self.hint = _("Result"), "", _("One moment …")
        self.ids.places.clear_widgets()
        self.choose("")
        self.shell.ask("result", {"game": game} if game else {}, self._told)

    def _told(self, answer: Answer) -> None:
        if not isinstance(answer.body, Result):
            self.hint = words.refusal(answer.error, answer.why)
            return
        game, self._links = answer.body.game, answer.body.links
        self.title = words.game_name(game.game)
        self.about = f"{day(game.begun)} · {lasted(game.seconds)}"
        self._rank(game)
        if not self._links:
            self.hint = _("This game was not finished: there is nothing to hand on.")
        else:
            self.hint = ""
            self.choose(next(form for form in FORMS if form in self._links))

    def _rank(self, game: PastGame) -> None:
        places = []
        for player in sorted(game.players, key=lambda player: (-player.won, -player.score)):
            wonder = next(iter(player.wonders), "").partition(" ")[0]
            icon = faces.wonder_icon(game.game, wonder) if wonder in faces.looks(game.game).tints else "capital"
            places.append(Place(wonder=icon, label=player.name, score=words.signed(player.score), won=player.won))
        fill(self.ids.places, places)

    def choose(self, form: str) -> None:
        """Show the code of this form; empty: none."""
        self.form = form
        self.address = self._links.get(form, "")
        self.explained = _(FORMS[form][1]) if form else ""
        offered = [(name, FORMS[name][0]) for name in FORMS if name in self._links]
        self.ids.forms.offer(offered, form, self.choose)
        self.ids.forms.opacity = 1 if offered else 0
