"""New game, live tables, sides, move pads, and what is told otherwise."""

from functools import partial

from msgspec.structs import replace

from companion import words
from companion.api.protocol import Part
from tests.ui.gallery.visitor import Stop, Visitor


def _table(visitor: Visitor) -> None:
    visitor.on("table")


def _seat(visitor: Visitor, seat: int = 0) -> None:
    visitor.on("table")
    visitor.pilot.press(words.player(visitor.stage.view.table, seat))  # type: ignore[arg-type]  # there is one
    visitor.on("seat")


def _new(visitor: Visitor, game: str, wonders: tuple[str, ...]) -> None:
    visitor.press("New game", to="seats")
    visitor.pilot.press(words.game_name(game))
    for wonder in wonders:
        visitor.tap(visitor.page._tiles[wonder])


_FIVE = ("giza", "rhodes", "olympia", "babylon", "ephesus")
_DUEL = ("sphinx", "pyramids", "colossus", "mausoleum", "piraeus", "appian_way", "great_library")


def _blind(visitor: Visitor) -> None:
    """No camera looks on."""
    parts = (Part("ui", "up"), Part("vision", "absent"))
    visitor.say(replace(visitor.stage.view, parts=parts))
    visitor.pilot.until(lambda: visitor.pilot.shell.view.parts == parts)


def _tokens(visitor: Visitor) -> None:
    _blind(visitor)
    _further(visitor, "First progress tokens", "tokens")


def _further(visitor: Visitor, said: str, page: str) -> None:
    _new(visitor, "architects", _FIVE[:3])
    visitor.press(said)
    visitor.on(page)


def _name(visitor: Visitor) -> None:
    _new(visitor, "architects", _FIVE[:1])
    visitor.tap(visitor.page._spots[0])
    visitor.press("Name", to="name")


def _tokens_of_duel(visitor: Visitor) -> None:
    _blind(visitor)
    _new(visitor, "duel", ())
    visitor.press("First progress tokens", to="tokens")


def _house_with_medals(visitor: Visitor) -> None:
    _new(visitor, "architects", ())
    visitor.press("Medals")
    visitor.press("House rules", to="house")


def _house(visitor: Visitor, game: str) -> None:
    _new(visitor, game, ())
    visitor.press("House rules", to="house")


def _own(visitor: Visitor, leaf: int) -> None:
    _new(visitor, "architects", ())
    visitor.press("Medals")
    for wonder in ("rome", "giza"):
        visitor.tap(visitor.page._tiles[wonder])
    visitor.press("play", to="architects.own")
    visitor.page.turn(leaf)
    visitor.pilot.shell.notice("")


def _moves(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("Enter a move", to="moves")


def _way(visitor: Visitor, kind: str) -> None:
    _moves(visitor)
    pad = visitor.page.pad
    pad.choose(next(way for way in pad._ways if way.kind == kind))


def _use(visitor: Visitor, use: str) -> None:
    _moves(visitor)
    visitor.press(use)


def _free_card(visitor: Visitor) -> None:
    visitor.on("table")
    structure = visitor.page._picture._structure
    visitor.tap(next(tap for slot, tap in structure.free.items() if not structure._slots[slot].back_of))
    visitor.on("moves")


def _joining(visitor: Visitor, seat: int = 0, tab: int = 0) -> None:
    visitor.on("joining")
    visitor.page._seat = seat
    visitor.page.draw()
    if tab:
        visitor.page._choose(tab)


def _compose(visitor: Visitor, kind: str = "") -> None:
    _moves(visitor)
    visitor.press("pencil", to="compose")
    if kind:
        visitor.page.form.choose(kind=kind)


_TABLES = (
    "architects-3",
    "architects-4",
    "architects-7",
    "seven_wonders-4",
    "seven_wonders-7",
    "seven_wonders-2",
    "duel",
    "duel-draft",
)

_FULL = {"architects": "architects-7", "seven_wonders": "seven_wonders-7", "duel": "duel"}
"""A table of each game with all its players."""
_TO_MOVE = {
    "architects": "architects-take",
    "seven_wonders": "seven_wonders-7",
    "duel": "duel",
    "duel-draft": "duel-draft",
    "duel-layout": "duel-bare",
}
"""Where somebody is to move, by what the pictures' names end in."""

STOPS = (
    Stop("seats", "nothing", partial(_new, game="architects", wonders=_FIVE)),
    Stop("seats-seven_wonders", "nothing", partial(_new, game="seven_wonders", wonders=_FIVE[:2])),
    Stop("seats-duel", "nothing", partial(_new, game="duel", wonders=_DUEL)),
    Stop("name", "nothing", _name),
    Stop("tokens", "nothing", _tokens),
    Stop("tokens-duel", "nothing", _tokens_of_duel),
    Stop("house", "nothing", _house_with_medals),
    Stop("house-seven_wonders", "nothing", partial(_house, game="seven_wonders")),
    Stop("house-duel", "nothing", partial(_house, game="duel")),
    Stop("own", "nothing", partial(_own, leaf=4)),
    Stop("own-deck", "nothing", partial(_own, leaf=5)),
    *(Stop(f"table-{scene}", scene, _table) for scene in _TABLES),
    Stop("table-differing", "unwell", _table),
    Stop("joining", "joining", _joining),
    Stop("joining-tokens", "joining", partial(_joining, seat=1, tab=2)),
    Stop("joining-stages", "joining", partial(_joining, seat=1, tab=1)),
    Stop("joining-numbers", "joining", partial(_joining, seat=7)),
    Stop("joining-medals", "joining-medals", partial(_joining, seat=7)),
    Stop("joining-ages", "joining-duel", _joining),
    Stop("joining-coins", "joining-duel", partial(_joining, seat=1, tab=5)),
    Stop("joining-wonders", "joining-duel", partial(_joining, seat=1, tab=3)),
    Stop("joining-structure", "joining-duel", partial(_joining, seat=2)),
    Stop("joining-pawn", "joining-duel", partial(_joining, seat=2, tab=1)),
    Stop("joining-tokens-won", "joining-seven_wonders", partial(_joining, seat=1, tab=3)),
    Stop("joining-laid", "joining-seven_wonders", partial(_joining, seat=1, tab=4)),
    Stop("joining-turn", "joining-seven_wonders", partial(_joining, seat=3)),
    Stop("joining-next", "joining", partial(_joining, seat=8)),
    *(Stop(f"seat-{game}", scene, _seat) for game, scene in _FULL.items()),
    *(Stop(f"moves-{name}", scene, _moves) for name, scene in _TO_MOVE.items()),
    Stop("moves-architects-build", "architects-3", partial(_way, kind="build")),
    Stop("moves-architects-token", "architects-token", partial(_way, kind="progress")),
    Stop("moves-seven_wonders-discard", "seven_wonders-4", partial(_use, use="Discard")),
    Stop("moves-duel-card", "duel", _free_card),
    Stop("compose-architects", "architects-3", _compose),
    Stop("compose-architects-build", "architects-3", partial(_compose, kind="build")),
    Stop("compose-seven_wonders", "seven_wonders-7", _compose),
    Stop("compose-duel-wonder", "duel", partial(_compose, kind="wonder")),
    Stop("compose-duel-token", "duel", partial(_compose, kind="progress")),
)
