"""From pieces seen in photographs to positions: what is seen is counted, what cannot be seen is asked."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import cv2
import msgspec
import numpy as np
import pytest

from companion.errors import Unusable
from companion.games.architects import finished as architects
from companion.games.catalogue import GAMES
from companion.games.finished import Field, FieldName, Piece, finished
from companion.games.vocabulary import PositionError
from companion.photographed import position_of, reading
from companion.photographed.asking import Box, Question, Tables, questions
from companion.photographed.elsewhere import told_by_others
from companion.photographed.marks import Guess, Mark, within_the_box
from companion.photographed.reading import Read, read_city
from companion.photographed.together import together
from vision.geometry.image import Image, Points
from vision.sighting import FaceProbability
from vision.stills.photograph import Found

PICTURE = np.full((600, 600, 3), 110, np.uint8)
FLAT = np.zeros((4, 2))
SMALL = ((90.0, 0.0), (99.0, 0.0), (99.0, 9.0), (90.0, 9.0))
Photographed = Callable[..., Read]


def found(game: str, face: str, probability: float = 0.99, quad: Points = FLAT) -> Found:
    return Found(quad, (FaceProbability(f"{game}/{face}", probability),))


@pytest.fixture
def photographed(monkeypatch: pytest.MonkeyPatch) -> Photographed:
    """What is read of a photograph in which these faces are found, of a box with all faces that are asked for."""

    def read(game: str, *faces: str | Found, picture: Image = PICTURE, also: Sequence[str] = ()) -> Read:
        there = tuple(found(game, face) if isinstance(face, str) else face for face in faces)
        known = {one.faces[0].face: (44.0, 68.0) for one in there if one.faces}
        known |= {name: (100.0, 65.0) for name in known if "/wonder/" in name} | {
            f"{game}/{x}": (9.0, 9.0) for x in also
        }
        reader = SimpleNamespace(
            read=lambda _picture, _faces, _known: there, at_home=lambda _picture, _face, quad: quad
        )
        monkeypatch.setattr(reading, "_reader", lambda _box: (reader, known))
        return read_city(picture, game, 1, Path())

    return read


def test_a_city_of_duel_is_its_cards_tokens_coins_and_the_wonders_that_lie_on_a_card(
    photographed: Photographed,
) -> None:
    picture = PICTURE.copy()
    picture[150:300, 184:272] = (160, 90, 60)
    wonder = np.array([[120.0, 200], [320, 200], [320, 330], [120, 330]])
    picture[200:330, 120:320] = (40, 60, 150)
    faces = (
        "stable",
        found("duel", "wonder/sphinx", quad=wonder),
        "progress/philosophy",
        "coin/6",
        "coin/1",
        "back/age_1",
    )
    anna = photographed(
        "duel", *faces, found("duel", "wonder/piraeus", quad=wonder + np.array([220.0, 0.0])), picture=picture
    )
    position, asked = position_of("duel", 1, [("anna.png", anna), ("ben.png", photographed("duel", "altar"))])
    assert position == {
        "game": "duel",
        "pawn": 0,
        "players": [
            {"cards": ["stable"], "wonders": ["sphinx"], "progress": ["philosophy"], "coins": 7},
            {"cards": ["altar"], "wonders": [], "progress": [], "coins": 0},
        ],
    }
    assert [line for line in asked if line.startswith("anna.png: ") and "coins (7 counted)" in line]
    assert [line for line in asked if line.startswith("ben.png: ") and "wonders (none counted)" in line]
    assert "pawn" in asked[-1]
    assert GAMES["duel"].score_position(position).totals == (6 + 7 + 2, 3)


def test_the_edge_of_a_card_that_is_built_on_is_no_other_wonders(photographed: Photographed) -> None:
    """9114/1 of ``benchmarks.photographs``: the joints of the table's planks ran from one wonder to another's card."""
    picture = PICTURE.copy()
    picture[:150, 184:188] = picture[:150, 268:272] = (40, 60, 70)
    picture[150:300, 184:272] = (160, 90, 60)
    lower = np.array([[120.0, 200], [320, 200], [320, 330], [120, 330]])
    upper = lower - (0.0, 198.0)
    picture[200:330, 120:320] = picture[2:132, 120:320] = (40, 60, 150)
    wonders = [found("duel", f"wonder/{name}", quad=quad) for name, quad in (("piraeus", upper), ("sphinx", lower))]
    assert photographed("duel", "stable", *wonders, picture=picture).told["wonders"] == {"sphinx": 1}


SEVEN = ("board/giza/A", "altar", "loom", "token/conflict_minus_1", "token/conflict_3", "back/age_1", "coin/3")


def test_a_city_of_seven_wonders_is_its_board_cards_and_tokens(photographed: Photographed) -> None:
    position, asked = position_of("seven_wonders", 1, [("anna.png", photographed("seven_wonders", *SEVEN))])
    assert position["players"] == [
        {
            "wonder": "giza",
            "side": "A",
            "stages": 1,
            "coins": 3,
            "conflict_tokens": [-1, 3],
            "cards": ["altar", "loom_1"],
        }
    ]
    assert asked == ["anna.png: not seen for certain: stages (1 counted), coins (3 counted); is that right?"]
    assert GAMES["seven_wonders"].score_position(position).totals == (2 + 1 + 3 + 2,)


def test_cities_that_do_not_fit_together_are_scored_and_that_is_said(photographed: Photographed) -> None:
    faces = [("board/giza/A", *SEVEN[1:]), ("board/rhodes/A", "token/conflict_3"), ("board/babylon/A", "altar")]
    photographs = [(f"{k}.png", photographed("seven_wonders", *there)) for k, there in enumerate(faces)]
    position, asked = position_of("seven_wonders", 1, photographs)
    assert position["partial"]
    assert "fit together" in asked[-1]
    assert GAMES["seven_wonders"].score_position(position).totals


@pytest.mark.parametrize(
    ("game", "both"), [("architects", ("stage/giza_1/built", "progress/decor", "token/cat")), ("duel", ("altar",))]
)
def test_what_is_there_twice_of_which_the_box_holds_one_is_scored_and_said(
    photographed: Photographed, game: str, both: tuple[str, ...]
) -> None:
    photographs = [(name, photographed(game, *both)) for name in ("anna.png", "ben.png")]
    position, asked = position_of(game, 1, photographs)
    assert "fit together" in asked[-1]
    assert GAMES[game].score_position(position).totals
    with pytest.raises(PositionError):
        GAMES[game].score_position(position | {"partial": False})


def test_a_board_that_is_not_seen_can_be_said(photographed: Photographed) -> None:
    cities = [("anna.png", photographed("seven_wonders", "altar"))]
    position, asked = position_of("seven_wonders", 1, cities, ["rhodes B"])
    assert (position["players"][0]["wonder"], position["players"][0]["side"]) == ("rhodes", "B")
    assert not [line for line in asked if "wonder" in line]


def test_what_is_unsure_is_asked_and_counted(photographed: Photographed) -> None:
    faces = (FaceProbability("duel/senate", 0.6), FaceProbability("duel/gardens", 0.4))
    read = photographed("duel", Found(FLAT, faces))
    position, asked = position_of("duel", 1, [("anna.png", read), ("ben.png", photographed("duel", "altar"))])
    assert position["players"][0]["cards"] == ["senate"]
    assert [line for line in asked if "(senate or gardens: the first counted)" in line]


def test_a_doubtful_card_is_what_no_other_photograph_of_the_game_shows(photographed: Photographed) -> None:
    """Second edition, seed 1004, seat 0: an Altar or a Senate; three players have one of each."""
    faces = (FaceProbability("seven_wonders/altar", 0.6), FaceProbability("seven_wonders/senate", 0.4))
    anna = photographed("seven_wonders", "board/giza/A", Found(FLAT, faces))
    others = [("board/rhodes/A", "altar"), ("board/babylon/A", "stockade")]
    reads = [("anna.png", anna), *((face[0], photographed("seven_wonders", *face)) for face in others)]
    assert [line for line in position_of("seven_wonders", 1, reads)[1] if "altar or senate" in line]
    position, asked = position_of("seven_wonders", 1, told_by_others(reads, "seven_wonders", 1))
    assert position["players"][0]["cards"] == ["senate"]
    assert not [line for line in asked if "senate" in line]
    seven = reads + [(f"{k}.png", photographed("seven_wonders", "board/giza/A")) for k in range(4)]
    assert told_by_others(seven, "seven_wonders", 1)[0][1] == anna, "seven have two Altars"


@pytest.mark.parametrize(
    ("game", "faces", "wonders", "part"),
    [
        ("duel", [["stable"], ["altar"]], ["sphinx"], "photographs show them"),
        ("seven_wonders", [["altar"]], [], "no wonder is seen"),
        ("seven_wonders", [["board/giza/A", "board/rhodes/B"]], [], "one photograph a player"),
        ("seven_wonders", [["altar"]], ["rhodes"], "no such board"),
        ("architects", [["wood"]], ["atlantis"], "no such board"),
    ],
)
def test_what_cannot_be_scored_is_said(
    photographed: Photographed, game: str, faces: list[list[str]], wonders: list[str], part: str
) -> None:
    cities = [(f"{seat}.png", photographed(game, *there)) for seat, there in enumerate(faces)]
    with pytest.raises(Unusable, match=part):
        position_of(game, 1, cities, wonders)


def card_at(game: str, face: str, x: float, y: float) -> Found:
    return found(game, face, quad=np.array([[x, y], [x + 55, y], [x + 55, y + 80], [x, y + 80]]))


def test_the_top_of_a_deck_beside_a_city_is_not_counted_and_asked_about_where_points_hang_on_it(
    photographed: Photographed,
) -> None:
    column = tuple(card_at("architects", face, 300, 20.0 * k) for k, face in enumerate(("vp3", "vp3", "wood")))
    for top, wanted in (("stone", 0), ("vp2_cat", 1)):
        read = photographed("architects", *column, card_at("architects", top, 0, 0))
        position, asked = position_of("architects", 1, [("anna.png", read)], ["giza"])
        assert position["players"][0]["cards"] == {"vp3": 2, "wood": 1}
        assert len([line for line in asked if "top of a deck" in line]) == wanted


def test_what_a_built_stage_stands_on_is_built_though_it_is_not_seen_and_the_stages_are_asked_about(
    photographed: Photographed,
) -> None:
    read = photographed("architects", "stage/giza_3/built")
    position, asked = position_of("architects", 1, [("anna.png", read)])
    assert set(position["players"][0]["built"]) == {"giza_1", "giza_2", "giza_3"}
    assert "stages" in asked[0]
    assert GAMES["architects"].score_position(position).totals


def test_a_column_that_faces_another_side_of_the_table_is_not_the_citys(photographed: Photographed) -> None:
    """Seed 1015 of ``benchmarks.photographs``, seat 1: five cards of the next city, sure and counted."""
    mine = tuple(card_at("architects", face, 300, 20.0 * k) for k, face in enumerate(("vp3", "vp3", "wood")))
    turned = card_at("architects", "vp2_cat", 300, 140)
    across = turned._replace(quad=np.roll(turned.quad, 1, axis=0))
    assert photographed("architects", *mine, turned).told["cards"] == {"vp3": 2, "vp2_cat": 1, "wood": 1}
    assert photographed("architects", *mine, across).told["cards"] == {"vp3": 2, "wood": 1}
    below = across._replace(quad=across.quad - (0, 40))
    there = photographed("architects", *mine, below).told["cards"]
    assert there == {"vp3": 2, "vp2_cat": 1, "wood": 1}, "it lies on the city's own cards"


def test_of_tokens_that_lie_in_several_places_the_city_has_those_nearest_its_wonder(photographed: Photographed) -> None:
    def at(face: str, x: float, game: str = "architects") -> Found:
        """44 px wide: 1 px a mm."""
        return found(game, face, quad=np.array([[x, 0.0], [x + 44, 0], [x + 44, 30], [x, 30]]))

    near = [at("stage/giza_2/built", 0), at("progress/decor", 100), at("progress/science", 180)]
    for far, counted in ((267.0, 3), (270.0, 2)):
        read = photographed("architects", *near, at("progress/economy", far))
        assert sum(read.told["progress"].values()) == counted, "who reads the form says what was left out"
    for far, counted in ((187.0, 2), (190.0, 1)):
        read = photographed("architects", near[0], at("token/military", 100), at("token/military", far))
        assert read.told["military"] == {"n": counted}, "a heap has no room for another token"
    ours = [at("altar", 0, "duel"), at("progress/law", 100, "duel")]
    for far, counted in ((220.0, 2), (230.0, 1)):
        read = photographed("duel", *ours, at("progress/economy", far, "duel"))
        assert sum(read.told["progress"].values()) == counted, "nobody is asked about these: a hand's breadth"


def test_a_board_that_is_read_twice_at_nearly_one_place_is_one(photographed: Photographed) -> None:
    board = np.array([[0.0, 0.0], [250, 0], [250, 110], [0, 110]])
    again = found("seven_wonders", "board/giza/A", 0.98, board + np.array([28, 10]))
    elsewhere = found("seven_wonders", "board/giza/A", 0.98, board + np.array([200, 0]))
    first = found("seven_wonders", "board/giza/A", 0.99, board)
    assert len(photographed("seven_wonders", again, first).marks) == 1
    assert len(photographed("seven_wonders", elsewhere, first).marks) == 2, "who asks for one photograph a player sees"


@pytest.mark.parametrize(
    ("game", "faces"),
    [
        ("seven_wonders", ("altar", "board/giza/A", "board/rhodes/B")),
        ("architects", ("wood", *(f"stage/{wonder}_{k}/built" for wonder in ("giza", "rhodes") for k in (1, 2)))),
    ],
)
def test_where_another_city_s_wonder_is_in_the_picture_which_cards_are_whose_is_asked(
    photographed: Photographed, game: str, faces: Sequence[str]
) -> None:
    quads = [np.array([[x, 0.0], [x + 40, 0], [x + 40, 30], [x, 30]]) for x in range(0, 60 * len(faces), 60)]

    def asked(*there: str) -> set[str]:
        read = photographed(game, *(found(game, face, quad=quad) for face, quad in zip(there, quads, strict=False)))
        return {field for question in read.questions for field in question.fields}

    assert asked(*faces) >= {"wonder", "cards"}
    assert not asked(*faces[: len(faces) // 2 + 1]) & {"wonder", "cards"}


def test_backs_that_lie_under_a_board_are_its_stages(photographed: Photographed) -> None:
    board = np.array([[0.0, 0.0], [250, 0], [250, 110], [0, 110]])
    back = np.array([[10.0, 35.0], [75, 35], [75, 135], [10, 135]])
    under = [found("seven_wonders", f"back/age_{k + 1}", 0.98, back + np.array([80 * k, 0])) for k in range(3)]
    read = photographed("seven_wonders", found("seven_wonders", "board/giza/A", 0.99, board), *under)
    assert read.told["stages"] == {"n": 3}


def test_with_enrolled_faces_a_few_names_among_strips_that_show_none_tell_nothing_of_the_city(
    photographed: Photographed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plate and names in the grain of the table: how the table lies, and so the stages, are not known."""
    monkeypatch.setattr(reading, "prints_of", lambda _game, _edition: {})
    names = ("arena", "baths", "haven", "forum")

    def read(sure: int) -> Read:
        guesses = [Guess(Mark((), "stages", "", count=2)), Guess(Mark(SMALL, "wonder", "olympia A"), ())]
        for k, card in enumerate(names):
            quad = tuple((x + 30.0 * k, y) for x, y in SMALL)
            guesses.append(Guess(Mark(quad, "cards", card, sure=k < sure), ((card, 0.9),)))
        monkeypatch.setattr(reading, "by_names", lambda _picture, _prints: (guesses, ()))
        return photographed("seven_wonders", "altar", "board/giza/A")

    few, enough = read(3), read(4)
    assert few.told["cards"] == {"altar": 1}
    assert few.told["wonder"] == {"giza A": 1}
    assert any("stages" in question.fields for question in few.questions)
    assert set(enough.told["cards"]) == {"altar", *names}
    assert enough.told["stages"] == {"n": 2}


