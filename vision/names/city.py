"""A player's city in one photograph, read without enrolled pictures: names, the board, coins and tokens."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.names.grounds import Board, read_board
from vision.names.letters import Letters, Line, cut
from vision.names.matching import Names
from vision.names.paper import PAPER, ROLLED, in_good_light, paper_of, papery, written
from vision.names.plane import MODES, TablePlane, find_plane, way_of
from vision.names.prints import Prints
from vision.names.ribbons import Ribbon, find_plates, find_ribbons
from vision.names.rounds import DENSITY, Round, Tokens, find_coins, find_tokens
from vision.names.strips import find_strips, laid_anew, of_one_card, with_ends

_BOARD = "board "
"""Before a board's name where cards and boards are weighed together."""
_MOST_SIDE = 4200
"""Pixels of the long side that are looked at: letters of a whole city have 25 pixels then."""
_LINES = 30
"""Bars that are read at first: some names are enough to find the table."""
_SOME, _TELLS = 10, 3.0
"""Bars that are read both ways up, and how clearly (log) names must stand on them, else all are. Where so clear a name
stands on each of ``TELL_THE_TABLE`` of them as the picture has them, they are not turned: of 140 bars of 14 photographs
that were read upside down the clearest had 1.5."""
_STRIPS = 30
"""Bars that are read at most once the table is known: a whole city has 25 cards."""
_PLATES = 12
"""Bars that are read at most where no plate was found."""
_PLATE_LONG, _PLATE_HIGH, _LEVEL = (18.0, 46.0), (4.2, 9.0), 0.95
"""Millimetres that a plate is long and high (GIZAH 26 x 6.6), and the cosine of its turn against the cards."""
_ROUNDS = 3
"""Times that bars are looked for with a plane that the last ones made better."""
_TONGUE = 8
"""Lines by which the language is found."""
_ALIKE = 0.08
"""Log by which a ribbon's length may differ from that of all."""
_SAID = 3
"""Letters that a name has at least."""
_COLOUR = 16.0
"""Units of CIE L*a*b* by which a band's colour is off (standard deviation), once the light is taken out."""
_SURELY, _SOME_BANDS = 0.95, 4
"""How probable a name is whose card's colour tells what the light did, and how many of these are needed."""
TELL_THE_TABLE: Final = 4
"""Cards surely named from which on a table is known by their ribbons: two angles and a scale are found from three, and
nothing bears these out. (Of one false name on blank ribbons boards were half as large, and no stage was built.)"""
_OTHERWISE = -4.0
"""The least that a colour says against a name: somebody's shadow may lie there."""
_MARGIN = 40.0
"""Millimetres about the board in which coins and tokens are looked for."""
_ENOUGH = 0.5
"""A name less probable than this is not said."""


class Card(NamedTuple):
    """A card by its name: ``None``, there, it cannot be told; ``others``: what else it may be, the likeliest first."""

    card: str | None
    probability: float
    quad: Points
    others: tuple[tuple[str, float], ...]


