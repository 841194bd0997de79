"""What the rules say in English is known in every language: no English is left in a line, nothing lacks a name."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from companion import words
from companion.enrolment.checklist import faces_of
from companion.errors import Refusal
from companion.games.catalogue import GAMES, facet
from companion.games.duel.rules import say as say_duel
from companion.games.vocabulary import ExpandableGame, Explanation, Finding, Line, Param, Playthrough, line
from companion.words import facet as told
from companion.words.language import LANGUAGES, TRANSLATED, speaking
from companion.words.refusals import REFUSALS

LATIN = re.compile(r"[A-Za-z]{2,}")
ROMAN = re.compile(r"\bI{2,3}\b")


_GAMES = 14
"""So many games of each kind, whatever the number of players."""
RARE: dict[str, tuple[Line, ...]] = {
    "architects": (),
    "seven_wonders": (),
    "duel": tuple(map(line, (*say_duel._CHOICES.values(), "choose_wonder"))),
}
"""What must be done seldom: not in every lot of random games."""


def english_in(text: str) -> bool:
    """Whether a Ukrainian or Russian line still has Latin words; the numbers of ages are written so everywhere."""
    return bool(LATIN.search(ROMAN.sub("", text)))


def part(game: str, name: str) -> Any:
    return facet(game, name)


def tables(name: str) -> Iterator[Playthrough[Any, Any, Any]]:
    """Whole games at few, some and many players; Architects with its expansion too."""
    game = GAMES[name]
    for players in game.PLAYERS:
        for policy in game.POLICIES.values():
            for seed in range(_GAMES // len(game.PLAYERS)):
                yield game.play(players, Random(seed), policy)
    if game.EXPANSIONS:
        medals: ExpandableGame = game  # type: ignore[assignment]  # a game with EXPANSIONS is one
        for seed in range(_GAMES // 2):
            yield medals.play(4, Random(seed), game.POLICIES["greedy"], expansions=game.EXPANSIONS)


class Heard:
    """Every line that the rules have said in whole games."""

    def __init__(self) -> None:
        self.obligations: set[Line] = set()
        self.points: set[Explanation] = set()
        self.moves: list[tuple[dict[str, Any], Any]] = []

    @property
    def lines(self) -> set[Line]:
        """What must be done, and where points come from."""
        return self.obligations | {point.why for point in self.points}


@cache
def heard(name: str) -> Heard:
    """Lines of random games: what must be done after every move, points and moves after every fifth."""
    game, found = GAMES[name], Heard()
    found.obligations.update(RARE[name])
    for played in tables(name):
        state = game.begin(played.setup)
        for number, move in enumerate(played.moves):
            found.obligations.update(game.obligations(state))
            if number % 5 == 0:
                found.points.update(game.scores(state).explain)
                picture = part(name, "table").table(state, game.scores(state), over=False)
            found.moves.append((game.dump_move(move), picture))
            state = game.apply(state, move, strict=False)
        found.points.update(game.scores(state).explain)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", ["uk", "ru"])
def test_whatever_must_be_done_and_wherever_points_come_from_no_english_is_left(game: str, code: str) -> None:
    found = heard(game)
    with speaking(code):
        left = {told for each in found.lines if english_in(told := words.line(each, game))}
        left |= {point.rule for point in found.points if english_in(words.rule(point.rule))}
    assert left == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_told_without_english(game: str) -> None:
    with speaking("uk"):
        told = {str(body): " · ".join(words.move(body, table)) for body, table in heard(game).moves}
    assert {body: said for body, said in told.items() if english_in(said) or "_" in said} == {}


def test_every_kind_of_move_of_the_rules_has_words() -> None:
    for game in GAMES:
        known = told.of_game(game, "MOVES", {})
        wire = importlib.import_module(f"companion.games.{game}.rules.moves")
        tags = {kind.__struct_config__.tag for kind in wire.Move.__args__}
        assert tags == set(known) - {"choose"}, game


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_refusal_is_told_in_every_language(code: str) -> None:
    assert {*REFUSALS, ""} == set(get_args(Refusal))
    params: dict[str, Param] = {
        "event": 7,
        "n": 7,
        "file": "7",
        "aside": "7",
        "said": "7",
        "game": "duel",
        "other": "architects",
        "piece": "brickyard",
        "age": "II",
        **dict.fromkeys(("most", "won", "lost"), 7),
    }
    english = {name: words.refusal("", Line(name, params)) for name in REFUSALS}
    with speaking(code):
        told = {name: words.refusal("", Line(name, params)) for name in REFUSALS}
    assert [
        name for name in REFUSALS if told[name] == english[name] or ("7" in told[name]) != ("7" in english[name])
    ] == []


def test_a_price_of_duel_is_told_part_by_part() -> None:
    parts = (
        line("printed", n=2),
        line("bought", n=1, resource="glass", each=3),
        line("spared", resources=("wood", "clay")),
    )
    with speaking("uk"):
        told = words.line(line("price", total=line("coins", n=7), parts=parts), "duel")
    assert told == "7 монет: 2 монети на карті, Скло: 1 × 3, заощаджено: Дерево, Глина"  # noqa: RUF001 - ours


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_said_to_a_hungarian_as_the_rules_have_it(game: str) -> None:
    found = heard(game)
    same = {"Circus Maximus", "Papyrus", "Propaganda", "Scriptorium"}
    with speaking("en"):
        english = {each: words.line(each, game) for each in found.lines}
    with speaking("hu"):
        left = {told for each in found.lines if (told := words.line(each, game)) == english[each]}
    assert left - same == set()


def suggested(game: str) -> dict[str, Any]:
    """The game's house rules as they hold when a set-up says nothing."""
    rules = GAMES[game]
    setup = rules.play(rules.PLAYERS[0], Random(1), rules.POLICIES["random"]).setup
    return msgspec.structs.asdict(setup.house_rules)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_finding_category_house_rule_and_section_has_words(game: str, code: str) -> None:
    rules = GAMES[game]
    assert [list(known) for known in told.tables("categories", game)] == [list(rules.CATEGORIES)]
    assert set(words.house_rules(game)) == set(suggested(game))
    with speaking(code):
        assert [entry.rule for entry in rules.CATALOGUE.values() if words.rule(entry.rule) == entry.rule] == []
        assert [
            code
            for code, entry in rules.CATALOGUE.items()
            if words.finding(Finding(code, entry.rule), game) == code.replace("_", " ")
        ] == []


def test_the_medals_are_a_category_only_where_somebody_has_one() -> None:
    rows = [dict.fromkeys(GAMES["architects"].CATEGORIES, 0) for _seat in range(2)]
    assert words.categories("architects", rows) == ("stages", "cat", "blue", "military", "progress")
    rows[1]["medals"] = 2
    assert words.categories("architects", rows) == ("stages", "cat", "blue", "military", "progress", "medals")


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_offers_the_choices_that_the_rules_take_the_suggested_one_first(game: str) -> None:
    assert {name: choices[0][0] for name, (_about, choices) in words.house_rules(game).items()} == suggested(game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_face_of_the_box_has_a_name_of_its_own(game: str, code: str) -> None:
    with speaking(code):
        said = {item.face: words.piece(item.face) for item in faces_of(game)}
    assert [face for face, name in said.items() if "/" in name or "_" in name] == []
    assert len(set(said.values())) == len(said)
    if code in {"uk", "ru"}:
        assert [name for name in said.values() if english_in(name)] == []
