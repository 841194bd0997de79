"""What the review of the rules found in the words (shared/reviews/rules.md, "Words"), a test each."""

import re

import pytest

from companion import words
from companion.games.vocabulary import line
from companion.words.language import catalogue, say, speaking
from tests.words.update import forms


@pytest.mark.parametrize("code", ["en", "uk", "ru", "hu"])
def test_points_of_blue_cards_with_a_cat_do_not_read_as_if_the_cats_points_were_in_them(code: str) -> None:
    with speaking(code):
        assert "+" not in words.line(line("blue_cards", count=4, card="vp2_cat"), "architects")


@pytest.mark.parametrize(("code", "chosen"), [("uk", "обраний"), ("ru", "выбран")])
def test_a_chosen_symbol_is_chosen_not_to_be_chosen(code: str, chosen: str) -> None:
    with speaking(code):
        assert words.line(line("chosen"), "seven_wonders") == chosen


def test_the_hanging_gardens_are_called_in_russian_as_the_text_of_7_wonders_has_them() -> None:
    with speaking("ru"):
        assert words.line(line("wonder/babylon"), "seven_wonders") == "Висячие Сады Семирамиды"


def test_the_lighthouse_of_alexandria_has_one_spelling_in_ukrainian() -> None:
    with speaking("uk"):
        assert say("Lighthouse of Alexandria") == say("The Great Lighthouse") == "Олександрійський маяк"


def test_the_altar_is_called_in_ukrainian_as_each_game_has_it() -> None:
    with speaking("uk"):
        assert words.card("altar", "seven_wonders") == "Вівтар"
        assert words.card("altar", "duel") == "Альтар"


def test_a_card_is_one_word_in_hungarian() -> None:
    strings = [form for message in catalogue("hu") for form in forms(message)]
    assert [string for string in strings if re.search(r"\blap(?!át)", string, re.IGNORECASE)] == []
