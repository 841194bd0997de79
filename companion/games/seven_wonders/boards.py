"""Whose boards lie on an open table of 7 Wonders, and what lies beside each: the card that is ready, coins."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from companion.games.frames import Frame, Rect, clockwise, mean
from companion.games.open_table import Thing, off_size
from companion.games.seven_wonders.places import BACKS, BOARD, CARD, COINS, COLUMNS, STRIP, TOKENS
from companion.games.seven_wonders.rules.facts import BOARDS
from vision.sighting import Point

_BOARD = "seven_wonders/board/"
AS_LARGE = 14.0
"""mm by which what stands out may be larger or smaller than a board or a card."""
_LACKS = 20.0
"""mm of a board's height that may look as the table does, as a pale sky on a pale cloth: nothing else is as long, and
its middle is then 10 mm off at most, less than half of what sticks out below it of a card."""
_BESIDE, _COINS = 90.0, 130.0
"""mm from a board's edge to the middle of a card that is ready, or of a coin, at most."""
_COIN = min(COINS.values())[0] / 2
"""mm from a card's middle to that of what is printed on it: half a coin."""
_GOLDEN = max(COINS)
"""The coin of golden metal."""
_ON = 6.0
"""mm by which the middle of a coin may be beyond the edge of the board that it lies on."""


class Board(NamedTuple):
    """A wonder with its side, the view from there (the origin is the board's middle), its size in mm.

    ``unsure``: nobody has said yet that it is this one. ``ready``: the card that lies ready; ``coins``, ``tokens`` of
    conflict: those beside it or on it. What is printed round in the middle of a card may have been taken for a coin:
    that is no coin.
    """

    board: tuple[str, str]
    frame: Frame
    size: tuple[float, float]
    unsure: bool = False
    ready: Thing | None = None
    coins: tuple[Thing, ...] = ()
    tokens: tuple[Thing, ...] = ()

    @property
    def rect(self) -> Rect:
        """What it takes, in its player's frame."""
        width, height = self.size
        return Rect(-width / 2, -height / 2, width / 2, height / 2)

    def off(self, point: Point) -> float:
        """How far (mm) a point of the table lies from its edge; 0: on it."""
        x, y = self.frame.own(point)
        return math.hypot(max(0.0, abs(x) - self.size[0] / 2), max(0.0, abs(y) - self.size[1] / 2))

    def holds(self, piece: Thing) -> bool:
        """Whether a coin or a token lies on it."""
        return self.off(piece.at) < _ON


def boards_of(found: Sequence[Thing], wanted: Sequence[tuple[str, str]]) -> list[Board]:
    """The boards that are seen, those too that show no face of this box; ``wanted``: what people have named.

    People know better than the camera which side of a wonder they play.
    """
    known, sides = dict[str, Board](), dict(wanted)
    for thing in found:
        if thing.face.startswith(_BOARD):
            wonder, side = thing.face.removeprefix(_BOARD).split("/")
            board = wonder, sides.get(wonder, side)
            known.setdefault(wonder, Board(board, Frame(*thing.at, thing.turn), thing.size))
    boards = [*known.values(), *_unnamed(list(known.values()), found, wanted)]
    printed = [thing for thing in found if thing.face in COINS and _is_printed(thing, found)]
    if not any(thing.face in COLUMNS for thing in found):
        printed += _no_purses(boards, [thing for thing in found if thing.face in COINS and thing not in printed])
    return _with_pieces(_with_cards(boards, found, printed), [thing for thing in found if thing not in printed])


def _is_printed(coin: Thing, found: Sequence[Thing]) -> bool:
    """Whether a coin is but the round print in a card's middle: the card, or what else shows of it, lies about it."""
    if any(
        not thing.face and off_size(thing, CARD) < AS_LARGE and math.dist(thing.at, coin.at) < _COIN for thing in found
    ):
        return True
    view = Frame(*coin.at, coin.turn)
    rests = [view.own(thing.at) for thing in found if not thing.face and max(thing.size) < CARD[0] + AS_LARGE]
    near = [point for point in rests if math.hypot(*point) < CARD[1] / 2]
    return any(a[0] * b[0] + a[1] * b[1] < 0 for a, b in combinations(near, 2))


def _no_purses(boards: Sequence[Board], coins: Sequence[Thing]) -> Iterator[Thing]:
    """Before anything is built each player has three coins in one place: others beside his board are a card's print.

    A lone silver one; of one left and others right of a board the one that lies where the middle of a card does.
    """
    near: dict[int, list[Thing]] = {}
    for coin in coins:
        k = _nearest(boards, coin, _COINS) if boards else None
        if k is not None and _is_left_or_right(boards[k], coin):
            near.setdefault(k, []).append(coin)
    for k, beside in near.items():
        own = {id(coin): boards[k].frame.own(coin.at) for coin in beside}
        sides = [[coin for coin in beside if (own[id(coin)][0] > 0) is right] for right in (False, True)]
        alone = [side[0] for side in sides if len(side) == 1]
        if all(sides) and alone:
            yield min(alone, key=lambda coin: abs(own[id(coin)][1]))
        elif len(beside) == 1 and beside[0].face != _GOLDEN:
            yield beside[0]