def lain(corner: tuple[int, int], stack: int, picture: Image) -> Points:
    """A pale card (4 px a mm) drawn into a picture, so many px of a stack's side below and right of it; its corners."""
    x, y = corner
    cv2.rectangle(picture, (x, y), (x + 176 + stack, y + 272 + stack), (225, 225, 225), -1)
    return np.array([[x, y], [x + 176, y], [x + 176, y + 272], [x, y + 272]], float)


def test_where_a_deck_is_seen_it_is_not_counted_and_a_card_that_lies_alone_is(photographed: Photographed) -> None:
    picture = np.full((800, 1500, 3), 70, np.uint8)
    deck, alone = lain((60, 60), 8, picture), lain((500, 60), 0, picture)
    column = [lain((1000, 60 + 60 * k), 0, picture) for k in range(2)]
    faces = [("stone", deck), ("vp2_cat", alone), ("vp3", column[0]), ("vp3", column[1])]
    there = [found("architects", face, quad=quad) for face, quad in faces]
    read = photographed("architects", *there, picture=picture)
    assert read.told["cards"] == {"vp2_cat": 1, "vp3": 2}
    assert not [question for question in read.questions if question.marks]
    without = photographed("architects", *there[1:], picture=picture)
    assert without.told["cards"] == {"vp2_cat": 1, "vp3": 2}, "no deck is as thin"
    cut_off = photographed("architects", *there[1:], picture=picture[:, :680])
    assert cut_off.told["cards"] == {"vp3": 2}, "what is beside it may be beyond the photograph"


