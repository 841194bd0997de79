"""What a game says, as it stands in its ``words.toml``."""

from functools import cache
from importlib.resources import files

import msgspec

Said = str | tuple[str, str]
"""A template in English, or one for one thing and one for many."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of such a file, each by id or code.

    ``names``: what things are called, by kind; ``short``: a few words for every code; ``long``: an English sentence
    for every code, with ``/`` and the variant where there are several; ``sections``: those of the rule text on which
    findings and points rest. All but ``long`` is in the catalogues.
    """

    sections: tuple[str, ...] = ()
    names: dict[str, dict[str, str]] = {}
    short: dict[str, Said] = {}
    long: dict[str, Said] = {}


@cache
def written(package: str | None) -> Written:
    """What this game's package says."""
    assert package
    return msgspec.toml.decode((files(package) / "words.toml").read_bytes(), type=Written)