class CitySeen(NamedTuple):
    """What a photograph shows of a city; ``boards``: all boards' names, the first is read if the table is known."""

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
        self._boards = {f"{_BOARD}{name}": spelt for name, spelt in prints.ground.names.items()}
        self._by_language = {language: self._names(names) for language, names in prints.names.items()}
        numbers = "".join(map(str, (1, *prints.victories)))
        self._letters = Letters(
            {*numbers, *(letter for names in self._by_language.values() for letter in names.letters)}
        )

    def read(self, picture: Image) -> CitySeen:
        """The city in a photograph (uint8 BGR)."""
        scale = min(1.0, _MOST_SIDE / max(picture.shape[:2]))
        if scale < 1:
            return _enlarged(
                self.read(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), 1 / scale
            )
        best = self._first(picture)
        named = _named(best)
        if not named:
            return CitySeen((), None, None, (), (), (), None)
        language = best[0].language
        plane = self._plane(named, picture)
        unnamed = [one for one in best if one.card.startswith(_BOARD) or one.probability <= _ENOUGH]
        named, plane = self._closer(picture, plane, named)
        for _ in range(_ROUNDS):
            more = self._faint(picture, plane, named, language)
            spoken = self._language([one.line for one in [*named, *more]])
            if spoken != language:
                language = spoken
                named, more, unnamed = (self._anew(picture, part, language) for part in (named, more, unnamed))
            unnamed += [one for one in more if one.probability <= _ENOUGH]
            if not _named(more):
                break
            named, plane = self._closer(picture, plane, [*named, *_named(more)])
        tint = self._tint(picture, named)
        best = self._anew(picture, [*named, *unnamed], language, tint)
        named = _named(best) or named
        cards = self._cards(picture, best, plane, paper_of(picture, [one.ribbon for one in named]))
        if not any(one.card.startswith(_BOARD) and one.probability > _ENOUGH for one in best):
            best = [*best, *self._plates(picture, plane, named, language)]
        plates = sorted(
            (one for one in best if one.card.startswith(_BOARD) and one.probability > _ENOUGH),
            key=lambda one: -one.probability,
        )
        names = tuple(dict.fromkeys(one.card.removeprefix(_BOARD) for one in plates))
        if not plates or sum(card.probability > _SURELY for card in cards) < TELL_THE_TABLE:
            return CitySeen(cards, None, None, names, (), (), language)
        board = read_board(picture, plane, plates[0].ribbon, names[0], self._prints.ground)
        rounds, quads = self._rounds(picture, plane, board, cards, paper_of(picture, [one.ribbon for one in named]))
        corners = plane.in_picture(board.quad(self._prints.ground.size))
        return CitySeen(cards, board, corners, names, rounds, quads, language)

    def _first(self, picture: Image) -> list["_Told"]:
        """What stands on the bars that show by themselves, read the way up in which more of them are names."""
        found = _one_way(find_ribbons(picture))[:_LINES]
        lines = self._lines(picture, found[:_SOME])
        best = self._told(picture, lines)
        rest: Sequence[Ribbon] = found[_SOME:]
        if sum(_clear([one]) > _TELLS for one in best) < TELL_THE_TABLE:
            best, rest = self._clearer(picture, found, (lines, best))
        named = _named(best)
        if len(named) >= TELL_THE_TABLE:
            # A plate that is not of the ribbons' paper is found again once the table is known.
            paper = paper_of(picture, [one.ribbon for one in named])
            rest = [bar for bar in rest if papery(picture, bar, paper)]
        # A plate is spelt alike in most languages: all that was read tells which it is.
        return self._told(picture, [*((one.ribbon, one.line) for one in best), *self._lines(picture, rest)])

    def _clearer(
        self, picture: Image, found: Sequence[Ribbon], upright: tuple["_Lines", list["_Told"]]
    ) -> tuple[list["_Told"], Sequence[Ribbon]]:
        """What stands on these bars, the way up in which names are clearer, and those bars that are still to be read.

        ``upright``: what stands on the first of them as the picture has them.
        """
        both_ways = found, [bar.turned for bar in found]
        lines = [upright[0], self._lines(picture, both_ways[1][:_SOME])]
        some = [upright[1], self._told(picture, lines[1])]
        tried = _SOME
        if max(map(_clear, some)) < _TELLS and len(found) > _SOME:
            tried = len(found)
            more = [self._lines(picture, bars[_SOME:]) for bars in both_ways]
            some = [self._told(picture, [*first, *rest]) for first, rest in zip(lines, more, strict=True)]
        turned = _clear(some[1]) > _clear(some[0])
        return some[turned], both_ways[turned][tried:]

    def _lines(self, picture: Image, bars: Sequence[Ribbon]) -> "_Lines":
        """What may stand on each bar."""
        return list(zip(bars, self._letters.read([cut(picture, written(bar)) for bar in bars]), strict=True))

    def _plane(self, named: Sequence["_Told"], picture: Image) -> TablePlane:
        usual = float(np.median([one.ribbon.length for one in named]))
        whole = [one for one in named if abs(np.log(one.ribbon.length / usual)) < 5 * _ALIKE]
        return find_plane([one.ribbon for one in whole or named], self._prints.ribbon, picture.shape)

    def _closer(self, picture: Image, plane: TablePlane, named: Sequence["_Told"]) -> tuple[list["_Told"], TablePlane]:
        """The names with their ribbons' ends as far as these are seen, and the plane by them."""
        ends = [with_ends(picture, plane, one.ribbon, self._prints.ribbon) for one in named]
        seen = [ribbon for ribbon in ends if ribbon is not None]
        closer = find_plane(seen, self._prints.ribbon, picture.shape) if len(seen) > 1 else plane
        length = self._prints.ribbon
        bars = [end or laid_anew(closer, one.ribbon, length) for one, end in zip(named, ends, strict=True)]
        return [one._replace(ribbon=bar) for one, bar in zip(named, bars, strict=True)], closer

    def _faint(self, picture: Image, plane: TablePlane, named: Sequence["_Told"], language: str) -> list["_Told"]:
        """What stands on bars that show only to those who know where the table is and how long a ribbon."""
        ends = np.array([plane.on_table(one.ribbon.quad) for one in named])
        along = way_of(list(ends))
        places = ends.mean(1)
        paper = paper_of(picture, [one.ribbon for one in named])
        found = find_strips(picture, plane, along, self._prints.ribbon, places)
        lying = zip(found, map(plane.on_table, (strip.quad for strip in found)), strict=True)
        others = (strip for strip, corners in lying if not any(of_one_card(corners, place) for place in ends))
        strips = list(islice((strip for strip in others if papery(picture, strip, paper)), _STRIPS))
        lines = self._letters.read([cut(picture, written(strip)) for strip in strips])
        return [
            self._posterior(picture, strip, line, language)._replace(letters=_legible(line))
            for strip, line in zip(strips, lines, strict=True)
        ]

    def _plates(self, picture: Image, plane: TablePlane, named: Sequence["_Told"], language: str) -> list["_Told"]:
        """What stands on bars that may be a board's plate, by their size on the table."""
        along = way_of([plane.on_table(one.ribbon.quad) for one in named])
        bars: list[Ribbon] = []
        for bar in (*find_ribbons(picture), *find_plates(picture)):
            ends = plane.on_table(bar.quad)
            way, across = ends[1] - ends[0], ends[3] - ends[0]
            length, height = float(np.linalg.norm(way)), float(np.linalg.norm(across))
            sized = _PLATE_LONG[0] < length < _PLATE_LONG[1] and _PLATE_HIGH[0] < height < _PLATE_HIGH[1]
            if sized and abs(float(way @ along)) > _LEVEL * length:
                bars.append(bar if way @ along > 0 else bar.turned)
        lines = self._letters.read([cut(picture, bar.quad) for bar in bars[:_PLATES]])
        read = [(bar, line) for bar, line in zip(bars, lines, strict=False) if line.text]
        told = [self._posterior(picture, bar, line, language) for bar, line in read]
        return [one for one in told if one.card.startswith(_BOARD)]

    def _one(self, card: str) -> str:
        return self._prints.once.get(card, card)

    def _names(self, names: Mapping[str, Sequence[str]]) -> Names:
        cards: dict[str, list[str]] = {}
        for card, spelt in names.items():
            cards.setdefault(self._one(card), []).extend(spelt)
        return Names(cards | {key: list(spelt) for key, spelt in self._boards.items()})

    def _told(self, picture: Image, lines: Sequence[tuple[Ribbon, Line]], language: str | None = None) -> list["_Told"]:
        """Every bar with what stands on it, in a language or that in which it is likeliest."""
        said = [(ribbon, line) for ribbon, line in lines if len(line.text) >= _SAID]
        said.sort(key=lambda item: item[1].best - len(item[1].text))
        language = language or self._language([line for _, line in said[:_TONGUE]])
        return [self._posterior(picture, ribbon, line, language) for ribbon, line in said]

    def _language(self, lines: Sequence[Line]) -> str:
        """The language in which these lines are likeliest to be names."""
        totals = {}
        for language, names in self._by_language.items():
            readings = [names.weigh(line) for line in lines]
            totals[language] = sum(max(*reading.logs.values(), reading.none) for reading in readings)
        return max(totals, key=lambda language: totals[language])

    def _posterior(
        self, picture: Image, ribbon: Ribbon, line: Line, language: str, *, tint: Image | None = None
    ) -> "_Told":
        """How probable each name is, the colour of the band weighed in; ``tint``: by how much all bands are off."""
        reading = self._by_language[language].weigh(line)
        colours = self._colours(picture, ribbon, tint)
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
        return _Told(
            *(ribbon, likely[0][0], likely[0][1], likely[1:], language, max(colours.values())),
            odds=max(logs.values()) - reading.none,
            line=line,
        )

    def _anew(self, picture: Image, told: Sequence["_Told"], language: str, tint: Image | None = None) -> list["_Told"]:
        """The same bars, weighed in another language or under another light."""
        return [
            self._posterior(picture, one.ribbon, one.line, language, tint=tint)._replace(letters=one.letters)
            for one in told
        ]

    def _tint(self, picture: Image, named: Sequence["_Told"]) -> Image:
        """By how much the bands of cards that are surely named are off (L*a*b*): what this light and camera do."""
        sure = [one for one in named if one.probability > _SURELY and one.card in self._prints.colors]
        off = [
            self._band(picture, one.ribbon) - np.array(self._prints.bands[self._prints.colors[one.card]])
            for one in sure
        ]
        return np.clip(np.median(off, axis=0), -_COLOUR, _COLOUR) if len(off) >= _SOME_BANDS else np.zeros(3)

    def _colours(self, picture: Image, ribbon: Ribbon, tint: Image | None = None) -> dict[str, float]:
        """The log likelihood of each colour of band below the bar, its paper taken as white."""
        lab = self._band(picture, ribbon) - (0.0 if tint is None else tint)
        logs = {}
        for colour, mean in self._prints.bands.items():
            off = (lab - np.array(mean)) / (2 * _COLOUR, _COLOUR, _COLOUR)
            logs[colour] = max(_OTHERWISE, float(-0.5 * (off**2).sum()))
        return logs

    def _band(self, picture: Image, ribbon: Ribbon) -> Image:
        """The colour of the band below a bar (L*a*b*), its paper taken as white."""
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
        shown = np.clip(band / np.maximum(paper, 30) * PAPER, 0, 1).astype(np.float32)
        return np.asarray(cv2.cvtColor(shown[None, None], cv2.COLOR_BGR2LAB)[0, 0])

    def _cards(self, picture: Image, told: Sequence["_Told"], plane: TablePlane, paper: Image) -> tuple[Card, ...]:
        """The cards: those with a name, each once; and bars of a card's length and colour that cannot be read."""
        cards: list[Card] = []
        taken: set[str] = set()
        places: list[Points] = []
        for one in sorted(told, key=lambda other: -other.probability):
            if one.card.startswith(_BOARD):
                continue
            ends = plane.on_table(one.ribbon.quad)
            # One bar may have been found twice, by parts of it.
            if any(of_one_card(ends, place) for place in places):
                continue
            long = np.log(np.linalg.norm(ends[1] - ends[0]) / self._prints.ribbon)
            fits = min(abs(long - rolled) for rolled in MODES) < _ALIKE
            sure = one.probability > _ENOUGH and one.card not in taken
            if sure and (fits or one.probability > 0.95 or papery(picture, one.ribbon, paper)):
                taken.add(one.card)
                places.append(ends)
                cards.append(Card(one.card, one.probability, self._quad(one.ribbon, plane), one.others))
            elif fits and one.colour > _OTHERWISE / 2 and one.letters and papery(picture, one.ribbon, paper):
                others = tuple(other for other in ((one.card, one.probability), *one.others) if other[0] not in taken)
                places.append(ends)
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
        seen = in_good_light(seen, paper)
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