def test_tokens_and_stages_that_are_not_seen_are_asked_about(
    photographed: Photographed,
) -> None:
    every = [f"stage/giza_{stage}/{'built' if stage < 3 else 'building'}" for stage in range(1, 6)]
    always = {"military", "progress"}
    cat = "token/cat"
    for seen, wanted in (
        ((*every, cat), always),
        ((*every[1:], cat), {*always, "stages"}),
        (every, {*always, "cat"}),
    ):
        read = photographed("architects", *seen, also=("token/military", "token/cat", "progress/decor", "wood"))
        assert [set(question.fields) for question in read.questions] == [wanted]


def test_where_no_stage_of_a_wonder_is_seen_its_stages_are_asked_about() -> None:
    assert "stages" in architects.left_open({})


@pytest.mark.parametrize("covered", [False, True])
def test_of_a_city_over_which_something_lies_all_that_it_may_hide_is_one_question(
    photographed: Photographed,
    covered: bool,  # noqa: FBT001 - a case of one test
) -> None:
    faces = (FaceProbability("duel/senate", 0.6), FaceProbability("duel/gardens", 0.4))
    there = found("duel", "stable")._replace(covered=covered)
    read = photographed("duel", there, Found(FLAT, faces))
    fields = {"wonders", "coins", "progress"} | ({"cards"} if covered else set())
    assert [set(question.fields) for question in read.questions if question.fields] == [fields]
    assert [question.marks for question in read.questions] == [() if covered else (1,)]


