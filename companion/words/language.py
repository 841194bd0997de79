"""The screen's languages: gettext catalogues (``catalogues/*.po``), read at start, switched while running."""

import ast
import os
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "uk": "Українська", "ru": "Русский", "hu": "Magyar"}
"""Every language by its code, each in its own words."""
CATALOGUES: Final = Path(__file__).parent / "catalogues"

_SPOKEN = {"code": "en"}


@cache
def catalogue(code: str) -> dict[str, str]:
    """The strings of a language: English to translation. Reads the subset of PO that we write: no plurals."""
    strings: dict[str, str] = {}
    entry = {"msgid": "", "msgstr": ""}
    field = ""
    for line in (CATALOGUES / f"{code}.po").read_text(encoding="utf-8").splitlines():
        keyword, _, rest = line.partition(" ")
        if keyword == "msgid":
            entry = {"msgid": "", "msgstr": ""}
        if keyword in entry:
            field = keyword
        if keyword in entry or line.startswith('"'):
            entry[field] += ast.literal_eval(rest if keyword in entry else line)
            strings[entry["msgid"]] = entry["msgstr"]
    return {english: said for english, said in strings.items() if english}


def speak(code: str) -> None:
    """Say everything in this language from now on. Raises ``KeyError`` for one that we do not speak."""
    LANGUAGES[code]
    _SPOKEN["code"] = code


def spoken() -> str:
    """The code of the language in which things are said now."""
    return _SPOKEN["code"]


def of_the_place() -> str:
    """The language that this machine is set to, where we speak it; else English."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return said[:2] if said[:2] in LANGUAGES else "en"


def say(english: str) -> str:
    """This string in the language spoken now; English where a translation is missing."""
    return catalogue(_SPOKEN["code"]).get(english) or english


def later(english: str) -> str:
    """Mark a string that is said later, wherever it is used: it must be in the catalogues too."""
    return english


_ = say
N_ = later
