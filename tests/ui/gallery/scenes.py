"""What the referee has said when a screen is visited: views out of whole games, and answers to what pages ask."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.api.protocol import Audit, Option, Part, Question, View
from companion.games.architects.table import ArchitectsTable
from companion.games.duel.looks import LAYOUTS
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.vocabulary import line
from tests.ui.stories import story
from ui.shell import NOBODY

PARTS = (
    Part("referee", "up"),
    Part("vision", "up"),
    Part("ui", "up"),
    Part("hw", "down", "horn: the pin 18 failed: 'GPIO busy'", line("pin_failed", n=18, said="'GPIO busy'")),
    Part("twin", "absent"),
)
AUDITS = (
    Audit("seat/1/city", ("architects/shield_h2",), ("architects/papyrus", "architects/vp2_cat")),
    Audit("central/progress", ("architects/progress/engineering",), ("architects/progress/jewellery",)),
)


@cache
def told(game: str, players: int, seed: int = 1) -> tuple[View, ...]:
    """All views of a game."""
    return tuple(story(game, players, seed))


def at(game: str, players: int, when: Callable[[Any], bool] | float, seed: int = 1) -> View:
    """The view at a fraction 0..1 of a game, or the first one whose table is ``when``."""
    views = told(game, players, seed)
    if isinstance(when, float):
        return views[round(when * (len(views) - 1))]
    return next(view for view in views if view.table is not None and when(view.table))


def may(kind: str) -> Callable[[Any], bool]:
    """A table at which such a move can be made, some way into the game."""
    return lambda table: table.turn > 10 * len(table.players) and any(move["move"] == kind for move in table.moves)


def nothing() -> View:
    return NOBODY


def unwell() -> View:
    """A game whose parts and table are not as they should be."""
    return replace(at("architects", 3, 0.5), parts=PARTS, audits=AUDITS)


def asked() -> View:
    """A question is open: which of three it was."""
    view = at("architects", 4, lambda table: table.turn > 12 and len(table.moves) > 1)
    assert view.table is not None
    first, other = view.table.moves[0], view.table.moves[-1]
    options = Option((first,), 0.6), Option((other,), 0.3), Option((), 0.1)
    return replace(view, question=Question(7, view.table.to_move, options, "ambiguous"))


def joining() -> View:
    """Seven cities were read, in the middle of a game that nobody has tapped in."""
    view = at("architects", 7, 0.6)
    assert isinstance(view.table, ArchitectsTable)
    cities = tuple(
        {
            "cards": dict(player.cards),
            "progress": dict(Counter(player.progress)),
            "stages": {stage: 1 for stage, built in player.stages.items() if built},
        }
        for player in view.table.players
    )
    return replace(at("architects", 7, 0.0), joining=cities)


def joining_medals() -> View:
    """The same with the expansion, as far as its medals are seen."""
    view = joining()
    return replace(view, joining=tuple({**city, "medals": {"n": seat % 3}} for seat, city in enumerate(view.joining)))


def joining_duel() -> View:
    """Two cities of Duel were read, in the middle of its second age."""
    view = at("duel", 2, 0.6)
    assert isinstance(view.table, DuelTable)
    cities = tuple(
        {
            "cards": dict(player.cards),
            "wonders": {wonder: 1 for wonder, built in player.wonders.items() if built},
            "progress": dict(Counter(player.progress)),
        }
        for player in view.table.players
    )
    told = {"pawn": {"n": view.table.pawn}, "age": {"n": view.table.age}}
    slots = [f"{row}/{half}" for row, halves in enumerate(LAYOUTS[view.table.age]) for half in halves]
    there = {slot: 1 for slot, card in zip(slots, view.table.layout, strict=True) if card is not None}
    return replace(view, joining=(*cities, told | {"standing": there}))


def joining_seven_wonders() -> View:
    """Three cities of 7 Wonders were read, in the middle of a turn of its second age."""
    view = at("seven_wonders", 3, 0.5)
    assert isinstance(view.table, SevenWondersTable)
    cities = tuple(
        {
            "cards": dict(player.cards),
            "tokens": dict(Counter(map(str, player.conflict_tokens))),
            "stages": {"n": player.stages},
            "coins": {"n": player.coins},
            "laid": {"?": 1} if player.seat == 1 else {},
        }
        for player in view.table.players
    )
    return replace(view, joining=(*cities, {"age": {"n": view.table.age}, "turn": {"n": view.table.turn}}))


SCENES: dict[str, Callable[[], View]] = {
    "nothing": nothing,
    "joining": joining,
    "joining-medals": joining_medals,
    "joining-duel": joining_duel,
    "joining-seven_wonders": joining_seven_wonders,
    "architects-3": lambda: at("architects", 3, may("build")),
    "architects-4": lambda: at("architects", 4, may("build")),
    "architects-7": lambda: at("architects", 7, may("build")),
    "architects-take": lambda: at("architects", 4, lambda t: t.turn > 40 and all(m["move"] == "take" for m in t.moves)),
    "architects-token": lambda: at("architects", 7, may("progress")),
    "architects-end": lambda: at("architects", 7, 1.0),
    "architects-shared": lambda: at("architects", 5, 1.0, seed=165),
    "seven_wonders-2": lambda: at("seven_wonders", 2, 0.4),
    "seven_wonders-4": lambda: at("seven_wonders", 4, 0.7),
    "seven_wonders-7": lambda: at("seven_wonders", 7, 0.9),
    "seven_wonders-end": lambda: at("seven_wonders", 4, 1.0),
    "duel-draft": lambda: at("duel", 2, 0.05),
    "duel": lambda: at("duel", 2, 0.6),
    "duel-bare": lambda: at("duel", 2, lambda table: table.age == 1),
    "duel-end": lambda: at("duel", 2, 1.0),
    "duel-tied": lambda: at("duel", 2, 1.0, seed=41),
    "unwell": unwell,
    "asked": asked,
}
"""What lies on the table, by name; made when first wanted. Owners of pages add theirs."""


@cache
def scene(name: str) -> View:
    """The view of a scene, the same one each time."""
    return SCENES[name]()