def test_a_strip_that_is_one_of_several_cards_or_a_back_is_a_card(photographed: Photographed) -> None:
    """9213/1 of ``benchmarks.photographs``: the form has how many backs there are, and the card was none."""
    shares = (("back/age_2", 0.3), ("altar", 0.25), ("theater", 0.25), ("baths", 0.2))
    strip = Found(FLAT, tuple(FaceProbability(f"seven_wonders/{face}", share) for face, share in shares))
    read = photographed("seven_wonders", "board/giza/A", strip, also=("altar",))
    mark = next(mark for mark in read.marks if mark.field == "cards")
    assert (mark.piece, mark.others, mark.sure) == ("altar", ("theater", "baths"), False)
    assert any(read.marks.index(mark) in question.marks for question in read.questions)


def test_no_card_is_read_oftener_than_the_box_holds_it() -> None:
    fields = (Field("cards", "many", (Piece("senate", "card"), Piece("town_hall", "card"))),)
    unsure = Mark((), "cards", "senate", sure=False, others=("town_hall",))
    sure = Guess(Mark((), "cards", "senate"), (("senate", 0.99),))
    doubtful = [Guess(unsure, (("senate", share), ("town_hall", 0.2))) for share in (0.7, 0.6)]
    kept = [guess.mark for guess in within_the_box([doubtful[0], sure, doubtful[1]], fields, 0.97)]
    assert Counter(mark.piece for mark in kept) == {"senate": 1, "town_hall": 1, "": 1}
    assert [mark.sure for mark in kept if mark.piece == "senate"] == [True]


