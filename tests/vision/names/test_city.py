"""Cities are read by what is printed on them, in any language, tilted and upside down, without an enrolled picture."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.names.painted import PRINTS, Painted, photograph
from vision.geometry.image import Image
from vision.names.city import CityReader, CitySeen
from vision.names.letters import Line
from vision.names.matching import Names
from vision.names.ribbons import Ribbon, find_ribbons

CITY = Painted(
    (("palace", "town_hall", "senate"), ("temple", "statue"), ("loom_2", "haven", "ludus"), ("decorators_guild",)),
    "rhodes",
    "B",
    1,
)
READER = CityReader(PRINTS)


@cache
def seen(language: str, tilt: float, turn: float) -> CitySeen:
    return READER.read(photograph(CITY, language, tilt=tilt, turn=turn))


def names(city: CitySeen) -> set[str | None]:
    return {card.card for card in city.cards}


EXPECTED = {PRINTS.once[card] for column in CITY.columns for card in column}


@pytest.mark.parametrize(
    ("language", "tilt", "turn"), [pytest.param("it", 0.0, 0.0, marks=pytest.mark.proof), ("fr", 20.0, 4.0)]
)
def test_every_card_is_named_in_the_language_of_the_box(language: str, tilt: float, turn: float) -> None:
    city = seen(language, tilt, turn)
    assert city.language == language
    assert names(city) == EXPECTED


def test_the_board_its_side_and_its_stages_are_read() -> None:
    board = seen("fr", 20.0, 4.0).board
    assert board is not None
    assert (board.name, board.side, board.stages) == ("rhodes", "B", 1)
    assert board.sure > 0.9


def test_a_photograph_taken_upside_down_is_read_as_well() -> None:
    assert names(seen("it", 0.0, 180.0)) == EXPECTED


@pytest.mark.proof
def test_bars_on_which_clear_names_stand_are_not_read_upside_down(monkeypatch: pytest.MonkeyPatch) -> None:
    turned: list[Ribbon] = []

    def counted(one: Ribbon) -> Ribbon:
        turned.append(one)
        return Ribbon(np.roll(one.quad, 2, axis=0))

    monkeypatch.setattr(Ribbon, "turned", property(counted))
    assert names(READER.read(photograph(CITY, "it"))) == EXPECTED
    upright = len(turned)
    assert names(READER.read(photograph(CITY, "it", turn=180.0))) == EXPECTED
    assert upright == 0 < len(turned)


@pytest.mark.proof
def test_a_plate_that_is_spelt_alike_in_most_languages_does_not_tell_the_box_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the bars read first none but the plate is written on: in a bad light most of them are the table's."""
    columns = ("brickyard", "siege_workshop", "training_ground"), ("lumber_yard", "baths"), ("ore_vein", "spies_guild")
    painted = photograph(CITY._replace(columns=columns), "de")
    board = READER.read(painted).board_quad
    assert board is not None
    grain = [Ribbon(np.array([[x, 4.0], [x + 90, 4.0], [x + 90, 16.0], [x, 16.0]])) for x in range(0, 900, 100)]

    def on_the_board(bar: Ribbon) -> bool:
        x, y = map(float, bar.quad.mean(0))
        return cv2.pointPolygonTest(board.astype(np.float32), (x, y), measureDist=False) > 0

    def plate_first(picture: Image) -> list[Ribbon]:
        plate, *cards = sorted(find_ribbons(picture), key=on_the_board, reverse=True)
        return [plate, *grain, *cards]

    monkeypatch.setattr("vision.names.city.find_ribbons", plate_first)
    city = READER.read(painted)
    assert city.language == "de"
    assert names(city) == {card for column in columns for card in column}


@pytest.mark.proof
def test_of_a_board_nothing_is_said_where_too_few_names_tell_how_the_table_lies() -> None:
    few = READER.read(photograph(CITY._replace(columns=(("palace",), ("temple", "statue"))), "it"))
    assert names(few) == {"palace", "temple", "statue"}
    assert few.board is None


@pytest.mark.proof
@pytest.mark.parametrize("language", list(PRINTS.names))
@pytest.mark.parametrize("tilt", [-30.0, 0.0, 30.0])
def test_cities_of_any_cards_are_named(language: str, tilt: float) -> None:
    rng = np.random.default_rng(round(tilt) + 31 * len(language))
    right = whole = 0
    for _ in range(4):
        cards = rng.permutation([card for card, one in PRINTS.once.items() if card == one])[:12].tolist()
        city = Painted((cards[:3], cards[3:6], cards[6:9], cards[9:]), "giza", "AB"[int(rng.integers(2))], 2)
        found = names(READER.read(photograph(city, language, tilt=tilt, seed=int(rng.integers(1 << 30)))))
        assert not found - {None} - set(cards), "nothing is named that is not there"
        right, whole = right + len(found & set(cards)), whole + len(cards)
    assert right / whole >= 0.97


def test_a_wrong_letter_costs_less_than_another_name() -> None:
    """A line that says LUDVS: the letters of LUDUS likely, a V somewhat likelier than the second U."""
    letters = ("", *"ABDLSUVW")
    logs = np.full((9, len(letters)), -9.0)
    for place, letter in zip(range(0, 9, 2), "LUDVS", strict=True):
        logs[place, letters.index(letter)] = -0.4
    logs[6, letters.index("U")] = -1.4
    logs[1::2, 0] = -0.01
    reading = Names({"ludus": ("LUDUS",), "walls": ("WALLS",)}).weigh(Line(logs, letters))
    assert reading.logs["ludus"] > max(reading.none, reading.logs["walls"])


def test_a_line_that_is_no_name_is_none() -> None:
    letters = ("", *"ABDLSUVWX")
    logs = np.full((9, len(letters)), -9.0)
    for place, letter in zip(range(0, 9, 2), "XAXBX", strict=True):
        logs[place, letters.index(letter)] = -0.1
    logs[1::2, 0] = -0.01
    reading = Names({"ludus": ("LUDUS",), "walls": ("WALLS",)}).weigh(Line(logs, letters))
    assert reading.none > max(reading.logs.values())
