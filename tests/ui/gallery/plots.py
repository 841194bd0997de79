"""What the pages of what happened are told: battles, past games, courses of chances, answers."""

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.api.protocol import (
    Alternatives,
    Ask,
    ChancePoint,
    History,
    Option,
    Pairing,
    PastGame,
    PastPlayer,
    Question,
    Result,
    View,
)
from companion.results.bgstats import LONGEST_LINK
from companion.results.statistics import statistics
from tests.ui.gallery.scenes import SCENES, at, told
from tests.ui.gallery.stage import ANSWERS
from ui.battle import Fought, fought

BOARD = "http://192.168.1.17:8080"
_EVENING = 1_795_300_000.0
_GAMES = (
    ("architects", 7, 1), ("seven_wonders", 4, 1), ("duel", 2, 1), ("architects", 3, 2), ("duel", 2, 5),
    ("seven_wonders", 7, 2), ("architects", 2, 3), ("architects", 4, 4), ("duel", 2, 2),
)  # fmt: skip


@cache
def _battle(game: str, players: int, seed: int, which: Callable[[Fought], bool]) -> tuple[View, View]:
    """The view before a battle and the one after it: the last such battle of a game."""
    views = told(game, players, seed)
    pairs = reversed(list(pairwise(views)))
    return next(pair for pair in pairs if (found := fought(*pair)) is not None and which(found))


def _any(battle: Fought) -> bool:
    return battle.calls


def _looted(battle: Fought) -> bool:
    return bool(getattr(battle, "loot", None))


def _supreme(battle: Fought) -> bool:
    return bool(getattr(battle, "won", False))


@cache
def _supreme_seed() -> int:
    """A game of Duel that somebody has won by military supremacy."""
    ends = ((seed, told("duel", 2, seed)[-1].table) for seed in range(1, 200))
    return next(seed for seed, table in ends if getattr(table, "supremacy", "") == "military")


FIGHTS: dict[str, Callable[[], tuple[View, View]]] = {
    "battle-architects-2": lambda: _battle("architects", 2, 3, _any),
    "battle-architects-7": lambda: _battle("architects", 7, 3, _any),
    "battle-seven_wonders-2": lambda: _battle("seven_wonders", 2, 3, _any),
    "battle-seven_wonders-7": lambda: _battle("seven_wonders", 7, 3, _any),
    "battle-duel": lambda: _battle("duel", 2, 8, _looted),
    "battle-duel-won": lambda: _battle("duel", 2, _supreme_seed(), _supreme),
}
"""What is seen before each battle, and after it."""


@cache
def _course(players: int) -> tuple[ChancePoint, ...]:
    """Chances that wander, as they do."""
    random, strength, points = Random(5), [0.0] * players, []
    for seq in range(2, 62):
        strength = [one + random.gauss(0, 0.28) for one in strength]
        weights = [math.exp(one) for one in strength]
        points.append(ChancePoint(seq, tuple(weight / sum(weights) for weight in weights), 400))
    return tuple(points)


def _past(number: int, game: str, players: int, seed: int) -> PastGame:
    view = told(game, players, seed)[-1]
    table: Any = view.table
    wonders = [tuple(getattr(seat, "wonders", ())) if game == "duel" else (seat.wonder,) for seat in table.players]
    return PastGame(
        name=f"game-{number:04}", game=game, begun=_EVENING - 260_000.0 * number, seconds=1500.0 + 240 * players,
        finished=number != 4, moves=len(view.log),
        players=tuple(
            PastPlayer(seat.name, wonders[seat.seat], seat.score, seat.categories, number != 4 and seat.seat in
                       table.winners)
            for seat in table.players
        ),
    )  # fmt: skip


@cache
def _games() -> tuple[PastGame, ...]:
    return tuple(_past(number, *game) for number, game in enumerate(_GAMES, start=1))