def test_what_is_surely_elsewhere_is_not_what_a_doubtful_card_may_be() -> None:
    fields = (Field("cards", "many", tuple(Piece(name, "card") for name in ("senate", "altar", "gardens"))),)
    senate = Guess(Mark((), "cards", "senate"), (("senate", 0.99),))
    mark = Mark((), "cards", "altar", sure=False, others=("senate", "gardens"))
    for gardens, sure in ((0.01, True), (0.1, False)):
        altar = Guess(mark, (("altar", 0.79 - gardens), ("senate", 0.2), ("gardens", gardens), ("", 0.01)))
        kept = within_the_box([altar, senate], fields, 0.97)[1]
        assert (kept.mark.piece, kept.mark.others, kept.mark.sure) == ("altar", ("gardens",), sure)
        assert sum(share for _, share in kept.shares) == pytest.approx(1.0)


DUEL = finished("duel")
SQUARE = ((0.0, 0.0), (0.1, 0.0), (0.1, 0.2), (0.0, 0.2))


def unsure(field: str, *shares: tuple[str, float], down: float = 0.0) -> Guess:
    """A mark that may be any of these, the first the likeliest."""
    quad = tuple((x, y + down) for x, y in SQUARE)
    others = tuple(name for name, _ in shares[1:] if name)
    return Guess(Mark(quad, field, shares[0][0], sure=False, others=others), shares)  # type: ignore[arg-type]