def _unnamed(known: Sequence[Board], found: Sequence[Thing], wanted: Sequence[tuple[str, str]]) -> Iterator[Board]:
    """What is as large as a board, each with the name that people have given it, else any; its player sits outside."""
    like = [thing for thing in found if not thing.face and _is_board(thing)]
    points = [*(board.frame.table((0.0, 0.0)) for board in known), *(thing.at for thing in like)]
    middle = mean(points) if points else (0.0, 0.0)
    order = clockwise(points, middle)
    names = _names([known[k].board[0] if k < len(known) else "" for k in order], wanted)
    for thing, board in zip((like[k - len(known)] for k in order if k >= len(known)), names, strict=False):
        width, height = thing.size
        turn = thing.turn if width > height else thing.turn + 90.0
        frame = Frame(*thing.at, turn)
        if frame.own(middle)[1] > 0:
            frame = Frame(*thing.at, turn + 180.0)
        long, high = max(width, height), min(width, height)
        below = high - BOARD[1] if high - BOARD[1] > AS_LARGE else 0.0
        frame = Frame(*frame.table((0.0, -below / 2)), frame.angle)
        yield Board(board, frame, (long, high - below), board not in wanted)


def _names(seen: Sequence[str], wanted: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """What is played where no wonder is told; ``seen``: the wonders clockwise, empty where none is told.

    People have named theirs in the order in which they sit: the wonders that are told say where that order begins.
    """
    turns = [(*wanted[by:], *wanted[:by]) for by in range(len(seen))] if len(wanted) == len(seen) else []
    seated = max(turns, key=lambda turn: sum(own[0] == name for own, name in zip(turn, seen, strict=True)), default=())
    others = [*wanted, *((one.wonder, one.side) for one in BOARDS if one.side == "A")]
    others = [board for board in others if board[0] not in seen]
    for k, name in enumerate(seen):
        if not name and others:
            own = seated[k] if seated and seated[k] in others else others[0]
            others = [board for board in others if board[0] != own[0]]
            yield own


def _is_board(thing: Thing) -> bool:
    """Whether it is as long as a board, and about as high: cards that stick out below it may have been taken for it."""
    short, long = sorted(thing.size)
    return abs(long - BOARD[0]) < AS_LARGE and -_LACKS < short - BOARD[1] < STRIP + AS_LARGE


def _nearest(boards: Sequence[Board], thing: Thing, most: float) -> int | None:
    """The board that a thing lies beside or on."""
    off, k = min((board.off(thing.at), k) for k, board in enumerate(boards))
    return k if off < most else None


def _with_cards(boards: list[Board], found: Sequence[Thing], printed: Sequence[Thing]) -> list[Board]:
    """The card that lies ready before each player: left or right of his board.

    A back; a card's round print; what is as large as a card and has no name, for a box need not know its backs.
    """
    nameless = (thing for thing in found if not thing.face and off_size(thing, CARD) < AS_LARGE)
    for thing in (*(thing for thing in found if thing.face in BACKS), *printed, *nameless):
        k = _nearest(boards, thing, _BESIDE) if boards else None
        if k is not None and boards[k].ready is None and _is_left_or_right(boards[k], thing):
            boards[k] = boards[k]._replace(ready=thing)
    return boards


def _is_left_or_right(board: Board, thing: Thing) -> bool:
    x, y = board.frame.own(thing.at)
    return abs(x) > board.size[0] / 2 and abs(y) < board.size[1] / 2 + _BESIDE / 2


def _with_pieces(boards: list[Board], found: Sequence[Thing]) -> list[Board]:
    """The coins and the conflict tokens of each player."""
    for thing in found:
        small = thing.face in COINS or thing.face in TOKENS.values()
        k = _nearest(boards, thing, _COINS) if boards and small else None
        if k is not None and thing.face in COINS:
            boards[k] = boards[k]._replace(coins=(*boards[k].coins, thing))
        elif k is not None:
            boards[k] = boards[k]._replace(tokens=(*boards[k].tokens, thing))
    return [_told_apart(board) for board in boards]


def _told_apart(board: Board) -> Board:
    """Coins lie together, on the board or beside it, and tokens on the other side: golden coins tell on which.

    A conflict token that no box holds may be round and grey like a silver coin; none is golden.
    """
    sides = {board.holds(coin) for coin in board.coins if coin.face == _GOLDEN}
    if len(sides) != 1:
        return board
    tokens = [coin for coin in board.coins if board.holds(coin) not in sides]
    coins = tuple(coin for coin in board.coins if coin not in tokens)
    return board._replace(coins=coins, tokens=(*board.tokens, *tokens))