def _result(ask: Ask, view: View) -> Result:
    name = ask.body.get("game")
    game = next((game for game in _games() if game.name == name), None)
    if game is None:
        game = next(game for game in _games() if game.game == (view.game or "architects") and game.finished)
    link = ("https://app.bgstatsapp.com/createPlay.html?data=" + "%7B%22name%22:%22Anna%22," * 99)[:LONGEST_LINK]
    return Result(game, {"bgstats": link, **{form: f"{BOARD}/results/{game.name}.{form}" for form in _FORMS}})


_FORMS = ("pdf", "csv", "json")


def _alternatives(ask: Ask, view: View) -> Alternatives:
    table: Any = view.table
    before = next(one for one in told(view.game, len(table.players)) if one.seq == ask.body["seq"] - 1)
    moves: Any = before.table.moves if before.table is not None else ()
    apart = moves[:: max(1, len(moves) // 6)][:6]
    return Alternatives(ask.body["seq"], tuple(Option((move,), 0.2) for move in apart))


def _mend(ask: Ask, view: View) -> Alternatives:
    """One place is explained by another card that was taken; of the others nothing in the record is wrong."""
    if not ask.body["place"].endswith("city"):
        return Alternatives(0, ())
    last = next(entry for entry in reversed(view.log) if (entry.move or {}).get("move") == "take")
    table: Any = view.table
    offered = [move for move in table.moves if move["move"] == "take"][:1]
    return Alternatives(last.seq, tuple(Option((move,), 0.9) for move in offered))


def _pairing(body: dict[str, Any]) -> Pairing:
    """A seat's phone, or one that lends its camera."""
    if "camera" in body:
        return Pairing(-1, "https://192.168.1.17:8443/lend/Ab12Cd34Ef56Gh78", 0.0)
    return Pairing(body["seat"], f"{BOARD}/pair/Ab12Cd34Ef56Gh78", 300.0)


def _before(fight: str) -> View:
    return FIGHTS[fight]()[0]


ANSWERS.update(
    history=lambda _ask, _view: History(_games()),
    statistics=lambda _ask, _view: statistics(_games()),
    result=_result,
    pair=lambda ask, _view: _pairing(ask.body),
    alternatives=_alternatives,
    mend=_mend,
)
SCENES.update({
    **{name: partial(_before, name) for name in FIGHTS},
    "log-architects": lambda: at("architects", 4, 0.6),
    "log-seven_wonders": lambda: at("seven_wonders", 4, 0.6),
    "log-duel": lambda: at("duel", 2, 0.6),
    "asked-duel": lambda: _asked(at("duel", 2, 0.6)),
    "asked-how-paid": lambda: _how_paid(at("seven_wonders", 3, 0.4)),
    "architects-3-end": lambda: at("architects", 3, 1.0),
    "seven_wonders-7-end": lambda: at("seven_wonders", 7, 1.0),
    "seven_wonders-2-end": lambda: at("seven_wonders", 2, 1.0),
    "chances": lambda: replace(at("seven_wonders", 7, 0.8), chances=_course(7)),
    "chances-duel": lambda: replace(at("duel", 2, 0.8), chances=_course(2)),
    "served": lambda: replace(at("seven_wonders", 7, 0.5), board=BOARD),
})  # fmt: skip


def _asked(view: View) -> View:
    assert view.table is not None
    first, other = view.table.moves[0], view.table.moves[-1]
    options = Option((first,), 0.7), Option((other,), 0.3)
    return replace(view, question=Question(7, view.table.to_move, options, "unknown"))


def _how_paid(view: View) -> View:
    def built(left: Mapping[str, int], right: Mapping[str, int]) -> Option:
        return Option(({"move": "build", "seat": 1, "card": "stables", "trade": {"left": left, "right": right}},), 0.33)

    free = Option(({"move": "free", "seat": 1, "card": "stables"},), 0.33)
    options = free, built({}, {"ore": 1, "clay": 1}), built({"ore": 1}, {"clay": 1})
    return replace(view, question=Question(7, 1, options, "ambiguous", seq=3))
