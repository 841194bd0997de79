"""A player's city in one photograph, read without enrolled pictures: names, the board, coins and tokens."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.names.grounds import Board, read_board
from vision.names.letters import Letters, Line, cut
from vision.names.matching import Names, Reading
from vision.names.plane import TablePlane, find_plane
from vision.names.prints import Prints
from vision.names.ribbons import Ribbon, find_plates, find_ribbons
from vision.names.rounds import DENSITY, Round, Tokens, find_coins, find_tokens

_BOARD = "board "
"""Before a board's name where cards and boards are weighed together."""
_MOST_SIDE = 4200
"""Pixels of the long side that are looked at: letters of a whole city have 25 pixels then."""
_LINES = 60
"""Bars that are read at most: a whole city has 25 cards, and wood has some of its own."""
_PLATES = 20
"""Bars that are read at most where no plate was found."""
_TONGUE = 8
"""Lines by which the language is found."""
_ALIKE = 0.08
"""Log by which a ribbon's length may differ from that of all."""
_SAID = 3
"""Letters that a name has at least."""
_COLOUR = 16.0
"""Units of CIE L*a*b* by which a band's colour is off (standard deviation), once the light is taken out."""
_OTHERWISE = -4.0
"""The least that a colour says against a name: somebody's shadow may lie there."""
_MARGIN = 40.0
"""Millimetres about the board in which coins and tokens are looked for."""
_APART = 7.0
"""Millimetres that two cards' ribbons are apart at least: a strip of 10 mm is hardly seen to be one."""
_ENOUGH = 0.5
"""A name less probable than this is not said."""


class Card(NamedTuple):
    """A card by its name: ``None``, there, it cannot be told; ``others``: what else it may be, the likeliest first."""

    card: str | None
    probability: float
    quad: Points
    others: tuple[tuple[str, float], ...]


class CitySeen(NamedTuple):
    """What a photograph shows of a city; ``boards``: the names of all boards in it, the first is read."""

    cards: tuple[Card, ...]
    board: Board | None
    board_quad: Points | None
    boards: tuple[str, ...]
    rounds: tuple[Round, ...]
    round_quads: tuple[Points, ...]
    language: str | None