def asked_of_duel(*guesses: Guess, left_open: tuple[FieldName, ...] = ()) -> tuple[Question, ...]:
    assert DUEL is not None
    return questions(guesses, left_open, Box("duel", 1, DUEL))


@pytest.mark.parametrize(
    ("others", "wanted"),
    [
        # Two brown cards are worth nothing, whatever guild anybody has; two blue ones of 5 and 6 points differ.
        ((("clay_pit", 0.6), ("clay_pool", 0.4)), False),
        ((("gardens", 0.6), ("senate", 0.4)), True),
        ((("gardens", 0.985), ("senate", 0.015)), False),
        # A guild counts what the other city has; a brown card and a blue one are counted by different guilds.
        ((("shipowners_guild", 0.6), ("magistrates_guild", 0.4)), True),
        ((("garrison", 0.6), ("clay_pit", 0.4)), True),
        ((("clay_pit", 0.6), ("", 0.4)), True),
    ],
)
def test_a_doubt_is_asked_about_only_where_points_hang_on_it(
    others: tuple[tuple[str, float], ...],
    *,
    wanted: bool,
) -> None:
    assert bool(asked_of_duel(unsure("cards", *others))) == wanted


def test_what_two_cards_that_change_places_are_is_not_asked() -> None:
    pit, pool = ("clay_pit", 0.6), ("clay_pool", 0.4)
    assert asked_of_duel(unsure("cards", pit, pool), unsure("cards", pool, pit)) == ()


