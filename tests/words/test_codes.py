"""Every code that the rules emit has its words, long in English and short in every language, with its parameters."""

import string
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from companion import words
from companion.games.architects.rules.moves import RevealMedal
from companion.games.catalogue import GAMES, facet
from companion.games.vocabulary import Finding, Line
from companion.words.language import LANGUAGES, speaking
from tests.games import golden_findings, test_findings
from tests.games.medal_tables import begin_medals, claim
from tests.games.tables import begin, effects, empty
from tests.words.test_rules import english_in, tables

CODED = [game for game in GAMES if facet(game, "words") is not None]
Scenes = Iterable[tuple[Any, Any | None]]
"""States with a move that is irregular in them, or none where the state itself is."""


def _architects() -> Scenes:
    yield from (scene() for scene in test_findings.scenes().values())
    yield from golden_findings.moves().values()
    for state in (*(make() for make in test_findings.states().values()), *golden_findings.tables().values()):
        yield state, None
    yield empty(begin(), *range(len(begin().decks))), None
    yield effects(begin_medals("rome", "ur", "giza"), "rome", "ur"), None
    yield test_findings.blues(), claim(0, "medal_3_red", "right")
    yield begin_medals(medals=("medal_3_blue", "?")), RevealMedal("medal_3_blue", 1)


SCENES: dict[str, Callable[[], Scenes]] = {"architects": _architects}


def _lines(game: str) -> Iterator[Line]:
    """What is said in whole games, with a mistake here and there, and in scenes of everything that can go wrong."""
    rules: Any = GAMES[game]
    for played in tables(game):
        state = rules.begin(played.setup)
        for number, move in enumerate(played.moves):
            yield from rules.obligations(state)
            if number % 11 == 0:
                yield from (point.why for point in rules.scores(state).explain)
                yield from _judged(rules, state, Random(number).sample(m := rules.irregular(state), min(3, len(m))))
            state = rules.apply(state, move, strict=False)
        yield from (point.why for point in rules.scores(state).explain)
    for state, move in SCENES[game]():
        yield from _judged(rules, state, [] if move is None else [move])
        after = state if move is None else rules.apply(state, move, strict=False)
        for found in rules.status(after):
            yield from _said(found)
        yield from rules.obligations(after)


def _judged(rules: Any, state: Any, moves: list[Any]) -> Iterator[Line]:
    for move in moves:
        for found in rules.judge(state, move):
            yield from _said(found)


def _said(found: Finding) -> Iterator[Line]:
    yield found.line
    yield from found.legal


def _with_parts(line: Line) -> Iterator[Line]:
    yield line
    for value in line.params.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Line):
                yield from _with_parts(part)


@cache
def emitted(game: str) -> tuple[Line, ...]:
    """Every line that was heard, each once; those within a line too."""
    return tuple({str(part): part for line in _lines(game) for part in _with_parts(line)}.values())


def gaps(template: str | tuple[str, str]) -> set[str]:
    texts = (template,) if isinstance(template, str) else template
    return {
        name.lower() for text in texts for _text, name, _spec, _conversion in string.Formatter().parse(text) if name
    }


@pytest.mark.parametrize("game", CODED)
def test_every_code_has_words_and_no_words_are_kept_for_what_is_never_said(game: str) -> None:
    said: Any = facet(game, "words")
    codes = {line.code for line in emitted(game)}
    assert codes == set(said.LONG)
    assert {code.partition("/")[0] for code in codes} == set(said.SHORT)
    assert set(GAMES[game].CATALOGUE) <= set(said.SHORT)


@pytest.mark.parametrize("game", CODED)
def test_words_speak_of_what_their_line_speaks_of(game: str) -> None:
    said: Any = facet(game, "words")
    for line in emitted(game):
        assert gaps(said.LONG[line.code]) <= set(line.params), line
        assert gaps(said.SHORT[line.code.partition("/")[0]]) <= set(line.params), line


@pytest.mark.parametrize("game", CODED)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_line_is_said_in_every_language(game: str, code: str) -> None:
    with speaking(code):
        told = {line: words.line(line, game) for line in emitted(game)}
    assert all(told.values())
    if code in {"uk", "ru"}:
        assert {line: text for line, text in told.items() if english_in(text)} == {}


@pytest.mark.parametrize("game", CODED)
def test_english_sentences_name_every_player_and_leave_no_gap(game: str) -> None:
    english = words.English(game, "player {}".format)
    for line in emitted(game):
        told = english.line(line)
        assert told, line
        assert "{" not in told
        assert "Line(" not in told