class CityReader:
    """Reads cities of one edition of a game."""

    def __init__(self, prints: Prints) -> None:
        self._prints = prints
        self._letters = Letters()
        self._boards = {f"{_BOARD}{name}": spelt for name, spelt in prints.ground.names.items()}
        self._by_language = {language: self._names(names) for language, names in prints.names.items()}

    def read(self, picture: Image) -> CitySeen:
        """The city in a photograph (uint8 BGR)."""
        scale = min(1.0, _MOST_SIDE / max(picture.shape[:2]))
        if scale < 1:
            return _enlarged(
                self.read(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), 1 / scale
            )
        found = find_ribbons(picture)[:_LINES]
        best = self._told(picture, found)
        if sum(one.probability > _ENOUGH for one in best) <= _alike(found) / 2:
            turned = self._told(picture, [ribbon.turned for ribbon in found])
            if sum(one.probability for one in turned) > sum(one.probability for one in best):
                best = turned
        named = [one for one in best if one.probability > _ENOUGH and not one.card.startswith(_BOARD)]
        if not named:
            return CitySeen((), None, None, (), (), (), None)
        language = best[0].language
        usual = float(np.median([one.ribbon.length for one in named]))
        whole = [one for one in named if abs(np.log(one.ribbon.length / usual)) < 5 * _ALIKE]
        plane = find_plane([one.ribbon for one in whole or named], self._prints.ribbon, picture.shape)
        cards = self._cards(best, plane)
        if not any(one.card.startswith(_BOARD) and one.probability > _ENOUGH for one in best):
            best = [*best, *self._plates(picture, language, named[0].ribbon)]
        plates = sorted(
            (one for one in best if one.card.startswith(_BOARD) and one.probability > _ENOUGH),
            key=lambda one: -one.probability,
        )
        names = tuple(dict.fromkeys(one.card.removeprefix(_BOARD) for one in plates))
        if not plates:
            return CitySeen(cards, None, None, (), (), (), language)
        board = read_board(picture, plane, plates[0].ribbon, names[0], self._prints.ground)
        rounds, quads = self._rounds(picture, plane, board, cards, _paper(picture, [one.ribbon for one in named]))
        corners = plane.in_picture(board.quad(self._prints.ground.size))
        return CitySeen(cards, board, corners, names, rounds, quads, language)

    def _plates(self, picture: Image, language: str, upright: Ribbon) -> list["_Told"]:
        """What stands on bars that may be a board's plate, read the way up in which the cards lie."""
        bars = [bar if bar.along @ upright.along > 0 else bar.turned for bar in find_plates(picture)[:_PLATES]]
        lines = self._letters.read([cut(picture, bar.quad) for bar in bars])
        names = self._by_language[language]
        read = [(bar, names.weigh(line)) for bar, line in zip(bars, lines, strict=True) if line.text]
        told = [self._posterior(picture, bar, reading, language) for bar, reading in read]
        return [one for one in told if one.card.startswith(_BOARD)]

    def _one(self, card: str) -> str:
        return self._prints.once.get(card, card)

    def _names(self, names: Mapping[str, Sequence[str]]) -> Names:
        cards: dict[str, list[str]] = {}
        for card, spelt in names.items():
            cards.setdefault(self._one(card), []).extend(spelt)
        return Names(cards | {key: list(spelt) for key, spelt in self._boards.items()})

    def _told(self, picture: Image, ribbons: Sequence[Ribbon]) -> list["_Told"]:
        """Every bar with what stands on it."""
        lines = self._letters.read([cut(picture, _written(ribbon)) for ribbon in ribbons])
        said = [(ribbon, line) for ribbon, line in zip(ribbons, lines, strict=True) if len(line.text) >= _SAID]
        said.sort(key=lambda item: item[1].best - len(item[1].text))
        language = self._language([line for _, line in said[:_TONGUE]])
        names = self._by_language[language]
        return [self._posterior(picture, ribbon, names.weigh(line), language) for ribbon, line in said]

    def _language(self, lines: Sequence[Line]) -> str:
        """The language in which these lines are likeliest to be names."""
        totals = {}
        for language, names in self._by_language.items():
            readings = [names.weigh(line) for line in lines]
            totals[language] = sum(max(*reading.logs.values(), reading.none) for reading in readings)
        return max(totals, key=lambda language: totals[language])

    def _posterior(self, picture: Image, ribbon: Ribbon, reading: Reading, language: str) -> "_Told":
        """How probable each name is, the colour of the band weighed in."""
        colours = self._colours(picture, ribbon)
        logs = {
            card: log
            + colours.get(self._prints.colors.get(card, ""), _OTHERWISE if not card.startswith(_BOARD) else 0.0)
            for card, log in reading.logs.items()
        }
        top = max(*logs.values(), reading.none)
        weights = {card: float(np.exp(log - top)) for card, log in logs.items()}
        total = sum(weights.values()) + float(np.exp(reading.none - top))
        ranked = sorted(weights.items(), key=lambda item: -item[1])[:4]
        likely = tuple((card, weight / total) for card, weight in ranked)
        return _Told(ribbon, likely[0][0], likely[0][1], likely[1:], language, max(colours.values()))

    def _colours(self, picture: Image, ribbon: Ribbon) -> dict[str, float]:
        """The log likelihood of each colour of band below the bar, its paper taken as white."""
        across = ribbon.quad[3] - ribbon.quad[0]
        below = np.array(
            [
                ribbon.quad[3] + 0.5 * across,
                ribbon.quad[2] + 0.5 * across,
                ribbon.quad[2] + 1.6 * across,
                ribbon.quad[3] + 1.6 * across,
            ]
        )
        band = np.median(cut(picture, below, 12).reshape(-1, 3), axis=0)
        paper = np.percentile(cut(picture, ribbon.quad, 16).reshape(-1, 3), 80, axis=0)
        shown = np.clip(band / np.maximum(paper, 30) * _PAPER, 0, 1).astype(np.float32)
        lab = cv2.cvtColor(shown[None, None], cv2.COLOR_BGR2LAB)[0, 0]
        logs = {}
        for colour, mean in self._prints.bands.items():
            off = (lab - np.array(mean)) / (2 * _COLOUR, _COLOUR, _COLOUR)
            logs[colour] = max(_OTHERWISE, float(-0.5 * (off**2).sum()))
        return logs

    def _cards(self, told: Sequence["_Told"], plane: TablePlane) -> tuple[Card, ...]:
        """The cards: those with a name, each once; and bars of a card's length and colour that cannot be read."""
        cards: list[Card] = []
        taken: set[str] = set()
        places: list[Points] = []
        for one in sorted(told, key=lambda other: -other.probability):
            if one.card.startswith(_BOARD):
                continue
            ends = plane.on_table(one.ribbon.quad)
            # One bar may have been found twice, by parts of it.
            if any(np.hypot(*(ends.mean(0) - place)) < _APART for place in places):
                continue
            fits = abs(np.log(np.linalg.norm(ends[1] - ends[0]) / self._prints.ribbon)) < _ALIKE
            sure = one.probability > _ENOUGH and one.card not in taken
            if sure and (fits or one.probability > 0.95):
                taken.add(one.card)
                places.append(ends.mean(0))
                cards.append(Card(one.card, one.probability, self._quad(one.ribbon, plane), one.others))
            elif fits and one.colour > _OTHERWISE / 2:
                others = tuple(other for other in ((one.card, one.probability), *one.others) if other[0] not in taken)
                cards.append(Card(None, 0.0, self._quad(one.ribbon, plane), others))
        return tuple(cards)

    def _quad(self, ribbon: Ribbon, plane: TablePlane) -> Points:
        """The upper part of a card, px: what shows of it in a column."""
        ends = plane.on_table(ribbon.quad)
        along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        down = np.array([-along[1], along[0]])
        middle = ends.mean(0)
        left = middle - along * self._prints.card / 2 - down * _ABOVE
        right = left + along * self._prints.card
        return plane.in_picture(np.array([left, right, right + down * _STRIP, left + down * _STRIP]))

    def _rounds(
        self, picture: Image, plane: TablePlane, board: Board, cards: Sequence[Card], paper: Image
    ) -> tuple[tuple[Round, ...], tuple[Points, ...]]:
        width, height = self._prints.ground.size
        down = np.array([-board.along[1], board.along[0]])
        origin = board.corner - (board.along + down) * _MARGIN
        seen = plane.looked_at(picture, origin, board.along, (width + 2 * _MARGIN, height + 2 * _MARGIN), DENSITY)
        seen = np.clip(seen * (_PAPER * 255 / np.maximum(paper, 60)), 0, 255).astype(np.uint8)
        found = [
            *find_coins(seen, self._prints.coins),
            *find_tokens(seen, Tokens(self._prints.victories, self._prints.defeat), self._letters),
        ]
        kept, quads = [], []
        for one in found:
            if self._printed_on(one, origin, plane, board, cards):
                continue
            corners = one.middle + one.radius * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            on_table = origin + corners[:, :1] / DENSITY * board.along + corners[:, 1:] / DENSITY * down
            kept.append(one)
            quads.append(plane.in_picture(on_table))
        return tuple(kept), tuple(quads)

    def _printed_on(self, one: Round, origin: Points, plane: TablePlane, board: Board, cards: Sequence[Card]) -> bool:
        """Whether this is a picture on a card or among the board's stages, rather than a piece."""
        down = np.array([-board.along[1], board.along[0]])
        place = origin + one.middle[0] / DENSITY * board.along + one.middle[1] / DENSITY * down
        low = float((place - board.corner) @ down) / self._prints.ground.size[1]
        right = float((place - board.corner) @ board.along) / self._prints.ground.size[0]
        if 0 < low < 1 and 0 < right < 1:
            ground = self._prints.ground
            apart = (np.array([right, low]) - ground.disc) * ground.size
            return low > _STAGES or float(np.hypot(*apart)) < _DISC
        for card in cards:
            corners = plane.on_table(card.quad)
            along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
            x, y = float((place - corners[0]) @ along), float((place - corners[0]) @ (-along[1], along[0]))
            if 0 < x < self._prints.card and 0 < y < _LONG * self._prints.card:
                return True
        return False


