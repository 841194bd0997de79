"""The box file: what only a box's owner can read off it, kept in ``box.toml`` in the box's folder (docs/boxfile.md).

What that is a game says by its facet ``box``; most games have nothing of the kind.
"""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from companion.durable import write_durably
from companion.errors import Unusable, not_written
from companion.games.catalogue import facet, game_of, packages
from companion.games.vocabulary import InvalidSetup

FILE_NAME = "box.toml"
_HEAD = "# What is printed in this box, as its owner has read it off (docs/boxfile.md).\n"


class OwnFacts(Protocol):
    """A game's facet ``box``: what must be read off a box, thing by thing."""

    @property
    def Own(self) -> type[msgspec.Struct]:  # noqa: N802 - a class in a module
        """What is known of one thing."""

    def named(self) -> Mapping[str, str]:
        """What is asked about: id and name."""

    def asked(self, setup: Mapping[str, Any], /) -> tuple[str, ...]:
        """Of what is asked about: what this set-up, not checked yet, plays with."""

    def ask(self, name: str, answer: Callable[[str], str], /) -> Any:
        """Ask about one thing; ``answer`` puts one question to a person."""

    def check_own(self, thing: str, own: Any, /) -> None:
        """Raise ``InvalidSetup`` where no box can hold this."""

    def what_is_lacking(self, thing: str, /) -> str:
        """In one line what must be read off the box for this thing."""

    def told(self, own: Any, /) -> str:
        """What is known of one thing, in one line."""


@cache
def own_facts() -> Mapping[str, OwnFacts]:
    """The games that have such facts, and which."""
    found = {game: facet(game, "box") for game in packages()}
    return {game: cast("OwnFacts", facts) for game, facts in found.items() if facts is not None}


class BoxFile:
    """The box file in a folder; a folder without one has nothing to say. Raises ``Unusable`` with one clear line."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def of(self, game: str) -> dict[str, Any]:
        """What it says of a game's things, checked. Raises ``Unusable``."""
        return self._read().get(game, {})

    def keep(self, game: str, facts: Mapping[str, Any]) -> None:
        """Write this down beside what is there. Raises ``Unusable``; then nothing has changed."""
        known = self._read() if facts else {}
        there = known.get(game, {})
        wanted = there | dict(facts)
        if wanted == there:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self.path, as_toml({**known, game: wanted}).encode())
        except OSError as error:
            raise not_written(self.path, error, "choose another box folder") from error

    def completed(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """A set-up with what the box file says of its things, where it does not say it itself. Raises ``Unusable``."""
        game = game_of(setup)
        facts = own_facts().get(game)
        asked = facts.asked(setup) if facts is not None else ()
        said = setup.get("box")
        given = dict(said) if isinstance(said, Mapping) else {}
        known = self.of(game) if any(name not in given for name in asked) else {}
        more = {name: msgspec.to_builtins(known[name]) for name in asked if name in known and name not in given}
        return {**setup, "box": more | given} if more else dict(setup)

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            said = tomllib.loads(self.path.read_text(encoding="utf-8"))
            return {game: _checked(game, things) for game, things in said.items()}
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise Unusable(f"{self.path}: cannot be read ({error}); docs/boxfile.md shows one") from error
        except InvalidSetup as error:
            raise Unusable(f"{self.path}: {error}") from error
        except (ValueError, RecursionError, msgspec.ValidationError) as error:
            raise Unusable(f"{self.path}: {error}; docs/boxfile.md shows what it may hold") from error


def _checked(game: str, things: Any) -> dict[str, Any]:
    """What the file says of a game. Raises ``msgspec.ValidationError`` and ``InvalidSetup``."""
    facts = own_facts().get(game)
    if facts is None:
        raise msgspec.ValidationError(f"nothing is asked about a game {game!r}")
    found: dict[str, Any] = msgspec.convert(things, dict[str, facts.Own])  # type: ignore[name-defined]
    for name, own in found.items():
        facts.check_own(name, own)
    return found


def as_toml(games: Mapping[str, Mapping[str, Any]]) -> str:
    """A box file that says this, game by game and thing by thing in the order in which they are asked about."""
    return _HEAD + "".join(
        line
        for game, things in games.items()
        for name in own_facts()[game].named()
        if name in things
        for line in _tables(f"{game}.{name}", msgspec.structs.asdict(things[name]))
    )


def _tables(path: str, thing: Mapping[str, Any]) -> Iterator[str]:
    """A thing's tables, then its arrays of tables."""
    for key, value in thing.items():
        if isinstance(value, Mapping):
            yield f"\n[{path}.{key}]\n{_lines(value)}"
    for key, value in thing.items():
        if isinstance(value, tuple):
            yield from (f"\n[[{path}.{key}]]\n{_lines(msgspec.structs.asdict(row))}" for row in value)


def _lines(table: Mapping[str, Any]) -> str:
    """Numbers, strings, booleans and lists of numbers are written in TOML as in JSON."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
