"""How any game is set up: who plays, and who begins. What a game needs beside that its own set-up says."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Self, TypeAlias

import msgspec

from companion import words
from companion.games.catalogue import GAMES, facet
from companion.games.layout import Layout
from companion.games.tables import TableView
from companion.looks.faces import looks, seat_colour, wonder_icon
from companion.words.language import _
from ui import theme
from ui.seating import SEATS, Seating

Change: TypeAlias = Callable[[], object]


class Piece(NamedTuple):
    """Something to give to a seat: its icon, its name, its tint."""

    icon: str
    label: str
    tint: theme.Rgba


class Spot(NamedTuple):
    """How a seat is drawn: its icons side by side, their tint, what stands below; ``taken``: somebody sits there."""

    icons: list[str]
    tint: theme.Rgba
    label: str
    taken: bool


class Choice(NamedTuple):
    """Something that can be set otherwise: what it is about, how it stands, and what changes it.

    ``page``: the page on which it is changed, instead of at once.
    """

    about: str
    now: str
    change: Change | None = None
    page: str = ""


class Setup:
    """What one game needs to begin, for the people of a ``seating``.

    ``house``: rules other than suggested; ``progress``: the tokens face up as far as they have been tapped. ``laid``:
    how an open table lies, as somebody has agreed to it, and what the seats had then, clockwise.
    """

    broad = False
    """Whether the names of its pieces are long: they get more room."""
    first_said = True
    """Whether somebody begins."""
    seen = True
    """Whether a camera looks on."""

    def __init__(self, game: str, seating: Seating) -> None:
        self.game = game
        self.seating = seating
        self.house: dict[str, Any] = {}
        self.progress: list[str] = []
        self.laid: tuple[Layout, list[Any]] | None = None

    # Who plays

    @property
    def spots(self) -> int:
        """How many places there are at the table."""
        return min(SEATS, self._most)

    @property
    def places(self) -> list[int]:
        """Places taken, clockwise; all of them, where the game is always for as many."""
        return list(range(self._most)) if self._fixed else self.seating.places

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.places)

    @property
    def ready(self) -> bool:
        """Whether a game can begin like this."""
        return self.players in GAMES[self.game].PLAYERS

    @property
    def hint(self) -> str:
        """What stands in the middle of the table."""
        if not self.players:
            return _("Tap a seat")
        least = min(GAMES[self.game].PLAYERS)
        if self.players < least:
            return _("At least {n} play").format(n=least)
        return _("Players: {n}").format(n=self.players)

    def called(self, place: int) -> str:
        """What a seat is called whose player has no name."""
        return str(place + 1)

    def spot(self, place: int) -> Spot:
        """How a seat is drawn."""
        there = place in self.places
        label = self.seating.names[place] or (_("Player {n}").format(n=place + 1) if there else "")
        tint = theme.FAMILIES[seat_colour(place)]
        return Spot(["pawn" if there else "plus"], tint if there else theme.MUTED, label, there)

    def taken(self, place: int) -> bool:
        """Whether the seat can be named, begin, and be left."""
        return place in self.places

    def again(self, table: TableView) -> None:
        """Seat who has just played, each with what he had; the next one begins."""
        for place, player in enumerate(table.players[: self.spots]):
            if not self._fixed:
                self.seating.seat(place, player.wonder or "pawn")
            self.seating.names[place] = "" if player.name == self.nameless(place) else player.name
        self.seating.first = 0

    def like(self, before: Self) -> None:
        """By the same rules as in an earlier set-up of this game."""
        self.house.update(before.house)

    # What is given to seats

    @property
    def pieces(self) -> dict[str, Piece]:
        """What can be given to a seat, by name."""
        return {} if self._fixed else {"pawn": Piece("pawn", _("Players"), theme.ACCENT)}

    def has(self, place: int, piece: str) -> bool:
        """Whether this seat has it."""
        return self.seating.wonders[place] == piece

    def why_not(self, place: int, piece: str) -> str:  # noqa: ARG002 - a game may look at both
        """Why this seat may not have it; empty: it may."""
        return _("Somebody sits there already.") if self.seating.wonders[place] else ""

    def give(self, place: int, piece: str) -> int:
        """Give it; the seat to be taken in hand next."""
        new = not self.seating.wonders[place]
        self.seating.seat(place, piece)
        free = [(place + k) % self.spots for k in range(1, self.spots)]
        return next((other for other in free if not self.seating.wonders[other]), place) if new else place

    def told(self) -> dict[str, Any]:
        """What people have said already when the camera is to read an open table."""
        return {"game": self.game, "players": self.players, **self.contents(self.places)}

    def owned(self) -> list[Any]:
        """What the seats have, clockwise: for an open table that is laid out for just them."""
        return [wonder for place in self.places if (wonder := self.seating.wonders[place])]

    def own(self, found: Mapping[str, Any]) -> None:
        """Everybody sits, and has, as a proposal's set-up says; names stay with their wonders."""
        wonders = list(found.get("wonders", ()))
        if [self.seating.wonders[place] for place in self.places] == wonders:
            return
        named = dict(zip(self.seating.wonders, self.seating.names, strict=True))
        for place in range(len(self.seating.wonders)):
            self.seating.leave(place)
        for place, wonder in enumerate(wonders):
            self.seating.seat(place, wonder)
            self.seating.names[place] = named.get(wonder, "")

    def whose(self, found: Mapping[str, Any], seat: int) -> str:
        """How a seat of a proposal's set-up is called, before anybody has agreed to it."""
        return words.wonder(found["wonders"][seat], self.game)

    def clear(self, place: int) -> None:
        """Nobody sits here."""
        self.seating.leave(place)

    def leave(self) -> None:
        """Another game is chosen: take back what only this one has."""

    # What can be set otherwise

    def turn(self, place: int) -> tuple[str, Change] | None:
        """What the seat in hand may turn over, and how; nothing: it may begin instead."""

    def choices(self) -> list[Choice]:
        """What can be set otherwise."""
        return [*self._tokens_choice(), *self._house_choice(), *self._table_choice()]

    @property
    def tokens(self) -> dict[str, int]:
        """Every progress token of the box and how many there are of it."""
        return {}

    face_up = 0
    """How many of them lie face up at the beginning."""

    def asks(self, rule: str) -> bool:  # noqa: ARG002 - a game may look at it
        """Whether this house rule is of any matter."""
        return True

    def lacking(self) -> tuple[str, dict[str, Any]] | None:
        """The page that asks for what only the owner of the box can read off, and what it is about."""

    def _tokens_choice(self) -> list[Choice]:
        """Only where no camera reads them."""
        if not self.face_up or self.seen:
            return []
        now = words.spent_tokens(self.progress, self.game) or _("not told yet")
        return [Choice(_("First progress tokens"), now, page="tokens")]

    @property
    def layout(self) -> Layout | None:
        """How the open table lies, as long as the same people sit there."""
        agreed = self.laid is not None and self.laid[1] == self.owned()
        return self.laid[0] if self.laid is not None and agreed else None

    def _table_choice(self) -> list[Choice]:
        if not self.seen or facet(self.game, "proposal") is None:
            return []
        now = _("as the camera sees it") if self.layout is not None else _("printed mats")
        return [Choice(_("Table"), now, page="layout")]

    def _house_choice(self) -> list[Choice]:
        if not words.house_rules(self.game):
            return []
        now = _("as suggested") if not self.house else _("changed: {n}").format(n=len(self.house))
        return [Choice(_("House rules"), now, page="house")]

    # What the referee gets

    def body(self) -> dict[str, Any]:
        """The set-up as the referee takes it: seats counted clockwise, free ones left out."""
        places = self.places
        body = {"game": self.game, **self.contents(places)}
        if any(self.seating.names[place] for place in places):
            body["names"] = [self.seating.names[place] or self.nameless(place) for place in places]
        if self.layout is not None:
            body["layout"] = msgspec.to_builtins(self.layout)
        return body

    def contents(self, places: list[int]) -> dict[str, Any]:
        """What this game's set-up has beside names."""
        found: dict[str, Any] = {"first": self.first(places)}
        if not self._fixed:
            found["players"] = len(places)
        return found | ({"house_rules": dict(self.house)} if self.house else {})

    def nameless(self, place: int) -> str:
        """The name of a player who has none, where others have."""
        return f"Seat {place}"

    def first(self, places: list[int]) -> int:
        """The seat that begins."""
        return places.index(self.seating.first) if self.seating.first in places else 0

    @property
    def _most(self) -> int:
        return max(GAMES[self.game].PLAYERS)

    @property
    def _fixed(self) -> bool:
        return len(GAMES[self.game].PLAYERS) == 1