def test_equal_strips_of_one_column_are_one_question_and_all_are_on_the_form_that_is_filled_in_anyway() -> None:
    strip = [unsure("cards", ("gardens", 0.6), ("senate", 0.4), down=down) for down in (0.0, 0.03)]
    aside = unsure("cards", ("gardens", 0.6), ("senate", 0.4))
    moved = tuple((x + 0.3, y) for x, y in aside.mark.quad)
    other = aside._replace(mark=msgspec.structs.replace(aside.mark, quad=moved))
    assert asked_of_duel(*strip, other) == (Question(marks=(0, 1)), Question(marks=(2,)))
    form = asked_of_duel(*strip, other, left_open=("coins", "wonders"))
    assert form == (Question(marks=(0, 1, 2), fields=("coins", "wonders")),)


def test_what_else_a_card_may_be_is_not_scored_where_it_is_too_unlikely_to_be_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scored: list[object] = []

    def differ(_tables: Tables, city: object) -> bool:
        scored.append(city)
        return True

    monkeypatch.setattr(Tables, "differ", differ)
    assert asked_of_duel(unsure("cards", ("baths", 0.985), ("library", 0.01), ("", 0.005))) == ()
    assert scored == []


def test_fields_that_are_left_open_make_no_city_impossible() -> None:
    """Of a board with two stages not three are built."""
    seven = finished("seven_wonders")
    assert seven is not None
    red = unsure("cards", ("guard_tower", 0.5), ("stockade", 0.5))
    board = Guess(Mark(SQUARE, "wonder", "rhodes B"))
    assert questions([board, red], ("stages",), Box("seven_wonders", 1, seven)) == (Question(fields=("stages",)),)


def test_what_cannot_be_told_at_all_is_asked_unless_its_field_is() -> None:
    stranger = Guess(Mark(SQUARE, "cards", "", sure=False))
    assert asked_of_duel(stranger) == (Question(marks=(0,)),)
    assert asked_of_duel(stranger, left_open=("cards",)) == (Question(fields=("cards",)),)


def test_a_box_that_was_enrolled_anew_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted:
        faces: ClassVar[dict[str, None]] = {}

        @staticmethod
        def load(box: Path) -> "Counted":
            loads.append(box)
            return Counted()

    loads: list[Path] = []
    monkeypatch.setattr(reading, "Library", Counted)
    monkeypatch.setattr(reading, "StillReader", lambda library: library)
    file = tmp_path / "library.faces"
    for said, times in ((b"one", 1), (b"one", 1), (b"another", 2)):
        if not file.exists() or file.read_bytes() != said:
            file.write_bytes(said)
        reading._reader(tmp_path)
        assert len(loads) == times


def reaching(down: float, high: float, *shares: tuple[str, float]) -> Guess:
    """A card that begins so far down, or so much of it."""
    quad = ((100.0, down), (165.0, down), (165.0, down + high), (100.0, down + high))
    return Guess(Mark(quad, "cards", shares[0][0] if shares else "", sure=False), shares)


def test_a_face_and_a_name_of_one_card_are_weighed_together_and_no_card_is_counted_twice() -> None:
    """A face is found with all of its card, a name with the strip that it stands on."""
    by_face = [reaching(100, 100, ("temple", 0.5), ("statue", 0.4)), reaching(87, 100)]
    by_name = [
        reaching(97, 26, ("statue", 0.9), ("stables", 0.1)),
        reaching(87, 26, ("altar", 0.9)),
        Guess(Mark((), "coins", "")),
    ]
    found = together([*by_face, Guess(Mark((), "coins", "", 3))], by_name, 0.97)
    assert Counter(guess.mark.piece for guess in found if guess.mark.field == "cards") == {"statue": 1, "altar": 1}
    assert next(guess.mark.sure for guess in found if guess.mark.piece == "statue")
    assert [guess.mark.count for guess in found if guess.mark.field == "coins"] == [1]


def test_what_a_name_surely_says_stands_whatever_face_is_likelier() -> None:
    (found,) = together([reaching(100, 100, ("academy", 0.99))], [reaching(100, 26, ("lodge", 0.98))], 0.97)
    assert found.mark.piece == "lodge"
    assert found.probability == 0.98
