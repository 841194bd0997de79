"""The languages in which things are said: a folder each in ``catalogues``, found by itself.

``language.toml`` says what there is to know of a language (``Language``), ``messages.po`` is its gettext catalogue,
read when it is first spoken. A game of another distribution brings its own ``catalogues/CODE/messages.po``.
English stands in the sources. A word that a language says in two ways has a context in front of it (``within``).
"""

import gettext
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.games.catalogue import packages

CATALOGUES: Final = Path(__file__).parent / "catalogues"
STRINGS: Final = "messages.po"


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What there is to know of a language besides its strings.

    ``name``: in its own words; ``place``: where it stands in lists; ``voice``: the one of espeak-ng; ``letters``: the
    keys on which a name is typed, in rows.
    """

    name: str
    place: int
    voice: str
    letters: tuple[str, ...]


def _found() -> dict[str, Language]:
    known = {
        path.parent.name: msgspec.toml.decode(path.read_bytes(), type=Language)
        for path in CATALOGUES.glob("*/language.toml")
    }
    return dict(sorted(known.items(), key=lambda entry: (entry[1].place, entry[0])))


KNOWN: Final = _found()
"""Every language by its code."""
LANGUAGES: Final = {code: language.name for code, language in KNOWN.items()}
"""Every language by its code, each in its own words."""
TRANSLATED: Final = tuple(code for code in KNOWN if (CATALOGUES / code / STRINGS).is_file())
"""The languages that have a catalogue: all but English."""

_EVERYWHERE = {"code": "en"}
_HERE: ContextVar[str] = ContextVar("language", default="")
_CONTEXT = "\x04"
"""What gettext puts between a context and its word."""


def catalogue(code: str) -> Catalog:
    """The strings of a language as they stand in its file. Raises ``FileNotFoundError`` for one that has none."""
    with (CATALOGUES / code / STRINGS).open("rb") as file:
        return read_po(file, locale=code)


def _with_the_games(code: str) -> Catalog:
    """The same, and what games of other distributions say in this language."""
    whole = catalogue(code)
    for package in packages().values():
        path = files(package) / "catalogues" / code / STRINGS
        if path.is_file():
            with path.open("rb") as file:
                for message in read_po(file, locale=code):
                    if message.id and whole.get(message.id, message.context) is None:
                        whole.add(message.id, message.string, context=message.context)
    return whole


@cache
def _translations(code: str) -> gettext.NullTranslations:
    """A language ready to be spoken: about 0.1 s for one of a thousand strings, once."""
    if code not in TRANSLATED:
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, _with_the_games(code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def speak(code: str) -> None:
    """Say everything in this language from now on. Raises ``KeyError`` for one that we do not speak."""
    LANGUAGES[code]
    _EVERYWHERE["code"] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Within this block (this task, this thread), say everything in this language, whatever others speak meanwhile.

    Raises ``KeyError`` for one that we do not speak.
    """
    LANGUAGES[code]
    before = _HERE.set(code)
    try:
        yield
    finally:
        _HERE.reset(before)


def spoken() -> str:
    """The code of the language in which things are said here and now."""
    return _HERE.get() or _EVERYWHERE["code"]


def of_the_place() -> str:
    """The language that this machine is set to, where we speak it; else English."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return said[:2] if said[:2] in LANGUAGES else "en"


def say(english: str) -> str:
    """This string in the language spoken now; English where a translation is missing."""
    return plain(_translations(spoken()).gettext(english)) if english else ""


def plural(one: str, many: str, n: int) -> str:
    """What is said of ``n`` things: ``plural("{n} card", "{n} cards", 3)``, with ``{n}`` filled in.

    Each language has its own forms: 1 карта, 3 карты, 5 карт. Other gaps are left to be filled in.
    """
    return _translations(spoken()).ngettext(one, many, n).replace("{n}", str(n))


def later(english: str) -> str:
    """Mark a string that is said later, wherever it is used: it must be in the catalogues too."""
    return english


def within(context: str, english: str) -> str:
    """Mark a string that is said later and that some language says otherwise here than elsewhere."""
    return f"{context}{_CONTEXT}{english}"


def plain(marked: str) -> str:
    """The English words of a string that may have been marked with a context."""
    return marked.rpartition(_CONTEXT)[2]


_ = say
N_ = later