class WonderSetup(Setup):
    """A game whose players sit down by taking a wonder."""

    def called(self, place: int) -> str:
        """By its wonder."""
        return words.wonder(self.seating.wonders[place], self.game)

    def nameless(self, place: int) -> str:
        """As its wonder is called in English."""
        return self.seating.wonders[place].capitalize()

    def spot(self, place: int) -> Spot:
        """The wonder in its tint."""
        wonder = self.seating.wonders[place]
        label = self.seating.names[place] or (self.called(place) if wonder else "")
        return Spot([wonder or "plus"], theme.WONDERS.get(wonder, theme.MUTED), label, bool(wonder))

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every wonder of the game."""
        return {
            wonder: Piece(wonder_icon(self.game, wonder), words.wonder(wonder, self.game), theme.WONDERS[wonder])
            for wonder in looks(self.game).wonder_icons
        }

    def why_not(self, place: int, piece: str) -> str:  # noqa: ARG002 - as the base class has it
        """Nobody has what another has."""
        return _("Somebody has it already.") if piece in self.seating.wonders else ""

    def choices(self) -> list[Choice]:
        """Also to play the wonders of the others."""
        shift = [Choice(_("Wonders"), _("hand on to the left"), self.shift)] if self.players > 1 else []
        return [*super().choices(), *shift]

    def shift(self) -> None:
        """Everybody takes the wonder of the neighbour; names stay where they sit."""
        seating, places = self.seating, self.places
        for given in (seating.wonders, seating.sides):
            last = [given[place] for place in (*places[-1:], *places[:-1])]
            for place, piece in zip(places, last, strict=True):
                given[place] = piece


SETUP: Final = Setup
