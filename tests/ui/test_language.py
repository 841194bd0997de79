import string

import pytest

from companion.words.language import LANGUAGES, _, catalogue, of_the_place, speak
from tests.ui.strings import said


def fields(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_string_of_the_screen_is_in_every_language(code: str) -> None:
    strings = catalogue(code)
    assert {english: where for english, where in said().items() if not strings.get(english)} == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_catalogue_keeps_what_is_no_longer_said(code: str) -> None:
    assert set(catalogue(code)) - set(said()) == set()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_translation_has_the_gaps_of_its_original(code: str) -> None:
    assert [english for english, other in catalogue(code).items() if fields(english) != fields(other)] == []


def test_the_languages_are_really_different_ones() -> None:
    for code in ("uk", "ru", "hu"):
        same = [english for english, other in catalogue(code).items() if english == other]
        assert len(same) <= 4, (code, same)


def test_a_switch_is_heard_at_once() -> None:
    speak("uk")
    assert _("Battle!") == "Битва!"
    speak("hu")
    assert _("Battle!") == "Csata!"


@pytest.mark.parametrize(("lang", "code"), [("hu_HU.UTF-8", "hu"), ("de_DE.UTF-8", "en"), ("uk_UA", "uk")])
def test_the_machine_s_own_language_is_spoken_first(lang: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", lang)
    assert of_the_place() == code