_PAPER = 0.94
"""How bright the ribbons' paper is, of white."""
_ABOVE, _STRIP = 4.5, 26.0
"""Millimetres from a card's upper edge to the middle of its ribbon, and that show of it in a column."""


def _alike(ribbons: Sequence[Ribbon]) -> int:
    """How many bars are probably cards': long ones of much the same length."""
    long = [ribbon.length for ribbon in ribbons if ribbon.length > _ROLLED * ribbon.height]
    return max((sum(abs(np.log(one / other)) < 2 * _ALIKE for one in long) for other in long), default=0)


def _enlarged(city: CitySeen, by: float) -> CitySeen:
    """What was seen in a reduced picture, in the pixels of the whole one."""
    return city._replace(
        cards=tuple(card._replace(quad=card.quad * by) for card in city.cards),
        board_quad=None if city.board_quad is None else city.board_quad * by,
        round_quads=tuple(quad * by for quad in city.round_quads),
    )


def _written(ribbon: Ribbon) -> Points:
    """The part of a bar where letters stand: its ends are rolled up, a plate's are not."""
    if ribbon.length < _ROLLED * ribbon.height:
        return ribbon.quad
    end = (ribbon.quad[1] - ribbon.quad[0]) * 0.07
    return np.array([ribbon.quad[0] + end, ribbon.quad[1] - end, ribbon.quad[2] - end, ribbon.quad[3] + end])


_ROLLED = 8
"""Length by height from which a bar is a card's ribbon."""


def _paper(picture: Image, ribbons: Sequence[Ribbon]) -> Image:
    """The colour of paper in this light (BGR)."""
    return np.asarray(
        np.median([np.percentile(cut(picture, one.quad, 16).reshape(-1, 3), 80, axis=0) for one in ribbons], axis=0)
    )


_DISC = 9.0
"""Millimetres from a board's printed resource within which a round thing is that."""
_LONG = 100 / 65
"""A card's height by its width."""
_STAGES = 0.8
"""Share of a board's height below which its stages are printed, with coins among them."""


class _Told(NamedTuple):
    """A bar with what most probably stands on it, and how well the band beside it fits any colour (log)."""

    ribbon: Ribbon
    card: str
    probability: float
    others: tuple[tuple[str, float], ...]
    language: str
    colour: float
