"""Every code that the rules emit has its words, long in English and short in every language, with its parameters."""

import string
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion import words
from companion.games.architects.rules.moves import RevealMedal
from companion.games.catalogue import GAMES
from companion.games.duel.rules.moves import Revive
from companion.games.vocabulary import Finding, Line, Playthrough
from companion.words.facet import long, short
from companion.words.language import LANGUAGES, speaking
from tests.games import golden_findings, test_findings
from tests.games.duel import mistakes
from tests.games.duel import tables as duel
from tests.games.medal_tables import begin_medals, claim
from tests.games.seven_wonders import cases
from tests.games.tables import begin, effects, empty
from tests.words.test_rules import english_in, tables

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


def _seven_wonders() -> Scenes:
    yield from (*cases.CASES.values(), *cases.MORE)
    yield from ((state, None) for state in cases.TABLES.values())


def _duel() -> Scenes:
    yield from (*mistakes.MIRROR.values(), *mistakes.MORE)
    yield duel.table(discard="altar"), Revive(0, "altar")
    yield duel.table(duel.city(own="sphinx pyramids colossus piraeus hanging_gardens")), None
    table = duel.table()
    yield replace(table, rules=replace(table.rules, progress_optional=False), choice="board"), None


SCENES: dict[str, Callable[[], Scenes]] = {"architects": _architects, "seven_wonders": _seven_wonders, "duel": _duel}


class Emitted:
    """What the rules say: in whole games, with a mistake here and there, and in scenes of everything that can go wrong.

    ``shown``: what people see: what must be done, points, prices, what is irregular. ``right``: what would have been
    right, and what a sentence alone speaks of: said in English sentences only.
    """

    def __init__(self, game: str) -> None:
        self._rules: Any = GAMES[game]
        self.shown: dict[str, Line] = {}
        self.right: dict[str, Line] = {}
        for played in tables(game):
            self._play(played)
        for state, move in SCENES[game]():
            self._judge(state, [] if move is None else [move])
            self._stands(state if move is None else self._rules.apply(state, move, strict=False))

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple({**self.shown, **self.right}.values())

    def _play(self, played: Playthrough[Any, Any, Any]) -> None:
        state = self._rules.begin(played.setup)
        for number, move in enumerate(played.moves):
            self._show(*self._rules.obligations(state))
            if number % 11 == 0:
                self._stands(state)
                mistakes = self._rules.irregular(state)
                self._judge(state, Random(number).sample(mistakes, min(3, len(mistakes))))
            state = self._rules.apply(state, move, strict=False)
        self._stands(state)

    def _stands(self, state: Any) -> None:
        self._show(*(point.why for point in self._rules.scores(state).explain))
        self._show(*_within(self._rules.describe(state)))
        self._find(self._rules.status(state))

    def _judge(self, state: Any, moves: Iterable[Any]) -> None:
        for move in moves:
            self._find(self._rules.judge(state, move))

    def _find(self, findings: Iterable[Finding]) -> None:
        for found in findings:
            self.shown[str(found.line)] = found.line
            parts = (*_within(found.line.params), *found.legal)
            self.right.update({str(part): part for line in parts for part in (line, *_within(line.params))})

    def _show(self, *lines: Line) -> None:
        self.shown.update({str(part): part for line in lines for part in (line, *_within(line.params))})


def _within(value: Any) -> Iterator[Line]:
    """The lines in a description, or in a line's parameters, and those in them."""
    if isinstance(value, Line):
        yield value
        yield from _within(value.params)
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _within(part)


@cache
def emitted(game: str) -> Emitted:
    return Emitted(game)


def gaps(template: str | tuple[str, str]) -> set[str]:
    texts = (template,) if isinstance(template, str) else template
    fields = (field for text in texts for _text, field, _spec, _conversion in string.Formatter().parse(text))
    return {field.lower() for field in fields if field}


def _short(code: str, game: str) -> str:
    """The short words that are used: of the variant where it has its own."""
    return code if code in short(game) else code.partition("/")[0]


@pytest.mark.parametrize("game", SCENES)
def test_every_code_has_words_and_no_words_are_kept_for_what_is_never_said(game: str) -> None:
    assert {line.code for line in emitted(game).lines} == set(long(game))
    assert {_short(line.code, game) for line in emitted(game).shown.values()} == set(short(game))
    assert set(GAMES[game].CATALOGUE) <= set(short(game))


@pytest.mark.parametrize("game", SCENES)
def test_words_speak_of_what_their_line_speaks_of(game: str) -> None:
    assert [line for line in emitted(game).lines if not gaps(long(game)[line.code]) <= set(line.params)] == []
    shown = emitted(game).shown.values()
    assert [line for line in shown if not gaps(short(game)[_short(line.code, game)]) <= set(line.params)] == []


@pytest.mark.parametrize("game", SCENES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_line_is_said_in_every_language(game: str, code: str) -> None:
    with speaking(code):
        told = {line: words.line(line, game) for line in emitted(game).shown.values()}
    assert all(told.values())
    if code in {"uk", "ru"}:
        assert {line: text for line, text in told.items() if english_in(text)} == {}


@pytest.mark.parametrize("game", SCENES)
def test_english_sentences_leave_no_gap(game: str) -> None:
    english = words.English(game, "player {}".format)
    told = [english.line(line) for line in emitted(game).lines]
    assert all(told)
    assert [sentence for sentence in told if "{" in sentence or "Line(" in sentence] == []
