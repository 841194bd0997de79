import asyncio
from pathlib import Path
from threading import Thread

import pytest

from companion.words import language
from companion.words.language import LANGUAGES, _, of_the_place, plural, say, speak, speaking, spoken, within


def test_a_switch_is_heard_at_once() -> None:
    speak("uk")
    assert _("Shields") == "Щити"
    speak("hu")
    assert _("Shields") == "Pajzsok"


def test_english_is_what_stands_in_the_sources_without_its_context() -> None:
    assert say(within("somewhere", "Nobody says this")) == "Nobody says this"
    assert _("") == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_no_catalogue_has_is_said_in_english(code: str) -> None:
    speak(code)
    assert _("Nobody says this") == "Nobody says this"
    assert plural("{n} thing, {who}", "{n} things, {who}", 4).format(who="me") == "4 things, me"


FORMS = {
    "en": {1: "1 point", 2: "2 points", 5: "5 points", 21: "21 points", 0: "0 points"},
    "uk": {1: "1 бал", 2: "2 бали", 5: "5 балів", 11: "11 балів", 21: "21 бал", 22: "22 бали", 0: "0 балів"},
    "ru": {1: "1 очко", 2: "2 очка", 5: "5 очков", 11: "11 очков", 21: "21 очко", 22: "22 очка", 0: "0 очков"},
    "hu": {1: "1 pont", 2: "2 pont", 5: "5 pont", 0: "0 pont"},
}


@pytest.mark.parametrize("code", FORMS)
def test_a_number_of_things_takes_the_form_of_its_language(code: str) -> None:
    speak(code)
    assert {n: plural("{n} point", "{n} points", n) for n in FORMS[code]} == FORMS[code]


def test_two_devices_are_spoken_to_in_two_languages_at_the_same_time() -> None:
    speak("en")
    heard: list[str] = []

    async def phone(code: str) -> None:
        with speaking(code):
            for _turn in range(3):
                heard.append(_("Shields"))
                await asyncio.sleep(0)

    async def table() -> None:
        await asyncio.gather(phone("uk"), phone("hu"))

    thread = Thread(target=lambda: asyncio.run(table()))
    with speaking("ru"):
        thread.start()
        thread.join()
        assert _("Shields") == "Щиты"
    assert heard == ["Щити", "Pajzsok"] * 3
    assert (spoken(), _("Shields")) == ("en", "Shields")


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with pytest.raises(KeyError):
        speak("xx")
    with pytest.raises(KeyError), speaking("xx"):
        pass
    assert spoken() == "en"


@pytest.mark.parametrize(("lang", "code"), [("hu_HU.UTF-8", "hu"), ("de_DE.UTF-8", "en"), ("uk_UA", "uk")])
def test_the_machine_s_own_language_is_spoken_first(lang: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", lang)
    assert of_the_place() == code


def test_a_language_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, place in (("xx", 2), ("en", 1)):
        (tmp_path / code).mkdir()
        said = f'name = "In {code}"\nplace = {place}\nvoice = "{code}"\nletters = ["ABC"]\n'
        (tmp_path / code / "language.toml").write_text(said)
    monkeypatch.setattr(language, "CATALOGUES", tmp_path)
    assert {code: found.name for code, found in language._found().items()} == {"en": "In en", "xx": "In xx"}
    assert list(language._found()) == ["en", "xx"]
