"""From pieces seen in photographs to positions: what is seen is counted, what cannot be seen is asked."""

from collections import Counter
from pathlib import Path
from typing import ClassVar

import msgspec
import numpy as np
import pytest

from companion.errors import Unusable
from companion.games.catalogue import GAMES
from companion.games.finished import Field, FieldName, Piece, finished
from companion.photographed import City, position_of, reading
from companion.photographed.asking import Box, Question, questions
from companion.photographed.marks import Guess, Mark, within_the_box
from vision.sighting import FaceProbability
from vision.stills.photograph import Found


def city(game: str, image: str, *faces: str, probability: float = 0.99) -> City:
    """A photograph in which these faces are seen."""
    quad = np.zeros((4, 2))
    return City(image, tuple(Found(quad, (FaceProbability(f"{game}/{face}", probability),)) for face in faces))


def test_a_duel_city_is_its_cards_wonders_tokens_and_coins() -> None:
    anna = city("duel", "anna.png", "stable", "wonder/sphinx", "progress/philosophy", "coin/6", "coin/1", "back/age_1")
    position, asked = position_of("duel", [anna, city("duel", "ben.png", "altar")])
    assert position == {
        "game": "duel",
        "pawn": 0,
        "players": [
            {"cards": ["stable"], "wonders": ["sphinx"], "progress": ["philosophy"], "coins": 7},
            {"cards": ["altar"], "wonders": [], "progress": [], "coins": 0},
        ],
    }
    assert "conflict pawn" in asked[0]
    assert [line for line in asked if "anna.png" in line and "sphinx" in line]
    assert [line for line in asked if "ben.png: 0 coins" in line]
    assert GAMES["duel"].score_position(position).totals == (6 + 7 + 2, 3)


def test_a_city_of_seven_wonders_is_its_board_cards_and_tokens() -> None:
    faces = ("board/giza/A", "altar", "loom", "token/conflict_minus_1", "token/conflict_3", "back/age_1", "coin/3")
    position, asked = position_of("seven_wonders", [city("seven_wonders", "anna.png", *faces)])
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
    assert len(asked) == 2
    assert GAMES["seven_wonders"].score_position(position).totals == (2 + 1 + 3 + 2,)


def test_a_board_that_is_not_seen_can_be_said() -> None:
    cities = [city("seven_wonders", "anna.png", "altar")]
    position, _ = position_of("seven_wonders", cities, ["rhodes B"])
    assert (position["players"][0]["wonder"], position["players"][0]["side"]) == ("rhodes", "B")


def test_what_is_unsure_is_asked_and_counted() -> None:
    unsure = city("duel", "anna.png", "stable", probability=0.6)
    position, asked = position_of("duel", [unsure, city("duel", "ben.png")])
    assert position["players"][0]["cards"] == ["stable"]
    assert "duel/stable (60%)? Counted as the first" in asked[0]


@pytest.mark.parametrize(
    ("game", "faces", "wonders", "part"),
    [
        ("duel", [["stable"]], [], "1 photographs: Duel needs two"),
        ("duel", [["stable"], []], ["sphinx"], "photographs show the wonders"),
        ("seven_wonders", [["altar"]], [], "no wonder's board is seen"),
        ("seven_wonders", [["board/giza/A", "board/rhodes/B"]], [], "one photograph a player"),
        ("seven_wonders", [["altar"]], ["rhodes"], "no such board"),
        ("architects", [["wood"]], ["atlantis"], "no such wonder"),
    ],
)
def test_what_cannot_be_scored_is_said(game: str, faces: list[list[str]], wonders: list[str], part: str) -> None:
    cities = [city(game, f"{seat}.png", *there) for seat, there in enumerate(faces)]
    with pytest.raises(Unusable, match=part):
        position_of(game, cities, wonders)


def card_at(game: str, face: str, x: float, y: float) -> Found:
    quad = np.array([[x, y], [x + 55, y], [x + 55, y + 80], [x, y + 80]])
    return Found(quad, (FaceProbability(f"{game}/{face}", 0.99),))


def test_the_top_of_a_deck_beside_a_city_is_asked_about_and_not_counted() -> None:
    column = tuple(card_at("architects", face, 300, 20.0 * k) for k, face in enumerate(("vp3", "vp3", "wood")))
    deck = card_at("architects", "stone", 0, 0)
    position, asked = position_of("architects", [City("anna.png", (*column, deck))], ["giza"])
    assert position["players"][0]["cards"] == {"vp3": 2, "wood": 1}
    assert [line for line in asked if "architects/stone" in line]


def test_tokens_that_may_lie_on_tokens_and_stages_that_are_not_seen_are_asked_about() -> None:
    every = [f"stage/giza_{stage}/{'built' if stage < 3 else 'building'}" for stage in range(1, 6)]
    for seen, wanted in ((every, ["military tokens"]), (every[1:], ["military tokens", "stage"])):
        _, asked = position_of("architects", [city("architects", "anna.png", *seen)])
        assert [part for part in ("military tokens", "stage") if any(part in line for line in asked)] == wanted
        assert len(asked) == len(wanted)


def test_no_card_is_read_oftener_than_the_box_holds_it() -> None:
    fields = (Field("cards", "many", (Piece("senate", "card"), Piece("town_hall", "card"))),)
    unsure = Mark((), "cards", "senate", sure=False, others=("town_hall",))
    sure = Guess(Mark((), "cards", "senate"), (("senate", 0.99),))
    doubtful = [Guess(unsure, (("senate", share), ("town_hall", 0.2))) for share in (0.7, 0.6)]
    kept = [guess.mark for guess in within_the_box([doubtful[0], sure, doubtful[1]], fields)]
    assert Counter(mark.piece for mark in kept) == {"senate": 1, "town_hall": 1, "": 1}
    assert [mark.sure for mark in kept if mark.piece == "senate"] == [True]


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


def test_equal_strips_of_one_column_are_one_question_and_fields_that_no_photograph_tells_are_one() -> None:
    strip = [unsure("cards", ("gardens", 0.6), ("senate", 0.4), down=down) for down in (0.0, 0.03)]
    aside = unsure("cards", ("gardens", 0.6), ("senate", 0.4))
    moved = tuple((x + 0.3, y) for x, y in aside.mark.quad)
    other = aside._replace(mark=msgspec.structs.replace(aside.mark, quad=moved))
    asked = asked_of_duel(*strip, other, left_open=("coins", "wonders"))
    assert asked == (Question(fields=("coins", "wonders")), Question(marks=(0, 1)), Question(marks=(2,)))


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
