"""The box file: what only a box's owner can read off it, kept in ``box.toml`` in the box's folder.

So far that is what is printed on the stages and cards of Rome and Ur (expansion Medals of Architects): docs/boxfile.md.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.durable import write_durably
from companion.errors import Unusable
from companion.games.architects.rules.expansion import OWN_WONDERS, OwnWonder, check_own
from companion.games.vocabulary import InvalidSetup

FILE_NAME = "box.toml"
_HEAD = "# What is printed in this box of 7 Wonders, as its owner has read it off (docs/boxfile.md).\n"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: by game."""

    architects: dict[str, OwnWonder] = {}


class BoxFile:
    """The box file in a folder; a folder without one has nothing to say. Raises ``Unusable`` with one clear line."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def wonders(self) -> dict[str, OwnWonder]:
        """The wonders of Architects that it describes, checked. Raises ``Unusable``."""
        try:
            found = msgspec.convert(tomllib.loads(self.path.read_text(encoding="utf-8")), _File).architects
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            raise Unusable(f"{self.path}: cannot be read ({error}); docs/boxfile.md shows one") from error
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise Unusable(f"{self.path}: {error}; docs/boxfile.md shows what it may hold") from error
        try:
            for name, wonder in found.items():
                check_own(name, wonder)
        except InvalidSetup as error:
            raise Unusable(f"{self.path}: {error}") from error
        return found

    def keep(self, wonders: Mapping[str, OwnWonder]) -> None:
        """Write these wonders down beside those that are there. Raises ``Unusable``; then nothing has changed."""
        known = self.wonders() if wonders else {}
        wanted = known | dict(wonders)
        if wanted == known:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(self.path, as_toml(wanted).encode())
        except OSError as error:
            raise Unusable(f"{self.path}: cannot be written ({error.strerror}); choose another box folder") from error

    def completed(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """A set-up with what the box file says of its wonders, where it does not say it itself. Raises ``Unusable``."""
        asked = [name for name in _names(setup.get("wonders")) if name in OWN_WONDERS]
        if setup.get("game", "architects") != "architects" or not asked:
            return dict(setup)
        said = setup.get("box")
        given = dict(said) if isinstance(said, Mapping) else {}
        known = self.wonders() if any(name not in given for name in asked) else {}
        more = {name: msgspec.to_builtins(known[name]) for name in asked if name in known and name not in given}
        return {**setup, "box": more | given} if more else dict(setup)


def _names(wonders: Any) -> list[str]:
    return [name for name in wonders if isinstance(name, str)] if isinstance(wonders, list | tuple) else []


def as_toml(wonders: Mapping[str, OwnWonder]) -> str:
    """A box file that says this."""
    return _HEAD + "".join(_wonder(name, wonders[name]) for name in OWN_WONDERS if name in wonders)


def _wonder(name: str, wonder: OwnWonder) -> str:
    cards = (f"{card} = {count}\n" for card, count in wonder.cards.items())
    stages = (
        f"\n[[architects.{name}.stages]]\n"
        f'count = {stage.count}\nkind = "{stage.kind}"\nvp = {stage.vp}\n'
        f"effect = {str(stage.effect).lower()}\non = {list(stage.on)}\n"
        for stage in wonder.stages
    )
    return "".join((f"\n[architects.{name}.cards]\n", *cards, *stages))
