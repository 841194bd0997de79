"""A table of Architects that is joined in the middle of a game: the facet ``joined``."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.architects.finished import belongs as counted
from companion.games.architects.finished import fields as all_fields
from companion.games.architects.finished import position
from companion.games.architects.places import BATTLE, PROGRESS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.setup import UNREAD
from companion.games.finished import Field, FieldName, Lies, Told, many


def fields(_edition: int) -> tuple[Field, ...]:
    """What there is to tell of a city, cards first; nothing of the expansion."""
    told = {field.name: field for field in all_fields(1)}
    pieces = tuple(piece for piece in told["progress"].pieces if piece.id in FACTS.progress_tokens)
    told["progress"] = replace(told["progress"], pieces=pieces)
    return tuple(told[name] for name in ("cards", "stages", "progress", "military", "cat"))


def possible(begun: Mapping[str, Any]) -> bool:
    """Without the expansion: whose medals were taken, and what Rome owes, is not to be seen."""
    return not begun.get("expansions")


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face that lies before a player counts."""
    return counted(face)


def read(begun: Mapping[str, Any], cities: Sequence[Told], _: Mapping[str, Sequence[Lies]]) -> tuple[Told, ...]:
    """With the stages on which built ones stand, whether or not they were read: those are built."""
    boards = zip(begun["wonders"], cities, strict=True)
    return tuple({**city, "stages": there} if (there := _built(wonder, city)) else city for wonder, city in boards)


def _built(wonder: str, city: Told) -> dict[str, int]:
    stages = {stage.id: stage for stage in FACTS.wonders[wonder].stages}
    built = [stage for stage in many(city, "stages") if stage in stages]
    for stage in built:
        built += [below for below in stages[stage].requires if below not in built]
    return dict.fromkeys((stage for stage in stages if stage in built), 1)


def under_way(cities: Sequence[Told], _: Mapping[str, Sequence[Lies]]) -> bool:
    """Whether a stage is built, and each player may have had a turn since: what it cost lies nowhere any more."""
    cards = sum(len(many(city, "cards")) for city in cities)
    return any(city.get("stages") for city in cities) and cards > len(cities)


def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: Mapping[str, Sequence[Lies]]) -> dict[str, Any]:
    """The set-up of a game that goes on from here. See ``referee.joining.Joined``."""
    face_up = (piece.face.removeprefix(PROGRESS) for piece in lying.get("central/progress", ()))
    players = zip(begun["wonders"], position(1, cities, {})["players"], strict=True)
    return {
        **begun,
        "position": [player | {"wonder": wonder} for wonder, player in players],
        "battle": [piece.face for piece in lying.get("central/conflict", ())].count(BATTLE),
        "progress": [token if token in FACTS.progress_tokens else UNREAD for token in face_up],
    }
