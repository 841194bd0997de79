"""Doubts while faces are enrolled are codes: each has its words, with the piece's name, in every language."""

from typing import Final, get_args

import pytest

from companion.games.vocabulary import line
from companion.words.enrolment import DOUBTS, doubt, in_english
from companion.words.language import LANGUAGES, speaking
from vision.enrolment.finding import Oddity

_PARAMS: Final[dict[str, int | str]] = {"share": "12%", "n": 80, "piece": "architects/wood"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_has_words_in_every_language(language: str) -> None:
    with speaking(language):
        said = {code: doubt(line(code, **_PARAMS)) for code in DOUBTS}
    assert len(set(said.values())) == len(DOUBTS)
    assert not any("{" in words or "architects/" in words for words in said.values())
    english = {code: in_english(line(code, **_PARAMS), lambda _: "Wood") for code in DOUBTS}
    assert (said == english) == (language == "en")


def test_what_is_strange_about_the_spot_has_words() -> None:
    assert set(get_args(Oddity)) <= set(DOUBTS)


def test_a_code_that_is_not_known_is_said_as_it_is() -> None:
    assert doubt(line("stands_upright")) == "stands upright"
