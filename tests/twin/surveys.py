"""What a camera that sees everything makes of the twin's open tables, and what is proposed for a picture of one."""

import math
from functools import cache
from typing import Any

from companion.api.surveys import said_of
from companion.art.proxy_set import proxies_with
from companion.games.layout import TAG_SIDE, TAGS
from companion.games.open_table import sought
from companion.referee.messages import Proposed
from companion.twin.dealer import Dealer
from companion.twin.world import Piece
from vision.geometry.image import Frame, Image
from vision.process.surveyor import surveyed
from vision.recognition.library import Library
from vision.sighting import Bend, FaceProbability, Point, Quad, Survey, Surveyed, Watch
from vision.stills.whole_table import TableReader


@cache
def dealt(players: int, seed: int, game: str = "architects", expansions: tuple[str, ...] = ()) -> Dealer:
    return Dealer(game, players, seed, table="open", expansions=expansions)


def survey_of(dealer: Dealer) -> Survey:
    """A survey that sees the uppermost piece of every pile, and every other piece on the table, exactly."""
    tops: dict[tuple[str, float], Piece] = {}
    on_table = (piece for piece in dealer.world.pieces.values() if piece.x > 0)
    for piece in sorted(on_table, key=lambda piece: piece.z):
        tops[piece.place, piece.slot if piece.piled else -1.0 - piece.id] = piece
    table = dealer.world.arrangement
    tags: dict[int, Quad] = {}
    for tag, pose in zip(TAGS, table.mats[-len(TAGS) :], strict=True):
        near, far = (pose.width - TAG_SIDE) / 2, (pose.width + TAG_SIDE) / 2
        tags[tag] = (
            pose.to_table(near, near),
            pose.to_table(far, near),
            pose.to_table(far, far),
            pose.to_table(near, far),
        )
    pieces = tuple(Surveyed(_quad(dealer, one), (FaceProbability(one.face, 0.99),)) for one in tops.values())
    return Survey(1, 0, table.width, table.height, tags, Bend(0.0, 1000, 1000), pieces)


def _quad(dealer: Dealer, piece: Piece) -> Quad:
    x, y = dealer.world.point(piece)
    turn = math.radians(piece.angle + dealer.world.arrangement.mats[piece.mat].angle)
    width, height = proxies_with(piece.face).size_mm(piece.face)

    def corner(dx: float, dy: float) -> Point:
        dx, dy = dx * width / 2, dy * height / 2
        return x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn)

    return corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)


def read_from(picture: Image, game: str, library: Library, told: dict[str, Any]) -> Proposed:
    """What is proposed for the table in a picture (uint8 BGR), without processes. Raises ``Unusable``."""
    wanted = Watch((), survey=1, tags=TAGS, tag_side=TAG_SIDE, **sought(game, told)._asdict())
    return said_of(surveyed(TableReader(library), Frame(0, 0.0, picture), wanted), game, told)
