"""The referee's English lines in the language spoken: findings, what must be done, where points come from, prices.

A line is matched with templates; what it names inside (cards, symbols, counted things) is translated too. A line that
no template fits is said as it is: a newer referee speaks.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.architects import lines as lines_architects
from companion.games.architects import names as pieces_architects
from companion.games.duel import lines as lines_duel
from companion.games.seven_wonders import lines as lines_seven_wonders
from companion.games.seven_wonders import names as pieces_seven_wonders
from companion.games.tables import TableView
from companion.words import lines_parts, lines_referee, names
from companion.words.language import N_, _, plain, plural, say
from companion.words.rules import RULES

Said = str | tuple[str, str]
"""A string in English, or one for one thing and one for many."""
Templates = Sequence[tuple[str, Said]]

FINDINGS: Final = {
    "architects": lines_architects.FINDINGS,
    "seven_wonders": lines_seven_wonders.FINDINGS,
    "duel": lines_duel.FINDINGS,
}
_OBLIGATIONS: Final[Mapping[str, Templates]] = {
    "architects": lines_architects.OBLIGATIONS,
    "seven_wonders": lines_seven_wonders.OBLIGATIONS,
    "duel": lines_duel.OBLIGATIONS,
}
_WHY: Final[Mapping[str, Templates]] = {
    "architects": lines_architects.WHY,
    "seven_wonders": lines_seven_wonders.WHY,
    "duel": lines_duel.WHY,
}
_CHOSEN: Final = N_("chosen")


def finding(code: str, message: str, game: str = "") -> str:
    """What was irregular, in a few words; the rules' own message where we have none for this code."""
    for known in [FINDINGS.get(game, {})] if game else FINDINGS.values():
        if code in known:
            return say(known[code])
    return message


def obligation(line: str, game: str = "") -> str:
    """What must be done now, from the rules' English line."""
    return _line(_OBLIGATIONS, line, game, None)


def why(line: str, game: str = "", table: TableView | None = None) -> str:
    """Where points come from, from the rules' English line; ``table``: to name the player whom it speaks of."""
    return _line(_WHY, line, game, table)


def price(line: str) -> str:
    """Why something costs what it costs in Duel, from the rules' English line."""
    total, _colon, parts = line.partition(": ")
    said = [_templated(lines_duel.PRICES, part, "duel", None) or part for part in (total, *parts.split(", ")) if part]
    return f"{said[0]}: {', '.join(said[1:])}" if parts else said[0]


def refusal(line: str) -> str:
    """Why something is not done, has no answer or does not work, from the English line of whichever part says it."""
    return _templated((*lines_referee.REFUSALS, *lines_parts.TROUBLES), line, "", None) or line


def rule(section: str) -> str:
    """The section of the rules that a finding or a point rests on."""
    return say(RULES.get(section, section))


def _line(templates: Mapping[str, Templates], line: str, game: str, table: TableView | None) -> str:
    for name in [game] if game else templates:
        said = _templated(templates.get(name, ()), line, name, table)
        if said and (game or said != line):
            return said
    return line


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
    return say(_PRINTED[game].get(english, english))


def _printed(game: str) -> dict[str, str]:
    known = (names.CARDS, names.TOKENS, names.WONDERS)
    found = {plain(name): name for pieces in known for name in pieces.get(game, {}).values()}
    return found | {name: name for name in pieces_seven_wonders.BOARDS.values()}


_PRINTED: Final = {game: _printed(game) for game in names.GAMES}
"""By game: a piece's name as printed in English to the string in the catalogues."""


def _counted(text: str, game: str) -> str:
    """So many of something: ``3 brown cards``, ``3 x brown card``."""
    number, _space, what = text.partition(" ")
    known = lines_duel.COUNTED if game == "duel" else lines_seven_wonders.COUNTED
    what = what.removeprefix("x ")
    forms = known.get(what) or known.get(what.removesuffix("s"))
    return plural(*forms, int(number)) if forms else text


def _source(text: str, game: str) -> str:
    """Where a symbol comes from: a card, or the player's choice."""
    return say(_CHOSEN) if text == _CHOSEN else _piece(text, game)


def _who(text: str, game: str) -> str:
    """A player as the rules name one: by name, or by city and seat."""
    match = re.fullmatch(r"(\w+) \(seat \d\)", text)
    if text == "the Free City":
        return _("Free City")
    return names.wonder(match[1].lower(), game) if match else text


_GAPS: Final[Mapping[str, Callable[[str, str], str]]] = {
    **dict.fromkeys(("card", "token", "wonder", "name"), _piece),
    "symbol": names.symbol,
    "resource": lambda text, _game: names.resource(text),
    "resources": lambda text, _game: ", ".join(names.resource(name) for name in text.split(" and ")),
    "sources": lambda text, game: ", ".join(_source(name, game) for name in text.split(", ")),
    "counted": _counted,
    "whose": lambda text, _game: say(lines_seven_wonders.WHOSE.get(text, text)),
    "who": _who,
    "goal": lambda text, _game: names.medal(pieces_architects.GOALS[text]),
    **dict.fromkeys(("file", "aside", "said"), lambda text, _game: text),
    **dict.fromkeys(("game", "other"), lambda text, _game: names.game_name(text)),
}
