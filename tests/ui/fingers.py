"""A finger on the move pads of 7 Wonders and Duel: each move of the referee's list as the taps that mean it."""

from typing import TYPE_CHECKING, Any

from companion import words
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.seven_wonders.words import trade
from ui.games.seven_wonders.pad import USES

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

Body = dict[str, Any]


def to_the_pad(pilot: "Pilot") -> None:
    if pilot.shell.page.name != "moves":
        pilot.shell.known()
        pilot.press("Enter a move")


def seven_wonders(pilot: "Pilot", move: Body) -> int:
    """Enter a move of 7 Wonders; how many taps it took on the pad."""
    to_the_pad(pilot)
    table, pad, taps = pilot.shell.view.table, pilot.shell.page.pad, 0
    assert isinstance(table, SevenWondersTable)
    if pad._seat != move["seat"]:
        pilot.press(words.player(table, move["seat"]))
        taps += 1
    if move["move"] == "decline":
        pilot.press("Let it go")
        return taps + 1
    if pad._use != move["move"]:
        stage = f"Stage {table.players[move['seat']].stages + 1}"
        pilot.press(stage if move["move"] == "stage" else USES[move["move"]][0])
        taps += 1
    pilot.press("Face down" if move["card"] == "?" else words.card(move["card"], "seven_wonders"))
    taps += 1
    if pad._ways:
        pilot.press(trade(move, table) or "Nothing is bought")
        taps += 1
    return taps


def duel(pilot: "Pilot", move: Body) -> None:
    """Enter a move of Duel."""
    to_the_pad(pilot)
    table, pad = pilot.shell.view.table, pilot.shell.page.pad
    assert isinstance(table, DuelTable)
    if "layout" in move:
        for card in filter(None, move["layout"]):
            pilot.press(words.card(card, "duel"))
        pilot.press("So it lies")
    elif pad._lays(table):
        pilot.press("Without")
        duel(pilot, move)
    elif "reveal" in move:
        if pad._slot != move["reveal"] and move["reveal"] != min(_unread(pilot)):
            pilot.tap(pad._structure.free[move["reveal"]])
        pilot.press(words.card(move["card"], "duel"))
    elif move["move"] == "draft":
        pilot.press(words.wonder(move["wonder"], "duel"))
    elif move["move"] == "progress":
        pilot.press(words.token(move["token"], "duel"))
    elif move["move"] == "starter":
        pilot.press(words.player(table, move["seat"]))
    elif move["move"] in {"destroy", "revive"}:
        pilot.press(words.card(move["card"], "duel"))
    else:
        pilot.press(words.card(move["card"], "duel"))
        said = {"build": "Build", "discard": "Discard"}
        pilot.press(said.get(move["move"]) or words.wonder(move["wonder"], "duel"))


def _unread(pilot: "Pilot") -> set[int]:
    from ui.games.duel.pad import _unread as unread  # noqa: PLC0415 - opens the window

    table = pilot.shell.view.table
    assert isinstance(table, DuelTable)
    return unread(table)
