"""English lines in the language spoken, matched with templates: of the games whose rules do not emit codes yet.

A line that no template fits is said as it is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from companion.games.catalogue import facet, packages
from companion.games.tables import TableView
from companion.words import lines_parts, lines_referee, names
from companion.words.facet import tables
from companion.words.language import N_, _, plain, plural, say

Said = str | tuple[str, str]
"""A string in English, or one for one thing and one for many."""
Templates = Sequence[tuple[str, Said]]

_CHOSEN: Final = N_("chosen")


def line(said: str, game: str, table: TableView | None = None) -> str:
    """What must be done, where points come from, or a price, from the rules' English line."""
    for kind in ("OBLIGATIONS", "WHY"):
        found = _templated(_of(game, kind), said, game, table)
        if found:
            return found
    return _price(said, game)


def _price(line: str, game: str) -> str:
    total, _colon, parts = line.partition(": ")
    said = [_templated(_of(game, "PRICES"), part, game, None) or part for part in (total, *parts.split(", ")) if part]
    return f"{said[0]}: {', '.join(said[1:])}" if parts else said[0]


def findings(game: str) -> Mapping[str, str]:
    """What each code means."""
    known: Mapping[str, str] = _of(game, "FINDINGS")
    return known


def refusal(line: str) -> str:
    """Why something is not done, has no answer or does not work, from the English line of whichever part says it."""
    return _templated((*lines_referee.REFUSALS, *lines_parts.TROUBLES), line, "", None) or line


def _of(game: str, table: str) -> Any:
    """A table of the game's own lines; empty where it has none."""
    return getattr(facet(game, "lines"), table, {}) if game in packages() else {}


def _templated(templates: Templates, line: str, game: str, table: TableView | None) -> str:
    """The translation of the first template that fits; empty where none does."""
    for pattern, english in templates:
        match = re.match(pattern, line)
        if match:
            gaps = {gap: _gap(gap, text, game, table) for gap, text in match.groupdict().items()}
            said = say(english) if isinstance(english, str) else plural(*english, int(gaps["n"]))
            return said.format(**gaps)
    return ""


def _gap(gap: str, text: str, game: str, table: TableView | None) -> str:
    """What stands in a gap, translated by what it is; numbers as they are."""
    if gap == "seat":
        return names.player(table, int(text)) if table else _("Player {n}").format(n=int(text) + 1)
    return _GAPS[gap](text, game) if gap in _GAPS else text.replace("-", "\N{MINUS SIGN}")


def _piece(english: str, game: str) -> str:
    """A piece by its English name."""
    return say(_printed(game).get(english, english))


@cache
def _printed(game: str) -> dict[str, str]:
    """A piece's name as printed in English to the string in the catalogues."""
    kinds = ("CARDS", "TOKENS", "WONDERS", "BOARDS")
    return {plain(name): name for kind in kinds for known in tables(kind, game) for name in known.values()}


def _counted(text: str, game: str) -> str:
    """So many of something: ``3 brown cards``, ``3 x brown card``."""
    number, _space, what = text.partition(" ")
    known: Mapping[str, tuple[str, str]] = _of(game, "COUNTED")
    what = what.removeprefix("x ")
    forms = known.get(what) or known.get(what.removesuffix("s"))
    return plural(*forms, int(number)) if forms else text


def _source(text: str, game: str) -> str:
    """Where a symbol comes from: a card, or the player's choice."""
    return say(_CHOSEN) if text == _CHOSEN else _piece(text, game)


def _who(text: str, game: str) -> str:
    """A player as the rules name one: by name, or by city and seat."""
    match = re.fullmatch(r"(\w+) \(seat \d\)", text)
    if not match and text in _of(game, "NOBODY"):
        return say(_of(game, "NOBODY")[text])
    return names.wonder(match[1].lower(), game) if match else text


_GAPS: Final[Mapping[str, Callable[[str, str], str]]] = {
    **dict.fromkeys(("card", "token", "wonder", "name"), _piece),
    "symbol": names.symbol,
    "resource": lambda text, _game: names.resource(text),
    "resources": lambda text, _game: ", ".join(names.resource(name) for name in text.split(" and ")),
    "sources": lambda text, game: ", ".join(_source(name, game) for name in text.split(", ")),
    "counted": _counted,
    "whose": lambda text, game: say(_of(game, "WHOSE").get(text, text)),
    "who": _who,
    **dict.fromkeys(("file", "aside", "said"), lambda text, _game: text),
    **dict.fromkeys(("game", "other"), lambda text, _game: names.game_name(text)),
}