_ABOVE, _STRIP = 4.5, 26.0
"""Millimetres from a card's upper edge to the middle of its ribbon, and that show of it in a column."""


def _named(told: Sequence["_Told"]) -> list["_Told"]:
    return [one for one in told if one.probability > _ENOUGH and not one.card.startswith(_BOARD)]


def _clear(told: Sequence["_Told"]) -> float:
    """How clearly names stand there (log): letters upside down are read as letters, too, if as less likely ones."""
    return float(sum(max(0.0, one.odds + one.line.best) for one in told))


def _one_way(ribbons: Sequence[Ribbon]) -> list[Ribbon]:
    """The bars, all of them read in much the same direction: most cards of a city lie one way up."""
    long = [ribbon for ribbon in ribbons if ribbon.length > ROLLED * ribbon.height] or ribbons
    doubled = sum((complex(*ribbon.along) ** 2 for ribbon in long), 0j)
    way = np.sqrt(doubled)
    usual = np.array([way.real, way.imag])
    return [ribbon if ribbon.along @ usual >= 0 else ribbon.turned for ribbon in ribbons]


def _enlarged(city: CitySeen, by: float) -> CitySeen:
    """What was seen in a reduced picture, in the pixels of the whole one."""
    return city._replace(
        cards=tuple(card._replace(quad=card.quad * by) for card in city.cards),
        board_quad=None if city.board_quad is None else city.board_quad * by,
        round_quads=tuple(quad * by for quad in city.round_quads),
    )


def _legible(line: Line) -> bool:
    """Whether there are letters at all, if none that make a name: meanders and pictures are read as rubbish."""
    return len(set(line.text)) >= _SAID and line.best > _RUBBISH * len(line.text)


_RUBBISH = -1.5
"""Log by letter below which what was read is rubbish."""
_DISC = 12.0
"""Millimetres from a board's printed resource within which a round thing is that."""
_LONG = 100 / 65
"""A card's height by its width."""
_STAGES = 0.8
"""Share of a board's height below which its stages are printed, with coins among them."""


class _Told(NamedTuple):
    """A bar with what most probably stands on it; ``colour``: how well the band beside it fits any (log).

    ``letters``: whether something is written on it; ``odds``: log odds of the likeliest name against none;
    ``line``: what was read.
    """

    ribbon: Ribbon
    card: str
    probability: float
    others: tuple[tuple[str, float], ...]
    language: str
    colour: float
    odds: float
    line: Line
    letters: bool = True


_Lines = list[tuple[Ribbon, Line]]
"""Bars with what may stand on each."""
