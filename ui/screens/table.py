"""The live table: whose turn it is, what must be done now, the picture of what lies there, and the ways on."""

from functools import partial
from typing import Any

from kivy.properties import ColorProperty

from companion import words
from companion.api.protocol import View
from companion.games.tables import TableView
from companion.looks.faces import KNOWN_BY
from companion.words.language import _
from ui import story, theme
from ui.any_game.table import Picture, seat_tint
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import Tap
from ui.widgets.declared import flags, texts


class LastMove(Tap):
    """What happened last: whose it was, what, by camera or by finger; tapped, it is put right, or done again."""

    seat_tint = ColorProperty(theme.CLEAR)
    icon, text, detail, finding, by, offer, offer_icon = texts(7)
    tint = ColorProperty(theme.CLEAR)


class TablePage(Page):
    """Everything at a glance: a frame that is the same for every game, and the game's own picture in it."""

    of_a_game = True
    icon, who, duty, more_duties, trouble, aside, hall, differing, difference = texts(9)
    icon_tint = ColorProperty(theme.CLEAR)
    duty_tint = ColorProperty(theme.CLEAR)
    camera = ColorProperty(theme.CLEAR)
    asked, finished, hub_away = flags(3)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._game = ""
        self._picture: Picture | None = None

    def show(self, view: View) -> None:
        """Draw the table by its changes."""
        table = view.table
        if table is None:
            return
        if self._game != view.game or self._picture is None:
            self._picture = self._made(view.game)
        self._picture.show(table)
        self._show_turn(table, self._picture)
        self._show_health(view)
        self._show_hall()
        self._show_last(view, table)
        self.asked = view.question is not None
        self.finished = table.finished

    def _made(self, game: str) -> Picture:
        self._game = game
        picture: Picture = part(game, "table").TABLE(shell=self.shell)
        for box in (self.ids.picture, self.ids.aside, self.ids.low):
            box.clear_widgets()
        self.ids.picture.add_widget(picture)
        if picture.aside is not None:
            (self.ids.low if theme.portrait() else self.ids.aside).add_widget(picture.aside)
        return picture

    def _show_turn(self, table: TableView, picture: Picture) -> None:
        if table.finished:
            self.icon, self.who, self.duty = "laurel", _("The game is over"), _("See the result")
            self.icon_tint, self.duty_tint, self.more_duties = theme.ACCENT, theme.ACCENT, ""
            return
        self.icon, self.who, duty = picture.headline(table)
        self.icon_tint = theme.WONDERS.get(self.icon, theme.ACCENT)
        self.duty = duty or _("May go on, or end the turn")
        self.duty_tint = theme.ACCENT if duty else theme.GOOD
        more = len(table.obligations) - 1
        self.more_duties = f"+{more}" if more > 0 and table.to_move is not None else ""

    def _show_health(self, view: View) -> None:
        down = [part.name for part in view.parts if part.state == "down"]
        vision = next((part.state for part in view.parts if part.name == "vision"), "absent")
        self.trouble = view.camera or ", ".join(down)
        unseen = next((one for one in view.health if one.code == "unreadable"), None)
        if unseen is not None and view.table is not None and not self.trouble:
            self.trouble = words.set_aside(unseen, view.table)
        if view.audits and not self.trouble:
            self.trouble = _("Table and record differ")
        trouble = bool(view.camera) or vision == "down"
        self.camera = theme.BAD if trouble else theme.GOOD if vision == "up" else theme.MUTED

        table = view.table
        if table is not None:
            self.aside = " · ".join(words.all_set_aside(view))
            self.differing = view.audits[0].place if view.audits else ""
            self.difference = words.audit(view.audits[0], table)[0] if view.audits else ""

    def _show_hall(self) -> None:
        """The round, in a corner of the bar; what is said of it is said elsewhere."""
        now = self.shell.hall
        self.hub_away = bool(now.event) and now.away
        number = _("Round {n}").format(n=now.round) if now.round else _("Table {n}").format(n=now.number)
        self.hall = "" if not now.event else _("Hub away") if now.away else number

    def _show_last(self, view: View, table: TableView) -> None:
        strip: LastMove = self.ids.last
        if not view.log or self.same(view.log, view.game):
            return
        last = view.log[-1]
        entry, undone = story.taken_back(view.log) if last.kind == "undo" else (last, False)
        said = story.told(entry, view)
        strip.text = (_("Undone: {what}") if undone else "{what}").format(what=said.text)
        strip.detail, strip.finding = said.detail, "" if undone else said.finding
        strip.icon, strip.tint = said.mark
        strip.by = KNOWN_BY[last.by] if last.kind == "move" else ""
        seat = (entry.move or {}).get("seat")
        strip.seat_tint = seat_tint(table.players[seat]) if seat is not None else theme.CLEAR
        changeable = entry.kind in {"move", "correction"}
        strip.offer = "" if not changeable else _("Redo") if undone else _("Wrong?")
        strip.offer_icon = "repeat" if undone else "pencil"
        again = partial(self.shell.send, "undo", {"seq": last.seq})
        strip.tapped = None if not changeable else again if undone else partial(self.shell.go, "event", seq=entry.seq)

    def said_at(self) -> tuple[float, float, float, float]:
        """Over the last move, which stays in the log, but for its key."""
        strip = self.ids.last
        return *strip.pos, strip.width - theme.dp(140), strip.height

    def undo(self) -> None:
        """Take the last move back; the strip says which it was."""
        self.shell.send("undo", {})
