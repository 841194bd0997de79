"""What the rules say, in the language spoken and in English sentences: a template for each code, a word for each gap.

A game's templates lie in its ``words.toml``: ``short`` for screens, phones and paper, in every language; ``long`` for
the commands' English. A template's gaps are named as the parameters of its line. One of two forms (of one thing, of
many) goes by the parameter ``n``. A gap with a capital letter begins a sentence: ``{Seat}`` is ``seat`` with one.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, cast

from companion.games.tables import TableView
from companion.games.vocabulary import Finding, Line
from companion.words import names
from companion.words.facet import Said, game_of, long, of_game, short
from companion.words.language import _, plural, say, speaking, within

Gap = Callable[[str, str, Any], str]
"""What stands in a gap: of which code, of which name, from its parameter."""


def line(said: Line, game: str, table: TableView | None = None) -> str:
    """What must be done, where points come from, what something costs; ``table``: to name the players by."""
    return spell(said, short(game), partial(_named, game, table))


def duties(table: TableView) -> list[str]:
    """What must be done now at this table."""
    game = game_of(table)
    return [line(said, game, table) for said in table.obligations]


def finding(found: Finding, game: str) -> str:
    """What was irregular, in a few words; its code where we have none for it (a newer referee speaks)."""
    known = short(game)
    return say(str(known[found.code])) if found.code in known else found.code.replace("_", " ")


def rule(section: str) -> str:
    """The section of the rules that a finding or a point rests on."""
    return say(within("rule", section))


def spell(said: Line, templates: Mapping[str, Said], gap: Gap) -> str:
    """A line in the words of these templates; one that they do not know by its own words, or its code."""
    template = templates.get(said.code) or templates.get(said.code.partition("/")[0])
    if template is None:
        return str(said.params.get("said", said.code.replace("_", " ")))
    words = say(template) if isinstance(template, str) else plural(*template, cast("int", said.params["n"]))
    return words.format_map(_Gaps(said, templates, gap))


class _Gaps(dict[str, str]):
    """The gaps of a template, each filled when it is asked for: lines within a line by the same templates."""

    def __init__(self, said: Line, templates: Mapping[str, Said], gap: Gap) -> None:
        super().__init__()
        self._said, self._templates, self._gap = said, templates, gap

    def __missing__(self, name: str) -> str:
        if name not in self._said.params:
            begun = self[name.lower()]
            return begun[:1].upper() + begun[1:]
        value = self._said.params[name]
        if isinstance(value, Line):
            return spell(value, self._templates, self._gap)
        if isinstance(value, tuple) and any(isinstance(part, Line) for part in value):
            parts = (spell(part, self._templates, self._gap) for part in value if isinstance(part, Line))
            return self._gap(self._said.code, name, tuple(parts))
        return self._gap(self._said.code, name, value)


class English:
    """The English sentences of a game's lines, as commands print them and golden files have them.

    ``who``: how players are called.
    """

    def __init__(self, game: str, who: Callable[[int], str] = "seat {}".format) -> None:
        self._templates = long(game)
        self._gaps: dict[str, Callable[[Any], str]] = {
            **dict.fromkeys(_PLAYERS, who),
            **of_game(game, "LONG_GAPS", {}),
        }

    @classmethod
    def at(cls, game: str, state: Any) -> "English":
        """With the players of this table."""
        player = of_game(game, "player", None)
        return cls(game, partial(player, state)) if player else cls(game)

    def line(self, said: Line) -> str:
        """A line as a sentence."""
        with speaking("en"):
            return spell(said, self._templates, self._gap)

    def legal(self, found: Finding) -> tuple[str, ...]:
        """What would have been right instead."""
        return tuple(self.line(right) for right in found.legal)

    def finding(self, found: Finding) -> dict[str, Any]:
        """A finding as the contract's JSON object."""
        return {
            "code": found.code,
            "message": self.line(found.line),
            "rule": found.rule,
            "seat": found.seat,
            "legal": list(self.legal(found)),
        }

    def told(self, described: Any) -> Any:
        """A description of a table with sentences for the lines in it."""
        if isinstance(described, Line):
            return self.line(described)
        if isinstance(described, dict):
            return {key: self.told(value) for key, value in described.items()}
        return [self.told(value) for value in described] if isinstance(described, list) else described

    def _gap(self, code: str, name: str, value: Any) -> str:
        own = self._gaps.get(f"{code}.{name}") or self._gaps.get(name)
        if own is not None:
            return own(value)
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _named(game: str, table: TableView | None, _code: str, name: str, value: Any) -> str:
    """What stands in a gap, in the language spoken, by what it is; numbers as they are printed."""
    if name in _PLAYERS:
        return names.player(table, value) if table else _("Player {n}").format(n=value + 1)
    if name in _NAMES:
        return _NAMES[name](value, game)
    return ", ".join(value) if isinstance(value, tuple) else names.signed(value)


_PLAYERS: Final = ("seat", "other")
"""Gaps for players."""
_NAMES: Final[Mapping[str, Callable[[Any, str], str]]] = {
    "card": names.card,
    "token": names.token,
    "wonder": names.wonder,
    "symbol": names.symbol,
    "cards": names.spent,
    "source": lambda source, _game: names.source(source),
    "where": lambda where, _game: names.where(where),
    "medal": lambda medal, _game: names.medal(medal),
    "resource": lambda name, _game: names.resource(name),
    "resources": lambda several, _game: ", ".join(map(names.resource, several)),
    "stage": lambda stage, _game: names.stage_number(stage),
}
"""Gaps for pieces and the like."""
